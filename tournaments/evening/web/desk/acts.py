"""What the desk does by a button: acts that say everything themselves, and those of one table or one prize."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import formats
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.roles import Role, needs, role_held
from tournaments.club.web.pages import not_yours
from tournaments.evening import acts
from tournaments.evening.acts import Act
from tournaments.evening.acts.act import Button
from tournaments.evening.reads import desk, director_alerts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links, player_requests, results
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk import blockers, prizes
from tournaments.evening.web.desk.board import in_play, page, undo_of
from tournaments.evening.web.desk.corrections import number_in
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.ledger import hands_seen
from tournaments.evening.web.desk.menu import BUTTONS
from tournaments.evening.web.desk.seating import usual_reasons as usual
from tournaments.limits import LONGEST_REASON
from tournaments.site.web.forms import REFUSED, run_or_refuse
from tournaments.site.web.pages import by_user, now
from tournaments.work import outbox

MOST_HANDS = 100


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


def asked_by(act: type[Act], button: Button) -> Question:
    changes = tuple(_(change) for change in button.changes)
    why = tuple(usual(act))
    return Question(_(button.label), changes, button.look, act.asks_reason, act.needs_reason, why)


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
@needs(Role.SCORER)
def act(request: HttpRequest, evening: Evening, name: str) -> HttpResponse:
    if name not in BUTTONS:
        raise Http404
    act_class, button = BUTTONS[name]
    if role_held(evening) < act_class.least:
        return not_yours(request, evening.club, act_class.least)
    question = asked_by(act_class, button)
    if act_class is acts.OpenDoors and evening.date != localdate():
        question = replace(question, warning=another_day(evening))
    if act_class is acts.Close:
        return close(request, evening, question, _(button.done))
    if act_class is acts.Start:
        return start(request, evening, question, _(button.done))
    if request.method != "POST":
        return render(request, "desk/ask.html", {"evening": evening, "asked": question})
    more = dict(button.gives)
    if question.asks_reason or question.needs_reason:
        more["reason"] = request.POST.get("reason", "")[:LONGEST_REASON]
    if question.needs_reason and not more["reason"].strip():
        context = {"evening": evening, "asked": question, "reason_errors": [NO_REASON]}
        return render(request, "desk/ask.html", context, status=REFUSED)
    who: dict[str, Any] = {"evening": evening, "by": by_user(request), "at": now()}
    # The worker publishes; what is asked for here is that it does.
    if act_class is acts.Publish:
        run_or_refuse(request, partial(results.request_publication, **who), _(button.done))
    else:
        service = partial(perform, act=act_class(**more), **who)
        run_or_refuse(request, service, _(button.done), undo_of(request, evening))
    return to_desk(evening, button.back)


def another_day(evening: Evening) -> str:
    return _("This evening is on %(date)s, and today is %(today)s. Check that it is the right one.") % {
        "date": formats.date_format(evening.date),
        "today": formats.date_format(localdate()),
    }


NO_REASON = later("Please give a reason; it is kept with the change.")


def close(request: HttpRequest, evening: Evening, asked: Question, done: str) -> HttpResponse:
    """What keeps the round from being closed, with what to do about each (GET); close it (POST).

    Where hands are not settled it is closed only `anyway`, which takes a tap of its own on that page.
    """
    status = Status(evening.status)
    if request.method == "POST":
        anyway = request.POST.get("anyway") == "1"
        service = partial(
            perform, evening=evening, act=acts.Close(anyway=anyway), by=by_user(request), at=now()
        )
        if run_or_refuse(request, service, done, undo_of(request, evening)) or status is not Status.BELL:
            return to_desk(evening)
        return to_desk(evening, "desk-act", "close")
    waiting: list[blockers.Blocker] = []
    tables: set[int] = set()
    if status in (Status.PLAYING, Status.BELL):
        now_on = in_play(evening, status, now())
        waiting = [blocker for blocker in blockers.of_round(now_on, each=True) if blocker.holds]
        tables = {hand.table for hand in now_on.unsettled}
    context = {
        "evening": evening,
        "asked": asked,
        "blockers": waiting,
        "to_do": any(blocker.holds == "until-done" for blocker in waiting),
        "tables": ", ".join(map(str, sorted(tables))),
    }
    return render(request, "desk/close.html", context)


def start(request: HttpRequest, evening: Evening, asked: Question, done: str) -> HttpResponse:
    """The seats whose holders have left, with who may take each (GET); start the round (POST).

    Where a seat is empty it is started only `anyway`, which takes a tap of its own on that page.
    """
    coming = Status(evening.status) in acts.Start.when
    if request.method == "POST":
        act = acts.Start(anyway=request.POST.get("anyway") == "1")
        service = partial(perform, evening=evening, act=act, by=by_user(request), at=now())
        if run_or_refuse(request, service, done, undo_of(request, evening)) or not coming:
            return to_desk(evening)
        return to_desk(evening, "desk-act", "start")
    empty = list(blockers.within(evening, blockers.of_empty_seats(evening))) if coming else []
    return render(request, "desk/start.html", {"evening": evening, "asked": asked, "blockers": empty})


@require_POST
@evening_page
def answer(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    call = director_alerts.call(evening, pk)
    service = partial(player_requests.answer_call, evening=evening, call_id=pk, by=by_user(request), at=now())
    words = _("Table %(table)s has been told that you are coming.") % {"table": call.table.number}
    again = reverse("web:desk-wait-again", args=[evening.club.slug, evening.slug, pk])
    run_or_refuse(request, service, words, lambda _answered: again)
    return to_desk(evening)


@require_POST
@evening_page
def wait_again(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    director_alerts.call(evening, pk)
    service = partial(player_requests.reopen_call, evening=evening, call_id=pk)
    run_or_refuse(request, service, _("Undone. The table waits for you again."))
    return to_desk(evening)


@require_POST
@evening_page
@hands_seen
@needs(Role.SCORER)
def confirm(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Confirm posted hands (`hand`: number and entry) at the director's word, each as it was shown."""
    hands = [text.partition(":") for text in request.POST.getlist("hand")[:MOST_HANDS]]
    done = bool(hands)
    for number, _colon, entry in hands:
        confirmed = acts.ConfirmHand(
            round=evening.current_round, table=table, number=number_in(number), of=number_in(entry)
        )
        service = partial(perform, evening=evening, act=confirmed, by=by_user(request), at=now())
        done = run_or_refuse(request, service) and done
    if done:
        messages.success(request, _("The hands of table %(table)s are confirmed.") % {"table": table})
    return to_desk(evening)


