"""What there is to do at the desk: its menus, acts with buttons, the next step; and the tour of a first evening."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import Library
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from tournaments.club.roles import Duty, Needed, Role, is_allowed
from tournaments.club.web.pages import LASTS, club_button, needs_at
from tournaments.evening.acts import ACTS, SetTables, possible
from tournaments.evening.acts.act import Board, never
from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.round_rules import Status
from tournaments.evening.services.perform import goes_on_at
from tournaments.evening.web.desk.decorators import desk_url
from tournaments.site.web.pages import keep_cookie

register = Library()


@dataclass(frozen=True, slots=True)
class MenuEntry:
    label: str | Promise
    url: str
    name: str = ""
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
    "desk-mails": (later("Mails"), ""),
    "desk-ledger": (later("Ledger"), ""),
}
BEFORE_SEATS: Final = frozenset({"desk-coming", "desk-door"})
ONCE_SEATED: Final = frozenset({"desk-people", "desk-seats", "desk-standings"})
OF_HANDS: Final = {
    "desk-wrong-seats": later("Wrong seats"),
    "desk-late": later("Late tray"),
    "desk-disputes": later("Disputes"),
    "desk-objections": later("Objections"),
}
BEHIND_IT: Final = {"desk-ledger": later("Ledger"), "desk-jobs": later("Jobs")}
"""What nobody needs to run an evening."""


@register.filter
def may(there: Club | Evening, name: str) -> bool:
    """Whether the user for whom a club or evening was looked up may see this page of it."""
    return is_allowed(there, needs_at(name).read)


@register.filter
def may_change(there: Club | Evening, name: str) -> bool:
    return is_allowed(there, needs_at(name).write)


@register.simple_tag(takes_context=True)
def may_search(context: Mapping[str, Any]) -> bool:
    evening: Evening | None = context.get("evening")
    club = evening.club if evening else context.get("club")
    return club is not None and may(club, "desk-search")


@register.filter
def pages_of_club(club: Club) -> list[MenuEntry]:
    return [
        MenuEntry(words, reverse(f"web:{name}", args=[club.slug]), name)
        for name, words in OF_A_CLUB.items()
        if may(club, name)
    ]


@register.filter
def pages_of_evening(evening: Evening) -> list[MenuEntry]:
    is_before = evening.status in (Status.DRAFT, Status.CHECK_IN)
    left_out = ONCE_SEATED if is_before else BEFORE_SEATS
    if not sees_board(evening):
        left_out |= {"desk-evening"}
    if evening.plan["movement"] != "scheduled":
        left_out |= {"desk-schedule"}
    return [
        MenuEntry(words, desk_url(evening, name), name, key)
        for name, (words, key) in OF_AN_EVENING.items()
        if name not in left_out and may(evening, name)
    ]


@register.filter
def sees_board(evening: Evening) -> bool:
    """Whether the board is for whoever looked the evening up: of helpers for those at its open doors."""
    is_open = evening.status == Status.CHECK_IN
    return is_allowed(evening, Role.SCORER) or (is_open and is_allowed(evening, Duty.CHECK_IN))


@register.filter
def may_set_tables(evening: Evening) -> bool:
    is_on = SetTables in possible(Status(evening.status)) and not is_last_round(evening)
    return is_on and is_allowed(evening, SetTables.least) and not facts.plan_of(evening).has_bracket


@register.filter
def tables_out(evening: Evening) -> list[int]:
    return sorted(facts.record_of(evening).tables_out)


@register.filter
def pages_of_hands(evening: Evening) -> list[MenuEntry]:
    """The pages on which hands are put right, below "More" on the board; none before the first round."""
    if not evening.current_round or evening.status == Status.ABANDONED:
        return []
    return _entries(evening, OF_HANDS)


@register.filter
def pages_behind(evening: Evening) -> list[MenuEntry]:
    """The last group below "More" on the board."""
    return _entries(evening, BEHIND_IT)


def _entries(evening: Evening, pages: Mapping[str, str | Promise]) -> list[MenuEntry]:
    return [
        MenuEntry(words, desk_url(evening, name), name) for name, words in pages.items() if may(evening, name)
    ]


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be done beside the next step; `grave` is what cannot simply be taken back.

    `steps` are the next step itself, which the page has a button for, and what may take its place.
    """

    harmless: list[MenuEntry]
    grave: list[MenuEntry]
    steps: list[MenuEntry]


BUTTONS = {button.name or act.path() or "": (act, button) for act in ACTS.values() for button in act.buttons}


