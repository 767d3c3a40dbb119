"""The people of a room as the numbers that schedules and the planner work with, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.derivation import Sentence
from scoring.faults import Fault, Faults
from tournaments.movement.announced import Announced, Pair, Wishes
from tournaments.movement.interface import Tables
from tournaments.movement.planner.task import Card, Task
from tournaments.movement.seating import Seating

BY_NUMBER = ("same-player", "two-partners", "together-and-apart", "no-partners", "one-table", "twice")
"""Faults of a task that name people by number, and below what in them does."""
NAMING = ("one", "other", "entered")


@dataclass(frozen=True)
class Numbered:
    """People with numbers from 0, in the order of `people`."""

    people: tuple[str, ...]

    @classmethod
    def of(cls, *groups: Iterable[str]) -> Numbered:
        return cls(tuple(dict.fromkeys(player for group in groups for player in group)))

    def number(self, players: Iterable[str]) -> tuple[int, ...]:
        place = {player: number for number, player in enumerate(self.people)}
        return tuple(place[player] for player in players)

    def planner_task(self, **task: Any) -> Task:
        """Return a task of the planner, its arguments by number.

        Raises:
            Faults: what cannot be planned, with the people it is about by their ids.
        """
        try:
            return Task(**task)
        except Faults as refused:
            raise Faults(map(self._named, refused.faults)) from refused

    def _named(self, fault: Fault) -> Fault:
        if fault.code not in BY_NUMBER:
            return fault
        values = dict(fault.sentence.values)
        for key in NAMING:
            number = values.get(key)
            if isinstance(number, int) and number < len(self.people):
                values[key] = self.people[number]
        return Fault(fault.field, fault.code, Sentence(fault.sentence.template, values))

    def card(self, seating: Seating) -> Card:
        place = {player: number for number, player in enumerate(self.people)}
        return tuple(tuple(place[player] for player in table) for table in seating.tables)

    def seating(self, card: Card, present: Sequence[str]) -> Seating:
        """Return a card with people in it; those present who have no seat sit out, in the order given."""
        tables = tuple(tuple(self.people[number] for number in table) for table in card)
        seated = {player for table in tables for player in table}
        return Seating(tables, tuple(player for player in present if player not in seated))

    def seatings(self, cards: Iterable[Card], present: Sequence[str]) -> tuple[Seating, ...]:
        return tuple(self.seating(card, present) for card in cards)


@dataclass(frozen=True)
class RoomToPlan:
    """What is to be planned, by people.

    Arguments:
        tables: what the game allows.
        rounds: how many rounds the evening has.
        present: who is there for the coming rounds, in the order of the start draw.
        played: the rounds so far, as they were really seated.
        announced: the schedule that stands; it tells what the coming rounds were to be.
        wishes: what the plan keeps to; wishes of people who are not there count no more.
        holders: for each ticket that changed hands, who holds it now.
    """

    tables: Tables
    rounds: int
    present: tuple[str, ...]
    played: tuple[Seating, ...] = ()
    announced: Announced | None = None
    wishes: Wishes = field(default_factory=Wishes)
    holders: Mapping[str, str] = field(default_factory=dict)

    @property
    def first(self) -> int:
        return len(self.played) + 1

    def coming(self) -> tuple[Seating, ...]:
        """The announced seats from the first round to be planned, by those who hold the tickets now."""
        if self.announced is None or self.announced.first > self.first:
            return ()
        return tuple(
            seating.renamed(self.holders)
            for seating in self.announced.since(self.first)[: self.rounds - len(self.played)]
        )

    def as_data(self) -> dict[str, Any]:
        return {
            "rounds": self.rounds,
            "present": list(self.present),
            "played": [
                {
                    "tables": [list(table) for table in seating.tables],
                    "sitting_out": list(seating.sitting_out),
                }
                for seating in self.played
            ],
            "announced": self.announced.as_data() if self.announced else None,
            "wishes": self.wishes.as_data(),
            "holders": dict(self.holders),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], tables: Tables) -> RoomToPlan:
        played = tuple(
            Seating(tuple(map(tuple, round_["tables"])), tuple(round_["sitting_out"]))
            for round_ in data["played"]
        )
        return cls(
            tables,
            data["rounds"],
            tuple(data["present"]),
            played,
            Announced.from_data(data["announced"]) if data["announced"] else None,
            Wishes.from_data(data["wishes"]),
            data["holders"],
        )

    def task(self) -> tuple[Numbered, Task]:
        """Return the people with their numbers, and what is asked of the planner.

        Raises:
            Faults: wishes that cannot be kept.
        """
        coming = self.coming()
        people = Numbered.of(self.present, *(seating.players() for seating in (*self.played, *coming)))
        present_numbers = frozenset(people.number(self.present))
        present = set(self.present)

        def pairs(of: tuple[Pair, ...]) -> tuple[tuple[int, int], ...]:
            number_pairs = [people.number(pair) for pair in of if present.issuperset(pair)]
            return tuple((first, other) for first, other in number_pairs)

        return people, people.planner_task(
            players=len(people.people),
            rounds=self.rounds,
            tables=self.tables,
            past=tuple(map(people.card, self.played)),
            past_present=tuple(frozenset(people.number(seating.players())) for seating in self.played),
            present=(present_numbers,) * (self.rounds - len(self.played)),
            announced=tuple(map(people.card, coming)),
            apart=pairs(self.wishes.apart),
            never_partners=pairs(self.wishes.never_partners),
            together=pairs(self.wishes.together),
            unmoved=people.number(player for player in self.wishes.unmoved if player in present),
        )
