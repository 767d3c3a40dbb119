"""The pages in the menus of the desk, of a club and of an evening: for the heads of the pages and for the search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.template import Library
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.club.roles import held
from tournaments.club.web.pages import needs_at
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.status import Status

register = Library()


@dataclass(frozen=True, slots=True)
class MenuPage:
    """A page in a menu.

    Attributes:
        name: what the program calls its address.
        words: what the menu calls it.
        url: where it is.
        key: the key that leads there; "" where none does.
    """

    name: str
    words: str | Promise
    url: str
    key: str = ""


OF_A_CLUB: Final = {
    "desk-club": _("Evenings"),
    "desk-members": _("Members"),
    "desk-leagues": _("Leagues"),
    "desk-club-fees": _("Fees"),
    "desk-house-rules": _("House rules"),
    "desk-officers": _("Officers"),
    "desk-settings": _("Settings"),
}
OF_AN_EVENING: Final = {
    "desk-evening": (_("Board"), "b"),
    "desk-coming": (_("Sign-ups"), ""),
    "desk-door": (_("Door code"), ""),
    "desk-people": (_("People"), "p"),
    "desk-seats": (_("Seats"), "s"),
    "desk-standings": (_("Standings"), "r"),
    "desk-schedule": (_("Schedule"), ""),
    "desk-fees": (_("Fees"), ""),
    "desk-papers": (_("Papers"), ""),
    "desk-plan": (_("Plan"), ""),
    "desk-ledger": (_("Ledger"), ""),
    "desk-jobs": (_("Jobs"), ""),
}
BEFORE_SEATS: Final = frozenset({"desk-coming", "desk-door"})
ONCE_SEATED: Final = frozenset({"desk-people", "desk-seats", "desk-standings"})
OF_HANDS: Final = {
    "desk-wrong-seats": _("Wrong seats"),
    "desk-late": _("Late tray"),
    "desk-disputes": _("Disputes"),
}


@register.filter
def may(there: Club | Evening, name: str) -> bool:
    """Whether whoever looked a club or an evening up may look at this page of it."""
    return held(there) >= needs_at(name).look


@register.filter
def may_change(there: Club | Evening, name: str) -> bool:
    """Whether they may change something there."""
    return held(there) >= needs_at(name).change


@register.filter
def pages_of_club(club: Club) -> list[MenuPage]:
    """The menu of a club."""
    return [
        MenuPage(name, words, reverse(f"web:{name}", args=[club.slug]))
        for name, words in OF_A_CLUB.items()
        if may(club, name)
    ]


@register.filter
def pages_of_evening(evening: Evening) -> list[MenuPage]:
    """The menu of an evening as it stands."""
    is_before = evening.status in (Status.DRAFT, Status.CHECK_IN)
    left_out = ONCE_SEATED if is_before else BEFORE_SEATS
    if evening.plan["movement"] != "scheduled":
        left_out |= {"desk-schedule"}
    return [
        MenuPage(name, words, _url(evening, name), key)
        for name, (words, key) in OF_AN_EVENING.items()
        if name not in left_out and may(evening, name)
    ]


@register.filter
def pages_of_hands(evening: Evening) -> list[MenuPage]:
    """Where hands of an evening are put right, below "More" on its board; none before the first round."""
    if not evening.current_round or evening.status == Status.ABANDONED:
        return []
    return [
        MenuPage(name, words, _url(evening, name)) for name, words in OF_HANDS.items() if may(evening, name)
    ]


def _url(evening: Evening, name: str) -> str:
    return reverse(f"web:{name}", args=[evening.club.slug, evening.slug])
