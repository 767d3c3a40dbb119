"""Lots drawn between those who are level, recorded, so that anybody can check them afterwards.

Before the draw the SHA-256 of a seed is shown; after it the seed. `printf 'commitment\\nSEED' | sha256sum` gives
the one from the other, and `printf 'cut\\nSEED\\nLABEL\\nID' | sha256sum` for all who drew, sorted, is the order,
the first the best. These are the cuts of an evening; they are worked out here on their own, so that one checks the
other.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots as they were recorded.

    Arguments:
        order: who drew, the best first.
        label: what they were drawn for, different for each draw under one seed.
        commitment: what was shown before the draw; "" where they were drawn by hand.
        seed: what they were drawn by; "" while it is not shown yet, or where they were drawn by hand.
    """

    order: tuple[str, ...]
    label: str = ""
    commitment: str = ""
    seed: str = ""


def commitment(seed: str) -> str:
    """Return what is shown of a seed before the draw."""
    return _digest("commitment", seed)


def drawn(entrants: Iterable[str], *, seed: str, label: str) -> Lots:
    """Draw lots by a seed; in what order the entrants come does not matter.

    Raises:
        ValueError: there are not two different entrants.
    """
    order = sorted(entrants, key=lambda entrant: _digest("cut", seed, label, entrant))
    if len(order) < 2 or len(set(order)) != len(order):
        raise ValueError("lots are drawn between two or more, each named once")
    return Lots(tuple(order), label, commitment(seed), seed)


def holds(lots: Lots) -> bool:
    """Whether lots drawn by a seed are those the seed gives, and the seed is the one promised.

    Raises:
        ValueError: there is no seed to check by: it is not shown yet, or they were drawn by hand.
    """
    if not lots.seed:
        raise ValueError("without its seed a draw cannot be checked")
    return lots == drawn(lots.order, seed=lots.seed, label=lots.label)


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
