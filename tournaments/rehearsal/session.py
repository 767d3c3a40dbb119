"""The stage of a rehearsal: its evening and clock, what is noted and goes wrong on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from functools import partial
from typing import Any

from scoring.derivation import Sentence, coded
from scoring.faults import Faults
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.plan import Setup
from tournaments.evening.reads.facts import schedules_of, setup_of
from tournaments.evening.services import evenings, scoresheets
from tournaments.evening.services.perform import perform, preview
from tournaments.movement.interface import Announced
from tournaments.rehearsal.random_hands import Dealt, Hand, People
from tournaments.rehearsal.report import Kind, Who, act_said, as_data, fault_said
from tournaments.rehearsal.services import Brief
from tournaments.work import outbox, runner
from tournaments.work.models import Job
from tournaments.work.outbox import DRAFT_MOVE, PUBLISH, STANDINGS

BY = "user:0"
FIRST_SIGNAL = time(19, 30, tzinfo=UTC)
NAME = "Rehearsal"
Tell = Callable[[dict[str, int]], None]

JOBS = {
    DRAFT_MOVE.name: act_said(acts.DraftMove),
    STANDINGS.name: coded("rehearsal.standings"),
    PUBLISH.name: act_said(acts.Publish),
}


class Session:
    def __init__(self, brief: Brief, tell: Tell) -> None:
        self.brief = brief
        self.tell = tell
        self.first_signal = datetime.combine(brief.date, FIRST_SIGNAL)
        self.at = self.first_signal
        self.evening = self._evening()
        self.setup: Setup = setup_of(self.evening)
        self.people = People(self.setup, seed=brief.seed, spread=brief.spread, minutes=brief.minutes_a_hand)
        self.stops: list[dict[str, Any]] = []
        self.routine: Counter[str] = Counter()
        self.strengths: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self.tickets: dict[str, Ticket] = {}
        self.round = 0
        self.hands = 0
        self._schedule: Announced | None = None
        self._failed: list[int] = []

    def _evening(self) -> Evening:
        nobody = User.objects.create_user("rehearsal of an evening")
        self.club: Club = clubs.make_club(name=NAME, director=nobody, time_zone="UTC", at=self.at)
        return evenings.make_evening(
            club=self.club,
            name=NAME,
            date=self.brief.date,
            plan=self.brief.plan,
            by=BY,
            at=self.at,
            seed=self.brief.seed,
        )

    def minute_of(self, at: datetime) -> int:
        return max(0, int((at - self.first_signal).total_seconds() // 60))

    def wait(self, *, seconds: int) -> None:
        self.at += timedelta(seconds=seconds)

    def progress(self) -> None:
        self.tell({"round": self.round, "of": self.setup.plan.rounds, "hands": self.hands})

    def read(self) -> Evening:
        self.evening.refresh_from_db()
        return self.evening

    def do(self, act: acts.Act) -> None:
        self.act(type(act), partial(perform, act=act))

    def act(self, act: type[acts.Act], service: Callable[..., Any], **arguments: Any) -> Any:
        """Do through a service what the director does on any evening. Raises as the service does."""
        self.wait(seconds=1)
        done = service(evening=self.evening, by=BY, at=self.at, **arguments)
        self.routine[act.name] += 1
        self.read()
        return done

    def attempt(self, act: type[acts.Act], do: Callable[[], object], *, table: int | None = None) -> bool:
        try:
            do()
        except Faults as refused:
            for fault in refused.faults:
                what = coded("rehearsal.refused", act=act_said(act), message=fault_said(fault))
                self.note("refused", "nobody", what, table=table, unexpected=True)
        except Exception as error:  # it would have stopped the evening: that is what we look for
            self.crashed(act_said(act), outbox.failure(error), table=table)
        else:
            return True
        finally:
            self.read()
        return False

    def attempt_act(self, act: acts.Act) -> bool:
        return self.attempt(type(act), partial(self.do, act))

    def note(
        self,
        kind: Kind,
        who: Who,
        what: Sentence,
        resolved: Sentence | None = None,
        *,
        table: int | None = None,
        unexpected: bool = False,
    ) -> None:
        done = resolved or coded("rehearsal.went-on")
        self.stops.append(
            {
                "round": self.round,
                "minute": self.minute_of(self.at),
                "kind": kind,
                "who": who,
                "table": table,
                "what": as_data(what),
                "resolved": as_data(done),
                "unexpected": unexpected,
            }
        )

    def crashed(self, act: Sentence, error: Sentence | str, *, table: int | None = None) -> None:
        what = coded("rehearsal.crashed", act=act, error=error)
        self.note("crashed", "nobody", what, table=table, unexpected=True)

    def work(self) -> None:
        waiting = self.evening.jobs.waiting().exclude(pk__in=self._failed)
        for job in waiting.order_by("pk"):
            done = runner.run(job.pk, clock=lambda: self.at)
            if done is not None and done.outcome != Job.Outcome.DONE:
                self._failed.append(job.pk)
                self.crashed(JOBS[job.topic], outbox.remark_of(done))
        self.read()

    def welcome(self, ticket: Ticket) -> None:
        self.tickets[ticket.code] = ticket
        self.numbers[ticket.code] = ticket.number
        self.strengths[ticket.code] = self.people.strength()

    def who(self, code: str) -> Sentence:
        """A player in words, by ticket number and not by name: the simulated strength is no real member's."""
        return coded("rehearsal.player", number=self.numbers[code])

    def schedule_may_have_changed(self, why: Sentence) -> None:
        """Note a stop if the announced schedule has changed, or will with the drafted move."""
        now = self._coming_schedule()
        before, self._schedule = self._schedule, now
        if before is None or now is None or before == now:
            return
        changed = places_changed(before, now, self.evening.current_round + 1)
        what = coded("rehearsal.planned-again", why=why, changed=changed)
        self.note("planned-again", "director", what, coded("rehearsal.announced"))

    def remember_schedule(self) -> None:
        self._schedule = self._coming_schedule()

    def _coming_schedule(self) -> Announced | None:
        standing, drafted = schedules_of(self.evening)
        return standing.followed_by(drafted) if standing and drafted else standing


