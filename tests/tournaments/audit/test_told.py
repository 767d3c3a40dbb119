"""Whatever changes something tells of it: in a ledger, in what is kept of who did what, or for a reason nowhere."""

from collections.abc import Callable, Iterator
from inspect import unwrap
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import pytest

from tests.tournaments.evening.web.desk.at_the_desk import signed_in
from tests.tournaments.test_foreign_ids import every_route, forms_of_the_desk, furnished
from tests.tournaments.the_rows import everything, undone
from tournaments.club.services import audit
from tournaments.club.services.audit import Command
from tournaments.evening.services import ledger as of_evenings
from tournaments.league.services import ledger as of_seasons

TELLERS: Final[set[Any]] = {
    audit.note,
    audit.note_of_officer,
    of_evenings.open_book,
    of_evenings.book_of,
    of_seasons.open_season,
}
"""What appends to what is kept of a club, or to a ledger."""
LEDGERS: Final = (
    *("AuditEntry", "LedgerEntry", "SeasonEntry"),
    *("FeeEntry", "DirectorCall", "PlayerRequest"),
)
"""The rows that tell of an act; fees, calls and requests each say who noted or answered them."""
LOOKS: Final = "looks, and saves nothing"
FEES: Final = "an entry of the fees tells of it"
CALLS: Final = "the call has who made and who answered it"
OWN: Final = "of no club: the page of one's own access lists what there is"
AGAIN: Final = "failed work is asked for again, or let be; its row stands among the jobs"
SENT: Final = "the row of what is sent stands with the webhook"
NOWHERE: Final[dict[str, str]] = {
    **dict.fromkeys(("desk-preview", "desk-correct-preview", "post preview"), LOOKS),
    **dict.fromkeys(("post score", "post score-batch", "post score-game"), LOOKS),
    **dict.fromkeys(("desk-workshop-preview", "put club-game-reading"), LOOKS),
    **dict.fromkeys(("desk-fee-paid", "desk-fee-back", "desk-settled", "desk-unsettled"), FEES),
    **dict.fromkeys(("put settled", "delete settled", "desk-season-fee-paid", "desk-season-fee-back"), FEES),
    **dict.fromkeys(("desk-answer", "desk-wait-again", "post answer-call"), CALLS),
    **dict.fromkeys(("post table-call", "post table-withdraw-call"), CALLS),
    **dict.fromkeys(("desk-league-job-again", "desk-season-job-again", "desk-try-again"), AGAIN),
    **dict.fromkeys(("desk-league-job-drop", "desk-season-job-drop", "desk-drop-job"), AGAIN),
    **dict.fromkeys(
        ("post try-again", "post drop-job", "post try-league-job-again", "post drop-league-job"), AGAIN
    ),
    **dict.fromkeys(("desk-webhook-test", "desk-webhook-replay"), SENT),
    **dict.fromkeys(("post webhook-test", "post webhook-replay"), SENT),
    **dict.fromkeys(("put evening-fee", "delete evening-fee", "put season-fee", "delete season-fee"), FEES),
    **dict.fromkeys(("delete own-session", "delete own-sessions", "delete own-sign-in-link"), OWN),
    "post unanswer-call": CALLS,
    **dict.fromkeys(("post member-list-preview", "post archive-preview"), LOOKS),
    "delete rehearsal": "its row has who asked for it, and that it was stopped",
    "post put-demo-away": "the demo club is shown no more; its row has when",
    "desk-demo-away": "the demo club is shown no more; its row has when",
    "desk-tour-leave": "a browser remembers that the tour is over",
}
"""Addresses that change something of which nothing is told, each with the reason."""
BESIDE: Final = {
    "Job": "work that follows from an act",
    "UserSession": "where somebody is signed in",
    "Heartbeat": "when a part of the server was last seen",
    "Mail": "what is sent of an act",
    "AnsweredRequest": "what a program was answered",
    "Planning": "a search for a schedule, of which nothing counts before it is taken",
    "Club": "counts that its settings were saved, though as they were",
    "Evening": "counts what its pages show",
    "TableRound": "counts what its page shows",
}
"""Rows that change without an act of somebody."""


def codes(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that is written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def named_in(function: FunctionType) -> Iterator[Any]:
    """What of the program a function names: its globals, what it takes out of modules, what it was given to keep."""
    names = {name for code in codes(function.__code__) for name in code.co_names}
    found = [function.__globals__[name] for name in names if name in function.__globals__]
    for one in found:
        yield one
        if isinstance(one, Command) and "note" in names:
            yield audit.note
        if isinstance(one, ModuleType) and one.__name__.startswith("tournaments."):
            yield from (vars(one)[name] for name in names if name in vars(one))
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # it is filled later
            continue


def tells(begin: Callable[..., Any]) -> bool:
    """Whether a function, or any that it leads to, tells of something."""
    waiting: list[Any] = [begin]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, FunctionType) and one in TELLERS:
            return True
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, type) and one.__module__.startswith("tournaments."):
            waiting += vars(one).values()
        elif isinstance(one, FunctionType) and one.__module__.startswith(("tournaments.", __name__)):
            waiting += [*named_in(one), unwrap(one)]
        elif isinstance(one, Command):
            waiting.append(unwrap(one))
        elif isinstance(one, FunctionType):  # a decorator of the framework around one of ours
            waiting += [cell.cell_contents for cell in one.__closure__ or () if callable(cell.cell_contents)]
            waiting.append(unwrap(one))
    return False


def takes_posts(view: Any) -> bool:
    """Whether a page may be posted to, by the decorator that says which methods it takes."""
    while view is not None:
        for cell in getattr(view, "__closure__", None) or ():
            told = cell.cell_contents
            if isinstance(told, list) and told and "POST" not in told and set(told) <= {"GET", "HEAD"}:
                return False
            inner = isinstance(told, FunctionType) and told is not getattr(view, "__wrapped__", None)
            if inner and not takes_posts(told):
                return False
        view = getattr(view, "__wrapped__", None)
    return True


def doors() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every page of the desk that may be posted to, and every method of the REST API that changes something."""
    for route in every_route():
        if route.is_rest:
            for method in {*route.methods} - {"get"}:
                yield f"{method} {route.name}", getattr(route.view, method)
        elif getattr(route.view, "needs", None) is not None and route.name and takes_posts(route.view):
            yield route.name, route.view


def test_every_door_that_changes_something_leads_to_what_tells_of_it() -> None:
    silent = {name for name, view in doors() if not tells(view)}
    assert silent == set(NOWHERE)


@pytest.mark.django_db
def test_no_form_of_the_desk_changes_a_row_without_an_act() -> None:
    house = furnished("Mine")
    client = signed_in(house.owner)
    silent: dict[str, set[str]] = {}
    told, before = 0, everything()
    for address, fields in forms_of_the_desk(house, client, most=4):
        with undone():
            client.post(address, fields)
            changed = {name for name, rows in everything().items() if rows != before[name]}
            if changed & set(LEDGERS):
                told += 1
            elif changed - BESIDE.keys():
                silent[address] = changed - BESIDE.keys()
    assert not silent, "\n".join(f"{at} {sorted(rows)}" for at, rows in silent.items())
    assert told > 20


def test_the_walk_finds_who_is_silent() -> None:
    """The control: a function that changes a row and leads nowhere, and the same with a note."""

    def silent() -> None:
        everything()

    def loud() -> None:
        audit.note_of_officer(None, "")  # type: ignore[arg-type]  # it is never called

    assert not tells(silent)
    assert tells(loud)
