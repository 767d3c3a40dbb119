"""The end of the evening: the last word on play, cuts for prizes, what is published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Faults
from tournaments.evening.acts.act import (
    MOST_AT_ONCE,
    Act,
    Board,
    Button,
    Code,
    EntryBounds,
    LaterEntry,
    Names,
    Now,
    Work,
    in_a_row,
    seat_called,
)
from tournaments.evening.acts.round import after_closing
from tournaments.evening.record.outcome import prizes_of, prizes_unplayed, seal, standing_data, standings_of
from tournaments.evening.record.record import Body, Record
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry
from tournaments.limits import LONGEST_COLOUR
from tournaments.movement.draw import cut_for_prize
from tournaments.ranking.offered import MOST_OTHERS
from tournaments.ranking.prizes import Tie, ties_to_cut
from tournaments.ranking.standings import PrizeCut
from tournaments.refusals import fault


def _before_the_end(button: Button, board: Board) -> str:
    is_next = board.status == Status.SETTLED and board.is_last_round
    return "" if is_next else gettext_noop("Finish the evening now")


def _once_published(button: Button, board: Board) -> str:
    return gettext_noop("Publish again") if board.status == Status.PUBLISHED else ""


class Finish(Act):
    """End the evening after a settled round; a drafted or announced next round falls away."""

    name, title = "finish", gettext_noop("finish the evening")
    sentence = gettext_noop("The evening was finished.")
    when, to = (Status.SETTLED, Status.DRAFTED, Status.MOVED), Status.FINISHED
    buttons = (
        Button(
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

    def decide(self, record: Record, now: Now) -> Body:
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

    def work(self, record: Record) -> Sequence[Work]:
        return ("standings",)


class ReopenEvening(Act):
    """Go back from the end to the last closed round, as long as nothing has been published or cut for."""

    name, title = "reopen_evening", gettext_noop("go on with a finished evening")
    sentence = gettext_noop("The end was taken back; the evening goes on.")
    when, to = (Status.FINISHED,), Status.SETTLED
    address = None
    takes_back = ("finish",)

    @classmethod
    def undo(cls, record: Record, body: Body, sequence: int, reason: str) -> Act | None:
        """Not where seats were given up that people have read, or that were changed by hand, nor once published."""
        return None if record.gave_up_seats or record.published_at else cls(reason=reason)

    @classmethod
    def blocks_undo(cls, body: Body, later: LaterEntry) -> bool:
        """By anything that somebody did since: it was done to a finished evening."""
        return not later.by_itself

    def decide(self, record: Record, now: Now) -> Body:
        return {}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.prizes_unplayed = frozenset()
        record.unranked = frozenset()
        record.finished_at = None

    def work(self, record: Record) -> Sequence[Work]:
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


class CutPrize(Act):
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

    prize: Annotated[str, EntryBounds(max_length=LONGEST_PRIZE)]
    colour: Annotated[str, EntryBounds(max_length=LONGEST_COLOUR)] | None = None
    order: Annotated[Sequence[Code], EntryBounds(max_length=MOST_AT_ONCE)]
    how: Literal["cards", "seed"] = "cards"
    other: Annotated[int, Field(ge=0, le=MOST_OTHERS)] = 0

    def decide(self, record: Record, now: Now) -> Body:
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
    def describe(cls, body: Body, names: Names) -> Sentence:
        people = [seat_called(code, names) for code in body["order"]]
        decided = body.get("decided", len(people))
        order, level = people[:decided], people[decided:]
        if body.get("how") == "seed":
            template = gettext_noop("Cut for a prize (%(prize)s), drawn by the seed: %(order)s.")
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
            template, {"prize": _prize_said(body), "order": in_a_row(order), "level": in_a_row(level)}
        )

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.prize_cuts[entry.sequence] = prize_cut(body)
        if body["how"] == "seed":
            record.prizes_cut_by_seed.add(entry.sequence)

    def work(self, record: Record) -> Sequence[Work]:
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
    """What the seed calls a prize: with the number of the other prizes that it is one of."""
    return f"{prize} {other}" if other else prize


class Publish(Act):
    """Seal the standings and show the evening to everybody.

    Attributes:
        bound: what the entry has to bind anew, as names stand now.
    """

    name, title = "publish", gettext_noop("publish the evening")
    sentence = gettext_noop("The evening was published, its standings sealed.")
    when, to = (Status.FINISHED, Status.PUBLISHED), Status.PUBLISHED
    buttons = (
        Button(
            gettext_noop("Publish the evening"),
            gettext_noop("The evening is being published."),
            (
                gettext_noop(
                    "The standings and the whole evening become a page that everybody can read and check."
                ),
            ),
            menu=_once_published,
        ),
    )

    bound: dict[str, Any]

    def decide(self, record: Record, now: Now) -> Body:
        lines = [standing_data(line) for line in standings_of(record)]
        return {"standings": seal(lines), **self.bound}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.published_at = entry.at
        record.seal = body["standings"]

    def work(self, record: Record) -> Sequence[Work]:
        return ("standings",)


class ReopenResults(Act):
    """Open published results again; what was published stays until it is published again."""

    name, title = "reopen_results", gettext_noop("reopen published results")
    sentence = gettext_noop(
        "The published results were opened again; what was published stays until it is published again."
    )
    when, to = (Status.PUBLISHED,), Status.FINISHED
    address = None

    def decide(self, record: Record, now: Now) -> Body:
        return {}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        record.seal = None
