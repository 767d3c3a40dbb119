"""Suits and cards, as far as scoring has to know them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args

from scoring.derivation import gettext_noop

ChanteclerSuit = Literal["duck", "goose", "hen", "turkey"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Rank = Literal["7", "8", "9", "10", "J", "Q", "K", "A"]

RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
"""The cards of a short suit in the order of sequences, the lowest first."""
RANK_NAMES: Final = MappingProxyType(
    {
        "7": gettext_noop("seven"),
        "8": gettext_noop("eight"),
        "9": gettext_noop("nine"),
        "10": gettext_noop("ten"),
        "J": gettext_noop("jack"),
        "Q": gettext_noop("queen"),
        "K": gettext_noop("king"),
        "A": gettext_noop("ace"),
    }
)
SUIT_NAMES: Final = MappingProxyType(
    {
        "clubs": gettext_noop("clubs"),
        "diamonds": gettext_noop("diamonds"),
        "hearts": gettext_noop("hearts"),
        "spades": gettext_noop("spades"),
    }
)


class Card(NamedTuple):
    """One card of a pack with four suits."""

    suit: Suit
    rank: Rank
