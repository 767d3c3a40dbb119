"""Rehearsals asked for at the desk: handed to a worker, which starts them as processes of their own.

A rehearsal is nobody's fact: it writes in no ledger, and an evening's earlier ones are forgotten when it is asked
for. The worker waits for it beside its other work. One whose worker is killed is told as interrupted, and can be
asked for again.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from typing import Any

from django.db import connection, transaction

from scoring.faults import Faults
from tournaments.club.services import audit
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.models import Evening
from tournaments.evening.round_rules import Status
from tournaments.refusals import refuse
from tournaments.rehearsal.models import Rehearsal
from tournaments.rehearsal.scenario import Brief, brief_of
from tournaments.rehearsal.session import Broken, run_act
from tournaments.work.outbox import LONGEST_FAILURE, PATIENCE, REHEARSE, Done, NotYet, Result, enqueue
from tournaments.work.runner import Assignment, Clock

SILENCE = timedelta(seconds=45)
"""A rehearsal that has not been heard of for so long is not under way any more."""
Stage, Trouble = Rehearsal.Stage, Rehearsal.Trouble
OPEN = (Stage.WAITING, Stage.PLAYING)


class _Forgotten(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """Nobody waits for this rehearsal any more."""


def may_rehearse(evening: Evening) -> bool:
    """Whether the plan may still change, and so is worth rehearsing."""
    return acts.ChangePlan in possible(Status(evening.status))


@transaction.atomic
def ask(*, evening: Evening, by: str, at: datetime, players: int | None = None, **wishes: Any) -> Rehearsal:
    """Ask for a rehearsal, with wishes as for `brief_of`; if one is under way already, that one is returned.

    Raises Faults where play has begun, or the brief is refused.
    """
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    if not may_rehearse(evening):
        refuse("evening.status", "not-now", "an evening is rehearsed before play begins")
    brief = brief_of(evening, players=players, **wishes)
    under_way = evening.rehearsals.filter(stage__in=OPEN).first()
    if under_way is not None and not is_lost(under_way, at):
        return under_way
    evening.rehearsals.all().delete()
    rehearsal = Rehearsal.objects.create(
        evening=evening, brief=brief.model_dump(mode="json"), asked_by=by, asked_at=at, heard_at=at
    )
    enqueue(REHEARSE, rehearsal, at=at)
    audit.note(evening.club, "rehearsed", at=at, evening=evening.name)
    return rehearsal


def stop(*, evening: Evening) -> bool:
    """Forget the rehearsal that is under way; whether there was one. Its process ends by itself."""
    return bool(evening.rehearsals.filter(stage__in=OPEN).delete()[0])


def is_lost(rehearsal: Rehearsal, at: datetime) -> bool:
    return rehearsal.stage in OPEN and at - rehearsal.heard_at > SILENCE


def look_after(assigned: Assignment) -> Result:
    """Start a rehearsal; once it is under way, come back to see whether its worker was killed."""
    rehearsal: Rehearsal = assigned.subject
    if rehearsal.stage == Stage.WAITING:
        transaction.on_commit(partial(set_going, rehearsal.pk, clock=assigned.clock), robust=True)
        return NotYet(after=PATIENCE)
    if rehearsal.stage != Stage.PLAYING:
        return Done()
    if not is_lost(rehearsal, assigned.at):
        return NotYet(after=SILENCE)
    rehearsal.stage, rehearsal.trouble, rehearsal.ended_at = Stage.FAILED, Trouble.INTERRUPTED, assigned.at
    rehearsal.save(update_fields=["stage", "trouble", "ended_at"])
    return Done()


def set_going(rehearsal_id: int, *, clock: Clock) -> Thread:
    """Run a rehearsal in a thread that waits for another process: the worker stays free for evenings."""

    def wait() -> None:
        try:
            work_on(rehearsal_id, clock=clock)
        finally:
            connection.close()

    thread = Thread(target=wait, name=f"rehearsal {rehearsal_id}", daemon=True)
    thread.start()
    return thread


def work_on(rehearsal_id: int, *, clock: Clock) -> bool:
    """Run a waiting rehearsal to its end; whether there is a report. Of two workers one runs it."""
    waiting = Rehearsal.objects.filter(pk=rehearsal_id, stage=Stage.WAITING)
    if not waiting.update(stage=Stage.PLAYING, heard_at=clock()):
        return False
    mine = Rehearsal.objects.filter(pk=rehearsal_id, stage=Stage.PLAYING)

    def tell(progress: dict[str, int]) -> None:
        if not mine.update(progress=progress, heard_at=clock()):
            raise _Forgotten

    try:
        brief = Brief.model_validate(mine.values_list("brief", flat=True).get())
        report = run_act(brief, tell)
    except _Forgotten:
        return False
    except Faults as refused:
        _fail(mine, clock(), Trouble.REFUSED, str(refused.faults[0].message))
    except Broken as broken:
        _fail(mine, clock(), Trouble.TOO_LONG if broken.long else Trouble.BROKEN, str(broken))
    except Exception as error:  # whatever it is, the director is told and does not wait
        _fail(mine, clock(), Trouble.BROKEN, f"{type(error).__name__}: {error}")
    else:
        ended = clock()
        return bool(mine.update(stage=Stage.DONE, report=report, heard_at=ended, ended_at=ended))
    return False


def _fail(mine: Any, at: datetime, trouble: Rehearsal.Trouble, remark: str) -> None:
    mine.update(stage=Stage.FAILED, trouble=trouble, remark=remark[:LONGEST_FAILURE], ended_at=at)
