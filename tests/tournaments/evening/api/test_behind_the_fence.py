"""What is made, what is one's own and what all addresses share, by the web server's own role as well."""

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.api.callers import Caller, address, fault
from tests.tournaments.evening.api.test_club_settings import (
    keeper,
    test_a_kind_of_evening_is_kept_renamed_and_removed,
    test_colour_logo_and_categories_are_set_and_taken_off,
    test_the_demo_is_put_away_by_the_keeper_of_the_server,
    test_whoever_looks_after_the_server_alone_makes_a_club_and_owns_it,
)
from tests.tournaments.evening.api.test_members import (
    ann,
    test_a_list_is_looked_at_and_then_added_as_it_was_seen,
    test_nobody_is_erased_by_mistake_nor_twice,
    test_what_the_club_keeps_of_somebody_is_changed_and_the_rest_stays,
)
from tests.tournaments.evening.api.test_own_access import (
    test_a_token_is_made_told_once_and_revoked,
    test_an_office_is_given_up,
    test_sessions_are_listed_and_ended,
)
from tests.tournaments.evening.api.test_retries import (
    mine,
    test_every_address_of_officers_answers_a_browser_twice_alike_under_a_key,
)
from tests.tournaments.signup.test_api import (
    evening,
    test_an_officer_adds_takes_out_and_lets_in,
    test_the_code_at_the_door_is_made_and_ended,
)

__all__ = [
    "ann",
    "evening",
    "keeper",
    "mine",
    "test_a_kind_of_evening_is_kept_renamed_and_removed",
    "test_a_list_is_looked_at_and_then_added_as_it_was_seen",
    "test_a_token_is_made_told_once_and_revoked",
    "test_an_office_is_given_up",
    "test_an_officer_adds_takes_out_and_lets_in",
    "test_colour_logo_and_categories_are_set_and_taken_off",
    "test_every_address_of_officers_answers_a_browser_twice_alike_under_a_key",
    "test_nobody_is_erased_by_mistake_nor_twice",
    "test_sessions_are_listed_and_ended",
    "test_the_code_at_the_door_is_made_and_ended",
    "test_the_demo_is_put_away_by_the_keeper_of_the_server",
    "test_what_the_club_keeps_of_somebody_is_changed_and_the_rest_stays",
    "test_whoever_looks_after_the_server_alone_makes_a_club_and_owns_it",
]
pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]


def test_what_was_seen_is_held_and_changed(desk: Caller, home: str, playing: AnEvening) -> None:
    for shown, method, path, body in (
        (address(playing), "POST", f"{address(playing)}stop/", {}),
        (f"{home}settings/", "PATCH", f"{home}settings/", {"name": "The Roosters"}),
        ("/api/v1/me/tokens/", "POST", "/api/v1/me/tokens/", {"name": "another"}),
    ):
        seen = {"If-Match": desk.get(shown).headers["ETag"]}
        assert desk.ask(method, path, body, **seen).status_code in (200, 201), path
        assert fault(desk.ask(method, path, body, **seen)) == (412, "If-Match", "does-not-match"), path


def test_pages_are_walked_and_bulk_is_counted(desk: Caller, home: str, playing: AnEvening) -> None:
    following = desk.get(f"{home}players/?limit=2").json()["next"]
    assert desk.get(following).status_code == 200
    assert Caller().post("/api/v1/score/batch/", b"{}").status_code == 400
