"""Suits and cards, as far as scoring has to know them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, get_args

from scoring.derivation import gettext_noop, wordings

ChanteclerSuit = Literal["duck", "goose", "hen", "turkey"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Rank = Literal["7", "8", "9", "10", "J", "Q", "K", "A"]

RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
"""The cards of a short suit in the order of sequences, the lowest first."""
wordings(
    {
        "card.seven": gettext_noop("seven"),
        "card.eight": gettext_noop("eight"),
        "card.nine": gettext_noop("nine"),
        "card.ten": gettext_noop("ten"),
        "card.jack": gettext_noop("jack"),
        "card.queen": gettext_noop("queen"),
        "card.king": gettext_noop("king"),
        "card.ace": gettext_noop("ace"),
        "suit.clubs": gettext_noop("clubs"),
        "suit.diamonds": gettext_noop("diamonds"),
        "suit.hearts": gettext_noop("hearts"),
        "suit.spades": gettext_noop("spades"),
    }
)
RANK_CODES: Final[Mapping[Rank, str]] = MappingProxyType(
    {
        "7": "card.seven",
        "8": "card.eight",
        "9": "card.nine",
        "10": "card.ten",
        "J": "card.jack",
        "Q": "card.queen",
        "K": "card.king",
        "A": "card.ace",
    }
)
"""What a rank is called, as the code of a sentence."""


class Card(NamedTuple):
    """One card of a pack with four suits."""

    suit: Suit
    rank: Rank
