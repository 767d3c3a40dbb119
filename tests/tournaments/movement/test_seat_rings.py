"""Going on by the seat or by the ticket colour: the laws of the rings, whoever comes and goes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.movement.rooms import colours_in_turn, room, words
from tournaments.movement.by_seat import ByColour, ByColourOptions, BySeat, BySeatOptions, KeepingSeats
from tournaments.movement.interface import NextRound, Situation, Tables
from tournaments.movement.seating import PlayedRound, Seating, position

COUPLES = Tables((4,), partnership=True)
TABLES = st.sampled_from(
    [COUPLES, Tables((2,)), Tables((3, 4)), Tables((3, 4), preferred_size=4), Tables((5, 4, 3)), Tables((4,))]
)
STEPS = st.integers(-4, 4)
BY_SEAT = st.dictionaries(st.sampled_from(["1", "2", "3", "4", "5"]), STEPS)
BY_COLOUR = st.dictionaries(st.sampled_from(["ladies", "gents", "red"]), STEPS)


def by_seat(tables: Tables = COUPLES, **steps: int) -> BySeat:
    """The movement with `seat_2=-1` and so on; the usual steps where none are told."""
    told = {name.removeprefix("seat_"): step for name, step in steps.items()}
    return BySeat(tables, BySeatOptions.model_validate({"by_seat": told} if told else {}))


def by_colour(tables: Tables = COUPLES, *, keeping: bool = False, **steps: int) -> ByColour:
    """The movement with `ladies=-1` and so on; `keeping` as every new plan has it."""
    return ByColour(tables, ByColourOptions(by_colour=steps, seats_keep_colours=keeping))


@dataclass(frozen=True)
class Setting:
    """An evening before it is played."""

    movement: KeepingSeats
    order: tuple[str, ...]
    colours: Mapping[str, str]
    rounds: int
    seed: int

    def played_out(self, *, quiet: bool = True) -> Iterator[tuple[Seating, NextRound]]:
        """Play it: each seating with the round after it; unless it is quiet people come and leave."""
        dice, order, played = Random(self.seed), list(self.order), list[PlayedRound]()
        seating = self.movement.first_seating(self.order)
        for number in range(self.rounds):
            played.append(PlayedRound(seating))
            here = sorted(seating.players())
            leaving = [] if quiet else [player for player in here if dice.random() < 0.1]
            arriving = (
                [] if quiet else [f"late{number}.{guest}" for guest in range(dice.choice((0, 0, 1, 3)))]
            )
            order += arriving
            found = self.movement.next_round(
                Situation(
                    tuple(played),
                    "a seed",
                    tuple(order),
                    colours=self.colours,
                    leaving=frozenset(leaving),
                    arriving=tuple(arriving),
                )
            )
            there = {*here, *arriving}.difference(leaving)
            assert set(found.seating.players()) == there
            assert {len(table) for table in found.seating.tables} <= set(self.movement.tables.allowed)
            assert sum(map(len, found.seating.tables)) == sum(self.movement.tables.sizes(len(there)))
            yield seating, found
            seating = found.seating


@st.composite
def evenings(draw: st.DrawFn, *, tables: st.SearchStrategy[Tables] = TABLES) -> Setting:
    """Any evening with one of the two movements."""
    order = tuple(f"p{number}" for number in range(1, draw(st.integers(1, 32)) + 1))
    colours = draw(st.dictionaries(st.sampled_from(order), st.sampled_from(["ladies", "gents", "red"])))
    size = draw(tables)
    movement: KeepingSeats = (
        BySeat(size, BySeatOptions.model_validate({"by_seat": draw(BY_SEAT)}))
        if draw(st.booleans())
        else ByColour(
            size, ByColourOptions(by_colour=draw(BY_COLOUR), seats_keep_colours=draw(st.booleans()))
        )
    )
    return Setting(movement, order, colours, draw(st.integers(1, 8)), draw(st.integers(0, 2**32)))


def seats_of(seating: Seating) -> dict[str, int]:
    return {player: seat for table in seating.tables for seat, player in enumerate(table, start=1)}


@given(evenings())
def test_only_who_comes_in_has_another_seat_and_nobody_sits_out_twice_before_everybody_has_once(
    setting: Setting,
) -> None:
    counts = Counter(dict.fromkeys(setting.order, 0))
    counts.update(setting.movement.first_seating(setting.order).sitting_out)
    for before, found in setting.played_out():
        had, has = seats_of(before), seats_of(found.seating)
        for player in had.keys() & has.keys():
            assert had[player] == has[player]
        assert has.keys() - had.keys() <= set(before.sitting_out)
        counts.update(found.seating.sitting_out)
        assert max(counts.values()) - min(counts.values()) <= 1
        if 2 * len(before.sitting_out) <= len(setting.order):
            assert not {*before.sitting_out} & {*found.seating.sitting_out}


@given(evenings())
def test_a_seat_is_changed_where_no_free_one_has_its_number_and_again_so_for_the_same_reasons(
    setting: Setting,
) -> None:
    once = list(setting.played_out(quiet=False))
    assert once == list(setting.played_out(quiet=False))
    for before, found in once:
        assert found.reasons
        told = {reason.players[0] for reason in found.reasons if reason.rule == "seat.taken"}
        had, has = seats_of(before), seats_of(found.seating)
        assert {player for player in has if had.get(player) != has[player]} <= told
        came = {has[player] for player in has.keys() - had.keys()}
        changed = {player for player in had.keys() & has.keys() if had[player] != has[player]}
        assert not {had[player] for player in changed} & came
        assert not {had[player] for player in changed} & {has[player] for player in changed}
        out = {reason.players[0] for reason in found.reasons if reason.rule == "sits-out"}
        assert out == {*found.seating.sitting_out}


@given(st.integers(1, 9), st.data(), BY_COLOUR, st.sampled_from(["losers", "winners"]))
def test_only_losers_or_winners_move_and_into_seats_left_by_their_colour(
    count: int, data: st.DataObject, steps: dict[str, int], who: str
) -> None:
    order = tuple(f"p{number}" for number in range(4 * count))
    colours = dict(zip(order, data.draw(st.permutations(("ladies", "gents") * (2 * count))), strict=True))
    before = ByColour(COUPLES, ByColourOptions()).first_seating(order)
    winners = tuple(data.draw(st.sampled_from("AB")) for _ in range(count))
    options = ByColourOptions.model_validate({"by_colour": steps, "who": who})
    played = (PlayedRound(before, winners),)
    after = ByColour(COUPLES, options).next_round(Situation(played, "", order, colours=colours)).seating
    went = {
        player: (number, seat)
        for number, (table, winner) in enumerate(zip(before.tables, winners, strict=True))
        for seat, player in enumerate(table)
        if (winner == "AB"[seat % 2]) == (who == "winners")
    }
    for player in order:
        was, now = position(before, player), position(after, player)
        assert was
        assert now
        left = before.tables[now[0] - 1][now[1] - 1]
        to = (was[0] - 1 + steps.get(colours[player], 0)) % count
        if player not in went:
            assert now == was
        elif now[0] - 1 != to:  # as many of the colour as had left a seat there have taken them
            there = [other for other, (number, _) in went.items() if number == to]
            came = [other for other in went if other in after.tables[to]]
            assert sum(colours[other] == colours[player] for other in there) == sum(
                colours[other] == colours[player] for other in came
            )
        assert colours[left] == colours[player]


@given(st.integers(1, 9), BY_SEAT)
def test_each_seat_goes_round_the_room_as_far_as_it_is_told(tables: int, steps: dict[str, int]) -> None:
    order = tuple(f"p{number}" for number in range(4 * tables))
    movement = BySeat(COUPLES, BySeatOptions.model_validate({"by_seat": steps}))
    first = movement.first_seating(order)
    rounds = [found.seating for _, found in Setting(movement, order, {}, tables, 0).played_out()]
    assert rounds[-1] == first  # after as many rounds as tables everybody is back
    for before, after in pairwise([first, *rounds]):
        for player in order:
            was, now = position(before, player), position(after, player)
            assert was
            assert now == ((was[0] - 1 + steps.get(str(was[1]), 0)) % tables + 1, was[1])


@pytest.mark.parametrize(
    ("before", "steps", "after"),
    [
        ("abcd efgh ijkl", {}, "afkh ejcl ibgd"),
        ("ab cd ef", {"seat_1": 1}, "eb ad cf"),
        ("ab cd ef", {"seat_1": -1}, "cb ed af"),
        ("abcd efgh ijk", {"seat_1": 1, "seat_4": 1}, "ibch afgd ejk"),
    ],
    ids=["usual", "towards the foot", "towards the head", "a table without the seat is passed over"],
)
def test_the_rings(before: str, steps: dict[str, int], after: str) -> None:
    sizes = tuple(sorted({len(word) for word in before.split()}))
    found = moved(by_seat(Tables(sizes, preferred_size=sizes[-1]), **steps), before)
    assert words(found.seating) == after


def moved(
    movement: KeepingSeats,
    tables: str,
    out: str = "",
    *,
    colours: Mapping[str, str] | None = None,
    leaving: str = "",
    arriving: str = "",
) -> NextRound:
    """The round after one of these tables."""
    last = room(tables, out)
    return movement.next_round(
        Situation(
            (PlayedRound(last),),
            "a seed",
            tuple(sorted({*last.players(), *arriving})),
            colours=colours or {},
            leaving=frozenset(leaving),
            arriving=tuple(arriving),
        )
    )


def held(ladies: str, gents: str = "") -> dict[str, str]:
    return {**dict.fromkeys(ladies, "ladies"), **dict.fromkeys(gents, "gents")}


def test_whoever_finds_a_place_taken_goes_on_to_the_next_free_one() -> None:
    colours = held("ae", "c")
    found = moved(by_colour(Tables((2,)), ladies=-1, gents=1), "ab cd ef", colours=colours)
    # c finds a at table 3 and goes on to table 1.
    assert words(found.seating) == "cb ed af"
    assert [str(reason) for reason in found.reasons] == [
        "gents move down 1 table, and from the last to table 1.",
        "ladies move up 1 table, and from table 1 to the last.",
        "Everybody else stays.",
        "c takes seat 1 at table 1.",
    ]


def test_nobody_else_is_told_of_where_everybody_moves() -> None:
    found = moved(by_colour(Tables((2,)), ladies=-1, gents=1), "ab cd", colours=held("ac", "bd"))
    assert "Everybody else stays." not in map(str, found.reasons)


def test_those_who_stay_are_passed_by() -> None:
    found = moved(by_colour(Tables((2,)), ladies=-1), "ab cd ef gh", colours=held("aeg"))
    assert words(found.seating) == "eb cd gf ah"


def test_of_a_table_that_is_broken_up_people_keep_their_seats_elsewhere() -> None:
    found = moved(by_seat(Tables((2,)), seat_1=0), "ab cd ef", leaving="ad")
    assert words(found.seating) == "eb cf"
    found = moved(by_seat(Tables((3, 4)), seat_1=0), "abcd efgh", leaving="dg")
    assert words(found.seating) == "abc efh"
    assert "h takes seat 3 at table 2." in map(str, found.reasons)


def test_a_table_is_opened_for_those_who_came() -> None:
    found = moved(by_seat(seat_1=1), "abcd", "ef", arriving="yz")
    assert words(found.seating) == "abcd efyz"


def test_of_those_who_sat_out_as_often_the_colour_that_comes_in_goes_out() -> None:
    colours = held("abef", "cdghi")
    found = moved(by_colour(ladies=0), "abcd efgh", "i", colours=colours)
    assert words(found.seating) == "abcd efgi | h"
    found = moved(by_colour(ladies=0), "abcd efgh", "i", colours=held("abefi", "cdgh"))
    assert words(found.seating) == "abcd eigh | f"


def test_whoever_comes_in_takes_the_seat_of_their_colour() -> None:
    colours = held("abefj", "cdghi")
    found = moved(by_colour(ladies=0), "abcd efgh", "ij", colours=colours, leaving="ah")
    assert words(found.seating) == "jbcd efgi"


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 5), st.randoms(use_true_random=False))
def test_as_many_first_couples_are_mixed_as_numbers_allow(
    ladies: int, gents: int, others: int, dice: Random
) -> None:
    people = [f"p{number}" for number in range(ladies + gents + others)]
    dice.shuffle(people)
    colours = {**dict.fromkeys(people[:ladies], "ladies"), **dict.fromkeys(people[ladies:][:gents], "gents")}
    order = by_colour().arranged(sorted(people), colours)
    assert Counter(order) == Counter(people)
    tables = by_colour().first_seating(order).tables
    couples = [couple for table in tables for couple in (table[::2], table[1::2])]
    alike = sum(colours.get(one) == colours.get(other) for one, other in couples)
    seated = Counter(colours.get(player) for couple in couples for player in couple)
    assert alike == max(0, max(seated.values(), default=0) - len(couples))
    out = Counter(map(colours.get, order[len(people) // 4 * 4 :]))
    # Whoever is one too many is of the colour that most hold: none of those left has more than another had.
    assert all(seated[colour] >= max(seated.values(), default=0) - 1 for colour in out)


@given(st.integers(2, 40), TABLES)
def test_of_two_colours_at_most_one_seat_is_of_both(count: int, tables: Tables) -> None:
    people = tuple(f"p{number}" for number in range(count))
    colours = colours_in_turn(people, "ladies", "gents")
    movement = by_colour(tables)
    seats: dict[int, set[str]] = {}
    for table in movement.first_seating(movement.arranged(people, colours)).tables:
        for seat, player in enumerate(table):
            seats.setdefault(seat, set()).add(colours[player])
    assert sum(len(here) > 1 for here in seats.values()) <= 1


def test_without_colours_the_first_seats_are_taken_seat_by_seat() -> None:
    movement: ByColour = by_colour()
    assert "".join(movement.arranged("abcdefghi", {})) == "acegbdfhi"
