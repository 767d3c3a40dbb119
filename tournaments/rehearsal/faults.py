"""What goes wrong in a rehearsal: who comes late, leaves or sends a substitute, and hands entered wrong or twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from scoring.derivation import coded
from scoring.faults import Faults
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Ticket
from tournaments.evening.services import rounds as moves
from tournaments.evening.services import scoresheets
from tournaments.evening.services.perform import perform, preview
from tournaments.rehearsal.random_hands import Dealt, Hand
from tournaments.rehearsal.session import BY, Session

REASON = "the slip says otherwise"


@dataclass
class Wrong:
    """A hand that was entered wrong: where it is, and what it should have been."""

    round: int
    table: int
    number: int
    entry: int
    hand: Hand


@dataclass
class OfRound:
    """What is to go wrong in the round in play."""

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

    # --- hands ----------------------------------------------------------------------------------------
    def entered_wrong(self, table: int, dealt: Dealt) -> bool:
        due = table in self.now.wrong and dealt.mistaken != dealt.hand
        if due:
            self.now.wrong.remove(table)
        return due

    def disputed_now(self, table: int, dealt: Dealt) -> bool:
        due = table in self.now.disputes and dealt.mistaken != dealt.hand
        if due:
            self.now.disputes.remove(table)
        return due

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

    # --- in the middle of a round -----------------------------------------------------------------------
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
            arrive = partial(stage.act, acts.Arrive, moves.arrive, player=player, colour=colour)
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
        take = partial(stage.act, acts.Substitute, moves.substitute, ticket=ticket, player=player)
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

    # --- between rounds ---------------------------------------------------------------------------------
    def leave(self) -> None:
        stage = self.stage
        for _ in range(self.leaving.count(stage.round)):
            ticket = self._somebody(seated=False)
            go = partial(stage.do, acts.Leave(ticket=ticket.code))
            if stage.attempt(acts.Leave, go):
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
