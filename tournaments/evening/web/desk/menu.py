"""The menus of the desk: the pages of a club and of an evening, and the acts that have buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.template import Library
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.club.roles import role_held
from tournaments.club.web.pages import needs_at
from tournaments.evening.acts import ACTS, Act, possible
from tournaments.evening.acts.act import Board, Button, never
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.round_rules import Status

register = Library()


@dataclass(frozen=True, slots=True)
class MenuPage:
    """A page in a menu, by the name of its URL; `key` is the key that leads there, if any."""

    name: str
    words: str | Promise
    url: str
    key: str = ""


OF_A_CLUB: Final = {
    "desk-club": later("Evenings"),
    "desk-members": later("Members"),
    "desk-leagues": later("Leagues"),
    "desk-club-fees": later("Fees"),
    "desk-house-rules": later("House rules"),
    "desk-officers": later("Officers"),
    "desk-settings": later("Settings"),
}
OF_AN_EVENING: Final = {
    "desk-evening": (later("Board"), "b"),
    "desk-coming": (later("Sign-ups"), ""),
    "desk-door": (later("Door code"), ""),
    "desk-people": (later("People"), "p"),
    "desk-seats": (later("Seats"), "s"),
    "desk-standings": (later("Standings"), "r"),
    "desk-schedule": (later("Schedule"), ""),
    "desk-fees": (later("Fees"), ""),
    "desk-papers": (later("Papers"), ""),
    "desk-plan": (later("Plan"), ""),
    "desk-ledger": (later("Ledger"), ""),
    "desk-jobs": (later("Jobs"), ""),
}
BEFORE_SEATS: Final = frozenset({"desk-coming", "desk-door"})
ONCE_SEATED: Final = frozenset({"desk-people", "desk-seats", "desk-standings"})
OF_HANDS: Final = {
    "desk-wrong-seats": later("Wrong seats"),
    "desk-late": later("Late tray"),
    "desk-disputes": later("Disputes"),
}


@register.filter
def may(there: Club | Evening, name: str) -> bool:
    """Whether the user for whom a club or evening was looked up may see this page of it."""
    return role_held(there) >= needs_at(name).read


@register.filter
def may_change(there: Club | Evening, name: str) -> bool:
    return role_held(there) >= needs_at(name).write


@register.filter
def pages_of_club(club: Club) -> list[MenuPage]:
    return [
        MenuPage(name, words, reverse(f"web:{name}", args=[club.slug]))
        for name, words in OF_A_CLUB.items()
        if may(club, name)
    ]


@register.filter
def pages_of_evening(evening: Evening) -> list[MenuPage]:
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
    """The pages on which hands are put right, below "More" on the board; none before the first round."""
    if not evening.current_round or evening.status == Status.ABANDONED:
        return []
    return [
        MenuPage(name, words, _url(evening, name)) for name, words in OF_HANDS.items() if may(evening, name)
    ]


def _url(evening: Evening, name: str) -> str:
    return reverse(f"web:{name}", args=[evening.club.slug, evening.slug])


# --- What can be done now: the buttons of acts by their addresses, and as the menu of an evening ------


@dataclass(frozen=True, slots=True)
class MenuEntry:
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be done beside the next step; `grave` is what cannot simply be taken back.

    `steps` are the next step itself, which the page has a button for, and what may take its place.
    """

    harmless: tuple[MenuEntry, ...]
    grave: tuple[MenuEntry, ...]
    steps: tuple[MenuEntry, ...]


def name_of(act: type[Act], button: Button) -> str:
    return button.name or act.path() or ""


BUTTONS = {name_of(act, button): (act, button) for act in ACTS.values() for button in act.buttons}


def menu_of_acts(evening: Evening, *, has_rung: bool = False, is_last_round: bool = False) -> Menu:
    board = Board(Status(evening.status), has_rung, is_last_round)
    harmless: list[MenuEntry] = []
    grave: list[MenuEntry] = []
    steps: list[MenuEntry] = []
    allowed = possible(board.status)
    # What calls the evening off stands last.
    for name, (act, button) in sorted(BUTTONS.items(), key=lambda pair: pair[1][0].to is Status.ABANDONED):
        if act not in allowed or role_held(evening) < act.least:
            continue
        is_step = button.menu is never
        label = button.label if is_step else button.menu(button, board)
        if label:
            url = reverse("web:desk-act", args=[evening.club.slug, evening.slug, name])
            kind = steps if is_step else grave if button.look == "danger" else harmless
            kind.append(MenuEntry(_(label), url))
    return Menu(tuple(harmless), tuple(grave), tuple(steps))
