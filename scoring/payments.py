"""Who pays whom: what everybody receives or owes, settled in few payments from one to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Payment(NamedTuple):
    """What one player pays another."""

    payer: str
    payee: str
    points: int


def payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Payments that bring every balance to nothing, one fewer than there are players at most.

    Two whose balances cancel settle with each other, which spares a payment. Then whoever owes most pays whoever is
    owed most. Those who are level keep the order in which they were given, so that the list is always the same.

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
    while any(left.values()):
        found.append(_pay(left, min(left, key=left.__getitem__), max(left, key=left.__getitem__)))
    return tuple(found)


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
