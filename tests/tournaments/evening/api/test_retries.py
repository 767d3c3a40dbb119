"""A request that is sent again with its key does nothing again: it is answered as it was."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault, in_a_browser, officer
from tests.tournaments.evening.api.test_schema import SCHEMA
from tests.tournaments.signup.a_list import AList
from tests.tournaments.test_foreign_ids import House, ids, mine, routes
from tests.tournaments.the_rows import everything
from tournaments.club.api.views import OfficerView
from tournaments.club.models import AnsweredRequest, Club, Officer, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import tokens
from tournaments.evening.models import Evening
from tournaments.site.sealing import seal
from tournaments.work.runner import sweep

pytestmark = pytest.mark.django_db
__all__ = ["mine"]
PLAN = {"game": "chantecler", "rounds": 2}
NEW_EVENING = {"name": "Friday", "date": "2026-11-27", "plan": PLAN}
KEY = {"Idempotency-Key": "the first"}
CREATES: dict[str, tuple[str, Any]] = {
    "make_club": ("/api/v1/clubs/", {"name": "Owl Club", "time_zone": "UTC"}),
    "make_own_token": ("/api/v1/me/tokens/", {"name": "website"}),
    "make_evening": ("{club}evenings/", NEW_EVENING),
    "make_several_evenings": (
        "{club}several-evenings/",
        {"name": "Tuesday", "days": ["2026-12-01"], "plan": PLAN, "starts": "19:30"},
    ),
    "add_player": ("{club}players/", {"name": "Zoe Zed"}),
    "add_names": ("{club}players/names/", {"names": ["Zoe Zed", "Yan Yew"]}),
    "make_claim_link": ("{club}players/{player}/claim-link/", {}),
    "invite_officer": ("{club}invitations/", {"called": "Bea"}),
    "add_night": ("{club}nights/", {"weekday": 4}),
    "add_season_fees": ("{club}fees/seasons/", {"name": "2026/27", "member": 2500, "guest": 0}),
    "keep_preset": ("{club}presets/", {"evening": "{playing}", "name": "Our Friday"}),
    "renew_visitors_link": ("{club}settings/public/link/", {}),
    "renew_table_link": ("{club}evenings/{playing}/tables/2/renew-link/", {}),
    "renew_player_link": ("{club}evenings/{playing}/tickets/{code}/link/", {}),
    "search_schedule": ("{club}evenings/{scheduled}/schedule/searches/", {}),
    "make_door_code": ("{club}evenings/{coming}/door/", {}),
    "start_rehearsal": ("{club}evenings/{coming}/rehearsal/", {"players": 8}),
    "add_sign_up": ("{club}evenings/{coming}/sign-ups/", {"name": "Zoe Zed"}),
    "add_group_to_sign_ups": ("{club}evenings/{coming}/sign-ups/group/", {"group": "Tuesday"}),
    "let_sign_up_in": ("{club}evenings/{coming}/sign-ups/{sign_up}/let-in/", {}),
    "merge_players": ("{club}persons/", {"duplicate": "{player}", "into": "{other}"}),
    "found_federation": ("{club}federation/", {"name": "Card Union"}),
    "make_league": ("{club}leagues/", {"name": "Friday league"}),
    "make_season": (
        "{club}leagues/winter-league/",
        {
            "name": "2027",
            "starts": "2027-09-01",
            "ends": "2028-06-30",
            "kind": "fixtures",
            "rules": {"games": ["chantecler"]},
        },
    ),
}
"""What makes something: where, and of what."""
BY_TABLES = {"enter_hand", "call_director"}
BY_VISITORS = {"sign_up"}
BY_ENDED_SEASONS = {"make_next_season"}
"""Of a season that is closed: league/api/test_keeping_leagues.py."""
OPERATIONS = [
    (path, operation)
    for path, operations in SCHEMA["paths"].items()
    for operation in operations.values()
    if "201" in operation["responses"]
]


def test_whatever_makes_something_is_tried_here() -> None:
    made = {operation["operationId"] for _path, operation in OPERATIONS}
    assert made <= {*CREATES} | BY_TABLES | BY_VISITORS | BY_ENDED_SEASONS


@pytest.fixture
def places(desk: Caller, director: User, club: Club, playing: AnEvening) -> dict[str, Any]:
    """What stands in the addresses: an evening in play, one by a schedule, one to come, and people of theirs."""
    User.objects.filter(pk=director.pk).update(is_superuser=True)
    scheduled = AnEvening.made(club, 8, at=playing.at, name="S", movement="scheduled").bring_to("playing")
    coming = AList.made(club, at=timezone.now())
    sign_up = coming.sign_up("Ada")
    AContest.made(club, (4,), at=playing.at)
    playing.players[0].groups.create(group="Tuesday")
    return {
        "club": f"/api/v1/clubs/{club.slug}/",
        "playing": playing.evening.slug,
        "scheduled": scheduled.evening.slug,
        "coming": coming.evening.slug,
        "player": playing.players[0].pk,
        "other": playing.players[1].pk,
        "code": playing.evening.tickets.order_by("number")[0].code,
        "sign_up": sign_up.pk,
    }


KEYED = [
    (route, operation)
    for route in routes()
    if route.is_rest and issubclass(route.view, OfficerView) and hasattr(route.view, "post")
    for path, operations in SCHEMA["paths"].items()
    if path == "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.pattern)
    for operation in (operations["post"],)
]
"""Whatever an officer posts, with its description."""


def test_every_address_of_officers_answers_a_browser_twice_alike_under_a_key(mine: House) -> None:
    User.objects.filter(pk=mine.owner.pk).update(is_superuser=True)
    caller, statuses = in_a_browser(mine.owner), Counter[int]()
    for route, operation in KEYED:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        bodies = [example["value"] for example in content.get("examples", {}).values()] or [{}]
        with transaction.atomic():
            once, again = (caller.post(route.at(ids(mine, route)), bodies[0], **KEY) for _ in range(2))
            transaction.set_rollback(True)
        assert (again.status_code, again.content) == (once.status_code, once.content), route.pattern
        statuses[once.status_code] += 1
    assert max(statuses) < 500
    assert statuses[200] + statuses[201] > 20, statuses


@pytest.mark.parametrize(("role", "told"), [(Role.OWNER, 200), (Role.SCORER, 403), (None, 404)])
def test_an_answer_is_told_again_to_whoever_may_still_ask_for_it(
    role: Role | None, told: int, mine: House
) -> None:
    wrong = []
    for route, _operation in KEYED:
        if route.view.needs.write == Role.SCORER or "club" not in route.names:
            continue
        address, body = route.at(ids(mine, route)), b"{}"
        with transaction.atomic():
            AnsweredRequest.objects.create(
                user=mine.owner,
                key=KEY["Idempotency-Key"],
                asked=tokens._digest(("POST", address, body)),
                status=200,
                body=seal('{"url": "https://club.example/opens/"}'),
                at=timezone.now(),
            )
            offices = Officer.objects.filter(user=mine.owner, club=mine.club)
            offices.update(role=role) if role else offices.delete()
            answer = mine.asker[0].post(address, body, **KEY)
            if answer.status_code != told or (b"opens" in answer.content) != (told == 200):
                wrong.append(f"{route.pattern}: {answer.status_code}")
            transaction.set_rollback(True)
    assert wrong == []


def filled(value: Any, places: dict[str, Any]) -> Any:
    """What a body says: one of the places, by its name, or the value itself."""
    return places[value[1:-1]] if isinstance(value, str) and value.startswith("{") else value


@pytest.mark.parametrize("what", CREATES)
def test_what_is_made_under_a_key_is_made_once_and_kept_sealed(
    what: str, desk: Caller, places: dict[str, Any]
) -> None:
    path, body = CREATES[what]
    if what == "let_sign_up_in":
        desk.post(f"{places['club']}evenings/{places['coming']}/open-doors/", {})
    sent = {name: filled(value, places) for name, value in body.items()}
    before = everything()
    first = desk.post(path.format(**places), sent, **KEY)
    assert first.status_code in (200, 201), first.content
    made = everything()
    second = desk.post(path.format(**places), sent, **KEY)
    assert (second.status_code, second.content) == (first.status_code, first.content)
    for header in ("Location", "Cache-Control"):
        assert second.headers.get(header) == first.headers.get(header)
    assert everything() == made != before
    assert first.content.decode() not in AnsweredRequest.objects.get().body


def test_without_a_key_or_under_another_one_it_is_made_again(desk: Caller, club: Club) -> None:
    before = Evening.objects.count()
    for key in ({}, {}, KEY, {"Idempotency-Key": "the second"}):
        assert desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **key).status_code == 201
    assert Evening.objects.count() - before == 4


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


def test_an_answer_that_can_no_longer_be_read_is_not_made_anew(desk: Caller, club: Club) -> None:
    desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **KEY)
    AnsweredRequest.objects.update(body="sealed under another key")
    before = Evening.objects.count()
    again = desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **KEY)
    assert fault(again) == (422, "Idempotency-Key", "key-reused")
    assert Evening.objects.count() == before


def test_a_key_is_forgotten_after_a_day(desk: Caller, club: Club) -> None:
    desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **KEY)
    sweep(at=timezone.now())
    assert AnsweredRequest.objects.count() == 1
    sweep(at=timezone.now() + tokens.KEPT + timedelta(minutes=1))
    assert AnsweredRequest.objects.count() == 0
