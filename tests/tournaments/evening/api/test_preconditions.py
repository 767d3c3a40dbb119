"""Whatever is shown has an ETag; what is changed under `If-Match` is changed only if it still stands so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import URLPattern

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tournaments import api_urls
from tournaments.club.api.views import SAFE
from tournaments.club.models import Club
from tournaments.evening.models import Hand

NO = (412, "If-Match", "does-not-match")
NIGHT = {"weekday": 4, "name": "Fridays"}
PLAN = {"game": "chantecler", "rounds": 2}
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
    """The address of a night of the club."""
    return f"{home}nights/{desk.post(f'{home}nights/', NIGHT).json()['id']}/"


def tag(caller: Caller, path: str) -> dict[str, str]:
    """The header that sends the ETag of what stands at an address."""
    return {"If-Match": caller.get(path).headers["ETag"]}


def test_whatever_is_shown_has_an_etag_and_is_not_sent_twice(
    desk: Caller, home: str, playing: AnEvening
) -> None:
    places = [f"{home}{place}" for place in SHOWN] + [f"{address(playing)}{place}" for place in OF_AN_EVENING]
    for path in places:
        shown = desk.get(path)
        assert shown.status_code == 200, path
        etag = shown.headers["ETag"]
        assert etag.startswith('"'), path
        for known in (etag, f'"other", {etag}', f"W/{etag}", "*"):
            again = desk.get(path, **{"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag), path
        assert desk.get(path, **{"If-None-Match": '"other"'}).status_code == 200


def test_what_nobody_may_keep_has_no_etag(desk: Caller, playing: AnEvening) -> None:
    assert "ETag" not in desk.get(f"{address(playing)}links/").headers


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
def test_a_change_is_made_if_what_was_seen_still_stands(
    sent: str, is_done: bool, desk: Caller, night: str
) -> None:
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


def test_an_act_is_done_on_the_evening_that_was_seen(
    desk: Caller, make_evening: Callable[..., AnEvening]
) -> None:
    evening = make_evening(8, until="draft")
    here = address(evening)
    seen = tag(desk, here)
    body = {"name": "Another name", "date": "2026-11-20", "plan": PLAN}
    assert desk.ask("PUT", f"{here}plan/", body, **seen).status_code == 200
    assert fault(desk.post(f"{here}open-doors/", {}, **seen)) == NO
    assert desk.get(here).json()["status"] == "draft"
    assert desk.post(f"{here}open-doors/", {}, **tag(desk, here)).json()["status"] == "check_in"


def test_a_retry_is_answered_although_it_has_itself_changed_what_was_seen(
    desk: Caller, playing: AnEvening
) -> None:
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
