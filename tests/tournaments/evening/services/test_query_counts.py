"""How many statements an act takes does not depend on how many play."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.services.conftest import Checked
from tournaments.club.services.signing import have_signing_key
from tournaments.evening import acts
from tournaments.evening.fold import fold
from tournaments.evening.services import evenings, ledger, results, scoresheets
from tournaments.evening.services.perform import perform
from tournaments.league.services.tables import publish_tables
from tournaments.ledger.records import RecordCache
from tournaments.publishing import publish

Act = Callable[[AnEvening], Any]


def statements(evening: AnEvening, act: Act) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        act(evening)
    told = (query["sql"][:200] for query in captured.captured_queries)
    return [sql for sql in told if "SAVEPOINT" not in sql]


def service(do: Any, **arguments: Any) -> Act:
    if isinstance(do, acts.Act):
        return lambda e: perform(evening=e.evening, act=do, by="user:1", at=e.clock())
    return lambda e: do(evening=e.evening, by="user:1", at=e.clock(), **arguments)


def enter(evening: AnEvening) -> None:
    scoresheets.enter_hand(
        evening_id=evening.evening.pk,
        table_number=2,
        hand=a_hand(),
        key="k",
        by="table:2",
        at=evening.clock(),
    )


def one_hand(evening: AnEvening) -> None:
    """The first hand in a process reads what the evening is played by; later ones know it."""
    evening.enter(1, a_hand())


def let_everybody_in(evening: AnEvening) -> None:
    service(evenings.check_in, players=[(player, "") for player in evening.players])(evening)


def by_hand(evening: AnEvening) -> None:
    codes = list(evening.evening.tickets.values_list("code", flat=True))
    tables = [codes[first : first + 4] for first in range(0, len(codes) - 3, 4)]
    service(evenings.seat_by_hand, tables=tables, sitting_out=codes[len(tables) * 4 :])(evening)


def leave(evening: AnEvening) -> None:
    service(acts.Leave(ticket=evening.evening.tickets.get(number=3).code))(evening)


def target_reached(evening: AnEvening) -> None:
    evening.win(1, 1, 1)


def level(evening: AnEvening) -> None:
    evening.act(acts.Stop())


def nobody(evening: AnEvening) -> None:
    """Open doors, nobody in yet."""
    evening.evening.tickets.all().delete()


def nothing(evening: AnEvening) -> None:
    """As it is."""


# The act: how far the evening is brought, what is done before counting, the act itself, the most it takes.
COUNTED: dict[str, tuple[str, Act, Act, int]] = {
    "check_in": ("check_in", nobody, let_everybody_in, 10),
    "draw_seats": ("check_in", nothing, service(acts.Draw()), 16),
    "seat_by_hand": ("check_in", nothing, by_hand, 17),
    "start": ("seated", nothing, service(acts.Start()), 8),
    "enter_hand": ("playing", one_hand, enter, 6),
    "ring": ("playing", target_reached, service(acts.Ring(table=1)), 6),
    "stop": ("playing", nothing, service(acts.Stop()), 5),
    "cut": ("playing", level, service(acts.Cut(table=2, winner="A")), 7),
    "close": ("bell", nothing, service(acts.Close()), 12),
    "draft_move": ("settled", nothing, service(acts.DraftMove()), 13),
    "publish_move": ("drafted", nothing, service(acts.PublishMove()), 7),
    "leave": ("settled", nothing, leave, 7),
    "recompute_standings": ("settled", nothing, service(results.recompute_standings), 11),
    "finish": ("drafted", nothing, service(acts.Finish()), 22),
    "request_publication": ("finished", nothing, service(results.request_publication), 3),
    "publish": ("finished", nothing, service(publish_tables), 32),
    "rebuild --check": ("published", nothing, lambda e: publish.check_rows(e.evening), 15),
}


@pytest.fixture
def counted(
    make_evening: Make, checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, int], list[str]]:
    """What a process does that has not seen the evening before, and folds its whole ledger."""

    def count(name: str, players: int) -> list[str]:
        until, before, act, _ = COUNTED[name]
        evening = make_evening(players, until=until, name=f"with {players}")
        have_signing_key(evening.evening.club, at=evening.clock())
        before(evening)
        checked.clear()
        evening.read()
        monkeypatch.setattr(ledger, "RECORDS", RecordCache(fold))
        return statements(evening, act)

    return count


@pytest.mark.parametrize("name", COUNTED)
def test_six_tables_take_no_more_than_three(counted: Callable[[str, int], list[str]], name: str) -> None:
    """Not twenty, as SQLite takes the standings of so many in two INSERTs."""
    few, many = counted(name, 13), counted(name, 25)
    assert len(many) == len(few), "\n".join(many)
    assert len(few) <= COUNTED[name][3], "\n".join(few)
