"""Briefs of what there is: an evening that is set up, or the head of an evening script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from tournaments.evening.models import Evening
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.services.plans import checked_plan
from tournaments.refusals import refuse
from tournaments.rehearsal.scenario import Brief, brief_for

USUAL_PLAYERS = 16
NOT_OF_THE_PLAN = ("name", "date")


def brief_of(evening: Evening, *, players: int | None = None, **wishes: object) -> Brief:
    """The brief of a rehearsal of this evening's plan; nothing else of it is used, its seed least of all.

    Arguments:
        players: how many come; None for those who are in, or the usual number where nobody is yet.
        wishes: the other parts of a brief.

    Raises:
        Faults: as `brief_for`.
    """
    colours = evening.tickets.filter(left_in__isnull=True).order_by("number")
    inside = list(colours.values_list("colour", flat=True))
    plan, count = plan_of(evening), len(inside) or USUAL_PLAYERS
    return brief_for(
        plan,
        players=count if players is None else players,
        date=evening.date,
        inside=inside,
        wishes=wishes,
    )


def brief_of_script(text: str, *, today: date, players: int | None = None, **wishes: object) -> Brief:
    """The brief of a rehearsal of what the head of an evening script plans.

    Beside what a script has, its `evening` may say how it counts, how many `rounds` there are (else as many as the
    script has, or six), the ticket `colours`, the `confirmation` and the `prizes`, as plans do.

    Raises:
        Faults: with the place in the script, as everywhere.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        refuse("script", "not-json", "this is not JSON: %(error)s", error=str(error))
    head = document.get("evening") if isinstance(document, Mapping) else None
    if not isinstance(head, Mapping):
        refuse("evening", "missing", "there is no evening to rehearse here")
    tickets = _tickets(document.get("players"))
    told = {name: value for name, value in head.items() if name not in NOT_OF_THE_PLAN}
    rounds = document.get("rounds")
    if isinstance(rounds, list) and rounds:
        told.setdefault("rounds", len(rounds))
    told.setdefault("colours", list(dict.fromkeys(filter(None, tickets))))
    plan = checked_plan(told, prefix="evening")
    count = players if players is not None else len(tickets) or USUAL_PLAYERS
    return brief_for(plan, players=count, date=today, inside=tickets, wishes=wishes)


def _tickets(players: Any) -> list[str]:
    """The ticket colours of the script's players, as far as they are there."""
    told = [player for player in players if isinstance(player, Mapping)] if isinstance(players, list) else []
    return [str(player.get("ticket", "")) for player in told]
