"""The federation of a club at the desk, and who is one person in several of its clubs; secretaries look."""

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.kept_rows import an_evening
from tests.tournaments.league.people import a_club, a_federation, joined
from tournaments.club.models import Club, Player, User
from tournaments.club.roles import Audience
from tournaments.club.services import clubs
from tournaments.league.models import Federation, FederationClub, PersonBond


@pytest.fixture
def owls(desk: Desk) -> Desk:
    owner = User.objects.create_user("owl")
    return Desk(signed_in(owner), a_club("Owl Club", owner))


def test_a_federation_is_founded_and_a_club_comes_in_and_leaves(desk: Desk, owls: Desk) -> None:
    assert "Invite the other clubs." in desk.press("desk-federation", name="Card Union")
    assert "Owl Club is invited" in words(desk.press("desk-federation-ask", club=owls.club.slug))
    assert "Card Union" in owls.see("desk-federation")
    said = words(owls.press("desk-federation-agree", "card-union"))
    assert "The club is in Card Union now." in said.replace("\u2068", "").replace("\u2069", "")
    said = words(desk.see("desk-federation"))
    assert "Rooster Club leads the federation" in said
    assert "Remove club Owl Club" in said
    assert "Remove club" not in owls.see("desk-federation")
    owls.press("desk-federation-end", owls.club.slug)
    assert "A new federation" in owls.see("desk-federation")


def test_an_invitation_is_declined_or_withdrawn(desk: Desk, owls: Desk) -> None:
    a_federation(desk.club)
    for who, name, about in (
        (owls, "desk-federation-decline", "card-union"),
        (desk, "desk-federation-end", owls.club.slug),
    ):
        desk.press("desk-federation-ask", club=owls.club.slug)
        who.press(name, about)
        assert not FederationClub.objects.filter(club=owls.club, ended_at=None).exists()


def test_the_leading_club_lets_others_go_and_no_other_does(desk: Desk, owls: Desk) -> None:
    a_federation(desk.club, [owls.club])
    assert owls.client.post(owls.url("desk-federation-end", desk.club.slug)).status_code == 404
    desk.press("desk-federation-end", owls.club.slug)
    assert "A new federation" in owls.see("desk-federation")


def test_what_cannot_be_is_refused_and_says_so(desk: Desk, owls: Desk) -> None:
    assert "nothing was entered" not in desk.see("desk-federation")
    desk.refused("desk-federation", name=" ")
    a_federation(desk.club)
    for key in ("x", str(desk.club.pk), "9" * 30):
        assert "is no club of this server" in desk.press("desk-federation-ask", club=key)
    assert "in “Card Union” already" in words(desk.press("desk-federation-ask", club=desk.club.slug))
    assert "in “Card Union” already" in desk.refused("desk-federation", name="Another")


@pytest.fixture
def neighbours(desk: Desk, owls: Desk) -> Desk:
    """Another club's, in a federation with the first; eight have played there."""
    a_federation(desk.club, [owls.club])
    an_evening(owls.club, 8, at=START, until="published", rounds=1)
    return owls


@pytest.fixture
def ann(desk: Desk) -> Player:
    return clubs.add_player(club=desk.club, name="Ann", at=START)


def first(club: Club) -> Player:
    return club.players.earliest("name")


def plain(page: str) -> str:
    return words(page).replace("\u2068", "").replace("\u2069", "")


def test_one_club_asks_and_the_other_says_yes_or_ends_it(desk: Desk, neighbours: Desk, ann: Player) -> None:
    other = first(neighbours.club)
    said = plain(desk.press("desk-bonds", one=ann.pk, other=other.pk))
    assert f"Waiting for the other club Ann = {other.name} Owl Club" in said
    row = PersonBond.objects.get()
    assert desk.client.post(desk.url("desk-bond-agree", row.pk)).status_code == 404, "it asks itself"
    assert f"Other clubs ask {other.name} = Ann Rooster Club" in plain(neighbours.see("desk-bonds"))
    said = plain(neighbours.press("desk-bond-agree", row.pk))
    assert f"Ann and {other.name} count as one person in the federation now." in said
    assert "In several clubs Ann Rooster Club =" in plain(desk.see("desk-bonds"))
    desk.press("desk-bond-end", row.pk)
    assert "In several clubs" not in plain(neighbours.see("desk-bonds"))


def test_of_another_club_only_those_it_shows_are_seen(desk: Desk, neighbours: Desk, ann: Player) -> None:
    hidden = clubs.add_player(club=neighbours.club, name="Hidden Hal", at=START)
    page = desk.see("desk-bonds")
    assert "Hidden Hal" not in page
    assert f">{first(neighbours.club).name}</option>" in page
    desk.refused("desk-bonds", one=ann.pk, other=hidden.pk)
    Club.objects.filter(pk=neighbours.club.pk).update(players_for=Audience.WITH_LINK)
    assert f">{first(neighbours.club).name}</option>" not in desk.see("desk-bonds")


def test_of_several_clubs_the_people_of_one_are_offered(desk: Desk, neighbours: Desk) -> None:
    hens = a_club("Hen Club")
    joined(desk.club, hens)
    offered = f">{first(neighbours.club).name}</option>"
    assert offered not in desk.see("desk-bonds")
    assert offered in desk.see("desk-bonds", **{"with": neighbours.club.slug})
    FederationClub.objects.exclude(club=desk.club).update(ended_at=START)
    assert "Ask the other club" not in desk.see("desk-bonds")


@pytest.mark.parametrize("entered", [{}, {"one": "x", "other": "9" * 30}])
def test_nobody_is_chosen(desk: Desk, neighbours: Desk, ann: Player, entered: dict[str, Any]) -> None:
    assert "Nobody was chosen" in desk.refused("desk-bonds", **entered)


def test_without_a_federation_the_page_leads_to_founding_one(desk: Desk) -> None:
    answer = desk.client.get(desk.url("desk-bonds"))
    assert answer["Location"] == desk.url("desk-federation")
    assert desk.client.post(desk.url("desk-bond-end", 1)).status_code == 404


def test_a_player_of_both_says_so_and_takes_it_back(desk: Desk, neighbours: Desk, ann: Player) -> None:
    user = User.objects.create_user("ann")
    client = signed_in(user)
    union = Federation.objects.get().slug
    one, several = (reverse(f"web:own-players-as-{word}", args=[union]) for word in ("one", "several"))
    Player.objects.filter(pk=ann.pk).update(account=user)
    assert "Count as one person" not in html(client.get("/me/"))
    assert client.post(one).status_code == 404
    Player.objects.filter(pk=first(neighbours.club).pk).update(account=user)
    assert "Count as one person" in html(client.get("/me/"))
    told = client.post(one, follow=True)
    assert "You count as one person in the federation now." in html(told)
    assert "Count as several people" in html(client.get("/me/"))
    client.post(several)
    assert "Count as one person" in html(client.get("/me/"))