@require_POST
@evening_page
@needs(Role.SCORER)
def ring(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Ring the bell for a table at the target; or credit it, where it was there before the other."""
    service = partial(perform, evening=evening, act=acts.Ring(table=table), by=by_user(request), at=now())
    has_rung = evening.status == Status.BELL
    words = (
        _("Of the tables that rang, the first at the target is credited with the bell.")
        if has_rung
        else _("The bell has rung for table %(table)s.")
    )
    run_or_refuse(request, service, words % {"table": table}, undo_of(request, evening))
    return to_desk(evening)


@require_POST
@evening_page
def cut(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    winner = request.POST.get("winner", "")
    cut = acts.Cut(table=table, how="seed") if winner == "seed" else acts.Cut(table=table, winner=winner)
    service = partial(perform, evening=evening, act=cut, by=by_user(request), at=now())
    done = _("The cut of table %(table)s is recorded.") % {"table": table}
    run_or_refuse(request, service, done, undo_of(request, evening))
    return to_desk(evening)


@require_POST
@evening_page
def cut_prize(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Record the cut for a prize: one of two won it, all places were entered, or the seed draws it.

    Asks before it does (`sure`), since one name tapped decides a prize.
    """
    form = prizes.tie_form(evening, request.POST)
    if form is None:
        messages.error(request, _("That tie has been cut already."))
        return to_desk(evening)
    about: dict[str, Any] = {"prize": form.tie.prize, "colour": form.tie.colour, "other": form.tie.other}
    by_seed = request.POST.get("winner") == "seed"
    if by_seed:
        cut = acts.CutPrize(order=sorted(form.names), how="seed", **about)
    elif not form.is_valid():
        return page(request, evening, tie_form=form)
    else:
        cut = acts.CutPrize(order=form.order(), **about)
    if request.POST.get("sure") != "1":
        sent = ((name, value) for name, values in request.POST.lists() for value in values)
        carried = [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
        outcome = form.outcome([] if by_seed else cut.order)
        changes = (outcome, _("Places and prizes follow. Under Decisions the cut can be withdrawn."))
        question = Question(_("Record the cut"), changes, "primary")
        context = {"evening": evening, "asked": question, "carried": [*carried, ("sure", "1")]}
        return render(request, "desk/ask.html", context)
    service = partial(perform, evening=evening, act=cut, by=by_user(request), at=now())
    run_or_refuse(request, service, _("The cut is recorded."), undo_of(request, evening))
    return to_desk(evening)


@require_POST
@evening_page
def try_again(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    job = desk.job(evening, pk)
    run_or_refuse(
        request, partial(outbox.try_again, job=job, at=now()), _("The job waits for the worker again.")
    )
    return to_desk(evening, "desk-jobs")


@require_POST
@evening_page
def drop_job(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    job = desk.job(evening, pk)
    run_or_refuse(request, partial(outbox.drop, job=job, at=now()), _("The job is dropped."))
    return to_desk(evening, "desk-jobs")


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def renew_link(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    table_row = desk.table(evening, table)
    if request.method != "POST":
        question = Question(
            _("Renew the link of table %(table)s") % {"table": table},
            (
                _("The card on the table and every phone that opened it stop working at once."),
                _("Print the new card and put it on the table. Hands entered so far stay."),
            ),
        )
        return render(request, "desk/ask.html", {"evening": evening, "asked": question})
    service = partial(links.renew_table_link, table=table_row, at=now())
    run_or_refuse(request, service, _("Table %(table)s has a new link; print its card.") % {"table": table})
    return to_desk(evening, "desk-cards")
