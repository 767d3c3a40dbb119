"""What pages of other features show of what is to come; their templates ask, their code knows nothing of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template import Library
from django.utils.translation import gettext as _

from tournaments.coming.reads import announced, lists
from tournaments.coming.reads.announced import Coming
from tournaments.coming.reads.lists import Guest
from tournaments.coming.services.door import BY
from tournaments.coming.web.forms import counts_in_words
from tournaments.evening.plan import Plan
from tournaments.evening.reads.desk import Evening
from tournaments.evening.web.desk.door_list import forecast_of, headcount_in_words

register = Library()
register.filter("counts_in_words", counts_in_words)


@dataclass(frozen=True, slots=True)
class Expected:
    """What the evening will be like if everybody with a place comes: in words, and as a forecast."""

    words: str
    forecast: Mapping[str, Any]


@register.simple_tag
def told_of(lines: Iterable[Mapping[str, Any]]) -> dict[int, Coming]:
    """What is announced of the evenings in these lines, by primary key; one query."""
    return announced.told_of([line["evening"] for line in lines])


@register.filter
def of_evening(told: Mapping[int, Coming], evening: Evening) -> Coming | None:
    return told.get(evening.pk)


@register.simple_tag
def announced_of(evening: Evening) -> Coming | None:
    """What is announced of an evening; one query."""
    return announced.told_of([evening]).get(evening.pk)


@register.simple_tag
def expected_at(evening: Evening, plan: Plan, told: Coming | None, inside: int) -> Expected | None:
    """The evening as those who signed up would make it; None once as many have checked in (`inside`)."""
    if told is None or told.come <= inside:
        return None
    words = _("Signed up: %(text)s.") % {"text": headcount_in_words(told.come, plan)}
    begins = told.starts_at if told.is_before_doors else None
    return Expected(words, forecast_of(evening, plan, told.come, begins))


@register.simple_tag
def signed_up(evening: Evening) -> list[Guest]:
    """Everybody who has signed up, with whom the club knows by that name; three queries at most."""
    return lists.guests_of(evening)


@register.simple_tag
def by_themselves(evening: Evening) -> frozenset[str]:
    """The codes of the tickets of those who checked themselves in at the door; one query."""
    return lists.checked_in_by_themselves(evening, BY)
