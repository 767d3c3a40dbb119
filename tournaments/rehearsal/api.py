"""The rehearsal of an evening over REST: asked for, looked at, stopped."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404
from pydantic import Field

from tournaments.club.api.operations import Address, Created
from tournaments.club.api.views import Actor
from tournaments.evening.api.views import EVENING
from tournaments.evening.reads.desk import Evening
from tournaments.rehearsal import services, web
from tournaments.rehearsal.services import FEW, MOST_PLAYERS
from tournaments.site.api.answers import Answer, Example
from tournaments.site.arguments import Body

Few = Annotated[int, Field(ge=0, le=FEW)]


class NewRehearsal(Body):
    """Who comes to a rehearsal, and what goes wrong; what is left out is as usual.

    `players` are all who come, those `late` included; `leavers` go home early, `wrong` hands are entered wrong.
    Another `seed` gives another evening, the same one the same again.
    """

    players: Annotated[Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None, Example(26)] = None
    minutes_a_hand: Annotated[int, Field(ge=1, le=60)] | None = None
    late: Annotated[Few | None, Example(2)] = None
    leavers: Annotated[Few | None, Example(1)] = None
    wrong: Few | None = None
    seed: Annotated[Annotated[str, Field(min_length=1, max_length=60)] | None, Example("friday")] = None


class RehearsalOut(Answer):
    """A rehearsal: how far it has got, or its report.

    `trouble` is "" or why there is no report, with a `remark`: the plan was `refused`, it was `broken` off, took
    `too_long`, or was `interrupted`.
    """

    stage: Annotated[Literal["waiting", "playing", "done", "failed"], Example("done")]
    trouble: Annotated[Literal["", "refused", "broken", "too_long", "interrupted"], Example("")]
    remark: str
    progress: Annotated[dict[str, int], Example({"round": 6, "of": 6, "hands": 84})]
    report: Annotated[dict[str, Any] | None, Example({"format": 2, "complete": True, "unexpected": 0})]
    asked_at: Annotated[datetime, Example("2026-11-20T12:00:00Z")]
    ended_at: Annotated[datetime | None, Example("2026-11-20T12:00:40Z")]


class NoRehearsal(Answer):
    """Whether a rehearsal was under way that is stopped now."""

    was_under_way: bool


REHEARSAL = Address(f"{EVENING}rehearsal/", "rehearsal")


@REHEARSAL.get()
def show_rehearsal(evening: Evening, at: datetime) -> RehearsalOut:
    """The rehearsal that was asked for last, with its report or how far it has got; 404 where there is none."""
    row = web.last_of(evening)
    if row is None:
        raise Http404
    if services.is_lost(row, at):
        return RehearsalOut.read(row, stage="failed", trouble="interrupted")
    return RehearsalOut.from_view(row)


@REHEARSAL.post()
def start_rehearsal(evening: Evening, by: Actor, body: NewRehearsal) -> Created[RehearsalOut]:
    """Ask for a rehearsal of the plan, before play begins; while one is under way that is the one."""
    services.ask(evening=evening, **body.model_dump(exclude_none=True), **by)
    return Created(show_rehearsal(evening, by["at"]))


@REHEARSAL.delete()
def stop_rehearsal(evening: Evening) -> NoRehearsal:
    """Stop the rehearsal that is under way; reports stay until another one is asked for."""
    return NoRehearsal(was_under_way=services.stop(evening=evening))
