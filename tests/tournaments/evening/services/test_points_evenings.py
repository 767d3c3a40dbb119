"""Evenings on which everybody counts their own points: all games, from the draw to the verified archive."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scoring.faults import Faults
from tests.tournaments.an_evening import AnEvening
from tournaments.evening import acts
from tournaments.evening.models import Hand, Standing
from tournaments.evening.reads.facts import seatings
from tournaments.evening.reads.standings import prizes_of
from tournaments.evening.services import evenings, plans
from tournaments.publishing import publish
from tournaments.publishing.verdict import findings
from tournaments.rehearsal.random_hands import pretend_hand
from tournaments.script import play as scripts
from tournaments.script.document import read_script

Make = Callable[..., AnEvening]

GAMES = [
    pytest.param("ascot", 11, (3, 4, 4), id="Ascot, eleven players"),
    pytest.param("chamberlain", 7, (3, 4), id="Chamberlain, seven players"),
    pytest.param("chambery_tarot", 13, (5, 4, 4), id="Chambery Tarot, thirteen players"),
    pytest.param("clabberjass", 7, (2, 2, 2), id="Clabberjass, seven players"),
    pytest.param("chantecler", 9, (4, 4), id="Chantecler without the bell, nine players"),
    pytest.param("euchre", 8, (4, 4), id="Euchre without the bell, eight players"),
    pytest.param("whist", 10, (4, 4), id="Whist, ten players"),
]


@pytest.fixture(params=["fixed", "drawn"])
def movement(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def codes_of(refused: pytest.ExceptionInfo[Faults]) -> list[tuple[str, str]]:
    return [(fault.field, fault.code) for fault in refused.value.faults]


def sizes(evening: AnEvening) -> tuple[int, ...]:
    seating = seatings([evening.round()])[evening.round().pk]
    return tuple(len(table) for table in seating.tables)


def play(evening: AnEvening, rounds_: int) -> None:
    """Play rounds of two hands a table to the end, and publish."""
    for number in range(1, rounds_ + 1):
        evening.act(acts.Start())
        evening.play_hands(2)
        evening.act(acts.Close())
        evening.work()
        if number < rounds_:
            evening.act(acts.PublishMove())
    evening.act(acts.Finish())
    evening._published()


@pytest.mark.parametrize(("game", "players", "expected"), GAMES)
def test_a_whole_evening_holds_together(
    make_evening: Make, movement: str, game: str, players: int, expected: tuple[int, ...]
) -> None:
    evening = make_evening(players, game=game, movement=movement, hands_per_round=2)
    assert sizes(evening) == expected
    play(evening, 3)
    assert publish.check_rows(evening.read()) == []
    assert findings(json.loads(evening.evening.publications.get().archive)) == []
    lines = list(Standing.objects.filter(evening=evening.evening))
    assert len(lines) == players
    assert {line.played + line.sat_out for line in lines} == {3}
    assert max(line.sat_out for line in lines) <= 1


@pytest.mark.parametrize(("game", "players", "expected"), GAMES)
def test_the_rows_are_made_again_from_the_ledger(
    make_evening: Make, game: str, players: int, expected: tuple[int, ...]
) -> None:
    evening = make_evening(players, game=game, movement="drawn", hands_per_round=2)
    play(evening, 2)
    before = list(Standing.objects.order_by("ticket").values("ticket", "place", "points_for"))
    evening.evening.rounds.update(stopped_at=None, closed_at=None)
    for round_ in evening.evening.rounds.all():
        round_.tables.update(seat_points=[0, 0])
        round_.seats.all().delete()
    assert publish.check_rows(evening.read())
    publish.rebuild(evening=evening.read(), at=evening.clock())
    assert publish.check_rows(evening.read()) == []
    assert list(Standing.objects.order_by("ticket").values("ticket", "place", "points_for")) == before


def test_points_are_added_up_seat_by_seat(make_evening: Make) -> None:
    evening = make_evening(2, game="clabberjass", movement="fixed", until="playing")
    hand = {
        "dealer": 1,
        "bidder": 2,
        "trump": "spades",
        "card_points": [41, 70],
        "last_trick": 2,
        "bella": None,
        "sequences": [[], []],
    }
    first, second = evening.enter(1, hand), evening.enter(1, hand)
    assert (first["points"], first["running"], first["target"]) == ([41, 80], [41, 80], None)
    assert second["running"] == [82, 160]
    assert evening.round().tables.get().points == (82, 160)
    assert [hand.points for hand in Hand.objects.all()] == [(41, 80), (41, 80)]


def test_the_round_ends_by_itself_when_every_table_has_played_its_hands(make_evening: Make) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", hands_per_round=2, until="playing")
    for table, status in ((1, "playing"), (1, "playing"), (2, "playing"), (2, "bell")):
        evening.enter(table, pretend_hand(evening.dice, "ascot", 3))
        assert evening.evening.status == status
    assert evening.evening.ledger.filter(sequence=evening.evening.ledger_length, act="stop").exists()


def test_a_table_plays_no_more_hands_than_the_round_has(make_evening: Make) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", hands_per_round=1, until="playing")
    hand = pretend_hand(evening.dice, "ascot", 3)
    evening.enter(1, hand)
    with pytest.raises(Faults) as refused:
        evening.enter(1, hand)
    assert codes_of(refused) == [("table", "round-played-out")]


def test_a_retry_of_the_last_hand_gets_the_same_answer(make_evening: Make) -> None:
    evening = make_evening(3, game="ascot", movement="drawn", hands_per_round=1, until="playing")
    hand = pretend_hand(evening.dice, "ascot", 3)
    assert evening.enter(1, hand, key="once") == evening.enter(1, hand, key="once")
    assert evening.evening.status == "bell"


@pytest.mark.parametrize(("table", "seats_", "there"), [(1, 4, 3), (2, 3, 4)], ids=["too many", "too few"])
def test_a_hand_is_one_of_as_many_as_sit_at_the_table(
    make_evening: Make, table: int, seats_: int, there: int
) -> None:
    evening = make_evening(7, game="ascot", movement="drawn", until="playing")
    with pytest.raises(Faults) as refused:
        evening.enter(table, pretend_hand(evening.dice, "ascot", seats_))
    assert codes_of(refused) == [("hand.players", "other-number-of-seats")]
    assert str(there) in refused.value.faults[0].message
    assert not Hand.objects.exists()


def test_a_made_moon_counts_the_target(make_evening: Make) -> None:
    evening = make_evening(3, game="chamberlain", movement="fixed", until="playing")
    jacks = dict.fromkeys(("clubs", "diamonds", "hearts", "spades"), 2)
    answer = evening.enter(1, {"declarer": 2, "moon": True, "tricks": [0, 13, 0], "jacks": jacks})
    assert (answer["scores"], answer["running"]) == ([0, 20, 0], [0, 20, 0])
    assert sum(line["points"] for line in answer["derivation"]) == 20
    evening.act(acts.Stop())
    evening.act(acts.Close())
    evening.work()
    assert publish.check_rows(evening.read()) == []


@pytest.mark.parametrize(
    ("act", "code"),
    [
        pytest.param(acts.Ring(table=1), "no-bell", id="the bell"),
        pytest.param(acts.Cut(table=1, winner="A"), "no-cut", id="a cut"),
        pytest.param(acts.Cut(table=1, how="seed"), "no-cut", id="a cut by the seed"),
    ],
)
def test_there_is_nothing_to_ring_or_cut_for(make_evening: Make, act: acts.Act, code: str) -> None:
    evening = make_evening(6, game="ascot", movement="drawn", until="playing")
    if not isinstance(act, acts.Ring):
        evening.act(acts.Stop())
    with pytest.raises(Faults) as refused:
        evening.act(act)
    assert codes_of(refused) == [("table", code)]


@pytest.mark.parametrize(("least", "game"), [(2, "clabberjass"), (3, "ascot"), (3, "chambery_tarot")])
def test_a_table_needs_as_many_as_the_game(make_evening: Make, least: int, game: str) -> None:
    assert sizes(make_evening(least, game=game, movement="drawn")) == (least,)
    evening = make_evening(
        least - 1, game=game, movement="drawn", until="check_in", name="Too few", prizes={}
    )
    with pytest.raises(Faults) as refused:
        evening.act(acts.Draw())
    assert codes_of(refused) == [("players", "too-few")]


@pytest.mark.parametrize(
    ("tables", "faults"),
    [
        pytest.param([4, 4], [], id="four and four"),
        pytest.param([5, 3], [], id="five and three"),
        pytest.param([4, 2], [("start.1", "not-a-table-size"), ("start", "wrong-number-seated")], id="two"),
        pytest.param([4], [("start", "wrong-number-seated")], id="a table forgotten"),
    ],
)
def test_by_hand_the_director_may_choose_among_the_sizes(
    make_evening: Make, tables: list[int], faults: list[tuple[str, str]]
) -> None:
    evening = make_evening(8, game="chambery_tarot", movement="fixed", until="check_in")
    waiting = list(evening.evening.tickets.values_list("code", flat=True))
    placed = [[waiting.pop() for _ in range(size)] for size in tables]
    arguments = {"tables": placed, "sitting_out": waiting}
    if faults:
        with pytest.raises(Faults) as refused:
            evening.act(evenings.seat_by_hand, **arguments)
        assert codes_of(refused) == faults
    else:
        evening.act(evenings.seat_by_hand, **arguments)
        assert sizes(evening) == tuple(tables)


def test_late_arrivals_leavers_and_substitutes_are_seated_at_the_next_round(make_evening: Make) -> None:
    evening = make_evening(7, game="chamberlain", movement="fixed", hands_per_round=1)
    evening.act(acts.Start())
    evening.play_hands(1)
    evening.act(acts.Close())
    codes = {ticket.number: ticket for ticket in evening.evening.tickets.all()}
    evening.act(acts.Leave(ticket=codes[1].code))
    evening.act(evenings.arrive_guest, name="Late Comer", colour="")
    evening.act(evenings.arrive_guest, name="Later Comer", colour="")
    evening.act(evenings.substitute_guest, ticket=codes[2], name="Stand In")
    evening.work()
    evening.act(acts.PublishMove())
    evening.act(acts.Start())
    assert sizes(evening) == (4, 4)
    evening.play_hands(1)
    evening.act(acts.Close())
    evening.work()
    assert publish.check_rows(evening.read()) == []


# --- scripts -----------------------------------------------------------------------------------------
def a_script(movement: str = "fixed", **changes: Any) -> dict[str, Any]:
    """Four play Clabberjass at two tables, two rounds of one hand."""
    hand = {"dealer": 1, "bidder": 1, "trump": "hearts", "card_points": [70, 41], "last_trick": 1}
    hand |= {"bella": None, "sequences": [[], []]}
    both = [{"table": table, "hand": hand} for table in (2, 1)]
    return {
        "evening": {
            "name": "Pairs of players",
            "date": "2026-11-20",
            "game": "clabberjass",
            "movement": movement,
            "movement_options": {"hands_per_round": 1},
        },
        "players": [{"id": letter, "name": f"Player {letter}"} for letter in "abcde"],
        "start": [["a", "b"], ["c", "d"]],
        "rounds": [{"hands": both}, {"hands": both}],
        **changes,
    }


def test_a_script_may_tell_such_an_evening_too(club: Any) -> None:
    evening, outcome = scripts.play(script=read_script(json.dumps(a_script())), club=club)
    first = outcome["rounds"][0]
    assert first == {
        "seating": [["a", "b"], ["c", "d"]],
        "sitting_out": ["e"],
        "scores": [[80, 41], [80, 41]],
        "bell": None,
        "winners": [],
    }
    best = outcome["standings"][0]
    assert (best["place"], best["points"], best["played"]) == (1, 160, 2)
    assert outcome["next_seating"]
    evening.refresh_from_db()
    assert evening.status == "published"
    assert publish.check_rows(evening) == []


def test_a_hand_too_many_in_a_script_is_refused_in_its_place(club: Any) -> None:
    told = a_script()
    told["rounds"][0]["hands"].append(told["rounds"][0]["hands"][0])
    with pytest.raises(Faults) as refused:
        scripts.play(script=read_script(json.dumps(told)), club=club)
    assert [fault.code for fault in refused.value.faults] == ["after-the-bell"]
    assert refused.value.faults[0].field.startswith("rounds.0.hands.2")


def test_a_cut_in_a_script_is_refused_where_nothing_is_cut_for(club: Any) -> None:
    told = a_script()
    told["rounds"][0]["cuts"] = [{"table": 1, "winner": "A"}]
    with pytest.raises(Faults) as refused:
        scripts.play(script=read_script(json.dumps(told)), club=club)
    assert codes_of(refused) == [("rounds.0.cuts.0.table", "no-cut")]


# --- setting up --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("plan", "field", "code"),
    [
        pytest.param({"game": "ascot"}, "plan.game", "not-for-this-movement", id="Ascot by the bell"),
        pytest.param(
            {"game": "ascot", "movement": "drawn", "movement_options": {"table_size": 5}},
            "plan.movement_options.table_size",
            "not-a-table-size",
            id="Ascot at fives",
        ),
        pytest.param(
            {"game": "ascot", "movement": "fixed", "movement_options": {"bell": "any_table"}},
            "plan.movement_options.bell",
            "unknown-field",
            id="Ascot with a bell",
        ),
        pytest.param({"game": "ascot", "movement": "howell"}, "plan.movement", "not-a-choice", id="howell"),
    ],
)
def test_a_plan_that_does_not_fit_the_game_is_refused(plan: dict[str, Any], field: str, code: str) -> None:
    with pytest.raises(Faults) as refused:
        plans.checked_plan(plan)
    assert codes_of(refused) == [(field, code)]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(
            {"movement": "progressive", "counting": "games", "movement_options": {}}, id="by the bell"
        ),
        pytest.param({"movement_options": {"table_size": 4}, "game": "ascot"}, id="another game"),
    ],
)
def test_once_seats_are_drawn_the_tables_stay_as_they_are(
    make_evening: Make, changes: dict[str, Any]
) -> None:
    evening = make_evening(8, movement="drawn")
    with pytest.raises(Faults) as refused:
        evening.act(
            evenings.change_plan,
            name="Friday",
            date=evening.evening.date,
            plan={**evening.evening.plan, "house_rules": {}, **changes},
        )
    assert codes_of(refused) == [("plan.movement", "seats-drawn")]


def test_seats_drawn_for_one_round_may_stay_for_the_evening(make_evening: Make) -> None:
    evening = make_evening(8, movement="drawn")
    plan = {**evening.evening.plan, "movement": "fixed"}
    evening.act(evenings.change_plan, name="Friday", date=evening.evening.date, plan=plan)
    assert evening.evening.plan["movement"] == "fixed"


@pytest.mark.parametrize(("of", "unplayed"), [([1, 1], []), ([1, 2], [1]), ([1, 4], []), ([2, 4], [1])])
def test_prizes_of_rounds_that_were_not_played_are_not_given(
    make_evening: Make, of: list[int], unplayed: list[int]
) -> None:
    prizes = {"best": 1, "others": [{"rounds": of, "best": 1}]}
    evening = make_evening(4, game="whist", movement="fixed", hands_per_round=2, rounds=4, prizes=prizes)
    play(evening, 1)
    body = json.loads(evening.evening.ledger.get(act="finish").body)
    assert body.get("prizes_unplayed", []) == unplayed
    assert any(prize.other for prize in prizes_of(evening.read())) is not bool(unplayed)
    assert publish.check_rows(evening.read()) == []
    assert findings(json.loads(evening.evening.publications.get().archive)) == []
