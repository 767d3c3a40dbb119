"""Officers of a club: inviting one by a link, accepting it once, withdrawing it, and giving an office up."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from scoring.faults import Faults
from tests.tournaments.an_evening import Make
from tests.tournaments.club.a_user import shown_link
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in, words
from tests.tournaments.the_rows import everything, refused, unchanged
from tournaments.club.models import Club, Invitation, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import invitations
from tournaments.evening.models import Evening

PAGE = "/desk/rooster-club/officers/"
ACCOUNT = {"person": "Bea Lowe", "username": "bea", "password": "five of owls takes it"}


def invited(desk: Desk, called: str = "Bea", **office: str) -> str:
    """The address that the page shows once, for a new invitation."""
    answer = desk.client.post(PAGE, {"called": called, "role": "director", **office})
    return shown_link(answer, "invitation")


def test_who_is_invited_makes_an_account_and_is_an_officer(desk: Desk) -> None:
    link = invited(desk)
    guest = Client()
    assert "Become an officer of Rooster Club" in words(html(guest.get(link)))
    answer = guest.post(link, ACCOUNT, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/rooster-club/"
    assert "You are an officer of Rooster Club now." in html(answer)
    user = User.objects.get(username="bea")
    assert (user.get_full_name(), user.is_superuser, user.is_founder) == ("Bea Lowe", False, False)
    assert user.check_password(ACCOUNT["password"])
    assert [officer.user for officer in desk.club.officers.order_by("pk")][-1] == user


def test_who_has_an_account_accepts_with_that_and_an_officer_stays_one(desk: Desk, stranger: Client) -> None:
    link = invited(desk)
    assert "signed in as stranger" in words(html(stranger.get(link)))
    assert stranger.post(link)["Location"] == "/desk/rooster-club/"
    assert desk.club.officers.filter(user__username="stranger").count() == 1
    assert desk.client.post(invited(desk))["Location"] == "/desk/rooster-club/"
    assert desk.club.officers.count() == 2


def test_a_link_is_shown_once_and_its_invitation_for_a_week_until_it_is_accepted(desk: Desk) -> None:
    link = invited(desk, "Cousin Bea")
    token, row, page = link.split("/")[2], Invitation.objects.get(), html(desk.client.get(PAGE))
    assert ("Cousin Bea" in page, token in page, token in str(everything())) == (True, False, False)
    assert len(token) >= 43
    assert row.expires_at - row.made_at == timedelta(days=7)
    assert row.made_at <= timezone.now()
    Client().post(link, ACCOUNT)
    assert "Cousin Bea" not in html(desk.client.get(PAGE))


GONE = {
    "used": lambda row: Invitation.objects.update(used_at=row.made_at),
    "withdrawn": lambda row: Invitation.objects.update(revoked_at=row.made_at),
    "expired": lambda row: Invitation.objects.update(expires_at=row.made_at - timedelta(seconds=1)),
    "of a club that was put away": lambda row: Club.objects.filter(pk=row.club_id).update(
        is_demo=True, put_away_at=row.made_at
    ),
    "of an owner who was dismissed": lambda row: Officer.objects.filter(user=row.made_by).delete(),
    "of an owner who is secretary now": lambda row: Officer.objects.filter(user=row.made_by).update(role=3),
    "of an owner whose account is closed": lambda row: User.objects.filter(pk=row.made_by_id).update(
        is_active=False
    ),
    "never made": lambda row: Invitation.objects.all().delete(),
}


@pytest.mark.parametrize("end", GONE.values(), ids=GONE)
def test_an_ended_invitation_opens_nothing(desk: Desk, stranger: Client, end: object) -> None:
    link = invited(desk)
    end(Invitation.objects.get())  # type: ignore[operator]
    visitor = Client()
    with unchanged():
        answers = [browser.get(link) for browser in (visitor, stranger)]
        for answer in (*answers, *(browser.post(link, ACCOUNT) for browser in (visitor, stranger))):
            assert answer.status_code == 410
            assert "Ask whoever sent it for a new one." in words(html(answer))


def test_of_two_who_accept_at_once_one_has_an_account(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    link = invited(desk)
    seen = Invitation.objects.select_related("club").get()
    monkeypatch.setattr("tournaments.club.reads.access.open_invitation", lambda _hash, at: seen)
    first, second = Client().post(link, ACCOUNT), Client().post(link, {**ACCOUNT, "username": "bee"})
    assert (first.status_code, second.status_code) == (302, 410)
    assert not User.objects.filter(username="bee").exists()


REFUSED = {
    "no name": ({"person": ""}, "This field is required."),
    "a name that is taken, in capitals": ({"username": "DIRECTOR"}, "Somebody has this username already"),
    "a password that anybody would guess": ({"password": "password1"}, "too common"),
}


@pytest.mark.parametrize(("changed", "said"), REFUSED.values(), ids=REFUSED)
def test_a_bad_account_leaves_the_invitation_open(desk: Desk, changed: dict[str, str], said: str) -> None:
    link = invited(desk)
    with unchanged():
        answer = Client().post(link, {**ACCOUNT, **changed})
    assert answer.status_code == 422
    assert said in words(html(answer))


def test_it_can_be_withdrawn(desk: Desk) -> None:
    link = invited(desk)
    pk = Invitation.objects.get().pk
    answer = desk.client.post(f"{PAGE}invitation/{pk}/withdraw/", follow=True)
    assert "The invitation is withdrawn." in html(answer)
    assert Client().get(link).status_code == 410
    assert desk.client.post(f"{PAGE}invitation/{pk}/withdraw/").status_code == 404
    with pytest.raises(Http404):  # whoever had found it before is not told that it is withdrawn
        invitations.withdraw_invitation(invitation=Invitation.objects.get(pk=pk), at=timezone.now())


def test_nobody_invites_nobody_or_without_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for sent in ({"called": " "}, {"called": "Bea", "role": "director", "ends_at": "2020-01-01"}):
        assert desk.client.post(PAGE, sent).status_code == 422
    monkeypatch.setattr(invitations, "MOST_OPEN", 1)
    invited(desk)
    answer = desk.client.post(PAGE, {"called": "Another", "role": "director"})
    assert answer.status_code == 422
    assert "withdraw one first" in words(html(answer))


def test_an_office_of_ones_own_is_given_up_and_nobody_elses(desk: Desk, stranger: Client) -> None:
    link = invited(desk)
    stranger.post(link)
    mine, theirs = desk.club.officers.order_by("pk")
    assert stranger.post(f"/access/office/{mine.pk}/give-up/").status_code == 404
    page = html(stranger.get("/access/"))
    assert f"/access/office/{theirs.pk}/give-up/" in page
    answer = stranger.post(f"/access/office/{theirs.pk}/give-up/", follow=True)
    assert "You have given the office up." in html(answer)
    assert list(desk.club.officers.all()) == [mine]
    answer = desk.client.post(f"/access/office/{mine.pk}/give-up/", follow=True)
    assert "A club needs an owner" in html(answer)


def test_roles_change_and_offices_end_but_that_of_the_last_owner(desk: Desk) -> None:
    Client().post(invited(desk), ACCOUNT)
    mine, hers = desk.club.officers.order_by("pk")
    answer = desk.client.post(f"{PAGE}{hers.pk}/role/", {"role": "3"}, follow=True)
    assert "Bea Lowe is secretary now." in words(html(answer))
    answer = desk.client.post(f"{PAGE}{mine.pk}/role/", {"role": "1"}, follow=True)
    assert "A club needs an owner" in html(answer)
    assert desk.client.post(f"{PAGE}{hers.pk}/role/", {"role": "9"}).status_code == 404
    answer = desk.client.post(f"{PAGE}{hers.pk}/role/", {"role": "hand-over"}, follow=True)
    assert "Bea Lowe owns the club now; you are its secretary." in words(html(answer))
    assert [officer.role for officer in desk.club.officers.order_by("pk")] == [Role.SECRETARY, Role.OWNER]
    assert "Invite an officer" not in html(desk.client.get(PAGE))
    bea = signed_in(hers.user)
    assert "The office is ended." in html(bea.post(f"{PAGE}{mine.pk}/dismiss/", follow=True))
    assert desk.client.get(PAGE).status_code == 404
    answer = bea.post(f"{PAGE}{hers.pk}/dismiss/", follow=True)
    assert "A club needs an owner; make somebody else one first." in html(answer)
    assert list(desk.club.officers.all()) == [hers]


def test_an_office_ends_with_its_last_day(desk: Desk) -> None:
    last = timezone.localdate() + timedelta(days=3)
    Client().post(invited(desk, ends_at=last.isoformat()), ACCOUNT)
    hers = desk.club.officers.order_by("pk")[1]
    bea = signed_in(hers.user)
    assert bea.get("/desk/rooster-club/").status_code == 200
    Officer.objects.filter(pk=hers.pk).update(ends_at=timezone.now() - timedelta(minutes=1))
    assert bea.get("/desk/rooster-club/").status_code == 404


def test_one_evening_alone_is_all_that_its_scorer_finds(desk: Desk, make_evening: Make) -> None:
    room, other = make_evening(8, until="playing"), make_evening(8, until="playing", name="Another")
    Evening.objects.update(date=timezone.localdate() + timedelta(days=1))
    bea = Client()
    bea.post(invited(desk, role="scorer", evening=room.evening.slug), ACCOUNT)
    board = f"/desk/rooster-club/{room.evening.slug}/"
    assert bea.get("/desk/")["Location"] == board
    assert bea.get(board).status_code == 200
    assert bea.get(f"{board}plan/").status_code == 403
    assert bea.get(f"/desk/rooster-club/{other.evening.slug}/").status_code == 404
    assert bea.get("/desk/rooster-club/").status_code == 404


def test_an_account_that_was_closed_does_not_keep_a_club(desk: Desk) -> None:
    Client().post(invited(desk), ACCOUNT)
    User.objects.filter(username="bea").update(is_active=False)
    mine = desk.club.officers.order_by("pk")[0]
    with pytest.raises(Faults):
        invitations.dismiss_officer(mine)


@pytest.fixture
def keeper(db: None) -> Client:
    """Whoever looks after the server, in Django's admin."""
    return signed_in(User.objects.create_superuser("keeper", password="a long enough password"))


