"""What people are called where room is short, and where two of them bear the same name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.movement.seating import Couple


@dataclass(frozen=True, slots=True)
class Named:
    """A ticket's holder: `code` is how the ledger knows the ticket, `number` what is printed on it."""

    code: str
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class OwnPoints:
    """Somebody in a seat with the points they have made there."""

    seat: int
    name: str
    points: int


class CoupleNames(ABC):
    """A table whose couples are called by their players; pages ask for either without an argument."""

    __slots__ = ()

    @abstractmethod
    def names(self, couple: Couple) -> str:
        """A couple by its players: "Ann & Clara"."""

    @property
    def names_a(self) -> str:
        """Couple A, in seats 1 and 3."""
        return self.names("A")

    @property
    def names_b(self) -> str:
        """Couple B, in seats 2 and 4."""
        return self.names("B")


def own_points(seated: Sequence[tuple[int, str]], points: Sequence[int]) -> list[OwnPoints]:
    """Everybody at a table, by seat and short name, with their own points; nobody where couples play."""
    return [OwnPoints(seat, name, points[seat - 1]) for seat, name in seated] if points else []


def full_names(people: Sequence[Named]) -> dict[str, str]:
    """Everybody's name by code; those who share one have the number of their ticket behind it."""
    shared = Counter(person.name for person in people)
    return {
        person.code: f"{person.name} ({person.number})" if shared[person.name] > 1 else person.name
        for person in people
    }


def short_names(people: Sequence[Named]) -> dict[str, str]:
    """The shortest name of each that nobody else among `people` goes by: "Ann", "Ann W.", or all of it."""
    whole = full_names(people)
    first = {person.code: person.name.split()[0] for person in people}
    with_initial = {person.code: _with_initial(person.name) for person in people}
    return {
        person.code: next(
            (form[person.code] for form in (first, with_initial) if _alone(form, person.code)),
            whole[person.code],
        )
        for person in people
    }


def _with_initial(name: str) -> str:
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else first


def _alone(form: Mapping[str, str], code: str) -> bool:
    return list(form.values()).count(form[code]) == 1
