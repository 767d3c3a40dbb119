"""What is rehearsed: a plan, who comes, and how much goes wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from datetime import date as day
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import ConfigDict, Field, ValidationError

from scoring.entry import Measured
from scoring.faults import Fault, Faults
from tournaments.evening.models import Evening
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import Plan, plan_faults
from tournaments.evening.reads.facts import plan_of
from tournaments.refusals import fault, refuse

MOST_PLAYERS = 200
FEW = 40
USUAL = {"late": 2, "leavers": 1, "wrong": 1, "disputes": 1, "substitutes": 1}
"""How many come late, leave and so on where nobody says."""
Few = Annotated[int, Field(ge=0, le=FEW)]


class Brief(Measured):
    """Everything a rehearsal depends on: the same brief gives the same report.

    The tickets are the colours of everybody who comes, "" where there are none; so many of them come late, in the
    round `late_in`, and so on. The seed is never the evening's own. A `spread` of 0 makes the strengths of all alike.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    plan: dict[str, Any]
    # Not strict: as JSON it is a list.
    tickets: Annotated[tuple[str, ...], Field(strict=False, min_length=1, max_length=MOST_PLAYERS)]
    date: Annotated[day, Field(strict=False)]
    seed: str = Field(default="rehearsal", min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")
    late: Few = 0
    late_in: int = Field(default=2, ge=1, le=FEW)
    leavers: Few = 0
    wrong: Few = 0
    disputes: Few = 0
    substitutes: Few = 0
    spread: float = Field(default=1.0, ge=0, le=10)
    minutes_a_hand: int = Field(default=5, ge=1, le=60)


def brief_for(
    plan: Plan,
    *,
    players: int,
    date: day,
    inside: Sequence[str] = (),
    wishes: Mapping[str, object] = MappingProxyType({}),
) -> Brief:
    """The brief of a rehearsal of `plan` for so many players, whoever is late included.

    The ticket colours `inside` are used if they are as many as come. A trouble that is missing in `wishes`, or None,
    gets the usual number, or as many as so few players can have. Raises Faults for a number beyond what is allowed,
    or more late or leaving than a table can spare.
    """
    spare = max(0, players - min(plan.tables.allowed))
    parts = {name: value for name, value in wishes.items() if value is not None}
    for name, usual in USUAL.items():
        spared = max(0, spare - (0 if name == "late" else _number(parts.get("late"))))
        parts.setdefault(name, min(usual, spared) if name in ("late", "leavers") else usual)
    try:
        brief = Brief.model_validate(
            {
                "plan": plan.model_dump(mode="json"),
                "tickets": _colours(plan, players, inside),
                "date": date,
                **parts,
            }
        )
    except ValidationError as refused:
        raise Faults(_about_players(error, players) for error in plan_faults(refused, "", Brief)) from refused
    if brief.late + brief.leavers > spare:
        why = "%(entered)s of %(players)s come late or leave; so many have to stay all evening: %(least)s"
        values = {"players": players, "least": min(plan.tables.allowed)}
        raise Faults((fault("late", "too-few", why, entered=brief.late + brief.leavers, **values),))
    return brief


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _about_players(found: Fault, players: int) -> Fault:
    if not found.field.startswith("tickets"):
        return found
    why = "%(entered)s players were entered; 1 to %(most)s can rehearse"
    return fault("players", "out-of-range", why, entered=players, most=MOST_PLAYERS)


def _colours(plan: Plan, players: int, inside: Sequence[str]) -> list[str]:
    if len(inside) == players:
        return list(inside)
    colours = plan.colours or ("",)
    # One more than are allowed is enough to be refused; a million tickets are not made for that.
    return [colours[place % len(colours)] for place in range(min(max(0, players), MOST_PLAYERS + 1))]


# --- Briefs of what there is: an evening that is set up, or the head of an evening script -------------

USUAL_PLAYERS = 16
NOT_OF_THE_PLAN = ("name", "date")


def brief_of(evening: Evening, *, players: int | None = None, **wishes: object) -> Brief:
    """The brief of a rehearsal of this evening's plan; nothing else of it is used, least of all its seed.

    Of `players` None is those who are in, or the usual number where nobody is yet. Raises Faults as `brief_for`.
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
    script has, or six), the ticket `colours`, the `confirmation` and the `prizes`, as plans do. Raises Faults with
    the place in the script.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        refuse("script", "not-json", "this is not JSON: %(error)s", error=str(error))
    head = document.get("evening") if isinstance(document, Mapping) else None
    if not isinstance(head, Mapping):
        refuse("evening", "missing", "there is no evening to rehearse here")
    tickets = _tickets(document.get("players"))
    plan_data = {name: value for name, value in head.items() if name not in NOT_OF_THE_PLAN}
    rounds = document.get("rounds")
    if isinstance(rounds, list) and rounds:
        plan_data.setdefault("rounds", len(rounds))
    plan_data.setdefault("colours", list(dict.fromkeys(filter(None, tickets))))
    plan = checked_plan(plan_data, prefix="evening")
    count = players if players is not None else len(tickets) or USUAL_PLAYERS
    return brief_for(plan, players=count, date=today, inside=tickets, wishes=wishes)


def _tickets(players: Any) -> list[str]:
    rows = [player for player in players if isinstance(player, Mapping)] if isinstance(players, list) else []
    return [str(player.get("ticket", "")) for player in rows]
