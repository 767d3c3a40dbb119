"""The one read model of a round, for desk, phone, wall, public page and API: its games, and where everybody is.

A game is a table in one round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from tournaments.club.models.clubs import name_at
from tournaments.evening.models import DirectorCall, Evening, Round, Seat, Table, TableLink, TableRound
from tournaments.evening.reads.facts import Named, full_names, game_of, short_names
from tournaments.evening.reads.hands import Mark
from tournaments.evening.reads.scoresheets import ScoreSheet, sheet_of
from tournaments.evening.round_rules import TableScore
from tournaments.movement.seating import SEATS, Couple, couple_of, is_winner

__all__ = ["DirectorCall", "TableLink"]

SITS_OUT = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """Somebody in a round: in `seat` of a table, or sitting out (SITS_OUT); `name` tells them from all others."""

    seat: int
    code: str
    name: str
    short: str
    number: int = 0
    colour: str = ""
    has_left: bool = False

    @property
    def couple(self) -> Couple:
        return couple_of(self.seat)


@dataclass(frozen=True, slots=True)
class OwnPoints:
    seat: int
    name: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """A table in one round, its `row` read with table and round; only `round_views` sets `last_hand_at`."""

    row: TableRound
    seats: tuple[SeatView, ...]
    rang: bool
    mark: Mark | None = None
    last_hand_at: datetime | None = None

    @property
    def round(self) -> Round:
        return self.row.round

    @property
    def table(self) -> int:
        return self.row.table.number

    @property
    def points(self) -> tuple[int, ...]:
        """The running points of couples A and B, or of each seat where everybody counts their own."""
        return self.row.points

    @property
    def by_seat(self) -> bool:
        return self.row.keeping.by_seat

    @property
    def in_couples(self) -> bool:
        """Whether partners, who count their own points, have the same by the rules of the game and in fact."""
        shared = self.by_seat and len(self.points) == SEATS and self.points[:2] == self.points[2:]
        return shared and game_of(self.round.evening).partners_share

    @property
    def hands(self) -> int:
        return self.row.hands_count

    @property
    def cut(self) -> str:
        return self.row.cut[:1]

    @property
    def winner(self) -> str:
        return self.row.winner

    @property
    def decision(self) -> str:
        return self.row.decision

    @property
    def is_ruled(self) -> bool:
        """Whether a director has decided it otherwise than by entering its totals."""
        return self.decision not in ("", TableRound.Decision.TOTALS)

    @property
    def decision_label(self) -> str:
        return self.row.get_decision_display()

    @property
    def score(self) -> TableScore:
        return self.row.score

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(player.code for player in self.seats)

    @property
    def couple_a(self) -> tuple[SeatView, ...]:
        return self.couple("A")

    @property
    def couple_b(self) -> tuple[SeatView, ...]:
        return self.couple("B")

    @property
    def names_a(self) -> str:
        return self.names("A")

    @property
    def names_b(self) -> str:
        return self.names("B")

    @property
    def own_points(self) -> list[OwnPoints]:
        if not self.by_seat:
            return []
        winner = "" if self.decision == TableRound.Decision.NOT_PLAYED else self.winner
        return [
            OwnPoints(player.seat, player.short, self.points[player.seat - 1], str(player.seat) == winner)
            for player in self.seats
        ]

    def couple(self, couple: Couple) -> tuple[SeatView, ...]:
        return tuple(player for player in self.seats if player.couple == couple)

    def names(self, couple: Couple) -> str:
        """The players of a couple, in short: "Ann & Clara"; nobody where everybody plays alone."""
        return (
            ""
            if self.by_seat and not self.in_couples
            else " & ".join(player.short for player in self.couple(couple))
        )

    def side(self, side: str) -> str:
        """Who makes up a side, in short: a couple, or the one who has that seat; nobody for no side."""
        if not side.isdecimal():
            return self.names("A" if side == "A" else "B") if side else ""
        return next((player.short for player in self.seats if str(player.seat) == side), "")

    @property
    def winning(self) -> str:
        return self.side(self.winner or self.score.winner or "")

    @property
    def level_sides(self) -> list[tuple[str, str]]:
        """The sides that are level and cut next, each with its players; none where nobody has to.

        Where all have cut, those who cut first: a cut that was entered wrongly is entered again.
        """
        return [(side, self.side(side)) for side in self.score.level or self.score.uncut.level]

    @property
    def is_for_going_on(self) -> bool:
        """Whether the game is won already, so that those who are level cut only for who goes on."""
        return self.score.keeping.is_won is False or self.score.winner is not None

    @property
    def through(self) -> list[str]:
        return [self.side(side) for side in self.score.through]

    def partner_and_opponents(self, who: SeatView, *, partnership: bool) -> tuple[str, tuple[str, ...]]:
        """The name of the partner opposite, "" for nobody, and the names of the opponents."""
        across = (who.seat + 1) % SEATS + 1 if partnership else None
        partner = next((player.name for player in self.seats if player.seat == across), "")
        return partner, tuple(player.name for player in self.seats if player.seat not in (who.seat, across))

    def diagram(
        self, *, partnership: bool, mine: int | None = None, dealer: int | None = None
    ) -> list[dict[str, object]]:
        """Who sits where, as partials/seat_diagram.html draws it; `mine` and `dealer` are seats."""
        return [
            {
                "seat": player.seat,
                "name": player.short,
                "couple": player.couple if partnership else "",
                "is_you": player.seat == mine,
                "is_dealer": player.seat == dealer,
            }
            for player in self.seats
        ]


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Where somebody is in a round, with and against whom; `game` is None for whoever sits out."""

    round: Round
    who: SeatView
    game: GameView | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()

    @property
    def table(self) -> int | None:
        return self.game.table if self.game else None

    @property
    def seat(self) -> int | None:
        return self.who.seat or None

    @property
    def points(self) -> tuple[int, ...] | None:
        """Their couple's points and the other's; None for who sits out, or counts their own."""
        if self.game is None or self.game.by_seat:
            return None
        return self.game.points if self.who.couple == "A" else self.game.points[::-1]

    @property
    def own_points(self) -> int | None:
        if self.game is None or not self.game.by_seat:
            return None
        return self.game.points[self.who.seat - 1]

    @property
    def outcome(self) -> str:
        """`won` or `lost`, `not_played`, `sat_out`, or nothing while it is open; points have no winner."""
        if self.game is None:
            return "sat_out"
        if self.game.decision == TableRound.Decision.NOT_PLAYED or self.who.code in self.round.absent:
            return "not_played"
        if self.round.closed_at is None or not self.game.winner:
            return ""
        return "won" if is_winner(self.game.winner, self.who.seat) else "lost"


