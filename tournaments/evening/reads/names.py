"""What people are called where room is short, and where two of them bear the same name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.site.cleaning import folded

ERASED: Final = "—"
"""What stands in place of the name of somebody who was erased."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Named:
    """A ticket's holder: `code` is how the ledger knows the ticket, `number` what is printed on it."""

    code: str
    name: str
    number: int


def full_names(people: Sequence[Named]) -> dict[str, str]:
    """Everybody's name by code; those who share one have their ticket's number before it."""
    shared = Counter(person.name.casefold() for person in people)
    return {
        person.code: f"({person.number}) {person.name}" if shared[person.name.casefold()] > 1 else person.name
        for person in people
    }


def name_sort_key(name: str) -> tuple[str, int]:
    """The place of a full name among others: namesakes by their numbers, not before everybody else."""
    numbered = re.fullmatch(r"\((\d+)\) (.+)", name)
    return (folded(numbered[2]), int(numbered[1])) if numbered else (folded(name), 0)


def short_names(people: Sequence[Named]) -> dict[str, str]:
    """The shortest name of each that nobody else among `people` goes by: "Ann", "Ann W.", or all of it."""
    whole = full_names(people)
    first = {person.code: _words(person.name)[0] for person in people}
    with_initial = {person.code: _with_initial(person.name) for person in people}
    forms = [(form, Counter(map(str.casefold, form.values()))) for form in (first, with_initial)]
    return {
        code: next((form[code] for form, bearers in forms if bearers[form[code].casefold()] == 1), name)
        for code, name in whole.items()
    }


def _words(name: str) -> list[str]:
    """The words of a name without pictures and signs beside them; all that there is where there is nothing else."""
    return [word for word in name.split() if any(map(str.isalnum, word))] or name.split()


def _with_initial(name: str) -> str:
    first, *others = _words(name)
    return f"{first}{NO_BREAK}{next(filter(str.isalnum, others[-1]))}." if others else first
