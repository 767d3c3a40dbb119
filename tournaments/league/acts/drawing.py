"""Who meets whom: fixtures made for every division at once, and undone while nothing is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from tournaments.league.acts.act import Now, SeasonAct
from tournaments.league.acts.fixtures import Draw, FollowKnockOut, PlayOff, fixtures_data
from tournaments.league.acts.record import Body, SeasonRecord
from tournaments.ledger.days import checked_date
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.berger import berger_rounds
from tournaments.ranking.fixtures import elimination
from tournaments.ranking.fixtures.division_state import DivisionState
from tournaments.ranking.fixtures.fixtures import double_round_robin, round_robin, swiss_round
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.fixtures.values import Fixture
from tournaments.refusals import refuse

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
        """Refused where a division has fewer than two to meet, its fixtures are made, or results are missing."""
        divisions = record.divisions
        if not divisions:
            refuse("entrants", "too-few", "nobody is entered; two are needed to meet")
        for division in divisions:
            _check_can_meet(division)
        rounds = [_MAKERS[division.rules.format](division, self.anyway) for division in divisions]
        days = {number: checked_date(day) for number, day in self.days.items()}
        made = [
            on_a_day(one, days)
            for division, fixtures in zip(divisions, rounds, strict=True)
            for one in kept_fixtures(division, fixtures)
        ]
        return {"fixtures": fixtures_data(made)}

    def then(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        """A knock-out goes on at once where somebody has nobody to meet."""
        return (FollowKnockOut(),)


class UndoLast(Draw):
    """Undo the fixtures made last, while nothing in them is played.

    Of a Swiss that is its last round, of any other format all fixtures, of a season that plays off its play-offs.
    """

    address = "undo-fixtures"

    def instead(self, record: SeasonRecord) -> SeasonAct:
        """In the words of play-offs, where these are undone."""
        return UndoPlayOffs(reason=self.reason) if any(one.play_off for one in record.fixtures) else self

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        """Refused where there are none, or one of them has a result."""
        return _undone(record)


class UndoPlayOffs(PlayOff):
    """Undo the play-offs, while nothing in them is played."""

    def decide(self, record: SeasonRecord, now: Now) -> Body:
        """Refused where one of them has a result."""
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
    return {"undone": [one.code for one in last]}


def may_undo(fixtures: Iterable[KeptFixture], rules: FixtureRules) -> bool:
    """Whether there are fixtures to undo and none of them has a result."""
    last = _made_last(fixtures, rules)
    return bool(last) and not _with_results(last)


def _with_results(fixtures: Iterable[KeptFixture]) -> list[KeptFixture]:
    return [one for one in fixtures if one.away is not None and not one.is_ahead]


def _made_last(fixtures: Iterable[KeptFixture], rules: FixtureRules) -> list[KeptFixture]:
    kept = list(fixtures)
    play_offs = [one for one in kept if one.play_off]
    if play_offs or rules.format != "swiss":
        return play_offs or kept
    last = max((one.round for one in kept), default=0)
    return [one for one in kept if one.round == last]


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
    if division.kept:
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
    return tuple(replace(one, id=f"{division.level}:{one.id}") for one in ahead)


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
        one = KeptFixture.of(fixture, code=fixture.id, division=division.level)
        if fixture.away is None and of_a_swiss:
            one = one.ended(fixture.outcome) if fixture.outcome else replace(one, status="played")
        yield one.forfeited_by(division.withdrawn)


def on_a_day(fixture: KeptFixture, days: Days) -> KeptFixture:
    """A fixture with the day of its round, if that has one."""
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
