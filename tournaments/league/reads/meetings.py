"""In which rounds of an evening the two of a fixture sat at one table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournaments.evening.models import Seat
from tournaments.league.reads.fixtures import Contest, Fixture, members_of


def rounds_met(seen: Contest, fixtures: Sequence[Fixture]) -> dict[str, list[int]]:
    """The rounds by the codes of fixtures that rest on an evening; one query, none where no fixture does."""
    resting = [row for row in fixtures if row.evening_id is not None and row.away is not None]
    if not resting:
        return {}
    sides = {row.code: _sides(seen, row) for row in resting}
    people = {player for both in sides.values() for side in both for player in side}
    seats = Seat.objects.filter(
        round__evening__in={row.evening_id for row in resting},
        ticket__player__in=people,
        table_round__isnull=False,
    ).values_list("round__evening_id", "round__number", "table_round_id", "ticket__player_id")
    tables: dict[tuple[int, int, int | None], set[int]] = defaultdict(set)
    for evening, number, table, player in seats:
        tables[evening, number, table].add(player)
    return {
        row.code: sorted(
            number
            for (evening, number, _), there in tables.items()
            if evening == row.evening_id and all(there & side for side in sides[row.code])
        )
        for row in resting
    }


def _sides(seen: Contest, row: Fixture) -> tuple[set[int], ...]:
    entrants = (row.home, row.away)
    return tuple(set(members_of(seen.entrants[one.number])) for one in entrants if one is not None)
