"""What waits for the director stands first on the board, each with what to do about it."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.evening.web.desk.at_the_desk import DeskAt, is_ready, next_step, words
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.evening.reads.director_alerts import pace_of
from tournaments.evening.services import player_requests

OTHER = a_hand(2, 5, "B")
POINTS: dict[str, Any] = {"game": "ascot", "movement": "drawn", "hands_per_round": 2}


def first_on(page: str) -> str:
    """The words of what waits, which stands before the tables."""
    found = re.search(r'<ul class="blockers".*?</ul>(?= |<)', page)
    return words(found[0]) if found else ""


def call(room: AnEvening, table: int, reason: str = "rule", **more: Any) -> Any:
    by = f"table:{table} seat:2"
    return room.act(player_requests.call, table_number=table, reason=reason, by=by, **more)


def disputed(room: AnEvening, table: int) -> None:
    """The next hand of the table, entered by both couples and not alike."""
    number = len(Hand.objects.filter(table_round__round=room.round(), table__number=table, live=True)) + 1
    room.enter(table, a_hand(), number=number, by=f"table:{table} seat:1")
    room.enter(table, OTHER, number=number, by=f"table:{table} seat:2")


class TestCalls:
    def test_the_longest_waiting_comes_first_until_the_director_is_going(self, desk_at: DeskAt) -> None:
        here, room = desk_at(12, until="playing")
        call(room, 3, "score", words="two results")
        call(room, 1, "rule")
        told = first_on(here.see())
        assert "Table 3 needs you (a score). “two results” · Waiting" in told
        assert told.index("Table 3 needs") < told.index("Table 1 needs you (a rule).")
        assert here.see().count("Calls the director") == 2
        made = call(room, 3)
        page = here.press("desk-answer", made.pk)
        assert "Table 3 has been told that you are coming." in page
        assert "Table 3 needs you" not in page
        made.refresh_from_db()
        assert made.answered_by == f"user:{here.client.session['_auth_user_id']}"

    @pytest.mark.parametrize("until", ["settled", "moved", "finished"])
    def test_calls_are_heard_between_the_rounds_too(self, desk_at: DeskAt, until: str) -> None:
        here, room = desk_at(8, until=until)
        call(room, 2)
        assert "Table 2 needs you" in first_on(here.see())


class TestHands:
    def test_a_dispute_names_its_table_and_hand(self, desk_at: DeskAt) -> None:
        here, room = desk_at(12, until="playing")
        room.enter(2, a_hand())
        disputed(room, 2)
        page = here.see()
        assert "Table 2: hand 2 is in dispute." in first_on(page)
        assert here.url("desk-disputes") in page
        assert "In dispute" in page
        assert "Settle the dispute" in here.see("desk-table", 2)

    def test_disputes_of_earlier_rounds_are_counted(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        disputed(room, 2)
        for name in ("bell", "settled"):
            if name == "settled":
                room.act(acts.Close(anyway=True))
            else:
                room.step_to(name)
        assert "1 hand is in dispute." in first_on(here.see())

    def test_in_play_the_last_hand_of_a_table_is_not_yet_waited_for(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing", confirmation="needed")
        room.enter(1, a_hand(), by="table:1 seat:1")
        assert "not confirmed" not in first_on(here.see())
        room.enter(1, a_hand(), by="table:1 seat:1")
        assert "Table 1: hand 1 is not confirmed." in first_on(here.see())
        room.act(acts.Stop())
        assert "Table 1: hands 1, 2 are not confirmed." in first_on(here.see())

    def test_the_director_confirms_them_as_they_were_shown(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="bell", confirmation="needed")
        page = here.see()
        shown = re.findall(rf'action="{here.url("desk-confirm", 2)}".*?</form>', page)[0]
        hands = re.findall(r'name="hand" value="([\d:]+)"', shown)
        assert len(hands) == 1
        page = here.press("desk-confirm", 2, hand=hands)
        assert "The hands of table 2 are confirmed." in page
        assert "Table 2: hand" not in first_on(page)
        assert not room.round().tables.get(table__number=2).hands.filter(confirmed_by="").exists()

    def test_what_was_not_shown_is_not_confirmed(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(8, until="bell", confirmation="needed")
        for hand in ([], ["1:999"], ["x"], ["9:9:9"], ["-1:2"], ["1:" + "9" * 40]):
            assert "are confirmed." not in here.press("desk-confirm", 2, hand=hand), hand
        assert not Hand.objects.exclude(confirmed_by="").exists()

    def test_a_late_hand_leads_to_the_tray(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="bell")
        late = room.enter(2, a_hand(), played_at=room.clock(), at=room.clock())
        assert late["state"] == "late"
        page = here.see()
        assert "1 hand waits in the late tray." in first_on(page)
        assert f'href="{here.url("desk-late")}"' in page


class TestSilence:
    BEGAN = datetime(2026, 11, 21, 20, 0, tzinfo=timezone.get_fixed_timezone(0))

    @pytest.mark.parametrize(
        ("finished", "silence"),
        [
            pytest.param({}, None, id="nothing to compare with"),
            pytest.param({1: [2, 4, 6], 2: [3]}, 10, id="never less than ten minutes"),
            pytest.param({1: [5, 10, 15], 2: [5]}, 15, id="three times what a hand takes"),
            pytest.param({1: [6, 12], 2: [40]}, 18, id="one slow table does not slow the room"),
            pytest.param({1: [12, 6]}, 18, id="in whatever order they come"),
        ],
    )
    def test_is_measured_by_the_room(self, finished: dict[int, list[int]], silence: int | None) -> None:
        at = {
            table: [self.BEGAN + timedelta(minutes=minute) for minute in minutes]
            for table, minutes in finished.items()
        }
        expected = None if silence is None else timedelta(minutes=silence)
        assert pace_of(self.BEGAN, at).silence == expected

    @pytest.mark.parametrize(("minutes", "is_named"), [(11, True), (9, False)], ids=["silent", "slow"])
    def test_a_table_silent_for_long_is_named(self, desk_at: DeskAt, minutes: int, *, is_named: bool) -> None:
        here, room = desk_at(8, until="seated")
        room.at = timezone.now() - timedelta(minutes=minutes)
        room.act(acts.Start())
        room.win(1, 2, 1)
        assert ("No hand from table 2 since" in first_on(here.see())) is is_named


class TestClosing:
    def test_it_leads_to_what_is_not_settled_and_a_second_tap_is_recorded(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="bell", confirmation="needed")
        page = here.see()
        assert f'href="{here.url("desk-act", "close")}"' in page
        assert (next_step(page), is_ready(page)) == ("Close round 1", True)
        page = here.see("desk-act", "close")
        assert "Table 2: hand 1 is not confirmed." in first_on(page)
        assert "Close anyway, with tables 1, 2 unsettled" in page
        assert "Hand 1 of table 2 is not confirmed by the other side" in here.do("close")
        assert room.evening.status == "bell"
        assert "The round is closed." in here.do("close", anyway="1")
        assert room.evening.status == "settled"
        assert "these tables were not settled: 1, 2" in here.see("desk-ledger")

    def test_cuts_come_before_any_word(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing", confirmation="needed")
        room.enter(1, a_hand(), by="table:1 seat:1")
        room.act(acts.Stop())
        page = here.see("desk-act", "close")
        assert "Table 2 is level at 0." in first_on(page)
        assert "Close anyway" not in page
        assert "is level at 0; it has to cut" in here.do("close", anyway="1")

    @pytest.mark.parametrize(("until", "is_next"), [("bell", True), ("check_in", False)])
    def test_a_round_that_is_settled_is_closed_at_once(
        self, desk_at: DeskAt, until: str, *, is_next: bool
    ) -> None:
        here, _room = desk_at(8, until=until)
        assert (f'action="{here.url("desk-act", "close")}"' in here.see()) is is_next
        assert "Nothing is left to settle in this round." in here.see("desk-act", "close")


class TestTheBell:
    def test_it_is_taken_back_with_a_reason_that_is_told_until_it_rings_again(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="bell")
        assert here.url("desk-act", "take-back-bell") in here.see()
        assert here.url("desk-act", "play-on") not in here.see()
        assert "give a reason" in here.refused("desk-act", "take-back-bell", reason="   ")
        page = here.do("take-back-bell", reason="a hand was scored twice")
        assert room.evening.status == "playing"
        assert "play goes on" in page
        assert "“a hand was scored twice”" in page
        room.act(acts.Stop())
        assert "a hand was scored twice" not in here.see()

    def test_where_points_are_counted_play_goes_on_in_other_words(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="bell", **POINTS)
        assert here.url("desk-act", "play-on") in here.see()
        assert "Play resumed at" in here.do("play-on", reason="stopped by mistake")
        assert room.evening.status == "playing"

    def test_where_the_director_stopped_the_round_no_bell_is_taken_back(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        room.act(acts.Stop())
        page = here.see()
        assert "Resume play" in page
        assert here.url("desk-act", "take-back-bell") not in page
        page = here.do("play-on", reason="one deal more")
        assert "Play resumed at" in page
        assert "bell was taken back" not in page

    def test_a_table_that_was_there_first_can_be_credited(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        for table in (2, 1):
            room.win(table, table, table)
        room.act(acts.Ring(table=1))
        assert re.search(r"Table 2 reached the target at \d\d:\d\d, before table 1\.", first_on(here.see()))
        page = here.press("desk-ring", 2)
        assert "credited with the bell" in page
        assert "before table" not in page
        bell = room.round().bell_table
        assert bell is not None
        assert bell.number == 2


def test_the_standings_at_the_desk_mark_what_is_not_agreed(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="playing")
    room.enter(1, a_hand())
    disputed(room, 2)
    room.act(acts.Stop())
    room.act(acts.Close(anyway=True))
    room.work()
    page = here.see("desk-standings")
    assert page.count("open-mark--disputed") == 5
    assert "disputed: the first entry counts until it is settled" in page


class TestManyOfAKind:
    def test_hands_that_are_not_confirmed(self, desk_at: DeskAt) -> None:
        here, _room = desk_at(12, until="bell", confirmation="needed")
        told = first_on(here.see())
        assert "Hands of 3 tables are not confirmed: table 1 (1, 2, 3), table 2 (1), table 3 (1)" in told
        each = first_on(here.see("desk-act", "close"))
        assert "Table 3: hand 1 is not confirmed." in each

    def test_in_play_the_page_lists_them_and_closes_nothing(self, desk_at: DeskAt) -> None:
        here, room = desk_at(12, until="playing", confirmation="needed")
        for table in (1, 2, 3, 1, 2, 3):
            room.enter(table, a_hand(), by=f"table:{table} seat:1")
        assert "Hands of 3 tables are not confirmed:" in first_on(here.see())
        page = here.see("desk-act", "close")
        assert "Table 3: hand 1 is not confirmed." in first_on(page)
        assert "Close anyway" not in page

    def test_hands_that_are_missing(self, desk_at: DeskAt) -> None:
        here, room = desk_at(12, until="playing", **POINTS)
        room.play_hands(1)
        assert "of 2" not in first_on(here.see())
        room.act(acts.Stop())
        assert "tables are missing: table 1 (1 of 2), table 2 (1 of 2)" in first_on(here.see())
        assert "Table 2 has entered 1 of 2 hands." in first_on(here.see("desk-act", "close"))

    def test_a_table_without_a_hand_is_told_what_it_will_count(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing", **POINTS)
        room.act(acts.Stop())
        page = here.see("desk-act", "close")
        said = first_on(page)
        assert (
            "Table 2 has entered no hand. If the round is closed like this, the game counts as drawn, without points."
        ) in said
        assert said.count("counts as drawn") == 2
        for name in ("desk-not-played", "desk-adjust"):
            assert here.url(name, 2, 1) in page
            assert here.see(name, 2, 1)

    def test_a_table_without_a_hand_that_has_cut_is_not_drawn(self, desk_at: DeskAt) -> None:
        here, room = desk_at(8, until="playing")
        room.act(acts.Stop())
        for table in (1, 2):
            room.act(acts.Cut(table=table, winner="B"))
        for page in (here.see(), here.see("desk-act", "close")):
            assert "Table 2 has entered no hand." in first_on(page)
            assert "counts as drawn" not in page

    def test_silent_tables(self, desk_at: DeskAt) -> None:
        here, room = desk_at(16, until="seated")
        room.at = timezone.now() - timedelta(minutes=11)
        room.act(acts.Start())
        room.win(1, 2, 3, 4, 1)
        assert "No hand for a while at 4 tables:" in first_on(here.see())
