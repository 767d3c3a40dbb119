"""The end of a season of fixtures: play-offs, and the season that goes on from it with who went up and down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from tournaments.league import acts
from tournaments.league.acts.fixtures import told
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, contest, members_of
from tournaments.league.services import identity_merge
from tournaments.league.services.fixture_state import opened
from tournaments.league.services.ledger import open_season
from tournaments.league.services.seasons import make_season
from tournaments.ranking.fixtures import divisions as up_and_down
from tournaments.ranking.fixtures.divisions import Border
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.refusals import refuse


@dataclass(frozen=True, slots=True)
class Next:
    """A division as the next season begins: its name, and its entrants by their numbers in this one, best first."""

    name: str
    entrants: tuple[int, ...]


@transaction.atomic
def make_play_offs(*, season: Season, by: str, at: datetime, day: date | None = None) -> int:
    """Make the play-offs by the tables as they stand; how many there are.

    Raises Faults where fixtures are ahead, nobody plays off, or they are made already.
    """
    book, seen = opened(season, acts.PlayOff, by=by, at=at)
    _check_over(seen)
    if any(one.play_offs for one in seen.divisions):
        refuse("fixtures", "made", "the play-offs are made already")
    pairs = up_and_down.play_offs([one.finished for one in seen.divisions], _borders(seen))
    if not pairs:
        refuse("rules.borders", "none", "by the rules of this season nobody plays off")
    made = list(_fixtures(seen, pairs, day))
    book.do(acts.MakePlayOffs(told={"fixtures": told(made)}))
    return len(made)


def _fixtures(seen: Contest, pairs: Sequence[up_and_down.PlayOff], day: date | None) -> Iterator[KeptFixture]:
    levels = {one.name: one.level for one in seen.divisions}
    last = max(one.last_round for one in seen.divisions)
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


def _check_over(seen: Contest) -> None:
    if not seen.rules.has_table:
        refuse("rules.format", "no-table", "a knock-out has no table: nobody goes up or down by it")
    if not seen.is_played_out:
        refuse("fixtures", "ahead", "the season is not played out: there are fixtures without a result")
    _check_sizes(seen)


def _check_sizes(seen: Contest) -> None:
    try:
        up_and_down.play_offs([one.finished for one in seen.divisions], _borders(seen))
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "more go up and down than a division has entrants; change the numbers in the rules",
        )


def _borders(seen: Contest) -> tuple[Border, ...]:
    """A border between each two divisions; where the rules name none nobody moves, and those too many are none."""
    named, needed = seen.rules.division_borders(), len(seen.divisions) - 1
    return (*named[:needed], *(Border(0, 0),) * (needed - len(named)))


def next_divisions(seen: Contest) -> tuple[Next, ...]:
    """The divisions as the next season begins, who has withdrawn left out.

    Raises Faults where the season is not played out, or its play-offs are to be made or played.
    """
    if not seen.rules.has_table:
        return tuple(Next(one.name, tuple(map(int, one.playing))) for one in seen.divisions)
    _check_over(seen)
    rows = [row for one in seen.divisions for row in one.play_offs]
    if (seen.plays_off and not rows) or any(seen.state.fixtures[row.code].is_ahead for row in rows):
        refuse("fixtures", "play-offs", "who goes up and down is not settled: the play-offs come first")
    winners = {
        str(won.number) for row in rows if (won := {"home": row.home, "away": row.away}.get(row.winner))
    }
    withdrawn = {str(number) for one in seen.divisions for number in one.withdrawn}
    finished = [one.finished for one in seen.divisions]
    try:
        new = up_and_down.next_season(finished, _borders(seen), winners=winners, withdrawn=withdrawn)
    except ValueError:
        refuse(
            "rules.borders",
            "do-not-fit",
            "so many have withdrawn that a division is too small for what goes up and down; enter them by hand",
        )
    return tuple(Next(one.name, tuple(map(int, one.entrants))) for one in new)


@transaction.atomic
def make_next_season(*, season: Season, name: str, starts: date, ends: date, by: str, at: datetime) -> Season:
    """The next season with the same rules, in its divisions who went up and down; seeds as they finished.

    Raises Faults unless this one is over, on a bad name or day, or where two who go on are read as one person by now.
    """
    identity_merge.lock_clubs_of(season)
    book = open_season(season.pk, by=by, at=at)
    if book.season.stage != Season.Stage.CLOSED:
        refuse("season.stage", "not-now", "“%(name)s” is not over; close it first", name=book.season.name)
    seen = contest(book.season)
    divisions = next_divisions(seen)
    identity_merge.check_all_different(
        seen, [number for one in divisions for number in one.entrants], "entrants"
    )
    new = make_season(
        league=book.season.league,
        name=name,
        kind=book.season.kind,
        starts=starts,
        ends=ends,
        rules=book.season.rules,
        by=by,
        at=at,
        previous=book.season,
    )
    _enter(new, seen, divisions, by=by, at=at)
    return new


def _enter(new: Season, seen: Contest, divisions: Sequence[Next], *, by: str, at: datetime) -> None:
    book = open_season(new.pk, by=by, at=at)
    levels = [{"name": one.name, "was": None} for one in divisions]
    if levels:
        book.do(acts.Divide(told={"divisions": levels}))
    order = [(level, number) for level, one in enumerate(divisions, 1) for number in one.entrants]
    rows = [
        {
            "number": seed,
            "name": seen.entrants[number].name,
            "division": level,
            "players": list(members_of(seen.entrants[number])),
            "rating": seen.entrants[number].rating,
        }
        for seed, (level, number) in enumerate(order, 1)
    ]
    if rows:
        book.do(acts.Enter(told={"entrants": rows}))
