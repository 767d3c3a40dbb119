"""How the client speaks: one request, sent again where that is safe. It stands whole in `head_table.py`."""

from __future__ import annotations

import http.client
import json
import math
import time
import urllib.error
import urllib.request
import uuid
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from email.message import Message
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

USER_AGENT: Final = "head-table-client"


class Omitted:
    """Stands for what is left out of a body, as `None` may say something."""

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted()


class HeadTableError(Exception):
    """A request was refused, or no answer came.

    Attributes:
        status: of the answer; None where none came, so that nobody knows what was done.
        title: the status in words, or why no answer came.
        problems: what is wrong: each with its `field`, a `code` for programs, a `message` for people.
        body: the whole answer, where it was JSON.
    """

    def __init__(self, status: int | None, title: str, body: Any = None) -> None:
        self.status, self.title, self.body = status, title, body
        errors = body.get("errors") if isinstance(body, dict) else None
        self.problems: list[dict[str, str]] = errors if isinstance(errors, list) else []
        details = "; ".join(
            f"{problem['field']}: {problem['message']}".removeprefix(": ") for problem in self.problems
        )
        super().__init__(
            " ".join(filter(None, (str(status or ""), title))) + (f": {details}" if details else "")
        )


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is for one house: it is not carried to where another address leads."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Connection:
    """What sends requests to one house, as one asker.

    Arguments:
        address: of the house, such as "https://cards.example".
        token: of an officer or of a table; empty for what everybody may see.
        phone: what tells this phone from the others of its table; it makes one for itself and keeps it.
        language: of messages and score lines.
        timeout: seconds until an answer that does not come counts as lost.
        patience: the most seconds that are waited, in all, before one request is sent again.

    Attributes:
        etag: that of the last answer, for `if_match`; None where it had none.

    A connection is for one thread.
    """

    MOST_KEPT: Final = 256
    """Answers that are kept to be asked for again by their ETag."""
    FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        phone: str = "",
        language: str = "en",
        timeout: float = 30,
        patience: float = 60,
    ) -> None:
        if urlsplit(address).scheme not in {"http", "https"}:
            raise ValueError(f"{address!r} is no address: it begins with https:// or http://")
        self.address, self.timeout, self.patience = address.rstrip("/"), timeout, patience
        self.etag: str | None = None
        self._headers = {"Accept": "application/json", "Accept-Language": language, "User-Agent": USER_AGENT}
        self._headers |= {"Authorization": f"Bearer {token}"} if token else {}
        self._headers |= {"Table-Phone": phone} if phone else {}
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._kept: OrderedDict[str, Answer] = OrderedDict()

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = OMITTED,
        key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        """The answer to a request; raises HeadTableError where it is refused, or none comes.

        Arguments:
            path: of the address, with its query where `query` is None.
            query: what it asks by; what is None is left out.
            key: Idempotency-Key, by which it is safe to send the same again.
            if_match: it is done only while what it changes has this ETag.
        """
        params = [(name, in_query(value)) for name, value in (query or {}).items() if value is not None]
        target = path + ("?" + urlencode(params, doseq=True) if params else "")
        headers = dict(self._headers)
        data = None
        if not isinstance(body, Omitted):
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        if if_match:
            headers["If-Match"] = if_match
        cached = self._kept.get(target) if method == "GET" else None
        if cached:
            headers["If-None-Match"] = cached.headers["ETag"]
        safe = bool(key) or (method in {"GET", "PUT", "PATCH", "DELETE"} and not if_match)
        request = urllib.request.Request(self.address + target, data, headers, method=method)  # noqa: S310
        answer = self._until_answered(request, safe=safe)
        if answer.status == http.client.NOT_MODIFIED and cached:
            answer = cached
        return self._read(method, target, answer)

    def each(self, path: str, within: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """What a list holds, page after page; a page is fetched when it is reached."""
        page = self.send("GET", path, query=query)
        while True:
            yield from page[within]
            following = page["next"]
            if following is None:
                return
            if str(following).startswith(("http://", "https://", "/")):
                url = urlsplit(following)
                page = self.send("GET", f"{url.path}?{url.query}")
            else:
                page = self.send("GET", path, query={**query, "cursor": following})

    def _read(self, method: str, target: str, answer: Answer) -> Any:
        try:
            content = json.loads(answer.body) if answer.body else None
        except ValueError:
            content = None
        if not http.client.OK <= answer.status < http.client.MULTIPLE_CHOICES:
            title = content.get("title") if isinstance(content, dict) else None
            raise HeadTableError(
                answer.status, title or http.client.responses.get(answer.status, ""), content
            )
        self.etag = answer.headers.get("ETag")
        if method == "GET" and self.etag:
            self._kept[target] = answer
            self._kept.move_to_end(target)
            while len(self._kept) > self.MOST_KEPT:
                self._kept.popitem(last=False)
        return content

    def _until_answered(self, request: urllib.request.Request, *, safe: bool) -> Answer:
        # A lost answer is asked for again only where that is `safe`.
        waited, pause = 0.0, self.FIRST_PAUSE
        while True:
            try:
                answer = self._answered(request)
            except (OSError, http.client.HTTPException) as lost:
                if not safe or waited + pause > self.patience:
                    raise HeadTableError(None, f"No answer: {getattr(lost, 'reason', lost)}") from lost
                wait = pause
            else:
                if answer.status not in {http.client.SERVICE_UNAVAILABLE, http.client.TOO_MANY_REQUESTS}:
                    return answer
                wait = _seconds(answer.headers.get("Retry-After"), otherwise=pause)
                if waited + wait > self.patience:
                    return answer
            time.sleep(wait)
            waited, pause = waited + wait, min(2 * pause, self.LONGEST_PAUSE)

    def _answered(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=self.timeout) as came:
                return Answer(came.status, came.headers, came.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.headers, refused.read())


def _seconds(told: str | None, *, otherwise: float) -> float:
    # The header may name a date, which is not waited for.
    try:
        seconds = float(told or "")
    except ValueError:
        return otherwise
    return max(seconds, 0.0) if math.isfinite(seconds) else otherwise


def new_key() -> str:
    return uuid.uuid4().hex


def part(value: object) -> str:
    return quote(str(value), safe="")


def in_query(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def filled(**fields: Any) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in fields.items() if not isinstance(value, Omitted)}
