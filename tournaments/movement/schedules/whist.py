"""Whist schedules: over a full cycle everybody partners everybody once and opposes everybody twice.

They exist for every number of players that is a multiple of four, or one more (E. H. Moore, "Tactical
Memoranda", 1896; R. D. Baker, "Whist tournaments", 1975). With one more, everybody rests once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.movement.schedules.meeting import Built, meeting_rounds
from tournaments.movement.schedules.rings import Card, Starter, developed, is_prime_power, renamed, ring
from tournaments.movement.schedules.transversals import columns, mixed_rounds, mixed_table, starters, steps

# --- Large whist schedules from small ones: rounds with a hole, and small schedules that fill the holes
# Each player of a small schedule for `groups` players stands for a whole group. In a round somebody of the
# small schedule rests: that group is the hole, and plays among itself at the same time (R. D. Baker,
# "Factorization of graphs", 1975; R. M. Wilson's filling of holes).

_SEATS = 4


@dataclass(frozen=True)
class Frame:
    """Rounds with holes: every two of different groups partner once and oppose twice.

    Arguments:
        groups: the players of each group.
        rounds: for each group the rounds in which just this group does not play, as many as it has players.
    """

    groups: tuple[tuple[int, ...], ...]
    rounds: tuple[tuple[Card, ...], ...]


def widened(small: Sequence[Card], width: int) -> Frame:
    """Return the frame in which each player of a whist schedule stands for a group of `width`.

    Arguments:
        small: a whist schedule in which somebody rests in each round.
        width: how large the groups are; no prime power in it may be less than four.

    Raises:
        ValueError: groups of that width cannot be kept apart.
    """
    apart = steps(_SEATS, width)
    if apart is None:
        raise ValueError(f"groups of {width} cannot be kept apart")
    numbers = ring(width)
    holes = {_resting(card, len(small)): card for card in small}
    rounds = tuple(
        tuple(
            tuple(
                mixed_table(table, numbers, apart, place, moved)
                for table in holes[hole]
                for place in range(width)
            )
            for moved in range(width)
        )
        for hole in range(len(small))
    )
    groups = tuple(tuple(range(group * width, (group + 1) * width)) for group in range(len(small)))
    return Frame(groups, rounds)


def grown(starter: Starter) -> Frame:
    around, levels = starter.around, range(starter.levels)
    cards = starter.cards()
    groups = tuple(tuple(level * around + place for level in levels) for place in range(around))
    return Frame(groups, tuple(tuple(cards[place::around]) for place in range(around)))


def _resting(card: Card, players: int) -> int:
    (hole,) = set(range(players)).difference(*card)
    return hole


def filled(frame: Frame, small: Sequence[Card], more: int) -> tuple[Card, ...]:
    """Return the schedule in which each group of a frame plays a small schedule while the others play round it.

    Arguments:
        frame: the rounds with holes.
        small: a whist schedule for one group and the players who belong to none; these come last in it.
        more: how many belong to none: nobody, or one who plays along in every hole.

    Returns:
        Rounds for everybody. Where one plays along and rests in one round of each small schedule, those rounds
        are played together, as the last one.
    """
    first = sum(map(len, frame.groups))
    along = range(first, first + more)
    with_all = [card for card in small if not more or first_of_more(card, len(frame.groups[0]))]
    without = [card for card in small if card not in with_all]
    rounds = [
        around + renamed(inside, [*group, *along])
        for group, rounds_with_hole in zip(frame.groups, frame.rounds, strict=True)
        for around, inside in zip(rounds_with_hole, with_all, strict=True)
    ]
    rounds += [_in_all_groups(frame, card) for card in without]
    return tuple(rounds)


def first_of_more(card: Card, player: int) -> bool:
    """Return whether a player plays in a round."""
    return any(player in table for table in card)


def filled_around_four(frame: Frame, starter: Starter, four: Mapping[int, Card]) -> tuple[Card, ...]:
    """Return the schedule in which four players who belong to no group play along in every hole.

    Arguments:
        frame: the rounds with holes; groups of a multiple of four.
        starter: rounds for one group and the four, in which those of the group whose places differ by a
            multiple of a quarter of the group do not meet, nor do the four.
        four: the three rounds of four players, by number: what those quarters play, and the four.
    """
    first = sum(map(len, frame.groups))
    along = tuple(range(first, first + _SEATS))
    inside = starter.cards()
    rounds = [
        around + renamed(card, [*group, *along])
        for group, with_hole in zip(frame.groups, frame.rounds, strict=True)
        for around, card in zip(with_hole, inside, strict=True)
    ]
    quarter = starter.around // _SEATS
    fours = [group[start::quarter] for group in frame.groups for start in range(quarter)]
    rounds += [
        tuple(table for people in [*fours, along] for table in renamed(card, people))
        for card in four.values()
    ]
    return tuple(rounds)


def _in_all_groups(frame: Frame, card: Card) -> Card:
    return tuple(table for group in frame.groups for table in renamed(card, group))


# Players: how many groups of how many, and how many belong to none.
_FILLED = {
    36: (5, 7, 1),
    45: (9, 5, 0),
    56: (5, 11, 1),
    65: (13, 5, 0),
    69: (17, 4, 1),
    84: (5, 16, 4),
    85: (17, 5, 0),
    92: (13, 7, 1),
    93: (23, 4, 1),
    96: (5, 19, 1),
}
_IN_COLUMNS = 80


def whist_rounds(players: int) -> Built | None:
    """Return a whist schedule and its source in a few words; None where no recipe is known."""
    if players % 4 == 1 and is_prime_power(players):
        field = ring(players)
        return developed(_baker(players), field), f"Baker's starter over GF({players})"
    if starter := starters("whist").get(players):
        return starter.cards(), f"whist starter over Z_{starter.around}"
    if players in _FILLED:
        return _from_groups(players)
    if players == _IN_COLUMNS:
        return _from_columns(players)
    if players % 12 == 4:
        rounds, source = meeting_rounds(players, 4)
        if len(rounds) == (players - 1) // 3:
            return tuple(turned for card in rounds for turned in three_ways(card)), f"three ways, {source}"
    return None


def three_ways(card: Card) -> tuple[Card, Card, Card]:
    return (
        card,
        tuple((one, two, four, three) for one, two, three, four in card),
        tuple((one, three, two, four) for one, two, three, four in card),
    )


def _baker(players: int) -> Card:
    # Couples x, -x against couples y, -y with y a quarter turn from x.
    powers, quarter = ring(players).powers, (players - 1) // 4
    return tuple(
        (powers[at], powers[at + quarter], powers[at + 2 * quarter], powers[at + 3 * quarter])
        for at in range(quarter)
    )


def _from_groups(players: int) -> Built | None:
    groups, width, more = _FILLED[players]
    frame = _frame(groups, width)
    source = f"{groups} groups of {width}"
    if more == 4:
        starter = starters("whist_around_four")[width + more]
        return filled_around_four(frame, starter, dict(enumerate(_small(4)))), f"{source} around four"
    return filled(frame, _small(width + more), more), source


def _frame(groups: int, width: int) -> Frame:
    with_holes = starters("whist_with_holes").get(groups * width)
    return grown(with_holes) if with_holes else widened(_small(groups), width)


def _small(players: int) -> Sequence[Card]:
    built = whist_rounds(players)
    return built[0] if built else ()


def _from_columns(players: int) -> Built:
    tables = players // 4
    across = [turned for card in mixed_rounds(4, tables) for turned in three_ways(card)]
    inside = [
        tuple(table for column in columns(4, tables) for table in renamed(card, column))
        for card in _small(tables)
    ]
    return (*across, *inside), f"four columns of {tables}"
