"""Evenings to be played out: who comes, goes and is replaced, who wins what."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from tournaments.movement.by_result.knock_out import KnockOut, KnockOutOptions
from tournaments.movement.by_result.ladder import Ladder, LadderOptions
from tournaments.movement.by_result.swiss import Swiss, TopTables, TopTablesOptions, UnitOptions
from tournaments.movement.by_seat import BySeat, BySeatOptions
from tournaments.movement.draw import Drawn, Fixed
from tournaments.movement.interface import Moved, Movement, Situation, Tables
from tournaments.movement.options import PointsOptions
from tournaments.movement.seating import Couple, PlayedRound, Seating, Table

TWOS = Tables((2,))
COUPLES = Tables((4,), partnership=True)
THREES = Tables((3, 4))
FIVES = Tables((5, 4, 3))

Winner = Callable[[Table], Couple]


def people(count: int) -> tuple[str, ...]:
    """`p1`, `p2` and so on, in the order in which they are drawn."""
    return tuple(f"p{number}" for number in range(1, count + 1))


def number_of(player: str) -> int:
    return int(player[1:])


def first_drawn_wins(table: Table) -> Couple:
    """The side with the one who was drawn first."""
    return "A" if table.index(min(table, key=number_of)) % 2 == 0 else "B"


@dataclass
class Evening:
    """An evening being played."""

    movement: Movement
    order: list[str]
    seed: str = "a seed"
    played: list[PlayedRound] = field(default_factory=list)
    tickets: dict[str, str] = field(default_factory=dict)
    seating: Seating = field(init=False)

    def __post_init__(self) -> None:
        self.seating = self.movement.first_seating(self.order)

    def play(self, winner: Winner) -> None:
        """Play a round for games."""
        winners = tuple(winner(table) for table in self.seating.tables)
        rows = tuple((3, 1) if won == "A" else (1, 3) for won in winners)
        self.played.append(PlayedRound(self.seating, winners, rows))

    def score(self, points: Callable[[str], int]) -> None:
        """Play a round for points, those of each seat."""
        rows = tuple(tuple(map(points, table)) for table in self.seating.tables)
        places = tuple(tuple(1 + sum(other > own for other in row) for own in row) for row in rows)
        self.played.append(PlayedRound(self.seating, (), rows, places))

    def move(self, leaving: Sequence[str] = (), arriving: Sequence[str] = ()) -> Moved:
        self.order += [player for player in arriving if player not in self.tickets]
        found = self.movement.next_round(self.situation(leaving, arriving))
        self.seating = found.seating
        return found

    def situation(self, leaving: Sequence[str] = (), arriving: Sequence[str] = ()) -> Situation:
        return Situation(
            tuple(self.played),
            self.seed,
            tuple(self.order),
            leaving=frozenset(leaving),
            arriving=tuple(arriving),
            tickets=dict(self.tickets),
        )

    def drawn(self, player: str) -> int:
        """The place in the start draw of the ticket that somebody holds."""
        while player not in self.order:
            player = self.tickets[player]
        return self.order.index(player)

    def replace(self, player: str, substitute: str) -> None:
        """Let somebody take over a place before the round is played."""
        self.tickets[substitute] = player
        self.seating = self.seating.renamed({player: substitute})


def swiss(tables: Tables, unit: str = "individuals") -> Swiss:
    return Swiss(tables, UnitOptions.model_validate({"unit": unit}))


def top_tables(tables: Tables, unit: str = "individuals", partners: str = "new") -> TopTables:
    return TopTables(tables, TopTablesOptions.model_validate({"unit": unit, "partners": partners}))


def knock_out(tables: Tables, losers: str = "play_on", go_on: int = 1) -> KnockOut:
    return KnockOut(tables, KnockOutOptions.model_validate({"losers": losers, "go_on": go_on}))


def ladder(tables: Tables, couples: str = "any") -> Ladder:
    return Ladder(tables, LadderOptions.model_validate({"couples": couples}))


LADDERS: dict[str, Movement] = {"ladder": ladder(COUPLES), "ladder for two": ladder(TWOS)}
OTHERS: dict[str, Movement] = {
    "swiss for two": swiss(TWOS),
    "swiss couples": swiss(COUPLES, "pairs"),
    "swiss partners": swiss(COUPLES),
    "swiss in threes": swiss(THREES),
    "swiss in fives": swiss(FIVES),
    "top tables for two": top_tables(TWOS),
    "top tables of couples": top_tables(COUPLES, "pairs"),
    "top tables": top_tables(COUPLES),
    "top tables in threes": top_tables(THREES),
    "knock-out": knock_out(COUPLES),
    "knock-out for two": knock_out(TWOS),
    "knock-out, losers rest": knock_out(COUPLES, "rest"),
    "knock-out, losers rest, in threes": knock_out(THREES, "rest", 2),
}
BY_THE_DRAW: dict[str, Movement] = {
    "fixed in threes": Fixed(THREES, PointsOptions()),
    "fixed in fives": Fixed(FIVES, PointsOptions()),
    "drawn": Drawn(COUPLES, PointsOptions()),
    "drawn for two": Drawn(TWOS, PointsOptions()),
    "drawn in fives": Drawn(FIVES, PointsOptions()),
    "by seat": BySeat(COUPLES, BySeatOptions()),
}
"""Movements that ask for no result."""


@dataclass(frozen=True)
class Setting:
    """An evening before it is played: the movement, how many begin, for how long, and what chance decides."""

    name: str
    players: int
    rounds: int
    seed: int

    @property
    def movement(self) -> Movement:
        return {**LADDERS, **OTHERS, **BY_THE_DRAW}[self.name]

    def by_games(self) -> bool:
        """Whether games are won: always on a ladder, mostly where couples play."""
        return self.name in LADDERS or self.seed % 3 > 0

    def played_out(self, *, quiet: bool) -> Iterator[tuple[Evening, Moved]]:
        """Play it; unless it is quiet people come, leave and are replaced."""
        random = Random(self.seed)
        evening = Evening(self.movement, list(people(self.players)))
        for number in range(self.rounds):
            here = sorted(evening.seating.players())
            if not quiet and here and random.random() < 0.3:
                evening.replace(random.choice(here), f"sub{number}")
            if self.by_games():
                evening.play(lambda table: random.choice(("A", "B")))
            else:
                evening.score(lambda player: random.randint(-5, 20))
            here = sorted(evening.seating.players())
            leaving = [] if quiet else [player for player in here if random.random() < 0.08]
            arriving = (
                [] if quiet else [f"late{number}.{guest}" for guest in range(random.choice((0, 0, 1, 3)))]
            )
            before = set(here).difference(leaving).union(arriving)
            found = evening.move(leaving, arriving)
            assert set(found.seating.players()) == before
            yield evening, found


def settings_of(names: Sequence[str], *, least: int = 1, most: int = 26) -> st.SearchStrategy[Setting]:
    """Any evening with one of these movements."""
    return st.builds(
        Setting,
        st.sampled_from(names),
        st.integers(least, most),
        st.integers(1, 8),
        st.integers(0, 2**32),
    )