@dataclass(frozen=True, slots=True)
class RoundView:
    round: Round
    games: tuple[GameView, ...]
    sitting_out: tuple[SeatView, ...]

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def in_couples(self) -> bool:
        return all(game.in_couples for game in self.games)

    @property
    def marks(self) -> frozenset[Mark]:
        return frozenset(game.mark for game in self.games if game.mark)

    def game(self, table: int) -> GameView | None:
        return next((game for game in self.games if game.table == table), None)

    def seated(self) -> dict[str, tuple[int, int]]:
        return {player.code: (game.table, player.seat) for game in self.games for player in game.seats}

    def places(self, *, partnership: bool) -> dict[str, PlaceView]:
        """Where everybody is, by ticket code; with `partnership` whoever sits opposite is one's partner."""
        places = {player.code: PlaceView(self.round, player) for player in self.sitting_out}
        for game in self.games:
            for player in game.seats:
                company = game.partner_and_opponents(player, partnership=partnership)
                places[player.code] = PlaceView(self.round, player, game, *company)
        return places

    def people(self) -> list[SeatView]:
        return [player for game in self.games for player in game.seats] + list(self.sitting_out)


def games_of(rounds: Collection[Round] | QuerySet[Round]) -> QuerySet[TableRound]:
    return TableRound.objects.filter(round__in=rounds).select_related("table").order_by("table__number")


def round_views(evening: Evening, numbers: Iterable[int]) -> dict[int, RoundView]:
    rounds = list(evening.rounds.filter(number__in=list(numbers)))
    last = Max("hands__played_at", filter=Q(hands__live=True))
    return {view.number: view for view in views(rounds, games_of(rounds).annotate(last_hand_at=last))}


def games_by_place(evening: Evening, numbers: Collection[int]) -> dict[tuple[int, int], GameView]:
    rounds = round_views(evening, numbers) if numbers else {}
    return {(number, game.table): game for number, view in sorted(rounds.items()) for game in view.games}


def views(
    rounds: Sequence[Round],
    games: Iterable[TableRound],
    *,
    names: Mapping[str, str] | None = None,
) -> list[RoundView]:
    """These rounds with these games and everybody in them, told apart by `names` or among themselves; one query."""
    of = {round_.pk: round_ for round_ in rounds}
    played: dict[int, list[TableRound]] = defaultdict(list)
    for game in games:
        game.round = of[game.round_id]
        played[game.round_id].append(game)
    people = _people(rounds, names)
    return [
        RoundView(
            round_,
            tuple(_game(game, people[round_.pk, game.pk]) for game in played[round_.pk]),
            tuple(people[round_.pk, SITS_OUT]),
        )
        for round_ in rounds
    ]


