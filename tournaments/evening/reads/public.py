"""What a visitor reads: clubs, their evenings, rounds, tables, standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Case, IntegerField, Max, Q, QuerySet, Value, When

from tournaments.club.models import Club
from tournaments.club.reads import permissions
from tournaments.evening.models import Evening, Hand, Publication, Round, Seat, Standing, TableRound
from tournaments.evening.reads import access
from tournaments.evening.reads.names import CoupleNames, Named, OwnPoints, full_names, own_points, short_names
from tournaments.evening.reads.pending_hands import Mark
from tournaments.evening.reads.published import is_reopened, results_shown
from tournaments.evening.status import Status
from tournaments.movement.seating import Couple
from tournaments.ranking.prizes import Prize

__all__ = [
    "Club",
    "Evening",
    "Hand",
    "Prize",
    "Publication",
    "Round",
    "RoundSeen",
    "Standing",
    "TableSeen",
]

OVER = (Status.FINISHED, Status.PUBLISHED)
UNDER_WAY = (Status.PLAYING, Status.BELL, Status.SETTLED, Status.DRAFTED, Status.MOVED)
LEFT_OPEN = timedelta(hours=12)
SITS_OUT = 0


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody in a seat of a round, or sitting out (`seat` None)."""

    code: str
    name: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class TableSeen(CoupleNames):
    """A table of a round; `game` has its points, cut and winner, `mark` says what is not agreed about them."""

    number: int
    game: TableRound
    sitters: tuple[Guest, ...]
    rang: bool
    short: Mapping[str, str]
    mark: Mark | None = None

    def names(self, couple: Couple) -> str:
        """A couple by its players, in short: "Ann & Clara"."""
        return " & ".join(self.short[guest.code] for guest in self.couple(couple))

    def couple(self, couple: Couple) -> tuple[Guest, ...]:
        """The two players of a couple, the lower seat first."""
        odd = couple == "A"
        return tuple(guest for guest in self.sitters if guest.seat and bool(guest.seat % 2) == odd)

    @property
    def couple_a(self) -> tuple[Guest, ...]:
        """The head couple."""
        return self.couple("A")

    @property
    def couple_b(self) -> tuple[Guest, ...]:
        """The side couple."""
        return self.couple("B")

    @property
    def own_points(self) -> list[OwnPoints]:
        """Everybody here with their own points, where they count these."""
        seated = [(guest.seat, self.short[guest.code]) for guest in self.sitters if guest.seat]
        return own_points(seated, self.game.points if self.game.by_points else ())


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round as a visitor may see it."""

    round: Round
    tables: tuple[TableSeen, ...]
    sitting_out: tuple[Guest, ...]

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return self.round.number

    @property
    def marks(self) -> frozenset[Mark]:
        """What is not agreed somewhere in the round."""
        return frozenset(table.mark for table in self.tables if table.mark)

    def table(self, number: int) -> TableSeen | None:
        """The table with this number."""
        return next((table for table in self.tables if table.number == number), None)


def clubs() -> list[Club]:
    """Every club a visitor may see; one query."""
    return list(permissions.public_clubs().order_by("name"))


def evenings_of(club: Club) -> list[Evening]:
    """The club's evenings, latest first; one query."""
    return list(access.public_evenings().filter(club=club).order_by("-date", "-pk"))


def running(club: Club | None = None) -> list[Evening]:
    """The evenings that are on now, of one club or of all; one query."""
    on = access.public_evenings().exclude(status__in=OVER).order_by("-date", "-pk")
    return list(on if club is None else on.filter(club=club))


def on_now(at: datetime) -> Evening | None:
    """The evening that a wall shows where nobody says which, the one in play before any other; one query.

    Of several the one in which something was done last; one in which nothing was for half a day was left open.
    """
    latest = Max("ledger__at")
    on = access.public_evenings().exclude(status__in=OVER).annotate(acted_at=latest)
    lately = Q(acted_at__gte=at - LEFT_OPEN)
    return on.order_by(
        Case(
            When(lately & Q(status__in=UNDER_WAY), then=Value(0)),
            When(lately, then=Value(1)),
            default=Value(2),
            output_field=IntegerField(),
        ),
        "-acted_at",
        "-pk",
    ).first()


