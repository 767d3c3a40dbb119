"""A request that is sent again with its key does nothing again: it is answered as it was."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault, officer
from tournaments.club.models import AnsweredRequest, Club, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import answered
from tournaments.evening.models import Evening
from tournaments.work.sweep import sweep

pytestmark = pytest.mark.django_db
PLAN = {"game": "chantecler", "rounds": 2}
KEY = {"Idempotency-Key": "the first"}
CREATES: dict[str, tuple[str, Any, type[Evening] | type[Player]]] = {
    "an evening": ("evenings/", {"name": "Friday", "date": "2026-11-27", "plan": PLAN}, Evening),
    "a member": ("players/", {"name": "Zoe Zed"}, Player),
    "several members": ("players/names/", {"names": ["Zoe Zed", "Yan Yew"]}, Player),
}


@pytest.mark.parametrize("what", CREATES)
def test_what_is_made_under_a_key_is_made_once(what: str, desk: Caller, club: Club) -> None:
    path, body, rows = CREATES[what]
    before = rows.objects.count()
    first = desk.post(f"/api/v1/clubs/{club.slug}/{path}", body, **KEY)
    made = rows.objects.count() - before
    second = desk.post(f"/api/v1/clubs/{club.slug}/{path}", body, **KEY)
    assert first.status_code in (200, 201)
    assert (second.status_code, second.content) == (first.status_code, first.content)
    assert second.headers.get("Location") == first.headers.get("Location")
    assert rows.objects.count() - before == made > 0


def test_without_a_key_or_under_another_one_it_is_made_again(desk: Caller, club: Club) -> None:
    path, body, rows = CREATES["an evening"]
    before = rows.objects.count()
    for key in ({}, {}, KEY, {"Idempotency-Key": "the second"}):
        assert desk.post(f"/api/v1/clubs/{club.slug}/{path}", body, **key).status_code == 201
    assert rows.objects.count() - before == 4


def test_an_act_is_done_once_and_not_refused_the_second_time(desk: Caller, playing: AnEvening) -> None:
    path = f"{address(playing)}stop/"
    first, second = (desk.post(path, {}, **KEY) for _ in range(2))
    assert (first.status_code, second.content) == (200, first.content)
    assert desk.post(path, {}).status_code == 409


@pytest.mark.parametrize("other", ["another body", "another address"])
def test_a_key_is_good_for_one_request(other: str, desk: Caller, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/players/"
    desk.post(path, {"name": "Zoe Zed"}, **KEY)
    place, body = (
        (path, {"name": "Yan Yew"}) if other == "another body" else (f"{path}?a=1", {"name": "Zoe Zed"})
    )
    assert fault(desk.post(place, body, **KEY)) == (422, "Idempotency-Key", "key-reused")
    assert Player.objects.filter(club=club, name="Yan Yew").count() == 0


def test_what_was_refused_has_used_no_key(desk: Caller, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/players/"
    assert desk.post(path, {"name": ""}, **KEY).status_code == 400
    assert AnsweredRequest.objects.count() == 0
    assert desk.post(path, {"name": "Zoe Zed"}, **KEY).status_code == 201


def test_two_officers_may_choose_the_same_key(desk: Caller, club: Club) -> None:
    other = User.objects.create_user("another")
    club.officers.create(user=other, role=Role.SECRETARY)
    path = f"/api/v1/clubs/{club.slug}/players/"
    desk.post(path, {"name": "Zoe Zed"}, **KEY)
    answer = officer(other).post(path, {"name": "Yan Yew"}, **KEY)
    assert answer.json()["name"] == "Yan Yew"


@pytest.mark.parametrize(
    "key", ["", "k" * 65, "ключ".encode().decode("latin-1")], ids=["none", "long", "odd"]
)
def test_a_key_has_a_few_plain_characters(key: str, desk: Caller, club: Club) -> None:
    answer = desk.post(f"/api/v1/clubs/{club.slug}/players/", {"name": "Zoe Zed"}, **{"Idempotency-Key": key})
    assert fault(answer) == (400, "Idempotency-Key", "bad-key")


def test_an_answer_is_kept_so_that_nobody_reads_a_token_in_it(desk: Caller, playing: AnEvening) -> None:
    path = f"{address(playing, 2)}renew-link/"
    first, second = (desk.post(path, {}, **KEY) for _ in range(2))
    assert second.content == first.content
    row = AnsweredRequest.objects.get()
    assert first.json()["token"] not in f"{row.body}{row.headers}{row.asked}"


def test_an_answer_that_can_no_longer_be_read_is_not_made_anew(desk: Caller, club: Club) -> None:
    path, body, rows = CREATES["an evening"]
    desk.post(f"/api/v1/clubs/{club.slug}/{path}", body, **KEY)
    AnsweredRequest.objects.update(body="sealed under another key")
    before = rows.objects.count()
    again = desk.post(f"/api/v1/clubs/{club.slug}/{path}", body, **KEY)
    assert fault(again) == (422, "Idempotency-Key", "key-reused")
    assert rows.objects.count() == before


def test_a_key_is_forgotten_after_a_day(desk: Caller, club: Club) -> None:
    path, body, _rows = CREATES["an evening"]
    desk.post(f"/api/v1/clubs/{club.slug}/{path}", body, **KEY)
    sweep(at=timezone.now())
    assert AnsweredRequest.objects.count() == 1
    sweep(at=timezone.now() + answered.KEPT + timedelta(minutes=1))
    assert AnsweredRequest.objects.count() == 0
