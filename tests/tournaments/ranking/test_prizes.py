"""Best and booby, for the room or for each ticket colour, and who must cut."""

from collections.abc import Collection, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scoring.derivation import Sentence
from tests.tournaments.ranking.results import cuts_of, game, places, ranked
from tournaments.ranking.offered import OtherPrizes, Prizes, Settlement, about_rounds
from tournaments.ranking.prizes import Deal, Prize, costs_of, most_of, other_prizes, prizes, ties_to_cut
from tournaments.ranking.standings import PrizeCut, Standing

COLOURS = {"a": "red", "c": "red", "b": "blue", "d": "blue", "e": "red", "g": "blue", "f": "blue", "h": "red"}

# a wins twice; b and c once; d never.
ONE_TABLE = [game(1, 1, "abcd", 20, 10), game(2, 1, "acbd", 5, 4)]
# a and c win twice, e and g once, b and d once, f and h never.
TWO_TABLES = [game(1, 1, "abcd", 9, 1), game(1, 2, "efgh", 9, 1)]
TWO_TABLES += [game(2, 1, "aecg", 9, 1), game(2, 2, "bfdh", 9, 1)]


def told(found: tuple[Prize, ...]) -> str:
    """`best:a booby:d`, `best.red:a`, `best2:b`, and `best:a/c` where a and c must cut."""
    return " ".join(
        f"{prize.kind}{prize.rank if prize.rank > 1 else ''}{'.' if prize.colour else ''}{prize.colour or ''}:"
        f"{prize.winner or '/'.join(prize.tied)}"
        for prize in found
    )


def won(
    lines: Sequence[Standing],
    *,
    colours: dict[str, str] | None = None,
    missed: Collection[str] = (),
    cuts: Sequence[PrizeCut] = (),
    **offered: Any,
) -> tuple[Prize, ...]:
    """The prizes that these lines win; by colour where there are colours."""
    rules = Prizes(by_colour=colours is not None, **offered)
    return prizes(lines, rules, colours=colours, missed=missed, cuts=cuts)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param({}, "best:a booby:d", id="the best and the booby"),
        pytest.param({"booby": False}, "best:a", id="no booby"),
        pytest.param({"best": 0}, "booby:d", id="no best"),
        pytest.param({"best": 2}, "best:a best2:b/c booby:d", id="a tie in a place that carries a prize"),
        pytest.param({"best": 3}, "best:a best2:b/c best3:b/c booby:d", id="two level for two prizes"),
        pytest.param({"missed": {"d"}}, "best:a booby:b/c", id="the booby played every round seated for"),
        pytest.param({"best": 4}, "best:a best2:b/c best3:b/c best4:d", id="nobody takes both"),
        pytest.param({"colours": COLOURS}, "best.red:a booby.red:c best.blue:b booby.blue:d", id="by colour"),
        pytest.param({"colours": {"a": "red", "b": ""}}, "best.red:a", id="one of a colour is no booby"),
    ],
)
def test_the_prizes_of_four_players(rules: dict[str, Any], expected: str) -> None:
    assert told(won(ranked("abcd", ONE_TABLE), **rules)) == expected


def to_cut(found: tuple[Prize, ...]) -> str:
    """`best:ac best.red:ac`: who must cut, and for what."""
    return " ".join(
        f"{tie.prize}{'.' if tie.colour else ''}{tie.colour or ''}:{''.join(tie.players)}"
        for tie in ties_to_cut(found)
    )


BOTH_COLOURS = "best.red:ca best.blue:gdb"


@pytest.mark.parametrize(
    ("cuts", "rules", "expected", "left"),
    [
        pytest.param("", {}, "best:a/c booby:f/h", "best:ac booby:fh", id="both are tied"),
        pytest.param("best:ca", {}, "best:c booby:f/h", "booby:fh", id="the best have cut"),
        pytest.param("best:ca booby:fh", {}, "best:c booby:f", "", id="who wins the booby's cut has it"),
        pytest.param("best:ca", {"best": 2}, "best:c best2:a booby:f/h", "booby:fh", id="one cut for two"),
        pytest.param("", {"best": 2}, "best:a/c best2:a/c booby:f/h", "best:ac booby:fh", id="asked once"),
        pytest.param(
            "",
            {"colours": COLOURS},
            "best.red:a/c booby.red:h best.blue:b/d/g booby.blue:f",
            "best.red:ac best.blue:bdg",
            id="each colour cuts for its own",
        ),
        pytest.param(
            BOTH_COLOURS,
            {"colours": COLOURS},
            "best.red:c booby.red:h best.blue:g booby.blue:f",
            "",
            id="and has cut",
        ),
        pytest.param("best:ce", {}, "best:a/c booby:f/h", "best:ac booby:fh", id="a cut that a did not make"),
    ],
)
def test_cuts_are_applied(cuts: str, rules: dict[str, Any], expected: str, left: str) -> None:
    made = cuts_of(cuts)
    found = won(ranked("abcdefgh", TWO_TABLES, cuts=made), cuts=made, **rules)
    assert (told(found), to_cut(found)) == (expected, left)
    # Also where the lines were worked out before anybody cut.
    assert told(won(ranked("abcdefgh", TWO_TABLES), cuts=made, **rules)) == expected


