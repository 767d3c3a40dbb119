"""The prizes: which ties must be cut, how others share them; and what the hands of an evening cost each player."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from scoring.derivation import Sentence, coded
from tournaments.ranking import offered as reasons
from tournaments.ranking.offered import CountsFirst, Kind, Offer, Prizes, Settlement
from tournaments.ranking.rulebook import Split
from tournaments.ranking.series.units import divided, whole
from tournaments.ranking.standings import PrizeCut, Standing, parted_by_cuts


@dataclass(frozen=True)
class Prize:
    """One prize and who has it or must cut for it; or one person's share of prizes that several divide.

    Arguments:
        rank: 1 for the best, 2 for the second best and so on; 1 for the booby. Of prizes divided
            the first.
        last: of prizes divided the last; else the same as `rank`.
        colour: the ticket colour whose prize it is, or None for a prize of the whole room.
        winner: who has won it or a share in it, or None while that is open.
        tied: who must cut for it; empty once it is won, and while another cut has to be made first.
        among: how many divide what `rank` to `last` are worth.
        amount: in the smallest unit of money, what the winner gets or what they cut for; 0 for no
            money.
        other: the number of the other prizes that it is one of; 0 for those of the whole evening.
        about: what those are for, such as half-time; None for the whole evening.
    """

    kind: Kind
    rank: int
    last: int
    colour: str | None
    winner: str | None
    why: Sentence
    tied: tuple[str, ...] = ()
    among: int = 1
    amount: int = 0
    other: int = 0
    about: Sentence | None = None


@dataclass(frozen=True)
class Tie:
    """People who are level for prizes and must cut; one cut settles all the prizes they are tied for."""

    prize: Kind
    colour: str | None
    players: tuple[str, ...]
    other: int = 0
    about: Sentence | None = None


AS_USUAL: Final = Prizes()


class Competition(NamedTuple):
    colours: Mapping[str, str]
    missed: Collection[str]
    cuts: Sequence[PrizeCut]


def prizes(
    standings: Sequence[Standing],
    offered: Prizes = AS_USUAL,
    *,
    colours: Mapping[str, str] | None = None,
    missed: Collection[str] = (),
    cuts: Sequence[PrizeCut] = (),
    counts: CountsFirst = "won",
) -> tuple[Prize, ...]:
    """Work out who wins the prizes.

    The booby goes to the fewest games won, ties tried by the same tie-breaks as the places, among
    those who played every round they were seated for and have played at all. Nobody takes the booby
    who has won a prize for the best in the same group: the poorest is somebody else, or there is
    none.

    Arguments:
        standings: the lines, best first.
        colours: the ticket colour of each player. Where each colour has prizes of its own, whoever
            has no ticket colour is in no group.

    Returns:
        For each group, the whole room first and then the colours in the order in which the
        standings first show them, the prizes from the best down, then the booby. A prize that
        nobody is left for is not among them. Where prizes are divided there is one for each person,
        and together they come to what is given.
    """
    heights = _heights(standings, counts)
    places = list(_places(standings, cuts)) if offered.ties == "cut_all" else []
    awards: list[Prize] = []
    sure: set[str | None] = set()
    unsure: set[str] = set()
    for colour, lines, offer in _groups(standings, offered, colours or {}):
        passed = {line.player for line in lines}.intersection(sure if offered.one_each else ())
        left = [line for line in lines if line.player not in passed]
        parted = _parted(standings) if colour is None else frozenset[str]()
        group = _Group(colour, left, offer, bool(passed), parted)
        group_prizes = (
            _cut_for(group, missed, cuts)
            if offered.ties == "cut" or offered.ties == "cut_all"
            else _divided(group, missed, offered.ties, heights, counts)
        )
        if offered.one_each and any(line.player in unsure for line in group.lines):
            group_prizes = [
                replace(prize, winner=None, tied=(), why=coded("prize.waits")) for prize in group_prizes
            ]
        elif colour is not None:
            group_prizes = [_after_the_places(prize, places) for prize in group_prizes]
        awards += group_prizes
        if colour is None:
            sure = _sure_of_one(group_prizes)
            unsure = {player for prize in group_prizes for player in prize.tied if player not in sure}
    cutting = {prize.tied for prize in awards if prize.colour is None}
    # Before the booby of the whole room, for which some of those may cut who are level in a place.
    at = next((at for at, prize in enumerate(awards) if prize.kind == "booby"), len(awards))
    awards[at:at] = [place for place in places if place.tied not in cutting]
    return tuple(awards)


def other_prizes(
    number: int,
    lines: Sequence[Standing],
    offered: Prizes,
    *,
    about: Sentence,
    colours: Mapping[str, str],
    missed: Collection[str],
    cuts: Sequence[PrizeCut],
    counts: CountsFirst,
) -> tuple[Prize, ...]:
    """Work out who wins the other prizes of a `number`, from 1.

    Arguments:
        lines: the standings of what they are for, best first: of some rounds, or of a feat.
    """
    own = offered.others[number - 1]
    ties = "cut" if offered.ties == "cut_all" else offered.ties
    data = own.model_dump(include=set(Offer.model_fields) | {"by_colour"})
    won = prizes(
        lines,
        Prizes(**data, ties=ties),
        colours=colours,
        missed=missed,
        cuts=[replace(cut, other=0) for cut in cuts if cut.other == number],
        counts="points_for" if own.feat else counts,
    )
    how = "feat" if own.feat else counts
    heights = {line.player: line.points_for if own.feat else _first(line, counts) for line in lines}
    return tuple(
        replace(
            prize,
            other=number,
            about=about,
            why=reasons.counted(how, heights[prize.winner], prize.why) if prize.winner else prize.why,
        )
        for prize in won
    )


def _first(line: Standing, counts: CountsFirst) -> int:
    # Games as half games.
    return {
        "won": line.won_halves,
        "points_for": line.points_for,
        "points_difference": line.points_difference or 0,
        "game_points": line.game_points or 0,
    }[counts]


def most_of(counted: Mapping[str, int]) -> tuple[Standing, ...]:
    """The standings of a feat: who has it how often, most first; who never had it is not among them."""
    ranked = sorted(
        (player for player, count in counted.items() if count), key=lambda player: -counted[player]
    )
    lines: list[Standing] = []
    for place, player in enumerate(ranked, start=1):
        above = lines[-1] if lines else None
        is_level = above is not None and above.points_for == counted[player]
        lines.append(
            Standing(
                player=player,
                place=above.place if above and is_level else place,
                played=1,
                won_halves=0,
                points_for=counted[player],
                points_difference=0,
                decided_by="" if above is None else "shared" if is_level else "points_for",
            )
        )
    return tuple(lines)


def _places(standings: Sequence[Standing], cuts: Sequence[PrizeCut]) -> Iterator[Prize]:
    for place, level in groupby(standings, key=attrgetter("place")):
        for players in parted_by_cuts([line.player for line in level], cuts):
            if len(players) > 1:
                why = coded("prize.to-be-cut", place=place)
                yield Prize("place", place, place, None, None, why, players)


def _after_the_places(prize: Prize, places: Sequence[Prize]) -> Prize:
    # It waits while people who are level for it have a place to cut for.
    if any({*place.tied} & {*prize.tied} for place in places):
        return replace(prize, tied=(), why=coded("prize.waits-for-places"))
    return prize


def ties_to_cut(prizes: Sequence[Prize]) -> tuple[Tie, ...]:
    """Return the cuts that can be made now, each once.

    A tie for the booby waits while somebody in it is still tied for the best, who may win that and be out of
    the other.
    """
    ties: list[Tie] = []
    for prize in prizes:
        tie = Tie(prize.kind, prize.colour, prize.tied, prize.other, prize.about)
        group = (tie.colour, tie.other)
        waits = any(
            (before.colour, before.other) == group and {*before.players} & {*tie.players} for before in ties
        )
        if prize.tied and not waits:
            ties.append(tie)
    return tuple(ties)


@dataclass(frozen=True)
class _Group:
    """Those who compete with each other, best first, and for what.

    Arguments:
        passed: whether somebody is passed over who has a prize already.
        parted: those whose order was decided by a cut.
    """

    colour: str | None
    lines: list[Standing]
    offer: Offer
    passed: bool
    parted: frozenset[str]

    def could_be_booby(self, of_the_best: Sequence[Prize], missed: Collection[str]) -> list[Standing]:
        barred = _sure_of_one(of_the_best).union(missed)
        return [line for line in self.lines if line.played and line.player not in barred]


def _groups(
    standings: Sequence[Standing], offered: Prizes, colours: Mapping[str, str]
) -> Iterator[tuple[str | None, list[Standing], Offer]]:
    if not offered.by_colour:
        yield None, list(standings), offered
        return
    if offered.overall is not None:
        yield None, list(standings), offered.overall
    groups: dict[str, list[Standing]] = {}
    for line in standings:
        if colour := colours.get(line.player):
            groups.setdefault(colour, []).append(line)
    for colour, group in groups.items():
        yield colour, group, offered


def _sure_of_one(given: Sequence[Prize]) -> set[str | None]:
    # Those tied for as many prizes as there are of them each win one.
    ties = [prize.tied for prize in given]
    shared_out = (player for tied in ties if ties.count(tied) == len(tied) for player in tied)
    return {prize.winner for prize in given}.union(shared_out)


# Ties that are cut


@dataclass(frozen=True)
class _Level:
    """Players whom no cut has parted, or one alone; `cut` where a cut parted them from others."""

    place: int
    players: tuple[str, ...]
    cut: bool = False


def _cut_for(group: _Group, missed: Collection[str], cuts: Sequence[PrizeCut]) -> list[Prize]:
    awards = list(_best(_levels(group.lines, group, cuts), group))
    if group.offer.booby:
        eligible = group.could_be_booby(awards, missed)
        if lowest := list(_levels(eligible, group, cuts))[-1:]:
            awards.append(_to(lowest[0], group, "booby", 1, group.offer.booby_sum))
    return awards


def _parted(standings: Sequence[Standing]) -> frozenset[str]:
    # Cuts for the whole room part the places.
    pairs = ((above, below) for above, below in pairwise(standings) if below.decided_by == "cut")
    return frozenset(line.player for pair in pairs for line in pair)


def _levels(lines: Sequence[Standing], group: _Group, cuts: Sequence[PrizeCut]) -> Iterator[_Level]:
    for place, level in groupby(lines, key=attrgetter("place")):
        parts = parted_by_cuts([line.player for line in level], cuts, group.colour)
        for players in parts:
            yield _Level(place, players, cut=len(parts) > 1 or players[0] in group.parted)


def _best(levels: Iterable[_Level], group: _Group) -> Iterator[Prize]:
    rank = 1
    for level in levels:
        for _ in level.players:
            if rank > group.offer.best:
                return
            yield _to(level, group, "best", rank, group.offer.amounts[rank - 1])
            rank += 1


def _to(level: _Level, group: _Group, kind: Kind, rank: int, amount: int) -> Prize:
    if len(level.players) > 1:
        why = coded("prize.to-be-cut", place=level.place)
        return Prize(kind, rank, rank, group.colour, None, why, level.players, amount=amount)
    why = reasons.alone(kind, level.place, rank, group.colour, cut=level.cut, passed=group.passed)
    return Prize(kind, rank, rank, group.colour, level.players[0], why, amount=amount)


# Ties that share


def _heights(standings: Sequence[Standing], counts: CountsFirst) -> dict[str, int]:
    # The same number for those who are level in what counts first.
    heights: dict[str, int] = {}
    height = 0
    for line in standings:
        height += line.decided_by in ("stage", counts)
        heights[line.player] = height
    return heights


def _divided(
    group: _Group, missed: Collection[str], ties: Split, heights: Mapping[str, int], counts: CountsFirst
) -> list[Prize]:
    awards: list[Prize] = []
    rank = 0
    for level in _sharing(group.lines, ties, heights):
        if own := group.offer.amounts[rank : rank + len(level)]:
            awards += _shares("best", group, level, (rank + 1, own), ties, counts)
        rank += len(level)
    if group.offer.booby:
        lowest = _sharing(group.could_be_booby(awards, missed), ties, heights)[-1:]
        for level in lowest:
            awards += _shares("booby", group, level[::-1], (1, (group.offer.booby_sum,)), ties, counts)
    return awards


def _sharing(lines: Sequence[Standing], ties: Split, heights: Mapping[str, int]) -> list[list[Standing]]:
    by_level = groupby(lines, key=lambda line: line.place if ties == "shared" else heights[line.player])
    return [list(level) for _, level in by_level]


def _shares(
    kind: Kind,
    group: _Group,
    level: Sequence[Standing],
    prizes: tuple[int, tuple[int, ...]],
    ties: Split,
    counts: CountsFirst,
) -> Iterator[Prize]:
    # `prizes`: the rank of the first of them, and what each is worth.
    first, worth = prizes
    last, among = first + len(worth) - 1, len(level)
    amounts = divided(worth, [line.place for line in level], ties)
    for line, amount in zip(level, amounts, strict=True):
        if among == 1:
            why = reasons.alone(kind, line.place, first, group.colour, cut=False, passed=group.passed)
        else:
            why = reasons.shared(kind, first, last, among, ties, counts, passed=group.passed)
        yield Prize(kind, first, last, group.colour, line.player, why, among=among, amount=amount)


# What hands cost


class Deal(NamedTuple):
    """A hand as it is settled, or a table's whole round that was decided: who sat there, their points, who lost.

    `rated` are those who pay more for it, each with the sum.
    """

    round: int
    table: int
    number: int
    players: tuple[str, ...]
    points: tuple[int, ...]
    lost: tuple[str, ...] = ()
    rated: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class Costs:
    """What hands cost a player, in the smallest unit of money.

    Arguments:
        lost: how many hands they lost; `for_lost` is what they pay for these and by rates, `from_lost` what others
            pay them.
        points: what they get for points, below zero what they pay.
        box: what they pay into the club's box; below zero what they get from it.
        balance: what the other players pay them; below zero what they pay the others.
    """

    lost: int = 0
    for_lost: int = 0
    from_lost: int = 0
    points: int = 0
    box: int = 0
    balance: int = 0

    @property
    def for_hands(self) -> int:
        """What they get for lost hands; below zero what they pay."""
        return self.from_lost - self.for_lost


def costs_of(rules: Settlement, deals: Iterable[Deal]) -> dict[str, Costs]:
    """What hands cost each player, in whatever order they are given; parts of a unit go to the largest remainders.

    All balances add up to nothing; the box gets what lost hands pay into it, and no more.
    """
    costs: dict[str, Costs] = defaultdict(Costs)
    parts: dict[str, Fraction] = defaultdict(Fraction)
    lost: Counter[tuple[str, int]] = Counter()
    for deal in sorted(deals):
        count, together = len(deal.players), sum(deal.points)
        for player, points in zip(deal.players, deal.points, strict=True):
            among = rules.per * (count if rules.compared == "mean" else 1)
            parts[player] += Fraction((count * points - together) * rules.point, among)
        charged = list(deal.rated)
        for player in deal.lost:
            counted = player, deal.round if rules.by_round else 0
            charged.append((player, rules.cost(lost[counted] + 1) - rules.cost(lost[counted])))
            lost[counted] += 1
            costs[player].lost += 1
        for player, price in charged:
            others = [other for other in deal.players if other != player and rules.lost_to == "others"]
            costs[player].for_lost += price * len(others) if rules.lost_to == "others" else price
            for other in others:
                costs[other].from_lost += price
    for player, points in zip(sorted(parts), whole([parts[player] for player in sorted(parts)]), strict=True):
        cost = costs[player]
        cost.points = points
        cost.balance = points + (cost.for_hands if rules.lost_to == "others" else 0)
        cost.box = cost.for_lost if rules.lost_to == "box" else 0
        if rules.paid == "box":
            cost.box, cost.balance = cost.box - cost.balance, 0
    return dict(costs)
