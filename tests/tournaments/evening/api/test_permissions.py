"""Who may ask for what: every address and method of the REST door, for everybody who might come."""

import re
from typing import Any

import pytest
from django.urls import get_resolver

from tests.house.the_rights import METHODS, OF_THE_API
from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.evening.api.callers import Caller, address, at_table, fault
from tests.tournaments.the_rows import everything, unchanged
from tournaments.club.models import User
from tournaments.evening.api.views import TableView
from tournaments.evening.models import TableLink

COUNTED = "WrongGuesses"
"""How much was scored in bulk in this minute, and by whom."""
ROUTES = {
    pattern.name: pattern
    for found in get_resolver("tournaments.api_urls").url_patterns
    for pattern in getattr(found, "url_patterns", [])
}
VIEWS = {name: route.callback.view_class for name, route in ROUTES.items()}
AT_A_TABLE = {"me", *(name for name, view in VIEWS.items() if issubclass(view, TableView))}
OWN = {name for name, view in VIEWS.items() if getattr(view, "is_own", False)}
"""Of whoever asks, in no club: test_own_access.py."""
OPERATIONS = [(name, method) for name, view in VIEWS.items() for method in METHODS if hasattr(view, method)]
BESIDE = {("leagues", "post")}
"""What only officers do at an address of everybody."""
FOR_OFFICERS = [one for one in OPERATIONS if one in BESIDE or one[0] not in OF_THE_API | AT_A_TABLE]
FOR_TABLES = [(name, method) for name, method in OPERATIONS if name in AT_A_TABLE - {"me"}]


def url(name: str, playing: AnEvening) -> str:
    """The address, filled in with what `playing` has; anything else is 1."""
    evening = playing.evening
    known = {"club": evening.club.slug, "evening": evening.slug, "game": "chantecler", "number": 2}
    known |= {"table": 2, "player": playing.players[0].pk}
    pattern = str(ROUTES[name].pattern)
    return "/api/v1/" + re.sub(r"<\w+:(\w+)>", lambda found: str(known.get(found[1], 1)), pattern)


def test_the_door_has_no_address_that_is_not_looked_at_here() -> None:
    assert set(ROUTES) >= OF_THE_API
    assert (len(AT_A_TABLE), len(OWN)) == (11, 9)
    assert len(FOR_OFFICERS) > 45


def sent(name: str, method: str = "post") -> Any:
    if method == "get":
        return None
    return {"hands": {"hand": a_hand()}, "preview": {"hand": a_hand()}}.get(name, {})


def test_without_a_token_only_what_is_everybodys_is_answered(anybody: Caller, playing: AnEvening) -> None:
    before = {**everything(), COUNTED: []}
    for name, method in OPERATIONS:
        answer = anybody.ask(method.upper(), url(name, playing), None if method == "get" else {})
        if name in OF_THE_API and (name, method) not in BESIDE:
            assert answer.status_code in (200, 400, 404), (name, method)
        else:
            assert fault(answer) == (401, "", "not-signed-in"), (name, method)
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert {**everything(), COUNTED: []} == before


def test_a_tables_token_opens_nothing_of_the_desks(phone: Caller, playing: AnEvening) -> None:
    with unchanged():
        for name, method in FOR_OFFICERS:
            answer = phone.ask(method.upper(), url(name, playing), None if method == "get" else {})
            assert fault(answer) == (403, "", "officers-only"), (name, method)


@pytest.mark.parametrize("who", ["another table", "another evening", "its director"])
def test_a_table_is_not_there_for_others(
    playing: AnEvening, make_evening: Make, stranger: Caller, who: str
) -> None:
    """What else the director of another club does not find: test_foreign_ids.py."""
    caller = stranger
    if who == "another table":
        caller = at_table(playing, 1)
    elif who == "another evening":
        caller = at_table(make_evening(8, until="playing", name="Saturday"), 2)
    with unchanged():
        for name, method in FOR_TABLES:
            answer = caller.ask(method.upper(), url(name, playing), sent(name, method))
            assert fault(answer) == (404, "", "not-found"), (name, method)


def test_a_list_of_clubs_and_me_tell_ones_own(stranger: Caller, desk: Caller, phone: Caller) -> None:
    assert [club["slug"] for club in desk.get("/api/v1/clubs/").json()["clubs"]] == ["rooster-club"]
    assert [club["slug"] for club in stranger.get("/api/v1/clubs/").json()["clubs"]] == ["next-door"]
    assert desk.get("/api/v1/me/").json() == {
        "kind": "officer",
        "name": "director",
        "clubs": ["rooster-club"],
        "reach": "all",
        "table": None,
    }
    table = phone.get("/api/v1/me/").json()
    assert (table["kind"], table["name"]) == ("table", "table:2")
    assert phone.get(table["table"]).status_code == 200


def test_no_evening_of_another_club_is_copied(stranger: Caller, playing: AnEvening) -> None:
    body = {"clone": playing.evening.slug, "name": "Mine", "date": "2026-12-01"}
    assert fault(stranger.post("/api/v1/clubs/next-door/evenings/", body)) == (404, "", "not-found")


class TestTokens:
    @pytest.mark.parametrize(
        "authorization",
        ["Bearer", "Bearer " + "x" * 32, "Bearer " + "x" * 5000, "Basic eDp5"],
        ids=["no token", "as long as a table's", "very long", "another scheme"],
    )
    def test_what_is_no_token_opens_nothing(self, anybody: Caller, home: str, authorization: str) -> None:
        answer = anybody.get(home, Authorization=authorization)
        assert fault(answer) == (401, "", "bad-token")

    def test_an_officer_who_left_or_may_not_sign_in(self, director: User, desk: Caller, home: str) -> None:
        director.offices.all().delete()
        assert fault(desk.get(home)) == (404, "", "not-found")
        User.objects.update(is_active=False)
        assert fault(desk.get(home)) == (401, "", "bad-token")

    def test_a_renewed_link_ends_the_old_one(self, desk: Caller, phone: Caller, playing: AnEvening) -> None:
        table = address(playing, 2)
        renewed = desk.post(f"{table}renew-link/")
        assert renewed.headers["Cache-Control"] == "no-store"
        assert fault(phone.get(table)) == (401, "", "bad-token")
        assert Caller(renewed.json()["token"]).get(table).status_code == 200
        live = TableLink.objects.filter(table__number__lte=2, revoked_at__isnull=True)
        assert list(live.order_by("table__number").values_list("table__number", flat=True)) == [1, 2]