ALL_LEVEL = [game(1, 1, "abcd", 20, 10), game(2, 1, "abcd", 10, 20)]


@pytest.mark.parametrize(
    ("cuts", "expected", "left"),
    [
        pytest.param("", "best:a/b/c/d booby:a/b/c/d", "best:abcd", id="the booby waits for the best"),
        pytest.param("best:dacb", "best:d booby:b", "", id="the whole order was cut for"),
        pytest.param("best1:dacb", "best:d booby:a/b/c", "booby:abc", id="the best alone was cut for"),
        pytest.param("best1:dacb booby1:cab", "best:d booby:c", "", id="and then the booby"),
    ],
)
def test_four_who_are_level_in_everything_cut_for_the_best_first(cuts: str, expected: str, left: str) -> None:
    made = cuts_of(cuts)
    found = won(ranked("abcd", ALL_LEVEL, cuts=made), cuts=made)
    assert (told(found), to_cut(found)) == (expected, left)


def test_tie_breaks_are_tried_before_the_cut() -> None:
    lines = ranked("abcd", ONE_TABLE, tie_breaks=["points_for"])
    # c has 20 and 4 points, b 10 and 5.
    assert told(won(lines, best=2)) == "best:a best2:c booby:d"
    assert told(won(lines, missed={"d"})) == "best:a booby:b"


def test_whoever_has_not_played_is_not_the_poorest() -> None:
    assert told(won(ranked("abcde", ONE_TABLE, {"e": 2}))) == "best:a booby:d"
    assert won([]) == ()


HALF_TIME = Sentence("half-time")


def others(
    lines: Sequence[Standing], *, cuts: Sequence[PrizeCut] = (), ties: Any = "cut", **own: Any
) -> tuple[Any, ...]:
    """The second of two kinds of other prizes, as they are won by these lines."""
    offered = Prizes(others=(OtherPrizes(rounds=(1, 1)), OtherPrizes(**own)), ties=ties)
    colours = COLOURS if own.get("by_colour") else {}
    return other_prizes(
        2, lines, offered, about=HALF_TIME, colours=colours, missed=(), cuts=cuts, counts="won"
    )


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param({"rounds": (1, 2)}, "best:a", id="the best, and no booby unless it is said"),
        pytest.param({"rounds": (1, 2), "best": 0, "booby": True}, "booby:d", id="the booby alone"),
        pytest.param({"rounds": (1, 2), "best": 2}, "best:a best2:b/c", id="level for the second"),
        pytest.param(
            {"rounds": (1, 2), "by_colour": True, "booby": True},
            "best.red:a booby.red:c best.blue:b booby.blue:d",
            id="highest and lowest of each colour",
        ),
    ],
)
def test_prizes_for_some_rounds_go_by_the_standings_of_these(own: dict[str, Any], expected: str) -> None:
    found = others(ranked("abcd", ONE_TABLE), **own)
    assert told(found) == expected
    assert all((prize.other, prize.about) == (2, HALF_TIME) for prize in found)


def test_the_reason_says_what_was_counted() -> None:
    (best,) = others(ranked("abcd", ONE_TABLE), rounds=(1, 2))
    assert str(best.why) == "Games won: 2. Place 1."
    (most,) = others(most_of({"a": 3, "b": 1}), feat="lone")
    assert str(most.why) == "How often: 3. Place 1."


