"""Hands of which a table has entered two results: both slips, what differs, and the director's word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.club.reads import members
from tournaments.evening import acts
from tournaments.evening.plan import Setup
from tournaments.evening.reads import access, facts, hands, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import Dispute, Hand
from tournaments.evening.web.desk.corrections import LONGEST_REASON, number_in, two_slips
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.impact_preview import ProposedChange, weigh
from tournaments.evening.web.desk.ledger import hands_seen, pseudonyms, who
from tournaments.evening.web.desk.reasons import usual
from tournaments.evening.web.desk.versions import HandPages, game_at, hand_at
from tournaments.evening.web.table.hand_form import side_by_side, slip_of
from tournaments.site.web.forms import REFUSED
from tournaments.site.web.pages import Refusal


@require_safe
@evening_page
def disputes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Every hand in dispute, by round and table."""
    return _page(request, evening)


def _page(
    request: HttpRequest,
    evening: Evening,
    at: HandPages | None = None,
    reason: str = "",
    refused: Sequence[Refusal] = (),
) -> HttpResponse:
    """The list; with what was refused and typed at one of them."""
    seen = access.sight_of(request.user, evening)
    everything = hands.disputes(evening)
    found = [dispute for dispute in everything if seen.sees(dispute.round, dispute.table)]
    kept = sorted({dispute.table for dispute in everything if dispute not in found})
    games = rounds.games_by_place(evening, {dispute.round for dispute in found})
    entries = [hand.entry.by for dispute in found for hand in dispute.entries]
    names = members.user_names(pseudonyms(entries)) if entries else {}
    setup = facts.setup_of(evening)
    lines = [_line(evening, dispute, games[dispute.round, dispute.table], setup, names) for dispute in found]
    for line in lines:
        line["reason"] = reason if line["at"] == at else ""
    context = {
        "evening": evening,
        "lines": lines,
        "kept": kept,
        "refused_at": at,
        "refused": refused,
        "usual": usual(acts.SettleDispute),
    }
    return render(request, "desk/disputes.html", context, status=REFUSED if refused else 200)


def _line(
    evening: Evening, dispute: Dispute, game: rounds.GameView, setup: Setup, names: Mapping[int, str]
) -> dict[str, Any]:
    entries = dispute.entries
    rows = side_by_side(setup, game.seats, [hand.hand for hand in entries])
    at = HandPages(evening, dispute.round, dispute.table, dispute.number)
    return {
        "at": at,
        "reason_id": f"reason-{at.round}-{at.table}-{at.number}",
        "game": game,
        "rows": [row for row in rows if row.differs],
        "entries": [_entry(hand, setup, names) for hand in entries],
    }


def _entry(hand: Hand, setup: Setup, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "sequence": hand.entry.sequence,
        "who": who(hand.entry.by, names),
        "at": hand.entry.at,
        "slip": slip_of(hand, setup),
        "counts": hand.live,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
@hands_seen
def settle(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> HttpResponse:
    """Settle a dispute for one of its entries (`keep`), after what that would change."""
    if request.method != "POST":
        return to_desk(evening, "desk-disputes")
    here = game_at(evening, table, number)
    live = hand_at(here, hand)
    at = HandPages(evening, number, table, hand)
    sequence = number_in(request.POST.get("keep", ""))
    reason = request.POST.get("reason", "")[:LONGEST_REASON]
    kept = hands.version(evening, sequence)
    setup = facts.setup_of(evening)

    def again(refused: Sequence[Refusal]) -> HttpResponse:
        return _page(request, evening, at, reason, refused)

    about: dict[str, Any] = {"reason": reason}
    parts: tuple[str, ...] = ()
    if kept is not None and kept.pk != live.pk and kept.table_round_id == here.row.pk:
        about |= two_slips(setup, here, live, kept.hand, slip_of(kept, setup), kept.points)
        parts = ("desk/parts/two_slips.html",)
    change = ProposedChange(
        title=_("Settle the dispute: %(hand)s") % {"hand": at.title[:1].lower() + at.title[1:]},
        act=acts.SettleDispute(
            round=number,
            table=table,
            number=hand,
            keep=sequence,
            reason=reason,
        ),
        done=_("The dispute about hand %(number)s of table %(table)s is settled.")
        % {"number": hand, "table": table},
        back=reverse("web:desk-disputes", args=[evening.club.slug, evening.slug]),
        again=again,
        game=(number, table),
        parts=parts,
        about=about,
    )
    return weigh(request, evening, change)
