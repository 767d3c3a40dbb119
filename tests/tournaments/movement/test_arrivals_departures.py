"""Late arrivals, leavers, tables opened and broken up, substitutes."""

import pytest

from tests.tournaments.movement.rooms import KEEP, LETTERS, move, played, words
from tournaments.movement.history import History

# After the first round of a b c d, e f g h, i j k l won by A, B, A the move alone gives: afch egik ljbd.
TWELVE = ("abcd efgh ijkl", "", "ABA")


@pytest.mark.parametrize(
    ("out", "leaving", "arriving", "expected"),
    [
        pytest.param("", "", "m", "afch egik mjbd | l", id="one comes: in at once, and a loser sits out"),
        pytest.param("m", "", "nop", "afch egik ljbd mnop", id="a sitter and three who come make four"),
        pytest.param("m", "", "nopq", "afch egik qjbd mnop | l", id="the fifth comes in as a sitter does"),
        pytest.param("", "", "mnopqrst", "afch egik ljbd mnop qrst", id="eight come: two tables open"),
        pytest.param("mn", "a", "", "nfch egik mjbd | l", id="a sitter takes the seat of one who leaves"),
        pytest.param("mn", "m", "", "afch egik njbd | l", id="of two sitters one leaves"),
        pytest.param("", "a", "", "bfch egik | djl", id="nobody waits: the foot table is broken up"),
        pytest.param("m", "ag", "", "bfch emik | djl", id="a sitter first, then the foot table's players"),
        pytest.param("", "bdjl", "", "afch egik", id="a whole table leaves"),
        pytest.param("", "abcdefghi", "", " | jkl", id="three are left: nobody can play"),
    ],
)
def test_who_comes_waits_with_the_sitters_and_who_leaves_is_taken_out_after_the_move(
    out: str, leaving: str, arriving: str, expected: str
) -> None:
    first = played((TWELVE[0], out, TWELVE[2]))
    order = LETTERS[: 12 + len(out)] + arriving
    moved = move(first, KEEP, start_order=order, leaving=tuple(leaving), arriving=tuple(arriving))
    assert words(moved.seating) == expected


def test_who_comes_late_and_is_not_in_the_draw_has_a_place_after_everybody_who_is() -> None:
    moved = move(played(("abcd", "e", "A")), KEEP, start_order="abcde", arriving=("z", "y"))
    assert words(moved.seating) == "aezy | bcd"


def test_a_substitute_has_the_ticket_and_with_it_the_place_in_the_draw_and_the_sit_outs() -> None:
    rounds = played(("abcd", "ef", "A"), ("acef", "bd", "A"), ("abex", "cf", "A"))
    tickets = {"x": "d"}
    history = History.of(rounds, tickets)
    assert history.sit_outs == {"e": 1, "f": 2, "b": 1, "d": 1, "x": 1, "c": 1}
    assert history.unbroken["x"] == 1
    assert history.partners["x"] == {"b": 1}
    later = played(("abcd", "ex", "A"))
    assert words(move(later, KEEP, start_order="abcdfe", tickets={"x": "f"}).seating) == "acxe | bd"


def test_a_substitute_of_a_substitute_has_the_first_ticket() -> None:
    rounds = played(("abcd", "ef", "A"), ("acef", "bd", "A"), ("acxf", "bd", "A"), ("acyf", "bd", "A"))
    history = History.of(rounds, {"x": "e", "y": "x"})
    assert (history.sit_outs["y"], history.unbroken["y"], history.unbroken["a"]) == (1, 3, 4)
    swapped = move(played(("abcd", "ye", "A")), KEEP, start_order="abcdfe", tickets={"x": "f", "y": "x"})
    assert words(swapped.seating) == "acye | bd"


@pytest.mark.parametrize(
    ("leaving", "arriving", "message"),
    [
        pytest.param("z", "", "not there to leave: z", id="a stranger leaves"),
        pytest.param("", "a", "there already: a", id="a player comes twice"),
        pytest.param("a", "a", "there already: a", id="a player leaves and comes"),
        pytest.param("", "zz", "everybody arrives once", id="the same stranger twice"),
    ],
)
def test_who_is_not_there_cannot_leave_and_who_is_cannot_come(
    leaving: str, arriving: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        move(played(TWELVE), KEEP, start_order=LETTERS, leaving=tuple(leaving), arriving=tuple(arriving))


def test_the_first_round_is_drawn_and_not_moved_to() -> None:
    with pytest.raises(ValueError, match="drawn"):
        move([], KEEP, start_order="abcd")
