"""What chance gives in a test: the same each time, so that a test that passes once passes always.

The seeds of evenings and of lots and the codes of tickets are random, and every draw follows from them. A test
that holds for most draws only would fail one night in five, and nobody could say why.
"""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

_dice = random.Random()
_salts = random.Random()
"""Salts have dice of their own: nothing follows from them, and what does follow from chance stays as it is."""


def hexadecimal(count: int | None = None) -> str:
    """In place of `secrets.token_hex`."""
    return _dice.randbytes(count or secrets.DEFAULT_ENTROPY).hex()


def octets(count: int | None = None) -> bytes:
    """In place of `secrets.token_bytes`."""
    return _salts.randbytes(count or secrets.DEFAULT_ENTROPY)


def begin_with(seed: str) -> None:
    """From now on what chance gives follows from `seed`."""
    _dice.seed(seed)
    _salts.seed(seed)


@contextmanager
def beginning_with(seed: str) -> Iterator[None]:
    """Inside the block what chance gives follows from `seed`; after it all goes on as before."""
    before, salts = _dice.getstate(), _salts.getstate()
    begin_with(seed)
    try:
        yield
    finally:
        _dice.setstate(before)
        _salts.setstate(salts)
