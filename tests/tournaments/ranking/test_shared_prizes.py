"""Prizes with sums: who is level shares them, the whole room has prizes beside the colours, nobody has two."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tournaments.ranking.offered import MOST_PRIZES, Prizes, Ties
from tournaments.ranking.prizes import Prize, prizes, ties_to_cut
from tournaments.ranking.standings import PrizeCut, Standing

SHARING: tuple[Ties, ...] = ("shared", "equal", "hort")
DECIDED = {" ": "won", "~": "points_for", "=": "shared"}


def lines_of(told: str) -> list[Standing]:
    """`a b~c=d`: b has won fewer games than a, c as many with fewer points, d shares the place of c."""
    found: list[Standing] = []
    for sign, player in re.findall(r"([ ~=]?)(\w+)", told):
        level = sign == "=" and found
        place = found[-1].place if level else len(found) + 1
        found.append(Standing(player, place, 1, 0, 0, 0, 0, 0, decided_by=DECIDED.get(sign, "")))
    return found


def told(given_prizes: Sequence[Prize]) -> str:
    """`a:100 b:25 booby.d:5`, `red.a:3` for a colour, `b/c:60` for who must cut, `?:60` for what waits."""
    return " ".join(
        f"{prize.colour + '.' if prize.colour else ''}{'booby.' if prize.kind == 'booby' else ''}"
        f"{prize.winner or '/'.join(prize.tied) or '?'}:{prize.amount}"
        for prize in given_prizes
    )


@pytest.mark.parametrize(
    ("standings", "ties", "expected"),
    [
        pytest.param("a b c d", "cut", "a:100 b:60 c:20 booby.d:5", id="nobody is level"),
        pytest.param("a b=c d", "cut", "a:100 b/c:60 b/c:20 booby.d:5", id="two cut for two"),
        pytest.param("a b=c d", "shared", "a:100 b:40 c:40 booby.d:5", id="two share two"),
        pytest.param("a b c=d=e f", "shared", "a:100 b:60 c:7 d:7 e:6 booby.f:5", id="three share the last"),
        pytest.param("a b~c d", "shared", "a:100 b:60 c:20 booby.d:5", id="the tie-break parts places"),
        pytest.param("a b~c d", "equal", "a:100 b:40 c:40 booby.d:5", id="and not who is level in games"),
        pytest.param("a b~c d", "hort", "a:100 b:50 c:30 booby.d:5", id="and by half for Hort"),
        pytest.param("a b c=d", "shared", "a:100 b:60 c:10 d:10", id="who shares a prize is no booby"),
        pytest.param("a b c d e=f", "shared", "a:100 b:60 c:20 booby.f:3 booby.e:2", id="the booby shared"),
        pytest.param("a b c d e~f", "equal", "a:100 b:60 c:20 booby.f:3 booby.e:2", id="level at the end"),
        pytest.param("a b c d e~f", "hort", "a:100 b:60 c:20 booby.f:4 booby.e:1", id="Hort's booby"),
        pytest.param("", "shared", "", id="nobody is there"),
    ],
)
def test_who_is_level_shares_the_prizes(standings: str, ties: Ties, expected: str) -> None:
    found = prizes(lines_of(standings), Prizes(best=3, sums=(100, 60, 20), booby_sum=5, ties=ties))
    assert told(found) == expected


def test_level_in_points_is_level_where_points_come_first() -> None:
    offered = Prizes(best=2, sums=(100, 60), ties="equal", booby=False)
    # a and b are parted by points, c and d by games won.
    lines = lines_of("a~b")
    assert told(prizes(lines, offered, counts="won")) == "a:80 b:80"
    assert told(prizes(lines, offered, counts="points_for")) == "a:100 b:60"


RED_AND_BLUE = {"a": "red", "b": "blue", "c": "red", "d": "blue", "e": "red", "f": "blue"}
BESIDE: dict[str, Any] = {"by_colour": True, "sums": (20,), "booby_sum": 1}


ROOM: dict[str, Any] = {"sums": [100], "booby": False}
WITH_BOOBY: dict[str, Any] = {"sums": [100], "booby_sum": 5}


@pytest.mark.parametrize(
    ("standings", "room", "one_each", "expected"),
    [
        pytest.param(
            "a b c d e f",
            WITH_BOOBY,
            False,
            "a:100 booby.f:5 red.a:20 red.booby.e:1 blue.b:20 blue.booby.f:1",
            id="one may win two",
        ),
        pytest.param(
            "a b c d e f",
            WITH_BOOBY,
            True,
            "a:100 booby.f:5 red.c:20 red.booby.e:1 blue.b:20 blue.booby.d:1",
            id="each has one: the next has the other",
        ),
        pytest.param(
            "a b c d e f",
            {"best": 3, "booby": False, "sums": [100, 60]},
            True,
            "a:100 b:60 c:0 red.e:20 blue.d:20 blue.booby.f:1",
            id="a prize that is no money is one",
        ),
        pytest.param(
            "a=c b d e f",
            ROOM,
            True,
            "a/c:100 red.?:20 red.booby.?:1 blue.b:20 blue.booby.f:1",
            id="a colour waits until the room has cut",
        ),
        pytest.param(
            "a=c b d e f",
            {"booby": False, "best": 2, "sums": [100, 60]},
            True,
            "a/c:100 a/c:60 red.e:20 blue.b:20 blue.booby.f:1",
            id="but not for those who have one in any case",
        ),
    ],
)
def test_prizes_of_a_whole_room(standings: str, room: dict[str, Any], one_each: bool, expected: str) -> None:
    rules = Prizes.model_validate({**BESIDE, "overall": room, "one_each": one_each}, strict=False)
    assert told(prizes(lines_of(standings), rules, colours=RED_AND_BLUE)) == expected


def test_after_the_cut_of_the_room_the_colour_waits_no_more() -> None:
    rules = Prizes.model_validate({**BESIDE, "overall": ROOM, "one_each": True}, strict=False)
    lines = lines_of("a=c b d e f")
    (tie,) = ties_to_cut(prizes(lines, rules, colours=RED_AND_BLUE))
    cut = PrizeCut(tie.prize, tie.players[::-1], tie.colour)
    found = prizes(lines, rules, colours=RED_AND_BLUE, cuts=[cut])
    assert told(found) == "c:100 red.a:20 red.booby.e:1 blue.b:20 blue.booby.f:1"
    assert str(found[0].why) == "Place 1. The cut decided."
    assert str(found[1].why) == (
        "Place 1, number 1 of “red”. Players with a prize of the whole room are passed over."
    )


AMONG_TWO = "divided among 2 players with as many games won."


@pytest.mark.parametrize(
    ("standings", "ties", "second", "last"),
    [
        pytest.param("a b c", "cut", "Place 2.", "Place 3, the last who may have the booby.", id="by place"),
        pytest.param(
            "a b=c d", "cut", "Level at place 2; to be cut.", "Place 4, the last who", id="to be cut"
        ),
        pytest.param(
            "a b=c d=e", "shared", "Prize 2, shared by the 2", "The booby prize, shared", id="shared"
        ),
        pytest.param(
            "a b~c", "equal", "Prize 2, divided equally among 2 players with as many", "", id="equally"
        ),
        pytest.param(
            "a~b c", "hort", f"Prizes 1 to 2, half of them by place and half {AMONG_TWO}", "", id="Hort"
        ),
    ],
)
def test_every_prize_says_why(standings: str, ties: Ties, second: str, last: str) -> None:
    found = [str(prize.why) for prize in prizes(lines_of(standings), Prizes(best=2, ties=ties))]
    assert found[1].startswith(second)
    assert found[-1].startswith(last)


def test_where_points_come_first_the_reason_speaks_of_points() -> None:
    found = prizes(lines_of("a b"), Prizes(best=1, booby=False, ties="equal"), counts="points_for")
    assert str(found[1].why) == "Prize 1, divided equally among 2 players level in points."


@pytest.mark.parametrize(
    ("offered", "field"),
    [
        pytest.param({"sums": [1, 2]}, "sums", id="more sums than prizes"),
        pytest.param({"sums": [-1]}, "sums", id="a sum below nothing"),
        pytest.param({"booby": False, "booby_sum": 5}, "booby_sum", id="a sum for no booby"),
        pytest.param({"overall": {"best": 2}}, "overall", id="the whole room beside itself"),
        pytest.param({"by_colour": True, "overall": {"sums": [1, 2]}}, "overall", id="sums of the room"),
        pytest.param({"ties": "fought"}, "ties", id="another way"),
    ],
)
def test_prizes_that_cannot_be_are_refused(offered: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Prizes.model_validate(offered, strict=False)
    assert refused.value.errors()[0]["loc"][0] == field


def test_what_says_nothing_is_left_out_of_the_data() -> None:
    everything = Prizes.model_validate(
        {**BESIDE, "overall": {"best": 2, "sums": [9]}, "one_each": True, "ties": "hort"}, strict=False
    )
    assert Prizes.model_validate_json(everything.model_dump_json()) == everything
    assert (Prizes().money, everything.money) == (False, True)


@st.composite
def rooms(draw: st.DrawFn) -> tuple[list[Standing], dict[str, str], Prizes]:
    """Any standings with any colours and any offer."""
    signs = draw(st.lists(st.sampled_from(" ~="), max_size=9))
    lines = lines_of("".join(f"{sign}p{at}" for at, sign in enumerate(signs)))
    colours = {line.player: draw(st.sampled_from(["", "red", "blue"])) for line in lines}
    by_colour = draw(st.booleans())
    offered = {
        **draw(offers()),
        "by_colour": by_colour,
        "one_each": draw(st.booleans()),
        "ties": draw(st.sampled_from(["cut", *SHARING])),
        "overall": draw(st.none() | offers()) if by_colour else None,
    }
    return lines, colours, Prizes.model_validate(offered, strict=False)


def offers() -> st.SearchStrategy[dict[str, Any]]:
    sums = st.lists(st.integers(0, 1000), max_size=MOST_PRIZES // 2)
    return st.builds(
        lambda own, more, booby: {
            "best": len(own) + more,
            "booby": booby is not None,
            "sums": own,
            "booby_sum": booby or 0,
        },
        sums,
        st.integers(0, 2),
        st.none() | st.integers(0, 50),
    )


@given(rooms(), st.data())
@settings(deadline=None)
def test_what_is_paid_out_is_what_is_given_and_nobody_has_two_where_each_has_one(
    room: tuple[list[Standing], dict[str, str], Prizes], data: st.DataObject
) -> None:
    lines, colours, offered = room
    cuts: list[PrizeCut] = []
    found = prizes(lines, offered, colours=colours)
    while ties := ties_to_cut(found):
        assert offered.ties == "cut"
        tie = data.draw(st.sampled_from(ties))
        cuts.append(PrizeCut(tie.prize, tuple(data.draw(st.permutations(tie.players))), tie.colour))
        found = prizes(lines, offered, colours=colours, cuts=cuts)
    assert all(prize.winner for prize in found)
    for colour in {prize.colour for prize in found}:
        offer = offered.overall if offered.overall and colour is None else offered
        best = [prize for prize in found if (prize.kind, prize.colour) == ("best", colour)]
        booby = [prize for prize in found if (prize.kind, prize.colour) == ("booby", colour)]
        given_out = max((prize.last for prize in best), default=0)
        assert sum(prize.amount for prize in best) == sum(offer.amounts[:given_out])
        assert sum(prize.amount for prize in booby) == (offer.booby_sum if booby else 0)
        people = [prize.winner for prize in (*best, *booby)]
        assert len(people) == len(set(people))
    if offered.one_each:
        winners = [prize.winner for prize in found]
        assert len(winners) == len(set(winners))


@given(rooms(), st.data())
@settings(deadline=None)
def test_in_whatever_order_those_are_told_who_share_a_place_sums_differ_by_a_unit_at_most(
    room: tuple[list[Standing], dict[str, str], Prizes], data: st.DataObject
) -> None:
    lines, _colours, offered = room
    offered = offered.model_copy(update={"ties": data.draw(st.sampled_from(SHARING)), "by_colour": False})
    places = {line.place: [one.player for one in lines if one.place == line.place] for line in lines}
    names = [player for level in places.values() for player in data.draw(st.permutations(level))]
    turned = [
        Standing(player, line.place, 1, 0, 0, 0, 0, 0, decided_by=line.decided_by)
        for player, line in zip(names, lines, strict=True)
    ]
    one, other = (
        {(prize.winner, prize.kind): prize.amount for prize in prizes(order, offered)}
        for order in (lines, turned)
    )
    assert one.keys() == other.keys()
    assert all(abs(amount - other[which]) <= 1 for which, amount in one.items())


@settings(max_examples=60, deadline=None)
@given(rooms())
def test_one_each_needs_prizes_of_the_room(room: tuple[list[Standing], dict[str, str], Prizes]) -> None:
    lines, colours, offered = room
    alone = offered.model_copy(update={"overall": None})
    found = [
        prizes(lines, alone.model_copy(update={"one_each": one_each}), colours=colours)
        for one_each in (False, True)
    ]
    assert found[0] == found[1]
