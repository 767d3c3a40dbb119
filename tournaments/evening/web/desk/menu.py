"""The pages in the menus of the desk, of a club and of an evening: for the heads of the pages and for the search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Library
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournaments.club.roles import role_held
from tournaments.club.web.pages import club_page, needs_at
from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.round_rules import Status

# The tour of a club's first evening: where it is now, in nine steps, until something is published or it
# is left.

LEFT: Final = "tour-left"
"""Set in the session of whoever has left the tour."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the tour: what there is to do, how, and in which statuses of the evening it is the one to take."""

    label: str | Promise
    text: str | Promise
    at: frozenset[Status] = frozenset()


STEPS: Final = (
    Step(_("Add your members"), _("Paste the list you have. Guests can be added at the door as well.")),
    Step(
        _("Create the first evening"),
        _("Choose a kind of evening and give it a name; the rest has its usual value."),
    ),
    Step(
        _("Open the doors"),
        _(
            "Check the plan once more. With open doors players can be checked in; the plan can still be changed."
        ),
        frozenset({Status.DRAFT}),
    ),
    Step(
        _("Check players in"),
        _("Tick everybody who comes. When all are there, draw the seats."),
        frozenset({Status.CHECK_IN}),
    ),
    Step(
        _("Start round 1"),
        _(
            "Print the table cards from Papers and lay one on each table: its code opens the table on a phone. When"
            " everybody sits, start."
        ),
        frozenset({Status.SEATED}),
    ),
    Step(
        _("Play"),
        _(
            "Players enter each hand on a phone, or you open the table and enter it. The board says when the round is"
            " over; you can also stop it."
        ),
        frozenset({Status.PLAYING}),
    ),
    Step(
        _("Close the round"),
        _("Settle what the board lists first, then close the round. The next seats are worked out."),
        frozenset({Status.BELL}),
    ),
    Step(
        _("Announce the next seats"),
        _("Look at them, change them if you must, and announce them. Then start the next round."),
        frozenset({Status.SETTLED, Status.DRAFTED, Status.MOVED}),
    ),
    Step(
        _("Publish the results"),
        _("Cut for the prizes where players tie, and publish. The results stay on the club's page."),
        frozenset({Status.FINISHED}),
    ),
)
MEMBERS, EVENING = STEPS[:2]
MOVE: Final = next(step for step in STEPS if Status.SETTLED in step.at)
FINISH: Final = Step(
    _("Finish the evening"),
    _("That was the last round, so nobody moves. Finish the evening; the prizes and the results follow."),
)
"""Stands in place of the move after the last round."""
CHECK_IN: Final = next(step for step in STEPS if Status.CHECK_IN in step.at)
DRAW: Final = Step(
    _("Draw the seats"),
    _(
        "Everybody on the list is in. Guests can still be added; whoever comes later gets a seat at the next move."
    ),
)
"""Stands in place of the check-in once nobody on the list is left."""
INSTEAD: Final = {MOVE: FINISH, CHECK_IN: DRAW}


@dataclass(frozen=True, slots=True)
class Tour:
    """Where somebody is on it: `number` is the step's, from 1. `url` is where it is taken, "" where that is here."""

    number: int
    step: Step
    steps: tuple[Step, ...] = STEPS
    url: str = ""


def tour(
    request: HttpRequest,
    club: Club,
    evening: Evening | None,
    *,
    has_members: bool = True,
    all_in: bool = False,
) -> Tour | None:
    """The tour as it stands; None once an evening of the club was published, or for whoever has left it.

    Arguments:
        evening: the one under way.
        all_in: whether nobody on the list has still to be checked in, and they are enough to play.
    """
    if request.session.get(LEFT) or desk.has_published(club):
        return None
    if evening is None:
        step: Step | None = EVENING if has_members else MEMBERS
    else:
        step = next((tour_step for tour_step in STEPS if evening.status in tour_step.at), None)
    if step is None:
        return None
    number = STEPS.index(step) + 1
    is_over = evening is not None and evening.status == Status.SETTLED and _is_last_round(evening)
    if is_over or (all_in and step is CHECK_IN):
        steps = tuple(INSTEAD[step] if tour_step is step else tour_step for tour_step in STEPS)
        return Tour(number, INSTEAD[step], steps)
    return Tour(number, step)


def tour_elsewhere(request: HttpRequest, club: Club, *, has_members: bool) -> Tour | None:
    """The tour for a page on which at most its first step is taken, with the address of the next step."""
    evening = next(iter(desk.opened(club)), None)
    club_tour = tour(request, club, evening, has_members=has_members)
    if club_tour is None or club_tour.step is MEMBERS:
        return club_tour
    if evening is None:
        return replace(club_tour, url=reverse("web:desk-new", args=[club.slug]))
    return replace(club_tour, url=reverse("web:desk-evening", args=[club.slug, evening.slug]))


def _is_last_round(evening: Evening) -> bool:
    return int(evening.current_round) >= facts.plan_of(evening).rounds


@require_POST
@club_page
def leave_tour(request: HttpRequest, club: Club) -> HttpResponse:
    request.session[LEFT] = True
    return redirect("web:desk-club", club.slug)


register = Library()


@dataclass(frozen=True, slots=True)
class MenuPage:
    """A page in a menu, by the name of its URL; `key` is the key that leads there, if any."""

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
