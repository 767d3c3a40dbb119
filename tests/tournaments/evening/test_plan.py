"""The plan of an evening: what may stand in it, how it says what may not, and the presets that are taken."""

from typing import Any

import pytest
from pydantic import ValidationError

from games import catalogue
from tournaments.evening.new_plans import PRESETS, Preset, checked_plan, plan_for
from tournaments.evening.plan import (
    MOST_ROUNDS,
    GamesPlan,
    Plan,
    PointsPlan,
    plan_faults,
    plan_model,
    read_plan,
    ways_to_play,
)
from tournaments.ranking.offered import Prizes

LEAST: dict[str, Any] = {"game": "chantecler", "house_rules": {}}


def read(**more: Any) -> Plan:
    return read_plan({**LEAST, **more})


def test_what_is_not_said_is_as_in_the_text_of_1910() -> None:
    plan = read()
    assert plan.rounds == 6
    assert plan.colours == ()
    assert plan.prizes == Prizes(best=1, booby=True, by_colour=False)
    assert plan.movement_options.model_dump() == {
        "head_table": "keep",
        "couples": "any",
        "bell": "any_table",
        "round_minutes": None,
        "sitout": "none",
        "substitute": "own",
        "tie_breaks": (),
    }


def test_a_plan_as_data_is_read_as_the_same_plan() -> None:
    plan = read(rounds=3, colours=["red", "blue"], prizes={"best": 2}, movement_options={"sitout": "half"})
    assert read_plan(plan.model_dump(mode="json")) == plan


