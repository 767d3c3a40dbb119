"""What the desk does by a button: any act, those of one table or one prize; the ledger of them, and their jobs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.club.roles import Role, is_allowed
from tournaments.club.web.pages import Shown, form_of, not_yours
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.reads import access, desk, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links, player_requests, results
from tournaments.evening.services.perform import go_on, perform
from tournaments.evening.web.desk import blockers, board, decorators, impact_preview, menu, seating
from tournaments.evening.web.desk.corrections import number_in
from tournaments.evening.web.words import entries_in_words
from tournaments.refusals import LONGEST_REASON
from tournaments.site.web import query_params
from tournaments.site.web.forms import bound_form, faults_in, run_or_refuse
from tournaments.site.web.pages import isolate, now, or_404
from tournaments.site.web.words import came_to, topic

ASK = "desk/ask.html"
MOST_HANDS = 100
ENTRIES_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Question:
    label: str
    changes: tuple[str, ...]
    look: str = "danger"
    asks_reason: bool = False
    needs_reason: bool = False
    usual_reasons: tuple[str, ...] = ()
    warning: str = ""


@decorators.evening_form(Role.SCORER, template=ASK)
def act(request: HttpRequest, evening: Evening, name: str) -> Shown:
    if name not in menu.BUTTONS:
        raise Http404
    act_class, button = menu.BUTTONS[name]
    if not is_allowed(evening, act_class.least):
        return not_yours(request, evening.club, act_class.least)
    changes, why = tuple(map(_, button.changes)), tuple(seating.usual_reasons(act_class))
    question = Question(
        _(button.label), changes, button.look, act_class.asks_reason, act_class.needs_reason, why
    )
    if act_class is acts.OpenDoors and evening.date != localdate():
        words = _("This evening is on %(date)s, and today is %(today)s. Check that it is the right one.")
        days = {"date": formats.date_format(evening.date), "today": formats.date_format(localdate())}
        question = replace(question, warning=words % days)
    if act_class is acts.Close or act_class is acts.Start:
        return settle_first(request, evening, act_class, question, _(button.done))
    form = bound_form(form_of(act_class), request)
    if not form.is_valid():
        return {"asked": question, "form": form}
    more = {**button.gives, **form.cleaned_data}
    if question.asks_reason or question.needs_reason:
        more["reason"] = request.POST.get("reason", "")[:LONGEST_REASON]
    if question.needs_reason and not more["reason"].strip():
        return {"asked": question, "form": form, "reason_errors": [NO_REASON]}
    # The worker publishes; what is asked for here is that it does.
    if act_class is acts.Publish:
        service = partial(results.request_publication, **decorators.acting(request, evening))
        run_or_refuse(request, service, _(button.done))
    else:
        decorators.act_or_refuse(request, evening, act_class(**more), _(button.done))
    return decorators.to_desk(evening, button.back)


NO_REASON = later("Please give a reason; it is kept with the change.")


def settle_first(
    request: HttpRequest,
    evening: Evening,
    act_class: type[acts.Close | acts.Start],
    asked: Question,
    done: str,
) -> HttpResponse:
    """What keeps the round from being closed or started, with what to do about each (GET); do it all the same (POST).

    Where something is not settled it is done only `anyway`, which takes a tap of its own on that page.
    """
    is_possible = Status(evening.status) in act_class.when
    if request.method == "POST":
        act = act_class(anyway=request.POST.get("anyway") == "1")
        if decorators.act_or_refuse(request, evening, act, done) or not is_possible:
            return decorators.to_desk(evening)
        return decorators.to_desk(evening, "desk-act", act_class.name)
    context: dict[str, Any] = {"evening": evening, "asked": asked, "name": act_class.name}
    waiting: Iterable[blockers.Blocker] = ()
    if act_class is acts.Start:
        waiting = blockers.of_empty_seats(evening) if is_possible else ()
    elif evening.status in IN_ROUND:
        now_on = blockers.in_round(evening, now())
        waiting = [blocker for blocker in blockers.of_round(now_on, each=True) if blocker.holds]
        context["to_do"] = any(blocker.holds == "until-done" for blocker in waiting)
        context["tables"] = ", ".join(map(str, sorted({hand.table for hand in now_on.unsettled})))
    context["blockers"] = list(blockers.within(evening, waiting))
    return render(request, "desk/settle_first.html", context)


@decorators.evening_button()
def next_round(request: HttpRequest, evening: Evening) -> HttpResponse:
    words = _("Round %(round)s has started. Everybody sees where to sit.")
    words %= {"round": evening.current_round + 1}
    service = partial(go_on, **decorators.acting(request, evening))
    if request.POST.get("to") == Status.FINISHED:
        service, words = partial(service, to=Status.FINISHED), _("The evening is finished.")
    run_or_refuse(request, service, words, undo=decorators.undo_of(request, evening))
    return decorators.to_desk(evening)


answer = decorators.evening_command(player_requests.answer_call, "desk-evening", undo="desk-wait-again")
wait_again = decorators.evening_command(player_requests.unanswer_call, "desk-evening")


@decorators.evening_button(Role.SCORER)
@decorators.hands_seen
def confirm(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Confirm posted hands (`hand`: number and entry) at the director's word, each as it was shown."""
    hands = [text.partition(":") for text in request.POST.getlist("hand")[:MOST_HANDS]]
    done = bool(hands)
    for number, _colon, entry in hands:
        confirmed = acts.ConfirmHand(
            round=evening.current_round, table=table, number=number_in(number), of=number_in(entry)
        )
        done = decorators.act_or_refuse(request, evening, confirmed) and done
    if done:
        messages.success(request, _("The hands of table %(table)s are confirmed.") % {"table": table})
    return decorators.to_desk(evening)