@pytest.fixture
def owner(club: Club) -> Officer:
    return club.officers.get(role=Role.OWNER)


def another(club: Club, role: Role = Role.SECRETARY, *, active: bool = True) -> Officer:
    user = User.objects.create_user(f"another-{role}", is_active=active)
    return Officer.objects.create(club=club, user=user, role=role)


def officers_form(club: Club, **changed: Any) -> dict[str, Any]:
    """What the admin's page of a club sends, its first officer changed."""
    rows = list(club.officers.order_by("pk"))
    sent: dict[str, Any] = {"name": club.name, "slug": club.slug, "time_zone": club.time_zone}
    sent |= {"made_at_0": "2026-11-20", "made_at_1": "19:30:00"}
    sent |= {"officers-TOTAL_FORMS": len(rows), "officers-INITIAL_FORMS": len(rows)}
    for place, row in enumerate(rows):
        each = {"id": row.pk, "club": club.pk, "user": row.user_id, "role": row.role}
        sent |= {
            f"officers-{place}-{name}": value
            for name, value in ({**each, **changed} if not place else each).items()
        }
    return sent


def test_the_officers_page_of_the_admin_keeps_an_owner(keeper: Client, club: Club, owner: Officer) -> None:
    page = f"/admin/tournaments/club/{club.pk}/change/"
    before = Officer.objects.count()
    for changed in ({"role": int(Role.SCORER)}, {"DELETE": "on"}):
        answer = keeper.post(page, officers_form(club, **changed))
        assert answer.status_code == 200
        assert "Rooster Club would have no owner" in words(html(answer))
    assert Officer.objects.count() == before
    another(club, Role.OWNER)
    assert keeper.post(page, officers_form(club, role=int(Role.SCORER))).status_code == 302
    owner.refresh_from_db()
    assert owner.role == Role.SCORER


