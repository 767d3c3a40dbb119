"""An evening is set up: its plan, the doors, and the word that calls it off."""

from __future__ import annotations

from typing import Any

from scoring.derivation import Sentence, gettext_noop
from tournaments.evening.acts.act import RUNNING, Act, Button, Names, Now, never
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.record.record import Body, Record
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.announced import Announced
from tournaments.refusals import refuse


def let_schedule_stand(record: Record, body: Body) -> None:
    schedule = body.get("schedule")
    record.schedule = Announced.from_data(schedule) if schedule else None


def _plan(record: Record, body: Body) -> None:
    record.plan = read_plan(body["plan"])
    record.date = body["date"]
    let_schedule_stand(record, body)


def _in_short(body: Body) -> Body:
    plan = body["plan"]
    called = plan.get("house_rules", {}).get("called") or plan["game"].replace("_", " ").capitalize()
    return {"game": called, "rounds": plan["rounds"]}


class Make(Act):
    """Make an evening.

    Attributes:
        date: its day, as 2026-11-20; `plan` is what it is set up to be, checked.
        seed: what is drawn from, sealed until the evening is over.
        heading: what binds the names of club and evening (`evening.replay.fold.heading_commitment`).
    """

    name, title = "make", gettext_noop("make the evening")
    sentence = gettext_noop("The evening was made: %(game)s, %(rounds)s rounds.")
    when = (Status.DRAFT,)
    address = None

    date: str
    plan: dict[str, Any]
    seed: str
    heading: str

    def decide(self, record: Record, now: Now) -> Body:
        return {"date": self.date, "plan": self.plan, "seed": self.seed, "heading": self.heading}

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        return Sentence(cls.sentence, _in_short(body))

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.seed = body["seed"]
        _plan(record, body)


class ChangePlan(Act):
    """Another date or plan, as long as play has not started; the fields are those of `Make`.

    Tickets are in people's hands and seats may be taken, so neither changes by itself.
    """

    name, title = "change_plan", gettext_noop("change the plan")
    sentence = gettext_noop("The plan was changed: %(game)s, %(rounds)s rounds.")
    when = (Status.DRAFT, Status.CHECK_IN, Status.SEATED)
    address, has_own_door = "plan", True

    date: str
    plan: dict[str, Any]
    heading: str

    def decide(self, record: Record, now: Now) -> Body:
        plan = read_plan(self.plan)
        _agrees_with_tickets(record, plan)
        _agrees_with_the_draw(record, plan)
        body: Body = {"date": self.date, "plan": self.plan, "heading": self.heading}
        drawn = record.rounds.get(1)
        schedule = plan.drawn_up(drawn.seating, seed=record.seed) if drawn else None
        return {**body, "schedule": schedule.as_data()} if schedule else body

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        return Sentence(cls.sentence, _in_short(body))

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        _plan(record, body)


def _agrees_with_tickets(record: Record, plan: Plan) -> None:
    tickets = sorted(record.tickets.values(), key=lambda ticket: ticket.number)
    others = [ticket.number for ticket in tickets if not plan.has_colour(ticket.colour)]
    if others:
        refuse(
            "plan.colours",
            "tickets-given-out",
            "the colours %(entered)s were entered; tickets given out have others (%(tickets)s): take them back first",
            entered=", ".join(plan.colours) or "-",
            tickets=", ".join(map(str, others)),
        )


def _agrees_with_the_draw(record: Record, plan: Plan) -> None:
    if record.status != Status.SEATED:
        return
    before = record.made_plan()
    if (plan.keeping, plan.tables) != (before.keeping, before.tables):
        refuse(
            "plan.movement",
            "seats-drawn",
            "“%(entered)s” was entered; the seats are for other tables: open the doors again first",
            entered=plan.movement,
        )
    if record.is_drawn and plan.moves_colours != before.moves_colours:
        refuse(
            "plan.movement",
            "seats-drawn",
            "“%(entered)s” was entered; the seats were drawn otherwise: open the doors again first",
            entered=plan.movement,
        )
    if record.is_drawn and plan.couples != before.couples:
        refuse(
            "plan.movement_options.couples",
            "seats-drawn",
            "“%(entered)s” was entered; the seats were drawn otherwise: open the doors again first",
            entered=plan.couples,
        )


class OpenDoors(Act):
    """Start letting people in, or go back from drawn seats to the open doors."""

    name, title = "open_doors", gettext_noop("open the doors")
    sentence = gettext_noop("The doors were opened.")
    when, to = (Status.DRAFT,), Status.CHECK_IN
    buttons = (
        Button(
            gettext_noop("Open the doors"),
            gettext_noop("The doors are open."),
            (gettext_noop("Check-in opens, and the evening appears on the club's page."),),
            menu=never,
        ),
    )

    def resolve(self, record: Record, now: Now) -> Act | None:
        return ReopenDoors() if record.status == Status.SEATED else self

    def decide(self, record: Record, now: Now) -> Body:
        return {}


class ReopenDoors(Act):
    """Go back to the open doors; the drawn seats are given up."""

    name, title = "reopen_doors", gettext_noop("go back to the open doors")
    sentence = gettext_noop("Back to the open doors; the drawn seats were given up.")
    when, to = (Status.SEATED,), Status.CHECK_IN
    address, has_own_door = "open-doors", True
    takes_back = ("draw",)
    buttons = (
        Button(
            gettext_noop("Back to the doors"),
            gettext_noop("The doors are open again; the drawn seats are gone."),
            (
                gettext_noop("The drawn seats are dropped; everybody keeps their ticket."),
                gettext_noop(
                    "Check-in opens again and tickets can be taken back. After that, the seats are drawn again."
                ),
            ),
            "danger",
            "reopen-doors",
        ),
    )

    def decide(self, record: Record, now: Now) -> Body:
        return {}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.rounds.clear()
        record.schedule = None


class Abandon(Act):
    """Call the evening off. What was entered stays."""

    name, title = "abandon", gettext_noop("abandon the evening")
    sentence = gettext_noop("The evening was abandoned.")
    when, to = (Status.DRAFT, Status.CHECK_IN, Status.SEATED, *RUNNING), Status.ABANDONED
    needs_reason = True
    usual_reasons = (
        gettext_noop("Too few players"),
        gettext_noop("The hall is closed"),
        gettext_noop("Bad weather"),
    )
    buttons = (
        Button(
            gettext_noop("Abandon the evening"),
            gettext_noop("The evening is abandoned."),
            (
                gettext_noop(
                    "The evening ends without standings or prizes and disappears from the club's public page."
                ),
                gettext_noop("What was entered stays in the ledger. This cannot be undone."),
            ),
            "danger",
        ),
    )

    def decide(self, record: Record, now: Now) -> Body:
        return {}
