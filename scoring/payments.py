"""Who pays whom: what everybody receives or owes, settled in few payments from one to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

MOST_GROUPED: Final = 12
"""Groups are looked for among so many players at the most."""


class Payment(NamedTuple):
    """What one player pays another."""

    payer: str
    payee: str
    points: int


def payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Payments that bring every balance to nothing, one fewer than there are players at most.

    Two whose balances cancel settle with each other, which spares a payment, and so do groups among themselves:
    there can be no fewer payments where at most `MOST_GROUPED` are left. In a group whoever owes most pays whoever
    is owed most. Those who are level keep the order in which they were given, so that the list is always the same.

    Arguments:
        balances: what each player receives; below nothing what the player pays.

    Raises:
        ValueError: the balances do not add up to nothing.
    """
    if sum(balances.values()):
        raise ValueError("what some receive is not what the others pay")
    left = dict(balances)
    found: list[Payment] = []
    for payer, payee in _pairs(balances):
        found.append(_pay(left, payer, payee))
    for group in _groups({player: balance for player, balance in left.items() if balance}):
        while any(left[player] for player in group):
            found.append(_pay(left, min(group, key=left.__getitem__), max(group, key=left.__getitem__)))
    return tuple(found)


def _groups(balances: Mapping[str, int]) -> list[list[str]]:
    """As many groups as there can be that settle among themselves; all in one where they are too many to try."""
    players = list(balances)
    if len(players) > MOST_GROUPED:
        return [players]
    # Of each set of players, as the bits of a number: their sum, and into how many groups it can be parted.
    sums, most = [0], [0]
    for number in range(1, 1 << len(players)):
        last = number.bit_length() - 1
        sums.append(sums[number ^ (1 << last)] + balances[players[last]])
        without = (most[number ^ (1 << at)] for at in range(last + 1) if number >> at & 1)
        most.append(max(without) + (sums[-1] == 0))
    groups: list[list[str]] = []
    number = (1 << len(players)) - 1
    while number:
        if sums[number] == 0:
            groups.append([])
        wanted = most[number] - (sums[number] == 0)
        leaver = next(
            at for at in range(len(players)) if number >> at & 1 and most[number ^ (1 << at)] == wanted
        )
        groups[-1].append(players[leaver])
        number ^= 1 << leaver
    return [sorted(group, key=players.index) for group in groups]


def _pairs(balances: Mapping[str, int]) -> list[tuple[str, str]]:
    """Those who owe exactly what somebody else is owed, each with one such player."""
    owed: dict[int, list[str]] = {}
    for player, balance in balances.items():
        if balance > 0:
            owed.setdefault(balance, []).append(player)
    owing = [player for player, balance in balances.items() if balance < 0]
    return [(player, owed[-balances[player]].pop(0)) for player in owing if owed.get(-balances[player])]


def _pay(left: dict[str, int], payer: str, payee: str) -> Payment:
    """The most that one can pay the other, taken off what is left of both."""
    points = min(-left[payer], left[payee])
    left[payer] += points
    left[payee] -= points
    return Payment(payer, payee, points)
