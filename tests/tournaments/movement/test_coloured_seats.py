"""Who sits out where people go on by ticket colour, so that the seats of a colour stay with it."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.movement.rooms import colours_in_turn
from tests.tournaments.movement.test_seat_rings import Setting, by_colour, held, moved, seats_of
from tournaments.movement.by_seat import colours_of_seats
from tournaments.movement.seating import Seating


def evening(ladies: int, gents: int, rounds: int, *, keeping: bool = True) -> Setting:
    """An evening of so many ladies and gentlemen, drawn in turn as long as there are both."""
    both = 2 * min(ladies, gents)
    people = tuple(f"p{number}" for number in range(ladies + gents))
    more = "ladies" if ladies > gents else "gents"
    colours = {**colours_in_turn(people[:both], "ladies", "gents"), **dict.fromkeys(people[both:], more)}
    movement = by_colour(keeping=keeping, ladies=-1, gents=1)
    return Setting(movement, movement.arranged(people, colours), colours, rounds, 0)


def seatings(setting: Setting) -> list[Seating]:
    first = setting.movement.first_seating(setting.order)
    return [first, *(found.seating for _, found in setting.played_out())]


def strangers(setting: Setting, seating: Seating) -> int:
    """How many sit in a seat that was of the other colour in the first round."""
    meant = colours_of_seats(setting.movement.first_seating(setting.order).tables, setting.colours)
    return sum(meant[seat - 1] != setting.colours[player] for player, seat in seats_of(seating).items())


@given(st.integers(4, 40), st.floats(0.3, 0.7), st.integers(2, 12))
def test_sitting_out_goes_round_and_no_others_whose_turn_it_is_would_leave_more_seats_with_their_colour(
    count: int, share: float, rounds: int
) -> None:
    ladies = round(count * share)
    setting = evening(ladies, count - ladies, rounds)
    out = Counter(dict.fromkeys(setting.order, 0))
    for before, after in pairwise(seatings(setting)):
        out.update(before.sitting_out)
        then = {player: times + (player in after.sitting_out) for player, times in out.items()}
        assert max(then.values()) - min(then.values()) <= 1
        turn = {player: (out[player], player in before.sitting_out) for player in setting.order}
        last = sorted(turn.values())[: len(after.sitting_out)]
        had = colours_had(setting, before)
        kinds = {player: (colour, had.get(player)) for player, colour in setting.colours.items()}
        best = min(
            fewest_strangers(setting, had, before, others)
            for others in choices(turn, last, len(after.sitting_out), kinds)
        )
        assert strangers(setting, after) == best


def choices(
    turn: dict[str, tuple[int, bool]],
    last: list[tuple[int, bool]],
    count: int,
    kinds: Mapping[str, tuple[str, str | None]],
) -> list[frozenset[str]]:
    """All who may sit out: those before the last whose turn it is, and as many as are missing of these.

    Of those of one kind, who hold one colour and sit in seats of one, no more are tried than could sit out.
    """
    if not count:
        return [frozenset()]
    sure = frozenset(player for player, when in turn.items() if when < last[-1])
    missing, alike = count - len(sure), Counter[tuple[str, str | None]]()
    equals = []
    for player in (player for player, when in turn.items() if when == last[-1]):
        alike[kinds[player]] += 1
        if alike[kinds[player]] <= missing:
            equals.append(player)
    return [sure | {*some} for some in combinations(equals, missing)]


def colours_had(setting: Setting, before: Seating) -> dict[str, str | None]:
    """Of which colour the seats are in which people sat."""
    meant = colours_of_seats(setting.movement.first_seating(setting.order).tables, setting.colours)
    return {player: meant[seat - 1] for player, seat in seats_of(before).items()}


def fewest_strangers(
    setting: Setting, had: Mapping[str, str | None], before: Seating, out: frozenset[str]
) -> int:
    """The fewest in a seat of another colour once these sit out and those who come in take the seats best."""
    staying = sum(setting.colours[player] != seat for player, seat in had.items() if player not in out)
    free = Counter[str | None](had[player] for player in out if player in had)
    coming = Counter[str | None](
        setting.colours[player] for player in before.sitting_out if player not in out
    )
    return staying + coming.total() - (free & coming).total()


def test_of_eight_ladies_and_six_gentlemen_a_lady_plays_as_a_gentleman_once_all_ladies_have_sat_out() -> None:
    setting = evening(8, 6, 6)
    rounds = seatings(setting)
    out = [Counter(map(setting.colours.__getitem__, seating.sitting_out)) for seating in rounds]
    assert [counts["ladies"] for counts in out] == [2, 2, 2, 2, 0, 0, 0]
    assert [strangers(setting, seating) for seating in rounds] == [0, 0, 0, 0, 2, 2, 2]


def test_plans_made_before_go_on_as_they_did() -> None:
    setting = evening(7, 7, 6, keeping=False)
    assert any(strangers(setting, seating) for seating in seatings(setting))


def test_whoever_comes_in_takes_a_seat_of_their_colour_also_where_others_come_before_them() -> None:
    colours = held("abefi", "cdghjk")
    found = moved(by_colour(keeping=True, ladies=0), "abcd efgh", "jki", colours=colours, leaving="abk")
    seats = {seat: colours[player] for player, seat in seats_of(found.seating).items()}
    assert seats[1] == "ladies"
    assert found.seating.tables[0][0] == "i"
