"""Payments from one player to another, with their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.payments import Payment


def payments_by_name(paid: Sequence[Payment] | None, names: Mapping[str, str]) -> list[Payment] | None:
    """The payments, with the name behind each ticket code; None where nobody pays."""
    if paid is None:
        return None
    return [Payment(names[payer], names[payee], points) for payer, payee, points in paid]
