"""Whom acts of a season may name."""

from __future__ import annotations

from tournaments.league.acts.act import Now
from tournaments.refusals import refuse


def check_takes_part(now: Now, player: int) -> None:
    """Raise Faults for somebody of no club of the league."""
    seen = now.outside.player(player)
    if not seen.takes_part:
        refuse("player", "not-in-the-league", "“%(entered)s” is of no club of the league", entered=seen.name)
