"""A request sent again is answered as it was; `If-Match` holds what was seen; refusals have one shape."""

import re
from collections import Counter
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault, in_a_browser, officer
from tests.tournaments.evening.api.test_schema import whole
from tests.tournaments.test_foreign_ids import House, Route, ids, mine, routes
from tests.tournaments.the_rows import everything
from tournaments import api_urls
from tournaments.club.api.views import SAFE, OfficerView
from tournaments.club.models import AnsweredRequest, Club, Officer, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import tokens
from tournaments.evening.models import Evening, Hand
from tournaments.site.sealing import seal
from tournaments.work.runner import sweep

pytestmark = pytest.mark.django_db
__all__ = ["mine"]
PLAN = {"game": "chantecler", "rounds": 2}
NEW_EVENING = {"name": "Friday", "date": "2026-11-27", "plan": PLAN}
KEY = {"Idempotency-Key": "the first"}
TAKEN = {
    "add_season_fees": {"name": "2027/28", "member": 2500, "guest": 0},
    "invite_officer": {"called": "Bea"},
    "make_evening": NEW_EVENING,
    "search_schedule": {},
}
"""What a club takes where the example names what it does not have."""


@cache
def keyed() -> list[tuple[Route, dict[str, Any]]]:
    """Whatever an officer posts, with its description."""
    return [
        (route, operations["post"])
        for route in routes()
        if route.is_rest and issubclass(route.view, OfficerView) and hasattr(route.view, "post")
        for path, operations in whole()["paths"].items()
        if path == "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.pattern)
    ]


def test_every_address_of_officers_answers_a_browser_twice_alike_under_a_key(mine: House) -> None:
    """And what was done is done once. What else is made: the tests of its own feature."""
    User.objects.filter(pk=mine.owner.pk).update(is_superuser=True)
    caller, statuses = in_a_browser(mine.owner), Counter[int]()
    for route, operation in keyed():
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        examples = [example["value"] for example in content.get("examples", {}).values()] or [{}]
        address, body = route.at(ids(mine, route)), TAKEN.get(operation["operationId"], examples[0])
        with transaction.atomic():
            once = caller.post(address, body, **KEY)
            is_done = once.status_code in (200, 201)
            rows = everything() if is_done else {}
            again = caller.post(address, body, **KEY)
            assert (again.status_code, again.content) == (once.status_code, once.content), route.pattern
            for header in ("Location", "Cache-Control"):
                assert again.headers.get(header) == once.headers.get(header), route.pattern
            if is_done:
                assert everything() == rows, route.pattern
                assert once.content.decode() not in AnsweredRequest.objects.get().body, route.pattern
            transaction.set_rollback(True)
        statuses[once.status_code] += 1
    assert max(statuses) < 500
    assert min(statuses[200], statuses[201]) > 10, statuses


def test_an_answer_is_told_again_to_whoever_may_still_ask(mine: House) -> None:
    """Wherever rights are looked up in a way of its own; what each address needs holds `test_rights`."""
    of_clubs = [route for route, _operation in keyed() if "club" in route.names]
    for_some = [route for route in of_clubs if route.view.needs.write != Role.SCORER]
    ways = {(one.view.check_right.__qualname__, one.view.needs, one.names): one for one in for_some}
    wrong, body = [], b"{}"
    kept = {"status": 200, "body": seal('{"url": "https://club.example/opens/"}'), "at": timezone.now()}
    AnsweredRequest.objects.create(user=mine.owner, key=KEY["Idempotency-Key"], **kept)
    office = Officer.objects.filter(user=mine.owner, club=mine.club)
    for role, told in {Role.OWNER: 200, Role.SCORER: 403, None: 404}.items():
        office.update(role=role) if role else office.delete()
        for route in ways.values():
            address = route.at(ids(mine, route))
            AnsweredRequest.objects.update(asked=tokens._digest(("POST", address, body)))
            answer = mine.asker[0].post(address, body, **KEY)
            if answer.status_code != told or (b"opens" in answer.content) != (told == 200):
                wrong.append(f"{route.pattern}: {answer.status_code}")
    assert wrong == []
    assert len(ways) > 20


