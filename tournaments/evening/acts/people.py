"""Who comes and goes: at the door, late, for somebody else, home."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from pydantic import BaseModel, ConfigDict

from scoring.derivation import Sentence, gettext_noop, ngettext_lazy
from tournaments.evening.acts.act import RUNNING, Act, Elsewhere, Now, Work
from tournaments.evening.acts.fields import Code
from tournaments.evening.acts.move import DraftMove
from tournaments.evening.acts.words import Names, called, in_a_row
from tournaments.evening.record.record import Body, Holder, Record, TicketRecord
from tournaments.evening.status import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.seating import Seating
from tournaments.refusals import refuse

OPEN = (Status.SEATED, *RUNNING)
"""From the drawn seats to the end of play."""


MOST_NAMED = 3
"""Of more who come in at once so many are named."""


class NewTicket(BaseModel):
    """A ticket that is given out.

    Attributes:
        ticket: its code; `number` and `colour` are what is printed on it.
        name: what binds the holder's name (`evening.replay.names.name_commitment`); `guest` whether it is a guest's.
        player, salt: the holder's primary key and what the name is bound with; the ledger does not have them.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    ticket: str
    number: int
    colour: str
    name: str
    guest: bool
    player: int
    salt: str

    def body(self) -> Body:
        """The ticket as the ledger names it."""
        return self.model_dump(exclude={"player", "salt"})

    def beside(self, record: Record) -> None:
        """Who holds it, for the rows."""
        record.tickets[self.ticket].holder = Holder(self.player, self.salt)


def _of_a_ticket(body: Body, names: Names) -> Body:
    """Whose ticket an entry is about, its number, and for whom they play."""
    replaced = called(body["for"], names) if "for" in body else ""
    return {"name": called(body["ticket"], names), "other": replaced, "number": body.get("number", "")}


def _give_out(record: Record, body: Body) -> TicketRecord:
    ticket = TicketRecord(body["ticket"], body["number"], body["colour"], arrived_in=record.current_round)
    if ticket.code in record.tickets:
        raise Elsewhere(f"ticket {ticket.code} is out already")
    record.tickets[ticket.code] = ticket
    return ticket


def _refuse_unknown(code: str) -> NoReturn:
    refuse("ticket", "unknown-ticket", "“%(entered)s” is no ticket of tonight", entered=code)


def _still_there(record: Record, code: str) -> TicketRecord:
    """The ticket of somebody who is there. Raises Faults."""
    ticket = record.tickets.get(code)
    if ticket is None:
        _refuse_unknown(code)
    if ticket.left_in is not None:
        refuse("ticket", "has-left", "ticket %(number)s has left already", number=ticket.number)
    return ticket


class CheckIn(Act):
    """Give tickets to people at the open doors."""

    name, title = "check_in", gettext_noop("let people in")
    when = (Status.CHECK_IN,)

    tickets: list[NewTicket]

    def decide(self, record: Record, now: Now) -> Body:
        """The tickets."""
        return {"tickets": [ticket.body() for ticket in self.tickets]}

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """Who came in: the first three of many."""
        tickets = body["tickets"]
        came = [
            Sentence("%(name)s (%(number)s)", {"name": called(one["ticket"], names), "number": one["number"]})
            for one in tickets
        ]
        if len(came) <= MOST_NAMED:
            return Sentence(gettext_noop("%(names)s came in."), {"names": in_a_row(came)})
        many = ngettext_lazy("%(count)s person came in: %(first)s …", "%(count)s people came in: %(first)s …")
        values = {"count": len(came), "first": in_a_row(came[:MOST_NAMED])}
        return Sentence(many.template, values, many.plural)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """The tickets are out."""
        for ticket in body["tickets"]:
            _give_out(record, ticket)

    def beside(self, record: Record, entry: Entry) -> None:
        """Who holds them."""
        for ticket in self.tickets:
            ticket.beside(record)


class CheckOut(Act):
    """Take a ticket back before seats are drawn."""

    name, title = "check_out", gettext_noop("take a ticket back")
    said = gettext_noop("A ticket was taken back.")
    when = (Status.CHECK_IN,)
    body_name, example = "OneTicket", {"ticket": "k3v9"}

    ticket: Code

    def decide(self, record: Record, now: Now) -> Body:
        """The ticket. Refused for one that was taken back, or handed on."""
        ticket = record.tickets.get(self.ticket)
        if ticket is None:
            _refuse_unknown(self.ticket)
        if ticket.code in record.replaced().values():
            refuse("ticket", "has-left", "ticket %(number)s has left already", number=ticket.number)
        return {"ticket": self.ticket}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """The ticket is out no longer."""
        del record.tickets[body["ticket"]]


