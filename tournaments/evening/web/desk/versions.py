"""One hand with all that was ever entered for it: who, when, why, and what became of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.club.reads import members
from tournaments.club.roles import Role, needs
from tournaments.evening import acts
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts, hands, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import Hand, HandState, Version
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.ledger import hands_seen, pseudonyms, who
from tournaments.evening.web.table.hand_form import FieldRow, side_by_side, slip_of

STAMPS = {HandState.COUNTS: "counts", HandState.DISPUTES: "disputes", HandState.NOTE: "note"}


@dataclass(frozen=True, slots=True)
class HandPages:
    """A hand of a table in a round, and where its pages are."""

    evening: Evening
    round: int
    table: int
    number: int

    def url(self, name: str) -> str:
        """The address of one of its pages."""
        where = (self.evening.club.slug, self.evening.slug, self.table, self.round, self.number)
        return reverse(f"web:{name}", args=where)

    @property
    def sheet(self) -> str:
        """The score sheet that it stands on."""
        return sheet_url(self.evening, self.table, self.round)

    @property
    def title(self) -> str:
        """`Hand 3 of table 2 in round 1`."""
        words = _("Hand %(number)s of table %(table)s in round %(round)s")
        return words % {"number": self.number, "table": self.table, "round": self.round}


def sheet_url(evening: Evening, table: int, number: int) -> str:
    """The score sheet of a table in a round."""
    url = reverse("web:desk-table", args=[evening.club.slug, evening.slug, table])
    return f"{url}?round={number}"


def game_at(evening: Evening, table: int, number: int) -> GameView:
    """A table in a round. Raises Http404 where it does not play in that round."""
    here = rounds.game_view(evening, table, number)
    if here is None:
        raise Http404
    return here


def hand_at(here: GameView, number: int) -> Hand:
    """The hand of this number that counts. Raises Http404."""
    hand = hands.live_hand(here.row, number)
    if hand is None:
        raise Http404
    return hand


@require_safe
@evening_page
@hands_seen
@needs(Role.SCORER)
def show(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> HttpResponse:
    """Every version of a hand, in order."""
    here = game_at(evening, table, number)
    hand_at(here, hand)
    setup = facts.setup_of(evening)
    versions = hands.versions_of(here.row, hand)
    names = whose(versions)
    told = side_by_side(setup, here.seats, [version.hand.hand for version in versions])
    context = {
        "at": HandPages(evening, number, table, hand),
        "evening": evening,
        "here": here,
        "lines": [_line(version, names, setup, told, place) for place, version in enumerate(versions)],
    }
    return render(request, "desk/hand.html", context)


def whose(versions: Sequence[Version]) -> dict[int, str]:
    """The names of the users who entered the versions or said something of them; one query."""
    said = [version.hand.entry.by for version in versions]
    said += [later.by for version in versions for later in version.later]
    return members.user_names(pseudonyms(said))


def _line(
    version: Version, names: Mapping[int, str], setup: Setup, told: list[FieldRow], place: int
) -> dict[str, Any]:
    hand = version.hand
    state = HandState(hand.state)
    return {
        "hand": hand,
        "sequence": version.sequence,
        "slip": slip_of(hand, setup),
        "who": who(hand.entry.by, names),
        "what": act_in_words(hand.entry.act),
        "state": hand.STATE_LABELS[state],
        "stamp": STAMPS.get(state, ""),
        "counts": state is HandState.COUNTS,
        "may_come_back": state in (HandState.REPLACED, HandState.REJECTED, HandState.NOTE),
        "fields": [(row.label, row.texts[place]) for row in told if row.differs],
        "later": [
            {
                "what": act_in_words(later.act),
                "who": who(later.by, names),
                "at": later.at,
                "reason": later.reason,
            }
            for later in version.later
        ],
    }


def act_in_words(act: str) -> str:
    """What somebody did with a hand, in a word or two."""
    words = {
        acts.EnterHand.name: _("entered"),
        acts.EnterAgain.name: _("entered once more"),
        acts.LateHand.name: _("entered late"),
        acts.CorrectHand.name: _("corrected"),
        acts.NoteHand.name: _("noted"),
        acts.ConfirmHand.name: _("confirmed"),
        acts.SettleDispute.name: _("settled for this"),
        acts.TakeLate.name: _("let it count"),
        acts.LeaveOutLate.name: _("left it out"),
    }
    return words[act]
