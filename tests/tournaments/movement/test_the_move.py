"""Who goes to which table, and who sits where there: the page, case by case."""

from __future__ import annotations

import pytest

from tests.tournaments.movement.rooms import EXCHANGE, KEEP, LETTERS, MIXED, colours_in_turn, played, words
from tournaments.movement.progressive import ProgressiveOptions, first_seating, move


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        pytest.param(4, "abcd", id="four fill one table"),
        pytest.param(8, "abcd efgh", id="eight fill two"),
        pytest.param(9, "abcd efgh | i", id="the last of nine sits out"),
        pytest.param(11, "abcd efgh | ijk", id="the last three of eleven sit out"),
        pytest.param(3, " | abc", id="three wait for a fourth"),
    ],
)
def test_the_first_round_is_seated_in_the_order_of_the_draw(players: int, expected: str) -> None:
    assert words(first_seating(LETTERS[:players])) == expected


@pytest.mark.parametrize(
    ("winners", "keep", "exchange"),
    [
        pytest.param("AAA", "aecg hfik ljbd", "aceg hfik ljbd", id="A A A"),
        pytest.param("BBB", "fbhd egjl ikac", "dbfh egjl ikac", id="B B B"),
        pytest.param("ABA", "afch egik ljbd", "acfh egik ljbd", id="A B A"),
        pytest.param("BAB", "ebgd hfjl ikac", "dbeg hfjl ikac", id="B A B"),
        pytest.param("AAB", "aecg hfjl ikbd", "aceg hfjl ikbd", id="A A B"),
        pytest.param("BBA", "fbhd egik ljac", "dbfh egik ljac", id="B B A"),
        pytest.param("ABB", "afch egjl ikbd", "acfh egjl ikbd", id="A B B"),
        pytest.param("BAA", "ebgd hfik ljac", "dbeg hfik ljac", id="B A A"),
    ],
)
def test_three_tables_after_each_outcome_of_the_first_round(winners: str, keep: str, exchange: str) -> None:
    first = played(("abcd efgh ijkl", "", winners))
    assert words(move(first, KEEP, start_order=LETTERS[:12]).seating) == keep
    assert words(move(first, EXCHANGE, start_order=LETTERS[:12]).seating) == exchange


@pytest.mark.parametrize(
    ("winners", "keep", "exchange"),
    [
        pytest.param("AA", "aecg hfbd", "aceg hfbd", id="A A"),
        pytest.param("AB", "afch egbd", "acfh egbd", id="A B"),
        pytest.param("BA", "ebgd hfac", "dbeg hfac", id="B A"),
        pytest.param("BB", "fbhd egac", "dbfh egac", id="B B"),
    ],
)
def test_with_two_tables_winners_meet_at_the_head_and_losers_at_the_foot(
    winners: str, keep: str, exchange: str
) -> None:
    first = played(("abcd efgh", "", winners))
    assert words(move(first, KEEP, start_order=LETTERS[:8]).seating) == keep
    assert words(move(first, EXCHANGE, start_order=LETTERS[:8]).seating) == exchange


@pytest.mark.parametrize("options", [KEEP, EXCHANGE], ids=["keep", "exchange"])
@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param([("abcd", "", "A")], "acbd", id="winners are the stayers"),
        pytest.param([("abcd", "", "B")], "dbac", id="and take seats 1 and 2"),
        pytest.param([("abcd", "", "A"), ("acbd", "", "A")], "abdc", id="the third round is the third way"),
        pytest.param(
            [("abcd", "", "A"), ("acbd", "", "A"), ("abdc", "", "B")], "cbad", id="the fourth begins again"
        ),
    ],
)
def test_at_one_table_nobody_moves_and_partners_change(
    options: ProgressiveOptions, rounds: list[tuple[str, str, str]], expected: str
) -> None:
    assert words(move(played(*rounds), options, start_order="abcd").seating) == expected


