"""What a phone at a table shows beside its game: the hands of the round, where everybody goes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tournaments.evening.models import Evening, Hand, Standing, TableLink, TableRound
from tournaments.evening.reads import access
from tournaments.evening.reads.rounds import RoundView, games_of, views

__all__ = [
    "Hand",
    "TableLink",
    "announced",
    "hands_of",
    "link_for",
    "standings_of",
    "with_running",
]


def link_for(
    token_hash: str, *, club: str, evening: str, table: int, phone_hash: str = ""
) -> TableLink | None:
    """The live link with this hash, if it opens this very table of this evening; one query.

    Its `phone` is the one with `phone_hash`, if that has opened the link before.
    """
    link = access.live_table_link(token_hash, phone_hash)
    if link is None:
        return None
    found = link.table.evening
    opens = (found.club.slug, found.slug, link.table.number)
    return link if opens == (club, evening, table) else None


def hands_of(game: TableRound) -> list[Hand]:
    """The hands of a table in a round as they stand, in order; one query."""
    return list(game.hands.filter(live=True).order_by("number"))


def announced(evening: Evening) -> RoundView | None:
    """The round that is announced and not yet begun; two queries, one where there is none."""
    coming = evening.rounds.filter(
        number=evening.current_round + 1, announced_at__isnull=False, started_at__isnull=True
    )
    games = list(games_of(coming).select_related("round"))
    if not games:
        return None
    round_ = games[0].round
    round_.evening = evening
    return views([round_], games)[0]


def standings_of(evening: Evening, codes: Collection[str]) -> list[Standing]:
    """The standings' lines of these tickets, best first; one query."""
    lines = evening.standings.filter(ticket__code__in=codes)
    return list(lines.select_related("ticket__player").order_by("place", "ticket__number"))


def with_running(hands: Iterable[Hand]) -> list[tuple[Hand, tuple[int, ...]]]:
    """Each hand with the points after it, of the couples or of each seat."""
    running: list[tuple[Hand, tuple[int, ...]]] = []
    for hand in hands:
        before = running[-1][1] if running else (0,) * len(hand.points)
        running.append((hand, tuple(map(sum, zip(before, hand.points, strict=True)))))
    return running