def test_without_a_key_or_under_another_one_it_is_made_again(desk: Caller, club: Club) -> None:
    before = Evening.objects.count()
    for key in ({}, {}, KEY, {"Idempotency-Key": "the second"}):
        assert desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **key).status_code == 201
    assert Evening.objects.count() - before == 4


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


def test_an_answer_that_cannot_be_read_is_not_made_anew_for_a_day(desk: Caller, club: Club) -> None:
    desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **KEY)
    AnsweredRequest.objects.update(body="sealed under another key")
    before = Evening.objects.count()
    again = desk.post(f"/api/v1/clubs/{club.slug}/evenings/", NEW_EVENING, **KEY)
    assert fault(again) == (422, "Idempotency-Key", "key-reused")
    assert Evening.objects.count() == before
    sweep(at=timezone.now())
    assert AnsweredRequest.objects.count() == 1
    sweep(at=timezone.now() + tokens.KEPT + timedelta(minutes=1))
    assert AnsweredRequest.objects.count() == 0


NO = (412, "If-Match", "does-not-match")
NIGHT = {"weekday": 4, "name": "Fridays"}
SHOWN = (
    "", "settings/", "players/", "house-rules/chantecler/", "presets/", "nights/", "officers/", "invitations/",
    "evenings/", "leagues/", "coming/", "results/", "ratings/chantecler/",
)  # fmt: skip
OF_AN_EVENING = (
    "",
    "forecast/",
    "tickets/",
    "rounds/1/",
    "standings/",
    "ledger/",
    "jobs/",
    "schedule/",
    "tables/2/",
)


@pytest.fixture
def night(desk: Caller, home: str) -> str:
    return f"{home}nights/{desk.post(f'{home}nights/', NIGHT).json()['id']}/"


def tag(caller: Caller, path: str) -> dict[str, str]:
    """The header that sends the ETag of what stands at an address."""
    return {"If-Match": caller.get(path).headers["ETag"]}


def test_whatever_is_shown_has_an_etag(desk: Caller, home: str, playing: AnEvening) -> None:
    places = [f"{home}{place}" for place in SHOWN] + [f"{address(playing)}{place}" for place in OF_AN_EVENING]
    for path in places:
        shown = desk.get(path)
        assert shown.status_code == 200, path
        etag = shown.headers["ETag"]
        assert etag.startswith('"'), path
        again = desk.get(path, **{"If-None-Match": etag})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag), path
    for known in (f'"other", {etag}', f"W/{etag}", "*"):
        assert desk.get(path, **{"If-None-Match": known}).status_code == 304, known
    assert desk.get(path, **{"If-None-Match": '"other"'}).status_code == 200
    assert "ETag" not in desk.get(f"{address(playing)}links/").headers, "nobody may keep it"


@pytest.mark.parametrize(
    ("sent", "is_done"),
    [
        ("{etag}", True),
        ('"other", {etag}', True),
        ("*", True),
        ("W/{etag}", False),
        ('"other"', False),
        ("other", False),
        ("", False),
    ],
)
def test_a_change_is_made_where_its_etag_stands(sent: str, is_done: bool, desk: Caller, night: str) -> None:
    header = {"If-Match": sent.format(etag=desk.get(night).headers["ETag"])}
    answer = desk.ask("PUT", night, {**NIGHT, "name": "Later"}, **header)
    assert answer.status_code == 200 if is_done else fault(answer) == NO
    assert desk.get(night).json()["name"] == ("Later" if is_done else "Fridays")


def test_what_another_has_changed_meanwhile_is_neither_changed_nor_removed(desk: Caller, night: str) -> None:
    seen = tag(desk, night)
    desk.ask("PUT", night, {**NIGHT, "name": "By another"})
    assert fault(desk.ask("PUT", night, {**NIGHT, "name": "Mine"}, **seen)) == NO
    assert fault(desk.ask("DELETE", night, {}, **seen)) == NO
    assert desk.ask("DELETE", night, {}, **tag(desk, night)).status_code == 200
    assert desk.ask("DELETE", night, {}, **seen).status_code == 404


