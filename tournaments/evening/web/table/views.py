"""The phone at the table: look, preview, enter, ring, cut, confirm, correct, call the director."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from secrets import token_urlsafe
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.utils.cache import patch_vary_headers
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.club.web.pages import render_for
from tournaments.evening import acts
from tournaments.evening.reads import facts, rounds
from tournaments.evening.reads.hands import Hand
from tournaments.evening.reads.rounds import GameView, TableLink, seats_at, waiting_call
from tournaments.evening.reads.scoresheets import sheet_of
from tournaments.evening.services import player_requests, scoresheets
from tournaments.evening.services.perform import perform
from tournaments.evening.web.table import app, form_data, hands, page
from tournaments.evening.web.table.hand_form import Typed, draw, in_form
from tournaments.evening.web.table.hands import entered
from tournaments.refusals import refuse
from tournaments.site.web.pages import now, refusals

# The form of a page without scripts is answered with pages; js/phone.js asks for JSON, and takes a hand off the
# phone only when this answer names the hand's key.

CREATED: Final = 201
LATE: Final = 202
"""Neither counted nor refused: the director decides."""


def became_response(entered: scoresheets.EntryAnswer) -> str:
    """What became of the hand: "" where it counts, else "agrees", "disputed" or "late"."""
    return str(json.loads(entered.answer).get("state", ""))


def entered_response(entered: scoresheets.EntryAnswer) -> HttpResponse:
    """The answer as the service keeps it: 201 the first time, 200 for a retry, 202 for a late hand."""
    status = LATE if became_response(entered) == "late" else 200 if entered.replayed else CREATED
    return _varied(HttpResponse(entered.answer, content_type="application/json", status=status))


def refused_response(faults: Faults, values: form_data.Values) -> HttpResponse:
    """422 with everything that is wrong with the hand, worded as beside the fields of its form."""
    errors = [
        {"field": refusal.field, "code": refusal.code, "message": in_form(refusal, values)}
        for refusal in refusals(faults)
    ]
    return _varied(JsonResponse({"errors": errors}, status=REFUSED))


def _varied(answer: HttpResponse) -> HttpResponse:
    patch_vary_headers(answer, ("Accept",))
    return answer


CAME_LATE: Final = gettext_noop("Hand %(number)s came late: the director decides whether it counts.")
SMALL: Final = 4
"""Digits of the number of a round or a hand."""
REFUSED: Final = 422


@require_safe
@app.at_table
def table(request: HttpRequest, link: TableLink) -> HttpResponse:
    return page.show(request, link)


@app.table_button
def enter(request: HttpRequest, link: TableLink) -> HttpResponse:
    values, hand = entered(request.POST.dict(), link.table.evening, link.table.number)
    number, key = hidden_number(request, "number", digits=SMALL), request.POST.get("key", "")
    queued = request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    try:
        entry = scoresheets.enter_hand(
            evening_id=link.table.evening_id,
            table_number=link.table.number,
            hand=hand,
            key=key,
            by=app.by_table(link, hidden_number(request, "round", digits=SMALL)),
            at=now(),
            round_number=hidden_number(request, "round", digits=SMALL),
            number=number,
            played_at=_moment(request, "played_at"),
            sent_at=_moment(request, "sent_at"),
            phone=app.phone_id(link),
        )
    except Faults as refused:
        if queued:
            return refused_response(refused, values)
        return page.show(request, link, unsaved=Typed(values, refusals(refused), key), status=REFUSED)
    return entered_response(entry) if queued else _saved(request, link, number, became_response(entry))


def _saved(request: HttpRequest, link: TableLink, number: int, became: str) -> HttpResponse:
    match became:
        case "agrees":
            messages.info(request, _("Another phone had entered the same hand; it is saved once."))
        case "disputed":
            words = _(
                "Hand %(number)s has been entered otherwise on another phone: look at both entries, and agree on one."
            )
            messages.warning(request, words % {"number": number})
            return app.to_table(link)
        case "late":
            messages.warning(request, _(CAME_LATE) % {"number": number})
            return app.to_table(link)
    return app.to_table(link, f"?saved={number}")


@app.table_button
def preview(request: HttpRequest, link: TableLink) -> HttpResponse:
    evening = link.table.evening
    hand_preview = hands.previewed(request.POST.dict(), evening, link.table.number)
    if page.by_htmx(request):
        return render_for(request, evening.club, "table/preview.html", {"previewed": hand_preview})
    unsaved = hand_preview.unsaved(request.POST.get("key", ""))
    return page.show(request, link, unsaved=unsaved, status=REFUSED if hand_preview.refused else 200)


@app.table_button
def signal(request: HttpRequest, link: TableLink) -> HttpResponse:
    def start() -> None:
        if not page.may_signal(link):
            refuse("table", "not-the-signal", "the director gives the signal for the next round")
        perform(act=acts.Start(), **_acting(link))

    return act_done(request, link, start)


@app.table_button
def ring(request: HttpRequest, link: TableLink) -> HttpResponse:
    return act_done(request, link, partial(perform, act=acts.Ring(table=link.table.number), **_acting(link)))


@app.table_button
def cut(request: HttpRequest, link: TableLink) -> HttpResponse:
    cut = acts.Cut(table=link.table.number, winner=request.POST.get("winner", ""))
    return act_done(request, link, partial(perform, act=cut, **_acting(link)))


@app.table_button
def call(request: HttpRequest, link: TableLink) -> HttpResponse:
    service = partial(
        player_requests.call,
        table_number=link.table.number,
        reason=request.POST.get("reason", ""),
        words=request.POST.get("words", ""),
        **_acting(link),
    )
    return act_done(request, link, service, _("The director has been called."))


@app.table_button
def withdraw_call(request: HttpRequest, link: TableLink) -> HttpResponse:
    """Withdraw the table's call; one that has been answered meanwhile stays so."""
    waiting = waiting_call(link.table)
    if waiting is not None:
        player_requests.answer_call(call=waiting, **_acting(link))
        messages.info(request, _("The call is withdrawn."))
    return app.to_table(link)


