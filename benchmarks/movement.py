"""What a move costs, beside something everybody knows the cost of.

- The move of a room with all its rounds, history included, beside sorting the same rows (round, table, seat,
  player) in plain Python.
- The move alone of a very large room, history given, beside copying the seating: a new tuple of four for each
  table, and no check.
- How many partnerships have been there before, beside a movement that does not look at that.
"""

from __future__ import annotations

import math
import random

from benchmarks.measure import Row, compare
from tournaments.movement.history import History
from tournaments.movement.interface import Situation, Tables
from tournaments.movement.progressive import Progressive, ProgressiveOptions, move
from tournaments.movement.seating import Couple, PlayedRound

OPTIONS = ProgressiveOptions()
MIXED = ProgressiveOptions(couples="mixed")
EXCHANGING = ProgressiveOptions(head_table="exchange")
COUPLES: tuple[Couple, Couple] = ("A", "B")
MOVEMENT = Progressive(Tables((4,), partnership=True), OPTIONS)


def evening(players: int, rounds: int) -> tuple[list[str], list[PlayedRound]]:
    """An evening of that size, the winners drawn from a fixed seed."""
    chance = random.Random(1910)
    order = [f"player {number}" for number in range(players)]
    seating, played = MOVEMENT.first_seating(order), list[PlayedRound]()
    for _ in range(rounds):
        played.append(PlayedRound(seating, tuple(chance.choice(COUPLES) for _ in seating.tables)))
        seating = MOVEMENT.next_round(Situation(played, "", order)).seating
    return order, played


def whole_evening(tables: int = 250, rounds: int = 12) -> Row:
    """The move after the last round with everything derived from the rounds, beside a sort of their rows."""
    order, played = evening(4 * tables + 3, rounds)
    rows = [
        (player, number, table, seat)
        for number, this in enumerate(played, start=1)
        for table, players in enumerate(this.seating.tables, start=1)
        for seat, player in enumerate(players, start=1)
    ]
    return compare(
        f"the move of {tables} tables, history of {rounds} rounds included",
        lambda: MOVEMENT.next_round(Situation(played, "", order)),
        f"sorting its {len(rows)} rows of (player, round, table, seat)",
        lambda: sorted(rows),
        most_ratio=3,
    )


def explained(tables: int = 250, rounds: int = 12) -> Row:
    """The same with every reason written out in English, beside the move without them."""
    order, played = evening(4 * tables + 3, rounds)
    return compare(
        "the same with its reasons as text",
        lambda: [str(reason) for reason in MOVEMENT.next_round(Situation(played, "", order)).reasons],
        "the move without them",
        lambda: MOVEMENT.next_round(Situation(played, "", order)),
    )


def very_large_room(options: ProgressiveOptions, tables: int = 10_000, rounds: int = 12) -> Row:
    """The move alone, three people sitting out, beside a plain copy of the seating."""
    order, played = evening(4 * tables + 3, rounds)
    colours = {player: ("red", "blue")[place % 2] for place, player in enumerate(order)}
    history = History.of(played)
    seating = played[-1].seating
    return compare(
        f"the move of {tables} tables, couples {options.couples}, history given",
        lambda: move(Situation(played, "", order, colours=colours), options, history),
        "copying the seating, unchecked",
        lambda: tuple((one, two, three, four) for one, two, three, four in seating.tables),
        most_ratio=25,
    )


def repeated_partnerships(evenings: int = 100, tables: int = 10, rounds: int = 12) -> Row:
    """How many of all partnerships have been there before, in percent, beside swaps that do not look at that.

    People have strengths, of mean 0 and deviation 1, and the stronger couple wins the more often the stronger it is.
    """

    def percent(*, looking: bool) -> float:
        chance = random.Random(1910)
        repeated = 0
        for _ in range(evenings):
            strength = {f"player {number}": chance.gauss(0, 1) for number in range(4 * tables)}
            seating, played = MOVEMENT.first_seating(list(strength)), list[PlayedRound]()
            for _ in range(rounds):
                won = tuple(
                    _winner(chance, *(strength[player] for player in table)) for table in seating.tables
                )
                played.append(PlayedRound(seating, won))
                history = History.of(played) if looking else History()
                seating = move(Situation(played, "", list(strength)), EXCHANGING, history).seating
            partners = History.of(played).partners
            repeated += sum(count - 1 for had in partners.values() for count in had.values())
        return 100 * repeated / (evenings * rounds * 4 * tables)

    return Row(
        f"repeated partnerships, {tables} tables, {rounds} games, head exchanging",
        round(percent(looking=True), 1),
        "%",
        "the same, choosing the swap blindly",
        round(percent(looking=False), 1),
        most=11,
    )


def _winner(chance: random.Random, one: float, two: float, three: float, four: float) -> Couple:
    return "A" if chance.random() < 1 / (1 + math.exp(two + four - one - three)) else "B"


def rows() -> list[Row]:
    """All of it."""
    return [
        whole_evening(),
        explained(),
        very_large_room(OPTIONS),
        very_large_room(MIXED),
        repeated_partnerships(),
    ]
