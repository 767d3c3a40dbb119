"""Draws and cuts that anybody can repeat."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.movement.rooms import LETTERS, first_seating
from tournaments.movement.draw import commitment, cut, digest, draw

PLAYERS = st.lists(st.text("abcdefgh", min_size=1, max_size=4), unique=True, max_size=40)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        # printf 'draw\nFriday\na' | sha256sum, and so on
        pytest.param(
            ("draw", "Friday", "a"),
            "a535ca738927ec06b0a062bccc7045bdbafd96a7f25b08988cbb26df29be7e8d",
            id="a player in the draw",
        ),
        pytest.param(
            ("cut", "Friday", "round 3 table 2", "B"),
            "c3f1b0b4c795f3eb7397f44bd55e7b9b829a982ad4923aa48fd8766eff39cfb7",
            id="a side of a cut",
        ),
    ],
)
def test_sha256sum_gives_the_same_digest(parts: tuple[str, ...], expected: str) -> None:
    assert digest(*parts) == expected


def test_a_draw_as_it_was_once_drawn_has_nobody_twice() -> None:
    assert "".join(draw(LETTERS[:13], seed="Friday")) == "gildhcjfambek"
    with pytest.raises(ValueError, match="once"):
        draw("aa", seed="Friday")


@given(PLAYERS, st.text(), st.data())
def test_the_draw_does_not_depend_on_the_order_of_entry(
    players: list[str], seed: str, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(players))
    assert draw(shuffled, seed=seed) == draw(players, seed=seed)


@given(PLAYERS, st.text(), st.data())
def test_whoever_is_taken_out_of_the_draw_changes_nobody_elses_order(
    players: list[str], seed: str, data: st.DataObject
) -> None:
    fewer = [player for player in players if data.draw(st.booleans())]
    assert draw(fewer, seed=seed) == tuple(player for player in draw(players, seed=seed) if player in fewer)


@given(PLAYERS, st.text(max_size=3), st.data())
def test_as_many_couples_are_mixed_as_numbers_allow(
    players: list[str], seed: str, data: st.DataObject
) -> None:
    colours = {
        player: colour
        for player in players
        if (colour := data.draw(st.sampled_from(["", "red", "blue", "green"])))
    }
    order = draw(players, seed=seed, colours=colours, couples="mixed")
    assert Counter(order) == Counter(players)
    tables = first_seating(order).tables
    couples = [pair for one, two, three, four in tables for pair in ((one, three), (two, four))]
    mixed = sum(_differ(colours, one, two) for one, two in couples)
    counts = Counter(colours.values())
    highest = max(counts.values(), default=0)
    coloured = sum(counts.values())
    assert mixed == min(len(couples), coloured // 2, coloured - highest)


def _differ(colours: dict[str, str], one: str, two: str) -> bool:
    return one in colours and two in colours and colours[one] != colours[two]


@pytest.mark.parametrize(
    ("colours", "out"),
    [
        pytest.param({"red": "abcd", "blue": "efghi"}, "blue", id="the larger group sits out"),
        pytest.param(
            {"red": "abcdef", "blue": "ghi"}, "red", id="a couple of one colour, and a sitter of it"
        ),
        pytest.param({"red": "abcd", "blue": "efgh", "": "i"}, "", id="whoever has no colour"),
    ],
)
def test_in_a_mixed_draw_of_nine_sits_out_whom_no_mixed_couple_needs(
    colours: dict[str, str], out: str
) -> None:
    tickets = {player: colour for colour, players in colours.items() for player in players}
    order = draw(LETTERS[:9], seed="Friday", colours=tickets, couples="mixed")
    (sitter,) = first_seating(order).sitting_out
    assert tickets[sitter] == out


def test_a_cut_is_repeated_by_its_seed_and_label_whoever_is_named_first() -> None:
    assert cut(("A", "B"), seed="Friday", label="round 3 table 2") == ("A", "B")
    assert cut("AB", seed="Friday", label="prize") == cut("BA", seed="Friday", label="prize")


def test_each_side_wins_about_as_often() -> None:
    won = Counter(cut("AB", seed="Friday", label=str(number))[0] for number in range(1000))
    assert 430 < won["A"] < 570


@pytest.mark.parametrize("sides", ["A", "AA", ""], ids=["one side", "twice the same", "none"])
def test_a_cut_needs_two_sides(sides: str) -> None:
    with pytest.raises(ValueError, match="two sides"):
        cut(sides, seed="Friday", label="x")


def test_a_draw_again_is_another_one_from_the_same_seed() -> None:
    orders = {draw(LETTERS[:13], seed="Friday", attempt=attempt) for attempt in range(1, 9)}
    assert len(orders) == 8
    by_hand = sorted(LETTERS[:13], key=lambda one: sha256(f"draw 2\nFriday\n{one}".encode()).hexdigest())
    assert draw(LETTERS[:13], seed="Friday", attempt=2) == tuple(by_hand)
    with pytest.raises(ValueError, match="counted from 1"):
        draw("ab", seed="Friday", attempt=0)


def test_a_commitment_is_made_again_with_what_every_machine_has() -> None:
    # printf 'commitment\nFriday' | sha256sum
    assert commitment("Friday") == sha256(b"commitment\nFriday").hexdigest()
    assert commitment("Friday") != commitment("Saturday")
