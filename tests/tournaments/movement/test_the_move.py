"""Who goes to which table, and who sits where there: the page, case by case."""

import pytest

from tests.tournaments.movement.rooms import (
    EXCHANGE,
    KEEP,
    LETTERS,
    MIXED,
    first_seating,
    move,
    played,
    words,
)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        pytest.param(4, "abcd", id="four fill one table"),
        pytest.param(11, "abcd efgh | ijk", id="the last three of eleven sit out"),
        pytest.param(3, " | abc", id="three wait for a fourth"),
    ],
)
def test_the_first_round_is_seated_in_the_order_of_the_draw(players: int, expected: str) -> None:
    assert words(first_seating(LETTERS[:players])) == expected


@pytest.mark.parametrize(
    ("tables", "winners", "keep", "exchange"),
    [
        pytest.param("abcd efgh ijkl", "AAA", "aecg hfik ljbd", "aceg hfik ljbd", id="A A A"),
        pytest.param("abcd efgh ijkl", "BBB", "fbhd egjl ikac", "dbfh egjl ikac", id="B B B"),
        pytest.param("abcd efgh ijkl", "ABA", "afch egik ljbd", "acfh egik ljbd", id="A B A"),
        pytest.param("abcd efgh", "BA", "ebgd hfac", "dbeg hfac", id="two tables: losers meet at the foot"),
    ],
)
def test_winners_go_up_and_losers_of_the_head_table_to_the_foot(
    tables: str, winners: str, keep: str, exchange: str
) -> None:
    first = played((tables, "", winners))
    assert words(move(first, KEEP, start_order=LETTERS[:12]).seating) == keep
    assert words(move(first, EXCHANGE, start_order=LETTERS[:12]).seating) == exchange


@pytest.mark.parametrize(
    ("before", "expected", "rule"),
    [
        pytest.param([], "hfbd", "partners.seat", id="(c) nothing to choose by: the lower seat joins seat 1"),
        pytest.param([("hxby fpqr", "", "AA")], "hfdb", "partners.fewer", id="(b) one was: cross"),
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
        pytest.param("h:red f:blue", "hfbd", "partners.seat", id="no colour makes no mixed couple"),
        pytest.param("h:red b: d:blue", "hfdb", "partners.mixed", id="nor does an empty one"),
    ],
)
def test_an_evening_that_pairs_across_colours_prefers_mixed_couples(
    colours: str, expected: str, rule: str
) -> None:
    tickets = dict(word.split(":") for word in colours.split())
    moved = move(played(("abcd efgh", "", "AA")), MIXED, start_order=LETTERS[:8], colours=tickets)
    assert "".join(moved.seating.tables[1]) == expected
    assert moved.reasons[1].rule == rule


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
