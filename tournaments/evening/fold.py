"""An evening gathered from the entries of its ledger, in order."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.faults import Faults
from tournaments.evening import acts
from tournaments.evening.acts.evening import seed_label
from tournaments.evening.record import Body, Record
from tournaments.evening.round_rules import Status, order_by_seed
from tournaments.ledger.chain import Entry, canonical, instant
from tournaments.movement.draw import cut_for_prize, digest
from tournaments.refusals import refuse

# The ledger holds a salted hash of each name, its commitment; name and salt stand beside the chain.
# Whoever has them repeats the hash: `printf 'name\nSALT\nNAME' | sha256sum`. Where both are thrown away,
# the hash tells nobody who it was, and the chain still holds: so a person can be erased.

HEADING = (
    ("club", "name"),
    ("club", "slug"),
    ("club", "time_zone"),
    ("evening", "name"),
    ("evening", "slug"),
)
"""What stands above an archive and is bound by one commitment, by where it stands there."""


def name_commitment(name: str, salt: str) -> str:
    """What the ledger holds of a ticket's name; `salt` is 128 bits as hex, drawn for this ticket."""
    return digest("name", salt, name)


def heading_commitment(archive: Mapping[str, Any], salt: str) -> str:
    """What the ledger holds of the names and addresses above an archive. Raises KeyError where one is missing."""
    return digest("heading", salt, canonical([archive[part][name] for part, name in HEADING]))


def without_names(archive: Mapping[str, Any], codes: Collection[str]) -> dict[str, Any]:
    """The archive without these tickets' names and what could prove them; its ledger stays as it is."""
    tickets = [
        {**ticket, "name": None, "salt": None} if ticket["code"] in codes else ticket
        for ticket in archive["tickets"]
    ]
    return {**archive, "tickets": tickets}


class NoEvening(Exception):  # noqa: N818 - what the entries of a ledger turn out to be
    """The entries tell no evening: one cannot be read, or was not allowed when it was written."""


WRONG = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    Faults,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What reading data of any shape as an evening can raise."""


def fold(entries: Iterable[Entry], record: Record | None = None) -> Record:
    """The evening of `entries`, which follow those that made `record` if there is one. Raises NoEvening."""
    record = Record() if record is None else record
    for entry in entries:
        try:
            take(record, entry, json.loads(entry.body))
        except WRONG as error:
            is_plain = isinstance(error, (acts.UnknownReferenceError, acts.NotNowError))
            words = str(error) if is_plain else f"{type(error).__name__} {error}"
            raise NoEvening(f"entry {entry.sequence} ({entry.act}): {words}") from error
    return record


def take(record: Record, entry: Entry, body: Body) -> None:
    act = acts.ACTS[entry.act]
    record.status = acts.after(act, record.status)
    if act.rounds_on is not None and body["round"] != record.current_round + act.rounds_on:
        raise acts.UnknownReferenceError(f"round {body['round']} is not the one it can be about")
    table = body.get("table")
    if table is not None and not record.rounds[body["round"]].seating.has_table(table):
        raise acts.UnknownReferenceError(f"there is no table {table} in round {body['round']}")
    act.apply(record, body, entry)


@dataclass(slots=True)
class ActRun:
    """An act being done to an evening, its record; `sequence` and `head` are those of the last entry.

    It is pure, so that a preview is the act on a copy.
    """

    record: Record
    now: acts.Now
    sequence: int
    head: str
    entries: list[Entry] = field(default_factory=list)
    work: dict[acts.Work, None] = field(default_factory=dict)

    def do(self, act: acts.Act) -> Entry | None:
        """Do an act and what follows from it; gives its entry, or None where nothing was left to do.

        Raises Faults. What was done until then has had its effect on the record, which is to be thrown away.
        """
        record = self.record
        if act.needs_reason and not act.reason:
            refuse("reason", "empty", "please give a reason; it is kept with the change")
        effective_act = act.resolve(record, self.now)
        if effective_act is None:
            return None
        if effective_act.reopens and record.status == Status.PUBLISHED:
            self.do(acts.ReopenResults(reason=act.reason))
        acts.after(type(effective_act), record.status)
        entry = self._write(effective_act)
        effective_act.add_row_data(record, entry)
        self.work |= dict.fromkeys(effective_act.work(record))
        for further in list(effective_act.follow_ups(record)):
            self.do(further)
        return entry

    def _write(self, act: acts.Act) -> Entry:
        text = canonical(act.decide(self.record, self.now))
        entry = Entry(self.sequence + 1, act.name, text, self.now.by, instant(self.now.at), act.reason)
        entry = replace(entry, hash=entry.digest(self.head))
        take(self.record, entry, json.loads(text))
        self.sequence, self.head = entry.sequence, entry.hash
        self.entries.append(entry)
        return entry


@dataclass(frozen=True, slots=True)
class Lot:
    """One draw or cut: the outcome by ticket or couple that the ledger has, and the one that the seed gives."""

    what: str
    actual: tuple[str, ...]
    expected: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return self.actual == self.expected

    def __str__(self) -> str:
        if self.holds:
            return f"{self.what}: as the seed gives it"
        return (
            f"{self.what}: the ledger has {', '.join(self.actual)}; the seed gives {', '.join(self.expected)}"
        )


def draws(entries: Sequence[Entry]) -> Iterator[Lot]:
    """Every draw of first seats in a ledger, also those that were given up; each attempt with its number.

    Raises one of `WRONG` where the entries tell no evening.
    """
    record, last = Record(), 0
    until = max((place for place, entry in enumerate(entries, 1) if entry.act == acts.Draw.name), default=0)
    for entry in entries[:until]:
        body = json.loads(entry.body)
        take(record, entry, body)
        if entry.act != acts.Draw.name:
            continue
        attempt, order = body.get("attempt", 1), tuple(body["order"])
        colours = record.colours()
        expected = record.made_plan().draw(sorted(order), seed=record.seed, colours=colours, attempt=attempt)
        yield Lot(f"draw of the first seats, attempt {attempt}, {len(order)} players", order, expected)
        if attempt not in (last, last + 1):
            number = (str(last + 1),)
            yield Lot(f"draw of the first seats, number of attempt {attempt}", (str(attempt),), number)
        last = attempt


def unlike_the_seed(entries: Sequence[Entry]) -> Iterator[str]:
    try:
        yield from (str(lot) for lot in draws(entries) if not lot.holds)
    except WRONG as error:
        yield f"the draw cannot be worked out again: {type(error).__name__} {error}"


def cuts_by_seed(record: Record) -> Iterator[Lot]:
    """Every cut that the seed was asked for and that counts: for games, then for prizes."""
    for _, round_ in sorted(record.rounds.items()):
        for table, cut in sorted(round_.cuts.items()):
            if cut.by_seed and round_.score(table).is_level:
                drawn = order_by_seed(round_.score(table), record.seed, round_.number, table)
                order = tuple(cut.order)
                yield Lot(f"cut of round {round_.number}, table {table}", order, drawn[: len(order)])
    for prize_cut in (record.prize_cuts[entry] for entry in sorted(record.prizes_cut_by_seed)):
        prize = seed_label(prize_cut.prize, prize_cut.other)
        order = cut_for_prize(prize_cut.order, seed=record.seed, prize=prize, colour=prize_cut.colour)
        colour = f" {prize_cut.colour}" if prize_cut.colour else ""
        yield Lot(f"cut for the prize {prize}{colour}", prize_cut.order, order)
