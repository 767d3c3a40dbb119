"""What a club counts beside the points: that somebody played a lone hand, or took every counter.

A feat scores nothing by itself. The game's module in `scoring/` finds those of a hand; what each is called stands
in `games/<game>/game.toml`.
"""

from __future__ import annotations

from typing import NamedTuple


class Feat(NamedTuple):
    """One feat of a hand: its code, which is for ever and begins with the game's, and the seats it is credited to."""

    code: str
    seats: tuple[int, ...]
