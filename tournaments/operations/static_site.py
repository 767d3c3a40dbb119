"""A club's public pages as files for any web host: what a stranger sees, without forms, scripts and what is live.

The pages are asked for as a browser asks for them, from the club's front page along their links, in the club's
language. Files that are the same stay untouched, those of pages that are no more go.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from html import escape, unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urljoin, urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.test.client import ClientHandler
from django.urls import Resolver404, resolve

from tournaments.club.models import Club

LIST: Final = ".head-table-site.json"
"""The file in a site's folder that names all others of it."""
MOST_PAGES: Final = 100_000
LEFT_OUT: Final = frozenset(
    ("evening-what-if", "evening-who", "own-ticket", "practice", "search", "season-what-if", "wall")
)
"""Views that follow an evening, ask something, or are for one person."""
BESIDE_THE_CLUB: Final = ("/rules/", "/words/", "/static/")
FORM_OR_SCRIPT: Final = re.compile(
    r"<(form|script|template|button)\b.*?</\1>|<link rel=\"manifest\"[^>]*>", re.DOTALL
)
FOLLOWS: Final = re.compile(r"\s(?:hx-|data-hx-|sse-)[\w:-]+(?:=\"[^\"]*\")?")
ADDRESS: Final = re.compile(r"\b(href|src)=\"([^\"]*)\"")
LEADS_NOWHERE: Final = re.compile(r"<a(?![^>]*\bhref=)[^>]*\bclass=\"button[^>]*>.*?</a>", re.DOTALL)
IN_STYLES: Final = re.compile(r"url\(\s*[\"']?([^)\"']+)[\"']?\s*\)")
ID: Final = re.compile(r"\bid=\"([^\"]*)\"")


