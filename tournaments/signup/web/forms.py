"""What pages of other features show of what is to come; their templates ask, their code knows nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.template import Library
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from tournaments.club.services import throttle
from tournaments.club.services.throttle import Limit
from tournaments.evening.plan import Plan
from tournaments.evening.reads.desk import Evening
from tournaments.evening.web.desk.people import OnePersonField, forecast_of, headcount_in_words
from tournaments.limits import LONGEST_NOTE
from tournaments.signup import announcements, lists
from tournaments.signup.announcements import MOST_PLACES, Coming
from tournaments.signup.sign_ups import BY, SignUpEntry
from tournaments.site.web.forms import WholeNumber
from tournaments.site.web.pages import now

# --- What is to come, in words ------------------------------------------------------------------------


def counts_in_words(one: Coming) -> str:
    """`12 coming, 4 places left; 3 on the waiting list`; "" where there is nothing to say."""
    parts = []
    if one.come:
        parts.append(ngettext("%(count)s coming", "%(count)s coming", one.come) % {"count": one.come})
    if one.left:
        parts.append(
            ngettext("%(count)s place left", "%(count)s places left", one.left) % {"count": one.left}
        )
    elif one.left == 0:
        parts.append(_("no place left"))
    text = ", ".join(parts)
    if not one.waiting:
        return text
    waiting = ngettext("%(count)s on the waiting list", "%(count)s on the waiting list", one.waiting)
    return "; ".join(filter(None, [text, waiting % {"count": one.waiting}]))


# --- What devices of visitors do is counted, each by itself, and all that come from one address -------


def over_limit(request: HttpRequest, limits: Callable[[str, str], tuple[Limit, Limit]]) -> int | None:
    """Count what this device and its address do; how many seconds to wait where it was too much, else None."""
    # The cookie that every form needs, and each browser has of its own.
    device = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    at, device_limits = now(), limits(throttle.address_of(request.META), device)
    return None if throttle.count(*device_limits, at=at) else device_limits[0].wait(at)


class AnnounceForm(forms.Form):
    starts = forms.TimeField(
        label=later("Starts at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={
            "required": later("No time was entered; enter one such as 19:30."),
            "invalid": later("That is no time of day; enter one such as 19:30."),
        },
    )
    places = WholeNumber(
        label=later("Places"),
        help_text=later("For how many people there is room. Leave it empty for no limit."),
        least=1,
        most=MOST_PLACES,
        required=False,
    )
    note = forms.CharField(
        label=later("Note"),
        help_text=later("Shown to everybody, for example: bring a cake."),
        max_length=LONGEST_NOTE,
        required=False,
    )
    takes_sign_ups = forms.BooleanField(
        label=later("People may sign up"),
        help_text=later("Officers see the names; visitors see only how many come."),
        required=False,
        initial=True,
    )


class SignUpForm(forms.Form):
    name = OnePersonField(label=later("Your name"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    companion = OnePersonField(
        label=later("I bring somebody: their name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seeks_partner = forms.BooleanField(label=later("I am looking for a partner"), required=False)

    def __init__(self, *args: Any, couples: bool, **settings: Any) -> None:
        super().__init__(*args, **settings)
        if not couples:
            del self.fields["seeks_partner"]

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        if entered.get("companion") and entered.get("seeks_partner"):
            raise forms.ValidationError(
                _("You bring somebody and are looking for a partner. Choose one of the two.")
            )
        return entered

    def entered(self) -> SignUpEntry:
        cleaned = self.cleaned_data
        return SignUpEntry(cleaned["name"], cleaned["companion"], cleaned.get("seeks_partner", False))


class AddForm(SignUpForm):
    name = OnePersonField(label=later("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    companion = OnePersonField(
        label=later("Comes with"), required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    seeks_partner = forms.BooleanField(label=later("Looking for a partner"), required=False)


register = Library()
register.filter("counts_in_words", counts_in_words)


@dataclass(frozen=True, slots=True)
class Expected:
    words: str
    forecast: Mapping[str, Any]


@register.simple_tag
def told_of(lines: Iterable[Mapping[str, Any]]) -> dict[int, Coming]:
    return announcements.told_of([line["evening"] for line in lines])


@register.filter
def of_evening(told: Mapping[int, Coming], evening: Evening) -> Coming | None:
    return told.get(evening.pk)


@register.simple_tag
def announced_of(evening: Evening) -> Coming | None:
    return announcements.told_of([evening]).get(evening.pk)


@register.simple_tag
def expected_at(evening: Evening, plan: Plan, told: Coming | None, inside: int) -> Expected | None:
    """The evening as those who signed up would make it; None once as many have checked in (`inside`)."""
    if told is None or told.come <= inside:
        return None
    words = _("Signed up: %(text)s.") % {"text": headcount_in_words(told.come, plan)}
    begins = told.starts_at if told.is_before_doors else None
    return Expected(words, forecast_of(evening, plan, told.come, begins))


register.simple_tag(lists.guests_of, name="signed_up")


@register.simple_tag
def by_themselves(evening: Evening) -> frozenset[str]:
    return lists.checked_in_by_themselves(evening, BY)
