"""A club's logo, made from whatever file somebody chose: looked at before it is decoded, and drawn anew."""

from __future__ import annotations

import io
import struct
from typing import Final, NoReturn

from PIL import Image, ImageOps, UnidentifiedImageError

from tournaments.refusals import refuse

LARGEST: Final = 1_000_000
"""Bytes of a file."""
MOST_PIXELS: Final = 16_000_000
SIDE: Final = 512
"""The longest side of what is kept."""
LARGEST_KEPT: Final = 256 * 1024
"""Bytes of what is kept; what would be longer is drawn with fewer colours."""
FEWER_COLOURS: Final = 255
FORMATS: Final = ("PNG", "JPEG", "WEBP")
PNG: Final = b"\x89PNG\r\n\x1a\n"
PNG_END: Final = b"\x00\x00\x00\x00IEND\xaeB`\x82"
RIFF: Final = b"RIFF"
SNIFFED: Final = 1024
"""So many bytes are looked at for what a file is, if it is no picture."""


def logo_of(content: bytes) -> bytes:
    """The picture as a PNG of at most 512 pixels, without anything that stood beside its pixels.

    Raises Faults (field `file`) on a file that is empty or too large, is no PNG, JPEG or WebP, has too many pixels,
    moves, is damaged, or has something behind its picture.
    """
    _check_file(content)
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as image:
            _check_picture(image)
            # Where the orientation stands in the metadata, it is followed before they are left behind.
            small = _small(image)
    except Image.DecompressionBombError:
        _refuse_pixels()
    except UnidentifiedImageError:
        refuse("file", "no-picture", "this file is no picture that can be read; save it as PNG, JPEG or WebP")
    except (OSError, SyntaxError, ValueError, struct.error, EOFError, MemoryError):
        # What Pillow's readers raise on damaged files.
        refuse("file", "damaged", "the picture is damaged or cut off; save it again and choose that file")
    return _written(small)


def _check_file(content: bytes) -> None:
    if not content:
        refuse("file", "empty", "the file is empty; choose another one")
    if len(content) > LARGEST:
        refuse("file", "too-large", "the file has more than 1 MB; save the picture smaller")
    start = content[:SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"<") and (b"<svg" in start or start.startswith((b"<?xml", b"<!doctype svg"))):
        refuse(
            "file",
            "svg",
            "SVG files are not accepted because they can hold programs; save the drawing as PNG, 512 pixels "
            "wide or more",
        )
    if start.startswith((b"gif87a", b"gif89a")):
        refuse(
            "file",
            "gif",
            "GIF files are not accepted because they can be animated; save the picture as PNG, JPEG or WebP",
        )
    if _ends_early(content):
        refuse(
            "file", "more-behind", "there is something else behind the picture in this file; save it again"
        )


def _ends_early(content: bytes) -> bool:
    """Whether a PNG or WebP ends before its file does. Cameras write behind a JPEG; there it is left behind."""
    if content.startswith(PNG):
        end = content.find(PNG_END)
        return end >= 0 and end + len(PNG_END) != len(content)
    if content.startswith(RIFF) and len(content) >= 8:
        length = int.from_bytes(content[4:8], "little") + 8
        return length + length % 2 < len(content)
    return False


def _check_picture(image: Image.Image) -> None:
    """What the head of a picture says, before its pixels are decoded."""
    width, height = image.size
    if width * height > MOST_PIXELS:
        _refuse_pixels()
    if getattr(image, "is_animated", False):
        refuse("file", "animated", "the picture is animated; save one frame of it as PNG")


def _refuse_pixels() -> NoReturn:
    refuse(
        "file", "too-many-pixels", "the picture is too wide or high; save it with at most 4000 by 4000 pixels"
    )


def _small(image: Image.Image) -> Image.Image:
    image.draft("RGB", (2 * SIDE, 2 * SIDE))  # a large JPEG is decoded at a fraction of its size
    pixels = ImageOps.exif_transpose(image).convert("RGBA")
    pixels.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    clean = Image.new("RGBA", pixels.size)
    clean.paste(pixels)  # without what Pillow carries along beside the pixels
    return clean


def _written(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    if file.tell() > LARGEST_KEPT:
        file = io.BytesIO()
        image.quantize(FEWER_COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()
