"""The table of a league: its chain, what parts whom, and laws that hold of every table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.league.cross_tables import figures, matches, places
from tournaments.movement.draw import commitment as commitment_of_an_evening
from tournaments.movement.draw import cut
from tournaments.movement.schedules.berger import berger_rounds
from tournaments.ranking.league import lots
from tournaments.ranking.league.fixtures import round_robin
from tournaments.ranking.league.lots import Lots
from tournaments.ranking.league.results import MatchPoints
from tournaments.ranking.league.table import Line, TableRules, table
from tournaments.ranking.league.tie_breaks import BY_RATINGS, TIE_BREAKS, TieBreak, shown
from tournaments.ranking.league.values import Beside, Fixture, Outcome, Status
from tournaments.ranking.league.why import why


def of(
    entrants: str, fixtures: Sequence[Fixture], *chain: TieBreak, drawn: Sequence[Lots] = ()
) -> tuple[Line, ...]:
    return table(entrants, fixtures, TableRules(chain or TableRules().chain), lots=drawn)


IN_A_RING = matches("a 3-1 b, c 2-0 a, b 2-1 c")


@pytest.mark.parametrize(
    ("fixtures", "chain", "expected"),
    [
        pytest.param([], ["match_points"], "1a 1b 1c", id="before play all share the first place"),
        pytest.param(matches("b 1-0 a"), ["match_points"], "1b 2a 2c", id="who wins stands first"),
        pytest.param(matches("b 1-1 a"), ["match_points"], "1a 1b 3c", id="a draw brings both a half"),
        pytest.param(
            IN_A_RING, ["match_points", "head_to_head"], "1a 1b 1c", id="each beat one of the others"
        ),
        pytest.param(IN_A_RING, ["match_points", "games_won"], "1a 1b 1c", id="and all won three games"),
        pytest.param(
            IN_A_RING, ["match_points", "points_difference"], "1c 2a 3b", id="by the points difference"
        ),
        pytest.param(
            matches("a 2-0 c, b 2-1 c", "b 1-0 a"),
            ["points_for", "head_to_head"],
            "1b 2a 3c",
            id="any chain: points first",
        ),
        pytest.param(
            matches("a 1-0 c", "b 1-0 c"),
            ["match_points", "head_to_head"],
            "1a 1b 3c",
            id="who are level have not met",
        ),
        pytest.param(
            matches("a 2-3 b", "b 0-1 c", "a 5-4 c"),
            ["match_points", "head_to_head_games"],
            "1a 2c 3b",
            id="games among themselves",
        ),
        pytest.param(
            matches("a 1-0 b", "b 1-0 a"),
            ["match_points", "progressive_score"],
            "1a 2b 3c",
            id="early points count",
        ),
        pytest.param(
            matches("a 1-1 b", "a 1-1 c", "b 1-0 c"),
            ["most_wins"],
            "1b 2a 2c",
            id="wins alone: draws are none",
        ),
    ],
)
def test_who_stands_where(fixtures: list[Fixture], chain: list[TieBreak], expected: str) -> None:
    assert places(of("abc", fixtures, *chain)) == expected


def test_a_line_has_what_was_played() -> None:
    fixtures = [
        *matches("a 3-1 b", "a 2-2 c"),
        Fixture("3", 3, "a", None).ended(None),
        Fixture("4", 4, "b", "a").ended(Outcome("home", forfeit="away")),
        Fixture("5", 5, "a", "b", status="postponed"),
    ]
    line = next(line for line in of("abc", fixtures) if line.entrant == "a")
    assert (line.played, line.won, line.drawn, line.lost, line.byes) == (3, 1, 1, 1, 1)
    assert (line.match_points, line.games, line.points) == (2 + 1 + 2, (10, 6), (5, 3))


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        pytest.param(Outcome("home", forfeit="away"), {"a": "3", "b": "−½"}, id="one did not come"),
        pytest.param(Outcome("nobody", forfeit="both"), {"a": "−½", "b": "−½"}, id="neither came"),
        pytest.param(Outcome("nobody"), {"a": "½", "b": "½"}, id="both are taken to have lost"),
        pytest.param(Outcome("draw"), {"a": "1", "b": "1"}, id="a draw"),
    ],
)
def test_a_club_says_what_a_fixture_brings(outcome: Outcome, expected: dict[str, str]) -> None:
    rules = TableRules(("match_points",), MatchPoints(won=6, drawn=2, lost=1, bye=4, missing=-1))
    lines = table("ab", [Fixture("1", 1, "a", "b").ended(outcome)], rules)
    assert figures(lines, "match_points") == expected


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("match_points", 17, "8½"),
        ("match_points", 1, "½"),
        ("match_points", 0, "0"),
        ("sonneborn_berger", 137, "34¼"),
        ("sonneborn_berger", 3, "¾"),
        ("points_difference", -12, "−12"),
    ],
)
def test_how_values_are_written(name: TieBreak, value: int, told: str) -> None:
    assert shown(name, value) == told


@pytest.mark.parametrize(
    ("name", "both"),
    [("buchholz", ("0", "0")), ("buchholz_cut_1", ("0", "0")), ("buchholz_median", ("0", "0"))],
)
def test_who_has_played_nobody_has_met_nobody(name: TieBreak, both: tuple[str, str]) -> None:
    assert tuple(figures(of("ab", [], name), name).values()) == both


def test_every_tie_break_goes_by_its_own_name() -> None:
    assert [rule.__name__ for rule in TIE_BREAKS.values()] == list(TIE_BREAKS)


@pytest.mark.parametrize(
    ("entrants", "told"), [("aab", "twice"), ("a", "not in the league")], ids=["twice", "not in it"]
)
def test_who_cannot_have_a_line(entrants: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        of(entrants, matches("a 1-0 b"))


@pytest.mark.parametrize(
    ("status", "outcome", "told"),
    [
        ("planned", Outcome("home"), "still to come"),
        ("postponed", Outcome("home"), "still to come"),
        ("played", None, "no outcome"),
    ],
)
def test_what_is_no_fixture(status: Status, outcome: Outcome | None, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Fixture("1", 1, "a", "b", status=status, outcome=outcome)
    with pytest.raises(ValueError, match="themselves"):
        Fixture("1", 1, "a", "a")


def test_what_is_no_outcome() -> None:
    for winner in ("home", "draw", "nobody"):
        with pytest.raises(ValueError, match="has lost"):
            Outcome(winner, forfeit="home")
    with pytest.raises(ValueError, match="is a bye"):
        Fixture("1", 1, "a", None).ended(Outcome("home"))


# --- head to head ---------------------------------------------------------------------------------------
def test_head_to_head_is_asked_again_among_those_it_leaves_level() -> None:
    """All four have 2½; among them w has 2½, z a half, x and y 1½ each; and x has beaten y."""
    fixtures = matches(
        "x 1-0 y, w 1-0 z", "x 1-1 z, w 1-1 y", "w 1-0 x, y 1-0 z", "z 1-0 e, f 1-0 x", "z 1-0 f, e 1-0 y"
    ) + matches("", "", "", "", "", "x 1-0 e, f 1-0 w", "y 1-0 f, e 1-0 w")
    lines = of("wxyzef", fixtures, "match_points", "head_to_head", "points_difference")
    assert places(lines) == "1w 2x 3y 4z 5e 5f"
    assert [line.decided_by for line in lines[:4]] == ["", "head_to_head", "head_to_head", "head_to_head"]
    asked = [(step.name, step.tied) for step in lines[2].steps]
    assert asked == [
        ("match_points", ("w", "x", "y", "z", "e", "f")),
        ("head_to_head", ("w", "x", "y", "z")),
        ("head_to_head", ("x", "y")),
    ]
    reasons = [str(reason.sentence) for reason in why(lines, fixtures, "y").after]
    assert reasons[1:] == [
        "Match points among the 4 who were level: 1½ to 1½ (rounds: 1, 2 and 3).",
        "Match points among the 2 who were level: 1 to 0 (rounds: 1).",
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # a and b have won four each, and are asked again: a has won three of them, b one.
        pytest.param("head_to_head_games", {"a": "3", "b": "1", "c": "3"}, id="games won"),
        pytest.param("head_to_head_difference", {"a": "0", "b": "1", "c": "−1"}, id="less those lost"),
    ],
)
def test_games_among_those_who_are_level(name: TieBreak, expected: dict[str, str]) -> None:
    fixtures = matches("a 3-1 b", "b 3-0 c", "c 3-1 a")
    assert figures(of("abc", fixtures, "match_points", name), name) == expected


# --- points given and taken off ---------------------------------------------------------------------------
def test_points_taken_off_somebody_are_theirs_alone() -> None:
    """a has won twice and loses a point and a half; b, who lost to a, has as good an opponent as before."""
    fixtures = matches("a 1-0 b, c 1-0 d", "a 1-0 c, b 1-0 d")
    rules = TableRules(("match_points", "buchholz"))
    lines = table("abcd", fixtures, rules, beside=Beside(adjusted={"a": -3, "d": 1}))
    assert [(line.entrant, line.match_points, line.adjusted) for line in lines] == [
        ("b", 2, 0),
        ("c", 2, 0),
        ("a", 1, -3),
        ("d", 1, 1),
    ]
    assert figures(lines, "buchholz") == figures(table("abcd", fixtures, rules), "buchholz") | {
        "b": "2",
        "c": "2",
        "a": "2",
        "d": "2",
    }


# --- ratings ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("average_rating", {"a": "1650", "b": "1700", "c": "1750", "d": "0"}, id="average"),
        pytest.param("average_rating_cut_1", {"a": "1700", "b": "1800", "c": "1800", "d": "0"}, id="cut"),
        # Half of the points: as good as the opponents; all of them: 800 better; none: 800 worse.
        pytest.param("performance", {"a": "2450", "b": "1700", "c": "950", "d": "−800"}, id="performance"),
    ],
)
def test_what_goes_by_ratings_counts_what_was_played(name: TieBreak, expected: dict[str, str]) -> None:
    fixtures = [
        *matches("a 1-0 b", "b 1-0 c", "c 0-1 a"),
        Fixture("4", 4, "d", "a").ended(Outcome("home", forfeit="away")),
    ]
    ratings = {"a": 1800, "b": 1700, "c": 1600, "d": 1500}
    chain = TableRules(("drawn_lots", name))
    lines = table("abcd", fixtures, chain, beside=Beside(ratings=ratings))
    assert figures(lines, name) == expected
    del ratings["d"]
    assert figures(table("abcd", fixtures, chain, beside=Beside(ratings=ratings)), name) == {}


# --- lots ----------------------------------------------------------------------------------------------
def test_lots_are_those_an_evening_draws_and_anybody_can_check_them() -> None:
    found = lots.drawn("abcde", seed="a seed", label="league 2026, places 2 to 6")
    assert found.order == cut("edcba", seed="a seed", label="league 2026, places 2 to 6")
    assert found.commitment == commitment_of_an_evening("a seed")
    assert lots.holds(found)
    assert not lots.holds(replace(found, order=found.order[::-1]))
    assert not lots.holds(replace(found, commitment=lots.commitment("another")))
    with pytest.raises(ValueError, match="seed"):
        lots.holds(Lots(("a", "b")))


def test_two_can_draw_lots() -> None:
    assert {*lots.drawn("ab", seed="s", label="l").order} == {*"ab"}


@pytest.mark.parametrize("entrants", ["", "a", "aa"])
def test_lots_are_drawn_between_two(entrants: str) -> None:
    with pytest.raises(ValueError, match="two or more"):
        lots.drawn(entrants, seed="s", label="l")


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        pytest.param("bca", "1b 2c 3a", id="all drew"),
        pytest.param("bcda", "1b 2c 3a", id="one more did"),
        pytest.param("ba", "1a 1b 1c", id="not all who are level did"),
    ],
)
def test_lots_decide_where_all_who_are_level_drew(order: str, expected: str) -> None:
    lines = of("abc", [], "match_points", "drawn_lots", drawn=[Lots(tuple(order))])
    assert places(lines) == expected


# --- why -----------------------------------------------------------------------------------------------
def told(entrants: str, fixtures: list[Fixture], entrant: str, *chain: TieBreak) -> list[str]:
    found = why(of(entrants, fixtures, *chain), fixtures, entrant)
    return [str(reason.sentence) for reason in found.after]


@pytest.mark.parametrize(
    ("fixtures", "chain", "expected"),
    [
        pytest.param(matches("a 1-0 b"), ["match_points"], ["Match points: 1 to 0."], id="at once"),
        pytest.param(
            matches("a 1-0 c, b 1-0 d", "c 1-0 b", "d 1-0 a", "a 1-0 b", "b 1-0 c"),
            ["match_points", "head_to_head", "points_for"],
            [
                "Match points: 2 to 2.",
                "Match points among the 2 who were level: 1 to 0 (rounds: 4).",
            ],
            id="by their own game",
        ),
        pytest.param(
            matches("a 2-0 c, b 1-0 c"),
            ["match_points", "head_to_head", "points_for"],
            [
                "Match points: 1 to 1.",
                "Head to head does not count: the 2 who are level have not met equally often.",
                "Points scored: 2 to 1.",
            ],
            id="head to head cannot be asked",
        ),
        pytest.param(
            matches("a 1-0 c, b 1-0 d"),
            ["match_points", "drawn_lots"],
            [
                "Match points: 1 to 1.",
                "No lots are drawn between the 2 who are level.",
                "Level in everything that counts; the place is shared.",
            ],
            id="nothing does",
        ),
    ],
)
def test_why_b_stands_below_a(fixtures: list[Fixture], chain: list[TieBreak], expected: list[str]) -> None:
    assert told("abcd", fixtures, "b", *chain) == expected


def test_why_names_the_fixtures_that_decided() -> None:
    fixtures = matches("a 1-0 c, b 1-0 d", "c 1-0 b", "d 1-0 a", "a 1-0 b", "b 1-0 c")
    found = why(of("abcd", fixtures, "match_points", "head_to_head"), fixtures, "b")
    assert (found.above, found.below) == ("a", "c")
    assert (found.after[-1].fixtures, found.after[-1].rounds) == (("4:ab",), (4,))
    assert [reason.decided for reason in found.after] == [False, True]
    top = why(of("abcd", fixtures), fixtures, "a")
    assert (top.above, top.after) == (None, ())
    with pytest.raises(ValueError, match="no line"):
        why(of("abcd", fixtures), fixtures, "z")


# --- laws ----------------------------------------------------------------------------------------------
CHAINS = st.lists(st.sampled_from(list(TIE_BREAKS)), min_size=1, max_size=5)


@st.composite
def leagues(draw: st.DrawFn) -> tuple[list[str], list[Fixture]]:
    """A round robin some of whose fixtures are over, in every way there is."""
    entrants = [f"e{number}" for number in range(draw(st.integers(2, 7)))]
    chance = Random(draw(st.integers(0, 2**32)))
    fixtures: list[Fixture] = []
    for fixture in round_robin(entrants, berger_rounds(len(entrants))):
        turn = chance.random()
        if turn < 0.2:
            fixtures.append(fixture)
        elif fixture.away is None:
            fixtures.append(fixture.ended(chance.choice([None, Outcome("draw"), Outcome("nobody")])))
        elif turn < 0.4:
            fixtures.append(fixture.ended(Outcome("away", forfeit="home")))
        else:
            mine, theirs = chance.randint(0, 2), chance.randint(0, 2)
            winner = "home" if mine > theirs else "away" if mine < theirs else "draw"
            fixtures.append(fixture.ended(Outcome(winner, (mine, theirs), (mine, theirs))))  # type: ignore[arg-type]
    return entrants, fixtures


Leagues = tuple[list[str], list[Fixture]]


@given(leagues(), CHAINS, st.randoms())
@settings(deadline=None)
def test_the_order_in_which_things_come_changes_nothing(
    league: Leagues, chain: list[TieBreak], chance: Random
) -> None:
    entrants, fixtures = league
    before = table(entrants, fixtures, TableRules(tuple(chain)))
    chance.shuffle(entrants)
    chance.shuffle(fixtures)
    assert table(entrants, fixtures, TableRules(tuple(chain))) == before


@given(leagues(), CHAINS, st.data())
@settings(deadline=None)
def test_what_does_not_count_changes_nothing(
    league: Leagues, chain: list[TieBreak], data: st.DataObject
) -> None:
    entrants, fixtures = league
    status: Status = data.draw(st.sampled_from(["void", "planned", "postponed"]))
    number = data.draw(st.integers(1, 9))
    more = Fixture("more", number, entrants[0], entrants[-1], status=status)
    rules = TableRules(tuple(chain))
    assert table(entrants, [*fixtures, more], rules) == table(entrants, fixtures, rules)


@given(leagues(), CHAINS, st.randoms())
@settings(deadline=None)
def test_other_names_change_the_names_alone(league: Leagues, chain: list[TieBreak], chance: Random) -> None:
    entrants, fixtures = league
    others = [f"other {number}" for number in range(len(entrants))]
    chance.shuffle(others)
    name = dict(zip(entrants, others, strict=True))
    renamed = [
        replace(fixture, home=name[fixture.home], away=fixture.away and name[fixture.away])
        for fixture in fixtures
    ]
    rules = TableRules(tuple(chain))
    before = {name[line.entrant]: line for line in table(entrants, fixtures, rules)}
    for line in table(others, renamed, rules):
        was = before[line.entrant]
        assert (line.place, line.match_points, line.games, line.points) == (
            was.place,
            was.match_points,
            was.games,
            was.points,
        )
        assert [(step.name, {*step.tied}) for step in line.steps] == [
            (step.name, {name[one] for one in step.tied}) for step in was.steps
        ]


@given(leagues(), CHAINS)
@settings(deadline=None)
def test_every_value_is_the_sum_of_its_fixtures_and_places_follow_the_values(
    league: Leagues, chain: list[TieBreak]
) -> None:
    entrants, fixtures = league
    lines = table(entrants, fixtures, TableRules(tuple(chain)))
    assert lines[0].place == 1
    for line in lines:
        assert line.place == 1 + sum(other.place < line.place for other in lines)
        for step in line.steps:
            count = step.of(line.entrant) if step.counts and step.name not in BY_RATINGS else None
            assert count is None or count.value == sum(worth for _, worth in count.parts)
    for above, below in pairwise(lines):
        reasons = why(lines, fixtures, below.entrant).after
        assert reasons == why(lines, fixtures, above.entrant).before
        assert below.decided_by == reasons[-1].name
        assert (below.place == above.place) == (reasons[-1].name == "shared")
        assert [reason.decided for reason in reasons[:-1]] == [False] * (len(reasons) - 1)
        values = [
            (reason.above.value, reason.below.value) for reason in reasons if reason.above and reason.below
        ]
        assert all(one == other for one, other in values[:-1])
        assert not reasons[-1].decided or values[-1][0] > values[-1][1]


def test_values_and_lines_of_a_large_league_are_soon_there() -> None:
    """Nothing goes through everybody for everybody: 1,024 who are level in everything."""
    entrants = [f"e{number:04}" for number in range(1024)]
    lines = of("", [])
    assert lines == ()
    level = table(entrants, [], TableRules(tuple(TIE_BREAKS)))
    assert {line.place for line in level} == {1}
