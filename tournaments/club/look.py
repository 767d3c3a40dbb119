"""How a club looks: its colour, as light or dark as people can read it on the pages of both themes, and its logo.

A logo is made from whatever file somebody chose: looked at before it is decoded, and drawn anew.
"""

from __future__ import annotations

import io
import re
import struct
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from typing import Final, NoReturn

from PIL import Image, ImageOps, UnidentifiedImageError

from tournaments.refusals import refuse

Rgb = tuple[float, float, float]
HEX: Final = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})")
LEAST_CONTRAST: Final = 4.5
"""What WCAG asks of text."""
STEPS: Final = 400
THEMES: Final = {
    "light": ("#f1e6cf", "#fbf5e6", "#e9dcbf"),
    "dark": ("#1a150e", "#272016", "#34291b"),
}
"""--paper, --stock and --stock-deep of static/head_table/css/tokens.css, on which it is read."""
SHEET: Final = """@layer tokens {
  :root { --accent: %(light)s; --masthead-line: %(light)s; }
  @media (prefers-color-scheme: dark) { :root { --accent: %(dark)s; --masthead-line: %(dark)s; } }
}
"""


def clean_colour_code(text: str) -> str:
    """The colour as `#rrggbb`, "" for none. Raises Faults (field `colour`) on anything else."""
    match = HEX.fullmatch(text.strip())
    if not text.strip():
        return ""
    if match is None:
        refuse(
            "colour",
            "no-colour",
            "“%(entered)s” is not a colour; write six digits from 0 to f, for example #1c5a43",
            entered=text.strip()[:20],
        )
    digits = match[1].lower()
    return "#" + (digits if len(digits) > 3 else "".join(2 * digit for digit in digits))


@lru_cache(maxsize=256)
def readable_colours(colour: str, theme: str) -> str:
    """The nearest shade of a colour that can be read on all backgrounds of a theme; often the colour itself."""
    hue, lightness, saturation = rgb_to_hls(*_rgb(colour))
    # On light paper only what is darker can be read, and in lamplight only what is lighter.
    to = 0.0 if theme == "light" else 1.0
    shades = (
        _code(hls_to_rgb(hue, lightness + (to - lightness) * step / STEPS, saturation))
        for step in range(STEPS + 1)
    )
    readable = (shade for shade in shades if contrast_in(shade, theme) >= LEAST_CONTRAST)
    return colour if contrast_in(colour, theme) >= LEAST_CONTRAST else next(readable)


def contrast_in(colour: str, theme: str) -> float:
    return min(_contrast(_rgb(colour), _rgb(background)) for background in THEMES[theme])


def sheet_of(colour: str) -> str:
    return SHEET % {theme: readable_colours(colour, theme) for theme in THEMES}


def _rgb(colour: str) -> Rgb:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _code(rgb: Rgb) -> str:
    return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in rgb)


def _contrast(one: Rgb, other: Rgb) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(rgb: Rgb) -> float:
    # As WCAG 2.2 defines it.
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


