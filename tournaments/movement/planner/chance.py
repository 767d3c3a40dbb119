"""Chance that can be taken up again anywhere: the same seed and the same number of the block, the same numbers.

A block is the output of SHAKE-256 over the seed and its number, read as 32-bit numbers, lowest byte first. It
costs a few nanoseconds a number, and nothing has to be kept of it but how many moves have been made.
"""

from __future__ import annotations

from hashlib import shake_256
from struct import unpack


def numbers(seed: str, label: str, block: int, count: int) -> tuple[int, ...]:
    """Return the 32-bit numbers of a block.

    Arguments:
        seed: what all of it depends on.
        label: what they are for; different labels are as different seeds.
        block: which block.
        count: how many numbers.
    """
    text = f"{label}\n{seed}\n{block}".encode()
    return unpack(f"<{count}I", shake_256(text).digest(4 * count))