def _moment(request: HttpRequest, name: str) -> datetime | None:
    # Raises BadRequest for a moment without a time zone.
    value = request.POST.get(name, "")
    if not value:
        return None
    try:
        moment = parse_datetime(value)
    except ValueError as error:
        raise BadRequest(f"{name} is not a moment") from error
    if moment is None or moment.tzinfo is None:
        raise BadRequest(f"{name} is not a moment")
    return moment


REASONS: Final = (
    ("mistyped", gettext_lazy("mistyped")),
    ("counted", gettext_lazy("counted wrongly")),
    ("other", gettext_lazy("something else")),
)
"""Why a hand is corrected; the words of a reason go into the ledger, in the language of whoever gave it."""


@app.table_button
def confirm(request: HttpRequest, link: TableLink, hand: int) -> HttpResponse:
    act = acts.ConfirmHand(of=hidden_number(request, "of"), **_hand_place(link, hand))
    return _agree(request, link, act, _("Hand %(number)s is confirmed.") % {"number": hand})


@app.table_button
def settle(request: HttpRequest, link: TableLink, hand: int) -> HttpResponse:
    act = acts.SettleDispute(keep=hidden_number(request, "keep"), **_hand_place(link, hand))
    return _agree(request, link, act, _("Hand %(number)s is settled.") % {"number": hand})


def _agree(request: HttpRequest, link: TableLink, act: scoresheets.OfAHand, words: str) -> HttpResponse:
    # By its owner or, in the middle of the table, whoever says so on the spot.
    phone_act = scoresheets.confirm_from_phone(link.table.evening, act, app.phone_id(link))
    seat = request.POST.get("seat", "")
    seated = seats_at(link.table.evening, link.table.number) if seat else 0
    speaker = int(seat) if seat in map(str, range(1, seated + 1)) else None
    return act_done(request, link, partial(perform, act=phone_act, **_acting(link, speaker)), words)


def _hand_place(link: TableLink, hand: int) -> dict[str, Any]:
    return {"round": link.table.evening.current_round, "table": link.table.number, "number": hand}


@dataclass(frozen=True, slots=True)
class Again:
    link: TableLink
    game: GameView
    live: Hand
    corrects: bool

    def show(
        self,
        request: HttpRequest,
        typed: Typed | None = None,
        *,
        status: int = 200,
    ) -> HttpResponse:
        evening, setup = self.link.table.evening, facts.setup_of(self.link.table.evening)
        typed = typed or Typed(form_data.prefilled_values(setup.game, self.live.hand, len(self.game.seats)))
        of_the_hand = [refusal for refusal in typed.refusals if refusal.field != "reason"]
        form = draw(
            setup.game,
            self.game.seats,
            rules=setup.house_rules,
            round_number=self.game.round.number,
            number=self.live.number,
            key=typed.key or token_urlsafe(16),
            typed=Typed(typed.values, of_the_hand),
        )
        urls = hands.urls_of(self.link, self.live.number)
        context: dict[str, Any] = {
            "evening": evening,
            "table": self.link.table.number,
            "url": app.table_url(self.link),
            "here": self.game,
            "form": form,
            "of": self.live.entry.sequence,
            "slip": hands.stored_slip(self.live, setup.game),
            "is_void": self.live.hand is None,
            "corrects": self.corrects,
            "acts": {**page.acts_of(self.link), "enter": urls["correct" if self.corrects else "other"]},
            "reasons": REASONS,
            "reason": request.POST.get("why", ""),
            "words": request.POST.get("words", ""),
            "reason_refused": [refusal.message for refusal in typed.refusals if refusal not in of_the_hand],
            "preview": typed.preview,
        }
        return render_for(request, evening.club, "table/again.html", context, status=status)


