"""The picture of a page that is shared: a printed ticket of 1200 by 630, as most sites want it.

Fonts and colours are those of the pages by day; the fonts know Latin letters. A line in another script is left out
rather than drawn in boxes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont, ImageOps

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 90
PAPER: Final = "#f1e6cf"
STOCK: Final = "#fbf5e6"
INK: Final = "#241a12"
SOFT: Final = "#5c4c3a"
ROOSTER: Final = "#9d1916"
HOUSE: Final = settings.BASE_DIR / "tournaments" / "static" / "head_table"
DISPLAY: Final = ("goudy-bookletter-1911-latin.woff2",)
SANS: Final = ("public-sans-latin.woff2", "public-sans-latin-ext.woff2")
MARK: Final = 132
SMALLEST: Final = 30
MOST_KEPT: Final = 128
"""So many pictures are kept in memory, some 30 KB each."""
LONGEST: Final = 120
"""Letters of a line that are looked at; more would not fit in any size."""


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on a picture, from above.

    Attributes:
        over: a small line over the title.
        title: in the display face.
        main: in rooster red: who has won.
        more: a line below.
        foot: at the foot.
        mark: a PNG in the corner, in place of the rooster.
    """

    over: str
    title: str
    main: str = ""
    more: str = ""
    foot: str = ""
    mark: bytes = b""


@lru_cache(maxsize=MOST_KEPT)
def drawn(card: Card) -> bytes:
    """The picture as a PNG; the same card is drawn once."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    brush = ImageDraw.Draw(image)
    brush.rectangle((36, 36, WIDTH - 37, HEIGHT - 37), fill=STOCK, outline=INK, width=6)
    brush.rectangle((50, 50, WIDTH - 51, HEIGHT - 51), outline=INK, width=2)
    with Image.open(io.BytesIO(card.mark) if card.mark else HOUSE / "img" / "icon-192.png") as mark:
        fitted = ImageOps.contain(mark.convert("RGBA"), (MARK, MARK))
        image.paste(fitted, (WIDTH - MARGIN - fitted.width, 84 + (MARK - fitted.height) // 2), fitted)
    room = WIDTH - 2 * MARGIN
    _write(brush, card.over, 118, SANS, 36, SOFT, room - 160)
    _write(brush, card.title, 232, DISPLAY, 92, INK, room - 160)
    _write(brush, card.main, 346, SANS, 58, ROOSTER, room, weight="Bold")
    _write(brush, card.more, 420, SANS, 38, INK, room)
    brush.line((MARGIN, 488, WIDTH - MARGIN, 488), fill=INK, width=2)
    _write(brush, card.foot, 532, SANS, 34, SOFT, room)
    file = io.BytesIO()
    image.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _write(
    brush: ImageDraw.ImageDraw,
    text: str,
    middle: int,
    faces: tuple[str, ...],
    size: int,
    colour: str,
    room: int,
    *,
    weight: str = "Regular",
) -> None:
    """A line at its height, smaller or cut off where it is too long for the room."""
    line = text[:LONGEST]
    if any(_face(letter, faces) is None for letter in line):
        if faces == SANS:
            return
        faces = SANS
        if any(_face(letter, faces) is None for letter in line):
            return
    while size > SMALLEST and _length(line, faces, size, weight) > room:
        size -= 2
    cut = line
    while cut and _length(cut, faces, size, weight) > room:
        cut = cut[:-2].rstrip() + "…"
    x = float(MARGIN)
    for font, run in _runs(cut, faces, size, weight):
        brush.text((x, middle), run, font=font, fill=colour, anchor="lm")
        x += font.getlength(run)


def _length(line: str, faces: tuple[str, ...], size: int, weight: str) -> float:
    return sum(font.getlength(run) for font, run in _runs(line, faces, size, weight))


def _runs(
    line: str, faces: tuple[str, ...], size: int, weight: str
) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """The line in pieces of one font each."""
    for face, letters in groupby(line, key=lambda letter: _face(letter, faces)):
        yield _font(face or faces[0], size, weight), "".join(letters)


def _face(letter: str, faces: tuple[str, ...]) -> str | None:
    """Which of the fonts, each cut down to its letters, has this one; None where none has."""
    code = ord(letter)
    if code < 0x100 or 0x2010 <= code <= 0x2026:
        return faces[0]
    if len(faces) > 1 and (code < 0x250 or 0x1E00 <= code < 0x1F00):
        return faces[1]
    return None


@lru_cache(maxsize=64)
def _font(name: str, size: int, weight: str) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(HOUSE / "fonts" / name, size)
    if name in SANS:
        font.set_variation_by_name(weight)
    return font
