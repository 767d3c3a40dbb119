"""The tour of a club's first evening: which step it is at, and when there is none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.evening.web.desk.at_the_desk import Desk, words
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.next_step import STEPS

Make = Callable[..., AnEvening]
AT = datetime(2026, 11, 26, tzinfo=UTC)
SAYS = "Your first evening · step %s of 9"


def test_a_club_of_nobody_begins_with_its_members(desk: Desk) -> None:
    Player.objects.all().delete()
    assert SAYS % 1 in words(desk.see("desk-club"))


def test_a_club_with_members_goes_on_to_its_first_evening(desk: Desk) -> None:
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    assert SAYS % 2 in words(desk.see("desk-club"))


@pytest.mark.parametrize(
    ("until", "step"),
    [
        ("draft", 3),
        ("check_in", 4),
        ("seated", 5),
        ("playing", 6),
        ("bell", 7),
        ("settled", 8),
        ("drafted", 8),
        ("moved", 8),
        ("finished", 9),
    ],
)
def test_each_status_has_its_step_on_the_board_and_on_the_clubs_page(
    desk: Desk, make_evening: Make, until: str, step: int
) -> None:
    room = make_evening(8, until=until, rounds=1 if until == "finished" else 3)
    assert SAYS % step in words(desk.of(room).see())
    if until != "finished":
        assert SAYS % step in words(desk.see("desk-club"))


def test_once_nobody_is_left_at_the_door_the_seats_are_to_be_drawn(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="check_in")
    assert f"{SAYS % 4} Draw the seats" in words(desk.of(room).see())
    clubs.add_names(club=desk.club, names=["Late Ann"], at=AT)
    assert f"{SAYS % 4} Check players in" in words(desk.of(room).see())


def test_the_members_page_leads_to_where_the_next_step_is_taken(desk: Desk, make_evening: Make) -> None:
    Player.objects.all().delete()
    assert f"{SAYS % 1} Add your members" in words(desk.see("desk-members"))
    clubs.add_names(club=desk.club, names=["Ann"], at=AT)
    assert f'href="{desk.url("desk-new")}">Create the first evening' in desk.see("desk-members")
    room = make_evening(8, until="check_in")
    assert f'href="{desk.of(room).url("desk-evening")}">' in desk.see("desk-members")


def test_after_the_last_round_the_evening_is_to_be_finished_as_the_button_says(
    desk: Desk, make_evening: Make
) -> None:
    room = make_evening(8, until="settled", rounds=1)
    for page in (words(desk.of(room).see()), words(desk.see("desk-club"))):
        assert f"{SAYS % 8} Finish the evening That was the last round" in page
        assert "Then start the next round" not in page
        assert "Announce the next seats" not in page


def test_every_status_of_an_evening_that_runs_has_one_step() -> None:
    ended = {Status.PUBLISHED, Status.ABANDONED}
    taken = [status for step in STEPS for status in step.at]
    assert sorted(taken) == sorted(set(Status) - ended)


def test_once_something_is_published_there_is_no_tour(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="published", rounds=1)
    assert "Your first evening" not in desk.of(room).see()
    assert "Your first evening" not in desk.of(make_evening(8, until="playing", name="Second")).see()
    assert "Your first evening" not in desk.see("desk-club")


def test_it_can_be_left_at_any_time(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="playing")
    page = desk.press("desk-tour-leave")
    assert "Your first evening" not in page
    assert "Your first evening" not in desk.of(room).see()


def test_an_evening_that_was_called_off_has_none(desk: Desk, make_evening: Make) -> None:
    from tournaments.evening import acts

    room = make_evening(8, until="check_in")
    room.act(acts.Abandon(reason="snow"))
    assert "Your first evening" not in desk.of(room).see()
