"""The one read model of a round, for desk, phone, wall, public page and API: its games, and where everybody is.

A game is a table in one round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from tournaments.club.shown_names import name_at
from tournaments.evening.models import Evening, Round, Seat, TableRound
from tournaments.evening.reads.hands import Mark
from tournaments.evening.reads.names import Named, full_names, short_names
from tournaments.evening.score import TableScore
from tournaments.movement.seating import SEATS, Couple, couple_of, is_winner

__all__ = [
    "GameView",
    "PlaceView",
    "RoundView",
    "SeatView",
    "game_view",
    "games_by_place",
    "games_of",
    "round_views",
    "views",
]

SITS_OUT = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """Somebody in a round: in `seat` of a table, or sitting out (SITS_OUT).

    `name` and `short` tell them from everybody in the round; `number`, `colour` and
    whether the holder `has_left` are those of the ticket.
    """

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
    """Somebody in a seat with the points they have made there, and whether these have won the game."""

    seat: int
    name: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """A table in one round: who sits there, seat 1 first, and how its game stands.

    Attributes:
        row: what the table has entered and come to, read with its table and its round.
        rang: whether the bell of the round is this table's.
        mark: what is not agreed about its score, where that was asked for.
        last_hand_at: when its last hand was played; of `round_views`.
    """

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
        """The running points of couples A and B or, where everybody plays alone or counts their own, of each seat."""
        return self.row.points

    @property
    def by_seat(self) -> bool:
        """Whether the points are those of each seat: everybody plays alone, or counts their own."""
        return self.row.keeping.by_seat

    @property
    def hands(self) -> int:
        """How many hands count."""
        return self.row.hands_count

    @property
    def cut(self) -> str:
        """The side that won the cut, if the table has cut."""
        return self.row.cut[:1]

    @property
    def winner(self) -> str:
        """The side that has won, a couple or the number of a seat; nobody before the round is settled."""
        return self.row.winner

    @property
    def decision(self) -> str:
        """What the director has decided about the game, if anything."""
        return self.row.decision

    @property
    def decision_label(self) -> str:
        """The same in a word or two."""
        return self.row.get_decision_display()

    @property
    def score(self) -> TableScore:
        """How the game stands."""
        return self.row.score

    @property
    def codes(self) -> tuple[str, ...]:
        """The tickets of those who sit here, seat 1 first."""
        return tuple(one.code for one in self.seats)

    @property
    def couple_a(self) -> tuple[SeatView, ...]:
        return self.couple("A")

    @property
    def couple_b(self) -> tuple[SeatView, ...]:
        return self.couple("B")

    @property
    def names_a(self) -> str:
        """Couple A by its players."""
        return self.names("A")

    @property
    def names_b(self) -> str:
        """Couple B by its players."""
        return self.names("B")

    @property
    def own_points(self) -> list[OwnPoints]:
        """Everybody here with their own points, where everybody plays alone or counts these."""
        if not self.by_seat:
            return []
        winner = "" if self.decision == TableRound.Decision.NOT_PLAYED else self.winner
        return [
            OwnPoints(one.seat, one.short, self.points[one.seat - 1], str(one.seat) == winner)
            for one in self.seats
        ]

    def couple(self, couple: Couple) -> tuple[SeatView, ...]:
        """The two of a couple, the lower seat first."""
        return tuple(one for one in self.seats if one.couple == couple)

    def names(self, couple: Couple) -> str:
        """The players of a couple, in short: "Ann & Clara"; nobody where everybody plays alone."""
        return "" if self.by_seat else " & ".join(one.short for one in self.couple(couple))

    def side(self, side: str) -> str:
        """Who makes up a side, in short: a couple, or the one who has that seat; nobody for no side."""
        if not side.isdecimal():
            return self.names("A" if side == "A" else "B") if side else ""
        return next((one.short for one in self.seats if str(one.seat) == side), "")

    @property
    def winning(self) -> str:
        """Who wins the game as it stands, in short; nobody while it is open."""
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
        """Who goes on from here, in short, where some of a table do."""
        return [self.side(side) for side in self.score.through]

    def beside(self, who: SeatView, *, partnership: bool) -> tuple[str, tuple[str, ...]]:
        """The names of whoever sits opposite as a partner, "" for nobody, and of those played against."""
        across = (who.seat + 1) % SEATS + 1 if partnership else None
        partner = next((one.name for one in self.seats if one.seat == across), "")
        return partner, tuple(one.name for one in self.seats if one.seat not in (who.seat, across))

    def diagram(
        self, *, partnership: bool, mine: int | None = None, dealer: int | None = None
    ) -> list[dict[str, object]]:
        """Who sits where, as partials/seat_diagram.html draws it; with their couples where these play.

        `mine` is the seat of whoever reads it, `dealer` that of who deals.
        """
        return [
            {
                "seat": one.seat,
                "name": one.short,
                "couple": one.couple if partnership else "",
                "is_you": one.seat == mine,
                "is_dealer": one.seat == dealer,
            }
            for one in self.seats
        ]


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Where somebody is in a round: at the table of `game`, with and against whom; or sitting out (None)."""

    round: Round
    who: SeatView
    game: GameView | None = None
    partner: str = ""
    opponents: tuple[str, ...] = ()

    @property
    def table(self) -> int | None:
        """The number of the table; None for who sits out."""
        return self.game.table if self.game else None

    @property
    def seat(self) -> int | None:
        """The seat; None for who sits out."""
        return self.who.seat or None

    @property
    def points(self) -> tuple[int, ...] | None:
        """Their couple's points and the other's; None for who sits out, or counts their own."""
        if self.game is None or self.game.by_seat:
            return None
        return self.game.points if self.who.couple == "A" else self.game.points[::-1]

    @property
    def own_points(self) -> int | None:
        """Their own points, where everybody counts these."""
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
    """A round with its games in the order of the tables, and who sits out."""

    round: Round
    games: tuple[GameView, ...]
    sitting_out: tuple[SeatView, ...]

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def marks(self) -> frozenset[Mark]:
        """What is not agreed somewhere in the round."""
        return frozenset(game.mark for game in self.games if game.mark)

    def game(self, table: int) -> GameView | None:
        return next((game for game in self.games if game.table == table), None)

    def seated(self) -> dict[str, tuple[int, int]]:
        """Table and seat of everybody seated, by ticket code."""
        return {one.code: (game.table, one.seat) for game in self.games for one in game.seats}

    def places(self, *, partnership: bool) -> dict[str, PlaceView]:
        """Where everybody is, by ticket code.

        With `partnership` whoever sits opposite is one's partner, and the two others play against both.
        """
        found = {one.code: PlaceView(self.round, one) for one in self.sitting_out}
        for game in self.games:
            for one in game.seats:
                beside = game.beside(one, partnership=partnership)
                found[one.code] = PlaceView(self.round, one, game, *beside)
        return found

    def people(self) -> list[SeatView]:
        """Everybody in the round: by table and seat, then those sitting out."""
        return [one for game in self.games for one in game.seats] + list(self.sitting_out)


