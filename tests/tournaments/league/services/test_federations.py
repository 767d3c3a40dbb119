"""Clubs come into a federation by their own word; who is one person in two of them is so by the word of both."""

from typing import NamedTuple

import pytest

from tests.tournaments.conftest import START
from tests.tournaments.league.people import BY, a_club, a_federation, joined
from tests.tournaments.the_rows import everything, refused
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs, members
from tournaments.league.models import Federation, FederationClub, PersonBond
from tournaments.league.reads import persons, seasons
from tournaments.league.reads.persons import bound
from tournaments.league.services import bonds, federations
from tournaments.league.services.federations import NewFederation


@pytest.fixture
def owls() -> Club:
    return a_club("Owl Club")


def names(club: Club) -> list[str]:
    found = seasons.federation_of(club)
    return [each.name for each in seasons.clubs_of(found)] if found else []


def test_the_founder_is_in_it_and_a_club_that_is_asked_once_it_agrees(club: Club, owls: Club) -> None:
    made = a_federation(club)
    assert (made.slug, names(club), names(owls)) == ("card-union", ["Rooster Club"], [])
    asked = federations.ask(host=club, club=owls, **BY)
    assert federations.ask(host=club, club=owls, **BY) == asked, "asking twice is asking once"
    assert (names(owls), seasons.invitations_of(owls)) == ([], [asked])
    federations.agree(asked=asked, **BY)
    assert names(owls) == ["Owl Club", "Rooster Club"]


def test_two_of_one_name_have_two_addresses_and_none_has_no_name(club: Club, owls: Club) -> None:
    assert [a_federation(one).slug for one in (club, owls)] == ["card-union", "card-union-2"]
    with refused("name empty"):
        federations.create(club=club, new=NewFederation(name="  "), **BY)


def test_a_club_is_in_one_federation_at_a_time(club: Club, owls: Club) -> None:
    a_federation(club)
    asked = federations.ask(host=club, club=owls, **BY)
    a_federation(owls, name="Night Union")
    with refused("asked elsewhere"):
        federations.agree(asked=asked, **BY)
    with refused("club elsewhere"):
        federations.ask(host=club, club=owls, **BY)
    with refused(" elsewhere"):
        federations.create(club=owls, new=NewFederation(name="Another"), **BY)


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


class Scene(NamedTuple):
    """Two clubs in a federation, and Ann in both."""

    federation: Federation
    club: Club
    owls: Club
    ann: Player
    owl_ann: Player

    def asked(self) -> PersonBond:
        return bonds.ask(federation=self.federation, one=self.ann, other=self.owl_ann, **BY)

    def bound(self) -> PersonBond:
        row = self.asked()
        bonds.agree(bond=row, **BY)
        return row

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return persons.bonds_in(self.federation)


def a_player(club: Club, name: str = "Ann", account: User | None = None) -> Player:
    made = clubs.add_player(club=club, name=name, at=START)
    Player.objects.filter(pk=made.pk).update(account=account)
    return made


@pytest.fixture
def scene(club: Club) -> Scene:
    owls = a_club("Owl Club")
    return Scene(a_federation(club, [owls]), club, owls, a_player(club), a_player(owls))


@pytest.mark.parametrize(
    ("merged", "pairs", "found"),
    [
        ({}, [("2", "1")], {"2": "1"}),
        ({}, [("9", "10"), ("10", "8")], {"10": "9", "9": "8"}),
        ({}, [("1", "2"), ("2", "3"), ("3", "1")], {"2": "1", "3": "1"}),
        ({"1": "5"}, [("1", "7")], {"1": "5", "7": "5"}),
        ({"4": "3", "3": "2"}, [("4", "1"), ("1", "3")], {"4": "3", "3": "2", "2": "1"}),
    ],
)
def test_bonds_are_followed_beside_merges_and_never_in_a_circle(
    merged: dict[str, str], pairs: list[tuple[str, str]], found: dict[str, str]
) -> None:
    assert bound(merged, pairs) == found


def test_two_are_one_once_the_other_club_agrees_and_two_again_when_somebody_ends_it(scene: Scene) -> None:
    row = scene.asked()
    assert scene.asked() == row, "asking twice is asking once"
    assert scene.pairs == []
    bonds.agree(bond=row, **BY)
    assert scene.pairs == [(str(scene.ann.pk), str(scene.owl_ann.pk))]
    bonds.end(bond=row, **BY)
    assert scene.pairs == []
    before = everything()
    bonds.end(bond=row, by="user:9", at=START)
    assert everything() == before, "ending twice is ending once"


def test_a_question_that_was_withdrawn_cannot_be_answered(scene: Scene) -> None:
    row = scene.asked()
    bonds.end(bond=row, **BY)
    with refused(" not-now"):
        bonds.agree(bond=row, **BY)


def test_people_of_one_club_or_of_a_club_outside_are_refused(scene: Scene) -> None:
    stranger = a_player(a_club("Elsewhere"))
    for other in (a_player(scene.club, "Anne"), stranger):
        with refused("other strangers"):
            bonds.ask(federation=scene.federation, one=scene.ann, other=other, **BY)


def test_nobody_becomes_two_people_of_one_club_but_of_two_who_are_merged_there(scene: Scene) -> None:
    scene.bound()
    other = a_player(scene.owls, "Anne")
    with refused("other same-club"):
        bonds.ask(federation=scene.federation, one=scene.ann, other=other, **BY)
    bonds.merge(duplicate=other, into=scene.owl_ann, **BY)
    bonds.ask(federation=scene.federation, one=scene.ann, other=other, **BY)


def test_whoever_has_claimed_both_is_one_person_by_their_own_word(scene: Scene) -> None:
    ann = User.objects.create_user("ann")
    Player.objects.filter(pk__in=[scene.ann.pk, scene.owl_ann.pk]).update(account=ann)
    assert [own.are_one for own in persons.own_players(ann)] == [False]
    bonds.join_own(federation=scene.federation, user=ann, **BY)
    assert [own.are_one for own in persons.own_players(ann)] == [True]
    bonds.end_own(federation=scene.federation, user=ann, **BY)
    assert scene.pairs == []


def test_the_person_ends_what_the_clubs_have_said(scene: Scene) -> None:
    scene.bound()
    ann = User.objects.create_user("ann")
    Player.objects.filter(pk=scene.ann.pk).update(account=ann)
    bonds.end_own(federation=scene.federation, user=ann, **BY)
    assert scene.pairs == []


def test_whoever_is_a_player_of_one_club_alone_has_nothing_to_say(scene: Scene) -> None:
    ann = User.objects.create_user("ann")
    a_player(scene.club, "Ann Lee", ann)
    a_player(a_club("Elsewhere"), "Ann Lee", ann)
    assert persons.own_players(ann) == []
    bonds.join_own(federation=scene.federation, user=ann, **BY)
    assert scene.pairs == []


def test_with_the_club_its_bonds_end(scene: Scene) -> None:
    scene.bound()
    federations.end(row=FederationClub.objects.get(club=scene.owls), **BY)
    assert scene.pairs == []


def test_whoever_is_erased_is_nobody_elsewhere(scene: Scene) -> None:
    scene.bound()
    members.erase_names(player=scene.owl_ann)
    assert not PersonBond.objects.exists()
