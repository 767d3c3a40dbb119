"""Prizes as the REST door tells them."""

from __future__ import annotations

from tournaments.api.documents import Document
from tournaments.ranking.prizes import Prize


def prize(won: Prize) -> Document:
    """A prize and who has it, a share in prizes, or who has to cut for it; by ticket."""
    return {
        "prize": won.kind,
        "rank": won.rank,
        "last": won.last,
        "colour": won.colour,
        "winner": won.winner,
        "tied": list(won.tied),
        "among": won.among,
        "amount": won.amount,
        "why": str(won.why),
    }
