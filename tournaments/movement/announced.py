"""A schedule as it is announced: the seats of the coming rounds, what made them, and what people had wished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.movement.seating import Seating

Pair = tuple[str, str]


@dataclass(frozen=True)
class Wishes:
    """What a schedule has to keep to, by player.

    Arguments:
        apart: pairs who are never to sit at one table.
        never_partners: pairs who are never to be partners.
        together: pairs who always sit at one table, as partners where there are partners.
        unmoved: who keeps one seat all evening.
    """

    apart: tuple[Pair, ...] = ()
    never_partners: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    unmoved: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.apart or self.never_partners or self.together or self.unmoved)

    def renamed(self, names: Mapping[str, str]) -> Wishes:
        """Return the same wishes with each player of `names` replaced by theirs."""

        def pairs(of: tuple[Pair, ...]) -> tuple[Pair, ...]:
            return tuple((names.get(first, first), names.get(other, other)) for first, other in of)

        return Wishes(
            pairs(self.apart),
            pairs(self.never_partners),
            pairs(self.together),
            tuple(names.get(player, player) for player in self.unmoved),
        )

    def as_data(self) -> dict[str, Any]:
        pairs = {
            name: [list(pair) for pair in getattr(self, name)]
            for name in ("apart", "never_partners", "together")
        }
        return {**pairs, "unmoved": list(self.unmoved)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Wishes:
        pairs = {
            name: tuple((first, other) for first, other in data.get(name, ()))
            for name in ("apart", "never_partners", "together")
        }
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

    def as_data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "source": self.source,
            "version": self.version,
            "seed": self.seed,
            "moves": self.moves,
        }


@dataclass(frozen=True)
class Announced:
    """The seats of coming rounds; `first` is the number of the first of them."""

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
            "rounds": [
                {
                    "tables": [list(table) for table in seating.tables],
                    "sitting_out": list(seating.sitting_out),
                }
                for seating in self.rounds
            ],
            "made_by": self.made_by.as_data(),
            "wishes": self.wishes.as_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Announced:
        rounds = tuple(
            Seating(tuple(tuple(table) for table in round_["tables"]), tuple(round_["sitting_out"]))
            for round_ in data["rounds"]
        )
        return cls(data["first"], rounds, MadeBy(**data["made_by"]), Wishes.from_data(data["wishes"]))
