"""Who meets whom: fixtures made for every division at once, and undone while nothing is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, ClassVar

from tournaments.league.acts.act import Body, Now, SeasonAct, SeasonRecord
from tournaments.league.acts.fixtures import Draw, FollowKnockOut, PlayOff, fixtures_data
from tournaments.ledger.act_fields import checked_date
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.catalogue import berger_rounds
from tournaments.ranking.fixtures import elimination
from tournaments.ranking.fixtures import rules as up_and_down
from tournaments.ranking.fixtures.fixtures import double_round_robin, round_robin, swiss_round
from tournaments.ranking.fixtures.record import DivisionState, KeptFixture, is_played_out
from tournaments.ranking.fixtures.results import Fixture
from tournaments.ranking.fixtures.rules import Border, FixtureRules
from tournaments.refusals import refuse

# --- The end of a season of fixtures: play-offs, and who goes up and down -----------------------------


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


@dataclass(frozen=True, slots=True)
class Next:
    """A division as the next season begins: its name, and its entrants by their numbers in this one, best first."""

    name: str
    entrants: tuple[int, ...]


def next_divisions(
    rules: FixtureRules, divisions: Sequence[DivisionState], play_offs: Sequence[KeptFixture]
) -> tuple[Next, ...]:
    """The divisions as the next season begins, who has withdrawn left out.

    Raises Faults where the season is not played out, or its play-offs are to be made or played.
    """
    if not rules.has_table:
        return tuple(Next(division.name, tuple(map(int, division.playing))) for division in divisions)
    _check_over(rules, divisions)
    plays_off = any(border.play_off for border in rules.borders[: len(divisions) - 1])
    if (plays_off and not play_offs) or any(fixture.is_ahead for fixture in play_offs):
        refuse("fixtures", "play-offs", "who goes up and down is not settled: the play-offs come first")
    winners = {
        str(won)
        for fixture in play_offs
        if (won := {"home": fixture.home, "away": fixture.away}.get(fixture.winner))
    }
    withdrawn = {str(number) for division in divisions for number in division.withdrawn}
    finished = [division.finished for division in divisions]
    try:
        new = up_and_down.next_season(
            finished, _borders(rules, divisions), winners=winners, withdrawn=withdrawn
        )
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "so many have withdrawn that a division is too small for what goes up and down; enter them by hand",
        )
    return tuple(Next(division.name, tuple(map(int, division.entrants))) for division in new)


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
    named, needed = rules.division_borders(), len(divisions) - 1
    return (*named[:needed], *(Border(0, 0),) * (needed - len(named)))


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


def _everybody_once(division: DivisionState, anyway: bool) -> tuple[Fixture, ...]:
    _check_not_made(division)
    cards = berger_rounds(len(division.playing))
    return round_robin(division.playing, cards, division=str(division.level))


def _everybody_twice(division: DivisionState, anyway: bool) -> tuple[Fixture, ...]:
    _check_not_made(division)
    cards = berger_rounds(len(division.playing))
    return double_round_robin(division.playing, cards, division=str(division.level))


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
        beside=division.beside,
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
    ahead = elimination.followed(division.numbers, (), double=double).ahead
    return tuple(replace(fixture, id=f"{division.level}:{fixture.id}") for fixture in ahead)


_MAKERS = {
    "round_robin": _everybody_once,
    "double_round_robin": _everybody_twice,
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
