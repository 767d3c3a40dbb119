"""The prizes of a plan at the desk: entered, refused beside the field, read again, told where the evening is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, Make, words
from tests.tournaments.evening.web.desk.test_plan import entered
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.reads.facts import prizes_of

OF_THE_ROOM = {
    "prizes__overall": "on",
    "prizes__overall__best": "1",
    "prizes__overall__sums": "100",
    "prizes__overall__booby": "on",
    "prizes__overall__booby_sum": "5",
    "prizes__one_each": "on",
}

HALF_TIME = {
    "prizes__others__0": "on",
    "prizes__others__0__rounds": "1 3",
    "prizes__others__0__feat": "",
    "prizes__others__0__best": "1",
    "prizes__others__0__booby": "on",
    "prizes__others__0__booby_sum": "2.50",
    "prizes__others__0__by_colour": "on",
}


@pytest.mark.parametrize(
    ("changes", "prizes"),
    [
        pytest.param(
            {"prizes__booby": "", "prizes__booby_sum": "2.5"},
            {"best": 2, "booby": False, "by_colour": True},
            id="a sum beside no booby says nothing",
        ),
        pytest.param(
            {"prizes__by_colour": "", **OF_THE_ROOM, "prizes__overall__best": "nonsense"},
            {"best": 2, "booby": True, "by_colour": False},
            id="the room alone has no others beside it",
        ),
        pytest.param(
            {"prizes__others__0__best": "nonsense"},
            {"best": 2, "booby": True, "by_colour": True},
            id="others that are not asked for",
        ),
    ],
)
def test_what_does_not_go_with_the_rest_is_passed_over(
    desk: Desk, changes: dict[str, str], prizes: dict[str, Any]
) -> None:
    desk.press("desk-new", **entered(**changes))
    assert Evening.objects.get().plan["prizes"] == prizes


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        pytest.param(
            {"prizes__sums": "3 2 1"}, "prizes__sums", "no more sums than prizes", id="too many sums"
        ),
        pytest.param(
            {**OF_THE_ROOM, "prizes__overall__best": ""},
            "prizes__overall__best",
            "needed",
            id="how many is open",
        ),
        pytest.param(
            {**HALF_TIME, "prizes__others__0__rounds": ""},
            "prizes__others__0",
            "for which rounds",
            id="another prize for nothing",
        ),
        pytest.param(
            {**HALF_TIME, "prizes__others__0__rounds": "1 7"},
            "prizes__others__0__rounds",
            "the evening has rounds 1 to 6",
            id="after the last round",
        ),
        pytest.param(
            {**HALF_TIME, "prizes__others__0__feat": "euchre.lone-hand", "prizes__others__0__booby": ""},
            "prizes__others__0__feat",
            "in Chantecler there is counted",
            id="the feat of another game",
        ),
    ],
)
def test_prizes_that_cannot_be_are_refused_beside_their_field(
    desk: Desk, changes: dict[str, str], field: str, says: str
) -> None:
    answer = desk.client.post(desk.url("desk-new"), entered(**changes))
    assert answer.status_code == 422
    assert says in " ".join(answer.context["form"].errors[field])


OFFERED = {
    "best": 2,
    "sums": [5000, 3000],
    "booby_sum": 250,
    "by_colour": True,
    "overall": {"best": 1, "booby": False, "sums": [10000]},
    "one_each": True,
    "ties": "shared",
}


def test_a_plan_that_is_fixed_tells_its_prizes(desk: Desk, desk_at: DeskAt, make_evening: Make) -> None:
    here, _room = desk_at(8, until="playing", colours=("red", "blue"), prizes=OFFERED)
    told = words(here.see("desk-plan"))
    for part in (
        "What they are worth 50 · 30",
        "What the booby is worth 2.50",
        "Players who tie for a prize Share it by place",
        "Prizes for the whole room too yes",
        "What they are worth 100",
        "Nobody wins two prizes yes",
    ):
        assert part in told
    plain = words(desk.of(make_evening(8, until="playing", name="Plain")).see("desk-plan"))
    assert "whole room" not in plain
    assert not [words for words in ("they are worth", "booby is worth") if words in plain]


def test_whoever_wins_the_cut_escapes_the_booby_where_the_plan_says_so(
    desk: Desk, make_evening: Make
) -> None:
    prizes = {"best": 0, "booby_cut": "escapes"}
    here = desk.of(room := make_evening(4, until="finished", rounds=1, target=14, prizes=prizes))
    assert "Who won the cut, and escapes the booby?" in words(here.see())
    tie = here.client.get(here.url("desk-evening")).context["ties"][0]
    first, last = tie.names
    here.press(
        "desk-cut-prize", sure="1", prize="booby", colour="", other="0", code=[first, last], winner=first
    )
    assert [prize.winner for prize in prizes_of(room.evening)] == [last]
    wider = desk.of(make_evening(8, name="Wider", until="finished", rounds=1, target=14, prizes=prizes))
    assert "Whoever comes last gets the booby." in words(wider.see())


def test_a_cut_for_half_time_is_recorded_at_the_desk_and_told_on_the_list(desk_at: DeskAt) -> None:
    prizes = {"best": 0, "booby": False, "others": [{"rounds": [1, 1]}]}
    here, room = desk_at(4, until="finished", rounds=2, target=14, prizes=prizes)
    assert "Best, half-time Level in everything that counts. Who won the cut?" in words(here.see())
    tie = here.client.get(here.url("desk-evening")).context["ties"][0]
    first, _second = tie.names
    here.press(
        "desk-cut-prize", sure="1", prize="best", colour="", other="1", code=list(tie.names), winner=first
    )
    (won,) = prizes_of(room.evening)
    assert (won.winner, won.other) == (first, 1)
    told = words(here.client.get(here.url("prizes")).content.decode())
    assert "Best, half-time" in told
    assert "Games won: 1. Place 1. The cut decided." in told


def test_a_draft_tells_what_is_offered(desk_at: DeskAt) -> None:
    here, _room = desk_at(8, until="draft", colours=("red", "blue"), prizes=OFFERED)
    told = words(here.see())
    assert "Prizes of the whole room 1 for the best (100.00)" in told
    assert "Prizes of each ticket colour 2 for the best (50.00 · 30.00), a booby (2.50)" in told
    assert "Prizes for one person one at most" in told
    assert "Tied for a prize Share it by place" in told


def test_nobody_has_to_cut_where_prizes_are_shared(desk_at: DeskAt) -> None:
    here, room = desk_at(4, until="finished", prizes={"best": 2, "sums": [5000, 3001], "ties": "shared"})
    page = here.see()
    told = words(page)
    assert "Publish the evening" in told
    assert "cut" not in told.split("Prizes", 1)[1].split("Place", 1)[0].lower()
    assert "Places 1 to 2 · 80.01" in told
    assert "40.01" in told
    assert "40.00" in told
    assert f"{room.evening.slug}/prizes/" in page


def test_a_tie_says_whose_prize_it_is_where_the_room_and_the_colours_have_some(desk_at: DeskAt) -> None:
    prizes = {**OFFERED, "booby_sum": 0, "booby": False, "ties": "cut"}
    here, room = desk_at(8, until="finished", colours=("red", "blue"), prizes=prizes)
    told = words(here.see())
    assert "Best, whole room Level in everything that counts. Who won the cut?" in told
    assert "Waits for the cut for the prizes of the whole room." in told
    assert "Prize list to print" not in told
    won = [prize for prize in prizes_of(room.evening) if prize.tied]
    room.act(acts.CutPrize(prize="best", colour=None, order=list(won[0].tied)))
    assert "whole room Level" not in words(here.see())