def menu_of_acts(evening: Evening, *, has_rung: bool = False) -> Menu:
    goes_on = facts.plan_of(evening).goes_on
    board = Board(Status(evening.status), has_rung, is_last_round(evening), goes_on)
    menu = Menu([], [], [])
    allowed = possible(board.status)
    # What calls the evening off stands last.
    for name, (act, button) in sorted(BUTTONS.items(), key=lambda pair: pair[1][0].to is Status.ABANDONED):
        if act not in allowed or not is_allowed(evening, act.least):
            continue
        is_step = button.menu is never
        label = button.label if is_step else button.menu(button, board)
        if label:
            url = desk_url(evening, "desk-act", name)
            kind = menu.steps if is_step else menu.grave if button.look == "danger" else menu.harmless
            kind.append(MenuEntry(_(label), url))
    return menu


Words = str | Promise


@dataclass(frozen=True, slots=True)
class Action:
    """What may be done: a form of one button to post, with hidden `fields`, or (`is_link`) a page.

    `hint` says why it is not possible yet where `is_ready` is false, and otherwise what it does; `takes` is what
    it needs, in the whole club where it `is_of_club`.
    """

    label: str
    url: str
    icon: str = ""
    look: str = ""
    hint: str = ""
    is_link: bool = False
    is_ready: bool = True
    takes: Needed = Role.DIRECTOR
    is_of_club: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    evening: Evening
    players: int = 0
    is_timed: bool = False
    is_clock_behind: bool = False  # in a round that ends by time
    ringing: tuple[GameView, ...] = ()
    to_cut: tuple[GameView, ...] = ()
    to_settle: int = 0
    ties: int = 0
    is_working: bool = False
    is_stuck: bool = False

    def act(self, name: str) -> str:
        return desk_url(self.evening, "desk-act", name)

    @property
    def round(self) -> int:
        return int(self.evening.current_round)


def _open_doors(now: Situation) -> Action:
    hint, is_another_day = _("Check-in opens."), now.evening.date != localdate()
    return Action(_("Open the doors"), now.act("open-doors"), "people", hint=hint, is_link=is_another_day)


def _draw(now: Situation) -> Action:
    missing = min(facts.plan_of(now.evening).tables.allowed) - now.players
    hint = (
        ngettext("%(count)s more player makes a table.", "%(count)s more players make a table.", missing)
        % {"count": missing}
        if missing > 0
        else _("Check-in closes with the draw; late arrivals still get in.")
    )
    return Action(_("Draw the seats"), now.act("draw"), "cards", hint=hint, is_ready=missing <= 0)


def _start(now: Situation) -> Action:
    label = _("Start round %(round)s") % {"round": now.round + 1}
    hint = _("Give the signal when everybody is seated.")
    if now.to_settle:
        hint = ngettext(
            "%(count)s seat is empty. You will be asked first.",
            "%(count)s seats are empty. You will be asked first.",
            now.to_settle,
        )
        hint = hint % {"count": now.to_settle}
    return Action(label, now.act("start"), "flag", hint=hint, is_link=bool(now.to_settle))


def _play(now: Situation) -> Action:
    if now.ringing:
        table = now.ringing[0].table
        label = _("Ring for table %(table)s") % {"table": table}
        url, hint = desk_url(now.evening, "desk-ring", table), _("Play stops at every table.")
        return Action(label, url, "bell", "bell", hint, takes=Role.SCORER)
    setup, look = facts.setup_of(now.evening), "danger"  # hardly ever pressed where the round ends by itself
    if setup.plan.ends == "game" or setup.plan.hands is not None:
        hint = _("Ends when every table is done, or when you stop it. You will be asked to confirm.")
    elif not setup.rings:
        look, hint = "bell", _("Ends when you stop it. You will be asked to confirm.")
    elif now.is_clock_behind:
        look, hint = (
            "bell",
            _(
                "The server's clock was put back during this round. Stop the round yourself when its time is up."
            ),
        )
    elif now.is_timed:
        hint = _("Ends with the bell, when time is up, or when you stop it. You will be asked to confirm.")
    else:
        hint = _("Ends with the bell, or when you stop it. You will be asked to confirm.")
    return Action(_("Stop the round"), now.act("stop"), "bell", look, hint, is_link=True)


def _close(now: Situation) -> Action:
    label, level = _("Close round %(round)s") % {"round": now.round}, len(now.to_cut)
    hint = _("Close it when the finished hands are in.")
    if _ends_with_prizes(now):
        hint = _("The wall tells its prizes then, until you go on.")
    if level:
        hint = ngettext("%(count)s table has to cut first.", "%(count)s tables have to cut first.", level)
        hint = hint % {"count": level}
    elif now.to_settle:
        hint = ngettext(
            "%(count)s thing to settle first. You will be asked.",
            "%(count)s things to settle first. You will be asked.",
            now.to_settle,
        )
        hint = hint % {"count": now.to_settle}
    asks = bool(now.to_settle) and not level
    return Action(label, now.act("close"), "check", hint=hint, is_link=asks, is_ready=not level)


