"""The board: one next step for each status, what blocks it first, what changes told beforehand."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from benchmarks.growth import fillable
from tests.tournaments.an_evening import Make, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import (
    Desk,
    DeskAt,
    html,
    is_ready,
    next_step,
    signed_in,
    words,
)
from tournaments.club.models import Club, Officer, User
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.services import schedules
from tournaments.movement.interface import Wishes
from tournaments.work.models import Job
from tournaments.work.outbox import failure

BOARDS = {
    "draft": ("Open the doors", True, "", "abandon"),
    "check_in": ("Draw the seats", True, "", "abandon"),
    "seated": ("Start round 1", True, "", "draw-again reopen-doors abandon"),
    "playing": ("Stop the round", True, "", "abandon"),
    "bell": ("Close round 1", True, "take-back-bell", "abandon"),
    "settled": ("Next seats", False, "", "finish abandon"),
    "drafted": ("Announce the next seats", True, "draft", "finish abandon"),
    "moved": ("Start round 2", True, "draft", "finish abandon"),
    "finished": ("Cut for the prizes", True, "", ""),
    "published": ("See the public page", True, "publish", ""),
}
"""In each status the next step and whether it is ready; beside it harmless acts, and grave ones that stand apart."""


@pytest.mark.parametrize("until", BOARDS)
def test_each_status_has_its_next_step_and_what_else_is_possible(desk_at: DeskAt, until: str) -> None:
    here, _room = desk_at(14, until=until)
    Job.objects.update(made_at=timezone.now())
    page = here.see()
    step, ready, *acts_beside = BOARDS[until]
    assert (next_step(page), is_ready(page)) == (step, ready)
    row, _fold, menu = page.partition('<details class="fold desk__menu"')
    known = {name for _step, _ready, *both in BOARDS.values() for names in both for name in names.split()}
    for part, names in zip((row, menu), acts_beside, strict=True):
        entries = re.findall(rf'<a href="{here.url("desk-act", "-")[:-2]}([a-z-]+)/">([^<]+)</a>', part)
        assert [name for name, label in entries if name in known and label] == names.split()


def test_a_table_is_taken_out_of_use_on_its_page_and_comes_back_on_that_of_the_seats(desk_at: DeskAt) -> None:
    here, room = desk_at(20, until="playing")
    page = here.press("desk-use-table", 3)
    assert "Table 3 is out of use from the next round on." in page
    assert "Use table 3 again" in page
    assert "Table 3 is out of use from the next round on." in here.see("desk-table", 3)
    room.go_on_to("playing")
    assert {here.url("desk-table", table) in here.see() for table in (2, 4, 5)} == {True}
    assert here.url("desk-table", 3) not in here.see()
    assert here.url("desk-table", 4) in here.see("desk-table", 2)
    assert "Table 3 is in use again" in here.press("desk-use-table", 3, back="1")


@pytest.mark.parametrize(("back", "said"), [(timedelta(hours=1), True), (timedelta(), False)])
def test_where_the_clock_is_put_back_in_a_timed_round_the_board_asks_to_stop_it_by_hand(
    desk_at: DeskAt, monkeypatch: pytest.MonkeyPatch, back: timedelta, *, said: bool
) -> None:
    here, room = desk_at(8, until="playing", round_minutes=20)
    monkeypatch.setattr("django.utils.timezone.now", lambda: room.at - back)
    page = words(here.see())
    assert ("clock was put back" in page) is said
    assert ("when time is up, or when you stop it" in page) is not said


def test_every_page_opens_while_the_clock_has_been_put_back(
    desk: Desk, make_evening: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = make_evening(8, until="playing")
    monkeypatch.setattr("django.utils.timezone.now", lambda: room.at - timedelta(hours=1))
    values = {"club": desk.club.slug, "evening": room.evening.slug, "table": 1, "round": 1, "number": 1}
    pages = [page for page in fillable(values) if "<slug:evening>" in page]
    opened = [desk.client.get(re.sub(r"<\w+:(\w+)>", r"{\1}", page).format(**values)) for page in pages]
    assert sum(page.status_code == 200 for page in opened) > len(pages) / 2
    assert not [page for page in opened if page.status_code >= 500]


@pytest.mark.parametrize("days", [-1, 0])
def test_before_the_doors_open_on_another_day_the_page_says_so(desk_at: DeskAt, days: int) -> None:
    here, room = desk_at(9, until="draft")
    with timezone.override(here.club.time_zone):
        today = timezone.localdate()
    type(room.evening).objects.update(date=today + timedelta(days=days))
    page = here.see("desk-act", "open-doors")
    assert ("Check that it is the right one." in page) is (days != 0)
    assert "Open the doors" in page


def test_level_for_a_prize_needs_no_cut_before_the_last_round_is_over(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="drafted", rounds=3, prizes={"best": 1})
    page = here.see("desk-standings")
    assert "Level so far" in page
    assert "cut needed" not in page


@pytest.mark.parametrize(("seen", "is_public"), [("standings", True), ("rounds", False)])
def test_a_prize_for_half_time_is_told_on_the_board_and_between_the_rounds_on_wall_and_page(
    desk_at: DeskAt, seen: str, *, is_public: bool
) -> None:
    others = [{"rounds": [1, 1], "best": 1}, {"rounds": [2, 2], "best": 1}]
    prizes = {"best": 0, "booby": False, "others": others}
    here, room = desk_at(8, until="playing", rounds=2, prizes=prizes, beside={"before_publication": seen})

    def told() -> tuple[bool, bool, bool]:
        wall, page = (here.client.get(here.url(name)).content.decode() for name in ("wall", "evening"))
        return 'class="sheet prize' in here.see(), "wall-prizes" in wall, "facts--prizes" in page

    assert told() == (False, False, False)
    for status in ("settled", "drafted", "moved"):
        room.go_on_to(status)
        assert told() == (True, is_public, is_public), status
    room.go_on_to("playing")
    assert told() == (True, False, False)
    room.go_on_to("settled")  # the last round: its prizes are those of the end
    assert told()[1:] == (False, False)


def test_a_drive_whose_moves_repeat_themselves_says_so_until_its_first_round(desk_at: DeskAt) -> None:
    drive = {"movement": "by_colour", "colours": ("ladies", "gents"), "game": "whist", "counting": "points"}
    here, room = desk_at(16, ends={"ends": "hands", "hands": 1}, rounds=24, **drive)
    again = "the same people sit together again after 2 rounds, and 24 are planned"
    page = here.see()
    assert again in words(page)
    assert here.url("desk-plan") in page
    room.go_on_to("playing")
    assert again not in words(here.see())


@pytest.mark.parametrize(
    ("until", "rounds", "offered"), [("bell", 1, True), ("bell", 2, False), ("playing", 1, False)]
)
def test_the_last_round_is_closed_and_the_evening_finished_by_one_press(
    desk_at: DeskAt, until: str, rounds: int, *, offered: bool
) -> None:
    here, room = desk_at(8, until=until, rounds=rounds)
    if until == "playing":
        room.act(acts.Stop())
    page = here.see()
    assert ("Close round 1 and finish" in page) is offered
    if offered:
        told = here.press("desk-next-round", **dict(re.findall(r'name="(to)" value="(\w+)"', page)))
        assert ("The evening is finished." in told, here.url("desk-undo", 1)[:-2] in told) == (True, True)
        assert room.evening.status == "finished"


@pytest.mark.parametrize(("last", "offered"), [(1, False), (2, True)])
def test_a_round_that_ends_with_prizes_is_closed_alone_so_that_the_wall_tells_them(
    desk_at: DeskAt, last: int, *, offered: bool
) -> None:
    prizes = {"others": [{"rounds": [1, last]}]}
    here, _ = desk_at(8, until="bell", rounds=3, prizes=prizes)
    page = here.see()
    assert ("Close, announce and start round 2" in page) is offered
    assert "Close round 1" in page


def test_when_all_prizes_are_cut_for_the_results_are_published(desk_at: DeskAt) -> None:
    here, room = desk_at(9, until="finished")
    while next_step(page := here.see()) == "Cut for the prizes":
        tie = here.client.get(here.url("desk-evening")).context["ties"][0]
        about = {"prize": tie.tie.prize, "colour": tie.tie.colour or "", "code": list(tie.names)}
        here.press("desk-cut-prize", sure="1", winner="seed", **about)
    assert next_step(page) == "Publish the evening"
    page = here.do("publish")
    assert (next_step(page), is_ready(page), "progress__bar" in page) == ("Publishing", False, True)
    room.work()
    page = here.see()
    assert next_step(page) == "See the public page"
    assert "archive.json" in page
    assert f'href="/c/rooster-club/{room.evening.slug}/"' in page


def test_three_cannot_be_drawn_and_one_is_missing(desk: Desk, make_evening: Make) -> None:
    page = desk.of(make_evening(3, until="check_in")).see()
    assert not is_ready(page)
    assert "1 more player makes a table." in page


def test_drawn_seats_say_who_plays_with_whom(desk: Desk, make_evening: Make) -> None:
    room = make_evening(8, until="seated")
    seats = room.evening.rounds.get(number=1).seats.select_related("ticket__player", "table_round__table")
    where = {
        (seat.table_round.table.number, seat.seat or 0): seat.ticket.player.name
        for seat in seats
        if seat.table_round
    }
    page = words(desk.of(room).see())
    for (table, seat), name in where.items():
        across = where[table, (seat + 1) % 4 + 1]
        assert f"{name} with {across}" in page


def test_the_bell_of_a_table_at_the_target_is_next_and_who_abandons_says_why(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    room.win(2, 2, 2)
    page = here.see()
    assert next_step(page) == "Ring for table 2"
    assert "Table 2 has reached the target." in page
    assert "At the target" in page
    page = here.do("abandon", reason="snow")
    assert "The evening was abandoned" in page
    assert next_step(page) == "Repeat this evening"
    assert room.evening.ledger.latest("sequence").reason == "snow"


def test_a_game_that_was_decided_is_not_said_to_ring(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    decided = acts.AdjustGame(round=1, table=2, points=[50, 0], seats="keep", reason="a card was missing")
    for act in (acts.Stop(), decided, acts.TakeBackBell(reason="it was stopped by mistake")):
        room.act(act)
    assert next_step(here.see()) == "Stop the round"


def test_with_the_head_tables_bell_only_table_1_rings(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing", bell="head_table")
    room.win(2, 2, 2)
    assert next_step(here.see()) == "Stop the round"
    assert "only table 1 rings the bell" in here.press("desk-ring", 2)


@pytest.mark.parametrize(
    ("planned", "says"),
    [
        ({}, "Ends with the bell, or when you stop it."),
        ({"round_minutes": 20}, "Ends with the bell, when time is up, or when"),
        ({"movement": "drawn", "hands_per_round": 8}, "Ends when every table is done, or when you stop it."),
    ],
)
def test_a_round_is_said_to_end_by_what_ends_it(desk_at: DeskAt, planned: dict[str, Any], says: str) -> None:
    here, _room = desk_at(8, until="playing", **planned)
    assert says in words(here.see())


def test_level_tables_come_first_and_block_the_close(desk_at: DeskAt) -> None:
    here, room = desk_at(12, until="playing")
    room.enter(1, a_hand())
    room.act(acts.Stop())
    page = here.see()
    assert not is_ready(page)
    assert "2 tables have to cut first." in page
    assert page.index("Table 2 is level at 0.") < page.index('class="board"')
    assert "Table 2 is level at 0. It has entered no hand. Who won the cut?" in words(page)
    assert here.url("desk-not-played", 2, 1) in page
    assert "The cut of table 2 is recorded." in here.press("desk-cut", 2, winner="B")
    assert "Couple B won the cut." in here.see("desk-table", 2)
    page = here.press("desk-cut", 3, winner="seed")
    assert is_ready(page)
    assert "B won the cut" in page
    room.act(acts.EnterTotals(totals=[(1, (9, 4)), (2, (6, 7)), (3, (6, 6))]))
    assert "Table 3 is level at 6. Who won the cut?" in words(here.see())


def test_an_act_that_comes_too_late_says_so(desk: Desk, make_evening: Make) -> None:
    page = desk.of(make_evening(8, until="playing")).do("start")
    assert "is not possible now" in page
    assert "message--error" in page


@pytest.mark.parametrize(
    ("until", "act", "says"),
    [
        ("playing", "stop", "a hand in play does not"),
        ("seated", "draw-again", "anybody can check them"),
        ("seated", "reopen-doors", "everybody keeps their ticket"),
        ("moved", "finish", "No further round is played"),
        ("drafted", "draft", "made to the draft by hand are lost"),
        ("playing", "abandon", "This cannot be undone"),
    ],
)
def test_a_dangerous_act_says_first_what_it_changes(desk_at: DeskAt, until: str, act: str, says: str) -> None:
    here, room = desk_at(8, until=until)
    version = room.evening.version
    assert says in here.see("desk-act", act)
    assert room.read().version == version


class TestWork:
    def test_a_worker_that_sleeps_is_told_and_the_seats_can_be_worked_out_here(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="settled")
        Job.objects.update(made_at=timezone.now())
        page = here.see()
        assert "progress__bar" in page
        assert "has not answered" not in page
        assert "every 2s" in page
        Job.objects.update(made_at=timezone.now() - timedelta(seconds=12))
        page = here.see()
        assert "The worker has not answered for 12 s: 2 jobs wait" in page
        assert "work out the next seats" in page
        assert next_step(page) == "Work out the next seats here"
        assert "The next seats are worked out." in here.do("draft")
        assert room.evening.status == "drafted"

    def test_a_failed_job_is_tried_again_or_dropped(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="settled")
        Job.objects.update(outcome=Job.Outcome.FAILED, attempts=8, remark=failure(ValueError("no")).as_data())
        told = "A job has failed after 8 tries: %s."
        page = here.see()
        for topic, job in (
            ("draft_move", "work out the next seats"),
            ("standings", "recompute the standings"),
        ):
            assert told % job in page, topic
        assert "ValueError: no" in page
        again, gone = Job.objects.get(topic="draft_move"), Job.objects.get(topic="standings")
        assert "Drop it" in here.see("desk-jobs")
        assert "The job is dropped." in here.press("desk-drop-job", gone.pk)
        assert told % "recompute the standings" not in here.see()
        assert told % "work out the next seats" in here.see()
        assert "waiting to be done again" in here.press("desk-try-again", again.pk)
        assert set(Job.objects.values_list("topic", "outcome", "attempts")) == {
            ("draft_move", "waiting", 0),
            ("standings", "dropped", 8),
        }

    def test_a_failed_search_is_told_and_no_running_one(self, desk_at: DeskAt) -> None:
        here, room = desk_at(9, until="seated", movement="scheduled")
        planning = room.act(schedules.ask, purpose="improve", wishes=Wishes())
        planning.jobs.update(made_at=timezone.now() - timedelta(seconds=50))
        assert "has not answered" not in here.see()
        assert "Search for a schedule" in here.see("desk-jobs")
        planning.jobs.update(outcome="failed", attempts=8, remark=failure(ValueError("no")).as_data())
        assert "A job has failed after 8 tries: search for a schedule." in here.see()
        here.press("desk-try-again", planning.jobs.get().pk)
        assert planning.jobs.get().outcome == "waiting"

    @pytest.mark.parametrize(("deed", "outcome"), [("try_again", "waiting"), ("drop", "dropped")])
    def test_whoever_runs_the_server_decides_about_what_failed_anywhere(
        self, make_evening: Make, client: Client, deed: str, outcome: str
    ) -> None:
        room = make_evening(8, until="settled")
        failed, waits = room.evening.jobs.order_by("pk")
        room.evening.jobs.filter(pk=failed.pk).update(outcome="failed")
        chosen = {"action": deed, "_selected_action": [failed.pk, waits.pk]}
        there = "/admin/tournaments/job/"
        helper = User.objects.create_user("helper", is_staff=True)
        helper.user_permissions.set(Permission.objects.filter(codename="view_job"))
        for user, expected in ((helper, "failed"), (User.objects.create_superuser("owner"), outcome)):
            client.force_login(user)
            assert client.get(there).status_code == 200
            client.post(there, chosen)
            assert list(room.evening.jobs.values_list("outcome", flat=True)) == [expected, "waiting"]


class TestTheEnd:
    def test_the_winner_of_a_cut_gets_the_prize(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="finished")
        said = words(here.see("desk-standings"))
        assert "after 1 round" in said
        page = words(here.see())
        assert "Who won the cut? The rest share the next place, unless the cut" in page
        assert "After the cut, who gets the booby? The rest share the next place, unless the cut" in page
        tie = here.client.get(here.url("desk-evening")).context["ties"][0]
        winner = sorted(tie.names)[-1]
        about = {"prize": tie.tie.prize, "colour": "", "code": list(tie.names)}
        assert "The cut is recorded." in here.press("desk-cut-prize", sure="1", winner=winner, **about)
        assert "has been cut already" in here.press("desk-cut-prize", winner=winner, **about)
        assert prizes_of(room.evening)[0].winner == winner

    def test_for_more_than_one_prize_everybody_has_a_place(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="finished", prizes={"best": 2, "booby": False})
        tie = here.client.get(here.url("desk-evening")).context["ties"][0]
        about = {"prize": "best", "colour": "", "code": list(tie.names)}
        first, second, *_ = tie.names
        page = here.refused("desk-cut-prize", **about, **{"place-1": first, "place-2": first})
        assert "each place needs a different player from" in page
        assert "Won the cut" in page
        assert "(optional)" not in page
        assert page.count(f'value="{first}" selected') == 2
        here.press("desk-cut-prize", sure="1", **about, **{"place-1": second, "place-2": first})
        won = [prize.winner for prize in prizes_of(room.evening)]
        assert won == [second, first]

    def test_one_more_round_than_planned_can_be_played(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="settled", rounds=1)
        page = here.see()
        assert next_step(page) == "Finish the evening"
        assert here.url("desk-act", "draft") in page
        assert next_step(here.do("draft")) == "Announce the next seats"
        room.go_on_to("playing")
        wall = f"/c/{room.evening.club.slug}/{room.evening.slug}/wall/"
        for page in (here.see(), html(here.client.get(wall))):
            assert "Round 2" in words(page)
            assert "Round 2 of 1" not in words(page)


@pytest.mark.parametrize(("until", "status"), [("draft", 404), ("check_in", 200)])
def test_the_board_leads_to_wall_and_public_page(desk_at: DeskAt, until: str, status: int) -> None:
    here, _room = desk_at(8, until=until)
    page = here.see()
    for name in ("wall", "evening"):
        assert (f'<a href="{here.url(name)}">' in page) is (status == 200)
        assert here.client.get(here.url(name)).status_code == status


def test_a_draft_says_what_to_do_before_people_come(desk: Desk, make_evening: Make) -> None:
    page = desk.of(make_evening(8, until="draft")).see()
    assert "Check the plan" in page
    assert desk.url("desk-members") in page


@pytest.fixture
def other_desk(club: Club) -> Desk:
    anna = User.objects.create_user("anna", first_name="Anna", password="another long password")
    Officer.objects.create(club=club, user=anna, role=Role.DIRECTOR)
    return Desk(signed_in(anna), club)


def told_of_others(here: Desk) -> str:
    """What the board says that another director has done."""
    found = re.search(r'id="other" role="status">(.*?)</p>', here.see())
    assert found
    return words(found[1])


def test_acts_of_another_director_are_told(desk_at: DeskAt, other_desk: Desk) -> None:
    mine, room = desk_at(8, until="playing")
    theirs = other_desk.of(room)
    theirs.do("stop")
    assert re.fullmatch(r"Anna, .+: Round 1 was stopped.+", told_of_others(mine))
    assert told_of_others(theirs) == ""
    mine.do("take-back-bell", reason="too early")
    assert told_of_others(mine) == ""
    assert "was taken back; play goes on." in told_of_others(theirs)


def test_what_was_done_a_while_ago_is_not_told(desk_at: DeskAt, other_desk: Desk) -> None:
    here, room = desk_at(8, until="playing")
    anna = User.objects.get(username="anna")
    room.at = timezone.now() - timedelta(minutes=4)
    room.act(acts.Stop(), by=f"user:{anna.pk}")
    assert told_of_others(other_desk.of(room)) == ""
    assert told_of_others(here) == ""