def test_only_a_cut_for_the_same_other_prizes_decides_them() -> None:
    lines = ranked("abcdefgh", TWO_TABLES)
    for other, expected in ((0, "best:a/c"), (1, "best:a/c"), (2, "best:c")):
        found = others(lines, cuts=[PrizeCut("best", ("c", "a"), other=other)], rounds=(1, 2))
        assert told(found) == expected


@pytest.mark.parametrize(
    ("counted", "ties", "expected"),
    [
        pytest.param({"a": 1, "b": 3, "c": 3}, "cut", "best:b/c", id="level for the most"),
        pytest.param({"a": 1, "b": 3}, "cut", "best:b", id="most of it"),
        pytest.param({"a": 0}, "cut", "", id="nobody has any"),
        pytest.param({}, "cut", "", id="nobody is counted"),
        pytest.param({"a": 2, "b": 2, "c": 1}, "shared", "best:a best:b", id="shared"),
        pytest.param({"a": 2, "b": 2, "c": 1}, "equal", "best:a best:b", id="divided equally"),
    ],
)
def test_a_feat_goes_to_whoever_has_it_most_often(counted: dict[str, int], ties: str, expected: str) -> None:
    assert told(others(most_of(counted), ties=ties, feat="lone", sums=(500,))) == expected


def test_the_first_half_of_the_rounds_is_called_half_time() -> None:
    assert [str(about_rounds(rounds, 24)) for rounds in ((1, 12), (13, 24), (7, 7))] == [
        "half-time",
        "rounds 13 to 24",
        "round 7",
    ]