def game_view(evening: Evening, table: int, round_number: int, *, fresh: bool = True) -> GameView | None:
    """A table with its people and the table that rang; None where it is not in play in that round. Two queries.

    One, unless `fresh`, where another table was asked for since the evening moved.
    """
    games = TableRound.objects.select_related("round__bell_table", "table")
    game = games.filter(round__evening=evening, round__number=round_number, table__number=table).first()
    if game is None:
        return None
    game.round.evening = evening
    room = _people([game.round]) if fresh else _cached_people(evening.salt, evening.version, game.round)
    return _game(game, room[game.round_id, game.pk])


def came_here(game: GameView) -> frozenset[str]:
    """The tickets that have come to a table from another one for this round; none in the first. One query."""
    if game.round.number == 1:
        return frozenset()
    before = Seat.objects.filter(
        round__evening=game.round.evening_id,
        round__number=game.round.number - 1,
        ticket__code__in=game.codes,
        table_round__isnull=False,
    )
    return frozenset(before.exclude(table_round__table=game.row.table).values_list("ticket__code", flat=True))


def _game(game: TableRound, seats: Iterable[SeatView]) -> GameView:
    last = getattr(game, "last_hand_at", None)
    rang = game.round.bell_table_id == game.table_id
    return GameView(game, tuple(seats), rang, last_hand_at=last)


def _people(
    rounds: Sequence[Round], names: Mapping[str, str] | None = None
) -> dict[tuple[int, int], list[SeatView]]:
    # By round and game; under SITS_OUT those without a seat.
    rows = list(
        Seat.objects.filter(round__in=rounds)
        .order_by("round", "seat", "sit_out_order")
        .values_list(
            "round_id",
            "table_round_id",
            "seat",
            "ticket__code",
            name_at("ticket__player__"),
            "ticket__number",
            "ticket__colour",
            "ticket__left_in",
        )
    )
    if names is None:
        names = full_names(list({row[3]: Named(*row[3:6]) for row in rows}.values()))
    together: dict[int, list[Named]] = defaultdict(list)
    for round_id, _game, _seat, code, name, number, *_more in rows:
        together[round_id].append(Named(code, name, number))
    short = {round_id: short_names(room) for round_id, room in together.items()}
    seats: dict[tuple[int, int], list[SeatView]] = defaultdict(list)
    for round_id, game, seat, code, _name, number, colour, left_in in rows:
        where = (round_id, game or SITS_OUT)
        called = (names[code], short[round_id][code], number, colour)
        seats[where].append(SeatView(seat or SITS_OUT, code, *called, has_left=left_in is not None))
    return seats


MOST_KEPT, MOST_ROOMS = 1024, 16
"""Tables whose last state is kept in memory, of which a club has sixty; rounds of which is kept who sits where."""


class TableNow(NamedTuple):
    """What all phones of a table show alike: its game with the score sheet, and the call that waits.

    Only ever read: several requests have it at once.
    """

    game: GameView | None
    sheet: ScoreSheet | None
    call: DirectorCall | None


def table_now(link: TableLink, *, fresh: bool) -> TableNow:
    """The table in the round in play; no query where a phone asked since it moved, unless `fresh`."""
    evening = link.table.evening
    number = max(1, evening.current_round)
    if fresh:
        return _read(evening, link.table, number, fresh=True)
    return _cached_table(evening.salt, link.shown, evening, link.table, number)


@lru_cache(maxsize=MOST_KEPT)
def _cached_table(salt: str, shown: int, evening: Evening, table: Table, number: int) -> TableNow:
    # Rows are equal by their primary keys, and the salt tells evenings apart whatever these are.
    return _read(evening, table, number, fresh=False)


@lru_cache(maxsize=MOST_ROOMS)
def _cached_people(salt: str, version: int, round_: Round) -> Mapping[tuple[int, int], list[SeatView]]:
    # At the bell all tables are asked for at one version.
    return _people([round_])


def forget_tables() -> None:
    _cached_table.cache_clear()
    _cached_people.cache_clear()


def _read(evening: Evening, table: Table, number: int, *, fresh: bool) -> TableNow:
    game = game_view(evening, table.number, number, fresh=fresh)
    return TableNow(game, sheet_of(game.row) if game else None, waiting_call(table))


def seats_at(evening: Evening, table: int) -> int:
    return Seat.objects.filter(
        round__evening=evening, round__number=evening.current_round, table_round__table__number=table
    ).count()


def announced(evening: Evening) -> RoundView | None:
    coming = evening.rounds.filter(
        number=evening.current_round + 1, announced_at__isnull=False, started_at__isnull=True
    )
    games = list(games_of(coming).select_related("round"))
    if not games:
        return None
    round_ = games[0].round
    round_.evening = evening
    return views([round_], games)[0]


def waiting_call(table: Table) -> DirectorCall | None:
    return table.calls.filter(answered_at__isnull=True).first()
