"""What a phone at a table shows: who sits there, the hands of the round, where everybody goes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, OuterRef, Q, Subquery

from tournaments.evening.models import (
    DirectorCall,
    Evening,
    Hand,
    Round,
    Seat,
    Standing,
    TableLink,
    TableRound,
)
from tournaments.evening.reads import access
from tournaments.evening.reads.names import CoupleNames, Named, OwnPoints, full_names, own_points, short_names
from tournaments.evening.record.record import HandState
from tournaments.movement.seating import MOST_SEATS, SEATS, Couple, couple_of

__all__ = [
    "Hand",
    "Place",
    "Sitter",
    "TableInRound",
    "TableLink",
    "announced",
    "hands_of",
    "link_for",
    "places",
    "standings_of",
    "table_in_round",
    "with_running",
]

_WAITING = DirectorCall.objects.filter(table=OuterRef("table"), answered_at__isnull=True)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody in a seat; `short` is enough to tell the four apart."""

    seat: int
    code: str
    name: str
    short: str

    @property
    def couple(self) -> Couple:
        """The couple of the seat."""
        return couple_of(self.seat)


@dataclass(frozen=True, slots=True)
class TableInRound(CoupleNames):
    """A table in one round. `game` carries its round, table, points and, once settled, its winner.

    `mark` changes with every entry, every word about one, and every call for the director.
    """

    game: TableRound
    sitters: tuple[Sitter, ...]
    mark: str = ""

    @property
    def round(self) -> Round:
        """The round."""
        return self.game.round

    @property
    def codes(self) -> tuple[str, ...]:
        """The tickets of the four, seat 1 first."""
        return tuple(sitter.code for sitter in self.sitters)

    @property
    def points(self) -> tuple[int, ...]:
        """The running points of the couples, or of each seat."""
        return self.game.points

    @property
    def own_points(self) -> list[OwnPoints]:
        """Everybody here with their own points, where they count these."""
        seated = [(sitter.seat, sitter.short) for sitter in self.sitters]
        return own_points(seated, self.points if self.game.by_points else ())

    def diagram(self, *, partnership: bool, mine: int | None = None) -> list[dict[str, object]]:
        """Who sits where, as partials/seat_diagram.html draws it; with their couples where these play.

        `mine` is the seat of whoever reads it.
        """
        return [
            {
                "seat": sitter.seat,
                "name": sitter.short,
                "couple": sitter.couple if partnership else "",
                "is_you": sitter.seat == mine,
            }
            for sitter in self.sitters
        ]

    def names(self, couple: Couple) -> str:
        """A couple by its players: "Ann & Clara"; nobody where more than four may sit."""
        if len(self.sitters) > SEATS:
            return ""
        return " & ".join(sitter.short for sitter in self.sitters if sitter.couple == couple)


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is in a round: at `table` in `seat` with `partner`, or sitting out (all three None)."""

    code: str
    name: str
    table: int | None = None
    seat: int | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()


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


def table_in_round(evening: Evening, table: int, round_number: int) -> TableInRound | None:
    """A table with its four, or None where it is not in play in that round; two queries."""
    game = (
        TableRound.objects.select_related("round__bell_table", "table")
        .filter(round__evening=evening, round__number=round_number, table__number=table)
        .annotate(
            entered=Max("hands__entry_id"),
            confirmed=Count("hands", filter=~Q(hands__confirmed_by="")),
            open=Count("hands", filter=Q(hands__state__in=(HandState.DISPUTES, HandState.LATE))),
            call=Subquery(_WAITING.values("pk")[:1]),
        )
        .first()
    )
    if game is None:
        return None
    mark = (game.entered, game.confirmed, game.open, game.call, game.decision or None)
    seats = game.seats.order_by("seat")
    rows = list(seats.values_list("seat", "ticket__code", "ticket__player__name", "ticket__number"))
    people = [Named(code, name, number) for _, code, name, number in rows]
    whole, short = full_names(people), short_names(people)
    sitters = tuple(
        Sitter(seat, code, whole[code], short[code]) for seat, code, _, _ in rows if seat is not None
    )
    return TableInRound(game, sitters, ".".join(str(told or 0) for told in mark))


def hands_of(game: TableRound) -> list[Hand]:
    """The hands of a table in a round as they stand, in order; one query."""
    return list(game.hands.filter(live=True).order_by("number"))


def announced(evening: Evening) -> Round | None:
    """The round that is announced and not yet begun; one query."""
    return evening.rounds.filter(
        number=evening.current_round + 1, announced_at__isnull=False, started_at__isnull=True
    ).first()


def places(round_: Round, *, partnership: bool = True) -> dict[str, Place]:
    """Where everybody is in a round, by ticket; one query.

    With `partnership` whoever sits opposite is one's partner, and the two others play against both.
    """
    rows = list(
        Seat.objects.filter(round=round_)
        .order_by("table_round__table__number", "seat", "sit_out_order")
        .values_list(
            "ticket__code", "ticket__player__name", "ticket__number", "table_round__table__number", "seat"
        )
    )
    names = full_names([Named(code, name, number) for code, name, number, _, _ in rows])
    at = {(table, seat): code for code, _, _, table, seat in rows if table is not None}

    def with_others(code: str, table: int, seat: int) -> Place:
        across = at.get((table, (seat + 1) % SEATS + 1)) if partnership else None
        others = [at.get((table, other)) for other in range(1, MOST_SEATS + 1)]
        return Place(
            code,
            names[code],
            table,
            seat,
            partner=names[across] if across else "",
            opponents=tuple(names[other] for other in others if other and other not in (code, across)),
        )

    return {
        code: with_others(code, table, seat) if table and seat else Place(code, names[code])
        for code, _, _, table, seat in rows
    }


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
