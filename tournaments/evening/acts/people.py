"""Who comes and goes: at the door, late, for somebody else, home."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from scoring.derivation import Sentence, gettext_noop, ngettext_lazy
from scoring.entry import Measured
from tournaments.club.roles import Duty
from tournaments.evening.acts import act, seats
from tournaments.evening.record import Body, Holder, Record, TicketRecord
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.seating import Seating
from tournaments.refusals import refuse

OPEN = (Status.SEATED, *act.RUNNING)
"""From the drawn seats to the end of play."""
MOST_NAMED = 3
"""Of more who come in at once so many are named."""


class NewTicket(Measured):
    """A ticket that is given out.

    Attributes:
        ticket: its code; `number` and `colour` are what is printed on it.
        name: what binds the holder's name (`evening.fold.name_commitment`); `guest` whether it is a guest's.
        player, salt: the holder's primary key and what the name is bound with; the ledger does not have them.
    """

    ticket: str
    number: int
    colour: str
    name: str
    guest: bool
    player: int
    salt: str

    def body(self) -> Body:
        return self.model_dump(exclude={"player", "salt"})

    def add_row_data(self, record: Record) -> None:
        record.tickets[self.ticket].holder = Holder(self.player, self.salt)


def _give_out(record: Record, body: Body, entry: Entry) -> TicketRecord:
    ticket = TicketRecord(body["ticket"], body["number"], body["colour"], arrived_in=record.current_round)
    if ticket.code in record.tickets:
        raise act.UnknownReferenceError(f"ticket {ticket.code} is out already")
    ticket.bind(body, entry)
    record.tickets[ticket.code] = ticket
    return ticket


def _refuse_unknown(code: str) -> NoReturn:
    refuse("ticket", "unknown-ticket", "“%(entered)s” is no ticket of tonight", entered=code)


def _ticket(record: Record, code: str) -> TicketRecord:
    ticket = record.tickets.get(code)
    if ticket is None:
        _refuse_unknown(code)
    if code in record.replaced().values():
        _refuse_gone(ticket)
    return ticket


def _refuse_gone(ticket: TicketRecord) -> NoReturn:
    refuse("ticket", "has-left", "ticket %(number)s has left already", number=ticket.number)


def _has_seat(record: Record, code: str) -> bool:
    return any(
        code in table
        for round_ in record.rounds.values()
        if not round_.closed_at
        for table in round_.seating.tables
    )


class CheckIn(act.Act):
    """Give tickets to people at the open doors."""

    name, title = "check_in", gettext_noop("check people in")
    when = (Status.CHECK_IN,)
    least = Duty.CHECK_IN

    tickets: list[NewTicket]

    def decide(self, record: Record, now: act.Now) -> Body:
        return {"tickets": [ticket.body() for ticket in self.tickets]}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        tickets = body["tickets"]
        came = [
            Sentence(
                "%(name)s (%(number)s)",
                {"name": act.seat_called(ticket["ticket"], names), "number": ticket["number"]},
            )
            for ticket in tickets
        ]
        if len(came) <= MOST_NAMED:
            return Sentence(gettext_noop("%(names)s came in."), {"names": act.in_a_row(came)})
        many = ngettext_lazy("%(count)s person came in: %(first)s …", "%(count)s people came in: %(first)s …")
        values = {"count": len(came), "first": act.in_a_row(came[:MOST_NAMED])}
        return Sentence(many.template, values, many.plural)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        for ticket in body["tickets"]:
            _give_out(record, ticket, entry)

    def add_row_data(self, record: Record, entry: Entry) -> None:
        for ticket in self.tickets:
            ticket.add_row_data(record)


class CheckOut(act.Act):
    """Take a ticket back before seats are drawn."""

    name, title = "check_out", gettext_noop("take a ticket back")
    sentence = gettext_noop("A ticket was taken back.")
    when = (Status.CHECK_IN,)
    least = Duty.CHECK_IN
    body_name, example = "OneTicket", {"ticket": "k3v9"}

    ticket: act.Code

    def decide(self, record: Record, now: act.Now) -> Body:
        return {"ticket": _ticket(record, self.ticket).code}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        del record.tickets[body["ticket"]]


class _OnTicket(act.Act):
    """An act on one ticket (`ticket`), or on one that takes the place of another (`for`), after the doors."""

    when = OPEN

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        other = act.seat_called(body["for"], names) if "for" in body else ""
        about = {
            "name": act.seat_called(body["ticket"], names),
            "other": other,
            "number": body.get("number", ""),
        }
        return Sentence(cls.sentence, about)


class _LateTicket(_OnTicket):
    ticket: NewTicket

    def add_row_data(self, record: Record, entry: Entry) -> None:
        self.ticket.add_row_data(record)

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("standings",) if record.closed_rounds() else ()


class Arrive(_LateTicket):
    """Somebody comes late: a ticket now, a place among those sitting out, a seat at the next move."""

    name, title = "arrive", gettext_noop("let somebody in late")
    sentence = gettext_noop("%(name)s came late, with ticket %(number)s.")

    def decide(self, record: Record, now: act.Now) -> Body:
        return self.ticket.body()

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        ticket = _give_out(record, body, entry)
        if record.current_round:
            record.start_order.append(ticket.code)
        else:
            seating = record.rounds[1].seating
            record.rounds[1].seating = Seating(seating.tables, (*seating.sitting_out, ticket.code))

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        return seats.draft_anew(record)


class Leave(_OnTicket):
    """Somebody goes home: taken out at the next move. Before play, draw the seats again instead.

    A seat that is announced to them stays empty until somebody takes it, or the seats are worked out again.
    """

    name, title = "leave", gettext_noop("let somebody leave")
    sentence = gettext_noop("%(name)s left.")
    body_name, example = "OneTicket", {"ticket": "k3v9"}

    ticket: act.Code

    def decide(self, record: Record, now: act.Now) -> Body:
        if record.current_round == 0:
            refuse(
                "ticket", "not-started", "play has not started; open the doors again and take the ticket back"
            )
        ticket = _ticket(record, self.ticket)
        if ticket.left_in is not None:
            _refuse_gone(ticket)
        return {"ticket": ticket.code}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.tickets[body["ticket"]].left_in = record.current_round

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        return seats.draft_anew(record)


class Stay(_OnTicket):
    """Somebody who was to go home after this round stays after all, with the ticket they have."""

    name, title = "stay", gettext_noop("let somebody stay after all")
    sentence = gettext_noop("%(name)s stays after all.")
    body_name, example = "OneTicket", {"ticket": "k3v9"}
    takes_back = ("leave",)

    ticket: act.Code

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        return cls(ticket=body["ticket"], reason=reason)

    def decide(self, record: Record, now: act.Now) -> Body:
        ticket = record.tickets.get(self.ticket)
        if ticket is None:
            _refuse_unknown(self.ticket)
        if ticket.left_in != record.current_round or ticket.code in record.replaced().values():
            refuse("ticket", "has-not-left", "ticket %(number)s does not leave now", number=ticket.number)
        return {"ticket": self.ticket}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.tickets[body["ticket"]].left_in = None

    def follow_ups(self, record: Record) -> Iterable[act.Act]:
        return seats.draft_anew(record)


class Substitute(_LateTicket):
    """Somebody takes the seat of another ticket (`replaces`, a code) from the current round on."""

    name, title = "substitute", gettext_noop("let a substitute in")
    sentence = gettext_noop("%(name)s plays for %(other)s.")

    replaces: str

    def decide(self, record: Record, now: act.Now) -> Body:
        replaced = _ticket(record, self.replaces)
        if replaced.left_in is not None and not _has_seat(record, replaced.code):
            _refuse_gone(replaced)
        return {**self.ticket.body(), "for": replaced.code}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        ticket = _give_out(record, body, entry)
        ticket.replaces = body["for"]
        _goes(record, body["for"])
        for round_ in record.rounds.values():
            if not round_.closed_at:
                round_.seating = round_.seating.renamed({body["for"]: ticket.code})


class StandIn(_OnTicket):
    """Somebody with a ticket and no seat, who may have left, takes the seat of another (`replaces`), who leaves.

    Each keeps their own line of the standings. Before play the same act takes it back: both are where they were.

    Attributes:
        gone: for taking back, who of the two had left, and in which round.
    """

    name, title = "stand_in", gettext_noop("let somebody who has a ticket take a seat")
    sentence = gettext_noop("%(name)s took the seat of %(other)s.")
    address = None
    takes_back = ("stand_in",)

    ticket: act.Code
    replaces: act.Code
    gone: dict[act.Code, int] | None = None

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        """The seat goes back, while nobody plays and whoever took it is there."""
        taker = record.tickets[body["ticket"]]
        if "were" not in body or record.status in act.IN_ROUND or taker.left_in is not None:
            return None
        return cls(ticket=body["for"], replaces=body["ticket"], gone=body["were"], reason=reason)

    def decide(self, record: Record, now: act.Now) -> Body:
        taker, leaver = _ticket(record, self.ticket), _ticket(record, self.replaces)
        if _has_seat(record, taker.code):
            refuse("player", "has-seat", "ticket %(number)s has a seat already", number=taker.number)
        if not _has_seat(record, leaver.code):
            refuse("ticket", "no-seat", "ticket %(number)s has no seat to give", number=leaver.number)
        # Whoever left before these seats were worked out is out of it.
        concerned = (leaver,) if taker.left_in is not None else (leaver, taker)
        if record.in_knock_out(ticket.code for ticket in concerned):
            refuse(
                "player",
                "knock-out",
                "whoever has a ticket is out of the knock-out or has a place of their own in it; choose somebody who "
                "has no ticket",
            )
        were = {ticket.code: ticket.left_in for ticket in (taker, leaver) if ticket.left_in is not None}
        open_ = min(number for number, round_ in record.rounds.items() if not round_.closed_at)
        body = {"ticket": taker.code, "for": leaver.code, "were": were, "round": open_}
        return body if self.gone is None else {**body, "gone": self.gone}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        taker, leaver = body["ticket"], body["for"]
        give_up(record.gave_up, body)
        record.tickets[taker].left_in = None
        _goes(record, leaver)
        rests: tuple[str, ...] = ()
        if "gone" in body:
            for code in (taker, leaver):
                record.tickets[code].left_in = body["gone"].get(code)
            rests = () if leaver in body["gone"] else (leaver,)
        for round_ in record.rounds.values():
            if not round_.closed_at:
                seating = round_.seating.handed_on(leaver, taker)
                round_.seating = Seating(seating.tables, (*seating.sitting_out, *rests))
                round_.absent = tuple(code for code in round_.absent if code != taker)
        if record.schedule and not record.current_round:
            record.schedule = record.schedule.renamed({taker: leaver, leaver: taker})


def give_up(missed: dict[str, int], body: Body) -> None:
    """Note, by ticket, the round for which a seat was given up, unless whoever gave it takes it again."""
    if missed.get(body["ticket"]) == body.get("round"):
        missed.pop(body["ticket"], None)
    if "gone" not in body:
        missed[body["for"]] = body.get("round", 0)


def _goes(record: Record, code: str) -> None:
    ticket = record.tickets[code]
    if ticket.left_in is None:
        ticket.left_in = record.current_round
