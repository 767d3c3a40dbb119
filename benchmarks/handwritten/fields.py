"""What the hands of all games are made of."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar, Union

from msgspec import Meta, Struct, UnsetType

Seat = Annotated[int, Meta(ge=1, le=4)]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
T = TypeVar("T")
May = Union[T, UnsetType]  # noqa: UP007 - an alias with a type variable


class Strict(Struct, forbid_unknown_fields=True):
    """Fields and nothing else."""
