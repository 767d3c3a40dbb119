"""Rehearsals: what is rehearsed, how it is asked for, and the process of its own that plays it.

A rehearsal is nobody's fact: it writes in no ledger, and an evening's earlier ones are forgotten when it is asked
for. A worker waits for its process beside its other work. One whose worker is killed is told as interrupted, and can
be asked for again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date as day
from datetime import datetime, timedelta
from functools import partial
from threading import Thread, Timer
from types import MappingProxyType
from typing import IO, Annotated, Any

from django.conf import settings
from django.db import connection, transaction
from pydantic import Field, ValidationError

from scoring.derivation import Sentence
from scoring.entry import Measured
from scoring.faults import Fault, Faults
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.evening import acts
from tournaments.evening.acts import possible
from tournaments.evening.models import Evening
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import Plan, plan_faults
from tournaments.evening.reads.facts import plan_of
from tournaments.evening.round_rules import Status
from tournaments.refusals import fault, refuse
from tournaments.rehearsal.models import Rehearsal
from tournaments.site.arguments import ActorId, Body, Example
from tournaments.work import outbox
from tournaments.work.runner import Assignment, Clock

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


def brief_of_script(text: str, *, today: day, players: int | None = None, **wishes: object) -> Brief:
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


SILENCE = timedelta(seconds=45)
"""A rehearsal that has not been heard of for so long is not under way any more."""
Stage, Trouble = Rehearsal.Stage, Rehearsal.Trouble
OPEN = (Stage.WAITING, Stage.PLAYING)


class _Forgotten(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """Nobody waits for this rehearsal any more."""


def may_rehearse(evening: Evening) -> bool:
    return acts.ChangePlan in possible(Status(evening.status))


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


@audit.command(needs=Role.DIRECTOR)
def ask(*, evening: Evening, new: NewRehearsal, by: ActorId, at: datetime) -> Rehearsal:
    """Ask for a rehearsal of the plan, before play begins; while one is under way that is the one.

    Raises Faults where play has begun, or the brief is refused.
    """
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    if not may_rehearse(evening):
        refuse("evening.status", "not-now", "an evening is rehearsed before play begins")
    brief = brief_of(evening, **new.model_dump(exclude_none=True))
    under_way = evening.rehearsals.filter(stage__in=OPEN).first()
    if under_way is not None and not is_lost(under_way, at):
        return under_way
    evening.rehearsals.all().delete()
    rehearsal = Rehearsal.objects.create(
        evening=evening, brief=brief.model_dump(mode="json"), asked_by=by, asked_at=at, heard_at=at
    )
    outbox.enqueue(outbox.REHEARSE, rehearsal, at=at)
    audit.note(evening.club, "rehearsed", at=at, evening=evening.name)
    return rehearsal


@audit.command(needs=Role.DIRECTOR)
def stop(*, evening: Evening) -> bool:
    """Stop the rehearsal that is under way; reports stay until another one is asked for."""
    return bool(evening.rehearsals.filter(stage__in=OPEN).delete()[0])


def is_lost(rehearsal: Rehearsal, at: datetime) -> bool:
    return rehearsal.stage in OPEN and at - rehearsal.heard_at > SILENCE


def look_after(assigned: Assignment) -> outbox.Result:
    """Start a rehearsal; once it is under way, come back to see whether its worker was killed."""
    rehearsal: Rehearsal = assigned.subject
    if rehearsal.stage == Stage.WAITING:
        transaction.on_commit(partial(set_going, rehearsal.pk, clock=assigned.clock), robust=True)
        return outbox.NotYet(after=outbox.PATIENCE)
    if rehearsal.stage != Stage.PLAYING:
        return outbox.Done()
    if not is_lost(rehearsal, assigned.at):
        return outbox.NotYet(after=SILENCE)
    rehearsal.stage, rehearsal.trouble, rehearsal.ended_at = Stage.FAILED, Trouble.INTERRUPTED, assigned.at
    rehearsal.save(update_fields=["stage", "trouble", "ended_at"])
    return outbox.Done()


def set_going(rehearsal_id: int, *, clock: Clock) -> Thread:
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
    mine.update(stage=Stage.FAILED, trouble=trouble, remark=remark[: outbox.LONGEST_FAILURE], ended_at=at)


DATABASE_URL = "sqlite://:memory:"
LONGEST = timedelta(minutes=2)
COMMAND = ("rehearse", "--scratch")
Progress = dict[str, int]


class Broken(Exception):  # noqa: N818 - reads as what it says at the place where it is raised
    """The process came to no end: it took too `long`, or broke off with these last words."""

    def __init__(self, words: str, *, long: bool = False) -> None:
        self.long = long
        super().__init__(words)


def run_act(
    brief: Brief, tell: Callable[[Progress], object], *, limit: timedelta = LONGEST
) -> dict[str, Any]:
    """Rehearse in a process of its own, and return the report as data; what `tell` raises ends the rehearsal.

    Nothing of it touches the club's database, whatever that is, and nothing stays when either process is killed.
    Raises Faults where the brief is refused, Broken where there is no report.
    """
    with tempfile.TemporaryFile() as words:
        process = _start(words)
        too_long = Timer(limit.total_seconds(), process.kill)
        too_long.daemon = True
        too_long.start()
        try:
            last = _listen(process, brief, tell)
        finally:
            was_too_long = too_long.finished.is_set()
            too_long.cancel()
            process.kill()
            process.wait()
        if last is None:
            raise Broken(_last_line(words), long=was_too_long)
    return last


def _start(words: IO[bytes]) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "DATABASE_URL": DATABASE_URL,
        "WEB_DATABASE_URL": "",
        "SECRET_KEY": settings.SECRET_KEY,
        "LOG_LEVEL": "CRITICAL",
    }
    return subprocess.Popen(  # noqa: S603 - our own program, and nothing that anybody entered
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *COMMAND],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=words,
    )


def _listen(
    process: subprocess.Popen[bytes], brief: Brief, tell: Callable[[Progress], object]
) -> dict[str, Any] | None:
    # Returns None if the process broke off.
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a rehearsal is started with pipes")
    try:
        with process.stdin as pipe:
            pipe.write(brief.model_dump_json().encode())
    except BrokenPipeError:
        return None
    with process.stdout as lines:
        for line in lines:
            if not line.endswith(b"\n"):
                return None
            message = json.loads(line)
            if "progress" in message:
                tell(message["progress"])
            elif "refused" in message:
                raise Faults(
                    Fault(
                        fault["field"], fault["code"], Sentence("%(message)s", {"message": fault["message"]})
                    )
                    for fault in message["refused"]
                )
            else:
                report: dict[str, Any] = message["report"]
                return report
    return None


def _last_line(words: IO[bytes]) -> str:
    words.seek(0)
    lines = words.read().decode(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")[: outbox.LONGEST_FAILURE]
