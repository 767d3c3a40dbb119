"""Who is there when a move is worked out: who goes, who comes, and who takes over whose seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.movement.announced import Announced
from tournaments.movement.interface import Situation
from tournaments.movement.seating import PlayedRound, Seating


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
        """What the movement is asked.

        Arguments:
            played: the settled rounds.
            seed: the seed of the evening.
            rounds: how many are planned.
            colours: the colour of each ticket that has one.
            announced: the schedule that stands, where one was drawn up.
        """
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
    there = set(last.players())
    substitutes = {before: substitute for substitute, before in replaced.items()}

    def line(code: str) -> list[str]:
        """The ticket and those who replaced it, one after the other."""
        found = [code]
        while found[-1] in substitutes:
            found.append(substitutes[found[-1]])
        return found

    heirs = {code: line(code)[-1] for code in there}
    waiting = [line(code) for code in order]
    return Presence(
        leaving=frozenset(code for code, heir in heirs.items() if heir in gone),
        arriving=tuple(codes[-1] for codes in waiting if there.isdisjoint(codes) and codes[-1] not in gone),
        order=tuple(order),
        replaced=dict(replaced),
        taking_over={code: heir for code, heir in heirs.items() if heir != code and heir not in gone},
    )
