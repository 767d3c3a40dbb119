"""Words on pages: rulebooks, decimals and sums of money, background work, house rules, verdicts before the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.template import Library
from django.utils.formats import get_format, number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from games.catalogue import name_of
from games.form import FormField
from games.rulebook import passages
from tournaments.ranking.offered import LARGEST_SUM
from tournaments.site.web.pages import in_our_words, in_words
from tournaments.work import outbox
from tournaments.work.outbox import TOPICS, Job

# The little Markdown that rulebooks use: paragraphs, lists with `-`, and `code`, in the reader's
# language.

CODE: Final = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Span:
    text: str
    code: bool


Text = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Block:
    bullets: bool
    texts: tuple[Text, ...]


def blocks(markdown: str) -> list[Block]:
    return [
        Block(passage.bullets, tuple(_spans(gettext(text)) for text in passage.texts))
        for passage in passages(markdown)
    ]


def _spans(text: str) -> Text:
    parts = CODE.split(text)
    return tuple(Span(part, code=bool(place % 2)) for place, part in enumerate(parts) if part)


register = Library()
register.filter(in_our_words)


@register.filter
def decimals(points: str) -> str:
    """Points that were written with a decimal point, in French with a comma: "35.0" is "35,0"."""
    return points.replace(".", get_format("DECIMAL_SEPARATOR"))


@register.filter
def game_in_our_words(plan: Mapping[str, Any]) -> str:
    return in_our_words(name_of(plan))


# Sums of money as people write them: whole numbers of the smallest unit, a hundred of which make the
# whole.

UNITS: Final = 100
_SUM: Final = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?")
_BETWEEN: Final = re.compile(r"[,;]?\s+|;")


def money(amount: int) -> str:
    """A sum as the reader's language writes it: 12.50; nothing for no money."""
    return str(number_format(Decimal(amount) / UNITS, decimal_pos=2, force_grouping=True)) if amount else ""


def plain_sum(amount: int) -> Decimal:
    """A sum for programs: always two digits behind the point."""
    return Decimal(amount).scaleb(-2)


def typed(amount: int) -> str:
    whole, rest = divmod(amount, UNITS)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:02}" if rest else str(whole)


class Sums(forms.CharField):
    no_sums: Promise | str = gettext_lazy(
        "“%(entered)s” does not fit here: enter sums with spaces between them, such as 50 12.50"
    )

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "inputmode": "text"}
        super().__init__(required=False, max_length=200, widget=forms.TextInput(attrs=attributes), **kwargs)

    def clean(self, value: Any) -> Any:
        entered: str = super().clean(value)
        matches = [_SUM.fullmatch(word) for word in _BETWEEN.split(entered) if word]
        if not all(matches):
            raise forms.ValidationError(self.no_sums % {"entered": entered[:40]})
        sums = tuple(_units(sum_) for sum_ in matches if sum_)
        if max(sums, default=0) > LARGEST_SUM:
            words = _("“%(entered)s” is too much: a sum is at most %(most)s.")
            raise forms.ValidationError(words % {"entered": entered[:40], "most": money(LARGEST_SUM)})
        return sums

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(typed, value)) if isinstance(value, list | tuple) else value


class AmountField(Sums):
    no_sums = gettext_lazy("“%(entered)s” does not fit here: enter one sum, such as 12.50")

    def __init__(self, *, nothing: int | None = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.nothing = nothing

    def prepare_value(self, value: Any) -> Any:
        if value is None or value == self.nothing:
            return ""
        return typed(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        sums: tuple[int, ...] = super().clean(value)
        if len(sums) > 1:
            words = _("“%(entered)s” does not fit here: enter one sum, such as 12.50")
            raise forms.ValidationError(words % {"entered": str(value)[:40]})
        return sums[0] if sums else self.nothing


def _units(found: re.Match[str]) -> int:
    return int(found[1]) * UNITS + int((found[2] or "").ljust(2, "0"))


def topic(job: Job) -> str:
    """What a job does; for a topic of another version, its name as the job has it."""
    known = TOPICS.get(job.topic)
    return _(known.label) if known else job.topic


def came_to(job: Job) -> str:
    return in_words(outbox.remark_of(job))


def value_in_words(rule: FormField, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value == "":
        return "–"
    label = next((choice.label for choice in rule.choices if choice.value == value), None)
    return _(label) if label else str(value)


def in_a_sentence(rule: FormField, value: object) -> str:
    """What the value of a house rule comes to; empty where the game has no words for it."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    sentence = rule.says.get(key, rule.says.get("", ""))
    return _(sentence) % {"value": value} if sentence and value != "" else ""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule in words; `book` is what the source text says instead, empty where it says the same."""

    label: str
    value: str
    sentence: str
    by_the_book: bool
    book: str


def house_rule_in_words(rule: FormField, value: object, usual: object) -> HouseRule:
    return HouseRule(
        _(rule.label),
        value_in_words(rule, value),
        in_a_sentence(rule, value),
        by_the_book=value == usual,
        book="" if value == usual else in_a_sentence(rule, usual),
    )


VERDICTS: Final[Mapping[str, Any]] = {
    "clinched": gettext_lazy("certain"),
    "possible": gettext_lazy("can be reached"),
    "level": gettext_lazy("could tie"),
    "impossible": gettext_lazy("out of reach"),
    "open": gettext_lazy("open"),
}
"""By verdict, in short."""
OUT_OF_REACH: Final = "impossible"
