"""Who meets whom: fixtures made for every division at once, and undone; a round entered as it was drawn elsewhere."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Annotated, Any, ClassVar, Final, NamedTuple

from scoring.faults import Fault, Faults
from tournaments.evening.acts.act import EntryBounds
from tournaments.league.acts.act import Body, Now, SeasonAct, SeasonRecord
from tournaments.league.acts.fixtures import Draw, FollowKnockOut, PlayOff, fixtures_data
from tournaments.league.acts.results import EnterResult
from tournaments.league.acts.setting_up import MOST_LINES, Level, Line
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.catalogue import berger_rounds
from tournaments.ranking.fixtures import fixtures
from tournaments.ranking.fixtures.fixtures import (
    MOST_APART,
    double_round_robin,
    home_surplus,
    meetings,
    round_robin,
    swiss_round,
)
from tournaments.ranking.fixtures.record import DivisionState, KeptFixture
from tournaments.ranking.fixtures.results import Fixture, Outcome, half_games
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.refusals import by_lines, checked_date, fault, refuse

Days = Mapping[int, date]
"""The day of each round that has one."""


class MakeFixtures(Draw):
    """Make the fixtures of every division: all of a round robin, the next round of a Swiss, the first of a knock-out.

    Attributes:
        anyway: pair a Swiss though results of its last round are missing.
        days: when rounds are, by their numbers.
    """

    address = "make-fixtures"

    anyway: bool = False
    days: Days = {}

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        divisions = record.divisions
        if not divisions:
            refuse("entrants", "too-few", "nobody is entered; two are needed to meet")
        for division in divisions:
            _check_can_meet(division)
        rounds = [_MAKERS[division.rules.format](division, self.anyway) for division in divisions]
        days = {number: checked_date(day) for number, day in self.days.items()}
        new_fixtures = [
            on_a_day(fixture, days)
            for division, fixtures in zip(divisions, rounds, strict=True)
            for fixture in kept_fixtures(division, fixtures)
        ]
        return {"fixtures": fixtures_data(new_fixtures)}

    def follow_ups(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        return (FollowKnockOut(),)


class UndoLast(Draw):
    """Undo the fixtures made last, while nothing in them is played.

    Of a Swiss that is its last round, of any other format all fixtures, of a season that plays off its play-offs.
    """

    address = "undo-fixtures"

    def resolve(self, record: SeasonRecord) -> SeasonAct:
        return (
            UndoPlayOffs(reason=self.reason) if any(fixture.play_off for fixture in record.fixtures) else self
        )

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return _undone(record)


class UndoPlayOffs(PlayOff):
    """Undo the play-offs, while nothing in them is played."""

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        return _undone(record)


def _undone(record: SeasonRecord) -> Body:
    last = _made_last(record.fixtures, record.fixture_rules)
    if not last:
        refuse("fixtures", "none", "there are no fixtures to undo")
    played = _with_results(last)
    if played:
        refuse(
            "fixtures",
            "played",
            "%(count)s of them have a result; take these back first",
            count=len(played),
        )
    return {"undone": [fixture.code for fixture in last]}


def may_undo(fixtures: Iterable[KeptFixture], rules: FixtureRules) -> bool:
    last = _made_last(fixtures, rules)
    return bool(last) and not _with_results(last)


def _with_results(fixtures: Iterable[KeptFixture]) -> list[KeptFixture]:
    return [fixture for fixture in fixtures if fixture.away is not None and not fixture.is_ahead]


def _made_last(fixtures: Iterable[KeptFixture], rules: FixtureRules) -> list[KeptFixture]:
    all_fixtures = list(fixtures)
    play_offs = [fixture for fixture in all_fixtures if fixture.play_off]
    if play_offs or rules.format != "swiss":
        return play_offs or all_fixtures
    last = max((fixture.round for fixture in all_fixtures), default=0)
    return [fixture for fixture in all_fixtures if fixture.round == last]


def _check_can_meet(division: DivisionState) -> None:
    count = len(division.playing) - len(division.left_out)
    if count < 2:
        refuse(
            "entrants",
            "too-few",
            "“%(name)s” has %(entered)s to play; two are needed to meet",
            name=division.name,
            entered=count,
        )


def _check_not_made(division: DivisionState) -> None:
    if division.fixtures:
        refuse("fixtures", "made", "the fixtures of “%(name)s” are made already", name=division.name)


def _everybody(
    meet: Callable[..., tuple[Fixture, ...]], division: DivisionState, anyway: bool
) -> tuple[Fixture, ...]:
    _check_not_made(division)
    cards = berger_rounds(len(division.playing))
    return meet(division.playing, cards, division=str(division.level))


def _next_of_a_swiss(division: DivisionState, anyway: bool) -> tuple[Fixture, ...]:
    number = next_round_of(division, anyway=anyway)
    places = {line.entrant: line.place for line in division.lines}
    ranked = sorted(division.playing, key=lambda entrant: (places[entrant], int(entrant)))
    return swiss_round(
        ranked,
        division.values,
        pair_up,
        number=number,
        rules=division.rules.table_rules().match_points,
        division=str(division.level),
        left_out=division.left_out,
        facts=division.facts,
    )


def next_round_of(division: DivisionState, *, anyway: bool) -> int:
    """The number of the round that is to be made. Raises Faults where all are, or results of the last are missing."""
    number, most = division.next_round, whole_rounds(division)
    if number > most:
        refuse("round", "the-last", "all %(most)s rounds are made", most=most)
    if division.ahead and not anyway:
        refuse(
            "round",
            "results-missing",
            "%(count)s fixtures of “%(name)s” have no result yet; enter them first, or pair without them",
            count=division.ahead,
            name=division.name,
        )
    return number


def _first_of_a_knock_out(division: DivisionState, anyway: bool) -> tuple[Fixture, ...]:
    _check_not_made(division)
    double = division.rules.format == "double_knock_out"
    ahead = fixtures.followed(division.numbers, (), double=double).ahead
    return tuple(replace(fixture, id=f"{division.level}:{fixture.id}") for fixture in ahead)


_MAKERS: Mapping[str, Callable[[DivisionState, bool], tuple[Fixture, ...]]] = {
    "round_robin": partial(_everybody, round_robin),
    "double_round_robin": partial(_everybody, double_round_robin),
    "swiss": _next_of_a_swiss,
    "knock_out": _first_of_a_knock_out,
    "double_knock_out": _first_of_a_knock_out,
}


def kept_fixtures(division: DivisionState, fixtures: Iterable[Fixture]) -> Iterator[KeptFixture]:
    """Fixtures as they are kept; a bye of a Swiss, and a round left out, are settled as they are made."""
    of_a_swiss = division.rules.format == "swiss"
    for fixture in fixtures:
        new = KeptFixture.of(fixture, code=fixture.id, division=division.level)
        if fixture.away is None and of_a_swiss:
            new = new.ended(fixture.outcome) if fixture.outcome else replace(new, status="played")
        yield new.forfeited_by(division.withdrawn)


def on_a_day(fixture: KeptFixture, days: Days) -> KeptFixture:
    day = days.get(fixture.round)
    return replace(fixture, on=day.isoformat()) if day else fixture


def whole_rounds(division: DivisionState) -> int:
    """How many rounds a division has in all, as far as that is known; 0 for a double knock-out."""
    players = len(division.numbers)
    once = players - 1 + players % 2
    return {
        "round_robin": once,
        "double_round_robin": 2 * once,
        "swiss": division.rules.rounds or 0,
        "knock_out": max(players - 1, 0).bit_length(),
        "double_knock_out": 0,
    }[division.rules.format]


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
