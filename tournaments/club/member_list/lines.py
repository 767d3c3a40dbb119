"""What each line of a list comes to, beside the people whom the club knows."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final, Literal, get_args

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Faults
from tournaments.club.member_list.columns import ListedPerson
from tournaments.club.member_list.details import FIELDS, Details, Field, clean_details
from tournaments.ranking.people import alike
from tournaments.refusals import fault
from tournaments.site.cleaning import clean_colour, clean_name, folded

Mark = Literal["refused", "like", "title", "twice", "changed", "known", "new"]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
"""In the order in which they are shown: what has to be looked at first."""
NUMBER_TAKEN: Final = (
    "number-taken",
    gettext_noop("the number %(entered)s belongs to %(holder)s; give each person a number of their own"),
)
"""How somebody else's number is refused: the code, and the words."""


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody whom the club knows: a member or guest, retired or not."""

    pk: int
    name: str
    colour: str
    is_guest: bool
    is_active: bool
    details: Details = Details()  # noqa: RUF009 - frozen


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list.

    Attributes:
        of: whom the club knows by this name, or by one like it.
        first: the row that has the same name before.
        why: why it cannot be taken.
        changes: in what the list says otherwise of whoever is known.
        part: which of the people in its row, from 1; 0 for whoever is alone.
    """

    row: int
    name: str
    colour: str
    mark: Mark
    of: Known | None = None
    first: int | None = None
    why: Sentence | None = None
    details: Details = Details()  # noqa: RUF009 - frozen
    changes: tuple[Field, ...] = ()
    part: int = 0

    @property
    def key(self) -> str:
        """What the line is ticked by: its row, and which of the people in it."""
        return f"{self.row}.{self.part}" if self.part else f"{self.row}"

    def is_among(self, keys: Collection[str]) -> bool:
        return self.key in keys or f"{self.row}" in keys


def judged(entered: Iterable[ListedPerson], club: Sequence[Known]) -> tuple[Line, ...]:
    """Judge every line, in the order of the list. Case and accents make no other name."""
    known: dict[str, list[Known]] = defaultdict(list)
    for person in club:
        known[folded(person.name)].append(person)
    lines, first_rows = [], dict[str, int]()
    for entry in entered:
        line = _cleaned(entry)
        same = known[folded(line.name)]
        if line.mark == "new" or (line.mark == "title" and same):  # whoever the club knows is no title
            line = _compared(line, same, first_rows)
        lines.append(line)
    return _with_likes(_with_own_numbers(lines, club), club)


def fingerprint(lines: Iterable[Line]) -> str:
    """A hash that changes when the same lines would come to something else."""
    text = repr(
        [
            (line.key, line.name, line.colour, line.mark, line.of and line.of.pk, line.details, line.changes)
            for line in lines
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _cleaned(one: ListedPerson) -> Line:
    try:
        name, colour = clean_name("name", one.name), clean_colour(one.colour)
        mark: Mark = "title" if one.is_title else "new"
        return Line(one.row, name, colour, mark, details=clean_details(one.details), part=one.part)
    except Faults as refused:
        why = refused.faults[0].sentence
        return Line(one.row, one.name, one.colour, "refused", why=why, part=one.part)


def _compared(line: Line, known: Sequence[Known], seen: dict[str, int]) -> Line:
    first = seen.setdefault(folded(line.name), line.row)
    if first != line.row:
        return replace(line, mark="twice", first=first)
    if not known:
        return line
    # Which of two people of one name is meant nobody can tell: neither is changed.
    changes = _changes(line, known[0]) if len(known) == 1 else ()
    return replace(line, mark="changed" if changes else "known", of=known[0], changes=changes)


def _changes(line: Line, known: Known) -> tuple[Field, ...]:
    # Where the line says nothing, nothing changes.
    colour: tuple[Field, ...] = ("colour",) if line.colour not in ("", known.colour) else ()
    details, previous = asdict(line.details), asdict(known.details)
    return (*colour, *(name for name in FIELDS if details[name] not in ("", previous[name])))


def _with_own_numbers(lines: Sequence[Line], club: Sequence[Known]) -> list[Line]:
    holders: dict[str, tuple[int | str, str]] = {
        person.details.number: (person.pk, person.name) for person in club if person.details.number
    }
    checked = []
    for line in lines:
        number = line.details.number
        if number and line.mark in ("new", "changed"):
            mine = (line.of.pk if line.of else line.key, line.name)
            pk, name = holders.setdefault(number, mine)
            if pk != mine[0]:
                reason = fault("number", *NUMBER_TAKEN, entered=number, holder=name).sentence
                line = replace(line, mark="refused", why=reason, of=None, changes=())  # noqa: PLW2901 - as refused
        checked.append(line)
    return checked


def _with_likes(lines: Sequence[Line], club: Sequence[Known]) -> tuple[Line, ...]:
    people = {f"club {person.pk}": person for person in club if person.is_active}
    new = {f"line {line.key}": line for line in lines if line.mark == "new"}
    names = {key: person.name for key, person in people.items()} | {
        key: line.name for key, line in new.items()
    }
    like: dict[str, Known] = {}
    for pair in alike(names) if people and new else ():
        for line, person in ((pair.first, pair.other), (pair.other, pair.first)):
            if line in new and person in people:
                like.setdefault(line, people[person])
    return tuple(
        replace(line, mark="like", of=like[key]) if (key := f"line {line.key}") in like else line
        for line in lines
    )
