"""What is to be planned: who plays how many rounds at which tables, what has been played, and what people wish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import shake_256
from itertools import combinations, pairwise
from struct import unpack
from typing import Literal

from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults, wrong
from tournaments.movement.interface import Tables
from tournaments.movement.schedules.catalogue import perfect
from tournaments.movement.seating import SEATS

Card = tuple[tuple[int, ...], ...]
"""One round: its tables from table 1 up, each with its players from seat 1 up; the others sit out."""

Cards = tuple[Card, ...]
Pair = tuple[int, int]
COUPLES_OF_FOUR = Tables((SEATS,), partnership=True)
Present = tuple[frozenset[int], ...]
Rests = Literal["mixed", "apart", "any"]


@dataclass(frozen=True)
class Task:
    """An evening to be planned; players are the numbers from 0.

    Arguments:
        players: how many there are in all, those who have left or are still to come included.
        rounds: how many rounds the evening has, those already played included.
        tables: the sizes the game allows and the one wanted, and whether seats 1+3 and 2+4 are partners.
        past_present: who was there in each of those; empty for everybody. A round not seen is no sit-out.
        present: who is there in each coming round; empty for everybody.
        announced: the coming rounds as they were announced, for a repair; rounds after those are free.
        together: pairs who always sit at one table, as partners where there are partners, in every round in
            which both play; where the numbers allow it they sit out together.
        unmoved: who keeps one seat at one table in every round they play.
        rests: "apart": nobody is to sit out two rounds running wherever that can be had; "mixed": nor beside the
            same people again, which counts less than who meets whom.

    Raises:
        Faults: wishes that contradict each other or cannot be kept, or numbers that nobody has.
    """

    players: int
    rounds: int
    tables: Tables = COUPLES_OF_FOUR
    past: Cards = ()
    past_present: Present = ()
    present: Present = ()
    announced: Cards = ()
    apart: tuple[Pair, ...] = ()
    never_partners: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()
    unmoved: tuple[int, ...] = ()
    rests: Rests = "any"

    def __post_init__(self) -> None:
        if faults := tuple(faults_of(self)):
            raise Faults(faults)

    @property
    def coming(self) -> int:
        return self.rounds - len(self.past)

    @property
    def rests_apart(self) -> bool:
        return self.rests != "any"

    @cached_property
    def present_by_round(self) -> Present:
        return self.present or (frozenset(range(self.players)),) * self.coming

    @cached_property
    def sizes(self) -> tuple[tuple[int, ...], ...]:
        known = {
            number: self.tables.sizes(number)
            for number in {len(present) for present in self.present_by_round}
        }
        return tuple(known[len(present)] for present in self.present_by_round)

    @cached_property
    def all_sizes(self) -> tuple[int, ...]:
        played = (len(table) for card in self.past for table in card)
        return (*played, *(size for sizes in self.sizes for size in sizes))

    @cached_property
    def sat_out(self) -> tuple[int, ...]:
        """How often each player has sat out so far; whoever comes later begins with the fewest anybody has."""
        counts: dict[int, int] = {}
        everybody = frozenset(range(self.players))
        for card, present in zip(self.past, self.past_present or (everybody,) * len(self.past), strict=True):
            fewest = min(counts.values(), default=0)
            playing = {player for table in card for player in table}
            for player in present | playing:
                counts[player] = counts.get(player, fewest) + (player not in playing)
        fewest = min(counts.values(), default=0)
        return tuple(counts.get(player, fewest) for player in range(self.players))

    @cached_property
    def past_out(self) -> tuple[frozenset[int], ...]:
        """Who sat out in each round played."""
        present = self.past_present or (frozenset(range(self.players)),) * len(self.past)
        return tuple(people.difference(*card) for people, card in zip(present, self.past, strict=True))

    @property
    def just_rested(self) -> frozenset[int]:
        return self.past_out[-1] if self.past else frozenset()

    @cached_property
    def always_there(self) -> tuple[int, ...]:
        """Who is there in every coming round: only they can be dealt with evenly."""
        return tuple(sorted(frozenset.intersection(*self.present_by_round))) if self.coming else ()

    @cached_property
    def seats_kept(self) -> dict[int, tuple[int, int]]:
        """For everybody who must not move their table and seat, counted from 0.

        It is the seat they have had last, else the one announced first, as long as it is there in every coming
        round; else seat 1 of the first table at which nobody else stays, opposite somebody they stay with.
        """
        if not self.coming:
            return {}
        least = tuple(min(column) for column in zip(*self.sizes, strict=False))
        seats: dict[int, tuple[int, int]] = {}
        for player in self.unmoved:
            for table, seat in _seats_of(player, (*reversed(self.past), *self.announced)):
                if table < len(least) and seat < least[table] and (table, seat) not in seats.values():
                    seats[player] = (table, seat)
                    break
        for player in self.unmoved:
            if player not in seats:
                seats[player] = self._free_seat(player, seats, least)
        return seats

    def _free_seat(
        self, player: int, kept: dict[int, tuple[int, int]], least: Sequence[int]
    ) -> tuple[int, int]:
        seats = set(kept.values())
        for pair in self.together:
            mate = pair[0] if pair[1] == player else pair[1]
            if player in pair and mate in kept:
                table, seat = kept[mate]
                opposite = seat ^ 2 if least[table] == SEATS else (seat + 1) % least[table]
                if (table, opposite) not in seats:
                    return table, opposite
        used = {table for table, _ in seats}
        free = (table for table in range(len(least)) if table not in used)
        return next(free, 0), 0

    def partners_at(self, size: int) -> bool:
        return self.tables.partnership and size == SEATS


def _seats_of(player: int, cards: Iterable[Card]) -> Iterable[tuple[int, int]]:
    for card in cards:
        for number, table in enumerate(card):
            if player in table:
                yield number, table.index(player)


_TOO_FEW = gettext_noop(
    "%(entered)s players fill no table; the smallest table of the game has %(least)s seats"
)
_ROUNDS = gettext_noop(
    "%(entered)s rounds were entered; there must be at least %(least)s, those played included"
)
_LISTS = gettext_noop("%(entered)s rounds are named; there must be %(allowed)s")
_NOBODY = gettext_noop("there is no player %(entered)s; the players are 0 to %(last)s")
_TWICE = gettext_noop("player %(entered)s is named twice; everybody is named once")
_ITSELF = gettext_noop("player %(entered)s is paired with themselves; a wish is about two players")
_BOTH = gettext_noop(
    "players %(one)s and %(other)s are to be kept both together and apart; one of the two is allowed"
)
_TWO_PARTNERS = gettext_noop("player %(entered)s is to be always with %(count)s partners; one is allowed")
_CROWD = gettext_noop("%(entered)s players are to sit always together; the largest table has %(most)s seats")
_NO_PARTNERS = gettext_noop(
    "players %(one)s and %(other)s are never to be partners; this game has no partners"
)
_ONE_TABLE = gettext_noop(
    "players %(one)s and %(other)s are to be kept apart; round %(round)s has one table and nobody sits out"
)
_STAYING = gettext_noop(
    "%(entered)s players who must not move need a table each; round %(round)s has %(tables)s tables"
)


def faults_of(task: Task) -> Iterator[Fault]:
    numbers = [*_counts(task), *_cards(task), *_people(task)]
    yield from numbers
    if not numbers:
        yield from _together(task)
        yield from _apart(task)
        yield from _unmoved(task)


def _counts(task: Task) -> Iterator[Fault]:
    least = min(task.tables.allowed)
    if task.players < least:
        yield wrong("players", "too-few", _TOO_FEW, entered=task.players, least=least)
    if task.rounds < max(1, len(task.past)):
        yield wrong("rounds", "too-few", _ROUNDS, entered=task.rounds, least=max(1, len(task.past)))
        return
    if task.present and len(task.present) != task.coming:
        yield wrong("present", "rounds", _LISTS, entered=len(task.present), allowed=task.coming)
    if task.past_present and len(task.past_present) != len(task.past):
        yield wrong("past_present", "rounds", _LISTS, entered=len(task.past_present), allowed=len(task.past))
    if len(task.announced) > task.coming:
        yield wrong("announced", "rounds", _LISTS, entered=len(task.announced), allowed=task.coming)


def _cards(task: Task) -> Iterator[Fault]:
    for name, cards in (("past", task.past), ("announced", task.announced)):
        for number, card in enumerate(cards):
            yield from _card(task, f"{name}.{number}", card)


def _card(task: Task, field: str, card: Card) -> Iterator[Fault]:
    named: set[int] = set()
    for player in (player for table in card for player in table):
        yield from _unknown(task, field, (player,))
        if player in named:
            yield wrong(field, "twice", _TWICE, entered=player)
        named.add(player)


def _people(task: Task) -> Iterator[Fault]:
    for name, rounds in (("present", task.present), ("past_present", task.past_present)):
        for number, present in enumerate(rounds):
            yield from _unknown(task, f"{name}.{number}", sorted(present))
    for name in ("apart", "never_partners", "together"):
        for number, pair in enumerate(getattr(task, name)):
            yield from _unknown(task, f"{name}.{number}", pair)
            if pair[0] == pair[1]:
                yield wrong(f"{name}.{number}", "same-player", _ITSELF, entered=pair[0])
    yield from _unknown(task, "unmoved", task.unmoved)
    for player in sorted({player for player in task.unmoved if task.unmoved.count(player) > 1}):
        yield wrong("unmoved", "twice", _TWICE, entered=player)


def _unknown(task: Task, field: str, numbers: Iterable[int]) -> Iterator[Fault]:
    for number in numbers:
        if not 0 <= number < task.players:
            yield wrong(field, "no-such-player", _NOBODY, entered=number, last=task.players - 1)


def _groups(task: Task) -> list[set[int]]:
    # Pairs that share somebody are one group.
    groups: list[set[int]] = []
    for pair in task.together:
        joined = set(pair).union(*(group for group in groups if group & set(pair)))
        groups = [group for group in groups if not group & joined] + [joined]
    return groups


def _together(task: Task) -> Iterator[Fault]:
    wished = {frozenset(pair) for pair in task.together}
    if task.tables.partnership:
        for player in range(task.players):
            count = sum(player in pair for pair in wished)
            if count > 1:
                yield wrong("together", "two-partners", _TWO_PARTNERS, entered=player, count=count)
    most = max(task.tables.allowed)
    for group in _groups(task):
        if len(group) > most:
            yield wrong("together", "too-many-together", _CROWD, entered=len(group), most=most)


def _apart(task: Task) -> Iterator[Fault]:
    groups = _groups(task)
    wished = {frozenset(pair) for pair in task.together}
    for number, (player, other) in enumerate(task.apart):
        if any({player, other} <= group for group in groups):
            yield wrong(f"apart.{number}", "together-and-apart", _BOTH, one=player, other=other)
            continue
        for at, (present, sizes) in enumerate(
            zip(task.present_by_round, task.sizes, strict=True), start=len(task.past) + 1
        ):
            if {player, other} <= present and len(sizes) == 1 and sum(sizes) == len(present):
                yield wrong(f"apart.{number}", "one-table", _ONE_TABLE, one=player, other=other, round=at)
                break
    for number, (player, other) in enumerate(task.never_partners):
        if not task.tables.partnership:
            yield wrong(f"never_partners.{number}", "no-partners", _NO_PARTNERS, one=player, other=other)
        elif {player, other} in wished:
            yield wrong(f"never_partners.{number}", "together-and-apart", _BOTH, one=player, other=other)


def _unmoved(task: Task) -> Iterator[Fault]:
    staying = set(task.unmoved)
    needed = len(staying) - sum(set(pair) <= staying for pair in {frozenset(pair) for pair in task.together})
    for number, sizes in enumerate(task.sizes, start=len(task.past) + 1):
        if needed > len(sizes):
            yield wrong(
                "unmoved", "too-few-tables", _STAYING, entered=needed, round=number, tables=len(sizes)
            )
            return


# Chance that can be taken up again anywhere: the same seed and the same number of the block, the same numbers. A
# block is the output of SHAKE-256 over the seed and its number, read as 32-bit numbers, lowest byte first. It costs a
# few nanoseconds a number, and nothing has to be kept of it but how many moves have been made.


def seeded_numbers(seed: str, label: str, block: int, count: int) -> tuple[int, ...]:
    """Return the 32-bit numbers of a block; different labels are as different seeds."""
    text = f"{label}\n{seed}\n{block}".encode()
    return unpack(f"<{count}I", shake_256(text).digest(4 * count))


Sitters = tuple[frozenset[int], ...]


def rest_pairs(rounds: Iterable[Iterable[int]]) -> Counter[frozenset[int]]:
    """How often two have sat out together in these rounds, given by who sits out."""
    return Counter(frozenset(pair) for out in rounds for pair in combinations(out, 2))


def sitters(task: Task, wished: Sitters = ()) -> Sitters:
    """Return who sits out in each coming round.

    Everybody there sits out as often as everybody else, or once more. Among those who have sat out equally
    often those wished come first, where rests are to be mixed then those who have sat out least beside the others
    chosen, then those who have had no chair out for longest, then the lower number.

    Arguments:
        wished: who might sit out in each round, from a plan to begin with; need not be fair.
    """
    counts = list(task.sat_out)
    last = [-1] * task.players
    rested = task.just_rested if task.rests_apart else frozenset[int]()
    mate = {first: other for pair in task.together for first, other in (pair, pair[::-1])}
    mixed = task.rests == "mixed"
    together, rounds = rest_pairs(task.past_out if mixed else ()), []
    for number, (present, sizes) in enumerate(zip(task.present_by_round, task.sizes, strict=True)):
        wishes = wished[number] if number < len(wished) else frozenset()
        due = {player: (counts[player], player in rested, player not in wishes) for player in present}
        order = sorted(present, key=lambda p: (due[p], last[p], p))
        out = _chosen(order, len(present) - sum(sizes), mate, due, together)
        for player in out:
            counts[player] += 1
            last[player] = number
        together += rest_pairs([out] if mixed else ())
        rounds.append(frozenset(out))
        rested = rounds[-1] if task.rests_apart else rested
    return tuple(rounds)


MOST_TRIED = 2_000
"""How many beginnings of an order of rounds are looked at."""


def spaced(task: Task, cards: Cards) -> Cards:
    """Return the rounds in the order in which the fewest sit out twice running, as they are where that is no better.

    Who meets whom stays the same. Rounds are exchanged only where the same people are there in all of them.
    """
    if not task.rests_apart or len({*zip(task.present_by_round, task.sizes, strict=True)}) > 1:
        return cards
    out = [present.difference(*card) for card, present in zip(cards, task.present_by_round, strict=True)]
    return tuple(cards[number] for number in _order_apart(out, task.just_rested))


def running(out: Sequence[frozenset[int]]) -> int:
    """How often somebody sits out twice running, of these rounds."""
    return sum(len(before & after) for before, after in pairwise(out))


def _order_apart(out: Sequence[frozenset[int]], before: frozenset[int]) -> Sequence[int]:
    rounds = range(len(out))

    def worse(order: Sequence[int]) -> int:
        return running([before, *(out[number] for number in order)])

    if not worse(rounds):
        return rounds
    follows = [
        [other for other in rounds if other != number and not out[number] & out[other]] for number in rounds
    ]
    tried = [0]

    def path(order: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(order) == len(out):
            return order
        tried[0] += 1
        after = follows[order[-1]] if order else [number for number in rounds if not out[number] & before]
        free = [number for number in after if number not in order]
        # Those that go with the fewest others come first.
        for number in sorted(free, key=lambda number: sum(other not in order for other in follows[number])):
            if tried[0] >= MOST_TRIED:
                break
            if (whole := path((*order, number))) is not None:
                return whole
        return None

    best = list(path(()) or rounds)
    for number, other in list(combinations(rounds, 2)) * 2:
        changed = list(best)
        changed[number], changed[other] = best[other], best[number]
        if worse(changed) < worse(best):
            best = changed
    return best


def _chosen(
    order: list[int],
    wanted: int,
    mate: dict[int, int],
    due: Mapping[int, tuple[int, bool, bool]],
    together: Mapping[frozenset[int], int],
) -> Collection[int]:
    # Couples go as a whole where both are due and both fit.
    out: list[int] = []
    met = dict.fromkeys(order, 0)
    while len(out) < wanted:
        left = [player for player in order if player not in out]
        left.sort(key=lambda player: (due[player], met[player]))
        first = [player for player in left if due[player][0] == due[left[0]][0]]
        whole = [p for p in first if mate.get(p) not in left or (mate[p] in first and wanted - len(out) > 1)]
        player = (whole or first)[0]
        chosen = [player, mate[player]] if player in whole and mate.get(player) in first else [player]
        out += chosen
        for other in left if together else ():
            met[other] += sum(together[frozenset((other, sitter))] for sitter in chosen)
    return out


def shifts(task: Task) -> Cards:
    """Return the plain plan in which everybody of a seat goes on by as many tables as their seat says.

    With T tables of k and player j * T + i in seat j of table i at first, seat j moves j tables up each round.
    Where T is a prime number of at least k nobody meets anybody twice in T rounds; elsewhere hardly anybody.
    """
    size = max((size for sizes in task.sizes for size in sizes), default=1)
    count = max(1, -(-task.players // size))
    return tuple(
        tuple(
            tuple(seat * count + (table + seat * number) % count for seat in range(size))
            for table in range(count)
        )
        for number in range(task.coming)
    )


def candidates(task: Task, start: Cards | None) -> tuple[Cards, ...]:
    """Return the plans that a search might begin with, fitted to the task; the first is `fitted(task, start)`.

    Where nothing has been played or announced, the other begins with as many rounds as there are of a schedule
    in which nobody meets twice, for as many players or a few more.
    """
    plans = [fitted(task, start)]
    size = task.tables.preferred_size or task.tables.allowed[0]
    if not task.past and not task.announced and size in (3, 4, 5):
        near = (
            perfect("meeting", players, size=size) for players in range(task.players, task.players + size)
        )
        schedule = next(filter(None, near), None)
        if schedule is not None:
            plans.append(fitted(task, schedule.cards))
    return tuple(plans)


def fitted(task: Task, start: Cards | None = None) -> Cards:
    """Return cards a search can begin with: right sizes, right people, fair sit-outs, seats kept that must be.

    Arguments:
        start: a plan to keep to as far as it goes; numbers that no player has are left out, and rounds that
            it lacks are shifts. None for the announced cards or, where there are none, shifts alone.
    """
    plan = task.announced if start is None else start
    known: list[list[list[int | None]]] = [
        [[player if player < task.players else None for player in table] for table in card] for card in plan
    ]
    rest: list[list[list[int | None]]] = [[list(table) for table in card] for card in shifts(task)]
    base = (known + rest[len(known) :])[: task.coming]
    everybody = frozenset(range(task.players))
    if task.rests_apart and not task.announced:
        order = _order_apart([everybody.difference(*card) for card in base], task.just_rested)
        base = [base[number] for number in order]
    # None, for a hole, is nobody.
    idle = tuple(everybody.difference(*card) for card in base)
    out = sitters(task, idle)
    cards = []
    for card, present, sitting, sizes in zip(base, task.present_by_round, out, task.sizes, strict=True):
        cards.append(fill(card, present - sitting, sizes, task.seats_kept))
    return tuple(cards)


def fill(
    card: Sequence[Sequence[int | None]],
    seated: Collection[int],
    sizes: Sequence[int],
    kept: dict[int, tuple[int, int]],
) -> Card:
    """Return a card that keeps as many as it can where they are.

    Arguments:
        card: where people are; None and whoever is not to be seated leave a hole.
    """
    seats: list[list[int | None]] = [[None] * size for size in sizes]
    placed: set[int] = set()
    for stays, (table, seat) in kept.items():
        if stays in seated:
            seats[table][seat] = stays
            placed.add(stays)
    for row, old in zip(seats, card, strict=False):
        for seat, player in enumerate(old[: len(row)]):
            if player is not None and row[seat] is None and player in seated and player not in placed:
                row[seat] = player
                placed.add(player)
        # Whoever had one of the seats taken away stays at the table where there is a hole.
        over = [p for p in old if p is not None and p in seated and p not in placed]
        for seat, player in zip(
            [seat for seat, occupant in enumerate(row) if occupant is None], over, strict=False
        ):
            row[seat] = player
            placed.add(player)
    waiting = iter(sorted(frozenset(seated) - placed))
    return tuple(tuple(next(waiting) if who is None else who for who in row) for row in seats)