class _LateTicket(Act):
    """An act that gives a ticket out after the doors."""

    when = OPEN

    ticket: NewTicket

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """Who."""
        return Sentence(cls.said, _of_a_ticket(body, names))

    def beside(self, record: Record, entry: Entry) -> None:
        """Who holds the ticket."""
        self.ticket.beside(record)

    def work(self, record: Record) -> Sequence[Work]:
        """A line in standings that are there already."""
        return ("standings",) if record.closed_rounds() else ()


class Arrive(_LateTicket):
    """Somebody comes late: a ticket now, a place among those sitting out, a seat at the next move."""

    name, title = "arrive", gettext_noop("let somebody in late")
    said = gettext_noop("%(name)s came late, with ticket %(number)s.")

    def decide(self, record: Record, now: Now) -> Body:
        """The ticket."""
        return self.ticket.body()

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """They are there, behind all others."""
        ticket = _give_out(record, body)
        if record.current_round:
            record.start_order.append(ticket.code)
        else:
            seating = record.rounds[1].seating
            record.rounds[1].seating = Seating(seating.tables, (*seating.sitting_out, ticket.code))

    def then(self, record: Record) -> Iterable[Act]:
        """A drafted move is worked out again."""
        return draft_anew(record)


class Leave(Act):
    """Somebody goes home: taken out at the next move. Before play, draw the seats again instead."""

    name, title = "leave", gettext_noop("let somebody leave")
    said = gettext_noop("%(name)s left.")
    when = OPEN
    body_name, example = "OneTicket", {"ticket": "k3v9"}

    ticket: Code

    def decide(self, record: Record, now: Now) -> Body:
        """The ticket."""
        if record.current_round == 0:
            refuse(
                "ticket", "not-started", "play has not started; open the doors again and take the ticket back"
            )
        return {"ticket": _still_there(record, self.ticket).code}

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """Who."""
        return Sentence(cls.said, _of_a_ticket(body, names))

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """They are gone after this round."""
        record.tickets[body["ticket"]].left_in = record.current_round

    def then(self, record: Record) -> Iterable[Act]:
        """A drafted move is worked out again."""
        return draft_anew(record)


class Stay(Act):
    """Somebody who was to go home after this round stays after all, with the ticket they have."""

    name, title = "stay", gettext_noop("let somebody stay after all")
    said = gettext_noop("%(name)s stays after all.")
    when = OPEN
    body_name, example = "OneTicket", {"ticket": "k3v9"}
    takes_back = ("leave",)

    ticket: Code

    @classmethod
    def taking_back(cls, record: Record, body: Body, sequence: int, reason: str) -> Act | None:
        """For whoever left."""
        return cls(ticket=body["ticket"], reason=reason)

    def decide(self, record: Record, now: Now) -> Body:
        """The ticket. Refused for one that does not leave after this round, or was handed on."""
        ticket = record.tickets.get(self.ticket)
        if ticket is None:
            _refuse_unknown(self.ticket)
        if ticket.left_in != record.current_round or ticket.code in record.replaced().values():
            refuse("ticket", "has-not-left", "ticket %(number)s does not leave now", number=ticket.number)
        return {"ticket": self.ticket}

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """Who."""
        return Sentence(cls.said, _of_a_ticket(body, names))

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """They are in as before."""
        record.tickets[body["ticket"]].left_in = None

    def then(self, record: Record) -> Iterable[Act]:
        """A drafted move is worked out again."""
        return draft_anew(record)


class Substitute(_LateTicket):
    """Somebody takes the seat of another ticket (`replaces`, a code) from the current round on."""

    name, title = "substitute", gettext_noop("let a substitute in")
    said = gettext_noop("%(name)s plays for %(other)s.")

    replaces: str

    def decide(self, record: Record, now: Now) -> Body:
        """The new ticket, and the one it is for."""
        return {**self.ticket.body(), "for": _still_there(record, self.replaces).code}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """The seat is theirs in every round that is not settled."""
        ticket = _give_out(record, body)
        ticket.replaces = body["for"]
        record.tickets[body["for"]].left_in = record.current_round
        for round_ in record.rounds.values():
            if not round_.closed_at:
                round_.seating = round_.seating.renamed({body["for"]: ticket.code})


def draft_anew(record: Record) -> Iterable[Act]:
    """Work a drafted move out again; nothing where none is drafted."""
    return (DraftMove(again=True),) if record.status == Status.DRAFTED else ()