def winners(evenings: list[Evening]) -> dict[int, str]:
    """Who stands first in each of these evenings, by its primary key.

    One query, and a few more for each whose results are being corrected.
    """
    rows = (
        Standing.objects.filter(evening__in=[row for row in evenings if not is_reopened(row)], place=1)
        .order_by("evening", "ticket__number")
        .values_list("evening_id", "ticket__player__name")
    )
    names: dict[int, list[str]] = defaultdict(list)
    for evening, name in rows:
        names[evening].append(name)
    for reopened in filter(is_reopened, evenings):
        names[reopened.pk] = [line.ticket.player.name for line in standings(reopened) if line.place == 1]
    return {evening: ", ".join(first) for evening, first in names.items()}


def people(evening: Evening) -> dict[str, str]:
    """The name of every ticket, by code; one query."""
    rows = evening.tickets.order_by("number").values_list("code", "player__name", "number")
    return full_names([Named(*row) for row in rows])


def shown_rounds(evening: Evening) -> QuerySet[Round]:
    """The rounds that a visitor may see: begun, announced, or drawn; a drafted move is the director's."""
    begun = Q(announced_at__isnull=False) | Q(number__lte=max(1, evening.current_round))
    return evening.rounds.filter(begun).order_by("number")


def rounds(evening: Evening, *, number: int | None = None) -> list[RoundSeen]:
    """The rounds with their seats and results, or the one with `number`; three queries."""
    wanted = shown_rounds(evening).select_related("bell_table")
    shown = results_shown(evening)
    found = shown.rounds(list(wanted if number is None else wanted.filter(number=number)))
    games: dict[int, list[TableRound]] = defaultdict(list)
    numbers = {round_.pk: round_.number for round_ in found}
    for game in TableRound.objects.filter(round__in=found).select_related("table").order_by("table__number"):
        games[game.round_id].append(shown.game(game, numbers[game.round_id]))
    seats = _seats(found)
    return [_seen(round_, games[round_.pk], seats) for round_ in found]


def with_marks(seen: RoundSeen, evening: Evening) -> RoundSeen:
    """The round with what is not agreed about the scores of its tables; one query, none before it is begun."""
    if seen.round.started_at is None:
        return seen
    marks = results_shown(evening).marks_of_tables(seen.round)
    return replace(seen, tables=tuple(replace(table, mark=marks.get(table.number)) for table in seen.tables))


Seats = dict[int, dict[int, list[tuple[Guest, Named]]]]


def _seats(found: list[Round]) -> Seats:
    """For each round, the people of each of its games, and under SITS_OUT those without a seat."""
    rows = Seat.objects.filter(round__in=found).order_by("round", "seat", "sit_out_order")
    seats: Seats = {round_.pk: defaultdict(list) for round_ in found}
    people: dict[str, Named] = {}
    values = rows.values_list(
        "round_id", "table_round_id", "seat", "ticket__code", "ticket__player__name", "ticket__number"
    )
    told = list(values)
    for *_, code, name, number in told:
        people[code] = Named(code, name, number)
    names = full_names(list(people.values()))
    for round_id, game_id, seat, code, _, _ in told:
        seats[round_id][game_id or SITS_OUT].append((Guest(code, names[code], seat), people[code]))
    return seats


def _seen(round_: Round, games: list[TableRound], seats: Seats) -> RoundSeen:
    of_round = seats[round_.pk]
    return RoundSeen(
        round_,
        tuple(
            TableSeen(
                game.table.number,
                game,
                tuple(guest for guest, _ in of_round[game.pk]),
                round_.bell_table_id == game.table_id,
                short_names([named for _, named in of_round[game.pk]]),
            )
            for game in games
        ),
        tuple(guest for guest, _ in of_round[SITS_OUT]),
    )


def hands(evening: Evening, seen: RoundSeen, table: TableSeen) -> list[Hand]:
    """The hands of a table in a round, in order; one query."""
    return results_shown(evening).hands(table.game, seen.number)


def standings(evening: Evening) -> list[Standing]:
    """The standings' lines, best first, with ticket and player; one query."""
    return results_shown(evening).standings()


def prizes(evening: Evening) -> tuple[Prize, ...]:
    """The prizes of an evening that is over; none before."""
    return results_shown(evening).prizes()


def last_publication(evening: Evening) -> Publication | None:
    """The latest publication; one query, none where nothing was published."""
    if evening.published_at is None:
        return None
    return evening.publications.order_by("-number").first()
