"""What may still become of a league, what must happen for somebody, and bounds where the ways are too many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.ranking.league.cross_tables import from_cross_table, matches
from tests.tournaments.ranking.league.test_published import LONDON_2013
from tournaments.movement.schedules.berger import berger_rounds
from tournaments.ranking.league.fixtures import round_robin
from tournaments.ranking.league.results import MatchPoints
from tournaments.ranking.league.table import TableRules, table
from tournaments.ranking.league.tie_breaks import TieBreak
from tournaments.ranking.league.values import Beside, Fixture, Outcome, Winner
from tournaments.ranking.league.what_if import BOUND, Must, outlook, what_must_happen
from tournaments.ranking.verdicts import Verdict

BY_POINTS = TableRules(("match_points",))
LONDON = TableRules(("match_points", "head_to_head", "most_wins", "sonneborn_berger"))


def before_round(number: int, fixtures: list[Fixture]) -> list[Fixture]:
    """The fixtures of a tournament as they were before one of its rounds."""
    return [
        replace(fixture, status="planned", outcome=None) if fixture.round >= number else fixture
        for fixture in fixtures
    ]


def ahead(*pairs: str) -> list[Fixture]:
    """`ahead("ab")`: a at home against b, still to come."""
    return [Fixture(f"9:{pair}", 9, pair[0], pair[1]) for pair in pairs]


def verdicts(entrants: str, fixtures: list[Fixture], rules: TableRules, place: int = 1) -> dict[str, Verdict]:
    found = outlook(entrants, fixtures, rules, place=place)
    return {prospect.entrant: prospect.verdict for prospect in found.prospects}


def enough(must: Must) -> list[str]:
    return [str(way.sentence) for way in must.enough]


# --- a real last round ---------------------------------------------------------------------------------
BEFORE_THE_LAST = before_round(14, from_cross_table(LONDON_2013))


def test_before_the_last_round_in_london_two_could_still_win() -> None:
    """As reported that morning: only Carlsen and Kramnik, and level on points it would be Carlsen, by wins."""
    found = outlook(list(LONDON_2013), BEFORE_THE_LAST, LONDON)
    assert (found.is_exact, found.ways) == (True, 81)
    can = {prospect.entrant: prospect.outright for prospect in found.prospects if prospect.outright}
    assert can == {"Carlsen": 81 - 27, "Kramnik": 27}
    assert {prospect.verdict for prospect in found.prospects} == {"possible", "impossible"}
    second = outlook(list(LONDON_2013), BEFORE_THE_LAST, LONDON, place=2)
    assert [prospect.verdict for prospect in second.prospects[:2]] == ["clinched", "clinched"]


def test_what_kramnik_needed() -> None:
    must = what_must_happen(list(LONDON_2013), BEFORE_THE_LAST, LONDON, "Kramnik")
    assert enough(must) == [
        "It is enough that Ivanchuk and Kramnik draw and Svidler beats Carlsen.",
        "It is enough that Kramnik beats Ivanchuk and Carlsen and Svidler draw.",
        "It is enough that Kramnik beats Ivanchuk and Svidler beats Carlsen.",
    ]
    assert [str(needed.sentence) for needed in must.needed] == [
        "It takes that Carlsen and Svidler draw or Svidler beats Carlsen (round 14).",
        "It takes that Ivanchuk and Kramnik draw or Kramnik beats Ivanchuk (round 14).",
    ]
    assert str(must.prospect.sentence) == (
        "Place 1 can still be reached. "
        "Of 81 ways the fixtures can end, 27 bring it outright and 0 more at least level."
    )


def test_what_carlsen_needed_was_one_result() -> None:
    must = what_must_happen(list(LONDON_2013), BEFORE_THE_LAST, LONDON, "Carlsen")
    assert enough(must)[:2] == [
        "It is enough that Carlsen beats Svidler.",
        "It is enough that Ivanchuk beats Kramnik.",
    ]
    assert must.needed == ()


# --- small ones ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("fixtures", "chain", "place", "expected"),
    [
        pytest.param(
            ahead("ab"),
            ["match_points"],
            1,
            "possible possible impossible",
            id="who has nothing ahead has nothing",
        ),
        pytest.param(
            matches("a 1-0 b", "a 1-0 b"),
            ["match_points"],
            1,
            "clinched impossible impossible",
            id="nothing ahead",
        ),
        pytest.param(
            [*matches("a 1-0 c"), *ahead("bc")],
            ["match_points"],
            1,
            "possible level level",
            id="b can draw level",
        ),
        pytest.param(
            [*matches("a 1-0 b"), *ahead("bc")],
            ["match_points", "head_to_head"],
            1,
            "possible impossible level",
            id="level with a, b has lost to a",
        ),
        pytest.param(
            [*matches("a 1-0 b"), *ahead("bc")],
            ["match_points", "points_for", "head_to_head"],
            1,
            "possible level level",
            id="but points come first, and nobody knows them",
        ),
        pytest.param(
            [*matches("a 1-0 b", "a 1-0 c"), *ahead("bc")],
            ["match_points"],
            2,
            "clinched possible possible",
            id="second",
        ),
        pytest.param(
            [*matches("a 1-1 b"), Fixture("bye", 2, "c", None)],
            ["match_points"],
            1,
            "impossible impossible clinched",
            id="a bye ahead is sure",
        ),
        pytest.param(
            ahead("ab"), ["match_points"], 3, "clinched clinched clinched", id="the last is everybody's"
        ),
    ],
)
def test_who_can_reach_a_place(
    fixtures: list[Fixture], chain: list[TieBreak], place: int, expected: str
) -> None:
    found = verdicts("abc", fixtures, TableRules(tuple(chain)), place)
    assert " ".join(found.values()) == expected


def test_without_draws_there_are_fewer_ways() -> None:
    assert outlook("abc", ahead("ab", "bc"), BY_POINTS).ways == 9
    assert outlook("abc", ahead("ab", "bc"), BY_POINTS, draws=False).ways == 4


@pytest.mark.parametrize(
    ("fixtures", "entrant"),
    [
        pytest.param(matches("a 1-0 b", "a 1-0 b"), "a", id="it is certain"),
        pytest.param(matches("a 1-0 b", "a 1-0 b"), "b", id="it is out of reach"),
    ],
)
def test_nothing_must_happen_where_it_is_settled(fixtures: list[Fixture], entrant: str) -> None:
    must = what_must_happen("ab", fixtures, BY_POINTS, entrant)
    assert (must.needed, must.enough) == ((), ())


@pytest.mark.parametrize(
    ("chain", "place", "entrant", "told"),
    [
        pytest.param(["points_for", "match_points"], 1, "a", "must come first", id="points first"),
        pytest.param(["match_points"], 3, "a", "no such place", id="a place too low"),
        pytest.param(["match_points"], 0, "a", "no such place", id="a place too high"),
        pytest.param(["match_points"], 1, "z", "not in the league", id="somebody else"),
    ],
)
def test_what_cannot_be_asked(chain: list[TieBreak], place: int, entrant: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        what_must_happen("ab", [], TableRules(tuple(chain)), entrant, place=place)


def test_more_than_three_results_together_are_not_told_as_enough() -> None:
    """e has finished; four rivals half a point behind must all lose."""
    before = [*matches("e 1-0 w, a 1-0 x, b 1-0 y, c 1-0 z", "d 1-0 w, e 1-1 v")]
    fixtures = [*before, *ahead("ay", "bw", "cx", "dz")]
    must = what_must_happen("abcdevwxyz", fixtures, BY_POINTS, "e")
    assert [needed.winners for needed in must.needed] == [("away",)] * 4
    assert (must.prospect.outright, must.enough) == (1, ())


# --- beside going through all of it by the table itself --------------------------------------------------
Settled = tuple[list[str], list[Fixture]]


@st.composite
def nearly_over(draw: st.DrawFn, *, most_ahead: int = 4) -> Settled:
    """A round robin with a few fixtures still to come."""
    entrants = [f"e{number}" for number in range(draw(st.integers(2, 6)))]
    chance = Random(draw(st.integers(0, 2**32)))
    fixtures = list(round_robin(entrants, berger_rounds(len(entrants))))
    left = set(chance.sample(range(len(fixtures)), min(most_ahead, len(fixtures))))
    over: list[Fixture] = []
    for number, fixture in enumerate(fixtures):
        winner: Winner = chance.choice(["home", "away", "draw"])
        ending = Outcome(winner) if fixture.away else None
        over.append(fixture if number in left else fixture.ended(ending))
    return entrants, over


KINDS: tuple[Winner, ...] = ("home", "draw", "away")


def every_end(fixtures: Sequence[Fixture]) -> Iterator[tuple[dict[str, Winner], Sequence[Fixture]]]:
    """All ways the fixtures ahead can end: their winners, and all fixtures."""
    open_ = [number for number, fixture in enumerate(fixtures) if fixture.is_ahead and fixture.away]
    endings = [
        [fixture.ended(Outcome(winner)) for winner in KINDS]
        if number in open_
        else [fixture.ended(None) if fixture.is_ahead else fixture]
        for number, fixture in enumerate(fixtures)
    ]
    for end in product(*endings):
        winners: dict[str, Winner] = {}
        for number in open_:
            outcome = end[number].outcome
            assert outcome is not None
            winners[end[number].id] = outcome.winner
        yield winners, end


def reached(
    entrants: Sequence[str], fixtures: Sequence[Fixture], rules: TableRules, place: int
) -> Mapping[str, str]:
    """By the table: who has the place outright, who shares across it."""
    lines = table(entrants, fixtures, rules)
    last = {line.place: number for number, line in enumerate(lines, start=1)}
    return {
        line.entrant: "outright" if last[line.place] <= place else "level" if line.place <= place else ""
        for line in lines
    }


CHAINS: list[tuple[TieBreak, ...]] = [
    ("match_points",),
    ("match_points", "head_to_head", "sonneborn_berger"),
    ("match_points", "buchholz_cut_1", "most_wins", "progressive_score"),
]


@given(nearly_over(), st.sampled_from(CHAINS), st.integers(1, 6))
@settings(deadline=None, max_examples=25)
def test_the_verdicts_are_those_of_all_tables_there_can_be(
    league: Settled, chain: tuple[TieBreak, ...], place: int
) -> None:
    entrants, fixtures = league
    place, rules = min(place, len(entrants)), TableRules(chain)
    ends = [reached(entrants, end, rules, place) for _, end in every_end(fixtures)]
    found = outlook(entrants, fixtures, rules, place=place)
    assert (found.is_exact, found.ways) == (True, len(ends))
    for prospect in found.prospects:
        had = [end[prospect.entrant] for end in ends]
        assert (prospect.outright, prospect.level) == (had.count("outright"), had.count("level"))
        expected = (
            "clinched"
            if had.count("outright") == len(had)
            else "possible"
            if "outright" in had
            else "level"
            if "level" in had
            else "impossible"
        )
        assert prospect.verdict == expected


@given(nearly_over(), st.sampled_from(CHAINS), st.integers(1, 6))
@settings(deadline=None, max_examples=30)
def test_what_is_needed_is_needed_and_what_is_enough_is_enough(
    league: Settled, chain: tuple[TieBreak, ...], place: int
) -> None:
    entrants, fixtures = league
    place, rules = min(place, len(entrants)), TableRules(chain)
    must = what_must_happen(entrants, fixtures, rules, entrants[0], place=place)
    wanted = {"outright"} if must.is_outright else {"outright", "level"}
    ends = [
        (winners, reached(entrants, end, rules, place)[entrants[0]] in wanted)
        for winners, end in every_end(fixtures)
    ]
    if must.needed or must.enough:
        for needed in must.needed:
            assert {winners[needed.fixture] for winners, good in ends if good} == set(needed.winners)
    for way in must.enough:
        results = {(result.fixture, result.winner) for result in way.results}
        assert all(good for winners, good in ends if results <= winners.items())
        for spare in results:
            fewer = results - {spare}
            assert not all(good for winners, good in ends if fewer <= winners.items())


# --- bounds --------------------------------------------------------------------------------------------
TRUE_OF: Mapping[Verdict, set[Verdict]] = {
    "clinched": {"clinched"},
    "possible": {"possible", "clinched"},
    "level": {"level"},
    "impossible": {"impossible"},
    "open": {"clinched", "possible", "level", "impossible"},
}


@given(
    nearly_over(most_ahead=6),
    st.integers(1, 6),
    st.sampled_from([MatchPoints(), MatchPoints(6, 2, 0, 6), MatchPoints(4, 3, 1)]),
    st.booleans(),
)
@settings(deadline=None, max_examples=150)
def test_a_bound_never_says_what_is_not_so(
    league: Settled, place: int, points: MatchPoints, draws: bool
) -> None:
    entrants, fixtures = league
    place, rules = min(place, len(entrants)), TableRules(("match_points",), points)
    exact = outlook(entrants, fixtures, rules, place=place, draws=draws)
    bound = outlook(entrants, fixtures, rules, place=place, draws=draws, bound=0)
    assert (exact.is_exact, bound.is_exact) == (True, False)
    for proved, known in zip(bound.prospects, exact.prospects, strict=True):
        assert known.verdict in TRUE_OF[proved.verdict]
        if place == 1 and (2 * points.drawn - points.lost == points.won or not draws):
            assert proved.verdict != "open"


def test_too_many_ways_are_told_as_a_bound() -> None:
    """Twelve of a double round robin before its last two rounds; the leader is far ahead of the last."""
    entrants = [f"e{number:02}" for number in range(12)]
    cards = berger_rounds(12)
    fixtures = [
        fixture.ended(Outcome("home" if fixture.home < (fixture.away or "") else "away"))
        if fixture.round < 10
        else fixture
        for fixture in round_robin(entrants, cards)
    ]
    found = outlook(entrants, fixtures, BY_POINTS)
    assert found.ways == 3**12 > BOUND
    assert not found.is_exact
    assert found.prospects[-1].verdict == "impossible"
    assert "This is a bound: the 12 fixtures ahead" in str(found.prospects[-1].sentence)
    assert what_must_happen(entrants, fixtures, BY_POINTS, entrants[0]).enough == ()


def test_a_flow_sees_that_the_others_take_points_from_each_other() -> None:
    """b could be level with d and e one by one, but one of them must win, or both draw and pass b."""
    before = matches("d 1-0 a, e 1-0 c", "d 1-0 c, e 1-0 a", "b 1-0 a")
    fixtures = [*before, *ahead("de"), Fixture("8:bc", 8, "b", "c")]
    rules = TableRules(("match_points",))
    found = {
        prospect.entrant: prospect.verdict
        for prospect in outlook("abcde", fixtures, rules, bound=0).prospects
    }
    assert found["b"] == "impossible"


@pytest.mark.parametrize(
    ("unpaired", "expected"),
    [
        pytest.param(
            0, {"a": "clinched", "b": "impossible", "c": "impossible", "d": "impossible"}, id="none"
        ),
        pytest.param(1, {"a": "open", "b": "open", "c": "open", "d": "impossible"}, id="one"),
        pytest.param(2, {"a": "open", "b": "open", "c": "open", "d": "open"}, id="two"),
    ],
)
def test_rounds_that_are_not_paired_yet_may_still_bring_everybody_something(
    unpaired: int, expected: dict[str, Verdict]
) -> None:
    played = [fixture.ended(Outcome("home")) for fixture in ahead("ab", "cd", "ac", "bd")]
    found = outlook("abcd", played, BY_POINTS, unpaired=unpaired)
    assert {one.entrant: one.verdict for one in found.prospects} == expected
    assert found.is_exact == (unpaired == 0)
    must = what_must_happen("abcd", played, BY_POINTS, "b", unpaired=unpaired)
    assert must.prospect.verdict == expected["b"]
    assert (must.needed, must.enough) == ((), ())


@given(nearly_over(most_ahead=6), st.integers(1, 6))
@settings(deadline=None)
def test_what_is_said_before_a_pairing_holds_after_it(league: Settled, place: int) -> None:
    entrants, fixtures = league
    place = min(place, len(entrants))
    exact = outlook(entrants, fixtures, BY_POINTS, place=place)
    over = [fixture for fixture in fixtures if not fixture.is_ahead]
    left = [fixture.sides for fixture in fixtures if fixture.is_ahead]
    rounds = max((sum(one in sides for sides in left) for one in entrants), default=0)
    before = outlook(entrants, over, BY_POINTS, place=place, unpaired=rounds)
    for proved, known in zip(before.prospects, exact.prospects, strict=True):
        assert known.verdict in TRUE_OF[proved.verdict]


# --- tie-breaks in many ways ---------------------------------------------------------------------------
SAMPLE = (1, 2, 3, 107, 271)
"""Of the last two too many ways end level for the tie-breaks to be asked in each; 271 has the fewest ways of such."""
BY_ALL: list[tuple[TieBreak, ...]] = [
    ("match_points",),
    ("match_points", "head_to_head", "sonneborn_berger"),
    ("match_points", "head_to_head", "games_won"),
    ("match_points", "buchholz_cut_1", "most_wins", "progressive_score"),
    ("match_points", "koya", "head_to_head"),
]


def small_season(number: int) -> tuple[list[str], list[Fixture], TableRules, int]:
    """A season by its number, from 5 to 8 fixtures of which are still to come; its rules, and a place."""
    chance = Random(number)
    entrants = [f"e{one}" for one in range(chance.randint(4, 7))]
    fixtures = list(round_robin(entrants, berger_rounds(len(entrants))))
    real = [one for one, fixture in enumerate(fixtures) if fixture.away]
    left = set(chance.sample(real, min(chance.randint(5, 8), len(real))))
    kinds: list[Winner] = ["home", "away", "draw"]
    season = [
        fixture if one in left else fixture.ended(Outcome(chance.choice(kinds)) if fixture.away else None)
        for one, fixture in enumerate(fixtures)
    ]
    rules = TableRules(chance.choice(BY_ALL), chance.choice([MatchPoints(), MatchPoints(6, 2, 0, 0)]))
    return entrants, season, rules, chance.randint(1, 3)


def reached_in_all(
    entrants: Sequence[str], fixtures: Sequence[Fixture], rules: TableRules, place: int
) -> list[tuple[dict[str, Winner], Mapping[str, str]]]:
    """For every way: its winners, and who has the place.

    Match points come first in all of `BY_ALL`: added up by hand they tell who has it, unless they leave it between
    some. There the table is asked, which takes far longer.
    """
    over = [fixture for fixture in fixtures if not fixture.is_ahead]
    before = {line.entrant: line.match_points for line in table(entrants, over, rules)}
    ahead = [fixture for fixture in fixtures if fixture.is_ahead]
    points = rules.match_points
    worth = {
        "home": (points.won, points.lost),
        "draw": (points.drawn, points.drawn),
        "away": (points.lost, points.won),
    }
    ends: list[tuple[dict[str, Winner], Mapping[str, str]]] = []
    for winners, end in every_end(fixtures):
        scores = dict(before)
        for fixture in ahead:
            for side, won in zip(fixture.sides, worth[winners[fixture.id]], strict=True):
                scores[side] += won
        last, below = sorted(scores.values(), reverse=True)[place - 1 : place + 1]
        if last > below:
            found: Mapping[str, str] = {
                entrant: "outright" if score >= last else "" for entrant, score in scores.items()
            }
        else:
            found = reached(entrants, end, rules, place)
        ends.append((winners, found))
    return ends


def check_all_that_is_said(number: int) -> bool:
    """Whether the answers about a season were exact; all of them are checked by every way it can end."""
    entrants, fixtures, rules, place = small_season(number)
    ends = reached_in_all(entrants, fixtures, rules, place)
    had = {entrant: [end[entrant] for _, end in ends] for entrant in entrants}
    known: dict[str, Verdict] = {
        entrant: "clinched"
        if all(one == "outright" for one in ways)
        else "possible"
        if "outright" in ways
        else "level"
        if "level" in ways
        else "impossible"
        for entrant, ways in had.items()
    }
    found = outlook(entrants, fixtures, rules, place=place)
    for prospect in found.prospects:
        ways = had[prospect.entrant]
        if found.is_exact:
            assert prospect.verdict == known[prospect.entrant], (number, prospect)
            assert (prospect.outright, prospect.level) == (ways.count("outright"), ways.count("level"))
        else:
            assert known[prospect.entrant] in TRUE_OF[prospect.verdict], (number, prospect)
            assert (prospect.outright, prospect.level) == (None, None)
    for prospect in outlook(entrants, fixtures, rules, place=place, bound=0).prospects:
        assert known[prospect.entrant] in TRUE_OF[prospect.verdict], (number, prospect)
    must = what_must_happen(entrants, fixtures, rules, entrants[0], place=place)
    wanted = {"outright"} if must.is_outright else {"outright", "level"}
    good = [winners for winners, end in ends if end[entrants[0]] in wanted]
    for needed in must.needed:
        assert {winners[needed.fixture] for winners in good} <= set(needed.winners), number
    for way in must.enough:
        results = {(result.fixture, result.winner) for result in way.results}
        assert all(end[entrants[0]] in wanted for winners, end in ends if results <= winners.items()), number
    return found.is_exact


def test_what_is_said_of_small_seasons_is_so_in_every_way_they_can_end() -> None:
    """A sample of the three hundred, some of them with too many ways for the tie-breaks to be asked in each."""
    assert {check_all_that_is_said(number) for number in SAMPLE} == {True, False}


@pytest.mark.services
@pytest.mark.parametrize("hundred", range(3))
def test_what_is_said_of_three_hundred_small_seasons_is_so_in_every_way_they_can_end(hundred: int) -> None:
    exact = {check_all_that_is_said(number) for number in range(100 * hundred, 100 * hundred + 100)}
    assert exact == {True, False}


def test_nothing_is_needed_for_what_is_certain() -> None:
    """And where it is out of reach nothing helps; where no single result is needed it says so."""
    before = matches("a 1-0 b", "a 1-0 c", "a 1-0 d")
    said = {
        entrant: str(what_must_happen("abcd", [*before, *ahead("bc")], BY_POINTS, entrant).summary)
        for entrant in "ad"
    }
    assert said == {
        "a": "Nothing is needed: the place is certain, whatever happens.",
        "d": "Nothing helps: no result still to come can bring the place.",
    }
    open_ = what_must_happen("abcd", [*matches("a 1-0 c", "a 1-0 d"), *ahead("ab", "bc")], BY_POINTS, "a")
    assert (open_.needed, str(open_.summary)) == ((), "No single result is needed.")
    needs = what_must_happen("ab", ahead("ab"), BY_POINTS, "a")
    assert (len(needs.needed), needs.summary) == (1, None)
    unpaired = what_must_happen("abcd", [], BY_POINTS, "a", unpaired=1)
    assert str(unpaired.summary) == "What must happen for it cannot be said yet."


def test_a_bound_says_nothing_of_what_tie_breaks_decide() -> None:
    """b can only draw level with a, who has beaten them: by points alone that is level, by their game it is not."""
    fixtures = [*matches("a 1-0 b", "a 1-0 c"), *ahead("bc", "bd")]
    before = {
        prospect.entrant: prospect.verdict
        for prospect in outlook("abcd", fixtures, TableRules(("match_points",)), bound=0).prospects
    }
    found = outlook("abcd", fixtures, TableRules(("match_points", "head_to_head")), bound=0)
    after = {prospect.entrant: prospect.verdict for prospect in found.prospects}
    assert (before["b"], after["b"]) == ("level", "open")
    exact = outlook("abcd", fixtures, TableRules(("match_points", "head_to_head")))
    assert [one.verdict for one in exact.prospects][:2] == ["clinched", "impossible"]


def test_points_taken_off_move_who_can_win() -> None:
    fixtures = [*matches("a 1-0 b"), *ahead("bc")]
    beside = Beside(adjusted={"a": -4})
    found = outlook("abc", fixtures, BY_POINTS, beside=beside)
    assert [one.verdict for one in found.prospects] == ["impossible", "possible", "possible"]
    bound = outlook("abc", fixtures, BY_POINTS, beside=beside, bound=0)
    assert [one.verdict for one in bound.prospects] == ["impossible", "possible", "possible"]