def games_of(rounds: Collection[Round] | QuerySet[Round]) -> QuerySet[TableRound]:
    """The games of these rounds with their tables, in the order of these."""
    return TableRound.objects.filter(round__in=rounds).select_related("table").order_by("table__number")


def round_views(evening: Evening, numbers: Iterable[int]) -> dict[int, RoundView]:
    """The rounds with these numbers that are there; three queries whatever their size."""
    rounds = list(evening.rounds.filter(number__in=list(numbers)))
    last = Max("hands__played_at", filter=Q(hands__live=True))
    return {view.number: view for view in views(rounds, games_of(rounds).annotate(last_hand_at=last))}


def games_by_place(evening: Evening, numbers: Collection[int]) -> dict[tuple[int, int], GameView]:
    """The games of the rounds with these numbers, by round and table; no query where there are none."""
    found = round_views(evening, numbers) if numbers else {}
    return {(number, game.table): game for number, view in sorted(found.items()) for game in view.games}


def views(
    rounds: Sequence[Round],
    games: Iterable[TableRound],
    *,
    names: Mapping[str, str] | None = None,
) -> list[RoundView]:
    """These rounds with these games and everybody in them; one query for the people.

    Arguments:
        names: of everybody by ticket code, where they are known; else who is found is told apart from each other.
    """
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


def game_view(evening: Evening, table: int, round_number: int) -> GameView | None:
    """A table with its people, or None where it is not in play in that round; two queries.

    Its round is read with the table that rang.
    """
    games = TableRound.objects.select_related("round__bell_table", "table")
    game = games.filter(round__evening=evening, round__number=round_number, table__number=table).first()
    return None if game is None else _game(game, _people([game.round])[game.round_id, game.pk])


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
    """Who has the seats of these rounds: by round and game, and under SITS_OUT those without one; one query."""
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
    found: dict[tuple[int, int], list[SeatView]] = defaultdict(list)
    for round_id, game, seat, code, _name, number, colour, left_in in rows:
        where = (round_id, game or SITS_OUT)
        called = (names[code], short[round_id][code], number, colour)
        found[where].append(SeatView(seat or SITS_OUT, code, *called, has_left=left_in is not None))
    return found
