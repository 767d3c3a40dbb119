"""A reader who follows every link, and looks for English on French pages: among words, in what is read aloud or
shown on hover."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

from django.test import Client
from django.urls import resolve

from tests.house.the_catalogue import PLACEHOLDER, TAG, french

READ_ALOUD = (
    "alt",
    "aria-label",
    "aria-description",
    "data-copied",
    "data-label",
    "data-text",
    "placeholder",
    "title",
)
SILENT = {"script", "style", "code"}
LONG = 10
"""So many letters in two words or more are looked for within a text; less has to be the whole of it."""


@dataclass
class Page(HTMLParser):
    """The texts of a page, and where it leads."""

    texts: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    language: str = "fr"
    silent: str = ""
    """The element that is passed over: for programs, or in another language and marked as such."""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.silent and (tag in SILENT or given.get("lang", self.language) != self.language):
            self.silent = tag
        self.texts += [" ".join((given[name] or "").split()) for name in READ_ALOUD if name in given]
        if tag == "a" and (given.get("href") or "").startswith("/"):
            self.links.append(str(given["href"]).partition("#")[0])

    def handle_endtag(self, tag: str) -> None:
        if tag == self.silent:
            self.silent = ""

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.texts.append(" ".join(data.split()))


def page_of(html: str, language: str = "fr") -> Page:
    page = Page(language=language)
    page.feed(html)
    return page


def walk(
    client: Client, *starts: str, but: re.Pattern[str] | None = None, language: str
) -> Iterator[tuple[str, str]]:
    """The pages that links lead to from `starts`: one for each view, each act of the director on its own.

    Args:
        client: who walks.
        starts: the addresses of the first pages.
        but: what it finds in an address is passed by.
        language: what the browser asks for, and every page must be in.
    """
    waiting, seen = list(starts), set()
    while waiting:
        path = waiting.pop(0)
        match = resolve(path.partition("?")[0])
        kind = (match.view_name, match.kwargs.get("name"), match.kwargs.get("game"))
        if kind in seen or match.namespaces[:1] != ["web"] or (but and but.search(path)):
            continue
        seen.add(kind)
        answer = client.get(path, headers={"Accept-Language": language})
        if answer.status_code == 302:
            waiting.append(answer["Location"])
        elif answer.headers.get("Content-Type", "").startswith("text/html"):
            html = answer.content.decode()
            assert f'<html lang="{language}"' in html, path
            yield path, html
            waiting += page_of(html).links


@cache
def whole() -> frozenset[str]:
    """English texts that are French for nothing."""
    english = {text for message in french() for text in message.english}
    return frozenset(english - {text for message in french() for text in message.translated})


@cache
def pieces() -> frozenset[str]:
    """What of long English texts stands on a page as it is, between what is filled in."""
    translated = "\n".join(text for message in french() for text in message.translated)
    return frozenset(piece for text in whole() for piece in _pieces(text) if piece not in translated)


def _pieces(text: str) -> Iterator[str]:
    for part in PLACEHOLDER.split(TAG.sub("%%", text)):
        piece = part.strip(" .,:;?!()·“”")
        if len(piece) >= LONG and " " in piece:
            yield piece


def english_on(html: str) -> set[str]:
    """The English that a page shows."""
    texts = page_of(html).texts
    together = "\n".join(texts)
    return {text for text in texts if text in whole()} | {
        piece for piece in pieces() if piece in together and re.search(rf"\b{re.escape(piece)}\b", together)
    }
