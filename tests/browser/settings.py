"""The settings of a house of the browser tests: those of the program, and each word that is hashed is noted.

What a house hands out in secret it keeps as a hash. So whatever was issued or shown to it, by whichever of its
processes, is known afterwards, and leaks.py looks for it.
"""

import hashlib
import hmac
import os
import re
from functools import cache
from typing import Any, Final

from config.settings import *  # noqa: F403
from config.settings import DATA
from tests.browser.leaks import NOTES

WORD: Final = re.compile(rb"(?:\w+:)?([A-Za-z0-9_-]{8,100})")
"""A word, or a kind and a word, as codes to type are hashed."""
noted: Final = os.open(DATA / NOTES, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
sha256, keyed = hashlib.sha256, hmac.new


@cache
def note(word: str, digest: str) -> None:
    os.write(noted, f"{word} {digest}\n".encode())


def _look_at(hashed: Any, made: Any) -> None:
    if found := WORD.fullmatch(hashed or b""):
        note(found[1].decode(), made.hexdigest())


def noting_sha256(data: Any = b"", **options: Any) -> Any:
    made = sha256(data, **options)
    _look_at(data, made)
    return made


def noting_keyed(key: Any, msg: Any = None, digestmod: Any = "") -> Any:
    made = keyed(key, msg, sha256 if digestmod is noting_sha256 else digestmod)
    _look_at(msg, made)
    return made


vars(hashlib)["sha256"], vars(hmac)["new"] = noting_sha256, noting_keyed
