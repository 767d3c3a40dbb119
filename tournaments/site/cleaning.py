"""Texts on their way in and out: names, cells of files and codes as people type them."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.utils.text import slugify

from tournaments.refusals import LONGEST_COLOUR, LONGEST_NAME, LONGEST_REASON, refuse

# Cells of files that spreadsheets open: what they would run as a formula is written so that they do not.

# Spreadsheets run what begins with one of these; the tab and the line ends are skipped on the way there.
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Without it Excel takes the file for something older than UTF-8.
BYTE_ORDER_MARK = "\ufeff"


def escape_formula(text: str) -> str:
    return f"'{text}" if text.startswith(RISKY) else text


def untamed(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(RISKY) else cell


# --- Codes to type where a camera fails: ten letters and digits, printed in two groups ----------------
# A code is worked out from the nonce of its link and the server's secret, as the link's token is, and
# stored as a keyed hash only: ten characters are few enough to be tried out against a plain one by
# whoever has the database.

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


WITHOUT_APOSTROPHES = str.maketrans("", "", "'\N{RIGHT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}`")
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"  # fillers of Hangul, and Braille without a dot


def clean_name(field: str, entered: str) -> str:
    """`entered` with single spaces and composed letters.

    Raises Faults where nothing is left, it is too long, or it holds characters that cannot be shown.
    """
    name = clean_line(field, entered, LONGEST_NAME)
    if not name:
        refuse(field, "empty", "nothing was entered; a name is needed")
    return name


def clean_reason(entered: str) -> str:
    """A reason as it goes into the ledger: one line, cut off where it runs on. Raises Faults as a name does."""
    return clean_words("reason", entered)[:LONGEST_REASON]


def clean_colour(entered: str) -> str:
    return clean_words("colour", entered)[:LONGEST_COLOUR].rstrip()


def clean_line(field: str, entered: str, most: int) -> str:
    """What somebody wrote, of at most so many letters. Raises Faults as a name does."""
    line = clean_words(field, entered)
    check_length(field, line, most)
    return line


def check_length(field: str, line: str, most: int) -> None:
    if len(line) > most:
        refuse(
            field,
            "too-long",
            "“%(entered)s…” has %(length)s letters; at most %(most)s are allowed",
            entered=line[:20],
            length=len(line),
            most=most,
        )


def clean_words(field: str, entered: str) -> str:
    """What somebody wrote, as one line; "" for nothing. Raises Faults where it holds what cannot be shown."""
    line = " ".join(unicodedata.normalize("NFC", entered).split())
    if any(_cannot_be_seen(letter) for letter in line):
        refuse(field, "unprintable", "what was entered holds characters that cannot be shown; type it again")
    return line


def _cannot_be_seen(letter: str) -> bool:
    # Cf is invisible or bidirectional, but its two joiners are letters of Persian and Indian scripts.
    if letter in JOINERS:
        return False
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co", "Cn"} or letter in BLANK_LETTERS


def folded(text: str) -> str:
    """`text` without accents, apostrophes and case, to compare: "therese okeefe" is Thérèse O'Keefe."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    if not letters.isascii():
        letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return letters.translate(WITHOUT_APOSTROPHES)


def free_slug(text: str, taken: Collection[str], fallback: str) -> str:
    """A readable address for `text` that is not in `taken`; a dash parts its words as a hyphen does."""
    hyphened = "".join("-" if unicodedata.category(letter) == "Pd" else letter for letter in text)
    base = slugify(hyphened)[:40].strip("-") or fallback
    slug, count = base, 1
    while slug in taken:
        count += 1
        slug = f"{base}-{count}"
    return slug
