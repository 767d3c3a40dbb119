"""The late tray: hands that came too late to simply count, and the director's word on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.acts.entering import why_late
from tournaments.evening.plan import Setup
from tournaments.evening.reads import access, facts, rounds
from tournaments.evening.reads import hands as hand_versions
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import HandState, Version
from tournaments.evening.services.perform import perform
from tournaments.evening.web.desk.corrections import LONGEST_REASON
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.hands import sheet_url, whose
from tournaments.evening.web.desk.impact_preview import ProposedChange, weigh, where
from tournaments.evening.web.desk.ledger import ask_to_reveal, who
from tournaments.evening.web.desk.seating import usual_reasons
from tournaments.evening.web.table.hand_form import slip_of
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.pages import Refusal, by_user, now, refusals, translate

NOTICEABLE_MS = 2000
"""A clock that is wrong by less is right enough to say nothing."""


@require_safe
@evening_page
def tray(request: HttpRequest, evening: Evening) -> HttpResponse:
    return _page(request, evening)


def _page(
    request: HttpRequest,
    evening: Evening,
    at: int = 0,
    reason: str = "",
    refused: Sequence[Refusal] = (),
) -> HttpResponse:
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
    context = {
        "evening": evening,
        "usual": usual_reasons(acts.TakeLate, acts.LeaveOutLate),
        "waiting": lines[: len(waiting)],
        "left_out": lines[len(waiting) :],
        "gone": gone,
        "kept": sorted(hidden_tables),
    }
    return render(request, "desk/late_tray.html", context, status=REFUSED if refused else 200)


def _is_seen(seen: access.Sight, version: Version) -> bool:
    return seen.sees(version.hand.table_round.round.number, version.hand.table.number)


def _line(
    version: Version,
    games: Mapping[tuple[int, int], rounds.GameView],
    setup: Setup,
    names: Mapping[int, str],
) -> dict[str, Any]:
    hand = version.hand
    round_ = hand.table_round.round
    game = games[round_.number, hand.table.number]
    return {
        "sequence": version.sequence,
        "title": where(round_.number, hand.table.number),
        "names": [game.names_a, game.names_b] if not game.by_seat else [],
        "hand": hand,
        "round": round_,
        "slip": slip_of(hand, setup),
        "who": who(hand.entry.by, names),
        "because": translate(why_late(hand.late_because)),
        "clock": clock_in_words(hand.clock_offset),
        "later": [
            {"who": who(later.by, names), "at": later.at, "reason": later.reason} for later in version.later
        ],
    }


def clock_in_words(offset: int | None) -> str:
    """How wrong the phone's clock was, from its offset in milliseconds; None is not known."""
    if offset is None:
        return _("not known")
    if abs(offset) < NOTICEABLE_MS:
        return _("right")
    words = _("%(seconds)s s ahead of ours") if offset > 0 else _("%(seconds)s s behind ours")
    return words % {"seconds": round(abs(offset) / 1000)}


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def decide(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    if request.method != "POST":
        return to_desk(evening, "desk-late")
    hand = hand_versions.version(evening, entry)
    if hand is None or hand.state not in (*hand_versions.TRAY, HandState.COUNTS):
        raise Http404
    number, table = hand.table_round.round.number, hand.table.number
    if not access.sight_of(request.user, evening).sees(number, table):
        return ask_to_reveal(request, evening, table)
    posted = request.POST
    reason = posted.get("reason", "")[:LONGEST_REASON]

    def again(refused: Sequence[Refusal]) -> HttpResponse:
        return _page(request, evening, entry, reason, refused)

    if posted.get("what") == "leave":
        return _leave_out(request, evening, acts.LeaveOutLate(of=entry, reason=reason), again)
    setup = facts.setup_of(evening)
    slip = slip_of(hand, setup)
    change = ProposedChange(
        title=_("Count the late hand: %(where)s") % {"where": where(number, table)},
        act=acts.TakeLate(of=entry, reason=reason),
        done=_("The late hand of table %(table)s counts.") % {"table": table},
        back=reverse("web:desk-late", args=[evening.club.slug, evening.slug]),
        again=again,
        game=(number, table),
        parts=("desk/parts/one_slip.html",),
        about={"reason": reason, "slip": {**slip, "title": _("The late hand")} if slip else None},
    )
    return weigh(request, evening, change)


def _leave_out(request: HttpRequest, evening: Evening, act: acts.LeaveOutLate, again: Any) -> HttpResponse:
    try:
        perform(evening=evening, act=act, by=by_user(request), at=now())
    except Faults as refused:
        answer: HttpResponse = again(refusals(refused))
        return answer
    messages.success(request, _("The hand is left out; it stays readable here, with the reason."))
    return to_desk(evening, "desk-late")
