"""The tour of a club's first evening: which step it is at, and when there is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, words
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.menu import STEPS

AT = datetime(2026, 11, 26, tzinfo=UTC)
SAYS = "Your first evening · step %s of 9"


def test_a_club_begins_with_its_members_and_goes_on_to_its_first_evening(desk: Desk) -> None:
    Player.objects.all().delete()
    assert SAYS % 1 in words(desk.see("desk-club"))
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    assert SAYS % 2 in words(desk.see("desk-club"))


@pytest.mark.parametrize(
    ("until", "step", "told"),
    [
        ("draft", 3, "Open the doors"),
        ("check_in", 4, "Check people in, then draw the seats"),
        ("seated", 5, "Start round 1"),
        ("playing", 6, "Round 1 is in play"),
        ("bell", 7, "Close round 1"),
        ("settled", 8, "Round 1 is closed: the next seats"),
        ("drafted", 8, "Announce the next seats"),
        ("moved", 8, "Start round 2"),
        ("finished", 9, "Publish"),
    ],
)
def test_each_status_has_its_step_on_the_board_and_on_the_clubs_page_with_what_comes_next(
    desk: Desk, desk_at: DeskAt, until: str, step: int, told: str
) -> None:
    here, _room = desk_at(8, until=until, rounds=1 if until == "finished" else 3)
    assert SAYS % step in words(here.see())
    page = words(desk.see("desk-club"))
    assert told in page
    assert until == "finished" or SAYS % step in page


def test_once_nobody_is_left_at_the_door_the_seats_are_to_be_drawn(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="check_in")
    assert f"{SAYS % 4} Draw the seats" in words(here.see())
    clubs.add_names(club=here.club, names=["Late Ann"], at=AT)
    assert f"{SAYS % 4} Check players in" in words(here.see())


def test_the_members_page_leads_to_where_the_next_step_is_taken(desk: Desk, desk_at: DeskAt) -> None:
    Player.objects.all().delete()
    assert f"{SAYS % 1} Add your members" in words(desk.see("desk-members"))
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    assert f'href="{desk.url("desk-new")}">Create the first evening' in desk.see("desk-members")
    here, _room = desk_at(8, until="check_in")
    assert f'href="{here.url("desk-evening")}">' in desk.see("desk-members")


def test_after_the_last_round_the_evening_is_to_be_finished_as_the_button_says(
    desk: Desk, desk_at: DeskAt
) -> None:
    here, _room = desk_at(8, until="settled", rounds=1)
    for page in (words(here.see()), words(desk.see("desk-club"))):
        assert f"{SAYS % 8} Finish the evening That was the last round" in page
        assert "Then start the next round" not in page
        assert "Announce the next seats" not in page


def test_every_status_of_an_evening_that_runs_has_one_step() -> None:
    ended = {Status.PUBLISHED, Status.ABANDONED}
    taken = [status for step in STEPS for status in step.at]
    assert sorted(taken) == sorted(set(Status) - ended)


def test_once_something_is_published_there_is_no_tour(desk: Desk, make_evening: Make) -> None:
    make_evening(8, until="published", rounds=1)
    assert "Your first evening" not in desk.of(make_evening(8, until="playing", name="Second")).see()
    assert "Your first evening" not in desk.see("desk-club")


def test_it_can_be_left_at_any_time(desk: Desk, desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="playing")
    assert "Your first evening" in here.see()
    desk.press("desk-tour-leave")
    assert "Your first evening" not in here.see()


def test_an_evening_that_was_called_off_has_none(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="check_in")
    room.act(acts.Abandon(reason="snow"))
    assert "Your first evening" not in here.see()
