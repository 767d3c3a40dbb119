"""A WSGI application behind an ASGI server is asked what was asked, and answered is what it answers."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import Any
from wsgiref.validate import validator

import pytest

from tests.tournaments.live.lines import PATIENCE, Line, run, scope
from tournaments.live import bridge

Environ = dict[str, Any]
PLAIN = [("Content-Type", "text/plain")]


def over(application: Any) -> Any:
    made = bridge.Bridge(application, threads=2)

    async def asgi(asked: Any, receive: Any, send: Any) -> None:
        await made.answer(asked, receive, send, {}, lambda: False)

    return asgi


def answering(*chunks: bytes, status: str = "200 OK", headers: list[tuple[str, str]] = PLAIN) -> Any:
    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response(status, list(headers))
        return list(chunks)

    return application


def environ_of(asked: Any, *body: bytes) -> Environ:
    """What an application finds in its environ when this is asked."""
    found: Environ = {}

    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        found.update(environ, body=environ["wsgi.input"].read())
        start_response("204 No Content", [])
        return []

    async def ask() -> None:
        await Line(over(application), asked, body or (b"",)).whole()

    run(ask())
    return found


async def answer_to(application: Any, asked: Any = None, *body: bytes, **line: Any) -> Line:
    """The answer to a request."""
    return await Line(application, asked or scope(), body or (b"",), **line).whole()


@pytest.mark.parametrize(
    ("asked", "name", "value"),
    [
        (scope(method="PUT"), "REQUEST_METHOD", "PUT"),
        (scope("/c/a%20b/%C3%A9"), "PATH_INFO", "/c/a b/\xc3\xa9"),
        (scope("/%FF%2Fx"), "PATH_INFO", "/\xff/x"),
        (scope("/sub/c/x", root_path="/sub"), "PATH_INFO", "/c/x"),
        (scope("/sub/c/x", root_path="/sub"), "SCRIPT_NAME", "/sub"),
        (scope("/é", raw_path=None), "PATH_INFO", "/\xc3\xa9"),
        (scope("/?a=%20&b=1"), "QUERY_STRING", "a=%20&b=1"),
        (scope(), "REMOTE_ADDR", "192.0.2.7"),
        (scope(client=None), "REMOTE_ADDR", ""),
        (scope(), "SERVER_PORT", "8000"),
        (scope(server=None), "SERVER_NAME", "localhost"),
        (scope(), "SERVER_PROTOCOL", "HTTP/1.1"),
        (scope(scheme="https"), "wsgi.url_scheme", "https"),
        (scope(headers=[("Content-Type", "text/plain")]), "CONTENT_TYPE", "text/plain"),
        (scope(headers=[("X-Name", "\xe9")]), "HTTP_X_NAME", "\xe9"),
        (scope(headers=[("Accept", "a"), ("Accept", "b")]), "HTTP_ACCEPT", "a,b"),
        (scope(headers=[("Cookie", "a=1"), ("Cookie", "b=2")]), "HTTP_COOKIE", "a=1; b=2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_was_asked_stands_in_the_environ(asked: Any, name: str, value: str) -> None:
    assert environ_of(asked)[name] == value


def test_no_header_passes_for_another_or_for_what_is_offered_beside_the_request() -> None:
    names = ("X_Forwarded_Proto", "X-Forwarded-For", "head.table.listen", "wsgi.input")
    found = environ_of(scope(headers=[(name, "1") for name in names]))
    assert not {"HTTP_X_FORWARDED_PROTO", "head_table.listen"} & found.keys()
    assert (found["HTTP_X_FORWARDED_FOR"], found["body"]) == ("1", b"")


@pytest.mark.parametrize(
    "parts", [(b"",), (b"all",), (b"in ", b"", b"parts")], ids=["none", "whole", "parts"]
)
def test_the_body_arrives_whole_and_its_length_is_told(parts: tuple[bytes, ...]) -> None:
    found = environ_of(scope(method="POST"), *parts)
    assert found["body"] == b"".join(parts)
    assert found["CONTENT_LENGTH"] == str(len(b"".join(parts)))


@pytest.mark.parametrize(
    ("said", "parts"),
    [("9999999", [b""]), (None, [b"x" * 4, b"x" * 4, b"x" * 4])],
    ids=["by what it says", "by what comes"],
)
def test_of_a_body_too_long_only_the_length_is_told_to_the_application(
    monkeypatch: pytest.MonkeyPatch, said: str | None, parts: list[bytes]
) -> None:
    monkeypatch.setattr(bridge, "LONGEST_BODY", 10)
    asked = scope(method="POST", headers=[("Content-Length", said)] if said else [])
    told = []

    def refuses(environ: Environ, start_response: Any) -> Iterable[bytes]:
        told.append((environ["CONTENT_LENGTH"], environ["wsgi.input"].read()))
        start_response("413 Content Too Large", [])
        return [b"too long"]

    answer = run(answer_to(over(refuses), asked, *parts))
    assert (answer.status, answer.ended) == (413, True)
    assert told == [(said or "12", b"")]


def test_half_a_request_is_no_request() -> None:
    asked: list[Environ] = []

    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked.append(environ)
        return []

    answer = run(answer_to(over(application), scope(method="POST"), b"half", hangs_up=True))
    assert (asked, answer.status) == ([], 0)


@pytest.mark.parametrize(
    ("status", "chunks"),
    [("200 OK", (b"a", b"b")), ("404 Not Found", (b"",)), ("304 Not Modified", ()), ("201", (b"made",))],
    ids=["pieces", "not found", "nothing", "no words"],
)
def test_what_is_answered_is_sent(status: str, chunks: tuple[bytes, ...]) -> None:
    answer = run(answer_to(over(answering(*chunks, status=status, headers=[("X-Name", "\xe9")]))))
    assert (answer.status, answer.text) == (int(status[:3]), b"".join(chunks).decode())
    assert answer.headers == {"x-name": "\xe9"}
    assert answer.ended


def test_two_headers_of_one_name_stay_two() -> None:
    message = bridge.start(200, [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
    assert message["headers"] == [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]


def test_head_has_the_headers_and_no_body() -> None:
    application = answering(b"words", headers=[("Content-Length", "5")])
    answer = run(answer_to(over(application), scope(method="HEAD")))
    assert (answer.headers["content-length"], answer.text, answer.ended) == ("5", "", True)


class Chunks:
    """An answer in pieces, which notes that it was closed, and may break."""

    def __init__(self, *chunks: bytes, breaks: bool = False) -> None:
        self.chunks, self.breaks, self.closed = chunks, breaks, 0

    def __iter__(self) -> Iterator[bytes]:
        yield from self.chunks
        if self.breaks:
            raise ValueError("broken")

    def close(self) -> None:
        self.closed += 1

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", PLAIN)
        return self


def test_a_long_answer_is_sent_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "HELD", 4)
    chunks = Chunks(b"one ", b"two ", b"three ", b"four")
    answer = run(answer_to(over(chunks)))
    assert [piece for piece in answer.body if piece] == [b"one two ", b"three ", b"four"]
    assert answer.ended
    assert chunks.closed == 1


@pytest.mark.parametrize("long", [False, True], ids=["held", "half sent"])
def test_a_failed_application_is_no_answer(monkeypatch: pytest.MonkeyPatch, long: bool) -> None:
    if long:
        monkeypatch.setattr(bridge, "HELD", 2)
    logged: list[str] = []
    monkeypatch.setattr(bridge.log, "exception", lambda words, *values: logged.append(words % values))
    chunks = Chunks(b"one", breaks=True)

    async def ask() -> Line:
        line = Line(over(chunks), scope("/x"))
        with pytest.raises(ValueError, match="broken") if long else nullcontext():
            await line.whole()
        return line

    line = run(ask())
    assert chunks.closed == 1
    assert logged == ["GET /x"]
    assert (line.status, line.ended) == ((200, False) if long else (500, True))


def test_a_reader_who_stalls_does_not_keep_a_thread_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "HELD", 1)
    monkeypatch.setattr(bridge, "SLOWEST_SECONDS", 0.01)
    chunks = Chunks(b"one", b"two")

    async def ask() -> None:
        async def stalls(message: Any) -> None:
            await asyncio.Event().wait()

        line = Line(over(chunks), scope())
        with pytest.raises(TimeoutError):
            await line.application(line.asked, line.receive, stalls)

    run(ask())
    assert chunks.closed == 1


def test_an_application_without_a_status_has_failed() -> None:
    assert run(answer_to(over(lambda environ, start_response: [b"words"]))).status == 500


def test_what_is_written_the_old_way_comes_first() -> None:
    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        write = start_response("200 OK", PLAIN)
        write(b"first ")
        return [b"then"]

    assert run(answer_to(over(application))).text == "first then"


def test_an_error_after_the_beginning_may_begin_anew_until_something_is_sent() -> None:
    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", PLAIN)
        error = ValueError("late")
        start_response("500 Oh", PLAIN, (ValueError, error, error.__traceback__))
        return [b"oh"]

    assert run(answer_to(over(application))).status == 500


def test_it_keeps_to_the_letter_of_wsgi() -> None:
    application = validator(answering(b"by the book"))
    assert run(answer_to(over(application))).text == "by the book"


def test_a_slow_sender_keeps_nobody_from_being_answered() -> None:
    async def ask() -> str:
        application = over(answering(b"here"))
        slow = [Line(application, scope(method="POST"), [b"half"]) for _ in range(10)]
        for line in slow:
            line.coming = asyncio.Queue()
            line.begin()
        quick = await Line(application, scope()).whole()
        for line in slow:
            await line.leave()
        return quick.text

    assert run(ask()) == "here"


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_slow_requests_keep_none_of_the_others_from_being_answered(method: str) -> None:
    """Others that read, and others that change something; a slow one more is told at once that there is no room."""
    goes_on, entered = threading.Event(), []

    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", PLAIN)
        if environ["PATH_INFO"] == "/slow" and "no_room" not in environ:
            entered.append(environ)
            goes_on.wait(PATIENCE)
        return [b"no room" if "no_room" in environ else b"here"]

    def is_known(environ: Environ) -> bool:
        return bool(environ["QUERY_STRING"])

    slow = bridge.Slow(lambda environ: environ["PATH_INFO"] == "/slow", is_known, "no_room")
    made = bridge.Bridge(application, threads=2, slow=slow)

    async def asgi(asked: Any, receive: Any, send: Any) -> None:
        await made.answer(asked, receive, send, {}, lambda: False)

    async def ask() -> tuple[list[str], str]:
        waiting = [Line(asgi, scope("/slow", method=method)).begin() for _ in range(bridge.SLOW_WAITING)]
        while made.slow_waiting < bridge.SLOW_WAITING:  # `run` ends it where they are never counted
            await asyncio.sleep(0.001)
        asked = [scope("/quick"), scope("/quick", method="POST"), scope("/slow", method=method)]
        others = [(await Line(asgi, other).whole()).text for other in asked]
        assert len(entered) <= 1
        known = {**scope("/slow", method=method), "query_string": b"known"}
        waiting += [Line(asgi, known).begin() for _ in range(bridge.SLOW_KNOWN)]
        while made.slow_waiting < bridge.SLOW_WAITING + bridge.SLOW_KNOWN:
            await asyncio.sleep(0.001)
        others.append((await Line(asgi, known).whole()).text)
        goes_on.set()
        answered = [(await line.end()).text for line in waiting]
        assert set(answered) == {"here"}
        return others, (await Line(asgi, scope("/slow", method=method)).whole()).text

    assert run(ask()) == (["here", "here", "no room", "no room"], "here")
