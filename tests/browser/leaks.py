"""What a house of the browser tests hands out in secret, and where any of it stands in plain text.

No kind of token is told here by name: a word is a secret where the house has hashed it and keeps the hash, where it
stands in an address that the log leaves out, or where it is a cookie that no script may read. So a new kind is looked
for like the others.
"""

import re
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import redis
from playwright.sync_api import BrowserContext, Error, Request, Response

from config.logs import TOKEN

NOTES: Final = "hashed.txt"
"""In the data folder: each word that the house has hashed, with the hash; see settings.py."""
WORD: Final = re.compile(r"[A-Za-z0-9_-]{8,}")
SHORTEST: Final = 20
"""Letters of a token in an address; what a test makes up to be refused is shorter."""
SEPARATED: Final = re.compile(r"(?:^|[-_])(?=.)")
"""Where in a word a secret may begin that something was put before."""
ESCAPED: Final = re.compile(r"\\+[bfnrtv]")
"""A break within a string, as dumps and JSON write it: its letter is none of the word that follows."""
HASH: Final = re.compile(r"\b[0-9a-f]{40,64}\b")
BYTES: Final = re.compile(r"(?:\\\\x|X')((?:[0-9A-Fa-f]{2})+)")
"""A column of bytes, as PostgreSQL and SQLite write it into a dump."""
KEPT_BY_BROWSER: Final = """async () => {
  const kept = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage));
  for (const name of globalThis.caches ? await caches.keys() : []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = request.url.includes("/static/") ? "" : await (await cache.match(request)).text();
      kept.push([`the cache ${name}`, `${request.url} ${page}`]);
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((done, failed) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => done(asked.result);
      asked.onerror = asked.onblocked = () => failed(asked.error);
    });
    for (const store of database.objectStoreNames) {
      const asked = database.transaction(store).objectStore(store).getAll();
      const rows = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
      kept.push([`the store ${store}`, JSON.stringify(rows)]);
    }
    database.close();
  }
  return kept;
}"""
"""What a page keeps in this browser, each with where: its storage, its database, the caches of the service worker."""


def tokens_of(address: str) -> set[str]:
    tokens = {found[0].removeprefix(found[1]) for found in TOKEN.finditer(unquote(address))}
    return {token for token in tokens if len(token) >= SHORTEST}


def words(text: str) -> set[str]:
    """The words of a text that may be secrets, also where they stand in strings of a dump or of JSON."""
    return set(WORD.findall(ESCAPED.sub(" ", text)))


class Seen:
    """What visitors of a house sent, were answered and kept.

    Attributes:
        secrets: the tokens in addresses, and the cookies that no script may read.
        kept: the words that browsers kept where a script may read them, by where that is.
        faults: what told a token to somebody, or may be kept by a cache.
    """

    def __init__(self) -> None:
        self.secrets: set[str] = set()
        self.kept: defaultdict[str, set[str]] = defaultdict(set)
        self.faults: set[str] = set()

    def follow(self, context: BrowserContext) -> None:
        context.on("request", self._asked)
        context.on("response", self._answered)

    def leave(self, context: BrowserContext) -> None:
        """Note what a browser keeps, before it is closed."""
        for page in context.pages:
            with suppress(Error):  # a page that shows nothing yet, or is leaving, keeps nothing
                for place, text in page.evaluate(KEPT_BY_BROWSER):
                    self.kept[place] |= words(text)
        for cookie in context.cookies():
            found = words(f"{cookie['name']} {cookie['value']}")
            if cookie["httpOnly"]:
                self.secrets |= {word for word in found if len(word) >= SHORTEST}
            else:
                self.kept["cookies"] |= found

    def _asked(self, request: Request) -> None:
        self.secrets |= tokens_of(request.url)
        for header in ("referer", "hx-current-url"):
            self.referred(request.url, request.headers.get(header, ""))

    def _answered(self, response: Response) -> None:
        if tokens_of(response.url):
            self.cached(response.url, response.headers.get("cache-control", ""))

    def referred(self, address: str, origin: str) -> None:
        """Look at what a request says of the page it comes from: a token none but that page's own address hears."""
        if not tokens_of(origin) <= tokens_of(address) or (
            tokens_of(origin) and host(origin) != host(address)
        ):
            self.faults.add(f"{address} is asked for with the referrer {origin}")

    def cached(self, address: str, cache_control: str) -> None:
        """Look at the answer of an address with a token: neither the browser nor anybody on the way keeps it."""
        if "no-store" not in cache_control:
            self.faults.add(f"{address} may be kept by a cache: {cache_control}")

    def leaks(self, hashed: Iterable[str], places: Mapping[str, str]) -> list[str]:
        """What told a secret, and which of `places`, texts by their names, hold one in plain text.

        Args:
            hashed: what else is a secret.
            places: where to look.
        """
        secrets = self.secrets | set(hashed)
        held = {name: words(text) for name, text in places.items()}
        held |= {f"a browser in “{place}”": found for place, found in self.kept.items()}
        plain = {f"{name} holds {secret}" for name in held for secret in those_in(held[name], secrets)}
        return sorted(self.faults | plain)


def host(address: str) -> str:
    return urlsplit(address).netloc


def those_in(held: set[str], secrets: set[str]) -> set[str]:
    """The secrets among these words, also behind something else, or written in groups."""
    lengths = {len(secret) for secret in secrets}
    return {
        found
        for word in held
        for form in {word, word.replace("-", "")}
        for start in SEPARATED.finditer(form)
        for length in lengths
        if (found := form[start.end() :][:length]) in secrets
    }


def still_hashed(notes: str, dump: str) -> set[str]:
    """The words that a house has hashed (see settings.py) whose hash, or what sessions keep of it, is in the dump."""
    kept = set(HASH.findall(dump))
    return {word for word, digest in map(str.split, notes.splitlines()) if {digest, digest[:40]} & kept}


def dumped(environment: Mapping[str, str], data: Path) -> str:
    if url := environment.get("DATABASE_URL", ""):
        done = subprocess.run(["pg_dump", "--data-only", url], capture_output=True, check=True, text=True)
        text = done.stdout
    else:
        with closing(sqlite3.connect(data / "club.sqlite3")) as database:
            text = "\n".join(database.iterdump())
    return "\n".join([text, *(bytes.fromhex(found[1]).decode("latin-1") for found in BYTES.finditer(text))])


def files_in(data: Path) -> dict[str, str]:
    """What lies in the data folder of a house, by the name of each file: logs, queues, whatever it keeps there."""
    found = {}
    for path in data.rglob("*"):
        name = path.relative_to(data)
        if name.parts[0] != "static" and name != Path(NOTES) and "sqlite3" not in path.name:
            with suppress(IsADirectoryError, FileNotFoundError):  # a queue empties by itself
                found[str(name)] = path.read_text(errors="replace")
    return found


def remembered(environment: Mapping[str, str]) -> dict[str, str]:
    """What the Redis of a house holds, if it has one: its cache and its queues, by their keys."""
    if not (url := environment.get("REDIS_URL", "")):
        return {}
    with closing(redis.Redis.from_url(url, decode_responses=True, encoding_errors="replace")) as server:
        reads: dict[str, Callable[[str], Any]] = {
            "string": server.get,
            "list": lambda key: server.lrange(key, 0, -1),
            "set": server.smembers,
            "zset": lambda key: server.zrange(key, 0, -1),
            "hash": server.hgetall,
            "none": lambda key: "",  # it has run out since it was found
        }
        return {f"Redis {key}": f"{key} {reads[str(server.type(key))](key)}" for key in server.scan_iter()}
