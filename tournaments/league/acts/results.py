"""How fixtures end: by hand, by forfeit, left to an evening; void, taken back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final, Literal

from scoring.derivation import gettext_noop
from tournaments.league.acts.act import Body, EveningGames, Now, SeasonAct, SeasonRecord
from tournaments.league.acts.evenings import check_fits
from tournaments.league.acts.fixtures import FollowKnockOut, Result, fixtures_data
from tournaments.league.acts.setting_up import EveningAddress, FixtureCode, Word
from tournaments.ranking.fixtures.from_evening import outcome
from tournaments.ranking.fixtures.record import ContestRecord, KeptFixture
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.fixtures.values import Outcome, Winner
from tournaments.refusals import refuse

MOST_HALVES: Final = 2000
MOST_POINTS: Final = 1_000_000
Pair = tuple[int, int]


class _End(Result):
    """What becomes of one fixture, named by its code; what is so already is not written again."""

    usual_reasons: ClassVar[tuple[str, ...]] = (
        gettext_noop("The two sides were mixed up"),
        gettext_noop("A mistake on the slip"),
        gettext_noop("A typing mistake"),
    )

    fixture: FixtureCode

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        before = fixture_of(record, self.fixture)
        after = self.ended(before, record, now)
        return None if after == before else {"fixtures": fixtures_data([after])}

    @abstractmethod
    def ended(self, fixture: KeptFixture, record: SeasonRecord, now: Now) -> KeptFixture:
        """The fixture as it is from now on. Raises Faults."""

    def then(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),)


class EnterResult(_End):
    """Enter how a fixture ended; entered again, it takes the place of what was there.

    Attributes:
        games: those won by the home and the away side, in halves.
        points: those made by the home and the away side; None where they were not counted.
        winner: who won; "" where the games tell, and where they are level, the rules being without draws, the points.
    """

    address, operation, has_own_door = "fixtures/{code}/result", "enter_league_result", True

    games: Pair
    points: Pair | None = None
    winner: Winner | Literal[""] = ""

    def ended(self, fixture: KeptFixture, record: SeasonRecord, now: Now) -> KeptFixture:
        points = self.points or (0, 0)
        _check_numbers("games", self.games, 0, MOST_HALVES)
        _check_numbers("points", points, -MOST_POINTS, MOST_POINTS)
        draws = record.fixture_rules.draws and not fixture.play_off
        winner = self.winner or _winner(self.games, points, draws)
        if winner == "nobody" or (winner == "draw" and not draws):
            refuse(
                "winner",
                "no-draws",
                "%(home)s to %(away)s games, and as many points each; there are no draws here: say who has won",
                home=_halves(self.games[0]),
                away=_halves(self.games[1]),
            )
        return replace(fixture.ended(Outcome(winner, self.games, self.points)), evening="")


class Forfeit(_End):
    """The home or the away side did not play, or both: whoever did not play has lost."""

    usual_reasons = (gettext_noop("Did not come"), gettext_noop("Too few players"))
    address, operation, has_own_door = "fixtures/{code}/result", "enter_league_result", True

    side: Word

    def ended(self, fixture: KeptFixture, record: SeasonRecord, now: Now) -> KeptFixture:
        sides = dict(zip(("home", "away"), fixture.numbers(), strict=True))
        if self.side not in (*sides, "both"):
            refuse(
                "side",
                "not-allowed",
                "“%(entered)s” was entered; allowed: home, away or both",
                entered=self.side,
            )
        gone = [number for name, number in sides.items() if self.side in (name, "both")]
        return replace(fixture.forfeited_by(gone), evening="")


class DeclareFixtureVoid(_End):
    """Declare that a fixture counts nowhere; in a knock-out it is played again.

    Attributes:
        fixture: its code.
    """

    address, body_name = "declare-fixture-void", "VoidFixture"
    example: ClassVar[Mapping[str, Any]] = {"fixture": "2:3.1", "reason": "a pack was short of a card"}

    def ended(self, fixture: KeptFixture, record: SeasonRecord, now: Now) -> KeptFixture:
        return replace(fixture.ahead(), status="void", evening="")


class TakeBack(_End):
    """A fixture is ahead again, whatever its result was, and no evening gives it one."""

    address, operation, has_own_door = "fixtures/{code}/take-back", "take_result_back", True

    def ended(self, fixture: KeptFixture, record: SeasonRecord, now: Now) -> KeptFixture:
        if fixture.is_ahead and not fixture.evening:
            refuse("fixture", "no-result", "there is no result to take back")
        return replace(fixture.ahead(), evening="")


class LeaveToEvening(_End):
    """Let an evening give the result of a fixture: now, where it is published, else when it is.

    Attributes:
        fixture: its code.
        evening: its address, `club/evening`.
    """

    address = "leave-to-evening"
    example: ClassVar[Mapping[str, Any]] = {"fixture": "2:3.1", "evening": "rooster-club/friday-progressive"}

    evening: EveningAddress

    def ended(self, fixture: KeptFixture, record: SeasonRecord, now: Now) -> KeptFixture:
        check_fits(record, now, self.evening)
        fixture = replace(fixture.ahead(), evening=self.evening)
        games = now.outside.games(self.evening)
        if games is None:
            return fixture
        result = result_of_evening(fixture, games, record.contest, record.fixture_rules)
        if result is None:
            refuse(
                "evening",
                "no-result",
                "“%(entered)s” gives no result: the two have not met there, or nothing parts them; enter it by hand",
                entered=now.outside.evening(self.evening).name,
            )
        return fixture.ended(result)


def fixture_of(record: SeasonRecord, code: str) -> KeptFixture:
    """The fixture with this code. Raises Faults where there is none, and for a bye."""
    fixture = record.contest.fixtures.get(code)
    if fixture is None:
        refuse("fixture", "unknown", "there is no fixture %(entered)s", entered=code)
    if fixture.away is None:
        refuse("fixture", "a-bye", "%(name)s has nobody to meet", name=record.name_of(fixture.home))
    return fixture


def result_of_evening(
    fixture: KeptFixture, evening: EveningGames, season: ContestRecord, rules: FixtureRules
) -> Outcome | None:
    """How a fixture ended by an evening; None where that gives no result."""
    home, away = sides(fixture, evening, season)
    if evening.games is None or home & away:
        return None
    draws = rules.draws and not fixture.play_off
    return outcome(home, away, evening.games, result_from=rules.result_from, draws=draws)


def sides(fixture: KeptFixture, evening: EveningGames, season: ContestRecord) -> list[set[str]]:
    """Who plays for each side of a fixture, the home side first, as people are read at that evening."""
    return [
        {evening.persons.real(str(player)) for player in season.entrants[number].players}
        for number in fixture.numbers()
    ]


def _winner(games: Pair, points: Pair, draws: bool) -> Winner:
    for home, away in (games,) if draws else (games, points):
        if home != away:
            return "home" if home > away else "away"
    return "draw"


def _halves(value: int) -> str:
    return f"{value // 2 or ''}½" if value % 2 else str(value // 2)


def _check_numbers(field: str, values: Pair, least: int, most: int) -> None:
    for value in values:
        if not least <= value <= most:
            refuse(
                field,
                "out-of-range",
                "%(entered)s was entered; from %(least)s to %(most)s is allowed",
                entered=value,
                least=least,
                most=most,
            )
