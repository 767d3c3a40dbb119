"""Before the last round: who can still win, what must happen; and how the places went round by round."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.evening.web.desk.at_the_desk import words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tournaments.evening import acts
from tournaments.evening.reads.facts import Leg, Runner, race_of, standings_of
from tournaments.evening.reads.projections import BeforeTheEnd, before_the_end
from tournaments.evening.services import evenings
from tournaments.evening.web.public.standings import LAST_PLACE, MOST_DRAWN, drawing
from tournaments.ranking.last_round import LastRound, LastRoundOfPoints, PointsNeeds
from tournaments.ranking.standings import Standing

Visit = Callable[..., Any]


@pytest.fixture
def ask(visit: Visit) -> Callable[..., str]:
    """Reads the page of an evening: `ask(room)`, `ask(room, of=3)`."""

    def read(room: AnEvening, of: object = "") -> str:
        answer = visit(room, f"what-if/?of={of}" if of else "what-if/")
        assert answer.status_code == 200
        return words(answer.content.decode())

    return read


def second_round(room: AnEvening, until: str = "moved") -> AnEvening:
    """The evening after its first round, at which couple A won everywhere, before its second and last."""
    for step in ("playing", "bell", "settled", "drafted", "moved"):
        room.step_to(step)
        if step == until:
            return room
    room.step_to("playing")
    if until == "on the bell":
        room.step_to("bell")
    return room


POINTS: dict[str, Any] = {"movement": "drawn", "counting": "points"}
WHIST: dict[str, Any] = {**POINTS, "game": "whist", "hands_per_round": 2}
WON_WHIST: dict[str, Any] = {
    "movement": "drawn",
    "counting": "games",
    "game": "whist",
    "house_rules": {"counts": "all"},
    "beside": {"round": {"ends": "hands", "hands": 2}, "worth": {"counts": "points"}},
}
"""Two hands in a round, at an evening of points, or of tables that are won and count points all the same."""
SAID = "Round 2 is the last one, and 2 tables play it."


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        pytest.param("drafted", "This page works from the moment that the seats of the last", id="a draft"),
        pytest.param("moved", SAID, id="the seats are announced"),
        pytest.param("on the bell", SAID, id="the bell has rung"),
    ],
)
def test_it_can_be_asked_from_the_announcement_until_the_last_round_is_settled(
    ask: Any, make_evening: Make, visit: Visit, until: str, expected: str
) -> None:
    room = second_round(make_evening(8, rounds=2), until)
    assert expected in ask(room)
    link = "Who can still win?" in words(visit(room).content.decode())
    assert link is (expected == SAID)


@pytest.mark.parametrize(
    ("plan", "until", "expected"),
    [
        pytest.param({}, "settled", "The last round is settled", id="settled"),
        pytest.param(POINTS, "playing", "Nobody knows how many hands the tables will play", id="no number"),
        pytest.param(
            {**POINTS, "game": "ascot", "hands_per_round": 2},
            "playing",
            "Under the rules of this game",
            id="no bounds",
        ),
        pytest.param(
            {**POINTS, "hands_per_round": 2, "rank_by": "differences"},
            "playing",
            "Tonight places go by the",
            id="differences",
        ),
        pytest.param({"best_rounds": 1}, "playing", "What the last round is worth depends", id="best"),
        pytest.param(
            {"movement": "knock_out"},
            "playing",
            "In a knock-out, everybody who has not lost",
            id="a knock-out",
        ),
        pytest.param({}, "seated", "Round 1 is the last one, and 2 tables play it.", id="one round, drawn"),
    ],
)
def test_where_it_cannot_be_asked_the_page_says_so_and_when_it_can(
    ask: Any, make_evening: Make, plan: dict[str, Any], until: str, expected: str
) -> None:
    assert expected in ask(make_evening(8, rounds=1, until=until, **plan))


@pytest.mark.parametrize("movement", ["progressive", "scheduled", "by_colour"])
def test_it_is_told_however_couples_move(ask: Any, make_evening: Make, movement: str) -> None:
    room = make_evening(11, rounds=1, until="playing", movement=movement, counting="games")
    assert "Round 1 is the last one, and 2 tables play it." in ask(room, of=1)


@pytest.mark.parametrize(
    ("until", "expected"), [("playing", False), ("moved", True), ("in play", True)], ids=str
)
def test_a_players_page_leads_to_what_must_happen(make_evening: Make, until: str, expected: bool) -> None:
    room = second_round(make_evening(8, rounds=2), until)
    holder = Holder.scanned(room, 3)
    link = f'href="/c/{room.evening.club.slug}/{room.evening.slug}/what-if/?of=3"'
    assert (link in holder.look().content.decode()) is expected


def leaders(room: AnEvening) -> list[str]:
    rows = room.evening.standings.filter(won_halves=2).order_by("place", "ticket__number")
    return list(rows.values_list("ticket__player__name", flat=True))


def test_everybody_is_told_with_their_ways(ask: Any, make_evening: Make) -> None:
    """Four have won a game and sit with somebody who has not: each table gives the place to one of them."""
    room = second_round(make_evening(8, rounds=2))
    said = ask(room)
    assert "4 people can still come first" in said
    assert "4 people cannot come first any more" in said
    assert "There are 4 possible outcomes." in said
    for name in leaders(room):
        assert f"{name} could tie 1 0 2" in said


def test_what_must_happen_is_told_with_names_and_tables(ask: Any, make_evening: Make) -> None:
    room = second_round(make_evening(4, rounds=2))
    first, second = leaders(room)
    number = room.evening.tickets.get(player__name=first).number
    said = ask(room, of=number)
    assert f"What does {first} need to win" in said
    assert f"If {first} wins at table 1 nothing else has to happen." in said
    assert f"If {first} loses at table 1" in said
    assert second in said


def test_who_is_not_there_is_nobody(visit: Visit, make_evening: Make) -> None:
    room = make_evening(8, rounds=1)
    for of in ("999", "-1", "x", "1" * 50, "²"):
        answer = visit(room, f"what-if/?of={of}")
        assert answer.status_code == 200, of
        assert 'id="must"' not in answer.content.decode(), of


def test_a_table_the_director_has_decided_leaves_nothing_to_ask(ask: Any, make_evening: Make) -> None:
    room = second_round(make_evening(8, rounds=2), "on the bell")
    room.act(acts.NotPlayed(round=2, table=1, reason="ill"))
    assert "The director has decided a table" in ask(room)


@pytest.mark.parametrize("substitute", ["own", "inherits"])
def test_a_substitute_is_asked_about_by_their_own_line(ask: Any, make_evening: Make, substitute: str) -> None:
    room = second_round(make_evening(8, rounds=2, substitute=substitute), "in play")
    old = room.evening.tickets.get(player__name=leaders(room)[0])
    new = room.act(evenings.substitute_guest, ticket=old, name="A sister")
    said = ask(room, of=new.number)
    assert "What does A sister need to win" in said
    can = "Place 1 cannot be reached any more" not in said.partition("people can still")[0]
    assert can is (substitute == "inherits")


def test_a_round_sat_out_brings_what_the_evening_gives(make_evening: Make) -> None:
    room = second_round(make_evening(5, rounds=2, sitout="half"))
    found = before_the_end(room.evening)
    assert isinstance(found, BeforeTheEnd)
    assert isinstance(found.maths, LastRound)
    assert list(found.maths.sitting_out.values()) == [1]
    before = {line.ticket.code: line.won_halves for line in room.evening.standings.select_related("ticket")}
    assert found.maths.halves == before


def play_whist(room: AnEvening, *tricks: int) -> None:
    """Two hands at each table: what couple A takes in each of them."""
    for table, taken in enumerate(tricks, start=1):
        for _ in range(2):
            room.enter(table, {"tricks": [taken, 13 - taken]})


def second_round_of_whist(make_evening: Make, *tricks: int, plan: dict[str, Any] = WHIST) -> AnEvening:
    """Eight at an evening of whist after its first round, before its second and last."""
    room: AnEvening = make_evening(8, rounds=2, until="playing", **plan)
    play_whist(room, *tricks)
    return room.go_on_to("moved")


def test_where_points_count_ends_and_needs_are_told(ask: Any, make_evening: Make) -> None:
    room = second_round_of_whist(make_evening, 13, 6)
    said = ask(room, of=1)
    assert "Round 2 is the last one, and a table plays 2 hands at the most." in said
    assert "Ties in points are settled by the tie-breaks" in said
    for name, points in room.evening.standings.values_list("ticket__player__name", "points_for"):
        assert (f"{name} can be reached {points} {points} {points + 26}" in said) or points < 26
    found = before_the_end(room.evening)
    assert isinstance(found, BeforeTheEnd)
    assert isinstance(found.maths, LastRoundOfPoints)
    for table in found.maths.tables:
        assert (table.hands, table.high, [len(side) for side in table.sides]) == (2, 26, [2, 2])
    code = next(one.person for one in found.maths.prospects() if one.verdict == "possible")
    must = found.maths.what_must_happen(code)
    assert isinstance(must, PointsNeeds)
    said = ask(room, of=found.people[code].number)
    assert f"What does {found.people[code].name} need to win" in said
    assert must.needed
    assert all(str(one.sentence) in said for one in must.needed)
    assert "In the last round:" in said


@pytest.mark.parametrize("plan", [WHIST, WON_WHIST], ids=["of points", "of games"])
def test_points_are_told_until_the_close(ask: Any, make_evening: Make, plan: dict[str, Any]) -> None:
    room = second_round_of_whist(make_evening, 9, 6, plan=plan)
    assert "a table plays 2 hands at the most" in ask(room)
    room.step_to("playing")
    play_whist(room, 13, 13)
    assert "a table plays 2 hands at the most" in ask(room)
    room.step_to("settled")
    assert "The last round is settled" in ask(room)


def test_points_that_count_for_somebody_else_leave_nothing_to_ask(ask: Any, make_evening: Make) -> None:
    room = second_round_of_whist(make_evening, 9, 6)
    room.step_to("playing")
    room.enter(1, {"tricks": [9, 4]})
    seats = room.round().seats.filter(table_round__table__number=1).order_by("seat")
    one, other = seats.values_list("ticket__code", flat=True)[:2]
    room.act(acts.ExchangeSeats(hands=[(2, 1, 1)], one=one, other=other, reason="the wrong chairs"))
    assert "The director has decided" in ask(room)


ROUNDS = 3


PLANS: dict[str, dict[str, Any]] = {
    "games won": {},
    "points": WHIST,
    "a sit-out is half a game": {"sitout": "half"},
    "the best rounds": {"best_rounds": 2},
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_places_after_each_round_are_its_standings(make_evening: Make, plan: dict[str, Any]) -> None:
    room = make_evening(9, rounds=ROUNDS, until="settled", **plan)
    then = [[(line.player, line.place) for line in standings_of(room.evening)]]
    for _ in range(ROUNDS - 1):
        room.go_on_to("settled")
        then.append([(line.player, line.place) for line in standings_of(room.evening)])
    runners = race_of(room.evening)
    for at, standings in enumerate(then):
        by_row = sorted(runners, key=lambda runner: runner.legs[at].row)
        assert [(runner.line.player, runner.legs[at].place) for runner in by_row] == standings
    for runner in runners:
        assert sum(leg.sat_out for leg in runner.legs) == runner.line.sat_out
        assert sum(leg.points is not None for leg in runner.legs) == runner.line.played


def test_each_round_is_a_column_of_what_it_brought(make_evening: Make, visit: Visit) -> None:
    room = make_evening(9, rounds=2, until="settled")
    legs = {runner.line.player: runner.legs[0] for runner in race_of(room.evening)}
    for seat in room.round().seats.select_related("ticket", "table_round"):
        leg, game = legs[seat.ticket.code], seat.table_round
        if game is None:
            assert (leg.points, leg.won, leg.sat_out) == (None, False, True)
        else:
            side = ((seat.seat or 0) - 1) % 2
            assert (leg.points, leg.won) == (game.points[side], game.winner == "AB"[side])
            assert not leg.sat_out
    once = visit(room, "rounds/").content.decode()
    room.go_on_to("settled")
    twice = visit(room, "rounds/").content.decode()
    assert ['class="chart race"' in page for page in (once, twice)] == [False, True]
    assert [page.count('<span class="unseen">Round</span>') for page in (once, twice)] == [1, 2]
    assert twice.count("sat out</span>") == 2
    assert f'{room.evening.slug}/rounds/"' in visit(room).content.decode()


@pytest.mark.parametrize("substitute", ["own", "inherits"])
def test_a_substitute_carries_on_the_line_that_counts(make_evening: Make, substitute: str) -> None:
    room = make_evening(8, rounds=2, until="settled", substitute=substitute)
    gone = room.evening.tickets.get(number=1)
    room.act(evenings.substitute_guest, ticket=gone, name="Somebody New")
    room.go_on_to("settled")
    runners = race_of(room.evening)
    new = room.evening.tickets.get(replaces=gone)
    played = {
        runner.line.player: [leg.points is not None for leg in runner.legs]
        for runner in runners
        if runner.line.player in (gone.code, new.code)
    }
    own = {gone.code: [True, False], new.code: [False, True]}
    assert played == (own if substitute == "own" else {new.code: [True, True]})


def test_adjustments_of_the_director_count_in_the_last_places_alone(make_evening: Make) -> None:
    room = make_evening(8, rounds=2, until="settled")
    room.go_on_to("settled")
    before = [runner.legs for runner in race_of(room.evening)]
    first = race_of(room.evening)[0].line.player
    room.act(acts.Penalty(tickets=[first], points=-30, reason="late"))
    after = {runner.line.player: runner for runner in race_of(room.evening)}
    assert after[first].legs[0].place == before[0][0].place
    assert [runner.line for runner in after.values()] == list(standings_of(room.evening))


EMPTY: dict[str, tuple[dict[str, Any], str]] = {
    "before the first round is settled": ({"until": "bell"}, "as soon as it is settled"),
    "a knock-out": ({"until": "settled", "movement": "knock_out", "rounds": 3}, "the rounds themselves show"),
}


@pytest.mark.parametrize(("plan", "said"), EMPTY.values(), ids=EMPTY)
def test_where_there_is_no_race_the_page_says_so(
    make_evening: Make, visit: Visit, plan: dict[str, Any], said: str
) -> None:
    answer = visit(make_evening(8, **plan), "rounds/")
    assert answer.status_code == 200
    assert said in words(answer.content.decode())


def test_results_that_are_being_corrected_show_no_race(make_evening: Make, visit: Visit) -> None:
    room = make_evening(8, rounds=1, until="published")
    first = race_of(room.evening)[0].line.player
    room.act(acts.Penalty(tickets=[first], points=-30, reason="late"))
    page = visit(room, "rounds/").content.decode()
    assert "The director is correcting results." in page
    assert "<table" not in page


def runner(number: int, *places: int) -> Runner:
    """Somebody with these places after each round."""
    line = Standing(f"p{number}", places[-1], 0, 0, 0, 0, 0, 0, 0, "", None)
    return Runner(line, tuple(Leg(at, place, place) for at, place in enumerate(places, start=1)))


NAMES = {f"p{number}": f"Somebody of a long name {number}" for number in range(1, 41)}


def test_one_round_is_no_race() -> None:
    assert drawing([runner(1, 1), runner(2, 2)], NAMES) is None
    assert drawing([], NAMES) is None


def test_only_those_in_front_are_drawn_and_whoever_was_far_behind_runs_below() -> None:
    drawn = drawing([runner(at, 41 - at, at) for at in range(1, 41)], NAMES)
    assert drawn is not None
    assert [line.place for line in drawn.lines] == list(range(1, MOST_DRAWN + 1))
    assert [place for place, _y in drawn.places] == list(range(1, LAST_PLACE + 1))
    first, second = drawn.lines[0].dots
    assert (first[1], second[1]) == (drawn.behind, drawn.places[0][1])
    assert all(len(line.name) <= 16 for line in drawn.lines)
    assert max(y for line in drawn.lines for _x, y in line.dots) < drawn.height


def test_a_small_evening_has_no_line_for_the_places_behind() -> None:
    drawn = drawing([runner(1, 2, 1, 1), runner(2, 1, 2, 2)], NAMES)
    assert drawn is not None
    assert (drawn.behind, len(drawn.places), [number for number, _x in drawn.rounds]) == (None, 2, [1, 2, 3])
