"""What every movement is to the rest of the house: told how things stand, it says who sits where next, and why.

A movement is pure. It knows people by an id, and nothing of the clock, of chance or of rows: whoever asks the
same gets the same seats. The desk, the jobs, the rehearsal and the evening script all ask it in this one way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import islice, pairwise, product
from typing import Any, Final, Protocol

from scoring.derivation import Sentence
from tournaments.movement.seating import SEATS, PlayedRound, Seating


@dataclass(frozen=True)
class Tables:
    """What a game allows at its tables.

    Arguments:
        preferred_size: the one to prefer, or None for the first of them.
        even: whether the tables are as even as can be, as in `sizes`; False: the number of tables of another size
            comes first, as it did in evenings made before 0.2.
        most: how many tables there are at the most; None for as many as people fill.
    """

    allowed: tuple[int, ...]
    preferred_size: int | None = None
    partnership: bool = False
    even: bool = True
    most: int | None = None

    def sizes(self, players: int) -> tuple[int, ...]:
        """Return the sizes of the tables that seat as many of the players as can be seated.

        Of all ways to seat that many one in which no size lies between those of two tables, where there is one;
        of those the one with the fewest tables of another size than the one preferred; then the one with the larger
        tables. Twenty-two at Chambery Tarot are tables of 5, 5, 4, 4 and 4, not of 5, 5, 5, 4 and 3.

        Returns:
            Tables of the size preferred first, then the others from the largest down. Empty when there are too few
            players for the smallest table.

        Raises:
            ValueError: no size is allowed, or the one preferred is not.
        """
        allowed, preferred = self.allowed, self.preferred_size
        main = allowed[0] if preferred is None and allowed else preferred
        if main is None or main not in allowed or min(allowed) < 1:
            raise ValueError(f"tables of {preferred} are wanted; the game allows {list(allowed)}")
        others = sorted((size for size in set(allowed) if size != main), reverse=True)
        steps = sorted(set(allowed))
        most = players if self.most is None else self.most
        for seated in range(min(players, most * max(allowed)), 0, -1):
            ways = (
                [way for near in pairwise(steps) for way in _ways_of_two(seated, main, near)]
                if self.even
                else []
            )
            ways = ways or list(_ways(seated, main, others))
            if ways := [way for way in ways if len(way) <= most]:
                return min(
                    ways,
                    key=lambda way: (
                        self.even and _unevenness(way, steps),
                        sum(size != main for size in way),
                        [-size for size in way],
                    ),
                )
        return ()

    def check_couples(self) -> None:
        """Raise ValueError unless all tables are of four, with partners opposite each other."""
        if not self.partnership or set(self.allowed) != {SEATS}:
            raise ValueError("couples play at tables of four, partners opposite each other")

    def check_two_sides(self) -> None:
        """Raise ValueError unless all tables are of two, or all of four with partners opposite each other."""
        if self.allowed not in ((2,), (SEATS,)) or self.partnership != (self.allowed == (SEATS,)):
            raise ValueError("this is for tables of two, or of four with partners opposite each other")


def _ways(seated: int, main: int, others: Sequence[int]) -> Iterator[tuple[int, ...]]:
    # `main` tables of another size seat as many as more of the main size would: fewer are enough.
    for counts in product(range(main), repeat=len(others)):
        rest = seated - sum(count * size for count, size in zip(counts, others, strict=True))
        if rest >= 0 and rest % main == 0:
            of_others = (size for count, size in zip(counts, others, strict=True) for size in [size] * count)
            yield (*[main] * (rest // main), *of_others)


def _ways_of_two(seated: int, main: int, near: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    # All tables have one of two sizes: the even ways, found without trying all others.
    others = [size for size in reversed(near) if size != main]
    return (way for way in _ways(seated, main, others) if set(way) <= set(near))


def _unevenness(way: Sequence[int], steps: Sequence[int]) -> int:
    return max(0, steps.index(max(way)) - steps.index(min(way)) - 1)


def filled(order: Sequence[str], sizes: Iterable[int]) -> Seating:
    """Seat people in the order given: table 1 from seat 1 on, then table 2 and so on; the last sit out.

    Raises:
        ValueError: somebody is named twice.
    """
    places = iter(order)
    return Seating(tuple(tuple(islice(places, size)) for size in sizes), tuple(places))


def ticket_of(player: str, tickets: Mapping[str, str], known: Container[str] = ()) -> str:
    """Return whose ticket a player holds: their own, or that of the first one they stand in for.

    Arguments:
        known: the first of these, where somebody in between is one of them.
    """
    visited = {player}
    while player not in known and tickets.get(player, player) not in visited:
        player = tickets[player]
        visited.add(player)
    return player


@dataclass(frozen=True)
class Situation:
    """How things stand when the next round is worked out.

    Arguments:
        played: every round so far, first round first, as it was really seated; never empty.
        start_order: the start draw; those who came late after it, in the order in which they came.
        rounds: how many rounds are planned; the next one may lie beyond them.
        arriving: who came since the last move, in order.
        announced: the schedule that stands, where one was drawn up.

    Raises:
        ValueError: no round has been played, somebody leaves who is not there, or somebody arrives who is.
    """

    played: Sequence[PlayedRound]
    seed: str
    start_order: Sequence[str]
    rounds: int = 1
    colours: Mapping[str, str] = field(default_factory=dict)
    leaving: frozenset[str] = frozenset()
    arriving: Sequence[str] = ()
    tickets: Mapping[str, str] = field(default_factory=dict)
    announced: Announced | None = None

    def __post_init__(self) -> None:
        if not self.played:
            raise ValueError("the first round is drawn, not moved to")
        if not self.leaving and not self.arriving:
            return
        present = set(self.last.seating.players())
        if absent := self.leaving - present:
            raise ValueError(f"not there to leave: {', '.join(sorted(absent))}")
        if twice := present.intersection(self.arriving):
            raise ValueError(f"there already: {', '.join(sorted(twice))}")
        if len(set(self.arriving)) != len(self.arriving):
            raise ValueError("everybody arrives once")

    @property
    def last(self) -> PlayedRound:
        return self.played[-1]

    @property
    def number(self) -> int:
        return len(self.played) + 1

    @property
    def seatings(self) -> list[Seating]:
        return [round_.seating for round_ in self.played]

    def present(self) -> tuple[str, ...]:
        """Everybody there for the next round, in the order of the start draw."""
        remaining = [player for player in self.last.seating.players() if player not in self.leaving]
        return tuple(self.in_start_order([*remaining, *self.arriving]))

    def in_start_order(self, players: Iterable[str]) -> list[str]:
        """Players in the order of the start draw, a substitute by the ticket held; the undrawn last, as given."""
        drawn = self._drawn
        return sorted(
            players, key=lambda player: drawn.get(ticket_of(player, self.tickets, drawn), len(drawn))
        )

    @cached_property
    def _drawn(self) -> Mapping[str, int]:
        return {player: place for place, player in enumerate(self.start_order)}


OF_THE_ROUND_BEFORE: Final = frozenset(
    {"move.table-broken-up", "move.winner-sits-out", "move.loser-sits-out"}
)
"""The reasons whose `table` is one of the round before the move."""


@dataclass(frozen=True)
class Reason:
    """One thing a move did, and why.

    Arguments:
        rule: what it rests on, a dotted name that does not change.
        sentence: the reason; players stand in it by their ids.
        people: the names of the values in the sentence that are such ids.
    """

    rule: str
    table: int | None
    sentence: Sentence
    people: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.sentence)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(str(self.sentence.values[key]) for key in self.people)

    def named(self, names: Mapping[str, str]) -> Sentence:
        """Return the sentence with names in place of ids; an id without a name stays."""
        values = dict(self.sentence.values)
        for key in self.people:
            values[key] = names.get(str(values[key]), values[key])
        return self.sentence._replace(values=values)

    def in_room(self, numbers: Sequence[int], before: Sequence[int]) -> Reason:
        """With the numbers that tables have in the room, in the round and in the one before it."""
        # A table that the move came to before it was broken up is one of the round before.
        both = (*numbers, *before[len(numbers) :])
        of_sentence = before if self.sentence.code in OF_THE_ROUND_BEFORE else both
        values: dict[str, Any] = dict(self.sentence.values)
        if "table" in values:
            values["table"] = of_sentence[values["table"] - 1]
        table = self.table and of_sentence[self.table - 1]
        return replace(self, table=table, sentence=self.sentence._replace(values=values))

    def as_data(self) -> dict[str, object]:
        data = {"rule": self.rule, "table": self.table, "people": list(self.people)}
        return {**data, "sentence": self.sentence.as_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Reason:
        return cls(data["rule"], data["table"], Sentence.from_data(data["sentence"]), tuple(data["people"]))


@dataclass(frozen=True)
class NextRound:
    seating: Seating
    reasons: tuple[Reason, ...] = ()


class Moved(Protocol):
    """What a movement answers; some keep more and write their reasons only when they are read."""

    @property
    def seating(self) -> Seating:
        """The next round."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why."""


