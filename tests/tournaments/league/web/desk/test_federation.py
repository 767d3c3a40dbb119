"""The federation of a club at the desk: owners found, invite, answer and leave; secretaries look."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.league.federated import a_club, a_federation
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.league.models import FederationClub


@pytest.fixture
def owls(desk: Desk) -> Desk:
    """The desk of another club."""
    owner = User.objects.create_user("owl")
    return Desk(signed_in(owner), a_club("Owl Club", owner))


def row_of(club: Club) -> int:
    return FederationClub.objects.get(club=club, ended_at=None).pk


def test_a_federation_is_founded_and_a_club_comes_in_and_leaves(desk: Desk, owls: Desk) -> None:
    assert "Invite the other clubs." in desk.press("desk-federation", name="Card Union")
    assert "Owl Club is invited" in words(desk.press("desk-federation-ask", club=owls.club.pk))
    assert "Card Union" in owls.see("desk-federation")
    said = words(owls.press("desk-federation-answer", row_of(owls.club), answer="agree"))
    assert "The club is in Card Union now." in said.replace("\u2068", "").replace("\u2069", "")
    said = words(desk.see("desk-federation"))
    assert "Rooster Club leads the federation" in said
    assert "Remove club Owl Club" in said
    assert "Remove club" not in owls.see("desk-federation")
    owls.press("desk-federation-end", row_of(owls.club))
    assert "A new federation" in owls.see("desk-federation")


def test_an_invitation_is_declined_or_withdrawn(desk: Desk, owls: Desk) -> None:
    a_federation(desk.club)
    for who, name, entered in (
        (owls, "desk-federation-answer", {"answer": "decline"}),
        (desk, "desk-federation-end", {}),
    ):
        desk.press("desk-federation-ask", club=owls.club.pk)
        who.press(name, row_of(owls.club), **entered)
        assert not FederationClub.objects.filter(club=owls.club, ended_at=None).exists()


def test_the_leading_club_lets_others_go_and_no_other_does(desk: Desk, owls: Desk) -> None:
    a_federation(desk.club, [owls.club])
    assert owls.client.post(owls.url("desk-federation-end", row_of(desk.club))).status_code == 404
    desk.press("desk-federation-end", row_of(owls.club))
    assert "A new federation" in owls.see("desk-federation")


def test_what_cannot_be_is_refused_and_says_so(desk: Desk, owls: Desk) -> None:
    assert "nothing was entered" not in desk.see("desk-federation")
    desk.refused("desk-federation", name=" ")
    a_federation(desk.club)
    for key in ("", "x", str(desk.club.pk), "9" * 30):
        assert "Choose a club that is in no federation yet." in desk.press("desk-federation-ask", club=key)
    assert "in “Card Union” already" in desk.refused("desk-federation", name="Another")


def test_a_secretary_looks_and_an_owner_decides(desk: Desk, owls: Desk) -> None:
    a_federation(desk.club, [owls.club])
    Officer.objects.filter(club=owls.club).update(role=Role.SECRETARY)
    said = owls.see("desk-federation")
    assert "Rooster Club" in said
    assert "Leave the federation" not in said
    answer = owls.client.post(owls.url("desk-federation-end", row_of(owls.club)))
    assert answer.status_code == 403
    assert reverse("web:federation", args=["card-union"]) in html(
        owls.client.get(owls.url("desk-federation"))
    )
