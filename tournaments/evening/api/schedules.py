"""Schedules: what is announced, searches for something better, and what is done about them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AwareDatetime, Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.evening.acts.act import MOST_AT_ONCE, MOST_ROUNDS, MOST_TABLES
from tournaments.evening.api.acts import register
from tournaments.evening.api.bodies import Body, Code, Id, validate_body
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import Actor, OfficerView
from tournaments.evening.reads import api_reads, facts
from tournaments.evening.reads.api_reads import Evening
from tournaments.evening.reads.schedules import open_plannings
from tournaments.evening.services import schedules
from tournaments.movement import announced
from tournaments.movement.exchange import LONGEST
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.api.answers import BEGAN, HASHES, Answer, EntryNumber, Example, at_most

Pair = Annotated[list[Code], Field(min_length=2, max_length=2)]
Groups = Annotated[list[Annotated[list[str], at_most(MOST_SEATS)]], at_most(MOST_AT_ONCE)]
"""People who are kept together or apart, by the codes of their tickets."""
Pairs = Annotated[list[Pair], Field(max_length=MOST_AT_ONCE)]


class Wishes(Body):
    """What a schedule keeps to, by ticket code."""

    apart: Pairs = []
    never_partners: Pairs = []
    together: Pairs = []
    unmoved: list[Code] = Field(default=[], max_length=MOST_AT_ONCE)


class NewSearch(Body):
    """A search for another schedule: freely ("improve", "fairest") or with the fewest changes ("fewest")."""

    purpose: Literal["improve", "fewest", "fairest"] = "improve"
    wishes: Wishes = Wishes()

    EXAMPLE: ClassVar[Any] = {"purpose": "improve", "wishes": {"apart": [["k3v9", "m2x7"]]}}


class OneSearch(Body):
    """A search, by its number."""

    search: Id

    EXAMPLE: ClassVar[Any] = {"search": 7}


class ScheduleFile(Body):
    """A schedule as CSV or with one round to a line; 1 is whoever holds the lowest ticket."""

    text: str = Field(max_length=LONGEST)
    source: str = Field(default="", max_length=200)

    EXAMPLE: ClassVar[Any] = {"text": "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n", "source": "ours.txt"}


class ScheduledRound(Answer):
    """One announced round, by ticket code: tables from 1 up, each from seat 1 on."""

    round: int
    tables: Annotated[
        list[Annotated[list[str], at_most(MOST_SEATS)]],
        at_most(MOST_TABLES),
        Example([["k3v9", "p8c4", "t5h6", "w9d2"]]),
    ]
    sitting_out: Annotated[list[str], at_most(MOST_AT_ONCE), Example(["m2x7"])]


class MadeBy(Answer):
    """Where a schedule comes from."""

    kind: Annotated[str, Example("planned")]
    source: str
    version: int
    seed: Annotated[str, Example(HASHES[1])]
    moves: Annotated[int, Example(480000)]


class Kept(Answer):
    """What it keeps to."""

    apart: Annotated[Groups, Example([["k3v9", "m2x7"]])]
    never_partners: Groups
    together: Groups
    unmoved: Annotated[list[str], at_most(MOST_AT_ONCE)]


class Announced(Answer):
    """The schedule that stands, or that was found."""

    rounds: Annotated[list[ScheduledRound], at_most(MOST_ROUNDS)]
    made_by: MadeBy
    wishes: Kept

    @classmethod
    def of(cls, announced: announced.Announced) -> Self:
        """A schedule with the numbers of its rounds."""
        data = announced.as_data()
        rounds = [{"round": announced.first + place, **seats} for place, seats in enumerate(data["rounds"])]
        return cls.model_validate({"rounds": rounds, "made_by": data["made_by"], "wishes": data["wishes"]})


class Search(Answer):
    """A search for another schedule; `announced` is the best found so far, null before there is any."""

    id: Annotated[int, Example(12)]
    purpose: Annotated[Literal["improve", "fewest", "fairest"], Example("improve")]
    stage: Annotated[Literal["searching", "ready", "taken", "dropped"], Example("ready")]
    first: Annotated[int, Example(2)]
    moves: Annotated[int, Example(480000)]
    milliseconds: Annotated[int, Example(1400)]
    changed: Annotated[int, Example(3)]
    remark: str
    asked_at: Annotated[AwareDatetime, Example(BEGAN)]
    announced: Announced | None

    @classmethod
    def of(cls, row: api_reads.Planning) -> Self:
        """A search with what it has found so far."""
        best = Announced.of(announced.Announced.from_data(row.announced)) if row.announced else None
        return cls.read(row, announced=best)


class Schedule(Answer):
    """The schedule that stands, null where the movement has none, and the searches that are open."""

    version: EntryNumber
    announced: Announced | None
    searches: list[Search]

    @classmethod
    def of(cls, evening: Evening) -> Self:
        """The schedule of an evening."""
        standing = facts.schedule_of(evening)
        return cls.read(
            evening,
            announced=Announced.of(standing) if standing else None,
            searches=[Search.of(row) for row in open_plannings(evening)],
        )


class ScheduleEndpoint(OfficerView):
    """The schedule."""

    @operation("show_schedule", answer=Schedule)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The seats announced for the coming rounds, where they come from, and the searches that are open."""
        return Schedule.of(self.evening(request, club, evening)).reply()


class SearchesEndpoint(OfficerView):
    """Searches for another schedule."""

    @operation("search_schedule", body=NewSearch, answer=Search, status=201)
    def post(self, request: Request, club: str, evening: str) -> Response:
        """Begin to search; one of the same purpose that is open is dropped. It goes on for a minute at most."""
        evening_row, body = self.evening(request, club, evening), validate_body(request, NewSearch)
        planning = schedules.ask(
            evening=evening_row,
            purpose=body.purpose,
            wishes=announced.Wishes.from_data(body.wishes.model_dump()),
            **self.who(request),
        )
        return Search.of(planning).reply(status=201)


class SearchEndpoint(OfficerView):
    """One search."""

    @operation("show_search", answer=Search)
    def get(self, request: Request, club: str, evening: str, search: int) -> Response:
        """How far it has come, and the best seats it has found."""
        return Search.of(api_reads.search(self.evening(request, club, evening), search)).reply()


@register("stop-search", OneSearch)
def stop_search(evening: Evening, body: OneSearch, who: Actor) -> None:
    """Let a search end with what it has found so far."""
    schedules.stop(planning=api_reads.search(evening, body.search), at=who["at"])


@register("drop-search", OneSearch)
def drop_search(evening: Evening, body: OneSearch, who: Actor) -> None:
    """Forget a search and what it has found."""
    schedules.drop(planning=api_reads.search(evening, body.search), at=who["at"])


@register("take-schedule", OneSearch)
def take_schedule(evening: Evening, body: OneSearch, who: Actor) -> None:
    """Announce what a search has found so far, for the room it was made for."""
    schedules.take(planning=api_reads.search(evening, body.search), **who)


@register("bring-schedule", ScheduleFile)
def bring_schedule(evening: Evening, body: ScheduleFile, who: Actor) -> None:
    """Announce a schedule from elsewhere, as long as nobody has begun to play."""
    schedules.bring(evening=evening, text=body.text, source=body.source, **who)