class SiteError(Exception):
    """The site cannot be written; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Fetched:
    status: int
    kind: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Written:
    """How many pages and files a site has, and how many of these were written or taken away now."""

    pages: int
    files: int
    changed: int
    gone: int


def write_site(club: Club, folder: Path) -> Written:
    """Write the club's site into a new folder, or one that was written before.

    Raises SiteError for a folder with anything else in it, and where a link of the site leads nowhere.
    """
    known = _known(folder)
    site = Site(club)
    site.collect()
    if broken := list(site.broken_links()):
        raise SiteError(f"{len(broken)} links lead nowhere: {', '.join(broken[:5])}.")
    # Before any file: what a run that stops leaves behind is known to the next.
    _write_list(folder, known | set(site.files))
    changed = sum(_write(folder / name, content) for name, content in site.files.items())
    gone = sorted(known - set(site.files))
    for name in gone:
        (folder / name).unlink(missing_ok=True)
    _write_list(folder, set(site.files))
    return Written(len(site.pages), len(site.files), changed, len(gone))


def _known(folder: Path) -> set[str]:
    if (folder / LIST).exists():
        return set(json.loads((folder / LIST).read_text()))
    if folder.exists() and any(folder.iterdir()):
        raise SiteError(f"{folder} has other files in it; take a new folder.")
    return set()


def _write_list(folder: Path, names: set[str]) -> None:
    _write(folder / LIST, json.dumps(sorted(names), indent=0).encode())


def _write(path: Path, content: bytes) -> bool:
    if path.exists() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return True


@dataclass
class Site:
    """`files` by their names in the folder; `pages` are those with links, by the same names."""

    club: Club
    files: dict[str, bytes] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    fetched: dict[str, Fetched] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.home = f"/c/{self.club.slug}/"
        self.server = settings.SITE_ADDRESS.rstrip("/")
        self.handler = ClientHandler()  # which leaves the connection to the database open

    def collect(self) -> None:
        """Fetch all that hangs together, then write down each file with the links that it has by then."""
        waiting, known = deque([self.home]), {self.home}
        while waiting:
            if len(known) > MOST_PAGES:
                raise SiteError(f"The site has more than {MOST_PAGES} pages.")
            address = waiting.popleft()
            answer = self.fetched[address] = self._fetch(address)
            for other in self._leads_to(address, answer) if answer.status == 200 else ():
                if other not in known:
                    known.add(other)
                    waiting.append(other)
        if self.fetched[self.home].status != 200:
            raise SiteError(f"Strangers do not see the front page of {self.club.name}.")
        for address, answer in self.fetched.items():
            if answer.status == 200:
                self.files[self._name(address)] = self._content(address, answer)

    def broken_links(self) -> Iterator[str]:
        ids = {name: set(ID.findall(page)) for name, page in self.pages.items()}
        for name, page in self.pages.items():
            for _attribute, link in ADDRESS.findall(page):
                path, _, fragment = unescape(link).partition("#")
                if urlsplit(path).scheme:
                    continue
                target = (
                    posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path)))
                    if path
                    else name
                )
                if target not in self.files or (fragment and fragment not in ids.get(target, {fragment})):
                    yield f"{name} to {link}"

    def _fetch(self, address: str) -> Fetched:
        path, _, query = address.partition("?")
        parts = urlsplit(self.server or "http://localhost")
        environ: dict[str, Any] = {
            "PATH_INFO": unquote(path),
            "QUERY_STRING": query,
            "HTTP_HOST": parts.netloc,
            "HTTP_ACCEPT_LANGUAGE": self.club.language or settings.LANGUAGE_CODE,
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": parts.scheme,
        }
        if header := settings.SECURE_PROXY_SSL_HEADER:
            environ[header[0]] = header[1] if parts.scheme == "https" else "http"
        setup_testing_defaults(environ)
        answer = self.handler(environ)
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        return Fetched(answer.status_code, kind, answer.getvalue())

    def _address(self, link: str, page: str) -> tuple[str, str]:
        # On this server, "" of what is not of the site; and its fragment.
        link = link.removeprefix(self.server) if self.server else link
        parts = urlsplit(urljoin(page, link))
        address = f"{parts.path}?{parts.query}" if parts.query else parts.path
        is_ours = parts.path.startswith((self.home, *BESIDE_THE_CLUB))
        if parts.scheme or parts.netloc or not is_ours or not _is_kept(parts.path):
            return "", parts.fragment
        return address, parts.fragment

    def _leads_to(self, address: str, answer: Fetched) -> Iterator[str]:
        if answer.kind == "text/html":
            links = [unescape(link) for _attribute, link in ADDRESS.findall(_quiet(answer.content.decode()))]
        else:
            links = IN_STYLES.findall(answer.content.decode()) if answer.kind == "text/css" else []
        for link in links:
            if (other := self._address(link, address)[0]) and not link.startswith("data:"):
                yield other

    def _name(self, address: str) -> str:
        path, _, query = address.partition("?")
        name = unquote(path.removeprefix(self.home) if path.startswith(self.home) else path[1:])
        suffix = re.sub(r"[^\w-]+", "-", unquote(query)).strip("-")
        if not name or name.endswith("/"):
            return f"{name}{suffix}/index.html" if suffix else f"{name}index.html"
        stem, ending = posixpath.splitext(name)
        return f"{stem}-{suffix}{ending}" if suffix and not path.startswith("/static/") else name

    def _content(self, address: str, answer: Fetched) -> bytes:
        name = self._name(address)
        if answer.kind == "text/html":
            page = ADDRESS.sub(partial(self._link, address, name), _quiet(answer.content.decode()))
            page = LEADS_NOWHERE.sub("", page)
            self.pages[name] = page
            return page.encode()
        if answer.kind == "text/css":
            return IN_STYLES.sub(partial(self._style, address, name), answer.content.decode()).encode()
        return answer.content

    def _link(self, page: str, name: str, match: re.Match[str]) -> str:
        link = unescape(match[2])
        address, fragment = self._address(link, page)
        if link.startswith("#") or (urlsplit(link).scheme and not address):
            return match[0]
        if address and self.fetched[address].status == 200:
            target = quote(posixpath.relpath(self._name(address), posixpath.dirname(name) or "."))
            return f'{match[1]}="{escape(target + (f"#{fragment}" if fragment else ""))}"'
        elsewhere = f"{self.server}{urljoin(page, link)}"
        return f'{match[1]}="{escape(elsewhere)}"' if self.server else ""

    def _style(self, page: str, name: str, match: re.Match[str]) -> str:
        address = self._address(match[1], page)[0]
        if match[1].startswith(("data:", "#")) or not address or self.fetched[address].status != 200:
            return match[0]
        return f'url("{quote(posixpath.relpath(self._name(address), posixpath.dirname(name)))}")'


def _is_kept(path: str) -> bool:
    try:
        return path.startswith("/static/") or resolve(path).url_name not in LEFT_OUT
    except Resolver404:
        return False


def _quiet(page: str) -> str:
    return FOLLOWS.sub("", FORM_OR_SCRIPT.sub("", page))
