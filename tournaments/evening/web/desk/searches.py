"""Searches under way and over: how far they are, what they have found, and what taking it would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.reads import schedules as rows
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.schedules import EveningRounds, counted
from tournaments.evening.score import Status
from tournaments.evening.services import schedules
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.seating import place_in_words
from tournaments.evening.web.movement_words import compared, grouped, lines
from tournaments.movement.announced import Announced
from tournaments.movement.people_as_numbers import RoomToPlan
from tournaments.movement.seating import Seating
from tournaments.site.web.forms import attempt
from tournaments.site.web.pages import by_user, now

MILLI = 1000
MOST_PER_CENT = 100


def panels(evening: Evening, found: EveningRounds) -> dict[str, Any]:
    """Every search that is open, as the page shows it; and the last one where it has failed. One query or two."""
    opened = rows.open_plannings(evening)
    failed = None if opened else rows.last_failed(evening)
    return {
        "searches": [_panel(planning, found) for planning in opened],
        "searching": any(planning.stage == "searching" for planning in opened),
        "failed": failed,
        "may_take": acts.Schedule in possible(Status(evening.status)),
    }


def _panel(planning: Any, found: EveningRounds) -> dict[str, Any]:
    longest = schedules.LONGEST.total_seconds()
    seconds = planning.milliseconds / MILLI
    context: dict[str, Any] = {
        "planning": planning,
        "moves": grouped(planning.moves),
        "seconds": round(seconds, 1),
        "per_cent": min(MOST_PER_CENT, round(seconds * MOST_PER_CENT / longest)),
        "longest": round(longest),
        "stopping": planning.stop_asked and planning.stage == "searching",
    }
    if planning.announced is None:
        return context
    room = RoomToPlan.from_data(planning.task, found.plan.tables)
    announced = Announced.from_data(planning.announced)
    new = counted([*room.played, *announced.rounds], found.tickets, found.plan)
    if planning.stage == "searching":
        return {**context, "best": lines(new)}
    old = counted([*room.played, *room.coming()], found.tickets, found.plan)
    both = compared(old, new)
    return {
        **context,
        "compared": both,
        "gains": planning.purpose != "improve" or any(line.way == "better" for line in both),
        "rounds": _in_rounds(announced),
        **_changes(room.coming(), announced, found),
    }


def _in_rounds(announced: Announced) -> str:
    values = {"first": announced.first, "last": announced.last}
    if announced.first == announced.last:
        return _("round %(first)s") % values
    return _("rounds %(first)s to %(last)s") % values


Place = tuple[int, int] | None


def places(seating: Seating) -> dict[str, Place]:
    """Where everybody is: table and seat, None for who sits out."""
    found: dict[str, Place] = dict.fromkeys(seating.sitting_out)
    for table, people in enumerate(seating.tables, start=1):
        found |= {code: (table, seat) for seat, code in enumerate(people, start=1)}
    return found


def _changes(before: Sequence[Seating], announced: Announced, found: EveningRounds) -> dict[str, Any]:
    """How many places differ from those announced, and who changes in the next round."""
    pairs = [(places(old), places(new)) for old, new in zip(before, announced.rounds, strict=False)]
    tables = sum(_table(old.get(code)) != _table(place) for old, new in pairs for code, place in new.items())
    return {
        "changed": tables,
        "changed_words": ngettext(
            "%(count)s place at another table than announced.",
            "%(count)s places at another table than announced.",
            tables,
        )
        % {"count": tables},
        "next_number": announced.first,
        "next_changes": _who(*pairs[0], found.names) if pairs else [],
    }


def _table(place: Place) -> int | None:
    return place[0] if place else None


def _who(
    old: Mapping[str, Place], new: Mapping[str, Place], names: Mapping[str, str]
) -> list[dict[str, str]]:
    """Everybody whose place differs, in the order of the new tables."""
    return [
        {
            "name": names[code],
            "before": place_in_words(old[code]) if code in old else _("not there"),
            "after": place_in_words(place),
        }
        for code, place in new.items()
        if code not in old or old[code] != place
    ]


def live(request: HttpRequest, evening: Evening, found: EveningRounds) -> HttpResponse:
    """The searches alone, as the open page asks for them while one is under way."""
    context = {"evening": evening, **panels(evening, found), "polled": True}
    return render(request, "desk/parts/searches.html", context)


@require_POST
@evening_page
def deed(request: HttpRequest, evening: Evening, pk: int, name: str) -> HttpResponse:
    """Stop a search, take what it has found, or drop it."""
    planning = rows.planning(evening, pk)
    if planning is None:
        raise Http404
    if name == "stop":
        schedules.stop(planning=planning, at=now())
    elif name == "drop":
        schedules.drop(planning=planning, at=now())
    elif name == "take":
        attempt(
            request,
            lambda: schedules.take(planning=planning, by=by_user(request), at=now()),
            _("The new schedule is announced."),
        )
    else:
        raise Http404
    return to_desk(evening, "desk-schedule")
