"""A page's stream from its beginning to its end: who may listen, what it says, and that a page may come back."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.tournaments.an_evening import Make
from tests.tournaments.live.lines import Line, apart, run, scope
from tests.tournaments.live.test_watcher import another_process, move
from tournaments.club.models import Officer, User
from tournaments.evening.models import Evening
from tournaments.evening.reads.live import Topic
from tournaments.live import hub
from tournaments.live.hub import LISTEN, Front, Hub, Stand, hint

pytestmark = pytest.mark.django_db(transaction=True)
MakeFront = Callable[..., Front]


@pytest.fixture
def make_front(monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeFront]:
    """Makes what the web server calls; its threads end with the test."""
    for name in ("ELSEWHERE_SECONDS", "AGAIN_SECONDS"):
        monkeypatch.setattr(hub, name, 0.001)
    monkeypatch.setattr(hub, "EVERY_SECONDS", {"sqlite": 0.001})
    made: list[Front] = []

    def make(**most: int) -> Front:
        made.append(Front(get_wsgi_application(), 1, Hub(hub.watch, **most)))
        return made[-1]

    yield make
    for front in made:
        front.hub.close()
        if front.hub._watcher is not None:
            front.hub._watcher.join()
        front.bridge.pool.submit(connections.close_all).result()
        front.bridge.pool.shutdown()


def address_of(evening: Evening) -> str:
    return reverse("live:stream", args=[evening.club.slug, evening.slug])


def asked(evening: Evening, visitor: Client | None = None, **others: Any) -> dict[str, Any]:
    """What a visitor's page asks, or that of somebody who has signed in."""
    cookies = (
        "; ".join(f"{name}={morsel.value}" for name, morsel in visitor.cookies.items()) if visitor else ""
    )
    return scope(address_of(evening), headers=[("Host", "testserver"), ("Cookie", cookies)], **others)


def opened(front: Front, evening: Evening, **others: Any) -> Line:
    return Line(front, asked(evening, **others)).begin()


def said(evening: Evening, more: int = 0) -> str:
    """The hint of the evening's version, or of a later one."""
    return hint(Topic(evening.pk), Stand(evening.version + more, evening.status)).decode()


def test_a_stream_begins_with_the_version_and_no_proxy_keeps_it(
    make_evening: Make, make_front: MakeFront
) -> None:
    evening = make_evening(8).evening
    front = make_front()

    async def story() -> Line:
        line = opened(front, evening)
        await line.says(said(evening))
        await apart(lambda: move(evening))
        await line.says(said(evening, 1))
        assert len(front.hub) == 1
        await line.leave()
        assert len(front.hub) == 0
        return line

    line = run(story())
    assert line.status == 200
    assert line.headers["content-type"] == "text/event-stream"
    assert line.headers["cache-control"] == "no-store"
    assert line.headers["x-accel-buffering"] == "no"
    assert "default-src 'none'" in line.headers["content-security-policy"]
    assert line.headers["x-content-type-options"] == "nosniff"
    assert "content-length" not in line.headers
    retry, first, _, second, *rest = line.text.split("\n")
    assert 1000 <= int(retry.removeprefix("retry: ")) < 2000
    assert (f"{first}\n\n", f"{second}\n\n", rest) == (said(evening), said(evening, 1), ["", ""])


@pytest.mark.parametrize(
    ("status", "visitor", "officer"),
    [("draft", 404, 200), ("check_in", 200, 200), ("playing", 200, 200), ("published", 200, 200)],
)
def test_whoever_may_hear_of_an_evening_may_listen(
    make_evening: Make, make_front: MakeFront, director: User, status: str, visitor: int, officer: int
) -> None:
    evening = make_evening(8, until=status).evening
    assert address_of(evening)  # reads the club now: not while the loop runs
    signed_in = Client()
    signed_in.force_login(director)
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    front = make_front()

    async def ask(client: Client | None) -> int:
        line = Line(front, asked(evening, client))
        line.hang_up()
        return (await line.whole()).status

    async def story() -> list[int]:
        return [await ask(client) for client in (None, stranger, signed_in)]

    assert run(story()) == [visitor, visitor, officer]


