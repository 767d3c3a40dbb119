"""Codes to type where a camera fails: ten letters and digits, printed in two groups.

A code is worked out from the nonce of its link and the server's secret, as the link's token is, and stored as a
keyed hash only: ten characters are few enough to be tried out against a plain one by whoever has the database.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from django.conf import settings

ALPHABET: Final = "BCDFGHJKMNPQRSTVWXYZ3479"
"""Of signs that look alike one stands for all; there are no vowels, so that no code spells a word."""
LENGTH: Final = 10
GROUP: Final = 5
LOOK_ALIKES: Final = str.maketrans("8526U0O", "BSZGVQQ")
"""What somebody may read in place of a sign that is there. 1, I and L look like none of them."""


def code_of(seed: str) -> str:
    """The code of `seed`, grouped for printing: BCDFG-HJKMN. About 46 random bits."""
    rest = int.from_bytes(_keyed(seed))
    signs = []
    for _ in range(LENGTH):
        rest, place = divmod(rest, len(ALPHABET))
        signs.append(ALPHABET[place])
    code = "".join(signs)
    return f"{code[:GROUP]}-{code[GROUP:]}"


def read_code(typed: str) -> str | None:
    """The code that somebody has typed, whatever its case, spaces and hyphens; None where it can be none."""
    signs = "".join(filter(str.isalnum, typed)).upper().translate(LOOK_ALIKES)
    return signs if len(signs) == LENGTH and set(signs) <= set(ALPHABET) else None


def hashed_code(code: str) -> str:
    return _keyed(f"code:{code.replace('-', '')}").hex()


def _keyed(text: str) -> bytes:
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).digest()
