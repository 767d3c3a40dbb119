"""What may be written in a document, what it comes to, and what is refused with which words."""

import ast
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from cel_expr_python import cel
from hypothesis import assume, given
from hypothesis import strategies as st

from games.documents.compiling import at_seat, compiled, function, variable
from games.documents.expressions import (
    DEEPEST,
    FLAG,
    LONGEST,
    MOST_NODES,
    Kind,
    Name,
    Range,
    Scope,
    Unwritten,
    Words,
    read,
)
from tests.games.documents.referee import in_cel, variables

SUITS = {"clubs": 12, "spades": 11, "hearts": 10}
SCOPE = Scope(
    {
        "tricks": Name(Range(0, 13)),
        "owed": Name(Range(-20, 20)),
        "alone": Name(FLAG),
        "suit": Name(Words(frozenset(SUITS))),
        "side": Name(Words(frozenset("AB"))),
        "bid": Name(Range(0, 7), by_seat=True),
    },
    {"base": SUITS, "half_base": {"clubs": 6}},
    3,
)
KNOWN: dict[str, Any] = {
    "tricks": 5,
    "owed": -3,
    "alone": True,
    "suit": "spades",
    "side": "A",
    "bid": (4, 0, 2),
}


def value(written: str, known: Mapping[str, Any] = KNOWN) -> Any:
    """What an expression comes to; of one for every seat, what it comes to at the first."""
    node = read(written, SCOPE)
    names = {
        name: at_seat(variable(name)) if meaning.by_seat else variable(name)
        for name, meaning in SCOPE.names.items()
    }
    steps = function(
        "value", (*known, "place"), [], [ast.Return(compiled(node, names, SCOPE.seats))], {"t_base": SUITS}
    )
    return steps(*known.values(), 0)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("side == 'A' ? 1 : 0", 1),
        ("(1 + 2) * 3", 9),
        ("7 - 2 - 1", 4),
        ("-tricks + -owed", -2),
        ("tricks >= 5 && !alone || owed < 0", True),
        ("alone ? tricks : owed", 5),
        ("!alone ? 1 : tricks == 5 ? 2 : 3", 2),
        ("tricks in [1, 3, 5]", True),
        ("suit == 'spades'", True),
        ('suit in ["clubs", "hearts"]', False),
        ("base[suit] * 2", 22),
        ("min(tricks, owed, 4)", -3),
        ("max(tricks, owed)", 5),
        ("count(alone, tricks > 5, owed < 0)", 2),
        ("up(23, 10)", 30),
        ("up(30, 10)", 30),
        ("up(owed, 2)", -2),
        ("half(tricks)", 2),
        ("half(owed)", -2),
        ("abs(owed) + abs(2 - tricks)", 6),
        ("bid + 1", 5),
        ("total(bid)", 6),
        ("highest(bid) - lowest(bid)", 4),
        ("seats(bid > 1)", 2),
        ("total(bid == highest(bid) ? 10 : 0)", 10),
    ],
)
def test_it_comes_to(written: str, expected: object) -> None:
    assert value(written) == expected


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "the expression ends too early"),
        ("tricks +", "the expression ends too early"),
        ("tricks ++ 1", "“+ 1” cannot stand there (character 9)"),
        ("tricks = owed", "equal is written == (character 8)"),
        ("tricks / 2", "“/ 2” cannot stand there (character 8)"),
        ("tricks.real", "“.real” cannot stand there (character 7)"),
        ("__import__", "“__import__” cannot stand there (character 1)"),
        ("tricks == 'five'", "tricks and five are not of one kind"),
        ("suit == 'coins'", "coins is none of its choices: clubs, hearts, spades"),
        ("suit in ['coins']", "coins is none of its choices: clubs, hearts, spades"),
        ("suit in []", "something has to stand between the brackets"),
        ("alone + 1", "a number is needed where alone stands"),
        ("alone < tricks", "a number is needed where alone stands"),
        ("tricks && alone", "yes or no is needed where tricks stands"),
        ("tricks ? 1 : 2", "yes or no is needed where tricks stands"),
        ("alone ? 1 : suit", "1 and suit are not of one kind"),
        ("trumps", "nothing is called “trumps” here; known: tricks, owed, alone, suit, side, bid"),
        (
            "eval(1)",
            "there is no function “eval”; known: min, max, count, up, half, abs, total, highest, lowest, seats",
        ),
        ("half(1, 2)", "half takes 1 to 1 values, not 2"),
        ("up(tricks, owed)", "a step is at least 1, and owed can be less"),
        ("total(tricks)", "tricks is the same for every seat"),
        ("worth[suit]", "there is no table “worth”"),
        ("half_base[suit]", "the table “half_base” has nothing for hearts, spades"),
        ("base[tricks]", "a choice is needed where tricks stands"),
        ("2000000000", "this can come to 2000000000; nothing may go beyond 1000000000"),
        ("99999 * 99999 * tricks", "this can come to 9999800001; nothing may go beyond 1000000000"),
        ("1" * (LONGEST + 1), f"an expression has at most {LONGEST} characters"),
        (" + ".join(["1"] * MOST_NODES), f"an expression has at most {MOST_NODES} steps"),
        ("!" * DEEPEST + "alone", f"an expression is nested at most {DEEPEST} deep"),
        ("(" * 900 + "1", "the expression ends too early"),
    ],
)
def test_it_is_refused(written: str, why: str) -> None:
    with pytest.raises(Unwritten) as refusal:
        read(written, SCOPE)

    assert str(refusal.value) == why


