"""People who play in several clubs, at the desk of each club and on their own page."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.federated import BY, a_club, a_federation, joined
from tournaments.club.models import Club, Player, User
from tournaments.club.publicity import Audience
from tournaments.club.services import clubs
from tournaments.league.models import Federation, FederationClub, PersonBond
from tournaments.league.services import bonds


@pytest.fixture
def owls(desk: Desk) -> Desk:
    """The desk of another club, in a federation with the first; eight have played there."""
    owner = User.objects.create_user("owl")
    club = a_club("Owl Club", owner)
    a_federation(desk.club, [club])
    an_evening(club, 8, at=START, until="published", rounds=1)
    return Desk(signed_in(owner), club)


@pytest.fixture
def ann(desk: Desk) -> Player:
    return clubs.add_player(club=desk.club, name="Ann", at=START)


def first(club: Club) -> Player:
    found = club.players.order_by("name").first()
    assert found is not None
    return found


def plain(page: str) -> str:
    return words(page).replace("\u2068", "").replace("\u2069", "")


def test_one_club_asks_and_the_other_says_yes_or_ends_it(desk: Desk, owls: Desk, ann: Player) -> None:
    other = first(owls.club)
    said = plain(desk.press("desk-bonds", one=ann.pk, other=other.pk))
    assert f"Waiting for the other club Ann = {other.name} Owl Club" in said
    row = PersonBond.objects.get()
    assert desk.client.post(desk.url("desk-bond-agree", row.pk)).status_code == 404, "it asks itself"
    assert f"Other clubs ask {other.name} = Ann Rooster Club" in plain(owls.see("desk-bonds"))
    said = plain(owls.press("desk-bond-agree", row.pk))
    assert f"Ann and {other.name} count as one person in the federation now." in said
    assert "In several clubs Ann Rooster Club =" in plain(desk.see("desk-bonds"))
    desk.press("desk-bond-end", row.pk)
    assert "In several clubs" not in plain(owls.see("desk-bonds"))


def test_a_club_sees_nobody_of_another_but_whom_that_shows_to_everybody(
    desk: Desk, owls: Desk, ann: Player
) -> None:
    hidden = clubs.add_player(club=owls.club, name="Hidden Hal", at=START)
    page = desk.see("desk-bonds")
    assert "Hidden Hal" not in page
    assert f">{first(owls.club).name}</option>" in page
    desk.refused("desk-bonds", one=ann.pk, other=hidden.pk)
    Club.objects.filter(pk=owls.club.pk).update(players_for=Audience.WITH_LINK)
    assert f">{first(owls.club).name}</option>" not in desk.see("desk-bonds")


def test_of_several_clubs_the_people_of_one_are_offered(desk: Desk, owls: Desk) -> None:
    hens = a_club("Hen Club")
    joined(desk.club, hens)
    assert f">{first(owls.club).name}</option>" not in desk.see("desk-bonds")
    assert f">{first(owls.club).name}</option>" in desk.see("desk-bonds", **{"with": owls.club.slug})
    FederationClub.objects.exclude(club=desk.club).update(ended_at=START)
    assert "Ask the other club" not in desk.see("desk-bonds")


@pytest.mark.parametrize("entered", [{}, {"one": "x", "other": "9" * 30}])
def test_whoever_chooses_nobody_is_told(desk: Desk, owls: Desk, ann: Player, entered: dict[str, Any]) -> None:
    assert "Nobody was chosen" in desk.refused("desk-bonds", **entered)


def test_without_a_federation_the_page_leads_to_founding_one(desk: Desk) -> None:
    answer = desk.client.get(desk.url("desk-bonds"))
    assert answer["Location"] == desk.url("desk-federation")
    assert desk.client.post(desk.url("desk-bond-end", 1)).status_code == 404


def test_a_bond_of_two_other_clubs_is_not_there(desk: Desk, owls: Desk) -> None:
    hens, wrens = a_club("Hen Club"), a_club("Wren Club")
    union = a_federation(hens, [wrens], name="Other union")
    one, other = (clubs.add_player(club=club, name="Eve", at=START) for club in (hens, wrens))
    row = bonds.ask(federation=union, one=one, other=other, **BY)
    for name in ("desk-bond-agree", "desk-bond-end"):
        assert desk.client.post(desk.url(name, row.pk)).status_code == 404


# --- oneself -----------------------------------------------------------------------------------------
def test_whoever_is_a_player_of_both_says_so_and_takes_it_back(desk: Desk, owls: Desk, ann: Player) -> None:
    user = User.objects.create_user("ann")
    client = signed_in(user)
    where = reverse("web:own-players-as-one", args=[Federation.objects.get().slug])
    Player.objects.filter(pk=ann.pk).update(account=user)
    assert "Count as one person" not in html(client.get("/me/"))
    assert client.post(where, {"answer": "one"}).status_code == 404
    Player.objects.filter(pk=first(owls.club).pk).update(account=user)
    assert "Count as one person" in html(client.get("/me/"))
    assert "You count as one person in the federation now." in html(
        client.post(where, {"answer": "one"}, follow=True)
    )
    assert "Count as several people" in html(client.get("/me/"))
    client.post(where, {"answer": "several"})
    assert "Count as one person" in html(client.get("/me/"))
