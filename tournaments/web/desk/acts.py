"""The acts of one button: each is one service, what it says when done, and what to read before a dangerous one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.queries import desk, room
from tournaments.queries.desk import Evening
from tournaments.replay import acts
from tournaments.services import (
    access,
    calls,
    publishing,
)
from tournaments.services.perform import perform
from tournaments.status import Status
from tournaments.web.desk import blockers, prizes
from tournaments.web.desk.board import in_play, page
from tournaments.web.desk.corrections import number_in
from tournaments.web.desk.doors import REFUSED, attempt, evening_page, to_desk
from tournaments.web.desk.looking import hands_seen
from tournaments.web.shared import by_user, now
from tournaments.work import outbox

Words = str | Promise
MOST_HANDS = 100


@dataclass(frozen=True, slots=True)
class Deed:
    """An act of one button; `do` makes it, and is None for what is more than an act.

    `label` and `changes` are what a page shows that asks first: what it is and what it changes. Its reason may be
    left out (`asks_reason`) or may not (`needs_reason`).
    """

    do: Callable[..., acts.Act] | None
    label: Words
    done: Words
    changes: tuple[Words, ...]
    back: str = "desk-evening"
    asks_reason: bool = False
    needs_reason: bool = False
    look: str = "danger"


DEEDS: dict[str, Deed] = {
    "open-doors": Deed(
        acts.OpenDoors,
        later("Open the doors"),
        later("The doors are open."),
        (later("People can be ticked off, and the evening is shown on the club's page."),),
        look="primary",
    ),
    "reopen-doors": Deed(
        acts.OpenDoors,
        later("Back to the doors"),
        later("The doors are open again; the drawn seats are gone."),
        (
            later("The seats drawn so far are given up; everybody keeps the ticket."),
            later("People can be ticked off and tickets taken back again; then seats are drawn afresh."),
        ),
    ),
    "draw": Deed(
        acts.Draw,
        later("Draw the seats"),
        later("The seats are drawn."),
        (later("Everybody who is in gets a seat for round 1, or sits it out."),),
        look="primary",
    ),
    "draw-again": Deed(
        partial(acts.Draw, again=True),
        later("Draw the seats again"),
        later("The seats are drawn again."),
        (
            later(
                "Everybody gets another seat, from the same seed; the ledger and the archive count the attempts."
            ),
            later("The first draw stays in the ledger. People who sit down already have to get up."),
        ),
        back="desk-seats",
    ),
    "start": Deed(
        acts.Start,
        later("Start the round"),
        later("The round has started."),
        (later("The tables play, and hands can be entered."),),
        look="primary",
    ),
    "stop": Deed(
        acts.Stop,
        later("Stop the round"),
        later("The round is stopped."),
        (
            later("Play stops at every table, on every phone and on the wall."),
            later(
                "Hands finished before now still count, also when they come in later; a hand in play does not."
            ),
            later("Where couples play, those with more points win the game; level tables cut."),
        ),
        look="bell",
    ),
    "take-back-bell": Deed(
        acts.TakeBackBell,
        later("Take the bell back"),
        later("The bell is taken back: play goes on."),
        (
            later("Play resumes at every table; the phones, the desk and the wall say so. No hand is lost."),
            later(
                "Cuts made meanwhile are void. A round that ended by its time has no end by time any more."
            ),
        ),
        needs_reason=True,
        look="bell",
    ),
    "play-on": Deed(
        acts.TakeBackBell,
        later("Resume play"),
        later("Play goes on."),
        (
            later("Play resumes at every table; the phones, the desk and the wall say so. No hand is lost."),
            later(
                "Cuts made meanwhile are void. A round that ended by its time has no end by time any more."
            ),
        ),
        needs_reason=True,
    ),
    "close": Deed(
        acts.Close,
        later("Close the round"),
        later("The round is closed."),
        (later("The games are settled; a hand that comes in after this waits in the late tray."),),
        look="primary",
    ),
    "draft": Deed(
        partial(acts.DraftMove, again=True),
        later("Work out the next seats"),
        later("The next seats are worked out."),
        (
            later("They are worked out afresh from the results, with everybody who came or left."),
            later("Changes made to the draft by hand are lost."),
        ),
        look="primary",
    ),
    "publish-move": Deed(
        acts.PublishMove,
        later("Announce the next seats"),
        later("The next seats are announced."),
        (later("Every phone, ticket and wall shows where to sit next."),),
        look="primary",
    ),
    "finish": Deed(
        acts.Finish,
        later("Finish the evening"),
        later("The evening is finished."),
        (
            later("No further round is played; seats drafted or announced for one fall away."),
            later("The standings and the prizes are worked out from the closed rounds."),
        ),
    ),
    "publish": Deed(
        None,
        later("Publish the evening"),
        later("The evening is being published."),
        (later("The standings and the whole evening become a page that everybody can read and check."),),
        look="primary",
    ),
    "abandon": Deed(
        acts.Abandon,
        later("Abandon the evening"),
        later("The evening is abandoned."),
        (
            later("The evening ends without standings or prizes and disappears from the club's public page."),
            later("What was entered stays in the ledger. This cannot be taken back."),
        ),
        asks_reason=True,
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def act(request: HttpRequest, evening: Evening, name: str) -> HttpResponse:
    """Ask before an act (GET) and do it (POST)."""
    deed = DEEDS.get(name)
    if deed is None:
        raise Http404
    if name == "close":
        return close(request, evening, deed)
    if request.method != "POST":
        return render(request, "desk/ask.html", {"evening": evening, "deed": deed})
    more = {}
    if deed.asks_reason or deed.needs_reason:
        more["reason"] = request.POST.get("reason", "")[:200]
    if deed.needs_reason and not more["reason"].strip():
        context = {"evening": evening, "deed": deed, "reason_errors": [NO_REASON]}
        return render(request, "desk/ask.html", context, status=REFUSED)
    who: dict[str, Any] = {"evening": evening, "by": by_user(request), "at": now()}
    if deed.do is None:
        service: Callable[[], object] = partial(publishing.request_publication, **who)
    else:
        service = partial(perform, act=deed.do(**more), **who)
    attempt(request, service, str(deed.done))
    return to_desk(evening, deed.back)


NO_REASON = later("Nothing was entered; say why, it stands beside the change for ever.")


def close(request: HttpRequest, evening: Evening, deed: Deed) -> HttpResponse:
    """What keeps the round from being closed, with what to do about each (GET); close it (POST).

    Where hands are not settled it is closed only `anyway`, which takes a tap of its own on that page.
    """
    status = Status(evening.status)
    if request.method == "POST":
        anyway = request.POST.get("anyway") == "1"
        service = partial(
            perform, evening=evening, act=acts.Close(anyway=anyway), by=by_user(request), at=now()
        )
        if attempt(request, service, str(deed.done)) or status is not Status.BELL:
            return to_desk(evening)
        return to_desk(evening, "desk-act", "close")
    waiting: list[blockers.Blocker] = []
    tables: set[int] = set()
    if status in (Status.PLAYING, Status.BELL):
        now_on = in_play(evening, status, now())
        waiting = [blocker for blocker in blockers.of_round(now_on, each=True) if blocker.holds]
        tables = {found.table for found in now_on.unsettled}
    context = {
        "evening": evening,
        "deed": deed,
        "blockers": waiting,
        "to_do": any(blocker.holds == "until-done" for blocker in waiting),
        "tables": ", ".join(map(str, sorted(tables))),
    }
    return render(request, "desk/close.html", context)


@require_POST
@evening_page
def answer(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """Answer a call for the director: somebody goes there."""
    call = room.call(evening, pk)
    if call is None:
        raise Http404
    service = partial(calls.answer, evening=evening, call_id=pk, by=by_user(request), at=now())
    attempt(request, service, _("Table %(table)s is told that you come.") % {"table": call.table.number})
    return to_desk(evening)


@require_POST
@evening_page
@hands_seen
def confirm(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Confirm hands of a table in the current round at the director's word; each as it was shown (`hand`)."""
    shown = [text.partition(":") for text in request.POST.getlist("hand")[:MOST_HANDS]]
    done = bool(shown)
    for number, _colon, entry in shown:
        confirmed = acts.ConfirmHand(
            round=evening.current_round, table=table, number=number_in(number), of=number_in(entry)
        )
        service = partial(perform, evening=evening, act=confirmed, by=by_user(request), at=now())
        done = attempt(request, service) and done
    if done:
        messages.success(request, _("The hands of table %(table)s are confirmed.") % {"table": table})
    return to_desk(evening)


