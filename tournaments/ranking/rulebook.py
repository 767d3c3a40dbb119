"""What the rules of seasons and of leagues have in common: strict data, pinned by a hash, said in paragraphs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from scoring.derivation import Sentence, gettext_noop, listed
from scoring.entry import Measured

LONGEST_NAME: Final = 40
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Sections = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Headings, and under each the id and the title of its paragraphs."""
Said = Iterator[Sentence]
"""What a paragraph says."""
Split = Literal["shared", "equal", "hort"]
"""How people who are level divide prizes."""
LOTS: Final = gettext_noop("lots, drawn by all of them and recorded")


Chain = TypeVar("Chain", bound=tuple[str, ...])


def lots_last(tie_breaks: Chain, lots: str) -> Chain:
    """Check that nothing comes after the lots.

    Raises:
        ValueError: something does.
    """
    if lots in tie_breaks[:-1]:
        raise ValueError(gettext_noop("lots part everybody: nothing is compared after them"))
    return tie_breaks


def pinned(rules: Measured, *, form: int) -> str:
    """The hash by which rules are pinned: sha256, in hex, of their JSON with every value, keys in order.

    Arguments:
        form: raised when the same data come to mean something else.
    """
    data = {"format": form, "rules": rules.model_dump(mode="json")}
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of the rules of a season or a league.

    Arguments:
        number: "2.1", the first of the second section.
        id: what a line of the table cites.
        section: the heading of the section.
    """

    number: str
    id: str
    section: Sentence
    title: Sentence
    sentences: tuple[Sentence, ...]


def numbered(sections: Sections, said: Mapping[str, Iterable[Sentence]]) -> tuple[Paragraph, ...]:
    return tuple(
        Paragraph(f"{section}.{number}", name, Sentence(heading), Sentence(title), tuple(said[name]))
        for section, (heading, paragraphs) in enumerate(sections, 1)
        for number, (name, title) in enumerate(paragraphs, 1)
    )


def parted(template: str, tie_breaks: Iterable[str]) -> Said:
    """How ties are broken, and what becomes of those who stay level; `template` has %(chain)s for the tie-breaks."""
    yield Sentence(template, {"chain": listed(map(Sentence, tie_breaks))})
    yield Sentence(gettext_noop("Those whom nothing separates share the place."))