def test_the_last_owner_is_not_deleted_or_switched_off(keeper: Client, club: Club, owner: Officer) -> None:
    where = f"/admin/tournaments/user/{owner.user_id}/"
    before = everything()
    keeper.post(f"{where}delete/", {"post": "yes"})
    chosen = {"action": "delete_selected", "_selected_action": [str(owner.user_id)], "post": "yes"}
    keeper.post("/admin/tournaments/user/", chosen)
    joined = {"date_joined_0": "2026-11-20", "date_joined_1": "19:30:00"}
    answer = keeper.post(f"{where}change/", {"username": "director", **joined})
    assert "Rooster Club would have no owner" in words(html(answer))
    assert {name: rows for name, rows in everything().items() if name != "User"} == {
        name: rows for name, rows in before.items() if name != "User"
    }
    owner.user.refresh_from_db()
    assert owner.user.is_active
    another(club, Role.OWNER)
    assert keeper.post(f"{where}delete/", {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=owner.user_id).exists()


def test_whoever_no_longer_owns_a_club_does_not_hand_it_over(club: Club, owner: Officer) -> None:
    other = another(club, Role.OWNER)
    invitations.change_role(owner, invitations.NewRole(role="scorer"))
    third = another(club)
    with refused(" not-yours"):
        invitations.hand_club_over(third, owner.user)
    assert set(club.officers.values_list("pk", "role")) == {
        (owner.pk, Role.SCORER),
        (other.pk, Role.OWNER),
        (third.pk, Role.SECRETARY),
    }


def test_nobody_hands_a_club_to_an_account_that_is_switched_off(club: Club, owner: Officer) -> None:
    other = another(club, active=False)
    with refused(" inactive"):
        invitations.hand_club_over(other, owner.user)
