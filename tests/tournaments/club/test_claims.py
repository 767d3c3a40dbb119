"""A player claims who they are, by a link from the club."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.club import a_user
from tests.tournaments.club.a_user import PASSWORD, enter, shown_link
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import everything, unchanged
from tournaments.club.models import Officer, Player, PlayerClaim, User
from tournaments.club.roles import Role
from tournaments.club.services import clubs, members

ACCOUNT = {"person": "Ada Marsh", "username": "ada", "password": PASSWORD}


@pytest.fixture
def ada(desk: Desk) -> Player:
    return clubs.add_player(club=desk.club, name="Ada Marsh", colour="", at=timezone.now())


def given(desk: Desk, player: Player) -> str:
    answer = desk.client.post(f"/desk/rooster-club/members/{player.pk}/claim/")
    return shown_link(answer, "claim")


def test_who_has_no_account_makes_one_and_finds_their_own_page(desk: Desk, ada: Player) -> None:
    link, guest = given(desk, ada), Client()
    asked = html(guest.get(link))
    assert "of Rooster Club?" in words(asked)
    assert 'value="Ada Marsh"' in asked, "the name is known"
    page = html(guest.post(link, ACCOUNT, follow=True))
    assert "Ada Marsh · Rooster Club Your page is here once" in words(page)
    assert guest.get("/desk/")["Location"] == "/me/"
    ada.refresh_from_db()
    assert ada.account == User.objects.get(username="ada")
    claim = PlayerClaim.objects.get()
    assert (claim.used_by, claim.made_by) == (ada.account, desk.club.officers.get().user)
    assert "has an account here" in words(html(desk.client.get(f"/desk/rooster-club/members/{ada.pk}/")))


def test_who_has_played_finds_their_own_page(desk: Desk, make_evening: Callable[..., AnEvening]) -> None:
    player = make_evening(8, until="published").evening.tickets.order_by("pk")[0].player
    guest = Client()
    guest.post(given(desk, player), ACCOUNT)
    page = f"/c/rooster-club/players/{player.pk}/"
    for withheld in (False, True):
        clubs.record_consents(player, "user:1", timezone.now(), clubs.NewConsents(name=not withheld))
        assert f'href="{page}"' in html(guest.get("/me/"))
        assert guest.get(page, follow=True).status_code == 200
    clubs.change_public_parts(desk.club, clubs.PublicParts(players="with-link"))
    assert "only to its officers, or to people with its link" in words(html(guest.get("/me/")))


def test_who_has_an_account_claims_with_that_and_is_one_person_of_a_club(desk: Desk, ada: Player) -> None:
    bob = clubs.add_player(club=desk.club, name="Bob Day", colour="", at=timezone.now())
    here, link = enter(a_user.make()), given(desk, bob)
    assert here.post(given(desk, ada))["Location"] == "/me/"
    assert Player.objects.get(account__username="bea") == ada
    answer = here.post(link)
    assert answer.status_code == 422
    assert "is another person of this club already" in words(html(answer))
    assert Client().get(link).status_code == 200


def test_a_link_works_once_and_the_last_alone(desk: Desk, ada: Player) -> None:
    first, second = given(desk, ada), given(desk, ada)
    token = second.split("/")[2]
    assert token not in str(everything())
    assert Client().get(first).status_code == 410
    Client().post(second, ACCOUNT)
    with unchanged():
        assert Client().post(second, {**ACCOUNT, "username": "eve"}).status_code == 410
    answer = desk.client.post(f"/desk/rooster-club/members/{ada.pk}/claim/", follow=True)
    assert "Somebody has claimed to be this person already" in words(html(answer))


ENDS: dict[str, Callable[[], object]] = {
    "expired": lambda: PlayerClaim.objects.update(expires_at=timezone.now() - timedelta(seconds=1)),
    "of a secretary who was dismissed": lambda: Officer.objects.all().delete(),
    "of a secretary who is director now": lambda: Officer.objects.update(role=Role.DIRECTOR),
    "of an account that is gone": lambda: PlayerClaim.objects.update(made_by=None),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_link_that_is_gone_opens_nothing(desk: Desk, ada: Player, end: Callable[[], object]) -> None:
    link = given(desk, ada)
    end()
    assert Client().post(link, ACCOUNT).status_code == 410
    assert not User.objects.filter(username="ada").exists()


def test_the_club_ends_it_and_erasing_ends_it_too(desk: Desk, ada: Player) -> None:
    guest = Client()
    guest.post(given(desk, ada), ACCOUNT)
    desk.client.post(f"/desk/rooster-club/members/{ada.pk}/claim/end/")
    assert "You are no player of a club yet." in words(html(guest.get("/me/")))
    guest.post(given(desk, ada))
    ada.refresh_from_db()
    members.erase_names(player=ada)
    assert not Player.objects.filter(account__isnull=False).exists()
    assert not PlayerClaim.objects.exists()
