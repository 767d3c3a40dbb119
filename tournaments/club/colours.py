"""The colour of a club: as it was chosen, and as light or dark as people can read it on the pages of both themes."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from typing import Final

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
    found = HEX.fullmatch(text.strip())
    if not text.strip():
        return ""
    if found is None:
        refuse(
            "colour",
            "no-colour",
            "“%(entered)s” is not a colour; write six digits from 0 to f, for example #1c5a43",
            entered=text.strip()[:20],
        )
    digits = found[1].lower()
    return "#" + (digits if len(digits) > 3 else "".join(2 * digit for digit in digits))


@lru_cache(maxsize=256)
def readable(colour: str, theme: str) -> str:
    """The nearest shade of a colour that can be read on all backgrounds of a theme; often the colour itself."""
    hue, lightness, saturation = rgb_to_hls(*_rgb(colour))
    # On light paper only what is darker can be read, and in lamplight only what is lighter.
    to = 0.0 if theme == "light" else 1.0
    shades = (
        _code(hls_to_rgb(hue, lightness + (to - lightness) * step / STEPS, saturation))
        for step in range(STEPS + 1)
    )
    found = (shade for shade in shades if contrast_in(shade, theme) >= LEAST_CONTRAST)
    return colour if contrast_in(colour, theme) >= LEAST_CONTRAST else next(found)


def contrast_in(colour: str, theme: str) -> float:
    """The least contrast of a colour with the backgrounds of a theme, from 1 to 21."""
    return min(_contrast(_rgb(colour), _rgb(background)) for background in THEMES[theme])


def sheet_of(colour: str) -> str:
    """The style sheet that gives pages this colour."""
    return SHEET % {theme: readable(colour, theme) for theme in THEMES}


def _rgb(colour: str) -> Rgb:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _code(rgb: Rgb) -> str:
    return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in rgb)


def _contrast(one: Rgb, other: Rgb) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(rgb: Rgb) -> float:
    """As WCAG 2.2 defines it."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