@pytest.mark.parametrize(
    ("head", "table_two", "winners", "expected"),
    [
        pytest.param("abcd", "efgh", "AA", "aecg", id="A stays, A comes: seats 2 and 4 are free"),
        pytest.param("abcd", "efgh", "AB", "afch", id="A stays, B comes: the lower seat takes the lower"),
        pytest.param("abcd", "efgh", "BA", "ebgd", id="B stays, A comes: seats 1 and 3 are free"),
        pytest.param("abcd", "hgfe", "BB", "gbed", id="B stays, B comes: by former seats, not by names"),
    ],
)
def test_at_the_head_table_winners_keep_seats_and_partners(
    head: str, table_two: str, winners: str, expected: str
) -> None:
    moved = move(played((f"{head} {table_two}", "", winners)), KEEP, start_order=LETTERS[:8])
    assert "".join(moved.seating.tables[0]) == expected


PAIRED = ("xbyd aecg", "", "AA")


@pytest.mark.parametrize(
    ("before", "expected", "rule"),
    [
        pytest.param([], "hfbd", "partners.seat", id="(c) nothing to choose by: the lower seat joins seat 1"),
        pytest.param([("hxby fpdq", "", "AA")], "hfdb", "partners.fewer", id="(b) both were partners: cross"),
        pytest.param([("hxby fpqr", "", "AA")], "hfdb", "partners.fewer", id="(b) one was: cross"),
        pytest.param([("hxdy fpqr", "", "AA")], "hfbd", "partners.fewer", id="(b) the other way was: do not"),
        pytest.param(
            [("hxby fpqr", "", "AA"), ("hxdy fpqr", "", "AA")], "hfbd", "partners.seat", id="(c) one each"
        ),
        pytest.param(
            [("hxby fpqr", "", "AA"), ("hxby fpqr", "", "AA"), ("hxdy fpbq", "", "AA")],
            "hfbd",
            "partners.seat",
            id="(c) two rounds with one partner count as much as one with each of two",
        ),
        pytest.param(
            [("hxby fpdq", "", "AA"), ("hxdy fpqr", "", "AA")],
            "hfdb",
            "partners.fewer",
            id="(b) the sum over both couples: one against two",
        ),
    ],
)
def test_who_plays_with_whom_by_earlier_partnerships(
    before: list[tuple[str, str, str]], expected: str, rule: str
) -> None:
    rounds = played(*before, ("abcd efgh", "", "AA"))
    moved = move(rounds, EXCHANGE, start_order=LETTERS)
    assert "".join(moved.seating.tables[1]) == expected
    assert moved.reasons[1].rule == rule


@pytest.mark.parametrize(
    ("colours", "expected", "rule"),
    [
        pytest.param("h:red b:red f:blue d:blue", "hfdb", "partners.mixed", id="two mixed against none"),
        pytest.param("h:red b:blue f:blue d:red", "hfbd", "partners.mixed", id="the first way is mixed"),
        pytest.param("h:red b:red f:red d:blue", "hfbd", "partners.seat", id="one mixed either way"),
        pytest.param("h:red f:blue", "hfbd", "partners.seat", id="no colour makes no mixed couple"),
        pytest.param("h:red b: d:blue", "hfdb", "partners.mixed", id="nor does an empty one"),
        pytest.param("h:red b:red f:blue d:green", "hfdb", "partners.mixed", id="three colours: 2 against 1"),
    ],
)
def test_an_evening_that_pairs_across_colours_prefers_mixed_couples(
    colours: str, expected: str, rule: str
) -> None:
    tickets = dict(word.split(":") for word in colours.split())
    moved = move(played(("abcd efgh", "", "AA")), MIXED, start_order=LETTERS[:8], colours=tickets)
    assert "".join(moved.seating.tables[1]) == expected
    assert moved.reasons[1].rule == rule


def test_mixed_couples_come_before_earlier_partnerships() -> None:
    rounds = played(("hxdy fpbq", "", "AA"), ("abcd efgh", "", "AA"))
    tickets = {"h": "red", "b": "red", "f": "blue", "d": "blue"}
    assert "".join(move(rounds, MIXED, start_order=LETTERS, colours=tickets).seating.tables[1]) == "hfdb"
    assert "".join(move(rounds, EXCHANGE, start_order=LETTERS, colours=tickets).seating.tables[1]) == "hfbd"


