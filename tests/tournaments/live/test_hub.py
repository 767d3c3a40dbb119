"""Listeners are told where things stand: each once, only of their topic, and only as long as they are there."""

import asyncio
from collections.abc import Mapping

import pytest

from tests.tournaments.live.lines import apart, run
from tournaments.evening.reads.live import Topic
from tournaments.live import hub as hub_room
from tournaments.live.hub import COMMENT, Hub, Listener, Stand, hint

HERE = "192.0.2.7"


def nobody_watches(hub: Hub) -> None:
    """In place of the watcher: the test tells."""


def at(version: int, status: str = "playing") -> Stand:
    return Stand(version, status)


def joined(hub: Hub, topic: int = 1, version: int = 5, address: str = HERE) -> Listener:
    listener = hub.join(topic, at(version), address, asyncio.get_running_loop())
    assert listener is not None
    return listener


async def tell(hub: Hub, versions: Mapping[int, int], status: str = "playing") -> None:
    """Tell as the watcher does, from another thread."""
    await asyncio.to_thread(hub.tell, {topic: at(version, status) for topic, version in versions.items()})


@pytest.mark.parametrize(
    ("topic", "named"),
    [(Topic(8), "evening:8"), (Topic(8, 4), "evening:8 table:4")],
    ids=["evening", "table"],
)
def test_a_hint_says_how_its_topic_stands_and_nothing_else(topic: Topic, named: str) -> None:
    told = f'data: {{"topic": "{named}", "version": 12, "status": "bell"}}\n\n'
    assert hint(topic, at(12, "bell")).decode() == told


def test_whoever_waits_is_told_of_a_new_version() -> None:
    async def story() -> bytes:
        hub = Hub(nobody_watches)
        waiting = asyncio.create_task(joined(hub).next())
        await asyncio.sleep(0)
        await tell(hub, {1: 6})
        return await waiting

    assert run(story()) == hint(1, at(6))


SENT: dict[str, tuple[list[dict[int, int]], bytes]] = {
    "the newest of several": ([{1: 6}, {1: 7}, {1: 9}], hint(1, at(9))),
    "a club brought back": ([{1: 6}, {1: 4}], hint(1, at(4))),
    "nothing new": ([{1: 5}], COMMENT),
    "another topic": ([{2: 6}], COMMENT),
    "no topic": ([{}], COMMENT),
    "there and back": ([{1: 6}, {1: 5}], COMMENT),
}


@pytest.mark.parametrize(("told", "said"), SENT.values(), ids=SENT)
def test_what_is_sent(monkeypatch: pytest.MonkeyPatch, told: list[dict[int, int]], said: bytes) -> None:
    monkeypatch.setattr(hub_room, "QUIET_SECONDS", 0.01)

    async def story() -> bytes:
        hub = Hub(nobody_watches)
        listener = joined(hub)
        for versions in told:
            await tell(hub, versions)
        await asyncio.sleep(0)
        return await listener.next()

    assert run(story()) == said


def test_all_who_listen_are_told_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_room, "QUIET_SECONDS", 0.01)

    async def story() -> list[list[bytes]]:
        hub = Hub(nobody_watches)
        listeners = [joined(hub, topic) for topic in (1, 1, 2)]
        await tell(hub, {1: 6, 2: 8})
        return [[await listener.next(), await listener.next()] for listener in listeners]

    assert run(story()) == [[hint(1, at(6)), COMMENT], [hint(1, at(6)), COMMENT], [hint(2, at(8)), COMMENT]]


def test_topics_are_those_of_whoever_is_there() -> None:
    async def story() -> None:
        hub = Hub(nobody_watches)
        first, second, third = joined(hub, 1), joined(hub, 1), joined(hub, 2)
        assert (sorted(hub.topics()), len(hub)) == ([1, 2], 3)
        hub.leave(first)
        hub.leave(first)
        hub.leave(third)
        assert (hub.topics(), len(hub)) == ([1], 1)
        hub.leave(second)
        assert (hub.topics(), len(hub)) == ([], 0)
        assert hub.joined == 3

    run(story())


@pytest.mark.parametrize(
    ("most", "come", "let_in"),
    [
        ({"per_address": 2}, [HERE, HERE, HERE, "192.0.2.8"], [True, True, False, True]),
        ({"in_all": 2}, [HERE, "192.0.2.8", "192.0.2.9"], [True, True, False]),
    ],
    ids=["from one address", "in all"],
)
def test_too_many_are_refused(most: dict[str, int], come: list[str], let_in: list[bool]) -> None:
    async def story() -> None:
        hub = Hub(nobody_watches, **most)
        loop = asyncio.get_running_loop()
        places = [hub.join(1, at(5), address, loop) for address in come]
        assert [place is not None for place in places] == let_in
        assert places[0] is not None
        hub.leave(places[0])
        assert hub.join(1, at(5), HERE, loop) is not None, "a place that was left is free"

    run(story())


def test_when_the_hub_closes_every_stream_ends_and_nobody_joins() -> None:
    async def story() -> None:
        hub = Hub(nobody_watches)
        waiting = asyncio.create_task(joined(hub).next())
        await asyncio.sleep(0)
        hub.close()
        assert await waiting == b""
        assert hub.join(1, at(5), HERE, asyncio.get_running_loop()) is None
        assert not hub.somebody_listens()

    run(story())


def test_the_watcher_starts_with_the_first_listener_and_once() -> None:
    started: list[Hub] = []

    async def story() -> Hub:
        hub = Hub(started.append)
        assert started == []
        joined(hub)
        joined(hub)
        return hub

    hub = run(story())
    assert started == [hub]


def test_a_listener_whose_loop_has_ended_holds_nobody_up() -> None:
    hub = Hub(nobody_watches)

    async def story() -> None:
        joined(hub)

    run(story())
    hub.tell({1: at(6)})
    hub.close()


def test_with_nobody_there_the_watcher_waits() -> None:
    async def story() -> bool:
        hub = Hub(nobody_watches)
        waiting = asyncio.create_task(apart(hub.somebody_listens))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        joined(hub)
        return await waiting

    assert run(story())
