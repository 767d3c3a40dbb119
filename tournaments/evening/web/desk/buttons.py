"""The buttons that acts have at the desk: by their addresses, and as the menu of an evening."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.club.roles import role_held
from tournaments.evening.acts import ACTS, Act, possible
from tournaments.evening.acts.act import Board, Button, never
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.seating import usual_reasons as usual


@dataclass(frozen=True, slots=True)
class Question:
    """What a page asks before something is done.

    `changes` are what it brings about; `warning` is what may be wrong with doing it now.
    """

    label: str
    changes: tuple[str, ...]
    look: str = "danger"
    asks_reason: bool = False
    needs_reason: bool = False
    usual_reasons: tuple[str, ...] = ()
    warning: str = ""


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


def asked_by(act: type[Act], button: Button) -> Question:
    changes = tuple(_(change) for change in button.changes)
    why = tuple(usual(act))
    return Question(_(button.label), changes, button.look, act.asks_reason, act.needs_reason, why)


def menu(evening: Evening, *, has_rung: bool = False, is_last_round: bool = False) -> Menu:
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