@pytest.mark.parametrize("until", ["draft", "playing"])
def test_an_officers_stream_ends_with_the_office(
    make_evening: Make, make_front: MakeFront, director: User, until: str
) -> None:
    evening = make_evening(8, until=until).evening
    assert address_of(evening)  # reads the club now: not while the loop runs
    signed_in = Client()
    signed_in.force_login(director)
    front = make_front()

    async def story() -> tuple[bool, int]:
        officer, visitor = Line(front, asked(evening, signed_in)).begin(), opened(front, evening)
        await officer.says(said(evening))
        await apart(lambda: another_process(lambda: Officer.objects.filter(user=director).delete()))
        ended = (await officer.end()).ended
        if until == "playing":
            await apart(lambda: move(evening))
            await visitor.says(said(evening, 1))
        visitor.hang_up()
        return ended, (await visitor.end()).status

    assert run(story()) == (True, 200 if until == "playing" else 404)


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_a_stream_is_only_got(make_evening: Make, make_front: MakeFront, method: str) -> None:
    evening = make_evening(8).evening
    front = make_front()

    async def story() -> Line:
        return await Line(front, asked(evening, method=method)).whole()

    line = run(story())
    assert (line.status in {403, 405}, line.ended, front.hub.joined) == (True, True, 0)


def test_a_server_without_streams_says_so_and_the_page_polls(make_evening: Make) -> None:
    answer = Client().get(address_of(make_evening(8).evening))
    assert (answer.status_code, answer.content) == (204, b"")


def test_one_query_lets_a_visitor_in_from_where_the_proxy_says(
    make_evening: Make, django_assert_num_queries: Any, settings: Any
) -> None:
    settings.BEHIND_PROXY = True
    evening = make_evening(8).evening
    places: list[tuple[Topic, Stand, str]] = []

    def listen(*place: Any) -> bool:
        places.append(place)
        return True

    offered: dict[str, Any] = {LISTEN: listen}
    with django_assert_num_queries(1):
        answer = Client().get(address_of(evening), headers={"X-Forwarded-For": "198.51.100.1"}, **offered)
    assert places == [(Topic(evening.pk), Stand(evening.version, evening.status), "198.51.100.1")]
    assert b"".join(answer).endswith(said(evening).encode())


def test_too_many_streams_are_refused_for_a_while(make_evening: Make, make_front: MakeFront) -> None:
    evening = make_evening(8).evening
    front = make_front(per_address=1)

    async def story() -> list[int]:
        first = opened(front, evening)
        await first.says("evening")
        refused = await opened(front, evening).end()
        await first.leave()
        assert refused.headers["retry-after"] == "30"
        return [line.status for line in (first, refused)]

    assert run(story()) == [200, 429]


def test_open_streams_keep_no_request_waiting(make_evening: Make, make_front: MakeFront) -> None:
    evening = make_evening(8).evening
    front = make_front()

    async def story() -> int:
        lines = [opened(front, evening) for _ in range(20)]
        for line in lines:
            await line.says("evening")
        answer = await Line(front, scope("/healthz", headers=[("Host", "testserver")])).whole()
        for line in lines:
            await line.leave()
        return answer.status

    assert run(story()) == 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_server_that_is_asked_to_stop_ends_its_streams_and_goes_on_stopping(
    make_evening: Make, make_front: MakeFront, number: signal.Signals
) -> None:
    evening = make_evening(8).evening
    front = make_front()
    heard: list[int] = []
    before = {each: signal.signal(each, lambda heard_one, _: heard.append(heard_one)) for each in (number,)}
    others = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM) if each != number}

    async def story() -> Line:
        life = Line(front, {"type": "lifespan"})
        life.coming = asyncio.Queue()
        answers: asyncio.Queue[str] = asyncio.Queue()

        async def send(message: Any) -> None:
            answers.put_nowait(message["type"])

        living = asyncio.create_task(front({"type": "lifespan"}, life.receive, send))
        life.coming.put_nowait({"type": "lifespan.startup"})
        assert await answers.get() == "lifespan.startup.complete"
        line = opened(front, evening)
        await line.says("evening")
        signal.raise_signal(number)
        await line.end()
        life.coming.put_nowait({"type": "lifespan.shutdown"})
        assert await answers.get() == "lifespan.shutdown.complete"
        await living
        return line

    try:
        line = run(story())
    finally:
        for each, handler in (before | others).items():
            signal.signal(each, handler)
    assert (line.ended, heard) == (True, [number])
