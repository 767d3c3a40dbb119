"""One table at the desk: who sits there, every slip, the next hand, the bell and the cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from scoring.faults import Faults
from tournaments.club.roles import Role
from tournaments.club.web.pages import Shown, Unrefused
from tournaments.evening import acts, plan
from tournaments.evening.acts import entering, possible
from tournaments.evening.reads import access, desk, facts, live, rounds
from tournaments.evening.reads import hands as hand_versions
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import Hand, HandState, Version
from tournaments.evening.reads.scoresheets import hands_of, with_running
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links, scoresheets
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk import decorators, impact_preview, menu, papers, seating
from tournaments.evening.web.desk.corrections import later_in_words, sheet_url, whose
from tournaments.evening.web.table.form_data import next_deal
from tournaments.evening.web.table.hand_form import HandForm, Typed
from tournaments.evening.web.table.hands import entered, next_hand_form, previewed, slip_of, stored_slip
from tournaments.evening.web.table.views import became_response
from tournaments.evening.web.words import look_of, rings, who
from tournaments.refusals import LONGEST_REASON, HandTakenError
from tournaments.site.web import query_params
from tournaments.site.web.pages import Refusal, by_user, for_others, now, refusals, translate

TABLE, TRAY = "desk/table.html", "desk/late_tray.html"
NOTICEABLE_MS = 2000
"""A clock that is wrong by less is right enough to say nothing."""


@decorators.evening_read(template=TRAY)
def tray(request: HttpRequest, evening: Evening) -> Shown:
    return _tray(request, evening)


def _tray(
    request: HttpRequest, evening: Evening, at: int = 0, reason: str = "", refused: Sequence[Refusal] = ()
) -> dict[str, Any]:
    # `at` is the entry of the hand at which a reason was typed and refused; 0 for none.
    sight = access.sight_of(request.user, evening)
    tray = hand_versions.late_tray(evening)
    waiting, left_out = ([version for version in hands if _is_seen(sight, version)] for hands in tray)
    both = [*waiting, *left_out]
    hidden_tables = {
        version.hand.table.number for hands in tray for version in hands if not _is_seen(sight, version)
    }
    games = rounds.games_by_place(evening, {version.hand.table_round.round.number for version in both})
    names = whose(both) if both else {}
    setup = facts.setup_of(evening)
    lines = [
        {
            **_line(version, games, setup, names),
            "sheet": sheet_url(evening, version.hand.table.number, version.hand.table_round.round.number),
            "field": f"reason-{version.sequence}",
            "reason": reason if version.sequence == at else "",
            "refused": refused if version.sequence == at else (),
        }
        for version in both
    ]
    gone = refused if at not in {version.sequence for version in waiting} else ()
    return {
        "usual": seating.usual_reasons(acts.TakeLate, acts.LeaveOutLate),
        "waiting": lines[: len(waiting)],
        "left_out": lines[len(waiting) :],
        "gone": gone,
        "kept": sorted(hidden_tables),
    }


def _is_seen(seen: access.HandVisibility, version: Version) -> bool:
    return seen.sees(version.hand.table_round.round.number, version.hand.table.number)


def _line(
    version: Version,
    games: Mapping[tuple[int, int], rounds.GameView],
    setup: plan.Setup,
    names: Mapping[int, str],
) -> dict[str, Any]:
    hand = version.hand
    round_ = hand.table_round.round
    game = games[round_.number, hand.table.number]
    return {
        "sequence": version.sequence,
        "title": impact_preview.where(round_.number, hand.table.number),
        "names": [game.names_a, game.names_b] if not game.by_seat else [],
        "hand": hand,
        "round": round_,
        "slip": slip_of(hand, setup),
        "who": who(hand.entry.by, names),
        "because": translate(entering.why_late(hand.late_because)),
        "clock": clock_in_words(hand.clock_offset),
        "later": later_in_words(version, names),
    }


def clock_in_words(offset: int | None) -> str:
    """How wrong the phone's clock was, from its offset in milliseconds; None is not known."""
    if offset is None:
        return _("not known")
    if abs(offset) < NOTICEABLE_MS:
        return _("right")
    words = _("%(seconds)s s ahead of ours") if offset > 0 else _("%(seconds)s s behind ours")
    return words % {"seconds": round(abs(offset) / 1000)}