def places_changed(before: Announced, after: Announced, first: int) -> int:
    """How many places from round `first` on change table, for players in both schedules."""
    changes = 0
    for number in range(first, min(before.last, after.last) + 1):
        old, new = before.of(number), after.of(number)
        if old is None or new is None:
            continue
        was, is_now = _tables(old.tables), _tables(new.tables)
        both = set(old.players()) & set(new.players())
        changes += sum(was.get(player) != is_now.get(player) for player in both)
    return changes


def _tables(tables: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    return {player: number for number, table in enumerate(tables) for player in table}


REASON = "the slip says otherwise"


@dataclass
class Wrong:
    round: int
    table: int
    number: int
    entry: int
    hand: Hand


@dataclass
class OfRound:
    wrong: list[int] = field(default_factory=list)
    disputes: list[int] = field(default_factory=list)
    met: bool = False


class Troubles:
    def __init__(self, stage: Session, late: Sequence[tuple[Player, str]]) -> None:
        brief, rounds = stage.brief, stage.setup.plan.rounds
        self.stage = stage
        self.late = list(late)
        self.late_in = min(brief.late_in, max(1, rounds - 1))
        last = max(1, rounds - 1)
        self.leaving = [min(last, 2 + place % 2) for place in range(brief.leavers)] if rounds > 1 else []
        self.wrong = [1 + place % last for place in range(brief.wrong)]
        self.disputed = [1 + place % rounds for place in range(brief.disputes)]
        self.substitutes = [min(rounds, 2 + place % rounds) for place in range(brief.substitutes)]
        self.to_correct: list[Wrong] = []
        self.now = OfRound()

    def begin(self, tables: Sequence[int]) -> None:
        number, dice = self.stage.round, self.stage.people.dice
        self.now = OfRound(
            [dice.choice(tables) for due in self.wrong if due == number],
            [dice.choice(tables) for due in self.disputed if due == number],
        )

    def dispute(self, table: int, number: int, mistaken: Hand) -> None:
        stage = self.stage
        enter = partial(
            scoresheets.enter_hand,
            evening_id=stage.evening.pk,
            table_number=table,
            number=number,
            hand=mistaken,
            key=f"{stage.round}.{table}.{number}.again",
            by=f"table:{table} seat:2",
            at=stage.at,
        )
        stage.attempt(acts.EnterAgain, enter, table=table)

    def meet(self) -> None:
        """Once in each round: latecomers arrive, substitutes come, and wrong hands are corrected."""
        if self.now.met:
            return
        self.now.met = True
        for wrong in [mistake for mistake in self.to_correct if mistake.round < self.stage.round]:
            self.put_right(wrong)
        if self.stage.round == self.late_in and self.late:
            self._arrive()
        for _ in range(self.substitutes.count(self.stage.round)):
            self._substitute()

    def _arrive(self) -> None:
        stage, came = self.stage, 0
        for player, colour in self.late:
            arrive = partial(stage.act, acts.Arrive, evenings.arrive, player=player, colour=colour)
            came += stage.attempt(acts.Arrive, lambda arrive=arrive: stage.welcome(arrive()))  # type: ignore[misc]
        self.late.clear()
        is_last = stage.round >= stage.setup.plan.rounds
        resolved = coded("rehearsal.no-next" if is_last else "rehearsal.seated-next")
        stage.note("waiting", "players", coded("rehearsal.came-late", count=came), resolved)

    def _substitute(self) -> None:
        stage = self.stage
        ticket = self._somebody(seated=True)
        name = f"Substitute {len(stage.tickets) + 1}"
        player = clubs.add_player(club=stage.club, name=name, guest=True, at=stage.at, another=True)
        take = partial(stage.act, acts.Substitute, evenings.substitute, ticket=ticket, player=player)
        coming: list[Ticket] = []
        if stage.attempt(acts.Substitute, lambda: coming.append(take())):
            stage.welcome(coming[0])
            what = coded("rehearsal.substitute", player=stage.who(ticket.code))
            let_in = coded("rehearsal.let-in", player=stage.who(coming[0].code))
            stage.note("substitute", "director", what, let_in)
            stage.remember_schedule()

    def _somebody(self, *, seated: bool) -> Ticket:
        tickets = self.stage.evening.tickets.filter(left_in__isnull=True).order_by("number")
        if seated:
            tickets = tickets.filter(seats__round__number=self.stage.round, seats__table_round__isnull=False)
        return self.stage.people.dice.choice(list(tickets))

    def leave(self) -> None:
        stage = self.stage
        for _ in range(self.leaving.count(stage.round)):
            ticket = self._somebody(seated=False)
            if stage.attempt_act(acts.Leave(ticket=ticket.code)):
                what = coded("rehearsal.left", player=stage.who(ticket.code))
                stage.note("left", "director", what, coded("rehearsal.without-them"))
                stage.schedule_may_have_changed(what)

    def put_right(self, wrong: Wrong) -> None:
        stage = self.stage
        self.to_correct.remove(wrong)
        stage.wait(seconds=1)
        correct = acts.CorrectHand(
            round=wrong.round,
            table=wrong.table,
            number=wrong.number,
            of=wrong.entry,
            hand=wrong.hand,
            reason=REASON,
        )
        if self._needs_a_cut(correct):
            correct = correct.model_copy(update={"cut": "seed"})
        counts: dict[str, Any] = {}

        def look_and_do() -> None:
            changes = preview(evening=stage.evening, act=correct, by=BY, at=stage.at)
            counts.update(
                {name: len(getattr(changes, name)) for name in ("games", "lines", "prizes", "seats")}
            )
            perform(evening=stage.evening, act=correct, by=BY, at=stage.at)

        if stage.attempt(acts.CorrectHand, look_and_do, table=wrong.table):
            where = {"number": wrong.number, "table": wrong.table, "round": wrong.round}
            what = coded("rehearsal.wrong-hand", **where, **counts)
            stage.note("wrong-hand", "director", what, coded("rehearsal.corrected"), table=wrong.table)

    def _needs_a_cut(self, correct: acts.CorrectHand) -> bool:
        stage = self.stage
        try:
            preview(evening=stage.evening, act=correct, by=BY, at=stage.at)
        except Faults as refused:
            return any(fault.code == "level-needs-a-cut" for fault in refused.faults)
        return False


def is_due(tables: list[int], table: int, dealt: Dealt) -> bool:
    """Whether it goes wrong there now: once for each time that the table is named."""
    due = table in tables and dealt.mistaken != dealt.hand
    if due:
        tables.remove(table)
    return due