@dataclass(frozen=True)
class Movement(ABC):
    """A movement, made from the tables of the game and its options.

    Raises:
        ValueError: it is not for such tables.
    """

    tables: Tables
    options: Any

    def first_seating(self, order: Sequence[str]) -> Seating:
        """The first round, seated in the order of the draw.

        Raises:
            ValueError: somebody is named twice.
        """
        return filled(order, self.tables.sizes(len(order)))

    @abstractmethod
    def next_round(self, situation: Situation) -> Moved:
        """The round after those played."""


Pair = tuple[str, str]
_PAIRS = ("apart", "never_partners", "together")


@dataclass(frozen=True)
class Wishes:
    """What a schedule has to keep to, by player.

    Arguments:
        together: pairs who always sit at one table, as partners where there are partners.
    """

    apart: tuple[Pair, ...] = ()
    never_partners: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    unmoved: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.apart or self.never_partners or self.together or self.unmoved)

    def renamed(self, names: Mapping[str, str]) -> Wishes:
        pairs = {
            name: tuple(
                (names.get(first, first), names.get(other, other)) for first, other in getattr(self, name)
            )
            for name in _PAIRS
        }
        return Wishes(**pairs, unmoved=tuple(names.get(player, player) for player in self.unmoved))

    def as_data(self) -> dict[str, Any]:
        return {
            **{name: [list(pair) for pair in getattr(self, name)] for name in _PAIRS},
            "unmoved": list(self.unmoved),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Wishes:
        pairs = {name: tuple((first, other) for first, other in data.get(name, ())) for name in _PAIRS}
        return cls(**pairs, unmoved=tuple(data.get("unmoved", ())))


@dataclass(frozen=True)
class MadeBy:
    """Where a schedule comes from, so that anybody can make it again.

    Arguments:
        kind: "perfect", "planned", "repaired" or "imported".
        source: the name of the construction, or what was imported.
        seed: where the planner's random numbers started; empty without a planner.
        moves: how many moves the planner tried.
    """

    kind: str
    source: str = ""
    version: int = 1
    seed: str = ""
    moves: int = 0


@dataclass(frozen=True)
class Announced:
    first: int
    rounds: tuple[Seating, ...]
    made_by: MadeBy
    wishes: Wishes = field(default_factory=Wishes)

    @property
    def last(self) -> int:
        return self.first + len(self.rounds) - 1

    def of(self, number: int) -> Seating | None:
        return self.rounds[number - self.first] if self.first <= number <= self.last else None

    def since(self, number: int) -> tuple[Seating, ...]:
        return self.rounds[max(0, number - self.first) :]

    def renamed(self, names: Mapping[str, str]) -> Announced:
        """Return the same places with other people in them.

        Raises:
            ValueError: somebody would have two places in a round.
        """
        rounds = tuple(seating.renamed(names) for seating in self.rounds)
        return replace(self, rounds=rounds, wishes=self.wishes.renamed(names))

    def followed_by(self, newer: Announced) -> Announced:
        """Return what holds once a newer schedule is announced: its rounds, and before them these."""
        earlier = self.rounds[: max(0, newer.first - self.first)]
        return replace(newer, first=min(self.first, newer.first), rounds=(*earlier, *newer.rounds))

    def as_data(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "rounds": [seating.as_data() for seating in self.rounds],
            "made_by": asdict(self.made_by),
            "wishes": self.wishes.as_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Announced:
        rounds = tuple(map(Seating.from_data, data["rounds"]))
        return cls(data["first"], rounds, MadeBy(**data["made_by"]), Wishes.from_data(data["wishes"]))
