"""What people are called where room is short, and where two of them bear the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

ERASED: Final = "—"
"""What stands in place of the name of somebody who was erased."""


@dataclass(frozen=True, slots=True)
class Named:
    """A ticket's holder: `code` is how the ledger knows the ticket, `number` what is printed on it."""

    code: str
    name: str
    number: int


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
