"""What a player's own page says, from the open doors to the published standings."""

from __future__ import annotations

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.equally_often import equally_often
from tests.tournaments.evening.web.player.a_ticket import Holder
from tournaments.evening import acts
from tournaments.evening.models import Seat

MOST = 19


def idle(evening: AnEvening) -> Holder:
    """Whoever sits out the round in play."""
    return Holder.scanned(evening, evening.round().seats.get(seat=None).ticket.number)


def name_at(evening: AnEvening, table: int, seat: int) -> str:
    return evening.round().seats.get(table_round__table__number=table, seat=seat).ticket.player.name


@pytest.mark.parametrize(
    ("until", "says", "not_yet"),
    [
        pytest.param("check_in", "No seat yet", "Open my table", id="doors"),
        pytest.param("seated", "Sit down and wait for the signal", "My rounds", id="seated"),
        pytest.param("playing", "in play", "Next above", id="playing"),
        pytest.param("bell", "The bell has rung", "Next above", id="bell"),
        pytest.param("settled", "Your next seat will appear here", "You go to", id="settled"),
        pytest.param("drafted", "Your next seat will appear here", "You go to", id="drafted"),
        pytest.param("moved", "You stay", "Your next seat", id="moved"),
        pytest.param("finished", "All the standings", "Open my table", id="finished"),
        pytest.param("published", "All the standings", "Open my table", id="published"),
    ],
)
def test_the_page_follows_the_evening(make_evening: Make, until: str, says: str, not_yet: str) -> None:
    evening = make_evening(9, until=until)
    holder = Holder.scanned(evening) if until == "check_in" else Holder.at(evening)
    text = holder.text()
    assert says in text
    assert not_yet not in text


def test_where_i_sit_with_whom_and_against_whom(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    text = Holder.at(evening, 2, 3).text()
    assert "table 2, seat 3" in text
    assert f"with {name_at(evening, 2, 1)}" in text
    assert f"against {name_at(evening, 2, 2)} & {name_at(evening, 2, 4)}" in text


def test_my_results_are_told_from_my_side(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    assert "42 : 0 won" in Holder.at(evening, 1, 1).text()
    assert "0 : 42 lost" in Holder.at(evening, 1, 2).text()


def test_my_place_is_told_with_what_put_it_below_the_one_above(make_evening: Make) -> None:
    evening = make_evening(9, until="settled")
    evening.work()
    lines = list(evening.evening.standings.order_by("place", "ticket__number"))
    below = next(line for line in lines if line.decided_by == "won")
    above = lines[lines.index(below) - 1]
    holder = Holder.scanned(evening, below.ticket.number)
    text = holder.text()
    assert f"{below.place} of {len(lines)}" in text
    assert f"Next above: {above.ticket.player.name} . Games won: 1 to 0." in text


def test_whoever_sits_out_is_told_so_now_and_in_the_list(make_evening: Make) -> None:
    text = idle(make_evening(9, until="playing")).text()
    assert "You sit this round out" in text
    assert "sat out" in text
    assert "Open my table" not in text


def test_an_announced_move_says_where_i_go_and_why(make_evening: Make) -> None:
    evening = make_evening(8, until="moved")
    text = Holder.at(evening, 2, 1).text()
    assert "You go to" in text
    assert "winners go up one table" in text
    assert "Open my table" in text


def test_whoever_sits_the_next_round_out_is_told_why(make_evening: Make) -> None:
    evening = make_evening(9, until="moved")
    waits = evening.evening.rounds.get(number=2).seats.get(seat=None).ticket
    holder = Holder.scanned(evening, waits.number)
    text = holder.text()
    assert "You sit this round out" in text
    assert f"{waits.player.name} sits out" in text


def test_a_drafted_move_is_the_directors(make_evening: Make) -> None:
    evening = make_evening(8, until="drafted")
    draft = Seat.objects.filter(round__number=2, round__evening=evening.evening, table_round__isnull=False)
    assert draft.exists()
    assert "Round 2" not in Holder.at(evening, 2, 1).text()


def test_a_penalty_is_told_with_its_reason_to_whoever_has_it(make_evening: Make) -> None:
    evening = make_evening(8, until="settled")
    fined, other = Holder.at(evening, 1, 1), Holder.at(evening, 1, 2)
    evening.act(acts.Penalty(tickets=[fined.ticket.code], points=-2, reason="came at nine <b>sharp</b>"))
    assert "2 points off: came at nine &lt;b&gt;sharp" in fined.text()
    assert "points off" not in other.text()


def test_whoever_has_left_keeps_what_they_played(make_evening: Make) -> None:
    evening = make_evening(9, until="drafted")
    holder = Holder.at(evening, 1, 1)
    evening.act(acts.Leave(ticket=holder.ticket.code))
    text = holder.text()
    assert "You left in round 1" in text
    assert "42 : 0" in text


def test_an_evening_called_off_says_so(make_evening: Make) -> None:
    evening = make_evening(8, until="playing")
    holder = Holder.at(evening)
    evening.act(acts.Abandon(reason="snow"))
    assert "The evening was called off" in holder.text()


@pytest.mark.parametrize("game", ["ascot", "chambery_tarot"])
def test_where_everybody_counts_their_own_points_these_are_told(make_evening: Make, game: str) -> None:
    evening = make_evening(8, until="bell", game=game, movement="drawn", hands_per_round=2)
    holder = Holder.at(evening)
    assert "against" in holder.text()
    assert "with and" in holder.text().lower()


@pytest.mark.parametrize("until", ["check_in", "seated", "playing", "bell", "settled", "moved", "published"])
def test_the_page_asks_equally_often_in_a_small_room_and_in_a_large_one(
    make_evening: Make, until: str
) -> None:
    def look(evening: AnEvening, _: str) -> None:
        holder = Holder.scanned(evening) if until == "check_in" else Holder.at(evening)
        assert holder.look().status_code == 200

    equally_often(make_evening, until, look, most=MOST)


def test_by_a_schedule_my_whole_evening_is_there_once_play_has_begun(make_evening: Make) -> None:
    evening = make_evening(11, movement="scheduled", rounds=4)
    holder = Holder.scanned(evening, evening.round().seats.filter(seat=None)[0].ticket.number)
    assert "Your evening" not in holder.text()
    evening.step_to("playing")
    text = holder.text()
    mine = text.partition("Your evening")[2]
    assert "Round Table Seat With Against 1 sits out 2" in mine
    assert "4" in mine.partition("My rounds")[0]
    assert "Your evening" not in Holder.at(make_evening(8, until="playing", name="another")).text()
    for step in ("bell", "settled", "drafted", "moved"):
        evening.step_to(step)
    assert "losers" not in Holder.at(evening, 2, 2).text()
