"""Draws and cuts by the seed of an evening, worked out again from the seed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.evening import acts
from tournaments.evening.acts.ending import seed_label
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import WRONG
from tournaments.evening.replay.names import NAME_TICKETS
from tournaments.evening.score import order_by_seed
from tournaments.ledger.chain import Entry
from tournaments.movement.draw import cut_for_prize


@dataclass(frozen=True, slots=True)
class Lot:
    """One draw or cut.

    Arguments:
        what: what was drawn for.
        told: the outcome that the ledger has, by ticket or couple.
        expected: the outcome that the seed gives.
    """

    what: str
    told: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether it is what the seed gives."""
        return self.told == self.expected

    def __str__(self) -> str:
        if self.holds:
            return f"{self.what}: as the seed gives it"
        return (
            f"{self.what}: the ledger has {', '.join(self.told)}; the seed gives {', '.join(self.expected)}"
        )


@dataclass
class _Door:
    """What the draws need to know of the evening up to them."""

    seed: str = ""
    plan: Plan | None = None
    colours: dict[str, str] = field(default_factory=dict)


def draws(entries: Iterable[Entry]) -> Iterator[Lot]:
    """Every draw of first seats in a ledger, also those that were given up; each attempt with its number.

    Raises KeyError, TypeError or ValueError where an entry is not whole.
    """
    door = _Door()
    last = 0
    for entry in entries:
        body = json.loads(entry.body)
        if entry.act in (acts.Make.name, acts.Draw.name):
            door.seed = body.get("seed", door.seed)
        if entry.act in (acts.Make.name, acts.ChangePlan.name):
            door.plan = read_plan(body["plan"])
        elif entry.act in NAME_TICKETS:
            given = body["tickets"] if entry.act == acts.CheckIn.name else [body]
            door.colours |= {ticket["ticket"]: ticket["colour"] for ticket in given}
        elif entry.act == acts.Draw.name and door.plan is not None:
            attempt = body.get("attempt", 1)
            yield _draw(door, door.plan, body["order"], attempt)
            if attempt not in (last, last + 1):
                expected = str(last + 1)
                yield Lot(
                    f"draw of the first seats, number of attempt {attempt}", (str(attempt),), (expected,)
                )
            last = attempt


def _draw(door: _Door, plan: Plan, order: Sequence[str], attempt: int) -> Lot:
    colours = {code: colour for code, colour in door.colours.items() if colour}
    expected = plan.draw(sorted(order), seed=door.seed, colours=colours, attempt=attempt)
    return Lot(f"draw of the first seats, attempt {attempt}, {len(order)} players", tuple(order), expected)


def unlike_the_seed(entries: Iterable[Entry]) -> Iterator[str]:
    """Every draw of first seats that the seed does not give."""
    try:
        yield from (str(lot) for lot in draws(entries) if not lot.holds)
    except WRONG as error:
        yield f"the draw cannot be worked out again: {type(error).__name__} {error}"


def cuts_by_seed(record: Record) -> Iterator[Lot]:
    """Every cut that the seed was asked for and that counts: for games, then for prizes."""
    for _, round_ in sorted(record.rounds.items()):
        for table, told in sorted(round_.cuts.items()):
            if told.by_seed and round_.score(table).is_level:
                drawn = order_by_seed(round_.score(table), record.seed, round_.number, table)
                order = tuple(told.order)
                yield Lot(f"cut of round {round_.number}, table {table}", order, drawn[: len(order)])
    for made in (record.prize_cuts[entry] for entry in sorted(record.prizes_cut_by_seed)):
        prize = seed_label(made.prize, made.other)
        order = cut_for_prize(made.order, seed=record.seed, prize=prize, colour=made.colour)
        colour = f" {made.colour}" if made.colour else ""
        yield Lot(f"cut for the prize {prize}{colour}", made.order, order)
