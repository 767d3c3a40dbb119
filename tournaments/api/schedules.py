"""Schedules: what is announced, searches for something better, and what is done about them."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import schedule_bodies as bodies
from tournaments.api.acts import act
from tournaments.api.bodies import parsed
from tournaments.api.doors import By, OfficerDoor
from tournaments.api.schema import described
from tournaments.movement.announced import Announced, Wishes
from tournaments.queries import facts, rest
from tournaments.queries import schedules as asked
from tournaments.queries.rest import Evening
from tournaments.services import schedules


class Schedule(OfficerDoor):
    """The schedule."""

    @described("show_schedule", answer=bodies.Schedule)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The seats announced for the coming rounds, where they come from, and the searches that are open."""
        found = rest.evening(request.user, club, evening)
        standing = facts.schedule_of(found)
        searches = [search_document(row) for row in asked.open_plannings(found)]
        announced = announced_document(standing) if standing else None
        return Response({"version": found.version, "announced": announced, "searches": searches})


class Searches(OfficerDoor):
    """Searches for another schedule."""

    @described("search_schedule", body=bodies.NewSearch, answer=bodies.Search, status=201, refusals=(409,))
    def post(self, request: Request, club: str, evening: str) -> Response:
        """Begin to search; one of the same purpose that is open is dropped. It goes on for a minute at most."""
        found, body = rest.evening(request.user, club, evening), parsed(request, bodies.NewSearch)
        made = schedules.ask(
            evening=found,
            purpose=body.purpose,
            wishes=Wishes.from_data(body.wishes.model_dump()),
            **self.who(request),
        )
        return Response(search_document(made), status=201)


class Search(OfficerDoor):
    """One search."""

    @described("show_search", answer=bodies.Search)
    def get(self, request: Request, club: str, evening: str, search: int) -> Response:
        """How far it has come, and the best seats it has found."""
        return Response(search_document(rest.search(rest.evening(request.user, club, evening), search)))


@act("stop-search", bodies.OneSearch)
def stop_search(evening: Evening, body: bodies.OneSearch, who: By) -> object:
    """Let a search end with what it has found so far."""
    return schedules.stop(planning=rest.search(evening, body.search), at=who["at"])


@act("drop-search", bodies.OneSearch)
def drop_search(evening: Evening, body: bodies.OneSearch, who: By) -> object:
    """Forget a search and what it has found."""
    return schedules.drop(planning=rest.search(evening, body.search), at=who["at"])


@act("take-schedule", bodies.OneSearch)
def take_schedule(evening: Evening, body: bodies.OneSearch, who: By) -> object:
    """Announce what a search has found so far, for the room it was made for."""
    return schedules.take(planning=rest.search(evening, body.search), **who)


@act("bring-schedule", bodies.ScheduleFile)
def bring_schedule(evening: Evening, body: bodies.ScheduleFile, who: By) -> object:
    """Announce a schedule from elsewhere, as long as nobody has begun to play."""
    return schedules.bring(evening=evening, text=body.text, source=body.source, **who)


def announced_document(announced: Announced) -> dict[str, Any]:
    """A schedule as the door answers it."""
    data = announced.as_data()
    rounds = [{"round": announced.first + place, **told} for place, told in enumerate(data["rounds"])]
    return {"rounds": rounds, "made_by": data["made_by"], "wishes": data["wishes"]}


def search_document(row: rest.Planning) -> dict[str, Any]:
    """A search as the door answers it."""
    names = ("purpose", "stage", "first", "moves", "milliseconds", "changed", "remark", "asked_at")
    found = announced_document(Announced.from_data(row.announced)) if row.announced else None
    return {"id": row.pk, **{name: getattr(row, name) for name in names}, "announced": found}
