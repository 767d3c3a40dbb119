"""The form of a table's next hand: rendered once for all its phones, which differ by their tokens alone."""

from __future__ import annotations

from dataclasses import replace
from secrets import token_urlsafe
from typing import Any, Final

from django.http import HttpRequest
from django.template import loader
from django.urls import reverse

from tournaments.evening.reads import facts
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.web.table.app import table_url
from tournaments.evening.web.table.form_data import Deal
from tournaments.evening.web.table.hand_form import HandForm
from tournaments.evening.web.table.preview import UnsavedHand, next_hand_form
from tournaments.site.web.pages import kept_form, stand_in

TEMPLATE: Final = "table/hand.html"


def form(
    request: HttpRequest, link: TableLink, phase: str, here: GameView, deal: Deal, unsaved: UnsavedHand | None
) -> str:
    """The form, rendered; with what was sent for it and refused, where that is so."""
    setup = facts.setup_of(link.table.evening)
    played_at = here.round.stopped_at if phase == "bell" else None

    def drawn() -> HandForm:
        return next_hand_form(
            setup,
            here.seats,
            dealer=deal.seat,
            round_number=here.round.number,
            number=here.hands + 1,
            played_at=played_at,
            unsaved=unsaved,
        )

    def context(form: HandForm) -> dict[str, Any]:
        told = {
            "phase": phase,
            "plan": setup.plan,
            "url": table_url(link),
            "acts": acts_of(link),
            "form": form,
        }
        return {**told, "preview": unsaved.preview if unsaved else None}

    if unsaved is not None:
        return loader.render_to_string(TEMPLATE, context(drawn()), request)
    rules = setup.game.slug, setup.house_rules, setup.plan.ends
    which = phase, here.seats, deal.seat, here.round.number, here.hands, played_at
    return kept_form(
        request,
        TEMPLATE,
        (table_url(link), rules, which),
        lambda: context(replace(drawn(), key=stand_in("key"))),
        key=token_urlsafe(16),
    )


def acts_of(link: TableLink) -> dict[str, str]:
    """Where the forms of a table's page go."""
    evening = link.table.evening
    where = [evening.club.slug, evening.slug, link.table.number]
    return {
        name: reverse(f"web:table-{name}", args=where)
        for name in ("enter", "preview", "ring", "cut", "signal")
    }