@pytest.mark.parametrize(
    ("place", "seen_at", "body"),
    [
        ("settings/colour/", "settings/", {"colour": "#1c5a43"}),
        ("settings/", "settings/", {"name": "The Roosters"}),
        ("house-rules/chantecler/", "house-rules/chantecler/", {"options": {"target": 30}}),
    ],
)
def test_where_an_address_shows_nothing_the_nearest_above_it_counts(
    place: str, seen_at: str, body: dict[str, Any], desk: Caller, home: str
) -> None:
    seen = tag(desk, f"{home}{seen_at}")
    method = "PATCH" if place == "settings/" else "PUT"
    assert desk.ask(method, f"{home}{place}", body, **seen).status_code == 200
    assert fault(desk.ask(method, f"{home}{place}", body, **seen)) == NO


def test_an_act_is_done_on_the_evening_that_was_seen(desk: Caller, make_evening: Make) -> None:
    evening = make_evening(8, until="draft")
    here = address(evening)
    seen = tag(desk, here)
    body = {"name": "Another name", "date": "2026-11-20", "plan": PLAN}
    assert desk.ask("PUT", f"{here}plan/", body, **seen).status_code == 200
    assert fault(desk.post(f"{here}open-doors/", {}, **seen)) == NO
    assert desk.get(here).json()["status"] == "draft"
    assert desk.post(f"{here}open-doors/", {}, **tag(desk, here)).json()["status"] == "check_in"


def test_a_retry_is_answered_though_it_changed_what_was_seen(desk: Caller, playing: AnEvening) -> None:
    table, phone = address(playing, 2), at_table(playing, 2)
    seen = tag(phone, table) | {"Idempotency-Key": "one"}
    one, again = (phone.post(f"{table}hands/", {"hand": a_hand()}, **seen) for _ in range(2))
    assert (one.status_code, again.content) == (201, one.content)
    assert fault(phone.post(f"{table}hands/", {"hand": a_hand()}, **seen | {"Idempotency-Key": "two"})) == NO
    assert Hand.objects.count() == 1
    seen = tag(desk, address(playing)) | {"Idempotency-Key": "one"}
    first, second = (desk.post(f"{address(playing)}stop/", {}, **seen) for _ in range(2))
    assert (first.status_code, second.content) == (200, first.content)


def test_what_does_not_match_has_used_no_key(desk: Caller, playing: AnEvening) -> None:
    stop, key = f"{address(playing)}stop/", {"Idempotency-Key": "one"}
    assert fault(desk.post(stop, {}, **key, **{"If-Match": '"other"'})) == NO
    assert desk.post(stop, {}, **key, **tag(desk, address(playing))).status_code == 200


def test_strangers_learn_nothing_by_it(stranger: Caller, club: Club, playing: AnEvening) -> None:
    for header in ({}, {"If-Match": "*"}, {"If-Match": '"other"'}):
        assert stranger.post(f"{address(playing)}stop/", {}, **header).status_code == 404


def test_every_change_of_the_door_takes_it(desk: Caller) -> None:
    """What an address changes is shown there or above it: else `If-Match` could never match."""
    shows, changes = set[str](), set[str]()
    for pattern in api_urls.v1:
        assert isinstance(pattern, URLPattern)
        view = getattr(pattern.callback, "cls", None)
        verbs = {verb.upper() for verb in getattr(view, "http_method_names", ()) if hasattr(view, verb)}
        address = str(pattern.pattern)
        shows |= {address} if "GET" in verbs else set()
        changes |= {address} if verbs - set(SAFE) and getattr(view, "needs", None) else set()
    without = {one for one in changes if not any(one.startswith(above) for above in shows)}
    assert without == set()


def test_nothing_is_allowed_where_nothing_is(anybody: Caller) -> None:
    assert "Allow" not in anybody.ask("OPTIONS", "/api/v1/nothing/").headers