def _settled(now: Situation) -> Action:
    if is_last_round(now.evening):
        hint = _("That was the last round.")
        return Action(_("Finish the evening"), now.act("finish"), "trophy", hint=hint)
    if now.is_stuck:
        hint = _("This does not wait for the background work.")
        return Action(_("Work out the next seats here"), now.act("draft"), "cards", hint=hint)
    hint = _("This happens in the background; the seats appear here when they are ready.")
    return Action(_("Next seats"), now.act("draft"), "waiting", hint=hint, is_ready=False)


def _publish_move(now: Situation) -> Action:
    hint = _("Every phone, ticket and wall will show them.")
    return Action(_("Announce the next seats"), now.act("publish-move"), "flag", hint=hint)


def _publish(now: Situation) -> Action:
    if now.is_working:
        hint = _("The standings are being sealed; links follow here.")
        return Action(_("Publishing"), now.act("publish"), "waiting", hint=hint, is_ready=False)
    if now.ties:
        hint = ngettext("%(count)s tie is open.", "%(count)s ties are open.", now.ties) % {"count": now.ties}
        return Action(_("Cut for the prizes"), "#ties", "cut", hint=hint, is_link=True)
    if now.evening.published_at:
        hint = _("Until then the results stay as they were published.")
        return Action(_("Publish again"), now.act("publish"), "trophy", hint=hint)
    hint = _(
        "Everybody will be able to read who has won, the prizes and the whole evening. You can still correct the "
        "results, but not take them back."
    )
    return Action(_("Publish the evening"), now.act("publish"), "trophy", hint=hint)


def _published(now: Situation) -> Action:
    url = public_url(now.evening)
    return Action(_("See the public page"), url, "link", is_link=True, takes=Role.SCORER)


def _abandoned(now: Situation) -> Action:
    url = desk_url(now.evening, "desk-clone")
    return Action(_("Repeat this evening"), url, "calendar", is_link=True, is_of_club=True)


_STEPS: Final[dict[Status, tuple[Words, Callable[[Situation], Action]]]] = {
    Status.DRAFT: (later("Open the doors"), _open_doors),
    Status.CHECK_IN: (later("Check people in, then draw the seats"), _draw),
    Status.SEATED: (later("Start round 1"), _start),
    Status.PLAYING: (later("Round %(round)s is in play"), _play),
    Status.BELL: (later("Close round %(round)s"), _close),
    Status.SETTLED: (later("Round %(round)s is closed: the next seats"), _settled),
    Status.DRAFTED: (later("Announce the next seats"), _publish_move),
    Status.MOVED: (later("Start round %(next)s"), _start),
    Status.FINISHED: (later("Publish"), _publish),
    Status.PUBLISHED: (later("Published"), _published),
    Status.ABANDONED: (later("Abandoned"), _abandoned),
}
"""What comes next: in words, for a list of evenings, and as the primary action of the board."""


def next_step_in_words(status: str, current_round: int) -> str:
    words, _step = _STEPS[Status(status)]
    return str(words) % {"round": current_round, "next": current_round + 1}


def next_step(now: Situation) -> Action:
    """The primary action as the evening stands; neither linked nor ready for a user who may not take it."""
    step = _STEPS[Status(now.evening.status)][1](now)
    if is_allowed(now.evening.club if step.is_of_club else now.evening, step.takes):
        return step
    return Action(step.label, "", step.icon, step.look, _("A director does this."), is_ready=False)


def next_round(now: Situation) -> Action | None:
    """All that leads to the next round, or closes the last one and ends the evening, by one press.

    None where something is open, it is one step anyway, or the round closes with prizes that the wall tells first.
    """
    status, url, hint = (
        Status(now.evening.status),
        desk_url(now.evening, "desk-next-round"),
        _("Nothing is open."),
    )
    if now.to_cut or now.to_settle or not is_allowed(now.evening, Role.DIRECTOR):
        return None
    if status in (Status.BELL, Status.SETTLED) and is_last_round(now.evening):
        label = _("Close round %(round)s and finish") % {"round": now.round}
        ends = (("to", Status.FINISHED.value),)
        return Action(label, url, "trophy", hint=hint, fields=ends) if status is Status.BELL else None
    labels = {
        Status.BELL: later("Close, announce and start round %(round)s"),
        Status.SETTLED: later("Announce and start round %(round)s"),
        Status.DRAFTED: later("Announce and start round %(round)s"),
    }
    if status not in labels or (status is Status.BELL and _ends_with_prizes(now)):
        return None
    return Action(str(labels[status]) % {"round": now.round + 1}, url, "flag", hint=hint)


def _ends_with_prizes(now: Situation) -> bool:
    return any(other.rounds[1:] == (now.round,) for other in facts.plan_of(now.evening).prizes.others)


