"""Setting an evening up: new, changed, cloned; what cannot be is refused beside its field."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from tests.tournaments.an_evening import Make
from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, as_sent, words
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.new_plans import checked_plan
from tournaments.evening.plan import Plan, read_plan
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.web.desk.plan import next_date
from tournaments.evening.web.desk.plan_form import PlanForm, as_entered
from tournaments.evening.web.movement_words import own_facts
from tournaments.site.web.forms import faults_in

PLAN = {
    "name": "Friday progressive",
    "date": "2026-11-27",
    "game": "chantecler",
    "movement": "progressive",
    "counting": "usual",
    "signal": "director",
    "goes_on": "off",
    "pause": 30,
    "schedule": "best",
    "unit": "individuals",
    "losers": "play_on",
    "rounds": "6",
    "colours": "ladies,  gentlemen ",
    "couples": "mixed",
    "head_table": "exchange",
    "bell": "head_table",
    "round_minutes": "25",
    "sitout": "half",
    "substitute": "inherits",
    "confirmation": "needed",
    "before_publication": "rounds",
    "tie_breaks__0": "points_difference",
    "tie_breaks__1": "bells_rung",
    "tie_breaks__2": "none",
    "tie_breaks__3": "none",
    "tie_breaks__4": "none",
    "table_size": "usual",
    "hands_per_round": "",
    "rank_by": "points",
    "points__tie_breaks__0": "none",
    "points__tie_breaks__1": "none",
    "points__tie_breaks__2": "none",
    "points__tie_breaks__3": "none",
    "prizes__ties": "cut",
    "prizes__booby_cut": "gets",
    "prizes__best": "2",
    "prizes__booby": "on",
    "prizes__by_colour": "on",
    "rule-chantecler-target": "42",
    "rule-chantecler-bird_order": "peacock_second",
    "rule-chantecler-set_side_keeps_counters": "on",
}
LINES = {"movement": "by_seat"}
OF_POINTS = {
    "worth": "on",
    "worth__counts": "points",
    "worth__margin": "",
    "worth__draw": "0",
    "sitout": "number",
}
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


def entered(**changes: str) -> dict[str, Any]:
    return {**PLAN, **changes}


def test_what_is_entered_becomes_the_plan(desk: Desk) -> None:
    assert "The evening is created." in desk.press("desk-new", **entered())
    evening = Evening.objects.get()
    assert (evening.name, evening.date) == ("Friday progressive", date(2026, 11, 27))
    assert evening.plan == {
        "game": "chantecler",
        "house_rules": {
            "target": 42,
            "bird_order": "peacock_second",
            "set_side_keeps_counters": True,
            "keeps_all_trumps": False,
        },
        "movement": "progressive",
        "counting": "games",
        "movement_options": {
            "head_table": "exchange",
            "couples": "mixed",
            "bell": "head_table",
            "round_minutes": 25,
            "sitout": "half",
            "substitute": "inherits",
            "tie_breaks": ["points_difference", "bells_rung"],
        },
        "rounds": 6,
        "colours": ["ladies", "gentlemen"],
        "confirmation": "needed",
        "before_publication": "rounds",
        "prizes": {"best": 2, "booby": True, "by_colour": True},
    }


def test_every_option_of_the_movement_is_explained(desk: Desk) -> None:
    form = desk.client.get(desk.url("desk-new")).context["form"]
    options = ["couples", "head_table", "bell", "round_minutes", "sitout", "substitute", "tie_breaks__0"]
    assert all(form.fields[name].help_text for name in options)


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"name": " "}, "name", "a name is needed"),
        ({"date": "yesterday"}, "date", "valid date"),
        ({"rounds": "61"}, "rounds", "61 was entered; allowed: a whole number from 1 to 60."),
        ({"rounds": "many"}, "rounds", "“many” is not a whole number."),
        ({"rounds": "9" * 5000}, "rounds", "is not a whole number."),
        ({"rule-chantecler-target": "0"}, "rule-chantecler-target", "0"),
        ({"rule-chantecler-target": "x"}, "rule-chantecler-target", "“x” is not a whole number"),
        ({"tie_breaks__1": "points_difference"}, "tie_breaks__0", "against” was entered more than once;"),
        ({"colours": "x" * 21}, "colours", "20"),
        ({"colours": ""}, "prizes__by_colour", "no ticket colours were entered"),
        ({"bell": "nobody"}, "bell", "not one of the available choices"),
        ({"game": "ascot"}, "game", "Ascot cannot be played with this movement"),
        (
            {"game": "ascot", "movement": "drawn", "table_size": "5"},
            "table_size",
            "5 was entered; at a table of Ascot play 3 or 4.",
        ),
        (
            {**LINES, "by_seat": "2"},
            "by_seat",
            "“2” does not fit here: enter a name, a colon and a whole number.",
        ),
        ({**LINES, "by_seat": "2: one"}, "by_seat", "“2: one” does not fit here"),
        ({**LINES, "by_seat": ": 1"}, "by_seat", "“: 1” does not fit here"),
        ({**LINES, "by_seat": "2: 1\n2: 2"}, "by_seat", "“2” was entered more than once; each is named once"),
        ({**LINES, "by_seat": "9: 1"}, "by_seat", "9"),
        (
            {**LINES, "by_seat": "2: 100"},
            "by_seat",
            "100 was entered; allowed: a whole number from -99 to 99",
        ),
        ({**OF_POINTS, "sitout__number": ""}, "sitout", "a whole number of points"),
        ({**OF_POINTS, "sitout__number": "half"}, "sitout__number", "“half” is not a whole number"),
        ({**OF_POINTS, "sitout__number": "5", "worth__counts": "games"}, "sitout", "where games count"),
        ({**OF_POINTS, **LINES, "sitout": "half"}, "sitout", "“Half a game won” was entered"),
        ({"prizes__sums": "3 2 1"}, "prizes__sums", "no more sums than prizes"),
        ({**OF_THE_ROOM, "prizes__overall__best": ""}, "prizes__overall__best", "needed"),
        ({**HALF_TIME, "prizes__others__0__rounds": ""}, "prizes__others__0", "for which rounds"),
        (
            {**HALF_TIME, "prizes__others__0__rounds": "1 7"},
            "prizes__others__0__rounds",
            "the evening has rounds 1 to 6",
        ),
        (
            {**HALF_TIME, "prizes__others__0__feat": "euchre.lone-hand", "prizes__others__0__booby": ""},
            "prizes__others__0__feat",
            "in Chantecler there is counted",
        ),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(changes: dict[str, str], field: str, says: str) -> None:
    form = PlanForm(data=entered(**changes))
    assert not form.is_valid() or refused_by_the_service(form)
    assert field in form.errors, form.errors
    assert says in " ".join(map(str, form.errors[field]))


def planned(sent: Mapping[str, Any]) -> Plan:
    """The plan that an evening has where this is sent."""
    form = PlanForm(data=sent)
    assert form.is_valid(), form.errors
    return checked_plan(form.plan())


def refused_by_the_service(form: PlanForm) -> bool:
    """Whether no evening has such a plan; the form shows why, as that of a new evening does."""
    with faults_in(form, form.show):
        checked_plan(form.plan())
    return bool(form.errors)


def test_how_far_seats_and_colours_go_is_entered_in_lines(desk: Desk) -> None:
    desk.press("desk-new", **entered(movement="by_seat", sitout="none", by_seat="2: -1\r\n\r\n 3 :+2, 4: −3"))
    assert Evening.objects.get().plan["movement_options"]["by_seat"] == {"2": -1, "3": 2, "4": -3}
    page = desk.client.get(f"/desk/rooster-club/{Evening.objects.get().slug}/plan/").content.decode()
    assert ">\n2: -1\n3: 2\n4: -3</textarea>" in page


def test_where_only_losers_move_games_count_and_winners_part_by_the_second_colour(desk: Desk) -> None:
    told = {"movement": "by_colour", "who": "losers", "part_winners": "on", "sitout": "none"}
    colours = {"colours": "ladies, gents", "by_colour": "ladies: 1\r\ngents: -1"}
    desk.press("desk-new", **entered(**told, **colours))
    plan = Evening.objects.get().plan
    assert (plan["counting"], plan["movement_options"]["parting_colour"]) == ("games", "gents")
    sent = as_sent(desk.client.get(f"/desk/rooster-club/{Evening.objects.get().slug}/plan/").context["form"])
    assert sent["by_colour"] == "ladies: 1\ngents: -1"


def test_where_colours_go_stands_in_the_facts_of_the_evening(make_evening: Make) -> None:
    room = make_evening(0, until="draft", movement="by_colour", colours=("ladies", "gents"))
    told = dict(own_facts(read_plan(room.evening.plan)))
    assert told["Tables each ticket colour moves"].startswith("Gents move down 1 table, and from the last")
    assert told["How people move"].startswith("By ticket colour: everybody keeps their seat number")


@pytest.mark.parametrize(("ends", "is_won"), [("hands", False), ("game", True)])
def test_the_points_that_win_a_game_are_told_where_rounds_end_with_it(
    desk_at: DeskAt, ends: str, *, is_won: bool
) -> None:
    planned = {"ends": {"ends": ends, **({"hands": 1} if ends == "hands" else {})}, "counting": "games"}
    here, _room = desk_at(0, until="draft", game="euchre", movement="drawn", **planned)
    assert ("has won the game." in here.see("desk-plan")) == is_won


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rounds": "99"}, "99 was entered; allowed: a whole number from 1 to 60."),
        ({"game": "ascot"}, "Ascot cannot be"),
    ],
    ids=["by the form", "by the service"],
)
def test_a_refused_plan_keeps_everything_that_was_entered(
    desk: Desk, changes: dict[str, str], says: str
) -> None:
    page = desk.refused("desk-new", **entered(**changes))
    assert says in page
    assert not Evening.objects.exists()
    assert f'name="rounds" value="{changes.get("rounds", "6")}"' in page
    assert 'value="Friday progressive"' in page
    assert 'value="ladies, gentlemen ' in page
    assert 'name="round_minutes" value="25"' in page


def test_the_house_rules_of_another_game_are_nobodys_concern(desk: Desk) -> None:
    page = desk.press("desk-new", **entered(**{"rule-clabberjass-target": "nonsense"}))
    assert "The evening is created." in page


@pytest.mark.parametrize(
    ("last", "today", "expected"),
    [
        (date(2026, 11, 20), date(2026, 11, 21), date(2026, 11, 27)),
        (date(2026, 11, 20), date(2026, 11, 27), date(2026, 11, 27)),
        (date(2026, 9, 4), date(2026, 11, 21), date(2026, 11, 27)),
        (date(2026, 12, 25), date(2026, 11, 21), date(2027, 1, 1)),
    ],
    ids=["a week later", "today", "after a pause, the same weekday", "planned ahead"],
)
def test_the_date_offered_is_the_same_weekday(last: date, today: date, expected: date) -> None:
    assert next_date(last, today) == expected


@pytest.mark.parametrize(
    ("changes", "sitout"),
    [
        pytest.param({"sitout__number": "5"}, 5, id="so many points"),
        pytest.param({"sitout__number": "0"}, 0, id="no points at all"),
        pytest.param({"sitout": "average", "sitout__number": "many"}, "average", id="a word"),
        pytest.param(
            {**LINES, "sitout__number": "6", "counting": "points"}, 6, id="where all keep their own"
        ),
    ],
)
def test_a_sit_out_counts_a_word_or_a_number(changes: dict[str, str], sitout: str | int) -> None:
    plan = planned(entered(**{**OF_POINTS, **changes}))
    assert plan.model_dump(mode="json")["movement_options"]["sitout"] == sitout
    shown = PlanForm(initial=as_entered(plan, "Friday", date(2026, 11, 27), {}))
    assert planned(as_sent(shown)) == plan


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
def test_what_is_no_use_is_passed_over(changes: dict[str, str], prizes: dict[str, Any]) -> None:
    assert planned(entered(**changes)).model_dump(mode="json")["prizes"] == prizes


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
        "the plan can no longer change",
        "Points to win a game 42",
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


def test_whoever_wins_the_cut_may_escape_the_booby(desk: Desk, make_evening: Make) -> None:
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
    assert "Best, half-time Tied. Who won the cut?" in words(here.see())
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
    assert "Best, whole room Tied. Who won the cut?" in told
    assert "Waits for the cut for the prizes of the whole room." in told
    assert "Prize list to print" not in told
    won = [prize for prize in prizes_of(room.evening) if prize.tied]
    room.act(acts.CutPrize(prize="best", colour=None, order=list(won[0].tied)))
    assert "whole room Level" not in words(here.see())