@decorators.evening_form(template=TRAY)
def decide(request: HttpRequest, evening: Evening, entry: int) -> Shown:
    if request.method != "POST":
        return decorators.to_desk(evening, "desk-late")
    hand = hand_versions.version(evening, entry)
    if hand is None or hand.state not in (*hand_versions.TRAY, HandState.COUNTS):
        raise Http404
    number, table = hand.table_round.round.number, hand.table.number
    if not access.sight_of(request.user, evening).sees(number, table):
        return decorators.ask_to_reveal(request, evening, table)
    posted = request.POST
    reason = posted.get("reason", "")[:LONGEST_REASON]
    slip = slip_of(hand, facts.setup_of(evening))
    change = impact_preview.ProposedChange(
        title=_("Count the late hand: %(where)s") % {"where": impact_preview.where(number, table)},
        act=acts.TakeLate(of=entry, reason=reason),
        done=_("The late hand of table %(table)s counts.") % {"table": table},
        back=decorators.desk_url(evening, "desk-late"),
        game=(number, table),
        about={"slip": {**slip, "title": _("The late hand")} if slip else None},
    )
    try:
        if posted.get("what") != "leave":
            return impact_preview.weigh(request, evening, change) or Unrefused(
                _tray(request, evening, entry, reason)
            )
        perform(act=acts.LeaveOutLate(of=entry, reason=reason), **decorators.acting(request, evening))
    except Faults as refused:
        return _tray(request, evening, entry, reason, refusals(refused))
    messages.success(request, _("The hand is left out; it stays readable here, with the reason."))
    return decorators.to_desk(evening, "desk-late")


JUST_NOW = timedelta(seconds=90)
"""When a phone was last there is known to a minute."""


def phones_context(request: HttpRequest, evening: Evening, table: int) -> dict[str, Any]:
    """The context of a table's phones; two queries."""
    at, link = now(), live.live_link(evening, table)
    shows_card = link is not None and query_params.has(request, "card")
    card = for_others(request, reverse("web:table-card", args=[links.link_token(link)])) if link else ""
    return {
        "phones": [
            {
                "phone": phone,
                "kind": _(phone.label),
                "seen": timesince(phone.last_seen_at, at) if at - phone.last_seen_at > JUST_NOW else "",
                "away": decorators.desk_url(evening, "desk-phone-away", table, phone.id),
            }
            for phone in live.phones_at(evening, table)
        ],
        "has_link": link is not None,
        "card": {"link": card, "qr": papers.qr(card)} if shows_card else None,
        "phone_urls": {
            name: decorators.desk_url(evening, f"desk-phones-{name}", table) for name in ("revoke", "renew")
        },
    }


revoke_table_link = decorators.evening_command(links.revoke_table_link, "desk-table")
send_phone_away = decorators.evening_command(links.send_phone_away, "desk-table")


