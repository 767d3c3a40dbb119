"""What every page shares: the clock, who acts, refusals in the reader's language, score slips, finding evenings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, ParamSpec

from django.http import HttpRequest
from django.utils import timezone, translation

from scoring.derivation import Sentence
from scoring.faults import Faults

P = ParamSpec("P")
SIGNED: Final = re.compile(r"[+-][0-9]+")


def now() -> datetime:
    """The server's clock; services get it as an argument."""
    return timezone.now()


def by_user(request: HttpRequest) -> str:
    """The pseudonym under which the ledger knows the signed-in user."""
    return f"user:{request.user.pk}"


def said(sentence: Sentence) -> str:
    """A sentence of the engine in the reader's language; signed numbers ("+1", "-1") with a true minus."""
    values = {
        name: value.replace("-", "−") if isinstance(value, str) and SIGNED.fullmatch(value) else value
        for name, value in sentence.values.items()
    }
    return sentence._replace(values=values).rendered(translation)


def in_words(told: Sentence | str) -> str:
    """What may be a sentence of the engine, in the reader's language; a plain text as it is."""
    return said(told) if isinstance(told, Sentence) else told


@dataclass(frozen=True, slots=True)
class Refusal:
    """One fault as a page shows it."""

    field: str
    code: str
    message: str


def refusals(faults: Faults) -> list[Refusal]:
    """The faults of a refused act, in the reader's language."""
    return [Refusal(fault.field, fault.code, said(fault.sentence)) for fault in faults.faults]


def stored_lines(derivation: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a stored hand with their sentences in the reader's language."""
    return [{**line, "text": said(Sentence.from_data(line["sentence"]))} for line in derivation]
