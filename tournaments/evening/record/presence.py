"""Who is there when a move is worked out: who goes, who comes, and who takes over whose seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from tournaments.evening.plan import Setup
from tournaments.movement.announced import Announced
from tournaments.movement.interface import Situation
from tournaments.movement.seating import PlayedRound, Seating

# --- Which tables have reached the target in a round, and which of them was first ---------------------

Moment = TypeVar("Moment", str, datetime)
"""When a hand was finished: as the ledger has it (texts of `chain.instant`), or as a row has it."""


def reached_at(setup: Setup, hands: Iterable[tuple[int, tuple[int, ...], Moment]]) -> dict[int, Moment]:
    """When each table that may ring finished the hand that brought a couple to the target.

    Arguments:
        hands: those that count, as table, points and time; those of one table in the order of their numbers.
    """
    running: dict[int, tuple[int, ...]] = {}
    times: dict[int, Moment] = {}
    for table, points, at in hands:
        before = running.get(table, (0,) * len(points))
        running[table] = tuple(map(sum, zip(before, points, strict=True)))
        if setup.may_ring(table, running[table]):
            times.setdefault(table, at)
        else:
            times.pop(table, None)
    return times


def first_of(reached: Mapping[int, Moment]) -> int | None:
    """The table that reached the target first, of several at once the lowest; None where none has."""
    return min(reached, key=lambda table: (reached[table], table), default=None)


def was_before(reached: Mapping[int, Moment], table: int, bell: int) -> bool:
    """Whether a table reached the target before the one that has the bell, or that one has not after all."""
    return table in reached and (bell not in reached or reached[table] < reached[bell])


@dataclass(frozen=True, slots=True)
class Presence:
    """Who was there when a move was worked out, by ticket code.

    Arguments:
        leaving: those of the last round who go home.
        arriving: who came since, or substitutes for them, in order.
        order: the start draw, late arrivals after it.
        replaced: for each substitute, the ticket replaced.
        taking_over: for those of the last round whom somebody replaced after it, who does. The move is worked
            out as if they were still there; the substitute takes their place in it.
    """

    leaving: frozenset[str]
    arriving: tuple[str, ...]
    order: tuple[str, ...]
    replaced: Mapping[str, str]
    taking_over: Mapping[str, str]

    def situation(
        self,
        played: Sequence[PlayedRound],
        *,
        seed: str,
        rounds: int,
        colours: Mapping[str, str],
        announced: Announced | None,
    ) -> Situation:
        """What the movement is asked; `announced` is None where no schedule was drawn up."""
        return Situation(
            tuple(played),
            seed=seed,
            start_order=self.order,
            rounds=rounds,
            colours=colours,
            leaving=self.leaving,
            arriving=self.arriving,
            tickets=self.replaced,
            announced=announced,
        )


def presence(
    last: Seating, *, order: Sequence[str], gone: Collection[str], replaced: Mapping[str, str]
) -> Presence:
    """Who is there for the move after the round `last`.

    Arguments:
        last: the round just played, as it was seated.
        order: the start draw, late arrivals after it.
        gone: everybody who has left or been replaced.
        replaced: for each substitute, the ticket replaced.
    """
    players = set(last.players())
    substitutes = {before: substitute for substitute, before in replaced.items()}

    def line(code: str) -> list[str]:
        """The ticket and those who replaced it, one after the other."""
        codes = [code]
        while codes[-1] in substitutes:
            codes.append(substitutes[codes[-1]])
        return codes

    heirs = {code: line(code)[-1] for code in players}
    waiting = [line(code) for code in order]
    return Presence(
        leaving=frozenset(code for code, heir in heirs.items() if heir in gone),
        arriving=tuple(codes[-1] for codes in waiting if players.isdisjoint(codes) and codes[-1] not in gone),
        order=tuple(order),
        replaced=dict(replaced),
        taking_over={code: heir for code, heir in heirs.items() if heir != code and heir not in gone},
    )
