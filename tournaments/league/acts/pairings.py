"""Pairings made elsewhere: a round of a Swiss or a round robin entered as it was drawn, and checked."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple

from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments.evening.acts.act import EntryBounds
from tournaments.league.acts.act import Body, EveningGames, Now, SeasonAct, SeasonRecord
from tournaments.league.acts.drawing import kept_fixtures, next_round_of, on_a_day
from tournaments.league.acts.evenings import check_fits
from tournaments.league.acts.fixtures import Draw, FollowKnockOut, Result, fixtures_data
from tournaments.league.acts.setting_up import MOST_LINES, EveningAddress, FixtureCode, Level, Line, Word
from tournaments.ledger.act_fields import checked_date
from tournaments.ranking.fixtures.fixtures import MOST_APART, home_surplus, meetings, outcome
from tournaments.ranking.fixtures.record import ContestRecord, DivisionState, KeptFixture
from tournaments.ranking.fixtures.results import Fixture, Outcome, Winner, half_games
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.refusals import by_lines, fault, refuse

# --- How fixtures end: by hand, by forfeit, left to an evening; void, taken back ----------------------

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


def _winner(games: TablePair, points: TablePair, draws: bool) -> Winner:
    for home, away in (games,) if draws else (games, points):
        if home != away:
            return "home" if home > away else "away"
    return "draw"


def _halves(value: int) -> str:
    return f"{value // 2 or ''}½" if value % 2 else str(value // 2)


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


COLUMNS: Final = re.compile(r"\s*[\t;]\s*")
BETWEEN: Final = re.compile(r"\s+(?:[-–—:]|vs?\.?)\s+|\s*,\s*", re.IGNORECASE)
"""What stands between two sides where there are no columns."""
NOBODY: Final = frozenset({"", "-", "–", "bye", "exempt"})
"""What stands for nobody where somebody has a bye, in the languages of the pages."""
COLON: Final = re.compile(r"\s*[:\-–]\s*")
FEWEST, MOST_SIDES = 1, 3
Games = tuple[int, int]


class Pair(NamedTuple):
    """Two who meet, by their numbers, the one at home first; or one who has a bye.

    `games` are those each has won, in halves; None where they have not played yet.
    """

    home: int
    away: int | None
    games: Games | None = None


class _DrawnElsewhere(Draw):
    """Enter the next round of a division as it was drawn elsewhere; results that are known already with it.

    Whoever asked to be left out of the round is, and where one alone of those playing is not named they have the bye.

    Attributes:
        division: its level.
        day: when the round is, if that is known.
        anyway: though results of the last round are missing, two meet again, somebody has another bye, or is at home
            or away too often.
    """

    division: Level = 1
    day: date | None = None
    anyway: bool = False

    @abstractmethod
    def pairs(self, division: DivisionState) -> Sequence[Pair]:
        """Who meets whom."""

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        """Raises Faults with fields `pairings.N`, counted from 0, or `pairings`."""
        division = _division(record, self.division)
        entered = self.pairs(division)
        number = next_round_of(division, anyway=self.anyway)
        pairs = _complete(division, _checked(division, entered))
        faults = () if self.anyway else tuple(_doubts(division, pairs))
        if faults:
            raise Faults(faults)
        days = {number: checked_date(self.day)} if self.day else {}
        fixtures = [
            on_a_day(fixture, days) for fixture in kept_fixtures(division, _fixtures(division, number, pairs))
        ]
        return {"fixtures": fixtures_data(fixtures), "elsewhere": True}

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        division = _division(record, self.division)
        for table, pair in enumerate(self.pairs(division), 1):
            if pair.games is not None and pair.away is not None:
                yield EnterResult(fixture=f"{division.level}:{division.last_round}.{table}", games=pair.games)


class EnterPairings(_DrawnElsewhere):
    """The next round, by the numbers of those who meet."""

    address, operation, has_own_door = "pairings", "enter_league_pairings", True

    pairings: tuple[Pair, ...]

    def pairs(self, division: DivisionState) -> Sequence[Pair]:
        return self.pairings


class EnterLines(_DrawnElsewhere):
    """Enter the next round of a division as it was drawn elsewhere, from lines of text or CSV.

    Results that are known already come with it. Whoever asked to be left out of the round is, and where one alone of
    those playing is not named they have the bye.

    Attributes:
        lines: "Ann – Ben", "Ann; Ben; 1½:½", "3; 7", "Cleo; bye".
    """

    address, body_name = "enter-pairing-lines", "PairingLines"
    example: ClassVar[Mapping[str, Any]] = {
        "lines": ["Ann Lee – Bo Day", "Cleo Fox; bye"],
        "day": "2026-11-20",
    }

    lines: Annotated[tuple[Line, ...], EntryBounds(min_length=1, max_length=MOST_LINES)]

    def pairs(self, division: DivisionState) -> Sequence[Pair]:
        """The pairs of the lines. Raises Faults with fields `pairings.N`, lines counted from 0."""
        names = {entrant.name.casefold(): entrant.number for entrant in division.people}
        numbers = {str(entrant.number): entrant.number for entrant in division.people}
        return [
            _pair(self.lines[place].strip(), numbers | names, f"pairings.{place}")
            for place in self._written()
        ]

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        pairs = self.pairs(_division(record, self.division))
        same = {name: getattr(self, name) for name in ("division", "day", "anyway")}
        try:
            return EnterPairings(pairings=tuple(pairs), **same).decide(record, now)
        except Faults as refused:
            raise by_lines(refused, "pairings", "pairings", self._written()) from refused

    def _written(self) -> list[int]:
        return [place for place, line in enumerate(self.lines) if line.strip()]


def _pair(line: str, known: dict[str, int], field: str) -> Pair:
    cells = COLUMNS.split(line) if COLUMNS.search(line) else _sides(line, known)
    if len(cells) > MOST_SIDES or (len(cells) == FEWEST and not known.get(cells[0].casefold())):
        refuse(
            field,
            "unreadable",
            "“%(entered)s” is no pairing; write it as Ann – Ben, or Ann; Ben",
            entered=line,
        )
    home = _number(cells[0], known, field)
    away = None
    if len(cells) > FEWEST and cells[1].casefold() not in NOBODY:
        away = _number(cells[1], known, field)
    return Pair(home, away, _games(cells[2], field) if len(cells) == MOST_SIDES and cells[2] else None)


def _sides(line: str, known: dict[str, int]) -> list[str]:
    # The line is parted where that leaves names that are known, if anywhere.
    if line.casefold() in known:
        return [line]
    cuts = [(line[: cut.start()], line[cut.end() :]) for cut in BETWEEN.finditer(line)]
    fits = [
        list(sides)
        for sides in cuts
        if all(side.casefold() in known or side.casefold() in NOBODY for side in sides)
    ]
    return fits[0] if fits else [*map(str.strip, BETWEEN.split(line))]


def _number(entered: str, known: dict[str, int], field: str) -> int:
    number = known.get(entered.strip().casefold())
    if number is None:
        refuse(field, "unknown", "“%(entered)s” is nobody in this division", entered=entered)
    return number


def _games(entered: str, field: str) -> Games:
    sides = [half_games(side) for side in COLON.split(entered.strip())]
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        refuse(field, "unreadable", "“%(entered)s” is no result; write it as 2:1 or 1½:½", entered=entered)
    return sides[0], sides[1]


def _division(record: SeasonRecord, level: int) -> DivisionState:
    division = next((division for division in record.divisions if division.level == level), None)
    if division is None:
        refuse("division", "unknown", "there is no division %(entered)s", entered=level)
    if not record.fixture_rules.has_table:
        refuse("season", "no-table", "in a knock-out who meets whom follows from the results")
    return division


def _checked(division: DivisionState, pairs: Sequence[Pair]) -> list[Pair]:
    if not pairs:
        refuse("pairings", "empty", "nothing was entered; a line for each pairing is needed")
    names, named = division.names, set[int]()
    for place, pair in enumerate(pairs):
        for number in (pair.home, *([] if pair.away is None else [pair.away])):
            field, name = f"pairings.{place}", names.get(str(number), f"#{number}")
            if str(number) not in division.numbers:
                refuse(field, "unknown", "“%(entered)s” is nobody in this division", entered=number)
            if str(number) not in division.playing:
                refuse(field, "has-left", "%(name)s has withdrawn already", name=name)
            if str(number) in division.left_out:
                refuse(
                    field,
                    "left-out",
                    "%(name)s asked to be left out of the round; take that back first",
                    name=name,
                )
            if number in named:
                refuse(field, "twice", "%(name)s is in the round twice", name=name)
            named.add(number)
    return list(pairs)


def _complete(division: DivisionState, pairs: list[Pair]) -> list[Pair]:
    names = division.names
    named = {number for pair in pairs for number in (pair.home, pair.away)}
    missing = [
        entrant
        for entrant in division.playing
        if int(entrant) not in named and entrant not in division.left_out
    ]
    has_bye = any(pair.away is None for pair in pairs)
    if len(missing) > 1 or (missing and has_bye):
        refuse(
            "pairings",
            "not-named",
            "not paired: %(names)s; pair them, or write “bye” beside whoever has nobody to meet",
            names=", ".join(names[entrant] for entrant in missing),
        )
    return [*pairs, *(Pair(int(entrant), None) for entrant in missing)]


def _doubts(division: DivisionState, pairs: Sequence[Pair]) -> Iterable[Fault]:
    # Each of these may be meant: the secretary can enter the round anyway.
    people = division.names
    met, surplus = meetings(division.values), home_surplus(division.values)
    byes = Counter(
        fixture.home for fixture in division.values if fixture.away is None and fixture.status != "void"
    )
    often = 1 + (division.rules.format == "double_round_robin")
    for place, pair in enumerate(pairs):
        field, home = f"pairings.{min(place, len(pairs) - 1)}", str(pair.home)
        if pair.away is None:
            if byes[home]:
                yield fault(field, "another-bye", "%(name)s has had a bye already", name=people[home])
            continue
        away = str(pair.away)
        names = {"home": people[home], "away": people[away]}
        if met.get(home, Counter())[away] >= often:
            yield fault(field, "met-before", "%(home)s and %(away)s have met already", **names)
        if division.rules.format != "swiss":
            continue
        for number, turn in ((home, 1), (away, -1)):
            if turn * surplus.get(number, 0) >= MOST_APART:
                yield _too_often(field, turn, people[number])
    if sum(pair.away is None for pair in pairs) > 1:
        yield fault("pairings", "byes", "several have a bye; pair them with each other")


def _too_often(field: str, turn: int, name: str) -> Fault:
    if turn > 0:
        return fault(field, "too-often", "%(name)s has been at home too often to be at home again", name=name)
    return fault(field, "too-often", "%(name)s has been away too often to be away again", name=name)


def _fixtures(division: DivisionState, number: int, pairs: Sequence[Pair]) -> list[Fixture]:
    prefix, level = f"{division.level}:{number}", str(division.level)
    fixtures = [
        Fixture(
            f"{prefix}.{table}", number, str(pair.home), None if pair.away is None else str(pair.away), level
        )
        for table, pair in enumerate(pairs, 1)
    ]
    for entrant, counts in division.left_out.items():
        resting = Fixture(f"{prefix}.{len(fixtures) + 1}", number, entrant, None, level)
        fixtures.append(resting.ended(Outcome(counts)))
    return fixtures
