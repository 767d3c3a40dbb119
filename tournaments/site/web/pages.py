"""What every page shares: the clock, who acts, words, what is kept rendered, files, addresses, pictures to share."""

from __future__ import annotations

import csv
import io
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from threading import Lock
from typing import Any, Final, Generic, TypeVar
from unicodedata import bidirectional
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template import Library, loader
from django.urls import reverse
from django.urls.converters import SlugConverter
from django.utils import timezone, translation
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from PIL import Image, ImageDraw, ImageFont, ImageOps

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Faults
from scoring.points import NAMES
from tournaments.site.cleaning import BYTE_ORDER_MARK, escape_formula

WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SIGNED: Final = re.compile(r"[+-][0-9]+")
UNDONE: Final = gettext_noop("Undone at the desk.")
"""The reason in the ledger for what was undone by a press."""
OUR_WORDS: Final = frozenset((*NAMES, UNDONE))
"""Texts that are stored in English and read in the reader's language."""


def now() -> datetime:
    return timezone.now()


def or_404(found: T | None) -> T:
    if found is None:
        raise Http404
    return found


def first_or_404(rows: Iterable[T]) -> T:
    """The first of these rows. Raises Http404 where there is none."""
    for row in rows:
        return row
    raise Http404


def by_user(request: HttpRequest) -> str:
    """The pseudonym under which the ledger knows the signed-in user."""
    return f"user:{request.user.pk}"


def translate(sentence: Sentence) -> str:
    """A sentence of the engine in the reader's language; signed numbers ("+1", "-1") with a true minus."""
    values = {name: _value_in_words(value) for name, value in sentence.values.items()}
    words = sentence._replace(values=values).rendered(translation)
    return capfirst(words) if sentence.code.startswith("by-colour.") else words  # it begins with a colour


def _value_in_words(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return value.replace("-", "−") if SIGNED.fullmatch(value) else in_our_words(value)


def in_our_words(name: str) -> str:
    """A game's name or a reason in the reader's language; what somebody wrote is as it was written."""
    return translation.gettext(name) if name in OUR_WORDS else name


def in_words(told: Sentence | str) -> str:
    return translate(told) if isinstance(told, Sentence) else told


@dataclass(frozen=True, slots=True)
class Refusal:
    field: str
    code: str
    message: str


def refusals(faults: Faults) -> list[Refusal]:
    return [Refusal(fault.field, fault.code, translate(fault.sentence)) for fault in faults.faults]


def stored_lines(derivation: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**line, "text": translate(Sentence.from_data(line["sentence"]))} for line in derivation]


# --- What has been rendered, kept in the memory of this process for whoever may see the very same -----
# A part is kept under all that it was made from, so that it is never out of date: what is no longer asked
# for is the first to go. What differs from one reader to the next, a form's token, is filled in each
# time.

T = TypeVar("T")
MOST: Final = 16 * 1024 * 1024
"""Characters or bytes of each store: some four hundred pages."""


class Kept(Generic[T]):
    """A thread-safe cache of at most so many characters or bytes; the least recently used go first."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._length = most, 0
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            if key not in self._things:
                return None
            self._things.move_to_end(key)
            return self._things[key][0]

    def put(self, key: Hashable, thing: T, length: int) -> None:
        with self._lock:
            self._length += length - self._things.pop(key, (thing, 0))[1]
            self._things[key] = thing, length
            while self._length > self._most:
                self._length -= self._things.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
            self._length = 0


PARTS: Final = Kept[str]()


def kept_part(template: str, key: Hashable, make: Callable[[], Mapping[str, Any]]) -> SafeString:
    """A part of a page in the reader's language, rendered once for each `key`, which is all that it is made from."""
    whole = (template, translation.get_language(), key)
    text = None if settings.DEBUG else PARTS.get(whole)
    if text is None:
        text = loader.render_to_string(template, {**make(), "csrf_token": CSRF})
        PARTS.put(whole, text, len(text))
    return mark_safe(text)  # noqa: S308 - a template has escaped what it was given


def kept_form(
    request: HttpRequest, template: str, key: Hashable, make: Callable[[], Mapping[str, Any]], /, **fills: str
) -> SafeString:
    """A part with forms, as `kept_part`, with the token of whoever reads it; `fills` replace what `stand_in` left."""
    text = str(kept_part(template, key, make)).replace(CSRF, get_token(request))
    for name, value in fills.items():
        text = text.replace(stand_in(name), value)
    return mark_safe(text)  # noqa: S308 - the fills are tokens of our own


def stand_in(name: str) -> str:
    """The placeholder in a cached part for something that differs each time."""
    return f"\ue000{name}\ue001"


CSRF: Final = stand_in("csrf")
"""For the token of a form. No text of anybody has characters of private use."""


# --- The picture of a page that is shared: a printed ticket of 1200 by 630, as most sites want it -----
# Fonts and colours are those of the pages by day; the fonts know Latin letters. A line in another script
# is left out rather than drawn in boxes.

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
    over: str
    title: str
    main: str = ""
    more: str = ""
    foot: str = ""
    mark: bytes = b""


@lru_cache(maxsize=MOST_KEPT)
def drawn(card: Card) -> bytes:
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
    for face, letters in groupby(line, key=lambda letter: _face(letter, faces)):
        yield _font(face or faces[0], size, weight), "".join(letters)


def _face(letter: str, faces: tuple[str, ...]) -> str | None:
    # Each font file has certain letters only.
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