def test_colours_are_not_looked_at_unless_the_evening_pairs_across_them() -> None:
    first = played(("abcd efgh ijkl", "", "ABA"))
    colours = colours_in_turn(LETTERS[:12], "red", "red", "blue")
    with_colours = move(first, KEEP, start_order=LETTERS[:12], colours=colours)
    assert with_colours.seating == move(first, KEEP, start_order=LETTERS[:12]).seating


@pytest.mark.parametrize(
    ("winners", "out", "expected"),
    [
        pytest.param("ABA", "m", "afch egik mjbd | l", id="one: the loser at the foot in the higher seat"),
        pytest.param("ABA", "mn", "afch egik mnbd | jl", id="two: both losers at the foot"),
        pytest.param("ABA", "mno", "afch eoik mnbd | gjl", id="three: a loser of the next table too"),
        pytest.param("BBB", "m", "fbhd egjl imac | k", id="couple B won: seat 3 sits out, not seat 1"),
        pytest.param("BAB", "mno", "ebgd ofjl mnac | hik", id="freed seats from the foot up, lower first"),
    ],
)
def test_sitters_come_back_and_losers_at_the_foot_sit_out(winners: str, out: str, expected: str) -> None:
    moved = move(played(("abcd efgh ijkl", out, winners)), KEEP, start_order=LETTERS[: 12 + len(out)])
    assert words(moved.seating) == expected


@pytest.mark.parametrize(
    ("winners", "out", "expected"),
    [
        pytest.param("A", "e", "acbe | d", id="five: a loser sits out"),
        pytest.param("A", "ef", "acef | bd", id="six: both losers"),
        pytest.param("A", "efg", "aefg | bcd", id="seven: and the winner in the higher seat"),
        pytest.param("B", "efg", "ebfg | acd", id="seven, couple B wins"),
    ],
)
def test_five_six_and_seven_players_share_one_table(winners: str, out: str, expected: str) -> None:
    moved = move(played(("abcd", out, winners)), KEEP, start_order=LETTERS[: 4 + len(out)])
    assert words(moved.seating) == expected


def test_whoever_has_sat_out_least_sits_out_before_the_losers_at_the_foot() -> None:
    rounds = played(("abcd efgh", "i", "AA"), ("aecg ifbd", "h", "AA"))
    # Losers of the foot table are now f and d; i has sat out and f, d have not: d is in seat 4.
    assert words(move(rounds, KEEP, start_order=LETTERS[:9]).seating) == "aicb hfeg | d"
    later = played(
        ("aecg ifbd", "h", "AA"), ("aecg hfbd", "i", "AA"), ("aecg hfib", "d", "AA"), ("aecg hdib", "f", "AA")
    )
    # Both losers of the foot table, d and b, and its winners: of them only b has never sat out.
    assert words(move(later, KEEP, start_order=LETTERS[:9]).seating).endswith("| b")


def test_within_a_couple_the_longer_run_without_a_break_sits_out_before_the_higher_seat() -> None:
    rounds = played(("dxyz", "b", "A"), ("bxyz", "d", "A"), ("bxyz", "e", "A"), ("abcd", "xyz", "A"))
    # Both losers, b in seat 2 and d in seat 4, have sat out once; b has played three rounds since, d one.
    # So have a and c played without a sit-out, and come first: two of three places.
    moved = move(rounds, KEEP, start_order="abcdxyz")
    assert [sit_out.player for sit_out in moved.changes.sit_outs] == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("tables", "rules"),
    [
        pytest.param(3, [], id="three tables: nothing to say"),
        pytest.param(2, ["remark.few-tables"], id="two are fewer than the text asks for"),
        pytest.param(1, ["remark.few-tables"], id="one too"),
    ],
)
def test_fewer_than_three_tables_are_allowed_with_a_remark(tables: int, rules: list[str]) -> None:
    order = LETTERS[: 4 * tables]
    first = played((" ".join(order[at : at + 4] for at in range(0, len(order), 4)), "", "A" * tables))
    reasons = move(first, KEEP, start_order=order).reasons
    assert [reason.rule for reason in reasons if reason.rule.startswith("remark")] == rules
