"""Where a search begins: a plan made elsewhere, or shifts, fitted to who is there and to the tables there are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import shake_256
from struct import unpack

from tournaments.movement.planner.task import Card, Cards, Task
from tournaments.movement.schedules.catalogue import perfect

# Chance that can be taken up again anywhere: the same seed and the same number of the block, the same
# numbers.
# A block is the output of SHAKE-256 over the seed and its number, read as 32-bit numbers, lowest byte
# first. It costs a few nanoseconds a number, and nothing has to be kept of it but how many moves have
# been made.


def seeded_numbers(seed: str, label: str, block: int, count: int) -> tuple[int, ...]:
    """Return the 32-bit numbers of a block; different labels are as different seeds."""
    text = f"{label}\n{seed}\n{block}".encode()
    return unpack(f"<{count}I", shake_256(text).digest(4 * count))


# --- Who sits out in which round: whoever has done so least, and those who stay together both at once -

Sitters = tuple[frozenset[int], ...]


def sitters(task: Task, wished: Sitters = ()) -> Sitters:
    """Return who sits out in each coming round.

    Everybody there sits out as often as everybody else, or once more. Among those who have sat out equally
    often those wished come first, then those who have had no chair out for longest, then the lower number.

    Arguments:
        task: what is planned.
        wished: who might sit out in each round, from a plan to begin with; need not be fair.
    """
    counts = list(task.sat_out)
    last = [-1] * task.players
    mate = {first: other for pair in task.together for first, other in (pair, pair[::-1])}
    rounds = []
    for number, (present, sizes) in enumerate(zip(task.present_by_round, task.sizes, strict=True)):
        wishes = wished[number] if number < len(wished) else frozenset()
        order = sorted(present, key=lambda p: (counts[p], p not in wishes, last[p], p))
        out = _chosen(order, len(present) - sum(sizes), mate, counts)
        for player in out:
            counts[player] += 1
            last[player] = number
        rounds.append(frozenset(out))
    return tuple(rounds)


def _chosen(order: list[int], wanted: int, mate: dict[int, int], counts: list[int]) -> Collection[int]:
    # Couples go as a whole where both are due and both fit.
    out: list[int] = []
    while len(out) < wanted:
        left = [player for player in order if player not in out]
        due = [player for player in left if counts[player] == counts[left[0]]]
        whole = [p for p in due if mate.get(p) not in left or (mate[p] in due and wanted - len(out) > 1)]
        player = (whole or due)[0]
        out.append(player)
        if player in whole and mate.get(player) in due:
            out.append(mate[player])
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
        task: what is planned.
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
    idle = tuple(everybody.difference(*map(_people, card)) for card in base)
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
        seated: who is to be seated, as many as there are seats.
        sizes: the sizes of the tables.
        kept: seats that certain people must have.
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


def _people(table: Sequence[int | None]) -> list[int]:
    return [player for player in table if player is not None]
