"""Who sits where: the first seats, drawn or placed by hand, and the moves between rounds; another schedule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple, Self

from pydantic import PrivateAttr

from scoring.derivation import OR, Sentence, coded, gettext_noop, listed, wordings
from scoring.faults import Fault, Faults
from tournaments.evening.acts import act, evening
from tournaments.evening.plan import Plan
from tournaments.evening.record import Body, Record, RoundRecord
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.interface import Announced, Reason
from tournaments.movement.scheduled import Read
from tournaments.movement.seating import SEATS, Seating
from tournaments.refusals import fault, refuse

wordings(
    {"seats.too-few": gettext_noop("%(entered)s players have checked in; at least %(least)s are needed")}
)


class Draw(act.Act):
    """Draw the seats of the first round from the evening's seed; drawn already, only with `again`.

    Drawn `again` they follow from the same seed and the number of the attempt, which the ledger keeps: nobody can
    try seeds until one pleases, nor draw again unseen. Doors that were opened again since change no attempt.
    """

    name, title = "draw", gettext_noop("draw the seats")
    when, to = (Status.CHECK_IN, Status.SEATED), Status.SEATED
    example = {"again": False}
    buttons = (
        act.Button(
            gettext_noop("Draw the seats"),
            gettext_noop("The seats are drawn."),
            (gettext_noop("Everybody who has checked in gets a seat for round 1 or sits it out."),),
            menu=act.never,
        ),
        act.Button(
            gettext_noop("Draw the seats again"),
            gettext_noop("The seats are drawn again."),
            (
                gettext_noop(
                    "Everybody gets another seat. The ledger and the archive count the draws, and anybody "
                    "can check them."
                ),
                gettext_noop(
                    "The first draw stays in the ledger. People who have already sat down must get up."
                ),
            ),
            "danger",
            "draw-again",
            {"again": True},
            "desk-seats",
            lambda _button, board: gettext_noop("Draw again") if board.status == Status.SEATED else "",
        ),
    )

    again: bool = False

    def decide(self, record: Record, now: act.Now) -> Body:
        """Refused where seats are drawn already, without `again`: a slip must not move people who sit."""
        if record.rounds and not self.again:
            refuse(
                "again",
                "drawn-already",
                "seats are drawn already; say that they are to be drawn again",
            )
        plan, tickets = record.made_plan(), _present(record)
        _enough(len(tickets), plan)
        attempt = max(1, record.attempt + self.again)
        order = plan.draw(
            list(tickets),
            seed=record.seed,
            colours={code: colour for code, colour in record.colours().items() if code in tickets},
            attempt=attempt,
        )
        first = plan.mover.first_seating(order)
        return {"attempt": attempt, "order": list(order)} | _schedule(record, plan, first)

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        attempt = body.get("attempt", 1)
        template = (
            gettext_noop("Seats of %(count)s players drawn; anybody can check the draw.")
            if attempt == 1
            else gettext_noop(
                "Seats of %(count)s players drawn, attempt %(attempt)s; anybody can check the draw."
            )
        )
        return Sentence(template, {"count": len(body["order"]), "attempt": attempt})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        # A draw made before attempts were numbered had a seed of its own.
        record.seed = body.get("seed", record.seed)
        record.attempt, record.is_drawn = body.get("attempt", 1), True
        _let_sit(record, record.made_plan().mover.first_seating(tuple(body["order"])), body)


class SeatByHand(act.Act):
    """Seat everybody as given by ticket code, tables from 1 up, each from seat 1 on."""

    name, title = "seat", gettext_noop("place everybody by hand")
    sentence = gettext_noop("Everybody was placed by hand.")
    when, to = (Status.CHECK_IN, Status.SEATED), Status.SEATED
    address = "seats"

    tables: Sequence[Sequence[str]]
    sitting_out: Sequence[str]

    _names: Mapping[str, str] = PrivateAttr(default_factory=dict)

    def naming(self, names: Mapping[str, str]) -> Self:
        """Set the names, by ticket code, that refusals use."""
        self._names = names
        return self

    def decide(self, record: Record, now: act.Now) -> Body:
        plan, tickets = record.made_plan(), _present(record)
        _enough(len(tickets), plan)
        faults = [*_wrong_tables(self.tables, len(tickets), plan), *self._wrong_people(tickets)]
        if faults:
            raise Faults(faults)
        seating = Seating(tuple(map(tuple, self.tables)), tuple(self.sitting_out))
        return seating_body(1, seating) | _schedule(record, plan, seating)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.is_drawn = False
        _let_sit(record, Seating.from_data(body), body)

    def _wrong_people(self, tickets: Mapping[str, int]) -> Iterator[Fault]:
        where = [
            (f"start.{place}.{seat}", code)
            for place, table in enumerate(self.tables)
            for seat, code in enumerate(table)
        ]
        where += [(f"sitting_out.{place}", code) for place, code in enumerate(self.sitting_out)]
        field_by_code: dict[str, str] = {}
        for field, code in where:
            if not code:
                yield fault(field, "empty", "nobody was chosen; every seat of a table needs a player")
            elif code not in tickets:
                yield fault(field, "unknown-player", "“%(entered)s” has not checked in tonight", entered=code)
            elif code in field_by_code:
                yield _seated_twice(field, field_by_code[code], self._called(code, tickets))
            field_by_code.setdefault(code, field)
        for code in tickets:
            if code not in field_by_code:
                yield fault("start", "not-seated", "%(name)s has no seat", name=self._called(code, tickets))

    def _called(self, code: str, tickets: Mapping[str, int]) -> str:
        return self._names.get(code) or str(tickets[code])


def _present(record: Record) -> dict[str, int]:
    present = (ticket for ticket in record.tickets.values() if ticket.left_in is None)
    return {ticket.code: ticket.number for ticket in sorted(present, key=lambda ticket: ticket.number)}


def _schedule(record: Record, plan: Plan, first: Seating) -> Body:
    schedule = plan.drawn_up(first, seed=record.seed)
    return {"schedule": schedule.as_data()} if schedule else {}


def _let_sit(record: Record, first: Seating, body: Body) -> None:
    record.rounds[1] = RoundRecord(1, first, keeping=record.made_plan().keeping, reasons=[])
    present = set(_present(record))
    if present != set(first.players()):
        others = ", ".join(sorted(present.symmetric_difference(first.players())))
        record.contradictions.append(f"the first seats and the tickets given out differ in {others}")
    evening.let_schedule_stand(record, body)


def _enough(count: int, plan: Plan) -> None:
    least = min(plan.tables.allowed)
    if count < least:
        raise Faults((Fault("players", "too-few", coded("seats.too-few", entered=count, least=least)),))


def _wrong_tables(tables: Sequence[Sequence[str]], players: int, plan: Plan) -> Iterator[Fault]:
    allowed = plan.tables.allowed
    for place, table in enumerate(tables):
        if len(table) not in allowed:
            yield fault(
                f"start.{place}",
                "not-four" if allowed == (SEATS,) else "not-a-table-size",
                "table %(table)s has %(entered)s players; a table has %(allowed)s",
                table=place + 1,
                entered=len(table),
                allowed=listed(sorted(allowed), OR),
            )
    full = plan.tables.sizes(players)
    seated = sum(map(len, tables))
    if len(allowed) == 1 and len(tables) != len(full):
        yield fault(
            "start",
            "wrong-number-of-tables",
            "%(entered)s tables were given; %(players)s players fill %(allowed)s",
            entered=len(tables),
            players=players,
            allowed=len(full),
        )
    elif len(allowed) > 1 and seated != sum(full):
        yield fault(
            "start",
            "wrong-number-seated",
            "%(entered)s players have a seat; of %(players)s %(allowed)s can be seated",
            entered=seated,
            players=players,
            allowed=sum(full),
        )


def _seated_twice(field: str, first: str, name: str) -> Fault:
    kind, *place = first.split(".")
    if kind == "sitting_out":
        return fault(field, "seated-twice", "%(name)s is among those who sit out already", name=name)
    table, seat = (int(step) + 1 for step in place)
    return fault(
        field,
        "seated-twice",
        "%(name)s has a seat already: table %(table)s, seat %(seat)s",
        name=name,
        table=table,
        seat=seat,
    )


class Swap(act.Act):
    """Two people (ticket codes) change places, in the first seats or in a drafted move, which takes a reason."""

    name, title = "swap", gettext_noop("swap two players")
    sentence = gettext_noop("%(one)s and %(other)s changed places for round %(round)s.")
    when = (Status.SEATED,)
    asks_reason = True
    usual_reasons: ClassVar[tuple[str, ...]] = (
        gettext_noop("Cannot climb stairs"),
        gettext_noop("Wish of the players"),
        gettext_noop("Needs a quiet table"),
    )
    example = {"one": "k3v9", "other": "m2x7", "reason": "cannot climb the stairs"}
    takes_back: ClassVar[tuple[str, ...]] = ("swap",)

    one: act.Code
    other: act.Code

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        return cls(one=body["one"], other=body["other"], reason=reason)

    def resolve(self, record: Record, now: act.Now) -> act.Act | None:
        return SwapDraft(**self.model_dump()) if record.current_round else self

    def decide(self, record: Record, now: act.Now) -> Body:
        number = record.current_round + 1
        placed = set(record.rounds[number].seating.players())
        for field, code in (("one", self.one), ("other", self.other)):
            if code not in placed:
                refuse(field, "unknown-player", "“%(entered)s” has no place in this seating", entered=code)
        if self.one == self.other:
            refuse("other", "same-player", "two different players are needed")
        return {"round": number, "one": self.one, "other": self.other}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        both = {name: act.seat_called(body[name], names) for name in ("one", "other")}
        return Sentence(cls.sentence, {**both, "round": body["round"]})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        first, other = body["one"], body["other"]
        both = {first: other, other: first}
        round_.seating = round_.seating.renamed(both)
        if record.schedule and not record.current_round:
            record.schedule = record.schedule.renamed(both)


class SwapDraft(Swap):
    """Two people change places in a drafted move; it takes a reason."""

    name, title = "swap_draft", gettext_noop("swap two players of the draft")
    when = (Status.DRAFTED,)
    rounds_on = 1
    address, has_own_door = "swap", True
    takes_back = ("swap_draft",)

    def resolve(self, record: Record, now: act.Now) -> act.Act | None:
        return self

    def decide(self, record: Record, now: act.Now) -> Body:
        if not self.reason.strip():
            refuse("reason", "empty", "nothing was entered; a change to the drafted move needs a reason")
        return super().decide(record, now)


class AnnounceSchedule(act.Act):
    """Announce another schedule for rounds that nobody has been told to sit down for, as data; `why` says how."""

    name, title = "schedule", gettext_noop("announce another schedule")
    sentence = gettext_noop("Another schedule was announced.")
    when = (Status.SEATED, *act.RUNNING)
    address, has_own_door = "take-schedule", True

    schedule: dict[str, Any]
    why: str

    def decide(self, record: Record, now: act.Now) -> Body:
        return {"schedule": self.schedule, "why": self.why}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        announced = Announced.from_data(body["schedule"])
        record.announce(announced)
        first = announced.of(1)
        if first is not None:
            record.rounds[1].seating = first

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        return draft_anew(record)


def seating_body(number: int, seating: Seating) -> Body:
    return {"round": number, **seating.as_data()}


class NextMove(NamedTuple):
    """Where everybody sits next and why, and the schedule from there on where it had to be planned again."""

    seating: Seating
    reasons: tuple[Reason, ...]
    schedule: Announced | None


def next_move(record: Record) -> NextMove:
    move_input = record.move_input(record.current_round + 1)
    names, before = move_input.taking_over, record.rounds[record.current_round].seating.numbers
    worked_out = record.made_plan().mover.next_round(move_input.situation)
    schedule = worked_out.announced if isinstance(worked_out, Read) else None
    seating = move_input.in_room(worked_out.seating)
    reasons = (reason.in_room(seating.numbers, before) for reason in worked_out.reasons)
    return NextMove(
        seating,
        tuple(replace(reason, sentence=reason.named(names)) for reason in reasons),
        schedule.renamed(names) if schedule else None,
    )


def _to_play_on(button: act.Button, board: act.Board) -> str:
    if board.status in (Status.DRAFTED, Status.MOVED):
        return gettext_noop("Redo the seats")
    return gettext_noop("Play one more round") if board.is_last_round else ""


class DraftMove(act.Act):
    """Work the next seats out and lay them before the director.

    Attributes:
        again: afresh, also where they are worked out already, or announced, which is taken back; without it nothing
            happens unless a round has just been settled.
    """

    name, title = "draft_move", gettext_noop("work out the next seats")
    sentence = gettext_noop("The seats of round %(round)s were worked out.")
    when, to = (Status.SETTLED, Status.DRAFTED, Status.MOVED), Status.DRAFTED
    rounds_on = 1
    fixed_fields = {"again": True}
    buttons = (
        act.Button(
            gettext_noop("Work out the next seats"),
            gettext_noop("The next seats are worked out."),
            (
                gettext_noop(
                    "The seats are worked out again from the results, counting everybody who has come or left."
                ),
                gettext_noop("Changes made to the draft by hand are lost."),
                gettext_noop("Seats that are announced are taken back until you announce the new ones."),
            ),
            name="draft",
            menu=_to_play_on,
        ),
    )

    again: bool = False

    _reasons: list[Body] = PrivateAttr(default_factory=list)

    def resolve(self, record: Record, now: act.Now) -> act.Act | None:
        return self if self.again or record.status == Status.SETTLED else None

    def decide(self, record: Record, now: act.Now) -> Body:
        move = next_move(record)
        self._reasons = [reason.as_data() for reason in move.reasons]
        body = seating_body(record.current_round + 1, move.seating)
        return {**body, "schedule": move.schedule.as_data()} if move.schedule else body

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        number, seating = body["round"], Seating.from_data(body)
        record.move_inputs[number] = record.move_input(number)
        record.drafts.append((number, record.move_inputs[number], seating, record.made_plan().mover))
        keeping = record.made_plan().keeping
        record.rounds[number] = RoundRecord(number, seating, keeping, worked_out=seating)
        record.drafted = Announced.from_data(body["schedule"]) if "schedule" in body else None

    def add_row_data(self, record: Record, entry: Entry) -> None:
        record.rounds[record.current_round + 1].reasons = self._reasons


class PublishMove(act.Act):
    """Announce the drafted seats to every phone, ticket and wall."""

    name, title = "publish_move", gettext_noop("announce the next seats")
    sentence = gettext_noop("The seats of round %(round)s were announced.")
    when, to = (Status.DRAFTED,), Status.MOVED
    rounds_on = 1
    buttons = (
        act.Button(
            gettext_noop("Announce the next seats"),
            gettext_noop("The next seats are announced."),
            (gettext_noop("Every phone, ticket and wall shows where to sit next."),),
            menu=act.never,
        ),
    )

    def decide(self, record: Record, now: act.Now) -> Body:
        number = record.current_round + 1
        return seating_body(number, record.rounds[number].seating)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        if Seating.from_data(body) != round_.seating:
            record.contradictions.append(
                f"round {round_.number}: the seats announced are not those of the draft before them"
            )
        round_.announced_at = entry.at
        if record.drafted:
            record.announce(record.drafted)


class RecallMove(act.Act):
    """Take back seats that no longer follow from who won; they are worked out again."""

    name, title = "recall_move", gettext_noop("recall the next seats")
    sentence = gettext_noop("The seats of round %(round)s were taken back, to be worked out again.")
    when, to = (Status.DRAFTED, Status.MOVED), Status.SETTLED
    rounds_on = 1
    address = None
    takes_back = ("publish_move",)

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        """Not where the seats were changed by hand: working them out again would lose that."""
        round_ = record.rounds[body["round"]]
        return cls(reason=reason) if round_.seating == round_.worked_out else None

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        del record.rounds[body["round"]]
        record.drafted = None

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("draft_move",)


def draft_anew(record: Record) -> Iterable[act.Act]:
    return (DraftMove(again=True),) if record.status == Status.DRAFTED else ()
