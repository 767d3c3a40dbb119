"""An evening as a whole: its plan, its doors, its end, cuts for prizes, what is published; or called off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Faults
from tournaments.evening.acts import act
from tournaments.evening.acts.round import after_closing
from tournaments.evening.outcome import prizes_of, prizes_unplayed, seal, standing_data, standings_of
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.record import Body, Record
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.movement.draw import cut_for_prize
from tournaments.movement.interface import Announced
from tournaments.ranking.offered import MOST_OTHERS
from tournaments.ranking.prizes import Tie, ties_to_cut
from tournaments.ranking.standings import PrizeCut
from tournaments.refusals import LONGEST_COLOUR, fault, refuse


def let_schedule_stand(record: Record, body: Body) -> None:
    schedule = body.get("schedule")
    record.schedule = Announced.from_data(schedule) if schedule else None


class _SetsPlan(act.Act):
    date: str
    plan: dict[str, Any]
    heading: str

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        plan = body["plan"]
        called = plan.get("house_rules", {}).get("called") or plan["game"].replace("_", " ").capitalize()
        return Sentence(cls.sentence, {"game": called, "rounds": plan["rounds"]})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.plan = read_plan(body["plan"])
        record.date = body["date"]
        record.heading = body.get("heading", record.heading)
        let_schedule_stand(record, body)


class Make(_SetsPlan):
    """Make an evening.

    Attributes:
        date: its day, as 2026-11-20; `plan` is what it is set up to be, checked.
        seed: what is drawn from, sealed until the evening is over.
        heading: what binds the names of club and evening (`evening.fold.heading_commitment`).
    """

    name, title = "make", gettext_noop("make the evening")
    sentence = gettext_noop("The evening was made: %(game)s, %(rounds)s rounds.")
    when = (Status.DRAFT,)
    address = None

    seed: str

    def decide(self, record: Record, now: act.Now) -> Body:
        return {"date": self.date, "plan": self.plan, "seed": self.seed, "heading": self.heading}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.seed = body["seed"]
        _SetsPlan.apply(record, body, entry)


class ChangePlan(_SetsPlan):
    """Another date or plan, as long as play has not started; the fields are those of `Make`.

    Tickets are in people's hands and seats may be taken, so neither changes by itself.
    """

    name, title = "change_plan", gettext_noop("change the plan")
    sentence = gettext_noop("The plan was changed: %(game)s, %(rounds)s rounds.")
    when = (Status.DRAFT, Status.CHECK_IN, Status.SEATED)
    address, has_own_door = "plan", True

    def decide(self, record: Record, now: act.Now) -> Body:
        plan = read_plan(self.plan)
        _agrees_with_tickets(record, plan)
        _agrees_with_the_draw(record, plan)
        body: Body = {"date": self.date, "plan": self.plan, "heading": self.heading}
        drawn = record.rounds.get(1)
        schedule = plan.drawn_up(drawn.seating, seed=record.seed) if drawn else None
        return {**body, "schedule": schedule.as_data()} if schedule else body


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
    if not record.is_drawn:
        return
    moves = ("plan.movement", plan.movement, plan.moves_colours != before.moves_colours)
    couples = ("plan.movement_options.couples", plan.couples, plan.couples != before.couples)
    for field, entered, is_other in (moves, couples):
        if is_other:
            refuse(
                field,
                "seats-drawn",
                "“%(entered)s” was entered; the seats were drawn otherwise: open the doors again first",
                entered=entered,
            )


class OpenDoors(act.Act):
    """Start letting people in, or go back from drawn seats to the open doors."""

    name, title = "open_doors", gettext_noop("open the doors")
    sentence = gettext_noop("The doors were opened.")
    when, to = (Status.DRAFT,), Status.CHECK_IN
    buttons = (
        act.Button(
            gettext_noop("Open the doors"),
            gettext_noop("The doors are open."),
            (gettext_noop("Check-in opens, and the evening appears on the club's page."),),
            menu=act.never,
        ),
    )

    def resolve(self, record: Record, now: act.Now) -> act.Act | None:
        return ReopenDoors() if record.status == Status.SEATED else self


class ReopenDoors(act.Act):
    """Go back to the open doors; the drawn seats are given up."""

    name, title = "reopen_doors", gettext_noop("go back to the open doors")
    sentence = gettext_noop("Back to the open doors; the drawn seats were given up.")
    when, to = (Status.SEATED,), Status.CHECK_IN
    address, has_own_door = "open-doors", True
    takes_back = ("draw",)
    buttons = (
        act.Button(
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

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.rounds.clear()
        record.schedule = None


class Abandon(act.Act):
    """Call the evening off. What was entered stays."""

    name, title = "abandon", gettext_noop("abandon the evening")
    sentence = gettext_noop("The evening was abandoned.")
    when, to = (Status.DRAFT, Status.CHECK_IN, Status.SEATED, *act.RUNNING), Status.ABANDONED
    needs_reason = True
    usual_reasons = (
        gettext_noop("Too few players"),
        gettext_noop("The hall is closed"),
        gettext_noop("Bad weather"),
    )
    buttons = (
        act.Button(
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


def _before_the_end(button: act.Button, board: act.Board) -> str:
    is_next = board.status == Status.SETTLED and board.is_last_round
    return "" if is_next else gettext_noop("Finish the evening now")


class Finish(act.Act):
    """End the evening after a settled round; a drafted or announced next round falls away."""

    name, title = "finish", gettext_noop("finish the evening")
    sentence = gettext_noop("The evening was finished.")
    when, to = (Status.SETTLED, Status.DRAFTED, Status.MOVED), Status.FINISHED
    buttons = (
        act.Button(
            gettext_noop("Finish the evening"),
            gettext_noop("The evening is finished."),
            (
                gettext_noop("No further round is played; seats already drafted or announced are dropped."),
                gettext_noop("The standings and the prizes are worked out from the closed rounds."),
            ),
            "danger",
            menu=_before_the_end,
        ),
    )

    def decide(self, record: Record, now: act.Now) -> Body:
        unplayed = prizes_unplayed(record)
        unranked = [line.player for line in standings_of(record) if not line.played]
        body: Body = {"prizes_unplayed": unplayed} if unplayed else {}
        return {**body, "unranked": unranked} if unranked else body

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        seats = record.next_seats()
        record.gave_up_seats = seats is not None and (
            seats.announced_at is not None or seats.seating != seats.worked_out
        )
        record.drop_next_seats()
        record.finished_at = entry.at
        record.prizes_unplayed = frozenset(body.get("prizes_unplayed", ()))
        record.unranked = frozenset(body.get("unranked", ()))

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("standings",)


class ReopenEvening(act.Act):
    """Go back from the end to the last closed round, as long as nothing has been published or cut for."""

    name, title = "reopen_evening", gettext_noop("go on with a finished evening")
    sentence = gettext_noop("The end was taken back; the evening goes on.")
    when, to = (Status.FINISHED,), Status.SETTLED
    address = None
    takes_back = ("finish",)

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> act.Act | None:
        """Not where seats were given up that people have read, or that were changed by hand, nor once published."""
        return None if record.gave_up_seats or record.published_at else cls(reason=reason)

    @classmethod
    def blocks_undo(cls, body: Body, later: act.LaterEntry) -> bool:
        """By anything that somebody did since: it was done to a finished evening."""
        return not later.by_itself

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.prizes_unplayed = frozenset()
        record.unranked = frozenset()
        record.finished_at = None

    def work(self, record: Record) -> Sequence[act.Work]:
        return after_closing(record)


LONGEST_PRIZE = 20
MOST_WITHOUT_DOUBT = 2
"""Of so many who cut the winner is the whole order. Of more, entries made before 0.2 may name an order nobody cut."""


def _prize_said(body: Body) -> Sentence:
    kinds = {"booby": gettext_noop("Booby"), "place": gettext_noop("Place")}
    label = Sentence(kinds.get(body["prize"], gettext_noop("Best")))
    if colour := body.get("colour"):
        label = Sentence("%(prize)s, %(colour)s", {"prize": label, "colour": colour})
    if other := body.get("other"):
        label = Sentence(gettext_noop("%(prize)s, other prize %(number)s"), {"prize": label, "number": other})
    return label


class CutPrize(act.Act):
    """Record the cut for a prize, or have the evening's seed cut, where no pack is at hand.

    Attributes:
        order: the tickets that the cut put in order, the winner of the prize first. Those of the tie who are not
            named stay level: nobody gets a place that was not cut for. For the seed all who are level.
        other: the number of the other prizes that it is for; 0 for those of the whole evening.
    """

    name, title = "cut_prize", gettext_noop("record a cut for a prize")
    when = (Status.FINISHED,)
    address, body_name = "prize-cuts", "PrizeCut"
    example = {"prize": "best", "colour": "ladies", "order": ["k3v9", "m2x7"], "how": "cards"}

    prize: Annotated[str, act.EntryBounds(max_length=LONGEST_PRIZE)]
    colour: Annotated[str, act.EntryBounds(max_length=LONGEST_COLOUR)] | None = None
    order: Annotated[Sequence[act.Code], act.EntryBounds(max_length=act.MOST_AT_ONCE)]
    how: Literal["cards", "seed"] = "cards"
    other: Annotated[int, Field(ge=0, le=MOST_OTHERS)] = 0

    def decide(self, record: Record, now: act.Now) -> Body:
        tie = self._open_tie(record)
        body: Body = {"prize": self.prize, "colour": self.colour, "how": self.how}
        if self.other:
            body["other"] = self.other
        if self.prize == "booby" and record.made_plan().prizes.booby_cut == "escapes":
            body["escapes"] = True
        if self.how == "cards":
            rest = [code for code in tie.players if code not in self.order]
            return {**body, "order": [*self.order, *rest], "decided": len(self.order)}
        if len(self.order) < len(tie.players):
            raise self._no_such_tie(record, [tie])
        prize = seed_label(self.prize, self.other)
        order = cut_for_prize(self.order, seed=record.seed, prize=prize, colour=self.colour)
        return {**body, "order": list(order)}

    @classmethod
    def describe(cls, body: Body, names: act.Names) -> Sentence:
        people = [act.seat_called(code, names) for code in body["order"]]
        decided = body.get("decided", len(people))
        order, level = people[:decided], people[decided:]
        if body.get("how") == "seed":
            template = gettext_noop("Cut for a prize (%(prize)s), drawn at random: %(order)s.")
        elif "decided" not in body and len(people) > MOST_WITHOUT_DOUBT:
            template = gettext_noop(
                "Cut for a prize (%(prize)s): %(order)s. How far they cut was not recorded then."
            )
        elif len(level) > 1:
            template = gettext_noop("Cut for a prize (%(prize)s): %(order)s. Still level: %(level)s.")
        else:
            order = people
            template = gettext_noop("Cut for a prize (%(prize)s): %(order)s.")
        return Sentence(
            template, {"prize": _prize_said(body), "order": act.in_a_row(order), "level": act.in_a_row(level)}
        )

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.prize_cuts[entry.sequence] = prize_cut(body)
        if body["how"] == "seed":
            record.prizes_cut_by_seed.add(entry.sequence)

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("standings",)

    def _open_tie(self, record: Record) -> Tie:
        open_ties = ties_to_cut(prizes_of(record))
        named = set(self.order) if len(set(self.order)) == len(self.order) else set()
        for tie in open_ties:
            is_for = (tie.prize, tie.colour, tie.other) == (self.prize, self.colour, self.other)
            if is_for and named and named <= set(tie.players):
                return tie
        raise self._no_such_tie(record, open_ties)

    def _no_such_tie(self, record: Record, open_ties: Sequence[Tie]) -> Faults:
        numbers = {code: ticket.number for code, ticket in record.tickets.items()}
        return Faults(
            (
                fault(
                    "order",
                    "no-such-tie",
                    "a cut between tickets %(entered)s was entered; to be cut: %(allowed)s",
                    entered=", ".join(str(numbers.get(code, code)) for code in self.order) or "-",
                    allowed="; ".join(
                        ", ".join(str(numbers[code]) for code in tie.players) for tie in open_ties
                    )
                    or "-",
                ),
            )
        )


def prize_cut(body: Body) -> PrizeCut:
    return PrizeCut(
        body["prize"],
        tuple(body["order"]),
        body["colour"],
        body.get("decided"),
        other=body.get("other", 0),
        escapes=body.get("escapes", False),
    )


def seed_label(prize: str, other: int) -> str:
    return f"{prize} {other}" if other else prize


class Publish(act.Act):
    """Seal the standings and show the evening to everybody.

    Attributes:
        bound: what the entry has to bind anew, as names stand now.
    """

    name, title = "publish", gettext_noop("publish the evening")
    sentence = gettext_noop("The evening was published, its standings sealed.")
    when, to = (Status.FINISHED, Status.PUBLISHED), Status.PUBLISHED
    buttons = (
        act.Button(
            gettext_noop("Publish the evening"),
            gettext_noop("The evening is being published."),
            (
                gettext_noop(
                    "The standings and the whole evening become a page that everybody can read and check."
                ),
            ),
            menu=lambda _button, board: (
                gettext_noop("Publish again") if board.status == Status.PUBLISHED else ""
            ),
        ),
    )

    bound: dict[str, Any]

    def decide(self, record: Record, now: act.Now) -> Body:
        lines = [standing_data(line) for line in standings_of(record)]
        return {"standings": seal(lines), **self.bound}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.published_at = entry.at
        record.seal = body["standings"]
        record.heading = body.get("heading", record.heading)
        for ticket in body.get("names", ()):
            record.tickets[ticket["ticket"]].bind(ticket, entry)

    def work(self, record: Record) -> Sequence[act.Work]:
        return ("standings",)


class ReopenResults(act.Act):
    """Open published results again; what was published stays until it is published again."""

    name, title = "reopen_results", gettext_noop("reopen published results")
    sentence = gettext_noop(
        "The published results were opened again; what was published stays until it is published again."
    )
    when, to = (Status.PUBLISHED,), Status.FINISHED
    address = None

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.seal = None