@require_POST
@evening_page
def ring(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Ring the bell for a table that has reached the target; or credit it, where it was there before the other."""
    service = partial(perform, evening=evening, act=acts.Ring(table=table), by=by_user(request), at=now())
    has_rung = evening.status == Status.BELL
    words = (
        _("Of the tables that rang, the first at the target is credited with the bell.")
        if has_rung
        else _("The bell has rung for table %(table)s.")
    )
    attempt(request, service, words % {"table": table})
    return to_desk(evening)


@require_POST
@evening_page
def cut(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Record the cut of a level table: the winner as posted, or drawn by the evening's seed."""
    winner = request.POST.get("winner", "")
    cut = acts.Cut(table=table, how="seed") if winner == "seed" else acts.Cut(table=table, winner=winner)
    service = partial(perform, evening=evening, act=cut, by=by_user(request), at=now())
    attempt(request, service, _("The cut of table %(table)s is recorded.") % {"table": table})
    return to_desk(evening)


@require_POST
@evening_page
def cut_prize(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Record the cut for a prize: one of two won it, everybody's place was entered, or the seed draws it."""
    prize, colour = request.POST.get("prize", ""), request.POST.get("colour", "")
    form = prizes.tie_form(evening, prize, colour, request.POST)
    if form is None:
        messages.error(request, _("That tie has been cut already."))
        return to_desk(evening)
    about: dict[str, Any] = {"prize": prize, "colour": colour or None}
    if request.POST.get("winner") == "seed":
        cut = acts.CutPrize(order=sorted(form.names), how="seed", **about)
    elif not form.is_valid():
        return page(request, evening, tie_form=form)
    else:
        cut = acts.CutPrize(order=form.order(), **about)
    service = partial(perform, evening=evening, act=cut, by=by_user(request), at=now())
    attempt(request, service, _("The cut is recorded."))
    return to_desk(evening)


@require_POST
@evening_page
def try_again(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """Put a failed job back in the queue."""
    job = desk.job(evening, pk)
    attempt(request, partial(outbox.try_again, job=job, at=now()), _("The job waits for the worker again."))
    return to_desk(evening, "desk-jobs")


@require_POST
@evening_page
def drop_job(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """Let a failed job be."""
    job = desk.job(evening, pk)
    attempt(request, partial(outbox.drop, job=job, at=now()), _("The job is dropped."))
    return to_desk(evening, "desk-jobs")


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def renew_link(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Give a table a new link; asks first, since the card on the table stops working."""
    found = desk.table(evening, table)
    if request.method != "POST":
        deed = Deed(
            None,
            _("Renew the link of table %(table)s") % {"table": table},
            "",
            (
                _("The card on the table and every phone that opened it stop working at once."),
                _("Print the new card and put it on the table. Hands entered so far stay."),
            ),
        )
        return render(request, "desk/ask.html", {"evening": evening, "deed": deed})
    service = partial(access.renew_table_link, table=found, at=now())
    attempt(request, service, _("Table %(table)s has a new link; print its card.") % {"table": table})
    return to_desk(evening, "desk-cards")