class Dated(SlugConverter):
    """In a path: a slug that begins with a day, as every evening's does."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}[-a-zA-Z0-9_]*"


def keep_cookie(
    request: HttpRequest,
    answer: HttpResponse,
    name: str,
    value: str,
    *,
    lasts: int | timedelta,
    path: str = "/",
) -> None:
    """Have a browser keep this so many seconds, out of the reach of scripts, on https alone where there is https."""
    is_safe = settings.HTTPS or request.is_secure()
    answer.set_cookie(name, value, max_age=lasts, path=path, secure=is_safe, httponly=True, samesite="Lax")


def file_of(name: str, content: str | bytes, kind: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


def table_of(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Rows as CSV in UTF-8, or as XLSX where the name ends so: numbers stay numbers, and no text is a formula."""
    if name.endswith(".xlsx"):
        return file_of(name, _workbook(rows), WORKBOOK)
    file = io.StringIO()
    csv.writer(file).writerows(
        [escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return file_of(name, BYTE_ORDER_MARK + file.getvalue(), "text/csv; charset=utf-8")


def _workbook(rows: Iterable[Iterable[object]]) -> bytes:
    from xlsxwriter import Workbook  # which takes a sixth of a second, for who exports a table alone

    out = io.BytesIO()
    with Workbook(out, {"in_memory": True}) as book:
        book.set_properties({"created": datetime(2000, 1, 1)})  # noqa: DTZ001  # The same rows make the same bytes.
        sheet = book.add_worksheet()
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                if isinstance(cell, int | Decimal):
                    sheet.write_number(row, column, cell)
                else:
                    sheet.write_string(row, column, str(cell))
    return out.getvalue()


def is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def for_others(request: HttpRequest, path: str) -> str:
    """The address of `path` for other machines, even where the director's browser says localhost.

    It is below `SITE_ADDRESS` where the site has one, whatever name the request came by.
    """
    if settings.SITE_ADDRESS:
        return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"
    url = request.build_absolute_uri(path)
    return f"{settings.PHONES_AT.rstrip('/')}{path}" if settings.PHONES_AT and is_loopback(url) else url


def frame_of(request: HttpRequest, title: str, name: str, *address: str) -> str:
    """The line of HTML with which another site shows a page that may be framed."""
    url, label = for_others(request, reverse(f"web:{name}", args=address)), escape(title)
    return f'<iframe src="{url}" title="{label}" width="100%" height="600" style="border: 0"></iframe>'


def host_for_others(request: HttpRequest) -> str:
    """What other machines type to come here, short enough for a wall: the host, and the port if it needs one."""
    return urlsplit(for_others(request, "/")).netloc


# A filter of every template: a name from right to left stays in one piece in a line from left to right.

register = Library()

FROM_THE_RIGHT: Final = ("R", "AL")
FIRST: Final = "\u2068"
LAST: Final = "\u2069"


@register.filter
def isolated(names: object) -> str | list[str]:
    if isinstance(names, list | tuple):
        return [isolate(str(name)) for name in names]
    return isolate(str(names))


def isolate(name: str) -> str:
    """The name between Unicode's isolating marks where a letter of it runs from right to left, else as it is.

    Without them a number beside it changes sides: browsers take it for a part of the name. They hold in titles and
    labels too, where an element `bdi` cannot stand. Of a couple, "Ann & Clara", each has marks of their own.
    """
    if name.isascii() or not any(bidirectional(letter) in FROM_THE_RIGHT for letter in name):
        return name
    return " & ".join(f"{FIRST}{person}{LAST}" for person in name.split(" & "))


KINDS: Final = (
    ("iPhone", gettext_noop("iPhone")),
    ("iPad", gettext_noop("iPad")),
    ("Android", gettext_noop("Android phone")),
    ("Windows", gettext_noop("Windows PC")),
    ("Macintosh", gettext_noop("Mac")),
    ("Linux", gettext_noop("Linux PC")),
)
"""What a browser calls its machine, and what people call it."""
OTHER: Final = gettext_noop("another device")
BROWSERS: Final = (
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""What a browser calls itself, and its name; those that also call themselves something else come first."""


def kind_of(user_agent: str) -> str:
    return next((name for word, name in KINDS if word in user_agent), OTHER)


def browser_of(user_agent: str) -> str:
    return next((name for word, name in BROWSERS if word in user_agent), "")


@dataclass(frozen=True, slots=True)
class Message:
    """A text to paste, its `kind` one of a few words; `label` is what it is called, `url` a page that says more.

    `frame` is the line that shows what it is about on another site.
    """

    kind: str
    label: str
    title: str
    lines: tuple[str, ...]
    url: str
    language: str | None = field(default_factory=translation.get_language)
    frame: str = ""

    @property
    def text(self) -> str:
        return "\n".join((self.title, *self.lines))

    @property
    def whole(self) -> str:
        return f"{self.text}\n\n{self.url}"

    @property
    def chat(self) -> str:
        return f"https://wa.me/?text={quote(self.whole)}"

    @property
    def mail(self) -> str:
        return f"mailto:?subject={quote(self.title)}&body={quote(self.whole.replace(chr(10), chr(13) + chr(10)))}"


def share(request: HttpRequest, *, title: str, text: str, picture: str = "") -> dict[str, str]:
    url = request.build_absolute_uri(request.path)
    return {
        "title": title,
        "text": text,
        "url": url,
        "picture": picture and request.build_absolute_uri(picture),
    }


def picture_of(card: Card) -> HttpResponse:
    return HttpResponse(drawn(card), content_type="image/png")
