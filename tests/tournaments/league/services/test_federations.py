"""Clubs come into a federation by their own word, one at a time, and leave it by either side's."""

from __future__ import annotations

import pytest

from tests.tournaments.league.federated import BY, a_club, a_federation, joined
from tests.tournaments.the_rows import everything, refused
from tournaments.club.models import Club
from tournaments.league.models import FederationClub
from tournaments.league.reads import seasons
from tournaments.league.services import federations

pytestmark = pytest.mark.django_db


@pytest.fixture
def owls() -> Club:
    return a_club("Owl Club")


def names(club: Club) -> list[str]:
    """The clubs of the federation in which a club is."""
    found = seasons.federation_of(club)
    return [each.name for each in seasons.clubs_of(found)] if found else []


def test_whoever_founds_a_federation_is_in_it_and_a_club_that_is_asked_is_once_it_agrees(
    club: Club, owls: Club
) -> None:
    made = a_federation(club)
    assert (made.slug, names(club), names(owls)) == ("card-union", ["Rooster Club"], [])
    asked = federations.ask(host=club, club=owls, **BY)
    assert federations.ask(host=club, club=owls, **BY) == asked, "asking twice is asking once"
    assert (names(owls), seasons.invitations_of(owls)) == ([], [asked])
    federations.agree(asked=asked, **BY)
    assert names(owls) == ["Owl Club", "Rooster Club"]


def test_two_federations_of_one_name_have_two_addresses(club: Club, owls: Club) -> None:
    assert [a_federation(one).slug for one in (club, owls)] == ["card-union", "card-union-2"]


def test_a_club_is_in_one_federation_at_a_time(club: Club, owls: Club) -> None:
    a_federation(club)
    asked = federations.ask(host=club, club=owls, **BY)
    a_federation(owls, name="Night Union")
    with refused("asked elsewhere"):
        federations.agree(asked=asked, **BY)
    with refused("club elsewhere"):
        federations.ask(host=club, club=owls, **BY)
    with refused(" elsewhere"):
        federations.create(club=owls, name="Another", **BY)


def test_the_club_that_has_been_in_it_for_longest_asks_others_in(club: Club, owls: Club) -> None:
    a_federation(club, [owls])
    hens = a_club("Hen Club")
    with refused("club not-now"):
        federations.ask(host=owls, club=hens, **BY)
    own = seasons.membership_of(club)
    assert own is not None
    federations.end(row=own, **BY)
    with refused("club not-now"):
        federations.ask(host=club, club=hens, **BY)
    joined(owls, hens)
    assert names(hens) == ["Hen Club", "Owl Club"]


def test_an_invitation_that_was_withdrawn_opens_nothing(club: Club, owls: Club) -> None:
    a_federation(club)
    asked = federations.ask(host=club, club=owls, **BY)
    federations.end(row=asked, **BY)
    with refused("asked not-now"):
        federations.agree(asked=asked, **BY)
    assert seasons.invitations_of(owls) == []
    joined(club, owls)
    assert names(owls) == ["Owl Club", "Rooster Club"], "it can be asked again"


def test_what_has_ended_stays_as_it_was_and_a_club_may_come_again(club: Club, owls: Club) -> None:
    a_federation(club, [owls])
    row = FederationClub.objects.get(club=owls)
    federations.end(row=row, **BY)
    before = everything()
    federations.end(row=row, by="user:9", at=BY["at"])
    assert everything() == before, "ending twice is ending once"
    joined(club, owls)
    assert FederationClub.objects.filter(club=owls).count() == 2


def test_a_bad_name_is_refused(club: Club) -> None:
    with refused("name empty"):
        federations.create(club=club, name="  ", **BY)