@pytest.mark.parametrize(
    ("own", "says"),
    [
        pytest.param({}, "for which rounds", id="for nothing"),
        pytest.param({"rounds": (3,)}, "a first and a last", id="one round"),
        pytest.param({"rounds": (4, 3)}, "a first and a last", id="backwards"),
        pytest.param({"rounds": (0, 3)}, "greater than or equal to 1", id="before the first"),
        pytest.param({"feat": "lone", "booby": True}, "no booby", id="a booby of a feat"),
        pytest.param({"rounds": (1, 3), "best": 0}, "no prize here", id="no prize"),
    ],
)
def test_other_prizes_that_cannot_be_are_refused(own: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        OtherPrizes(**own)


# Two tables: a and c are first; b, d, e and g are level; f and h last.
@pytest.mark.parametrize(
    ("cuts", "expected", "stand"),
    [
        pytest.param("", "best:a/c place3:b/d/e/g booby:f/h", "1a 1c 3b 3d 3e 3g 7f 7h", id="all are cut"),
        pytest.param(
            "place2:gebd", "best:a/c place5:b/d booby:f/h", "1a 1c 3g 4e 5b 5d 7f 7h", id="two of four"
        ),
        pytest.param("best:ca place:gebd", "best:c booby:f/h", "1c 2a 3g 4e 5b 6d 7f 7h", id="a prize too"),
    ],
)
def test_where_every_place_is_cut_for_ties_wait_for_their_cuts(cuts: str, expected: str, stand: str) -> None:
    made = cuts_of(cuts)
    lines = ranked("abcdefgh", TWO_TABLES, cuts=made)
    assert places(lines) == stand
    assert told(won(lines, cuts=made, ties="cut_all")) == expected


def test_a_place_is_cut_for_before_the_booby_that_only_some_of_them_may_have() -> None:
    lines = ranked("abcdefgh", TWO_TABLES)
    found = prizes(lines, Prizes(ties="cut_all", best=0), missed={"h"})
    assert told(found).endswith("place7:f/h booby:f")
    three = ranked("abcdefgh", [])
    found = prizes(three, Prizes(ties="cut_all", best=0), missed={"h"})
    assert [tie.prize for tie in ties_to_cut(found)] == ["place"]


def test_a_colour_waits_for_the_places_of_the_room() -> None:
    lines = ranked("abcdefgh", TWO_TABLES)
    found = won(lines, colours=COLOURS, ties="cut_all", booby=False)
    (red,) = [prize for prize in found if prize.colour == "red"]
    assert (red.tied, str(red.why)) == ((), "Waits for the cut for a place in the whole room.")
    cuts = [PrizeCut("place", ("c", "a"))]
    lines = ranked("abcdefgh", TWO_TABLES, cuts=cuts)
    assert "best.red:c" in told(won(lines, colours=COLOURS, cuts=cuts, ties="cut_all", booby=False))


@pytest.mark.parametrize(("escapes", "expected"), [(False, "booby:f"), (True, "booby:h")])
def test_who_wins_a_cut_for_the_booby_gets_it_or_escapes(escapes: bool, expected: str) -> None:
    cuts = [PrizeCut("booby", ("f", "h"), escapes=escapes)]
    assert told(won(ranked("abcdefgh", TWO_TABLES, cuts=cuts), cuts=cuts, best=0)) == expected


def test_what_a_plan_does_not_say_is_not_in_its_data() -> None:
    usual = Prizes().model_dump(mode="json")
    assert usual == {"best": 1, "booby": True, "by_colour": False}
    told_of = Prizes(others=(OtherPrizes(rounds=(1, 12)),), booby_cut="escapes", ties="cut_all")
    assert set(told_of.model_dump(mode="json")) == {*usual, "ties", "booby_cut", "others"}
    assert Prizes.model_validate_json(told_of.model_dump_json()) == told_of


@st.composite
def deals(draw: st.DrawFn) -> list[Deal]:
    """Hands of tables of two to five, in two rounds, each with points and losers."""
    found = []
    for number in range(draw(st.integers(1, 8))):
        players = tuple(draw(st.permutations("abcdef"))[: draw(st.integers(2, 5))])
        points = tuple(draw(st.integers(-200, 200)) for _player in players)
        lost = tuple(player for player in players if draw(st.booleans()))
        found.append(Deal(number % 2 + 1, 1, number, players, points, lost))
    return found


RULES = st.builds(
    Settlement,
    lost=st.integers(1, 100),
    point=st.integers(0, 9),
    per=st.integers(1, 7),
    by_round=st.booleans(),
    lost_to=st.sampled_from(["box", "others"]),
    compared=st.sampled_from(["others", "mean"]),
    paid=st.sampled_from(["box", "players"]),
).flatmap(lambda rules: st.sampled_from([rules, rules.model_copy(update={"dearer_from": 2, "dearer": 70})]))


@given(RULES, deals(), st.randoms())
def test_what_hands_cost_sums_to_nothing_or_to_the_box(
    rules: Settlement, hands: list[Deal], dice: Any
) -> None:
    costs = costs_of(rules, hands)
    lines = list(costs.values())
    assert sum(line.balance for line in lines) == sum(line.points for line in lines) == 0
    to_box = sum(line.for_lost for line in lines) if rules.lost_to == "box" else 0
    assert sum(line.box for line in lines) == to_box
    dice.shuffle(hands)
    assert costs_of(rules, hands) == costs


FOUR = [(1, 1, 24, -48, "b"), (1, 2, -36, 0, "a"), (2, 1, 0, -20, "b"), (2, 2, 0, -20, "b")]
"""Hands of a, b and c, who scores nothing: the round, its number, what a and b score, who lost it."""


@pytest.mark.parametrize(
    ("rules", "box", "balance"),
    [
        ({"lost": 50}, (50, 150, 0), (0, 0, 0)),
        ({"lost": 50, "dearer_from": 2, "dearer": 100}, (50, 250, 0), (0, 0, 0)),
        ({"lost": 50, "dearer_from": 2, "dearer": 100, "by_round": True}, (50, 200, 0), (0, 0, 0)),
        ({"lost": 50, "lost_to": "others"}, (0, 0, 0), (50, -250, 200)),
        ({"lost": 50, "lost_to": "others", "paid": "box"}, (-50, 250, -200), (0, 0, 0)),
        ({"point": 1}, (0, 0, 0), (64, -164, 100)),
        ({"point": 1, "compared": "mean"}, (0, 0, 0), (22, -55, 33)),
        ({"point": 1, "per": 10, "paid": "box", "lost": 50}, (44, 166, -10), (0, 0, 0)),
    ],
)
def test_what_hands_cost(rules: dict[str, Any], box: tuple[int, ...], balance: tuple[int, ...]) -> None:
    deals = (Deal(round_, 1, number, (*"abc",), (a, b, 0), (lost,)) for round_, number, a, b, lost in FOUR)
    costs = costs_of(Settlement(**rules), deals)
    assert tuple(costs[player].box for player in "abc") == box
    assert tuple(costs[player].balance for player in "abc") == balance


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"lost": 5, "dearer_from": 2},
        {"lost": 5, "dearer": 9},
        {"point": -1},
        {"point": 1, "per": 0},
        {"rates": [{"what": "hearts.moon"}]},
    ],
)
def test_what_is_no_settlement(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settlement(**said)
