"""The buttons that acts have at the desk: by their addresses, and as the menu of an evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.evening.acts import ACTS, Act, possible
from tournaments.evening.acts.act import Board, Button
from tournaments.evening.reads.desk import Evening
from tournaments.evening.status import Status


@dataclass(frozen=True, slots=True)
class Question:
    """What a page asks before something is done: the button, what changes by it, and whether it takes a reason."""

    label: str
    changes: tuple[str, ...]
    look: str = "danger"
    asks_reason: bool = False
    needs_reason: bool = False


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A button in the menu of an evening; `ends` where it calls the evening off."""

    label: str
    url: str
    ends: bool


def name_of(act: type[Act], button: Button) -> str:
    """The address of a button, below that of the evening's acts."""
    return button.name or act.path() or ""


BUTTONS = {name_of(act, button): (act, button) for act in ACTS.values() for button in act.buttons}


def asked_by(act: type[Act], button: Button) -> Question:
    """What the page of a button asks, in the reader's language."""
    changes = tuple(_(change) for change in button.changes)
    return Question(_(button.label), changes, button.look, act.asks_reason, act.needs_reason)


def menu(evening: Evening, *, has_rung: bool = False, is_last_round: bool = False) -> Iterator[MenuEntry]:
    """What can be done beside the next step, as the evening stands and `Board` says of its current round."""
    board = Board(Status(evening.status), has_rung, is_last_round)
    allowed = possible(board.status)
    for name, (act, button) in BUTTONS.items():
        label = button.menu(button, board) if act in allowed else ""
        if label:
            url = reverse("web:desk-act", args=[evening.club.slug, evening.slug, name])
            yield MenuEntry(_(label), url, act.to is Status.ABANDONED)
