"""Warnings stay over evenings, for directors and secretaries of the club, until they are taken back or forgotten."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, signed_in
from tests.tournaments.the_rows import refused
from tournaments.club.models import Officer, Player, PlayerWarning, User
from tournaments.club.roles import Role
from tournaments.club.services.members import NewWarning, erase_names, warn_player

WHY = "shouted at a partner"


@pytest.fixture
def room(make_evening: Make) -> AnEvening:
    return make_evening(8, until="playing")


def page(player: Player, name: str = "desk-member-warnings", *args: object) -> str:
    return reverse(f"web:{name}", args=["rooster-club", player.pk, *args])


def warn(player: Player, **told: Any) -> PlayerWarning:
    warn_player(player, "user:1", timezone.now(), NewWarning(reason=WHY, **told))
    return player.warnings.latest("pk")


def test_a_director_warns_somebody_of_tonight_and_takes_it_back(room: AnEvening, desk: Desk) -> None:
    player, desk = room.players[0], desk.of(room)
    assert "1 warning" not in desk.see("desk-people")
    told = html(desk.client.post(page(player), {"reason": WHY, "evening": room.evening.slug}, follow=True))
    assert (WHY in told, room.evening.name in told) == (True, True)
    assert "1 warning" in desk.see("desk-people")
    assert WHY in html(desk.client.get(page(player, "desk-member")))
    row = PlayerWarning.objects.get()
    assert row.evening == room.evening
    told = html(desk.client.post(page(player, "desk-member-warning-back", row.pk), follow=True))
    assert (f"<s>{WHY}" in told.replace("\u2068", ""), "taken back on" in told) == (True, True)
    assert "1 warning" not in desk.see("desk-people")
    assert PlayerWarning.objects.get().taken_back_by.startswith("user:")
    acts = list(player.audit.order_by("pk").values_list("act", flat=True))
    assert acts[-2:] == ["warning-noted", "warning-taken-back"]


@pytest.mark.parametrize(("days", "shown"), [(1, True), (366, False)])
def test_those_of_the_last_twelve_months_stand_at_the_door(
    make_evening: Make, desk: Desk, days: int, *, shown: bool
) -> None:
    room = make_evening(8, until="check_in")
    warn(room.evening.tickets.all()[0].player)
    PlayerWarning.objects.update(at=timezone.now() - timedelta(days=days))
    assert ("1 warning" in desk.of(room).see()) is shown


@pytest.mark.parametrize(
    ("role", "of_the_evening", "status"),
    [
        (Role.SECRETARY, False, 200),
        (Role.DIRECTOR, False, 200),
        (Role.SCORER, False, 403),
        (Role.DIRECTOR, True, 404),
    ],
)
def test_who_reads_them(room: AnEvening, role: Role, status: int, *, of_the_evening: bool) -> None:
    warn(room.players[0])
    user = User.objects.create_user("somebody", password="a long enough password")
    there = room.evening if of_the_evening else None
    Officer.objects.create(user=user, club=room.evening.club, role=role, evening=there)
    client = signed_in(user)
    assert client.get(page(room.players[0])).status_code == status
    people = client.get(reverse("web:desk-people", args=["rooster-club", room.evening.slug]))
    assert ("1 warning" in people.content.decode()) is (status == 200)


def test_they_go_with_the_name_and_an_unknown_evening_is_refused(room: AnEvening) -> None:
    player = room.players[0]
    warn(player)
    with refused("evening unknown-evening"):
        warn(player, evening="never")
    with refused("reason no-reason"):
        warn_player(player, "user:1", timezone.now(), NewWarning(reason=" "))
    erase_names(player=player)
    assert not PlayerWarning.objects.exists()