LARGEST: Final = 1_000_000
"""Bytes of a file."""
Size = tuple[int, int]
MOST_OF: Final[dict[str, Size]] = {"JPEG": (4000, 4000), "PNG": (2500, 2000), "WEBP": (2000, 1250)}
"""Pixels of a picture, as a side by a side. A JPEG is decoded at a fraction of its size; of others all pixels are
held, twice where they can be seen through, four times while a WebP is decoded."""
LONGEST_SIDE: Final = 16_000
MOST_HELD: Final = 48_000_000
"""Bytes of a JPEG that comes in several scans: what they give is held at its full size until the last has come."""
MOST_SCANS: Final = 30
MOST_SEGMENTS: Final = 1000
"""Before the pixels of a JPEG; a profile of colours of 16 MB takes 256."""
SIDE: Final = 512
"""The longest side of what is kept."""
LARGEST_KEPT: Final = 256 * 1024
"""Bytes of what is kept; what would be longer is drawn with fewer colours."""
FEWER_COLOURS: Final = 255
FORMATS: Final = ("PNG", "JPEG", "WEBP")
PNG: Final = b"\x89PNG\r\n\x1a\n"
PNG_CHUNKS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf", b"acTL")
"""What is read of a PNG; texts and profiles may unpack to a thousand times their size."""
PNG_END: Final = b"\x00\x00\x00\x00IEND\xaeB`\x82"
RIFF: Final = b"RIFF"
JPEG: Final = b"\xff\xd8"
JPEG_SCAN: Final = b"\xff\xda"
JPEG_END: Final = b"\xff\xd9"
JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers behind which a JPEG says how large it is."""
SNIFFED: Final = 1024
"""So many bytes are looked at for what a file is, if it is no picture."""


def logo_of(content: bytes) -> bytes:
    """The picture as a PNG of at most 512 pixels, without anything that stood beside its pixels.

    Raises Faults (field `file`) on a file that is empty or too large, is no PNG, JPEG or WebP, has too many pixels,
    moves, is damaged, or has something behind its picture.
    """
    _check_file(content)
    if content.startswith(PNG):
        content = _without_notes(content)
    elif content.startswith(JPEG):
        _check_scans(content)
    elif content.startswith(RIFF):
        _check_size("WEBP", _webp_size(content))
    try:
        small = _small(_opened(content))
    except Image.DecompressionBombError:
        _refuse_pixels()
    except UnidentifiedImageError:
        refuse("file", "no-picture", "this file is no picture that can be read; save it as PNG, JPEG or WebP")
    except (OSError, SyntaxError, ValueError, struct.error, EOFError, MemoryError):
        # What Pillow's readers raise on damaged files.
        _refuse_damaged()
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
    # A JPEG is not checked: cameras write more behind the picture, and it is left out anyway.
    if content.startswith(PNG):
        end = content.find(PNG_END)
        return end >= 0 and end + len(PNG_END) != len(content)
    if content.startswith(RIFF) and len(content) >= 8:
        length = int.from_bytes(content[4:8], "little") + 8
        return length + length % 2 < len(content)
    return False


def _without_notes(content: bytes) -> bytes:
    chunks, at = [PNG], len(PNG)
    while at < len(content):
        end = at + 12 + int.from_bytes(content[at : at + 4], "big")
        if content[at + 4 : at + 8] in PNG_CHUNKS:
            chunks.append(content[at:end])
        at = end
    return b"".join(chunks)


def _check_scans(content: bytes) -> None:
    # Such a JPEG takes very much memory, or is decoded again and again.
    at = len(JPEG)
    for _segment in range(MOST_SEGMENTS):
        marker, length = content[at + 1 : at + 2], int.from_bytes(content[at + 2 : at + 4], "big")
        if not marker or marker[0] in JPEG_FRAMES:
            break
        at += 2 + length
    else:
        _refuse_damaged()
    scans = content.count(JPEG_SCAN, at, max(at, content.find(JPEG_END, at)))
    frame = content[at : at + 2 + length]
    if len(frame) < 10 or not (frame[1] == 0xC2 or scans > 1):
        return
    height, width = int.from_bytes(frame[5:7], "big"), int.from_bytes(frame[7:9], "big")
    # A component has its share of the pixels by how often it is sampled across and down.
    across, down = zip(*(divmod(sampled, 16) for sampled in frame[11::3]), strict=True)
    samples = sum(a * d for a, d in zip(across, down, strict=True)) / max(1, max(across) * max(down))
    if scans > MOST_SCANS or 2 * samples * width * height > MOST_HELD:
        refuse(
            "file",
            "too-many-scans",
            "this JPEG is built up in too many steps to be read; save it without “progressive”, or smaller",
        )


def _webp_size(content: bytes) -> Size:
    # By its head: Pillow makes the canvas as soon as the file is opened.
    if content[12:16] == b"VP8X":
        return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
    if content[12:16] == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return 1 + bits % 2**14, 1 + (bits >> 14) % 2**14
    return int.from_bytes(content[26:28], "little") % 2**14, int.from_bytes(content[28:30], "little") % 2**14


def _opened(content: bytes) -> Image.Image:
    # The pixels are not decoded yet.
    image = Image.open(io.BytesIO(content), formats=FORMATS)
    _check_size("JPEG" if image.format == "MPO" else image.format or "", image.size)
    if getattr(image, "is_animated", False):
        refuse("file", "animated", "the picture is animated; save one frame of it as PNG")
    return image


def _check_size(kind: str, size: Size) -> None:
    width, height = MOST_OF[kind]
    if size[0] * size[1] > width * height or max(size) > LONGEST_SIDE:
        _refuse_pixels(kind)


def _refuse_pixels(kind: str = "PNG") -> NoReturn:
    width, height = MOST_OF[kind]
    refuse(
        "file",
        "too-many-pixels",
        "the picture is too wide or high; save it as a JPEG, or with at most %(width)s by %(height)s pixels",
        width=width,
        height=height,
    )


def _refuse_damaged() -> NoReturn:
    refuse("file", "damaged", "the picture is damaged or cut off; save it again and choose that file")


def _small(image: Image.Image) -> Image.Image:
    longest = max(image.size)
    # A large JPEG is decoded at a fraction of its size.
    image.draft("RGB", (-(-image.width * SIDE // longest), -(-image.height * SIDE // longest)))
    if image.mode not in ("L", "RGB", "RGBA") or "transparency" in image.info:
        image = image.convert("RGBA")  # nobody else holds the picture as it was: its pixels are free
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    # Where the orientation stands in the metadata, it is followed before they are left behind.
    turned = ImageOps.exif_transpose(image).convert("RGBA")
    clean = Image.new("RGBA", turned.size)
    clean.paste(turned)  # without what Pillow carries along beside the pixels
    return clean


def _written(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    if file.tell() > LARGEST_KEPT:
        file = io.BytesIO()
        image.quantize(FEWER_COLOURS, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()
