"""Who pays whom stands with the standings where differences are settled, and among the papers of the desk."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, User
from tournaments.evening import acts
from tournaments.evening.reads import public
from tournaments.evening.services import evenings

ASCOT: dict[str, Any] = {"game": "ascot", "movement": "drawn", "counting": "points", "hands_per_round": 2}
ROUND = ("bell", "settled", "drafted", "moved", "playing", "bell", "settled", "drafted")


@pytest.fixture
def played(make_evening: Any) -> Any:
    """A maker of evenings of Ascot that are over: `played(players, until="published", **options)`."""

    def make(players: int = 7, *, until: str = "published", **options: Any) -> AnEvening:
        evening: AnEvening = make_evening(players, rounds=2, until="playing", **ASCOT, **options)
        for step in ROUND:
            evening.step_to(step)
        evening.act(acts.Finish())
        if until == "published":
            evening.archive_by_seed()
        return evening

    return make


def settled(evening: AnEvening) -> Counter[str]:
    """What everybody gets by the payments that visitors see, less what they pay."""
    found: Counter[str] = Counter()
    for payer, payee, points in public.results_shown(evening.evening).payments() or ():
        found[payee] += points
        found[payer] -= points
    return found


def differences(evening: AnEvening) -> Counter[str]:
    return Counter(
        {
            line.ticket.code: line.points_difference
            for line in public.results_shown(evening.evening).standings()
        }
    )


def test_the_payments_settle_the_differences_of_the_standings(played: Any) -> None:
    evening = played()
    assert any(differences(evening).values())
    assert {**differences(evening), **settled(evening)} == differences(evening)
    assert public.ResultsShown(evening.evening).payments() == public.results_shown(evening.evening).payments()


@pytest.mark.parametrize("page", ["", "print/"])
def test_they_stand_with_the_standings(played: Any, visit: Any, page: str) -> None:
    evening = played()
    names = public.people(evening.evening)
    said = words(html(visit(evening, page)))
    assert "Who pays whom" in said
    for payer, payee, points in public.results_shown(evening.evening).payments() or ():
        assert f"{names[payer]} {names[payee]} {points}" in said


def test_a_penalty_counts_in_the_standings_and_is_not_paid(played: Any) -> None:
    evening = played(until="finished")
    before = settled(evening)
    code = next(iter(differences(evening)))
    evening.act(acts.Penalty(tickets=[code], points=-25, reason="late"))
    assert sum(differences(evening).values()) == -25
    assert settled(evening) == before


def test_a_substitute_who_inherits_pays_for_the_player_replaced(make_evening: Any) -> None:
    evening = make_evening(7, rounds=2, until="playing", substitute="inherits", **ASCOT)
    for step in ("bell", "settled"):
        evening.step_to(step)
    ticket = evening.evening.tickets.order_by("number").first()
    code = ticket.code
    evening.act(acts.Penalty(tickets=[code], points=-25, reason="late"))
    evening.act(evenings.substitute_guest, ticket=ticket, name="Nell Guest")
    for step in ("drafted", "moved", "playing", "bell", "settled", "drafted"):
        evening.step_to(step)
    evening.act(acts.Finish())
    evening.step_to("published")
    assert code not in differences(evening)
    assert any(settled(evening).values())


def test_nobody_pays_before_the_end_or_where_points_are_not_settled(make_evening: Any, visit: Any) -> None:
    in_play = make_evening(7, rounds=2, until="settled", **ASCOT)
    assert public.results_shown(in_play.evening).payments() is None
    assert "Who pays whom" not in words(html(visit(in_play)))
    progressive = make_evening(8, rounds=1, name="Saturday", until="published")
    assert public.results_shown(progressive.evening).payments() is None
    assert "Who pays whom" not in words(html(visit(progressive)))


def test_while_results_are_corrected_the_public_has_the_payments_that_were_published(played: Any) -> None:
    evening = played()
    before = public.results_shown(evening.evening).payments()
    evening.act(acts.AdjustGame(round=1, table=1, points=[480, 0, 0], reason="a torn card"))
    assert public.results_shown(evening.evening).payments() == before
    assert public.ResultsShown(evening.evening).payments() != before


def test_the_desk_prints_them(played: Any, club: Club, director: User, make_evening: Any) -> None:
    desk = Desk(signed_in(director), club)
    over = desk.of(played())
    assert over.url("desk-payments") in over.see("desk-papers")
    assert "Pays Receives Points" in words(over.see("desk-payments"))
    in_play = desk.of(make_evening(7, rounds=2, name="Saturday", until="settled", **ASCOT))
    assert "Nobody pays yet" in words(in_play.see("desk-payments"))
    progressive = desk.of(make_evening(8, rounds=1, name="Sunday"))
    assert desk.client.get(progressive.url("desk-payments")).status_code == 404


def test_they_are_asked_for_equally_often_however_many_play(played: Any, visit: Any) -> None:
    few, many = played(6), played(13, name="Saturday")
    assert len(asked(lambda: visit(few, "print/"))) == len(asked(lambda: visit(many, "print/")))
