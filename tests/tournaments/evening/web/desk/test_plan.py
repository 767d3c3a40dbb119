"""Setting an evening up: new, changed, cloned; what cannot be is refused beside its field."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.tournaments.evening.web.desk.at_the_desk import Desk, DeskAt, Make, as_sent, words
from tournaments.evening.models import Evening
from tournaments.evening.plan import read_plan
from tournaments.evening.web.desk.plan import next_date
from tournaments.evening.web.movement_words import own_facts

PLAN = {
    "name": "Friday progressive",
    "date": "2026-11-27",
    "game": "chantecler",
    "movement": "progressive",
    "counting": "usual",
    "signal": "director",
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
        ({"tie_breaks__1": "points_difference"}, "tie_breaks__0", "“points for less points against” was"),
        ({"tie_breaks__1": "points_difference"}, "tie_breaks__0", "more than once; each is named once."),
        ({"colours": "x" * 21}, "colours", "20"),
        ({"colours": ""}, "prizes__by_colour", "no ticket colours were entered"),
        ({"bell": "nobody"}, "bell", "not one of the available choices"),
        ({"game": "ascot"}, "game", "Ascot cannot be played with this movement"),
        (
            {"game": "ascot", "movement": "drawn", "table_size": "5"},
            "table_size",
            "5 was entered; at a table of Ascot play 3 or 4.",
        ),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(
    desk: Desk, changes: dict[str, str], field: str, says: str
) -> None:
    answer = desk.client.post(desk.url("desk-new"), entered(**changes))
    assert answer.status_code == 422
    form = answer.context["form"]
    assert field in form.errors, form.errors
    assert says in " ".join(form.errors[field])
    assert not Evening.objects.exists()


def test_how_far_seats_and_colours_go_is_entered_in_lines(desk: Desk) -> None:
    desk.press("desk-new", **entered(movement="by_seat", by_seat="2: -1\r\n\r\n 3 :+2, 4: −3"))
    assert Evening.objects.get().plan["movement_options"]["by_seat"] == {"2": -1, "3": 2, "4": -3}
    page = desk.client.get(f"/desk/rooster-club/{Evening.objects.get().slug}/plan/").content.decode()
    assert ">\n2: -1\n3: 2\n4: -3</textarea>" in page
    by_colour = "gentlemen: 2\nladies: 0"
    desk.press("desk-new", **entered(name="Whist", movement="by_colour", by_colour=by_colour))
    plan = Evening.objects.latest("pk").plan
    assert plan["movement_options"]["by_colour"] == {"gentlemen": 2, "ladies": 0}


def test_where_colours_go_stands_in_the_facts_of_the_evening(make_evening: Make) -> None:
    room = make_evening(0, until="draft", movement="by_colour", colours=("ladies", "gents"))
    told = dict(own_facts(read_plan(room.evening.plan)))
    assert told["Tables each ticket colour moves"] == "gents: 1, ladies: -1"
    assert told["How people move"].startswith("By ticket colour: everybody keeps their seat number")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2", "“2” does not fit here: enter a name, a colon and a whole number."),
        ("2: one", "“2: one” does not fit here"),
        (": 1", "“: 1” does not fit here"),
        ("2: 1\n2: 2", "“2” was entered more than once; each is named once"),
        ("6: 1", "6"),
        ("2: 100", "100 was entered; allowed: a whole number from -99 to 99"),
    ],
)
def test_lines_that_cannot_be_are_refused_beside_their_field(desk: Desk, line: str, says: str) -> None:
    answer = desk.client.post(desk.url("desk-new"), entered(movement="by_seat", by_seat=line))
    assert answer.status_code == 422
    assert says in " ".join(answer.context["form"].errors["by_seat"])


def test_a_refused_plan_keeps_everything_that_was_entered(desk: Desk) -> None:
    page = desk.refused("desk-new", **entered(rounds="99"))
    assert 'name="rounds" value="99"' in page
    assert 'value="Friday progressive"' in page
    assert 'value="ladies, gentlemen ' in page
    assert 'name="round_minutes" value="25"' in page


def test_the_house_rules_of_another_game_are_nobodys_concern(desk: Desk) -> None:
    page = desk.press("desk-new", **entered(**{"rule-clabberjass-target": "nonsense"}))
    assert "The evening is created." in page


def test_the_plan_can_be_changed_until_play_begins(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="seated")
    page = here.press("desk-plan", **entered(rounds="4", colours="", prizes__by_colour="", couples="any"))
    assert "The plan is changed." in page
    assert room.read().plan["rounds"] == 4


def test_once_play_has_begun_the_plan_is_read_only(desk: Desk, make_evening: Make) -> None:
    page = words(desk.of(make_evening(8, until="playing")).see("desk-plan"))
    assert "the plan can no longer change" in page
    assert "Points to win a game 42" in page


def test_cloning_offers_name_and_date_and_copies_the_plan(desk_at: DeskAt) -> None:
    here, room = desk_at(8, until="published", colours=("ladies", "gentlemen"))
    assert 'value="Friday"' in here.see("desk-clone")
    answer = here.client.post(here.url("desk-clone"), {"name": "Friday", "date": "2026-12-04"})
    copy = Evening.objects.latest("pk")
    assert answer["Location"] == f"/desk/rooster-club/{copy.slug}/"
    assert (copy.plan, copy.status) == (room.evening.plan, "draft")


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


OF_POINTS = {"worth": "on", "worth__counts": "points", "worth__margin": "", "worth__draw": "0"}


@pytest.mark.parametrize(
    ("changes", "sitout"),
    [
        pytest.param({"sitout": "number", "sitout__number": "5"}, 5, id="so many points"),
        pytest.param({"sitout": "number", "sitout__number": "0"}, 0, id="no points at all"),
        pytest.param(
            {"sitout": "average", "sitout__number": "many"}, "average", id="a word, whatever the number"
        ),
    ],
)
def test_what_a_round_sat_out_counts_is_a_word_or_a_number(
    desk: Desk, changes: dict[str, str], sitout: str | int
) -> None:
    desk.press("desk-new", **entered(**OF_POINTS, **changes))
    evening = Evening.objects.get()
    assert evening.plan["movement_options"]["sitout"] == sitout
    address = f"/desk/{evening.club.slug}/{evening.slug}/plan/"
    sent = as_sent(desk.client.get(address).context["form"])
    assert desk.client.post(address, sent.dict()).status_code == 302
    assert Evening.objects.get().plan == evening.plan


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        pytest.param({"sitout__number": ""}, "sitout", "a whole number of points", id="no number"),
        pytest.param(
            {"sitout__number": "half"}, "sitout__number", "“half” is not a whole number", id="not a number"
        ),
        pytest.param(
            {"sitout__number": "5", "worth__counts": "games"},
            "sitout",
            "where games count",
            id="another unit",
        ),
    ],
)
def test_a_number_that_cannot_be_is_refused_beside_its_field(
    desk: Desk, changes: dict[str, str], field: str, says: str
) -> None:
    sent = entered(**{**OF_POINTS, "sitout": "number", **changes})
    answer = desk.client.post(desk.url("desk-new"), sent)
    assert answer.status_code == 422
    assert says in " ".join(answer.context["form"].errors[field])