def public_url(evening: Evening) -> str:
    return f"/c/{evening.club.slug}/{evening.slug}/"


LEFT: Final = "tour-left"
"""The cookie of a browser in which somebody has left the tour: the session ends before the next evening."""


@dataclass(frozen=True, slots=True, eq=False)  # its words are others in another language
class Step:
    label: Words
    text: Words
    at: frozenset[Status] = frozenset()


STEPS: Final = (
    Step(
        later("Add your members"), later("Paste the list you have. Guests can be added at the door as well.")
    ),
    Step(
        later("Create the first evening"),
        later("Choose a kind of evening and give it a name; the rest has its usual value."),
    ),
    Step(
        later("Open the doors"),
        later(
            "Check the plan once more. With open doors players can be checked in; the plan can still be changed."
        ),
        frozenset({Status.DRAFT}),
    ),
    Step(
        later("Check players in"),
        later("Tick everybody who comes. When all are there, draw the seats."),
        frozenset({Status.CHECK_IN}),
    ),
    Step(
        later("Start round 1"),
        later(
            "Print the table cards from Papers and lay one on each table: its code opens the table on a phone. When"
            " everybody sits, start."
        ),
        frozenset({Status.SEATED}),
    ),
    Step(
        later("Play"),
        later(
            "Players enter each hand on a phone, or you open the table and enter it. The board says when the round is"
            " over; you can also stop it."
        ),
        frozenset({Status.PLAYING}),
    ),
    Step(
        later("Close the round"),
        later("Settle what the board lists first, then close the round. The next seats are worked out."),
        frozenset({Status.BELL}),
    ),
    Step(
        later("Announce the next seats"),
        later("Look at them, change them if you must, and announce them. Then start the next round."),
        frozenset({Status.SETTLED, Status.DRAFTED, Status.MOVED}),
    ),
    Step(
        later("Publish the results"),
        later("Cut for the prizes where players tie, and publish. The results stay on the club's page."),
        frozenset({Status.FINISHED}),
    ),
)
MEMBERS, EVENING = STEPS[:2]
AT_STATUS: Final = {status: step for step in STEPS for status in step.at}
CHECK_IN = AT_STATUS[Status.CHECK_IN]
FINISH: Final = Step(
    later("Finish the evening"),
    later("That was the last round, so nobody moves. Finish the evening; the prizes and the results follow."),
)
"""Stands in place of the move after the last round."""
DRAW: Final = Step(
    later("Draw the seats"),
    later(
        "Everybody on the list is in. Guests can still be added; whoever comes later gets a seat at the next move."
    ),
)
"""Stands in place of the check-in once nobody on the list is left."""
BY_ITSELF: Final = Step(
    later("Let the evening go on"),
    later(
        "Settle what the board lists. Where nothing is open, the program closes the round, announces the next seats"
        " and starts the next round. The board says when; Stop makes it wait for you."
    ),
)
"""Stands in place of what follows a round where the plan lets it follow by itself."""


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
    """The tour as it stands; None at a club's second evening, once one was published, or for whoever has left it.

    `evening` is the one under way; `all_in` that nobody has still to be checked in, and they are enough to play.
    """
    if request.COOKIES.get(LEFT) or desk.has_played(club, but=evening):
        return None
    step: Step | None = EVENING if has_members else MEMBERS
    if evening is not None:
        step = AT_STATUS.get(Status(evening.status))
    if step is None:
        return None
    instead = step
    if evening is not None and goes_on_at(evening):
        instead = BY_ITSELF
    elif evening is not None and evening.status == Status.SETTLED and is_last_round(evening):
        instead = FINISH
    elif all_in and step is CHECK_IN:
        instead = DRAW
    steps = tuple(instead if tour_step is step else tour_step for tour_step in STEPS)
    return Tour(STEPS.index(step) + 1, instead, steps)


def tour_elsewhere(request: HttpRequest, club: Club, *, has_members: bool) -> Tour | None:
    """The tour for a page on which at most its first step is taken, with the address of the next step."""
    evening = next(iter(desk.opened(club)), None)
    club_tour = tour(request, club, evening, has_members=has_members)
    if club_tour is None or club_tour.step is MEMBERS:
        return club_tour
    if evening is None:
        return replace(club_tour, url=reverse("web:desk-new", args=[club.slug]))
    return replace(club_tour, url=desk_url(evening, "desk-evening"))


def is_last_round(evening: Evening) -> bool:
    return int(evening.current_round) >= facts.plan_of(evening).rounds


@club_button()
def leave_tour(request: HttpRequest, club: Club) -> HttpResponse:
    answer = redirect("web:desk-club", club.slug)
    keep_cookie(request, answer, LEFT, "1", lasts=LASTS, path=reverse("web:desk"))
    return answer
