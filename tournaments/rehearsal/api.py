"""The rehearsal of an evening over REST: asked for, looked at, stopped."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from tournaments.club.api.operations import Address
from tournaments.evening.api.views import EVENING
from tournaments.evening.reads.desk import Evening
from tournaments.rehearsal import services, web
from tournaments.site.api.answers import Answer, At, Example
from tournaments.site.web.pages import or_404


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

    was_under_way: Annotated[bool, At(bool)]


REHEARSAL = Address(f"{EVENING}rehearsal/", "rehearsal")


@REHEARSAL.get()
def show_rehearsal(evening: Evening, at: datetime) -> RehearsalOut:
    """The rehearsal that was asked for last, with its report or how far it has got; 404 where there is none."""
    row = or_404(web.last_of(evening))
    if services.is_lost(row, at):
        return RehearsalOut.read(row, stage="failed", trouble="interrupted")
    return RehearsalOut.from_view(row)


REHEARSAL.runs("post", services.ask, show_rehearsal, name="start_rehearsal", status=201)
REHEARSAL.runs("delete", services.stop, NoRehearsal, name="stop_rehearsal")
