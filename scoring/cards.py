"""Suits and cards, as far as scoring has to know them."""

from __future__ import annotations

from typing import Literal

ChanteclerSuit = Literal["duck", "goose", "hen", "turkey"]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