def test_an_address_or_a_method_that_is_none(desk: Caller) -> None:
    for method, path, expected in (
        ("GET", "/api/v1/nothing/", (404, "", "not-found")),
        ("GET", "/api/", (404, "", "not-found")),
        ("POST", "/api/v2/clubs/", (404, "", "not-found")),
        ("GET", "/api/v1/games/bridge/", (404, "", "not-found")),
        ("DELETE", "/api/v1/clubs/", (405, "", "method-not-allowed")),
        ("PUT", "/api/v1/score/", (405, "", "method-not-allowed")),
    ):
        assert fault(desk.ask(method, path)) == expected, path


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x"])
def test_a_body_that_is_not_json(desk: Caller, home: str, kind: str) -> None:
    answer = desk.client.post(
        f"{home}players/", "x", content_type=kind, headers={"Authorization": f"Bearer {desk.token}"}
    )
    assert fault(answer) == (415, "", "unsupported-media-type")


CARDS = {"game": "chantecler"}


@pytest.mark.parametrize(
    ("act", "body", "expected"),
    [
        ("players/", {}, "name missing"),
        ("players/", [], "body not-an-object"),
        ("players/names/", {"names": ["Ann", 7]}, "names.1 not-a-text"),
        ("evenings/", {"name": "One", "date": "2026-02-30", "plan": CARDS}, "date not-a-date"),
        ("evenings/", {"name": "One", "date": "2026-02-20", "plan": CARDS | {"rounds": 0}},
         "plan.rounds out-of-range"),
        ("evenings/", {"name": "One", "date": "2026-02-20", "plan": CARDS | {"confirmation": "never"}},
         "plan.confirmation not-a-choice"),
    ],
)  # fmt: skip
def test_a_body_that_cannot_be(desk: Caller, home: str, act: str, body: Any, expected: str) -> None:
    before = everything()
    assert fault(desk.post(f"{home}{act}", body)) == (400, *expected.split())
    assert everything() == before


@pytest.mark.parametrize(
    ("until", "act", "body", "expected"),
    [
        ("draft", "draw", {}, (409, "evening.status", "not-now")),
        ("bell", "cuts", {"table": 1, "winner": "A", "how": "seed"}, (400, "winner", "not-with-the-seed")),
        ("bell", "cuts", {"table": 1}, (400, "winner", "missing")),
        ("settled", "arrive", {}, (400, "player", "missing")),
        ("settled", "arrive", {"player": 10**6}, (400, "player", "unknown-player")),
        ("settled", "arrive", {"player": 1, "guest": "X"}, (400, "guest", "player-or-guest")),
        ("settled", "leave", {"ticket": "nobody"}, (400, "ticket", "unknown-ticket")),
    ],
)
def test_an_act_that_cannot_be_now_or_ever(
    desk: Caller, make_evening: Make, until: str, act: str, body: Any, expected: tuple[int, str, str]
) -> None:
    room = make_evening(8, until=until)
    before = everything()
    assert fault(desk.post(f"{address(room)}{act}/", body)) == expected
    assert everything() == before


def test_what_an_address_asks_for_is_checked(desk: Caller, home: str) -> None:
    for path, field in (
        ("evenings/?status=late", "status"),
        ("evenings/?date=x", "date"),
        ("evenings/?date_from=2026-13-01", "date_from"),
        (f"players/?search={'x' * 201}", "search"),
        ("players/?limit=501", "limit"),
        ("players/?limit=", "limit"),
        ("players/?retired=null", "retired"),
        ("results/?date_from=yesterday", "date_from"),
    ):
        assert fault(desk.get(f"{home}{path}"))[:2] == (400, field), path


def test_a_refusal_speaks_the_readers_language_and_keeps_its_code(desk: Caller, playing: AnEvening) -> None:
    asked = [
        desk.post(f"{address(playing)}start/", **{"Accept-Language": language}) for language in ("en", "fr")
    ]
    english, french = (answer.json()["errors"][0] for answer in asked)
    assert english["code"] == french["code"] == "not-now"
    assert [answer.headers["Content-Language"] for answer in asked] == ["en", "fr"]
