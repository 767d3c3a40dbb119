"""How fixtures end: by hand, by forfeit, by an evening; and what the end of a season of fixtures decides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal

from scoring.derivation import gettext_noop
from tournaments.league.acts.act import Body, EveningGames, Now, SeasonAct, SeasonRecord
from tournaments.league.acts.decisions import check_fits
from tournaments.league.acts.fixtures import (
    FollowKnockOut,
    Merge,
    MoveResult,
    PlayOff,
    Result,
    TakeResult,
    fixture_of,
    fixtures_data,
)
from tournaments.league.acts.setting_up import EveningAddress, FixtureCode, Word
from tournaments.ranking.fixtures import table as up_and_down
from tournaments.ranking.fixtures.record import ContestRecord, DivisionState, KeptFixture, is_played_out
from tournaments.ranking.fixtures.results import Outcome, Winner, outcome
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.fixtures.table import NO_BORDER, Border
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.series.units import Persons
from tournaments.refusals import refuse

MOST_HALVES: Final = 2000
MOST_POINTS: Final = 1_000_000
TablePair = tuple[int, int]


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

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),)


class EnterResult(_End):
    """Enter how a fixture ended; entered again, it takes the place of what was there.

    Attributes:
        games: those won by the home and the away side, in halves.
        points: those made by the home and the away side; None where they were not counted.
        winner: who won; "" where the games tell, and where they are level, the rules being without draws, the points.
    """

    address, operation, has_own_door = "fixtures/{code}/result", "enter_league_result", True

    games: TablePair
    points: TablePair | None = None
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
                home=tie_break_text("games_won", self.games[0]),
                away=tie_break_text("games_won", self.games[1]),
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


def _winner(games: TablePair, points: TablePair, draws: bool) -> Winner:
    for home, away in (games,) if draws else (games, points):
        if home != away:
            return "home" if home > away else "away"
    return "draw"


def _check_numbers(field: str, values: TablePair, least: int, most: int) -> None:
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


# Results that follow an evening as published last, and who is read as one person.
# A result is a function of the two. Nobody's result moves for anything else, and what follows is never
# refused for what rests on it in a knock-out: that is left to the secretary, who sees both.


class _Follow(SeasonAct):
    """A fixture, by its code, follows the evening it rests on; ahead again where that gives no result any more."""

    fixture: str

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        before = record.contest.fixtures.get(self.fixture)
        games = now.outside.games(before.evening) if before is not None and before.evening else None
        if before is None or games is None:
            return None
        result = result_of_evening(before, games, record.contest, record.fixture_rules)
        after = before.ended(result) if result else before.ahead()
        if after == before:
            return None
        return {
            "fixtures": fixtures_data([after]),
            "before": fixtures_data([before]),
            "publication": games.publication,
        }

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return _on_from(record)


class FollowEvening(_Follow, TakeResult):
    """A fixture follows the evening it rests on; one with a result as `FollowEveningAgain`."""

    def resolve(self, record: SeasonRecord) -> SeasonAct:
        fixture = record.contest.fixtures.get(self.fixture)
        return self if fixture is None or fixture.is_ahead else FollowEveningAgain(fixture=self.fixture)


class FollowEveningAgain(_Follow, MoveResult):
    """A fixture with a result follows the evening it rests on."""


class FollowPeople(Merge):
    """Bring the results that evenings gave up to date with who is read as one person.

    Only fixtures in which somebody takes part who was ever merged are looked at, and what changes is one entry. One
    in which somebody would meet themselves stays as it is, and so do those of an evening that is being corrected:
    they follow it when it is published.
    """

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        by_evening = groupby(
            sorted(_of_merged(record, now), key=attrgetter("evening")), attrgetter("evening")
        )
        changed: list[tuple[KeptFixture, KeptFixture]] = []
        for evening, fixtures in by_evening:
            games = now.outside.games(evening)
            if games is not None:
                changed += [
                    (fixture, then)
                    for fixture in fixtures
                    if (then := _by_who_is_who(record, fixture, games)) != fixture
                ]
        if not changed:
            return None
        in_order = attrgetter("play_off", "division", "round", "code")
        changed.sort(key=lambda pair: in_order(pair[0]))
        people = {str(player) for was, _ in changed for player in _people(record, was)}
        return {
            "fixtures": fixtures_data([then for _, then in changed]),
            "before": fixtures_data([was for was, _ in changed]),
            "read": _read(now.outside.persons, people),
        }

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return _on_from(record)


def _on_from(record: SeasonRecord) -> Iterable[SeasonAct]:
    return (FollowKnockOut(where_free=True),) if record.stage in FollowKnockOut.when else ()


def _of_merged(record: SeasonRecord, now: Now) -> list[KeptFixture]:
    people = {
        fixture.code: _people(record, fixture)
        for fixture in record.fixtures
        if fixture.evening
        and fixture.away is not None
        and fixture.status in ("planned", "postponed", "played")
    }
    merged = now.outside.ever_merged(set().union(*people.values()))
    return [record.contest.fixtures[code] for code, own in people.items() if own & merged]


def _people(record: SeasonRecord, fixture: KeptFixture) -> set[int]:
    return {player for number in fixture.numbers() for player in record.contest.entrants[number].players}


def _by_who_is_who(record: SeasonRecord, now: KeptFixture, games: EveningGames) -> KeptFixture:
    home, away = sides(now, games, record.contest)
    if home & away:
        return now
    result = result_of_evening(now, games, record.contest, record.fixture_rules)
    if result is not None:
        return now.ended(result)
    if now.is_ahead:
        return now
    # What was postponed before a merge gave it a result is postponed again.
    then, since = record.before_merges.get(now.code, (now, None))
    return then if since == now and then.is_ahead else now.ahead()


def _read(persons: Persons, people: set[str]) -> dict[str, str]:
    real = {persons.real(player) for player in people}
    return {old: persons.real(old) for old in sorted(persons.merged, key=int) if persons.real(old) in real}


class MakePlayOffs(PlayOff):
    """Make the play-offs by the tables as they stand.

    Attributes:
        day: when all of them are, if that is known.
    """

    address = "make-play-offs"
    example: ClassVar[Mapping[str, Any]] = {"day": "2027-06-25"}

    day: date | None = None

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        rules, divisions = record.fixture_rules, record.divisions
        _check_over(rules, divisions)
        if any(fixture.play_off for fixture in record.fixtures):
            refuse("fixtures", "made", "the play-offs are made already")
        pairs = up_and_down.play_offs(
            [division.finished for division in divisions], _borders(rules, divisions)
        )
        if not pairs:
            refuse("rules.borders", "none", "by the rules of this season nobody plays off")
        return {"fixtures": fixtures_data(list(_fixtures(divisions, pairs, self.day)))}


def next_divisions(
    rules: FixtureRules, divisions: Sequence[DivisionState], play_offs: Sequence[KeptFixture]
) -> tuple[up_and_down.Division, ...]:
    """The divisions as the next season begins, who has withdrawn left out; entrants by their numbers in this one.

    Raises Faults where the season is not played out, or its play-offs are to be made or played.
    """
    if not rules.has_table:
        return tuple(up_and_down.Division(division.name, tuple(division.playing)) for division in divisions)
    _check_over(rules, divisions)
    plays_off = any(border.play_off for border in rules.borders[: len(divisions) - 1])
    if (plays_off and not play_offs) or any(fixture.is_ahead for fixture in play_offs):
        refuse("fixtures", "play-offs", "who goes up and down is not settled: the play-offs come first")
    winners = {str(fixture.won_by) for fixture in play_offs if fixture.won_by is not None}
    withdrawn = {str(number) for division in divisions for number in division.withdrawn}
    finished = [division.finished for division in divisions]
    try:
        return up_and_down.next_season(
            finished, _borders(rules, divisions), winners=winners, withdrawn=withdrawn
        )
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "so many have withdrawn that a division is too small for what goes up and down; enter them by hand",
        )


def _fixtures(
    divisions: Sequence[DivisionState], pairs: Sequence[up_and_down.PlayOff], day: date | None
) -> Iterator[KeptFixture]:
    levels = {division.name: division.level for division in divisions}
    last = max(division.last_round for division in divisions)
    counts: dict[int, int] = {}
    for pair in pairs:
        level = levels[pair.division]
        counts[level] = counts.get(level, 0) + 1
        yield KeptFixture(
            code=f"{level}:P{counts[level]}",
            division=level,
            round=last + 1,
            home=int(pair.upper),
            away=int(pair.lower),
            play_off=True,
            on=day.isoformat() if day else "",
        )


def _check_over(rules: FixtureRules, divisions: Sequence[DivisionState]) -> None:
    if not rules.has_table:
        refuse("rules.format", "no-table", "a knock-out has no table: nobody goes up or down by it")
    if not is_played_out(divisions):
        refuse("fixtures", "ahead", "the season is not played out: there are fixtures without a result")
    try:
        up_and_down.play_offs([division.finished for division in divisions], _borders(rules, divisions))
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "more go up and down than a division has entrants; change the numbers in the rules",
        )


def _borders(rules: FixtureRules, divisions: Sequence[DivisionState]) -> tuple[Border, ...]:
    # Where the rules name none nobody moves; borders below the last division are dropped.
    named, needed = rules.borders, len(divisions) - 1
    return (*named[:needed], *(NO_BORDER,) * (needed - len(named)))