Drawn = st.SearchStrategy[str]


def joined(template: str, *parts: Drawn) -> Drawn:
    return st.tuples(*parts).map(lambda drawn: template.format(*drawn))


FLAGS: Drawn = st.recursive(
    st.sampled_from(["alone", "suit == 'clubs'", "suit in ['hearts', 'clubs']", "tricks < 5", "bid > 3"]),
    lambda inner: st.one_of(
        joined("({} && {})", inner, inner),
        joined("({} || {})", inner, inner),
        joined("!({})", inner),
        joined("(count({}, alone) == 1)", inner),
    ),
    max_leaves=4,
)
OF_ONE = (
    "half({})",
    "abs({})",
    "up({}, 7)",
    "(-{})",
    "total(bid * 0 + {})",
    "highest(bid - {})",
    "lowest({} + bid)",
)
OF_TWO = ("({} + {})", "({} - {})", "({} * {})", "min({}, {})", "max({}, {})")
NUMBERS: Drawn = st.recursive(
    st.sampled_from(["tricks", "owed", "bid", "base[suit]", "total(bid)"]) | st.integers(0, 30).map(str),
    lambda inner: st.one_of(
        *(joined(template, inner) for template in OF_ONE),
        *(joined(template, inner, inner) for template in OF_TWO),
        joined("({} ? {} : {})", FLAGS, inner, inner),
    ),
    max_leaves=6,
)


def within(result: object, kind: Kind) -> bool:
    if isinstance(result, int) and isinstance(kind, Range):
        return kind.least <= result <= kind.most
    return result in kind.values if isinstance(kind, Words) else isinstance(result, bool)


ENVIRONMENT = cel.NewEnv(variables=variables(SCOPE.names, SCOPE.seats))
KNOWN_AT_RANDOM = st.fixed_dictionaries(
    {
        "tricks": st.integers(0, 13),
        "owed": st.integers(-20, 20),
        "alone": st.booleans(),
        "suit": st.sampled_from(sorted(SUITS)),
        "bid": st.tuples(*[st.integers(0, 7)] * 3),
    }
)


@given(NUMBERS | FLAGS, KNOWN_AT_RANDOM)
def test_whatever_is_written_keeps_its_range_and_is_what_google_makes_of_it(
    written: str, known: dict[str, Any]
) -> None:
    try:
        node = read(written, SCOPE)
    except Unwritten as error:
        refusal = str(error)
        assume(not refusal.startswith("this can come to"))
        assert refusal.endswith("is the same for every seat")
        return
    ours = value(written, known)

    assert within(ours, node.kind)
    bids = {f"bid_at_{seat}": bid for seat, bid in enumerate(known["bid"], start=1)}
    at_first = {**{name: known[name] for name in known if name != "bid"}, **bids}
    assert ours == ENVIRONMENT.compile(in_cel(node, SCOPE.tables, SCOPE.seats, 1)).eval(data=at_first).value()


PIECES = "tricks owed bid suit ( ) [ ] + - * ! ? : , in 'a' 9 && || == \x00 é total( up("


@given(st.lists(st.sampled_from(PIECES.split(" ")), max_size=30).map(" ".join))
def test_anything_else_is_refused_in_a_sentence(written: str) -> None:
    with suppress(Unwritten):
        assert within(value(written, KNOWN), read(written, SCOPE).kind)
