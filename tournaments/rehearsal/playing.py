"""The whole rehearsal: from the doors to the published results, and what is to be told of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from pydantic import ValidationError

from scoring.derivation import coded, listed
from scoring.faults import Faults
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.plan import MOST_ROUNDS, plan_faults
from tournaments.evening.reads.facts import seating_of
from tournaments.evening.reads.standings import prizes_of
from tournaments.evening.score import Status
from tournaments.evening.services import evenings, results
from tournaments.publishing import publish as rebuild
from tournaments.ranking.prizes import ties_to_cut
from tournaments.rehearsal.faults import Troubles
from tournaments.rehearsal.report import Report, fault_said
from tournaments.rehearsal.report_reader import report_of
from tournaments.rehearsal.scenario import Brief
from tournaments.rehearsal.session import Session, Tell
from tournaments.rehearsal.tables import RoundInPlay

BETWEEN_ROUNDS = 180
"""Seconds from the end of a round until everybody sits at the next table."""
MOST_TIES = MOST_ROUNDS


def play(brief: Brief, tell: Tell = lambda _progress: None) -> Report:
    """Rehearse an evening through the services in the database at hand, and take all of it back.

    Raises:
        Faults: the plan cannot be played at all.
    """
    with transaction.atomic():
        rehearsal = _Rehearsal(Session(brief, tell))
        with evenings.coded_by(rehearsal.stage.people.code):
            rehearsal.play()
        report = report_of(rehearsal.stage)
        transaction.set_rollback(True)
    return report


class _Rehearsal:
    def __init__(self, stage: Session) -> None:
        self.stage = stage
        people = self._players()
        late = stage.brief.late
        self.early = people[: len(people) - late]
        self.troubles = Troubles(stage, people[len(people) - late :])

    def _players(self) -> list[tuple[Player, str]]:
        stage = self.stage
        names = [f"Player {number}" for number in range(1, len(stage.brief.tickets) + 1)]
        known = clubs.add_names(club=stage.club, names=names, at=stage.at)
        return list(zip(known, stage.brief.tickets, strict=True))

    def play(self) -> None:
        stage = self.stage
        stage.do(acts.OpenDoors())
        for ticket in stage.act(acts.CheckIn, evenings.check_in, players=self.early):
            stage.welcome(ticket)
        try:
            stage.do(acts.Draw())
        except Faults as refused:
            why = fault_said(refused.faults[0])
            stage.note("too-few", "nobody", why, coded("rehearsal.not-begun"), unexpected=True)
            return
        stage.at = stage.first_signal
        stage.remember_schedule()
        while self._round():
            pass
        for wrong in list(self.troubles.to_correct):
            self.troubles.put_right(wrong)
        stage.work()
        self._finish()

    def _round(self) -> bool:
        # True if another round follows.
        stage = self.stage
        upcoming = seating_of(stage.evening.rounds.get(number=stage.evening.current_round + 1))
        if not upcoming.tables:
            no_table, over = coded("rehearsal.no-table"), coded("rehearsal.over-early")
            stage.note("too-few", "nobody", no_table, over, unexpected=True)
            return False
        stage.round += 1
        stage.progress()
        idle = len(upcoming.sitting_out)
        if idle >= min(stage.setup.plan.tables.allowed):
            what = coded("rehearsal.idle", count=idle)
            stage.note("waiting", "players", what, coded("rehearsal.by-the-movement"))
        in_play = RoundInPlay(stage, self.troubles)
        closed: list[bool] = []
        stage.attempt(acts.Start, lambda: closed.append(in_play.play()))
        if not any(closed):
            return False
        stage.work()
        return stage.round < stage.setup.plan.rounds and self._move()

    def _move(self) -> bool:
        stage = self.stage
        if stage.evening.status == Status.SETTLED:
            afresh = partial(stage.do, acts.DraftMove(again=True))
            if not stage.attempt(acts.DraftMove, afresh):
                return False
        stage.schedule_may_have_changed(coded("rehearsal.others-are-there"))
        self.troubles.leave()
        publish = partial(stage.do, acts.PublishMove())
        done = stage.attempt(acts.PublishMove, publish)
        stage.wait(seconds=BETWEEN_ROUNDS)
        return done

    def _finish(self) -> None:
        stage = self.stage
        if not stage.attempt(acts.Finish, partial(stage.do, acts.Finish())):
            return
        for _ in range(MOST_TIES):
            if not (ties := ties_to_cut(prizes_of(stage.evening))):
                break
            tie = ties[0]
            player_numbers = listed(sorted(stage.numbers[code] for code in tie.players))
            level = coded("rehearsal.prize-tie", players=player_numbers)
            stage.note("prize-cut", "players", level, coded("rehearsal.cut-by-seed"))
            cut = acts.CutPrize(
                prize=tie.prize, colour=tie.colour, other=tie.other, order=tie.players, how="seed"
            )
            if not stage.attempt(acts.CutPrize, partial(stage.do, cut)):
                break
        ask = partial(stage.act, acts.Publish, results.request_publication)
        if stage.attempt(acts.Publish, ask):
            stage.work()
        for finding in rebuild.check_rows(stage.evening):
            stage.note("check", "nobody", coded("rehearsal.differs", finding=finding), unexpected=True)


# --- The inside of a rehearsal: a process of its own with a database in its memory, which ends with it
# What it is told comes as JSON on standard input: the brief. What it tells goes to standard output as
# lines of JSON: `{"progress": {"round", "of", "hands"}}` as it goes on, at last `{"report": {...}}` or
# `{"refused": [{"field", "code", "message"}, ...]}`.

POLITENESS = 10
Write = Callable[[str], object]


class NotScratch(RuntimeError):  # noqa: N818 - reads as what it says at the place where it is raised
    """The database at hand is not a fresh one in this process's memory: nothing is done in it."""


def inside_scratch(text: str, write: Write) -> bool:
    """Rehearse the brief in `text`; whether nothing was refused and no stop was unexpected.

    Raises:
        NotScratch: the database is somebody's.
    """
    prepare_scratch()
    # An evening in play elsewhere on this machine goes first.
    with suppress(OSError):
        os.nice(POLITENESS)

    def tell(kind: str, told: object) -> None:
        write(json.dumps({kind: told}, ensure_ascii=False) + "\n")

    try:
        report = play(read_brief(text), lambda progress: tell("progress", progress))
    except Faults as refused:
        tell("refused", faults_as_data(refused))
        return False
    tell("report", report.as_data())
    return report.complete and not report.unexpected


def read_brief(text: str) -> Brief:
    try:
        return Brief.model_validate_json(text)
    except ValidationError as refused:
        raise Faults(plan_faults(refused, "", Brief)) from refused


def faults_as_data(refused: Faults) -> list[dict[str, Any]]:
    return [{"field": fault.field, "code": fault.code, "message": fault.message} for fault in refused.faults]


def prepare_scratch() -> None:
    """Make the tables in the database at hand, which must be a fresh one in memory.

    Raises:
        NotScratch: it is another one.
    """
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite" or name != ":memory:" or connection.introspection.table_names():
        raise NotScratch(f"{connection.vendor} {name} is no scratch database; rehearsals touch no other")
    # Straight from the models that takes a tenth of a second, by the migrations ten times as long. What those add
    # is the database's own guard of the ledger, and nothing here goes round the services.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)
