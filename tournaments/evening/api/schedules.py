"""Schedules: what is announced, searches for something better, and what is done about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AwareDatetime, Field

from tournaments.club.api.operations import Address, Created
from tournaments.club.api.views import Actor
from tournaments.evening.acts.act import MOST_AT_ONCE, MOST_ROUNDS, MOST_TABLES
from tournaments.evening.api.acts import register
from tournaments.evening.api.bodies import Code
from tournaments.evening.api.views import EVENING
from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.schedules import Planning, open_plannings, planning
from tournaments.evening.services import schedules
from tournaments.movement import exchange, interface, seating
from tournaments.site.api.answers import BEGAN, HASHES, Answer, At, EntryNumber, Example, at_most
from tournaments.site.arguments import Body, Id

Pair = Annotated[list[Code], Field(min_length=2, max_length=2)]
Groups = Annotated[list[Annotated[list[str], at_most(seating.MOST_SEATS)]], at_most(MOST_AT_ONCE)]
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

    purpose: Annotated[Literal["improve", "fewest", "fairest"], Example("improve")] = "improve"
    wishes: Annotated[Wishes, Example({"apart": [["k3v9", "m2x7"]]})] = Wishes()


class OneSearch(Body):
    """A search, by its number."""

    search: Annotated[Id, Example(7)]


class ScheduleFile(Body):
    """A schedule as CSV or with one round to a line; 1 is whoever holds the lowest ticket."""

    text: Annotated[str, Example("1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n")] = Field(max_length=exchange.LONGEST)
    source: Annotated[str, Example("ours.txt")] = Field(default="", max_length=200)


class ScheduledRound(Answer):
    """One announced round, by ticket code: tables from 1 up but those out of use, each from seat 1 on."""

    round: int
    tables: Annotated[
        list[Annotated[list[str], at_most(seating.MOST_SEATS)]],
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
    def from_view(cls, view: Mapping[str, Any] | interface.Announced) -> Self:
        standing = view if isinstance(view, interface.Announced) else interface.Announced.from_data(view)
        data = standing.as_data()
        rounds = [{"round": n, **seats} for n, seats in enumerate(data["rounds"], start=data["first"])]
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


class ScheduleOut(Answer):
    """The schedule that stands, null where the movement has none, and the searches that are open."""

    version: EntryNumber
    announced: Annotated[Announced | None, At(facts.schedule_of)]
    searches: Annotated[list[Search], At(open_plannings)]


Address(f"{EVENING}schedule/", "schedule").shows(desk.Evening, ScheduleOut)


@Address(f"{EVENING}schedule/searches/", "searches").post()
def search_schedule(evening: desk.Evening, by: Actor, body: NewSearch) -> Created[Search]:
    """Begin to search; one of the same purpose that is open is dropped. It goes on for a minute at most."""
    wishes = interface.Wishes.from_data(body.wishes.model_dump())
    return Created(
        Search.from_view(schedules.ask(evening=evening, purpose=body.purpose, wishes=wishes, **by))
    )


Address(f"{EVENING}schedule/searches/<int:search>/", "search").shows(Planning, Search)


@register("stop-search", OneSearch)
def stop_search(evening: desk.Evening, body: OneSearch, who: Actor) -> None:
    """Let a search end with what it has found so far."""
    schedules.stop(planning=planning(evening, body.search), at=who["at"])


@register("drop-search", OneSearch)
def drop_search(evening: desk.Evening, body: OneSearch, who: Actor) -> None:
    """Forget a search and what it has found."""
    schedules.drop(planning=planning(evening, body.search), at=who["at"])


@register("take-schedule", OneSearch)
def take_schedule(evening: desk.Evening, body: OneSearch, who: Actor) -> None:
    """Announce what a search has found so far, for the room it was made for."""
    schedules.take(planning=planning(evening, body.search), **who)


@register("bring-schedule", ScheduleFile)
def bring_schedule(evening: desk.Evening, body: ScheduleFile, who: Actor) -> None:
    """Announce a schedule from elsewhere, as long as nobody has begun to play."""
    schedules.bring(evening=evening, text=body.text, source=body.source, **who)
