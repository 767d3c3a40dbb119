"""Short ways to write down rooms: one letter a player, one word a table, seats 1 to 4 in order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.movement.interface import Situation, Tables
from tournaments.movement.progressive import Move, Progressive, ProgressiveOptions
from tournaments.movement.seating import Couple, PlayedRound, Seating

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def room(tables: str, sitting_out: str = "") -> Seating:
    """`room("abcd efgh", "ij")`: table 1 is a, b, c, d; i and j sit out."""
    placed = tuple(tuple(word) for word in tables.split())
    return Seating(placed, tuple(sitting_out))


def words(seating: Seating) -> str:
    """The reverse of `room`, the sitters after a bar: `abcd efgh | ij`."""
    tables = " ".join("".join(table) for table in seating.tables)
    return f"{tables} | {''.join(seating.sitting_out)}" if seating.sitting_out else tables


def won_by(winners: str) -> tuple[Couple, ...]:
    """`won_by("ABA")`: who won tables 1, 2 and 3."""
    return tuple("A" if winner == "A" else "B" for winner in winners)


def played(*rounds: tuple[str, str, str]) -> list[PlayedRound]:
    """Rounds as (tables, sitting out, winners)."""
    return [PlayedRound(room(tables, out), won_by(winners)) for tables, out, winners in rounds]


KEEP = ProgressiveOptions(head_table="keep")
EXCHANGE = ProgressiveOptions(head_table="exchange")
MIXED = ProgressiveOptions(head_table="exchange", couples="mixed")


def winners_from_bits(bits: int, tables: int) -> tuple[Couple, ...]:
    """The outcome of a round from a number: bit k tells who won table k + 1."""
    return tuple("B" if bits >> table & 1 else "A" for table in range(tables))


def partners(seating: Seating) -> set[frozenset[str]]:
    return {
        frozenset(pair) for one, two, three, four in seating.tables for pair in ((one, three), (two, four))
    }


def colours_in_turn(players: Sequence[str], *colours: str) -> Mapping[str, str]:
    """Ticket colours dealt round: the first player has the first colour, and so on."""
    return {player: colours[place % len(colours)] for place, player in enumerate(players)}


COUPLES = Tables((4,), partnership=True)


def first_seating(order: Sequence[str]) -> Seating:
    """The first round of the progressive movement."""
    return Progressive(COUPLES, KEEP).first_seating(order)


def move(
    rounds: Sequence[PlayedRound],
    options: ProgressiveOptions,
    *,
    start_order: Sequence[str],
    leaving: Iterable[str] = (),
    **others: Any,
) -> Move:
    """The round after these, of the progressive movement; `others` as a `Situation` has them."""
    situation = Situation(rounds, "", start_order, leaving=frozenset(leaving), **others)
    return Progressive(COUPLES, options).next_round(situation)