def _enter_again(
    request: HttpRequest,
    link: TableLink,
    number: int,
    save: Callable[[Again, dict[str, object]], None],
    *,
    corrects: bool,
) -> HttpResponse:
    # Raises Http404 also where the hand is not the phone's to see.
    evening, table = link.table.evening, link.table.number
    game = rounds.game_view(evening, table, evening.current_round)
    live = sheet_of(game.row).hand(number) if game else None
    if game is None or live is None or app.owner_is_elsewhere(link, game):
        raise Http404
    again, posted = Again(link, game, live, corrects), request.POST.dict()
    if request.method != "POST":
        return again.show(request)
    if "look" in posted:
        # On the page itself, for browsers without scripts.
        unsaved = hands.previewed(posted, evening, table).unsaved(posted.get("key", ""))
        return again.show(request, unsaved, status=REFUSED if unsaved.refusals else 200)
    values, hand = entered(posted, evening, table)
    try:
        save(again, hand)
    except Faults as refused:
        typed = Typed(values, refusals(refused), posted.get("key", ""))
        return again.show(request, typed, status=REFUSED)
    return app.to_table(link)


@app.table_form
def other(request: HttpRequest, link: TableLink, hand: int) -> HttpResponse:
    """Enter a hand as this side has it: the same as the one that counts confirms it, another disputes it."""

    def save(again: Again, entered_hand: dict[str, object]) -> None:
        entry = scoresheets.enter_hand(
            evening_id=link.table.evening_id,
            table_number=link.table.number,
            hand=entered_hand,
            key=request.POST.get("key", ""),
            by=app.by_table(link),
            at=now(),
            round_number=again.game.round.number,
            number=hand,
            played_at=again.live.played_at,
            phone=app.phone_id(link),
        )
        _say(request, hand, became_response(entry))

    return _enter_again(request, link, hand, save, corrects=False)


def _say(request: HttpRequest, number: int, became: str) -> None:
    match became:
        case "agrees":
            messages.success(request, _("Hand %(number)s: both entries say the same.") % {"number": number})
        case "disputed":
            words = _("Hand %(number)s is disputed now: look at both entries, and agree on one.")
            messages.warning(request, words % {"number": number})
        case "late":
            messages.warning(request, _(CAME_LATE) % {"number": number})


@app.table_form
def correct(request: HttpRequest, link: TableLink, hand: int) -> HttpResponse:
    def save(again: Again, entered_hand: dict[str, object]) -> None:
        of, where = hidden_number(request, "of"), _hand_place(link, hand)
        act = acts.CorrectHand(**where, of=of, hand=entered_hand, reason=_reason(request))
        try:
            act = scoresheets.rescored_act(link.table.evening, act, phone=app.phone_id(link))
            perform(act=act, **_acting(link))
        except Faults:
            if again.live.hand == entered_hand and again.live.entry.sequence != of:
                return  # The button was tapped twice.
            raise
        messages.success(request, _("Hand %(number)s is corrected.") % {"number": hand})

    return _enter_again(request, link, hand, save, corrects=True)


def _reason(request: HttpRequest) -> str:
    why, words = request.POST.get("why", ""), request.POST.get("words", "").strip()
    chosen = "" if why == "other" else str(dict(REASONS).get(why, ""))
    return ": ".join(filter(None, (chosen, words)))


MOST_DIGITS: Final = 9


def _acting(link: TableLink, seat: int | None = None) -> dict[str, Any]:
    return {"evening": link.table.evening, "by": app.by_table(link, seat=seat), "at": now()}


def act_done(
    request: HttpRequest, link: TableLink, act: Callable[[], object], said: str = ""
) -> HttpResponse:
    """Do `act` and show the table again with `said`, or with why it was refused."""
    try:
        act()
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, refusal.message)
    else:
        if said:
            messages.success(request, said)
    return app.to_table(link)


def hidden_number(request: HttpRequest, name: str, *, digits: int = MOST_DIGITS) -> int:
    """A number that a form carries hidden. Raises BadRequest for what no form of ours sends."""
    value = request.POST.get(name, "")
    if not (value.isascii() and value.isdecimal() and len(value) <= digits):
        raise BadRequest(f"{name} is not a number")
    return int(value)


TABLE = "table/<slug:club>/<slug:evening>/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", app.open_card, name="table-card"),
    path("rules/<slug:game>/score/", hands.practice_sheet, name="practice"),
    path("rules/<slug:game>/score/preview/", hands.practice_preview, name="practice-preview"),
    path("table/", app.start, name="start"),
    path("table/worker.js", app.worker, name="worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path(TABLE, table, name="table"),
    path(f"{TABLE}hands/", enter, name="table-enter"),
    path(f"{TABLE}hands/<int:hand>/confirm/", confirm, name="table-confirm"),
    path(f"{TABLE}hands/<int:hand>/settle/", settle, name="table-settle"),
    path(f"{TABLE}hands/<int:hand>/other/", other, name="table-other"),
    path(f"{TABLE}hands/<int:hand>/correct/", correct, name="table-correct"),
    path(f"{TABLE}call/", call, name="table-call"),
    path(f"{TABLE}call/withdraw/", withdraw_call, name="table-withdraw"),
    path(f"{TABLE}preview/", preview, name="table-preview"),
    path(f"{TABLE}seat/", app.sit, name="table-seat"),
    path(f"{TABLE}signal/", signal, name="table-signal"),
    path(f"{TABLE}ring/", ring, name="table-ring"),
    path(f"{TABLE}cut/", cut, name="table-cut"),
]