@pytest.mark.parametrize(
    ("entered", "field", "code"),
    [
        pytest.param({"rounds": 0}, "rounds", "out-of-range", id="no round"),
        pytest.param({"rounds": MOST_ROUNDS + 1}, "rounds", "out-of-range", id="a round too many"),
        pytest.param({"rounds": "6"}, "rounds", "not-a-whole-number", id="rounds as text"),
        pytest.param({"rounds": True}, "rounds", "not-a-whole-number", id="rounds as truth"),
        pytest.param({"colours": "red"}, "colours", "not-a-list", id="colours as text"),
        pytest.param({"colours": [""]}, "colours.0", "too-short", id="a colour without a name"),
        pytest.param({"colours": ["r" * 21]}, "colours.0", "too-long", id="a colour too long for a ticket"),
        pytest.param({"colours": ["red", "red"]}, "colours", "not-allowed", id="a colour twice"),
        pytest.param({"colours": ["re\x00d"]}, "colours", "not-allowed", id="a colour nobody can read"),
        pytest.param({"colours": [" red"]}, "colours", "not-allowed", id="a colour with a space before it"),
        pytest.param({"movement": "howell"}, "movement", "not-a-choice", id="another movement"),
        pytest.param({"prizes": {"best": 11}}, "prizes.best", "out-of-range", id="too many prizes"),
        pytest.param({"prizes": {"worst": 1}}, "prizes.worst", "unknown-field", id="another prize"),
        pytest.param({"tables": 3}, "tables", "unknown-field", id="another field"),
        pytest.param({"game": None}, "game", "not-a-text", id="no game"),
    ],
)
def test_a_plan_that_cannot_be_says_where_and_why(entered: dict[str, Any], field: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read(**entered)
    found = list(plan_faults(refused.value, "plan", plan_model(entered)))
    assert [(fault.field, fault.code) for fault in found] == [(f"plan.{field}", code)]
    assert found[0].message


@pytest.mark.parametrize(
    ("movement", "options", "field", "code"),
    [
        ("progressive", {"bell": "loud"}, "bell", "not-a-choice"),
        ("progressive", {"round_minutes": 0}, "round_minutes", "out-of-range"),
        ("progressive", {"tie_breaks": ["points_for", "points_for"]}, "tie_breaks", "not-allowed"),
        ("by_seat", {"by_seat": {"9": 1}}, "by_seat.9", "not-a-choice"),
        ("by_seat", {"by_seat": {"1": 100}}, "by_seat.1", "out-of-range"),
        ("by_seat", {"by_seat": {"1": True}}, "by_seat.1", "not-a-whole-number"),
        ("by_seat", {"by_seat": {"1": 0.5}}, "by_seat.1", "not-a-whole-number"),
        ("by_colour", {"by_colour": {"": 1}}, "by_colour.", "too-short"),
        ("by_colour", {"by_colour": {"x" * 21: 1}}, f"by_colour.{'x' * 21}", "too-long"),
        ("by_colour", {"by_colour": {f"{n}": 1 for n in range(51)}}, "by_colour", "too-many"),
        ("drawn", {"bell": "any_table"}, "bell", "unknown-field"),
        ("drawn", {"hands_per_round": 0}, "hands_per_round", "out-of-range"),
        ("drawn", {"hands_per_round": 61}, "hands_per_round", "out-of-range"),
        ("drawn", {"table_size": 9}, "table_size", "out-of-range"),
        ("drawn", {"rank_by": "luck"}, "rank_by", "not-a-choice"),
        ("drawn", {"tie_breaks": ["tables_won", "tables_won"]}, "tie_breaks", "not-allowed"),
        ("drawn", {"tie_breaks": ["bells_rung"]}, "tie_breaks.0", "not-a-choice"),
    ],
)
def test_bad_options_say_where_and_why(movement: str, options: dict[str, Any], field: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read(movement=movement, movement_options=options)
    found = list(plan_faults(refused.value, "plan", plan_model({"movement": movement})))
    assert [(fault.field, fault.code) for fault in found] == [(f"plan.movement_options.{field}", code)]


def test_a_plan_says_everything_that_is_wrong_with_it_at_once() -> None:
    with pytest.raises(ValidationError) as refused:
        read(rounds=0, colours=["", "blue"], prizes={"booby": 1}, extra=1)
    fields = {fault.field for fault in plan_faults(refused.value, "")}
    assert fields == {"rounds", "colours.0", "prizes.booby", "extra"}


@pytest.mark.parametrize(
    ("colours", "colour", "fits"),
    [
        ((), "", True),
        ((), "red", False),
        (("red", "blue"), "red", True),
        (("red", "blue"), "", False),
        (("red", "blue"), "green", False),
    ],
)
def test_a_ticket_has_a_colour_of_the_evening(colours: tuple[str, ...], colour: str, fits: bool) -> None:
    assert read(colours=list(colours)).has_colour(colour) is fits


@pytest.mark.parametrize("movement", ["fixed", "drawn"])
def test_an_evening_of_points_has_options_of_its_own(movement: str) -> None:
    plan = read(movement=movement)
    assert isinstance(plan, PointsPlan)
    assert plan.by_points
    assert plan.movement_options.model_dump() == {
        "table_size": None,
        "even_tables": False,
        "hands_per_round": None,
        "round_minutes": None,
        "rank_by": "points",
        "substitute": "own",
        "tie_breaks": (),
    }
    assert read_plan(plan.model_dump(mode="json")) == plan


@pytest.mark.parametrize("slug", catalogue.GAMES)
def test_only_couples_that_play_to_a_target_win_games_and_points_can_always_be_counted(slug: str) -> None:
    game = catalogue.find(slug)
    ways = ways_to_play(game, game.house_rules({}))
    wins_games = game.partnership and game.target(game.defaults) is not None
    assert {counting for _, counting in ways} == ({"games", "points"} if wins_games else {"points"})
    assert (("progressive", "games") in ways) == wins_games
    assert {("fixed", "points"), ("drawn", "points")} <= set(ways)


def test_a_plan_counts_as_is_usual_with_its_movement_unless_it_says_otherwise() -> None:
    assert [read(movement=name).counting for name in ("progressive", "drawn")] == ["games", "points"]
    games = read(movement="drawn", counting="games", movement_options={"bell": "head_table"})
    assert isinstance(games, GamesPlan)
    assert games.movement_options.bell == "head_table"
    assert read_plan(games.model_dump(mode="json")) == games


@pytest.mark.parametrize(
    ("slug", "options", "tables"),
    [
        pytest.param("chambery_tarot", {}, (5, 5, 3), id="a plan made before even tables"),
        ("chambery_tarot", {"even_tables": True}, (5, 4, 4)),
        ("chambery_tarot", {"table_size": 4}, (4, 4, 5)),
        ("ascot", {}, (3, 3, 3, 4)),
        ("ascot", {"table_size": 4}, (4, 3, 3, 3)),
        ("clabberjass", {}, (2, 2, 2, 2, 2, 2)),
        ("chantecler", {}, (4, 4, 4)),
    ],
)
def test_thirteen_sit_as_the_game_does(slug: str, options: dict[str, Any], tables: tuple[int, ...]) -> None:
    plan = read(game=slug, movement="drawn", movement_options=options)
    seating = plan.mover.first_seating([f"p{number}" for number in range(13)])
    assert tuple(len(table) for table in seating.tables) == tables


EACH = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.slug)


@EACH
def test_a_preset_is_a_plan_that_is_taken(preset: Preset) -> None:
    taken = checked_plan(dict(preset.data))
    assert (taken.round, taken.worth, taken.rounds) == (
        preset.plan().round,
        preset.plan().worth,
        preset.plan().rounds,
    )


@pytest.mark.parametrize("game", ["chamberlain", "clabberjass"])
def test_whoever_plays_alone_to_a_target_begins_with_each_table_its_own_game(game: str) -> None:
    plan = plan_for(game)
    assert (plan.ends, plan.counts, plan.keeping.is_won) == ("game", "games", True)
