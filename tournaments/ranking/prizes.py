"""The prizes: for the best, and the booby for the fewest games won; and which ties must be cut."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.ranking.standings import PrizeCut, Standing, in_order_of_cut


@dataclass(frozen=True)
class Prize:
    """One prize and who has it, or who must cut for it.

    Arguments:
        kind: the best or the booby.
        rank: 1 for the best, 2 for the second best and so on; 1 for the booby.
        colour: the ticket colour whose prize it is, or None for a prize of the whole room.
        winner: who has won it, or None while it must be cut for.
        tied: who must cut for it; empty once it is won.
    """

    kind: Literal["best", "booby"]
    rank: int
    colour: str | None
    winner: str | None
    tied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tie:
    """People who are level in a place that carries a prize and must cut.

    Arguments:
        prize: what they cut for.
        colour: the ticket colour whose prize it is, or None.
        players: who cuts. One cut settles all prizes they are tied for.
    """

    prize: Literal["best", "booby"]
    colour: str | None
    players: tuple[str, ...]


def prizes(
    standings: Sequence[Standing],
    *,
    best: int = 1,
    booby: bool = True,
    colours: Mapping[str, str] | None = None,
    missed: Collection[str] = (),
    cuts: Sequence[PrizeCut] = (),
) -> tuple[Prize, ...]:
    """Work out who wins the prizes.

    The booby goes to the fewest games won, ties tried by the same tie-breaks as the places, among those who
    played every round they were seated for and have played at all. Nobody takes the booby who has won a
    prize for the best in the same group: the poorest is somebody else, or there is none.

    Arguments:
        standings: the lines, best first.
        best: how many of the best win a prize, in each group.
        booby: whether the booby does.
        colours: ticket colours where each has prizes of its own, else None. Whoever has no ticket colour is
            then in no group.
        missed: who did not play a round they were seated for.
        cuts: the cuts recorded.

    Returns:
        For each group, colours in the order in which the standings first show them, the prizes from the best
        down, then the booby. A prize that nobody is left for is not among them.
    """
    found: list[Prize] = []
    for colour, group in _groups(standings, colours):
        levels = list(_levels(group, cuts, colour))
        of_the_best = list(_best(levels, best, colour))
        found += of_the_best
        if booby:
            found += _booby(group, _sure_of_one(of_the_best).union(missed), cuts, colour)
    return tuple(found)


def ties_to_cut(prizes: Sequence[Prize]) -> tuple[Tie, ...]:
    """Return the cuts that can be made now, each once.

    A tie for the booby waits while somebody in it is still tied for the best, who may win that and be out of
    the other.
    """
    ties: list[Tie] = []
    for prize in prizes:
        tie = Tie(prize.kind, prize.colour, prize.tied)
        waits = any(before.colour == tie.colour and {*before.players} & {*tie.players} for before in ties)
        if prize.tied and not waits:
            ties.append(tie)
    return tuple(ties)


def _groups(
    standings: Sequence[Standing], colours: Mapping[str, str] | None
) -> Iterator[tuple[str | None, list[Standing]]]:
    """Yield those who compete with each other: everybody, or the holders of each ticket colour."""
    if colours is None:
        yield None, list(standings)
        return
    groups: dict[str, list[Standing]] = {}
    for line in standings:
        if colour := colours.get(line.player):
            groups.setdefault(colour, []).append(line)
    yield from groups.items()


def _levels(
    group: Sequence[Standing], cuts: Sequence[PrizeCut], colour: str | None
) -> Iterator[tuple[str, ...]]:
    """Yield the players best first, those together who are level and have not cut."""
    by_place: dict[int, list[str]] = {}
    for line in group:
        by_place.setdefault(line.place, []).append(line.player)
    for level in by_place.values():
        by_cut = in_order_of_cut(level, cuts, colour)
        if by_cut is None:
            yield tuple(level)
        else:
            yield from ((player,) for player in by_cut)


def _sure_of_one(of_the_best: Sequence[Prize]) -> set[str | None]:
    """Return who has won a prize, and those tied for as many prizes as they are."""
    ties = [prize.tied for prize in of_the_best]
    shared_out = (player for tied in ties if ties.count(tied) == len(tied) for player in tied)
    return {prize.winner for prize in of_the_best}.union(shared_out)


def _best(levels: Sequence[tuple[str, ...]], count: int, colour: str | None) -> Iterator[Prize]:
    rank = 1
    for level in levels:
        for _ in level:
            if rank > count:
                return
            if len(level) == 1:
                yield Prize("best", rank, colour, level[0])
            else:
                yield Prize("best", rank, colour, None, level)
            rank += 1


def _booby(
    group: Sequence[Standing], barred: Collection[str | None], cuts: Sequence[PrizeCut], colour: str | None
) -> Iterator[Prize]:
    eligible = [line for line in group if line.played and line.player not in barred]
    levels = list(_levels(eligible, cuts, colour))
    if not levels:
        return
    last = levels[-1]
    if len(last) == 1:
        yield Prize("booby", 1, colour, last[0])
    else:
        yield Prize("booby", 1, colour, None, last)
