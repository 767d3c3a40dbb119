"""What somebody’s games come to, and which names may mean one person."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking import people


def a_game(number: int = 1, **about: Any) -> people.PlayedGame:
    """With Bo against Cleo and Dan, who lose it 10 to 42."""
    told: dict[str, Any] = {
        "evening": "friday",
        "round": 1,
        "table": 1,
        "seat": 1,
        "game": "chantecler",
        "counting": "games",
        "own": 42,
        "partner": "bo",
        "against": (("cleo", 10), ("dan", 10)),
        "outcome": "won",
    }
    return people.PlayedGame(id=str(number), **{**told, **about})


BELL = (
    a_game(1),
    a_game(2, partner="cleo", against=(("bo", 42), ("eve", 42)), own=14, outcome="lost", table=3, seat=2),
    a_game(3, against=(("dan", 12), ("eve", 12)), table=3, seat=1),
)
OWN = {"counting": "points", "game": "ascot", "partner": "", "outcome": ""}
POINTS = (
    a_game(4, own=30, against=(("bo", -10), ("cleo", 40)), **OWN),
    a_game(5, own=-5, against=(("bo", 20),), seat=3, **OWN),
)


@pytest.mark.parametrize(
    ("tally", "games", "expected"),
    [
        pytest.param(people.by_partner, BELL, "bo 2 2 84:22, cleo 1 0 14:42", id="partners"),
        pytest.param(
            people.by_opponent,
            BELL,
            "dan 2 2 84:22, eve 2 1 56:54, cleo 1 1 42:10, bo 1 0 14:42",
            id="opponents, whom one met most first",
        ),
        pytest.param(people.by_table, BELL, "1 1 1 42:10, 3 2 1 56:54", id="tables"),
        pytest.param(people.by_seat, BELL, "1 2 2 84:22, 2 1 0 14:42", id="seats"),
        pytest.param(people.by_partner, POINTS, "", id="nobody has a partner who plays alone"),
        pytest.param(people.by_opponent, POINTS, "bo 2 0 25:10, cleo 1 0 30:40", id="each their own points"),
        pytest.param(people.by_seat, POINTS, "1 1 0 30:40, 3 1 0 -5:20", id="points by seat"),
        pytest.param(people.by_table, (), "", id="nothing of nothing"),
    ],
)
def test_games_are_added_up(tally: Any, games: tuple[people.PlayedGame, ...], expected: str) -> None:
    """`bo 2 2 84:22`: with Bo two games, both won, 84 points to 22."""
    added = [f"{who} {own.games} {own.won} {own.points}:{own.theirs}" for who, own in tally(games).items()]
    assert ", ".join(added) == expected


def test_what_cannot_be_added_up_is_kept_apart() -> None:
    played = (*POINTS, *BELL)
    assert people.by_account(played) == {("chantecler", "games"): BELL, ("ascot", "points"): POINTS}


@pytest.mark.parametrize(
    ("marks", "longest", "current"),
    [("", 0, 0), ("-", 0, 0), ("+", 1, 1), ("++-", 2, 0), ("+-++", 2, 2), ("+++-+", 3, 1)],
)
def test_a_streak_is_the_longest_run_and_the_one_that_is_on(marks: str, longest: int, current: int) -> None:
    assert people.streak([mark == "+" for mark in marks]) == people.Streak(longest, current)


def test_games_nobody_can_win_break_no_streak_and_evenings_missed_do() -> None:
    assert people.won_in_a_row([BELL[0], *POINTS, BELL[2]]) == people.Streak(2, 2)
    assert people.won_in_a_row(BELL) == people.Streak(1, 1)
    assert people.came_in_a_row("abcdef", "bcdf") == people.Streak(3, 1)
    assert people.came_in_a_row("abc", "ab") == people.Streak(2, 0)


GAMES = st.lists(
    st.builds(
        a_game,
        st.integers(0, 99),
        own=st.integers(-50, 99),
        table=st.integers(1, 5),
        seat=st.integers(1, 4),
        partner=st.sampled_from(["", "bo", "cleo"]),
        outcome=st.sampled_from(["won", "lost", ""]),
    ),
    max_size=30,
)


@given(GAMES)
def test_every_game_is_at_one_table_and_seat_with_one_partner_at_most(games: list[people.PlayedGame]) -> None:
    whole = people.total(games)
    for parts in (people.by_table(games), people.by_seat(games)):
        assert sum(part.games for part in parts.values()) == whole.games == len(games)
        assert sum(part.won for part in parts.values()) == whole.won
        assert sum(part.points for part in parts.values()) == whole.points
    assert sum(part.games for part in people.by_partner(games).values()) <= whole.games


@given(st.lists(st.booleans()), st.lists(st.booleans()))
def test_a_streak_goes_on_or_ends_and_never_gets_shorter(before: list[bool], after: list[bool]) -> None:
    first, whole = people.streak(before), people.streak([*before, *after])
    assert whole.longest >= max(first.longest, whole.current)
    if after and all(after):
        assert whole.current == first.current + len(after)


LETTERS = st.text(alphabet="abcdeéÉ .-'", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Ann Lee", "ann  LEE", "same"),
        ("Thérèse Noël", "Therese Noel", "same"),
        ("Anne-Marie Roy", "Anne Marie Roy", "same"),
        ("Lee, Ann", "Ann Lee", "order"),
        ("A. Lee", "Ann Lee", "initial"),
        ("Ann L", "Ann Lee", "initial"),
        ("Anne Lee", "Ann Lee", "near"),
        ("Catherine Marsh", "Katherine Marsh", "near"),
        ("Basil Thorne", "Basil Thorn", "near"),
        ("Ann Lee", "Bo Day", None),
        ("Ann Lee", "Ann Day", None),
        ("A. L.", "Ann Lee", None),
        ("Player 1", "Player 2", None),
        ("Ann Lee 2", "Ann Lee", None),
        ("?", "!", None),
        ("", "", None),
    ],
)
def test_how_two_names_are_alike(one: str, other: str, why: str | None) -> None:
    assert people.likeness(one, other) == people.likeness(other, one) == why


def test_the_surest_pairs_come_first() -> None:
    names = {"1": "Ann Lee", "2": "Lee Ann", "3": "ANN LEE", "4": "Bob Day", "5": "Bob Dey", "6": "C. Roy"}
    assert people.alike(names) == (
        people.Alike("1", "3", "same"),
        people.Alike("1", "2", "order"),
        people.Alike("2", "3", "order"),
        people.Alike("4", "5", "near"),
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [("Catherine Marsh", "Katherine Marsh"), ("A. Lee", "Ann Lee"), ("Ann Lee", "Lee Ann"), ("Bo", "bo")],
)
def test_among_a_thousand_the_pair_is_found(one: str, other: str) -> None:
    crowd = {f"x{number}": f"Somebody {number}" for number in range(1000)}
    assert [pair.first + pair.other for pair in people.alike({**crowd, "a": one, "b": other})] == ["ab"]


@given(LETTERS, LETTERS)
def test_likeness_has_no_direction(one: str, other: str) -> None:
    assert people.likeness(one, other) == people.likeness(other, one)


@given(LETTERS)
def test_a_name_is_like_itself_if_it_has_a_letter(name: str) -> None:
    assert people.likeness(name, name) == ("same" if people.plain(name) else None)


@given(st.dictionaries(st.sampled_from("pqrstuv"), LETTERS))
def test_every_pair_found_is_alike_and_named_once(names: dict[str, str]) -> None:
    found = people.alike(names)
    assert len({(pair.first, pair.other) for pair in found}) == len(found)
    assert all(people.likeness(names[pair.first], names[pair.other]) == pair.why for pair in found)