@decorators.evening_button()
def renew_table_link(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Give a table a new link, and show its card; the phones and the card of the old one are shut out."""
    links.renew_table_link(table=desk.table(evening, table), at=now())
    messages.success(request, _("Table %(table)s has a new card.") % {"table": table})
    url = decorators.desk_url(evening, "desk-table", table)
    return HttpResponseRedirect(f"{url}?card=1#phones")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table in one round: its game among those of the room, and whether it rings."""

    view: rounds.RoundView
    game: rounds.GameView
    rules: plan.Setup
    possible: frozenset[type[acts.Act]]

    @property
    def rings(self) -> bool:
        return acts.Ring in self.possible and rings(self.game, self.rules)

    @property
    def is_open(self) -> bool:
        open_ = acts.EnterHand in self.possible and not self.rings
        return open_ and not self.rules.played_out(self.game.hands, self.game.points, self.game.row.outright)

    @property
    def may_cut(self) -> bool:
        return acts.Cut in self.possible and self.game.score.is_level


def _sheet(evening: Evening, table: int, number: int) -> Sheet:
    view = rounds.round_views(evening, [number]).get(number)
    game = view.game(table) if view else None
    if view is None or game is None:
        raise Http404
    rules = facts.setup_of(evening)
    is_current = number == evening.current_round
    return Sheet(view, game, rules, possible(Status(evening.status)) if is_current else frozenset())


@decorators.evening_read(Role.SCORER, template=TABLE)
@decorators.hands_seen
def show(request: HttpRequest, evening: Evening, table: int) -> Shown:
    query_round = query_params.whole_number(request, "round")
    number = max(1, evening.current_round) if query_round is None else query_round
    return _context(request, evening, table, number)


def _context(
    request: HttpRequest, evening: Evening, table: int, number: int, sent: Typed | None = None
) -> dict[str, Any]:
    sheet = _sheet(evening, table, number)
    played = facts.game_of(evening)
    played_hands = hands_of(sheet.game.row)
    hands = with_running(played_hands)
    marks = hand_versions.marks_of(sheet.game.row)
    round_ = sheet.view.round
    others = [game.table for game in sheet.view.games]
    stands = Status(evening.status) if round_.closed_at is None else Status.SETTLED
    look = look_of(sheet.game, stands, sheet.rules, round_.started_at, now())
    return {
        "table": table,
        "sheet": sheet,
        "here": sheet.game,
        "look": look,
        "number": number,
        "is_current": number == max(1, evening.current_round),
        "rounds": [n for n in desk.round_numbers(evening) if n <= max(1, evening.current_round)],
        "before": max((other for other in others if other < table), default=None),
        "after": min((other for other in others if other > table), default=None),
        "game": played,
        "target": sheet.rules.target,
        "seats": sheet.game.diagram(partnership=played.partnership),
        "hands": [
            {
                "hand": hand,
                "slip": stored_slip(hand, played),
                "running": running,
                "marks": marks[hand.number],
                "void": hand.hand is None,
            }
            for hand, running in reversed(hands)
        ],
        "may_decide": sheet.view.round.stopped_at is not None and evening.status != Status.ABANDONED,
        "may_correct": evening.status != Status.ABANDONED and menu.may(evening, "desk-correct"),
        "saved": query_params.text(request, "saved"),
        "form": _form(sheet, played_hands, sent) if sheet.is_open else None,
        "taken": sent.saved_slip if sent else None,
        "preview": sent.preview if sent else None,
        "refused": sent.refusals if sent else (),
        "acts": {name: decorators.desk_url(evening, f"desk-{name}", table) for name in ("enter", "preview")},
        "url": decorators.desk_url(evening, "desk-table", table),
        **phones_context(request, evening, table),
    }


def _form(sheet: Sheet, hands: list[Hand], sent: Typed | None) -> HandForm:
    dealer = next_deal(sheet.rules, sheet.game, hands).seat
    return next_hand_form(sheet.rules, sheet.game, dealer, sheet.view.round.stopped_at, sent)


@decorators.evening_button(Role.SCORER, template=TABLE)
@decorators.hands_seen
def enter(request: HttpRequest, evening: Evening, table: int) -> Shown:
    values, entered_hand = entered(request.POST.dict(), evening, table)
    key = request.POST.get("key", "")
    # The service takes the next number where the hidden field has none.
    number, round_ = (query_params.as_number(request.POST.get(name, "")) for name in ("number", "round"))
    try:
        done = scoresheets.enter_hand(
            evening_id=evening.pk,
            table_number=table,
            hand=entered_hand,
            key=key,
            by=by_user(request),
            at=now(),
            round_number=round_,
            number=number,
            # The director vouches that a hand entered after the bell was finished before it.
            played_at=desk.stopped_at(evening),
        )
    except Faults as refused:
        hand = desk.hand(evening, table, number) if isinstance(refused, HandTakenError) else None
        saved_slip = stored_slip(hand, facts.game_of(evening)) if hand else None
        sent = Typed(values, refusals(refused), key, saved_slip=saved_slip)
        return _context(request, evening, table, max(1, evening.current_round), sent)
    if became_response(done) == "late":
        messages.warning(request, _("The hand came too late to count by itself: it lies in the late tray."))
        return decorators.to_desk(evening, "desk-late")
    messages.success(
        request, _("Hand %(number)s of table %(table)s is saved.") % {"number": number, "table": table}
    )
    return redirect(f"{decorators.desk_url(evening, 'desk-table', table)}?saved={number}")


@decorators.evening_button(Role.SCORER, template=TABLE)
@decorators.hands_seen
def preview(request: HttpRequest, evening: Evening, table: int) -> Shown:
    hand_preview = previewed(request.POST.dict(), evening, table)
    if request.htmx:  # type: ignore[attr-defined]  # set by the middleware of django-htmx
        return render(request, "table/preview.html", {"previewed": hand_preview})
    sent = hand_preview.unsaved(request.POST.get("key", ""))
    context = _context(request, evening, table, max(1, evening.current_round), sent)
    return context if hand_preview.refused else Unrefused(context)
