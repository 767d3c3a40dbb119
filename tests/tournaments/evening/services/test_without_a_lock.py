"""A hand that simply counts is entered by one read and one write, and is what it would be under its evening's lock.

PostgreSQL does so by itself. Elsewhere nothing is entered so, but it would come out the same: the write does nothing
once the evening has moved on.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import DataError, IntegrityError, transaction

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import said, undone
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, LedgerEntry, TableRound
from tournaments.evening.reads.scoresheets import game_as_it_stands
from tournaments.evening.services import ledger, scoresheets
from tournaments.evening.services.ledger import Book, book_of, open_book
from tournaments.prepared_sql import Moved, RowChange, together
from tournaments.publishing import publish
from tournaments.rehearsal.random_hands import pretend_hand

pytestmark = pytest.mark.django_db(transaction=True)
KEYS = {"id", "entry_id"}


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Hands are entered without a lock where they can be; gives of each book that is opened whether it is locked."""
    opened: list[bool] = []

    class Noted(Book):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            opened.append(self.locked)

    monkeypatch.setattr(scoresheets, "writes_in_one", lambda: True)
    monkeypatch.setattr(ledger, "Book", Noted)
    return opened


def enter(evening: AnEvening, key: str = "one", table: int = 1, **about: Any) -> scoresheets.EntryAnswer:
    arguments = {"hand": a_hand(), "by": f"table:{table}", "at": evening.at, **about}
    return scoresheets.enter_hand(evening_id=evening.evening.pk, table_number=table, key=key, **arguments)


def rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in KEYS}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in (Evening, LedgerEntry, Hand, TableRound)
    }


CHANTECLER = {"players": 12, "until": "playing"}
ASCOT = {"players": 6, "game": "ascot", "movement": "drawn", "hands_per_round": 2, "until": "playing"}


@pytest.mark.parametrize(
    ("plan", "about"),
    [
        pytest.param(CHANTECLER, {}, id="the next hand"),
        pytest.param(CHANTECLER, {"round_number": 1, "number": 2}, id="a hand with its number"),
        pytest.param(CHANTECLER, {"by": "table:1 seat:3"}, id="somebody says who they are"),
        pytest.param(CHANTECLER, {"sent_at": START + timedelta(days=1)}, id="a clock that goes wrong"),
        pytest.param(CHANTECLER, {"hand": a_hand(2, 14, "B", owl="A")}, id="a hand that loses"),
        pytest.param(ASCOT, {}, id="everybody counts their own points"),
    ],
)
def test_it_writes_the_very_rows_that_it_writes_under_the_lock(
    make_evening: Make,
    books: list[bool],
    monkeypatch: pytest.MonkeyPatch,
    plan: dict[str, Any],
    about: dict[str, Any],
) -> None:
    evening = make_evening(**plan)
    if plan is ASCOT:
        about = {"hand": pretend_hand(evening.dice, "ascot", 3)}
    else:
        enter(evening, "before")
    books.clear()
    with undone():
        answer = enter(evening, **about)
        without, found = rows(), publish.check_rows(evening.read())
    assert (books, found) == ([False], [])
    monkeypatch.setattr(scoresheets, "writes_in_one", lambda: False)
    with undone():
        assert (enter(evening, **about), rows()) == (answer, without)
    assert books == [False, True]


@pytest.mark.parametrize(
    ("about", "told"),
    [
        pytest.param({"number": 1}, "agrees", id="a hand that was entered already"),
        pytest.param({"number": 1, "hand": a_hand(2, 14)}, "disputed", id="one entered otherwise"),
        pytest.param({"number": 7}, "number not-the-next-hand", id="a number too far"),
        pytest.param({"table": 9}, "table unknown-table", id="a table that is not in play"),
        pytest.param({"hand": {"bid": 99}}, "hand.bidder missing", id="no hand"),
    ],
)
def test_what_does_not_simply_count_is_found_out_under_the_lock(
    make_evening: Make, books: list[bool], about: dict[str, Any], told: str
) -> None:
    evening = make_evening(12, until="playing")
    enter(evening, "before")
    try:
        outcome = [json.loads(enter(evening, **about).answer)["state"]]
    except Faults as refused:
        outcome = said(refused)
    assert told in outcome
    assert books[-1] is True


def test_a_retry_is_answered_without_a_lock(make_evening: Make, books: list[bool]) -> None:
    evening = make_evening(12, until="playing")
    books.clear()
    first = enter(evening)
    assert enter(evening) == scoresheets.EntryAnswer(first.answer, replayed=True)
    assert books == [False, False]


@contextmanager
def somebody_enters_meanwhile(evening: AnEvening, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another table's hand comes in between the read and the write of the first hand of the block."""
    read, waiting = game_as_it_stands, ["another table"]

    def then(*arguments: Any, **named: Any) -> Any:
        found = read(*arguments, **named)
        while waiting:
            enter(evening, waiting.pop(), table=2)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(scoresheets, "game_as_it_stands", then)
        yield


def test_an_evening_that_went_on_meanwhile_is_locked_then_and_for_a_while(
    make_evening: Make, books: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = make_evening(12, until="playing")
    books.clear()
    with somebody_enters_meanwhile(evening, monkeypatch):
        enter(evening)
    assert books == [False, False, True]
    assert Hand.objects.count() == 2
    enter(evening, "two")
    enter(evening, "three", at=evening.at + scoresheets.BUSY)
    assert books[3:] == [True, False]


def test_the_ledger_would_fork_if_the_write_did_not_look(
    make_evening: Make, books: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = make_evening(12, until="playing")

    def blind(*arguments: Any, **named: Any) -> Book:
        book = book_of(*arguments, **named)
        book.locked = True
        return book

    monkeypatch.setattr(scoresheets, "book_of", blind)
    with somebody_enters_meanwhile(evening, monkeypatch), pytest.raises(IntegrityError), transaction.atomic():
        enter(evening)


def test_rows_are_written_together_or_not_at_all(make_evening: Make) -> None:
    evening = make_evening(12, until="playing").read()
    game = TableRound.objects.earliest("pk")
    changes = [
        RowChange(Evening, {"version": evening.version + 1}, evening.pk, {"version": evening.version}),
        RowChange(TableRound, {"hands_count": 5}, game.pk),
    ]
    together(changes)
    TableRound.objects.update(hands_count=0)
    with pytest.raises(Moved):
        together(changes)
    assert set(TableRound.objects.values_list("hands_count", flat=True)) == {0}


@pytest.mark.services  # SQLite does not know how long a text may be
def test_a_text_that_is_too_long_is_refused_and_not_cut_off(make_evening: Make) -> None:
    evening = make_evening(12, until="playing")
    with transaction.atomic():
        _, changes = open_book(evening.evening.pk, by="a" * 41, at=evening.at).prepare(
            acts.EnterHand, {}, everybody=False
        )
        with pytest.raises(DataError), transaction.atomic():
            together(changes)
