"""In a reason the ledger calls people by their tickets, and whoever reads it reads what they are called now."""

from __future__ import annotations

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import asked
from tournaments.club.models import Consent, Player
from tournaments.club.services import clubs
from tournaments.club.shown_names import in_public
from tournaments.evening import acts
from tournaments.evening.models import LedgerEntry, Ticket
from tournaments.evening.reads.director_alerts import standing_decisions
from tournaments.evening.reads.facts import by_tickets, with_names
from tournaments.evening.services.results import change_player, erase_names
from tournaments.publishing import publish


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Eight in play; Ann, Ann Lee and Bo are among them."""
    made = make_evening(8, until="playing")
    for number, name in enumerate(("Ann", "Ann Lee", "Bo"), start=1):
        rename(holder(made, number), name)
    return made


def holder(evening: AnEvening, number: int) -> Player:
    return evening.evening.tickets.get(number=number).player


def rename(player: Player, name: str) -> None:
    change_player(player=player, name=name, colour="", guest=False, active=True)


def penalty(evening: AnEvening, reason: str) -> str:
    """The reason of a penalty as the ledger holds it."""
    evening.act(acts.Penalty(tickets=[Ticket.objects.get(number=2).code], points=-5, reason=reason))
    return LedgerEntry.objects.latest("sequence").reason


@pytest.mark.parametrize(
    ("entered", "held"),
    [
        pytest.param("Ann Lee talked", "{2} talked", id="a name"),
        pytest.param("Ann and Ann Lee talked", "{1} and {2} talked", id="one within the other"),
        pytest.param("Bo, Ann: again!", "{3}, {1}: again!", id="beside signs"),
        pytest.param("Anna saw Bob", "Anna saw Bob", id="names that only begin so"),
        pytest.param("talked", "talked", id="nobody"),
        pytest.param(
            "the {owl} was counted twice", "the {owl} was counted twice", id="braces of somebody's own"
        ),
    ],
)
def test_a_name_is_held_as_a_ticket(evening: AnEvening, entered: str, held: str) -> None:
    assert penalty(evening, entered) == held
    (decided,) = standing_decisions(evening.evening)
    assert decided.reason == entered
    assert publish.check_rows(evening.read()) == []


def test_everybody_reads_what_somebody_is_called_now(evening: AnEvening, desk: Desk) -> None:
    penalty(evening, "Ann Lee talked")
    pages = [
        f"/desk/{evening.evening.club.slug}/{evening.evening.slug}/{page}/"
        for page in ("ledger", "decisions")
    ]

    def told() -> set[bool]:
        return {"Ann Ray talked" in words(html(desk.client.get(page))) for page in pages}

    assert told() == {False}
    rename(holder(evening, 2), "Ann Ray")
    assert told() == {True}
    erase_names(player=holder(evening, 2))
    assert standing_decisions(evening.evening)[0].reason == "— talked"
    assert publish.check_rows(evening.read()) == []


def test_in_public_it_is_what_they_agreed_to(evening: AnEvening) -> None:
    clubs.record_consent(player=holder(evening, 2), of=Consent.Of.NAME, given=False, by="user:1", at=START)
    penalty(evening, "Ann Lee talked")
    with in_public():
        assert standing_decisions(evening.evening)[0].reason == "Ann L. talked"


def test_it_asks_once_for_many_and_not_at_all_where_nobody_is_named(evening: AnEvening) -> None:
    entries = [LedgerEntry(evening=evening.evening, reason=f"{{{n}}} talked") for n in (1, 2, 3)]
    assert len(asked(lambda: with_names(entries))) == 1
    assert entries[1].reason == "Ann Lee talked"
    nobody = [LedgerEntry(evening=evening.evening, reason="talked")]
    assert asked(lambda: (with_names(nobody), by_tickets(evening.evening, ""))) == []
