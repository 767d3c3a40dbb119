"""Who meets whom: fixtures made for every division at once, and undone while nothing is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime

from django.db import transaction

from tournaments.league import acts
from tournaments.league.acts.fixtures import told
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, DivisionSeen
from tournaments.league.services.fixture_state import kept_of, opened
from tournaments.ledger.days import checked_date
from tournaments.movement.by_result.pairing import pair_up
from tournaments.movement.schedules.berger import berger_rounds
from tournaments.ranking.fixtures import elimination
from tournaments.ranking.fixtures.fixtures import double_round_robin, round_robin, swiss_round
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.ranking.fixtures.values import Fixture
from tournaments.refusals import refuse

Days = Mapping[int, date]
"""The day of each round that has one."""


@transaction.atomic
def make_fixtures(
    *, season: Season, by: str, at: datetime, anyway: bool = False, days: Days | None = None
) -> list[str]:
    """Make the fixtures of every division: all of a round robin, the next round of a Swiss, the first of a knock-out.

    Arguments:
        anyway: pair a Swiss though results of its last round are missing.
        days: when rounds are, by their numbers.

    Returns:
        The codes of the new fixtures.

    Raises Faults where a division has fewer than two to meet, its fixtures are made, or results are missing.
    """
    book, seen = opened(season, acts.Draw, by=by, at=at)
    if not seen.divisions:
        refuse("entrants", "too-few", "nobody is entered; two are needed to meet")
    for division in seen.divisions:
        _check_can_meet(division)
    rounds = [_MAKERS[seen.rules.format](seen, division, anyway) for division in seen.divisions]
    days = {number: checked_date(day) for number, day in (days or {}).items()}
    made = [
        on_a_day(one, days)
        for division, fixtures in zip(seen.divisions, rounds, strict=True)
        for one in kept_fixtures(division, fixtures)
    ]
    book.do(acts.MakeFixtures(told={"fixtures": told(made)}))
    return [one.code for one in made]


def _check_can_meet(division: DivisionSeen) -> None:
    count = len(division.playing) - len(division.left_out)
    if count < 2:
        refuse(
            "entrants",
            "too-few",
            "“%(name)s” has %(entered)s to play; two are needed to meet",
            name=division.name,
            entered=count,
        )


def _check_not_made(division: DivisionSeen) -> None:
    if division.rows:
        refuse("fixtures", "made", "the fixtures of “%(name)s” are made already", name=division.name)


def _everybody_once(seen: Contest, division: DivisionSeen, anyway: bool) -> tuple[Fixture, ...]:
    _check_not_made(division)
    cards = berger_rounds(len(division.playing))
    return round_robin(division.playing, cards, division=str(division.level))


def _everybody_twice(seen: Contest, division: DivisionSeen, anyway: bool) -> tuple[Fixture, ...]:
    _check_not_made(division)
    cards = berger_rounds(len(division.playing))
    return double_round_robin(division.playing, cards, division=str(division.level))


def _next_of_a_swiss(seen: Contest, division: DivisionSeen, anyway: bool) -> tuple[Fixture, ...]:
    number = next_round_of(seen, division, anyway=anyway)
    places = {line.entrant: line.place for line in division.lines}
    ranked = sorted(division.playing, key=lambda entrant: (places[entrant], int(entrant)))
    return swiss_round(
        ranked,
        division.values,
        pair_up,
        number=number,
        rules=seen.rules.table_rules().match_points,
        division=str(division.level),
        left_out=division.left_out,
        beside=division.beside,
    )


def next_round_of(seen: Contest, division: DivisionSeen, *, anyway: bool) -> int:
    """The number of the round that is to be made. Raises Faults where all are, or results of the last are missing."""
    number, most = division.next_round, whole_rounds(seen.rules, division)
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


def _first_of_a_knock_out(seen: Contest, division: DivisionSeen, anyway: bool) -> tuple[Fixture, ...]:
    _check_not_made(division)
    double = seen.rules.format == "double_knock_out"
    ahead = elimination.followed(division.numbers, (), double=double).ahead
    return tuple(replace(one, id=f"{division.level}:{one.id}") for one in ahead)


_MAKERS = {
    "round_robin": _everybody_once,
    "double_round_robin": _everybody_twice,
    "swiss": _next_of_a_swiss,
    "knock_out": _first_of_a_knock_out,
    "double_knock_out": _first_of_a_knock_out,
}


def kept_fixtures(division: DivisionSeen, fixtures: Iterable[Fixture]) -> Iterator[KeptFixture]:
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


@transaction.atomic
def undo_last(*, season: Season, by: str, at: datetime) -> int:
    """Undo the fixtures made last, while nothing in them is played; the number of fixtures that are no more.

    Of a Swiss that is its last round, of any other format all fixtures, of a season that plays off its play-offs.
    Raises Faults where there are none, or one of them has a result.
    """
    book, seen = opened(season, acts.Draw, by=by, at=at)
    last = _made_last(seen)
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
    play_off = last[0].play_off
    act = acts.PlayOff if play_off else acts.MakeFixtures
    book.do(act(told={"undone": [one.code for one in last]}))
    return len(last)


def can_undo(seen: Contest) -> bool:
    """Whether there are fixtures to undo and none of them has a result."""
    last = _made_last(seen)
    return bool(last) and not _with_results(last)


def _with_results(fixtures: Iterable[KeptFixture]) -> list[KeptFixture]:
    return [one for one in fixtures if one.away is not None and not one.is_ahead]


def _made_last(seen: Contest) -> list[KeptFixture]:
    kept = kept_of(seen)
    play_offs = [one for one in kept if one.play_off]
    if play_offs or seen.rules.format != "swiss":
        return play_offs or kept
    last = max((one.round for one in kept), default=0)
    return [one for one in kept if one.round == last]


def whole_rounds(rules: FixtureRules, division: DivisionSeen) -> int:
    """How many rounds a division has in all, as far as that is known; 0 for a double knock-out."""
    players = len(division.numbers)
    once = players - 1 + players % 2
    return {
        "round_robin": once,
        "double_round_robin": 2 * once,
        "swiss": rules.rounds or 0,
        "knock_out": max(players - 1, 0).bit_length(),
        "double_knock_out": 0,
    }[rules.format]
