"""What others commit is seen, by SQLite's count of commits or by reading again; a database may go and come back."""

import asyncio
from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from django.db import Error, InterfaceError, OperationalError, connection, connections
from django.db.backends.signals import connection_created
from django.db.models import F

from tests.tournaments.an_evening import Make
from tests.tournaments.live.lines import PATIENCE, apart, run
from tournaments.evening.models import Evening
from tournaments.evening.reads import live
from tournaments.evening.reads.live import Topic
from tournaments.live import hub as watcher
from tournaments.live.hub import Hub, Listener, Stand, hint

pytestmark = pytest.mark.django_db(transaction=True)
on_sqlite = pytest.mark.skipif(
    "sqlite" not in connections.settings["default"]["ENGINE"], reason="the count of commits is SQLite's"
)


def another_process(act: Callable[[], object]) -> None:
    """Do it on a connection of its own; a table in shared memory is locked at once, where a file would wait."""

    def alone() -> None:
        until = monotonic() + PATIENCE
        while True:
            try:
                act()
            except OperationalError as refusal:
                if "table is locked" not in str(refusal) or monotonic() > until:
                    raise
            else:
                return
            finally:
                connections.close_all()

    thread = Thread(target=alone)
    thread.start()
    thread.join()


def move(evening: Evening) -> None:
    """The evening has another version, committed elsewhere."""
    another_process(lambda: Evening.objects.filter(pk=evening.pk).update(version=F("version") + 1))


class Told(Hub):
    """A hub on which nobody listens, with topics of the test's choice."""

    def __init__(self, *topics: Topic) -> None:
        super().__init__(lambda _: None)
        self.chosen = list(topics)
        self.told: list[dict[Topic, int]] = []

    def topics(self) -> list[Topic]:
        return self.chosen

    def tell(self, stands: Any) -> None:
        self.told.append({topic: stand.version for topic, stand in stands.items()})


def test_what_others_commit_is_told_and_who_has_just_joined_of_nothing_new(make_evening: Make) -> None:
    evening = make_evening(8).evening
    topic = Topic(evening.pk)
    hub = Told(topic)
    mark = watcher.look_for_news(hub, None)
    move(evening)
    mark = watcher.look_for_news(hub, mark)
    hub.joined += 1
    watcher.look_for_news(hub, mark)
    assert [told[topic] - evening.version for told in hub.told] == [0, 1, 1]


@on_sqlite
def test_idle_versions_are_not_read(make_evening: Make, django_assert_num_queries: Any) -> None:
    evening = make_evening(8).evening
    hub = Told(Topic(evening.pk))
    mark = watcher.look_for_news(hub, None)
    with django_assert_num_queries(1):
        assert watcher.look_for_news(hub, mark) == mark
    assert len(hub.told) == 1


def test_only_the_versions_of_what_is_listened_to_are_read(make_evening: Make) -> None:
    first, second = (make_evening(8, name=name).evening for name in ("One", "Two"))
    both = [Topic(first.pk), Topic(second.pk)]
    assert set(live.versions(both)) == set(both)
    assert set(live.versions(both[1:])) == set(both[1:])
    assert live.versions([]) == {}


@pytest.fixture(autouse=True)
def nobody_waits_for_a_reader() -> Iterator[None]:
    """Who reads holds up no writer, as in a file: a database in memory refuses to change a table while it is read."""

    def read_without_locks(connection: Any, **_: object) -> None:
        if connection.vendor == "sqlite":
            connection.connection.execute("PRAGMA read_uncommitted = 1")

    connection_created.connect(read_without_locks)
    yield
    connection_created.disconnect(read_without_locks)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watcher looks again at once, also after trouble."""
    for name in ("ELSEWHERE_SECONDS", "AGAIN_SECONDS"):
        monkeypatch.setattr(watcher, name, 0.001)
    monkeypatch.setattr(watcher, "EVERY_SECONDS", {"sqlite": 0.001})


@pytest.fixture
def hubs() -> Iterator[list[Hub]]:
    made: list[Hub] = []
    yield made
    for hub in made:
        hub.close()
        if hub._watcher is not None:
            hub._watcher.join()


def listener_of(hub: Hub, evening: Evening) -> Listener:
    listener = hub.join(
        Topic(evening.pk), Stand(evening.version, evening.status), "192.0.2.7", asyncio.get_running_loop()
    )
    assert listener is not None
    return listener


@pytest.mark.usefixtures("at_once")
def test_what_was_committed_before_anybody_listened_is_heard_too(make_evening: Make, hubs: list[Hub]) -> None:
    evening = make_evening(8).evening
    move(evening)
    hubs.append(Hub(watcher.watch))

    async def story() -> bytes:
        return await listener_of(hubs[0], evening).next()

    assert run(story()) == hint(Topic(evening.pk), Stand(evening.version + 1, evening.status))


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("trouble", [OperationalError, InterfaceError])
def test_a_database_that_was_away_is_watched_again(
    make_evening: Make,
    hubs: list[Hub],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trouble: type[Error],
) -> None:
    evening = make_evening(8).evening
    failures = [trouble("gone"), trouble("gone"), trouble("gone")]
    count = watcher.commits

    def away_first() -> object:
        if failures:
            raise failures.pop()
        return count()

    monkeypatch.setattr(watcher, "commits", away_first)
    hubs.append(Hub(watcher.watch))

    async def story() -> bytes:
        listener = listener_of(hubs[0], evening)
        await apart(lambda: move(evening))
        return await listener.next()

    assert run(story()) == hint(Topic(evening.pk), Stand(evening.version + 1, evening.status))
    assert failures == []
    assert caplog.text.count("wait for the database") == 1, "it says so once"


@pytest.mark.services
@pytest.mark.usefixtures("at_once")
def test_a_connection_that_the_server_ends_is_replaced(make_evening: Make, hubs: list[Hub]) -> None:
    evening = make_evening(8).evening
    hubs.append(Hub(watcher.watch))

    def end_all_others() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    async def story() -> list[bytes]:
        listener = listener_of(hubs[0], evening)
        await apart(lambda: move(evening))
        first = await listener.next()
        await apart(end_all_others)
        await apart(lambda: move(evening))
        return [first, await listener.next()]

    heard = run(story())
    connection.close()  # the test's own was ended as well
    assert heard == [hint(Topic(evening.pk), Stand(evening.version + n, evening.status)) for n in (1, 2)]
