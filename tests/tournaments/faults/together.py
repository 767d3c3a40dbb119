"""Doing things at the same moment, on purpose: threads with connections of their own that meet in mid-act.

A race that is left to chance is seldom seen. Here everybody who has opened the evening's ledger waits until all
the others have, or, where a lock lets in one at a time, until waiting has proved pointless.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import QuerySet

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.the_rows import said
from tournaments.club.models import AnsweredRequest
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, LedgerEntry
from tournaments.evening.services import ledger, scoresheets
from tournaments.evening.services.ledger import Book
from tournaments.evening.services.perform import perform

A_MOMENT = 0.3
"""How long somebody waits for others whom a lock may hold back."""
LONG = 10
"""How long where no lock does: they all come, be the machine ever so busy."""
STUCK = 60
WRITING = ("INSERT", "UPDATE", "DELETE", "WITH")
Act = Callable[[], object]


@dataclass(frozen=True)
class Outcome:
    """What became of one act: what it gave, or what it raised."""

    value: object = None
    error: Exception | None = None

    @property
    def told(self) -> str:
        if self.error is None:
            return "done"
        return said(self.error)[0] if isinstance(self.error, Faults) else type(self.error).__name__


def at_once(acts: Sequence[Act]) -> list[Outcome]:
    """Do all acts at the same moment, each on a thread and a connection of its own."""
    outcomes = [Outcome()] * len(acts)
    ready = threading.Barrier(len(acts))

    def do(place: int) -> None:
        try:
            connection.ensure_connection()
            ready.wait(STUCK)
            outcomes[place] = Outcome(value=acts[place]())
        except Exception as error:
            outcomes[place] = Outcome(error=error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=do, args=(place,), daemon=True) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(STUCK)
    assert not any(thread.is_alive() for thread in threads), "somebody waits for ever"
    return outcomes


@contextmanager
def meeting(everybody: int, *, patience: float | None = None) -> Iterator[None]:
    """Whoever has read the evening and may act on it waits for the others, once.

    Where a lock keeps them apart the wait is in vain and should be short; where nothing does they all come.
    """
    barrier = threading.Barrier(everybody)
    here = threading.local()

    class Met(Book):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            if not getattr(here, "met", False):
                here.met = True
                try:
                    barrier.wait(patience or a_moment())
                except threading.BrokenBarrierError:
                    return  # a lock holds the others back, or they had no business here

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "Book", Met)
        yield


def meet(barrier: threading.Barrier) -> None:
    """Wait a moment for the others, who may be kept from coming."""
    with suppress(threading.BrokenBarrierError):
        barrier.wait(a_moment())


@contextmanager
def meeting_at(owner: object, name: str, *, before: bool = False) -> Iterator[None]:
    """Of two who come to call `name` of `owner`, each waits for the other when that is done, or just before."""
    barrier, call = threading.Barrier(2), getattr(owner, name)

    def met(*arguments: Any, **named: Any) -> Any:
        if before:
            meet(barrier)
        found = call(*arguments, **named)
        if not before:
            meet(barrier)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, met)
        yield


def told(outcomes: Sequence[Outcome]) -> list[str]:
    return sorted(outcome.told for outcome in outcomes)


def ready_to_write(acts: Sequence[Act]) -> list[Act]:
    """The same acts, each waiting before the first row it writes until all the others have read what they go by.

    Only where no lock keeps them apart. One that writes nothing lets the others go.
    """
    barrier = threading.Barrier(len(acts))

    def waiting(act: Act) -> object:
        met = False

        def meet(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
            nonlocal met
            if not met and sql.startswith(WRITING):
                met = True
                with suppress(threading.BrokenBarrierError):
                    barrier.wait(STUCK)
            return execute(sql, parameters, many, context)

        with connection.execute_wrapper(meet):
            try:
                return act()
            finally:
                if not met:
                    barrier.abort()

    return [partial(waiting, act) for act in acts]


_locks = [True]


def a_moment() -> float:
    """How long to wait for the others: a moment where locks keep them apart, until all have come where none do."""
    return A_MOMENT if _locks[-1] else LONG


@contextmanager
def without_locks() -> Iterator[None]:
    """Nobody who reads a row keeps others from it until the transaction ends."""

    def unlocked(rows: QuerySet[Any, Any], **_how: object) -> QuerySet[Any, Any]:
        return rows.all()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuerySet, "select_for_update", unlocked)
        # Nor does a hand look whether its evening has moved on when it is written.
        patch.setattr(scoresheets, "writes_in_one", lambda: False)
        patch.setattr(ledger, "_LOCKED", {columns: ledger._locked(columns) for columns in ledger._LOCKED})
        _locks.append(False)
        try:
            yield
        finally:
            _locks.pop()


SINGLE = {
    "one_entry_per_sequence": LedgerEntry,
    "the_chain_does_not_fork": LedgerEntry,
    "one_live_hand_per_number": Hand,
    "one_hand_per_key": Hand,
    "one_answer_per_key": AnsweredRequest,
}


@contextmanager
def without_constraints(*names: str) -> Iterator[None]:
    """The database takes what these constraints forbid. What it took is thrown away before they come back."""
    from django.core.management import call_command

    found = [
        (SINGLE[name], next(each for each in SINGLE[name]._meta.constraints if each.name == name))
        for name in names
    ]
    with connection.schema_editor() as editor:
        for model, constraint in found:
            editor.remove_constraint(model, constraint)
    try:
        yield
    finally:
        call_command("flush", interactive=False, verbosity=0)
        with connection.schema_editor() as editor:
            for model, constraint in found:
                editor.add_constraint(model, constraint)


def entries_of(evening: Evening, act: str) -> int:
    return evening.ledger.filter(act=act).count()


def each(count: int, act: Callable[[int], object]) -> list[Act]:
    """`count` people who do the same, each told which of them they are."""
    return [partial(act, place) for place in range(count)]


def enter(evening: AnEvening, table: int, hand: dict[str, Any], key: str, **about: Any) -> str:
    """Enter a hand at this moment; the evening's clock stands still while people race."""
    return scoresheets.enter_hand(
        evening_id=evening.evening.pk,
        table_number=table,
        hand=hand,
        key=key,
        by=about.pop("by", f"table:{table}"),
        at=evening.at,
        **about,
    ).answer


def act(evening: AnEvening, what: Callable[..., Any] | acts.Act, **arguments: Any) -> Any:
    """Do an act or call a service at this moment, as a director or as whoever `by` says."""
    by = arguments.pop("by", "user:1")
    if isinstance(what, acts.Act):
        return perform(evening=evening.evening, act=what, by=by, at=evening.at)
    return what(evening=evening.evening, by=by, at=evening.at, **arguments)