@decorators.evening_button(Role.SCORER)
def ring(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Ring the bell for a table at the target; or credit it, where it was there before the other."""
    words = (
        _("Of the tables that rang, the first at the target is credited with the bell.")
        if evening.status == Status.BELL
        else _("The bell has rung for table %(table)s.")
    )
    decorators.act_or_refuse(request, evening, acts.Ring(table=table), words % {"table": table})
    return decorators.to_desk(evening)


@decorators.evening_button()
def use_table(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Take a table out of use from the next round on; with `back` in use again."""
    is_back = "back" in request.POST
    act = acts.SetTables(tables="back" if is_back else "out", table=table)
    words = (
        _("Table %(table)s is in use again from the next round on.")
        if is_back
        else _("Table %(table)s is out of use from the next round on.")
    )
    decorators.act_or_refuse(request, evening, act, words % {"table": table})
    return decorators.to_desk(evening, "desk-seats")


@decorators.evening_button()
def cut(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    winner = request.POST.get("winner", "")
    cut = acts.Cut(table=table, how="seed") if winner == "seed" else acts.Cut(table=table, winner=winner)
    decorators.act_or_refuse(
        request, evening, cut, _("The cut of table %(table)s is recorded.") % {"table": table}
    )
    return decorators.to_desk(evening)


@decorators.evening_button(template=board.BOARD)
def swap(request: HttpRequest, evening: Evening) -> Shown:
    number = seating.shown_round(evening)
    view = or_404(rounds.round_views(evening, [number]).get(number))
    form = seating.swap_form(evening, view, request.POST)
    if form.is_valid():
        entered = {"one": form.cleaned_data["one"], "other": form.cleaned_data["other"]}
        reason = form.cleaned_data.get("reason", "")
        with faults_in(form):
            written = perform(act=acts.Swap(**entered, reason=reason), **decorators.acting(request, evening))
            names = {person.code: isolate(person.name) for person in view.people()}
            words = _("%(one)s and %(other)s have changed places.")
            words %= {key: names[code] for key, code in entered.items()}
            messages.success(request, words, extra_tags=decorators.undo_of(request, evening)(written))
            return decorators.to_desk(evening)
    return board.board_context(request, evening, swap_form=form)


@decorators.evening_button(template=board.BOARD)
def cut_prize(request: HttpRequest, evening: Evening) -> Shown:
    """Record the cut for a prize: one of two won it, all places were entered, or the seed draws it.

    Asks before it does (`sure`), since one name tapped decides a prize.
    """
    form = board.tie_form(evening, request.POST)
    if form is None:
        messages.error(request, _("That tie has been cut already."))
        return decorators.to_desk(evening)
    about: dict[str, Any] = {"prize": form.tie.prize, "colour": form.tie.colour, "other": form.tie.other}
    by_seed = request.POST.get("winner") == "seed"
    if by_seed:
        cut = acts.CutPrize(order=sorted(form.names), how="seed", **about)
    elif not form.is_valid():
        return board.board_context(request, evening, tie_form=form)
    else:
        cut = acts.CutPrize(order=form.order(), **about)
    if request.POST.get("sure") != "1":
        carried = impact_preview.posted_but(request, "csrfmiddlewaretoken")
        outcome = form.outcome([] if by_seed else cut.order)
        changes = (outcome, _("Places and prizes follow. Under Decisions the cut can be withdrawn."))
        question = Question(_("Record the cut"), changes, "primary")
        context = {"evening": evening, "asked": question, "carried": [*carried, ("sure", "1")]}
        return render(request, ASK, context)
    decorators.act_or_refuse(request, evening, cut, _("The cut is recorded."))
    return decorators.to_desk(evening)


@decorators.evening_form(template=ASK)
def renew_link(request: HttpRequest, evening: Evening, table: int) -> Shown:
    table_row = desk.table(evening, table)
    if request.method != "POST":
        question = Question(
            _("Renew the link of table %(table)s") % {"table": table},
            (
                _("The card on the table and every phone that opened it stop working at once."),
                _("Print the new card and put it on the table. Hands entered so far stay."),
            ),
        )
        return {"asked": question}
    service = partial(links.renew_table_link, table=table_row, at=now())
    run_or_refuse(request, service, _("Table %(table)s has a new link; print its card.") % {"table": table})
    return decorators.to_desk(evening, "desk-cards")


@decorators.evening_read(template="desk/ledger.html")
def ledger(request: HttpRequest, evening: Evening) -> Shown:
    page = query_params.page_of(request, evening.ledger.order_by("-sequence"), ENTRIES_ON_A_PAGE)
    sight = access.sight_of(request.user, evening)
    lines = entries_in_words(page.object_list, desk.names(evening), sight)
    return {
        "page": page,
        "lines": lines,
        "is_unbroken": facts.is_unbroken(evening),
        "edition": facts.rulebook_of(evening).version,
        "game": facts.game_of(evening),
    }


@decorators.evening_read(template="desk/jobs.html")
def jobs(request: HttpRequest, evening: Evening) -> Shown:
    at = now()
    lines = [
        {
            "job": job,
            "topic": topic(job),
            "came_to": came_to(job),
            "state": {"waiting": "waiting", "failed": "failed"}.get(job.outcome, "done"),
            "waits": blockers.waited(at - job.made_at) if job.outcome == "waiting" else "",
        }
        for job in desk.job_rows(evening).order_by("-pk")
    ]
    states = {line["state"] for line in lines}
    return {"lines": lines, "every": 2 if "waiting" in states else 0, "all_done": states == {"done"}}


try_again = decorators.evening_command(results.try_job_again, "desk-jobs")
drop_job = decorators.evening_command(results.drop_job, "desk-jobs")
