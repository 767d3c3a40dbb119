"""The last owner of a club cannot vanish: not in Django's admin either."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tests.tournaments.the_rows import everything, refused
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.club.services import invitations

pytestmark = pytest.mark.django_db


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
    invitations.change_role(club=club, pk=owner.pk, role=Role.SCORER)
    third = another(club)
    with refused(" not-yours"):
        invitations.hand_over(club=club, pk=third.pk, user_id=owner.user_id)
    assert set(club.officers.values_list("pk", "role")) == {
        (owner.pk, Role.SCORER),
        (other.pk, Role.OWNER),
        (third.pk, Role.SECRETARY),
    }


def test_nobody_hands_a_club_to_an_account_that_is_switched_off(club: Club, owner: Officer) -> None:
    other = another(club, active=False)
    with refused(" inactive"):
        invitations.hand_over(club=club, pk=other.pk, user_id=owner.user_id)
