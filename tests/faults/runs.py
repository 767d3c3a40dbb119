"""What is done to a deployment while phones enter hands, each with what must hold afterwards."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.parse import urlencode

from tests import services
from tests.browser.house import ROOT
from tests.faults.deployment import KINDS, WORKER, Broker, Cluster, Deployment, Embedded, until
from tests.faults.phones import BUSY, KEPT, Line, Phone, Room, Sent

BACK_SECONDS: Final = 90
"""What is not back by then never comes back."""
LARGEST_ANSWER: Final = 100_000
SIGN_INS: Final = 24
HUNG_UP: Final = 0
WAITS_LIKE_A_WRITER: Final = 4.0
"""Seconds after which a page has waited for the lock: whoever writes waits five."""
BETWEEN_HANDS: Final = 0.3
"""Seconds a phone waits between two, so that its hands last as long as the kills do."""
SEATS: Final = "seats of a round that ended before the worker was killed"
GAPS_MS: Final = (0, 1, 3, 10, 30, 100)


@dataclass
class Result:
    """What a run came to.

    Attributes:
        name: what was done.
        figures: what was counted and measured, in order.
        faults: what must not be; empty where all held.
        refusals: hands that were neither taken nor put off with 503: how often, and the answer.
        held: what may be said where there are none.
    """

    name: str
    figures: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    held: str = "Nothing lost, twice or torn; no 5xx but 503."


def compare(acknowledged: list[Sent], sent: list[Sent], audit: Mapping[str, Any]) -> list[str]:
    """Whatever differs between what phones were told and what is kept.

    Every acknowledged hand is there once, in its place in the ledger, as it was entered; nothing is there that
    nobody has sent; at most one version of a hand counts; the ledgers give what the tables show.
    """
    rows = [row for row in audit["hands"] if row["key"]]
    by_key: dict[tuple[str, str], list[Any]] = {}
    for row in rows:
        by_key.setdefault((row["path"], row["key"]), []).append(row)
    faults = [
        f"lost: {one.path} hand {one.number}" for one in acknowledged if (one.path, one.key) not in by_key
    ]
    faults += [f"twice: {path} {key}" for (path, key), found in by_key.items() if len(found) > 1]
    for one in acknowledged:
        told = json.loads(one.answer)
        for row in by_key.get((one.path, one.key), []):
            kept = (row["number"], row["sequence"], row["hand"])
            if kept != (one.number, told["ledger"]["sequence"], told["hand"]):
                faults.append(f"torn: {one.path} hand {one.number}: {kept}")
    live = Counter((row["path"], row["number"]) for row in rows if row["live"])
    faults += [f"twice: {path} hand {number}" for (path, number), count in live.items() if count > 1]
    known = {(one.path, one.key) for one in sent}
    faults += [f"nobody sent {path} {key}" for path, key in by_key if (path, key) not in known]
    return [*faults, *audit["broken"]]


@contextmanager
def watched(name: str, deployment: Deployment, room: Room) -> Iterator[Result]:
    """Fills the result with what phones were told while the block ran, and compares it with what is kept."""
    result = Result(name)
    before, answers, seen, refused = len(room.acknowledged), room.answers, len(room.faults), room.refusals
    started = time.monotonic()
    yield result
    acknowledged = room.acknowledged
    told = room.answers - answers
    result.figures |= {
        "hands acknowledged": f"{len(acknowledged) - before:,}",
        "answers": ", ".join(f"{status}: {count:,}" for status, count in sorted(told.items())),
        "seconds": f"{time.monotonic() - started:.0f}",
    }
    result.faults += room.faults[seen:]
    result.refusals += [f"{count} times {told}" for told, count in (room.refusals - refused).items()]
    sent = [one for phone in room.phones for one in phone.sent]
    result.faults += compare(acknowledged, sent, deployment.audit())


def seconds(measured: list[float]) -> str:
    if not measured:
        return "never"
    return f"median {median(measured):.2f} s, longest {max(measured):.2f} s of {len(measured)}"


class Director:
    """A director in a process of its own, who ends rounds; the worker then drafts the next seats."""

    def __init__(self, deployment: Deployment) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.the_club", "direct"],
            cwd=ROOT,
            env=deployment.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=services.die_with_parent(),  # noqa: PLW1509 - it calls the kernel alone
        )

    def say(self, word: str) -> tuple[str, float]:
        """What the director answers: the evening's status, and when the worker last swept."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        status, swept = self.process.stdout.readline().split()
        return status, float(swept)

    def go(self) -> None:
        self.process.communicate()


def kill(deployment: Deployment, kind: str) -> tuple[int, float]:
    """Kill the process of that kind, waiting for one if need be; which it was, and when by the monotonic clock."""
    assert until(lambda: deployment.pid(kind) is not None, BACK_SECONDS), f"no {kind}"
    process = deployment.pid(kind)
    assert process is not None
    moment = time.monotonic()
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    return process, moment


def kills(deployment: Deployment, room: Room, times: int, dice: random.Random) -> Result:
    """Each kind of process is killed so often, in turn, at any moment of what it does.

    The web server is back when another process is there and a hand that was sent after the kill is acknowledged, the
    worker when another one has swept; beside it, when the seats of a round that ended just before are drafted.
    """
    director = Director(deployment)
    took: dict[str, list[float]] = {kind: [] for kind in (*KINDS, SEATS)}

    def back(kind: str, process: int, moment: float) -> bool:
        if kind == SEATS:
            return director.say("look")[0] == "drafted"
        if deployment.pid(kind) in (None, process):
            return False
        if kind == WORKER:
            return time.time() - director.say("look")[1] < time.monotonic() - moment
        return room.took_since(moment)

    name = f"{times} times each: {', '.join(KINDS)} killed with SIGKILL"
    with watched(name, deployment, room) as result:
        with room.playing(pause=BETWEEN_HANDS):
            for kind in KINDS * times:
                time.sleep(dice.uniform(0, 0.3))
                if kind == WORKER:
                    director.say("close")
                    time.sleep(dice.uniform(0, 0.1))
                process, moment = kill(deployment, kind)
                for what in (WORKER, SEATS) if kind == WORKER else (kind,):
                    if not until(partial(back, what, process, moment), BACK_SECONDS):
                        result.faults.append(f"{what}: not back within {BACK_SECONDS} s")
                    took[what].append(time.monotonic() - moment)
        director.go()
        result.figures |= {f"{what} back": seconds(found) for what, found in took.items()}
    return result


def hands_again(room: Room, since: str, result: Result, took: list[float]) -> bool:
    """Whether a hand is taken soon from now on; adds to `took` after how many seconds, or to the faults."""
    moment = time.monotonic()
    if not until(partial(room.took_since, moment), BACK_SECONDS):
        result.faults.append(f"no hand within {BACK_SECONDS} s after {since}")
        return False
    took.append(time.monotonic() - moment)
    return True


def postgresql_killed(
    deployment: Deployment, room: Room, cluster: Cluster, times: int, dice: random.Random
) -> Result:
    took: list[float] = []
    with watched(f"PostgreSQL killed with SIGKILL {times} times", deployment, room) as result:
        with room.playing():
            for _ in range(times):
                time.sleep(dice.uniform(0.5, 1.5))
                cluster.kill()
                cluster.start()
                if not hands_again(room, "PostgreSQL was back", result, took):
                    break
        result.figures["first hand after PostgreSQL was back"] = seconds(took) if took else "never"
    return result


def redis_down(deployment: Deployment, room: Room, broker: Broker, hands: int) -> Result:
    """Half of the hands come while Redis was never there, half after it was killed in the middle."""
    with watched(
        f"{hands:,} hands with Redis down, from the start and killed mid-way", deployment, room
    ) as result:
        room.play(hands // 2)
        broker.start()
        with room.playing():
            time.sleep(1)
            broker.stop()
        room.play(hands - hands // 2)
        director = Director(deployment)
        director.say("close")
        broker.start()
        moment = time.monotonic()
        if not until(lambda: director.say("look")[0] == "drafted", BACK_SECONDS):
            result.faults.append(
                f"a round ended without Redis: no seats within {BACK_SECONDS} s after it was back"
            )
        result.figures["seats of a round that ended without Redis, after it was back"] = (
            f"{time.monotonic() - moment:.1f} s"
        )
        director.go()
    return result


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def disk_full(deployment: Deployment, room: Room, disk: Path, times: int, full_seconds: float) -> Result:
    """The disk fills up while hands come in, and is emptied again."""
    took: list[float] = []
    ballast = disk / "ballast"
    with watched(f"disk full, {times} times for {full_seconds:.0f} s", deployment, room) as result:
        with room.playing(pause=BETWEEN_HANDS):
            for _ in range(times):
                time.sleep(1)
                with suppress(OSError), ballast.open("wb", buffering=0) as file:
                    while True:
                        file.write(b"\0" * 4096)
                time.sleep(full_seconds)
                ballast.unlink()
                if not hands_again(room, "there was room again", result, took):
                    break
        result.figures["first hand after there was room"] = seconds(took) if took else "never"
    return result


@contextmanager
def write_lock_held(database: Path, held_seconds: float) -> Iterator[Callable[[], bool]]:
    """Holds SQLite's write lock for so long, whatever the block does; tells whether it is held."""
    holding = sqlite3.connect(database, isolation_level=None, timeout=60, check_same_thread=False)
    holding.execute("BEGIN IMMEDIATE")
    release = threading.Timer(held_seconds, holding.execute, ("ROLLBACK",))
    release.start()
    try:
        yield release.is_alive
    finally:
        release.join()
        holding.close()


def lock_held(deployment: Embedded, room: Room, times: int, held_seconds: float) -> Result:
    """Another process holds SQLite's write lock for a while; everybody reads on."""
    reads: list[float] = []
    line, path = Line(deployment.port), deployment.club["public"]
    with watched(
        f"write lock held by another process, {times} times for {held_seconds:.0f} s", deployment, room
    ) as result:
        with room.playing(pause=BETWEEN_HANDS):
            for _ in range(times):
                time.sleep(0.5)
                with write_lock_held(deployment.data / "club.sqlite3", held_seconds) as held:
                    while held():
                        began = time.monotonic()
                        status = line.status(path)
                        reads.append(time.monotonic() - began)
                        if status != 200:
                            result.faults.append(f"{path}: {status} while the lock was held")
                        if reads[-1] > WAITS_LIKE_A_WRITER:
                            result.faults.append(f"{path}: {reads[-1]:.1f} s while the lock was held")
                        time.sleep(0.1)
        result.figures["public page meanwhile"] = seconds(reads)
    return result


def hostile_requests(phone: Phone) -> Iterator[tuple[str, str, bytes, dict[str, str]]]:
    """What costs little to send: what is wrong with it, the path, the body and the headers; with a table's token."""
    from tests.tournaments.faults import hostile as bodies  # knows the models: Django has to be set up

    table, token = phone.tables[0]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    for number, (wrong, body) in enumerate([*bodies.any_json(), *bodies.wide()]):
        yield wrong, f"{table}hands/", body, headers | {"Idempotency-Key": f"hostile-{number}"}
        yield wrong, f"{table}preview/", body, headers
    for wrong, body in bodies.games():
        yield wrong, "/api/v1/score/games/", body, headers
    for wrong, body in bodies.batches():
        yield wrong, "/api/v1/score/batch/", body, headers


def hostile(deployment: Deployment, room: Room, lasting: float) -> Result:
    """Hostile bodies arrive one after another while hands come in from other tables."""
    told: list[tuple[float, int, str]] = []
    with watched(f"hostile bodies for {lasting:.0f} s beside hands", deployment, room) as result:
        before = len(room.acknowledged)
        with room.playing(pause=0.05):
            time.sleep(min(lasting, 5))
            quiet = [one.waited for one in room.acknowledged[before:]]
            started, line = time.monotonic(), Line(deployment.port)
            for wrong, path, body, headers in cycle(hostile_requests(room.phones[0])):
                began = time.monotonic()
                if began > started + lasting:
                    break
                try:
                    status, answer = line.ask("POST", path, body, headers)
                except OSError:  # hung up on before all of it was sent
                    status, answer = HUNG_UP, b""
                told.append((time.monotonic() - began, len(answer), f"{wrong} to {path}"))
                if status >= 500 or (status in KEPT and path.endswith("hands/")):
                    result.faults.append(f"{wrong} to {path}: {status}")
            beside = [one.waited for one in room.acknowledged if one.began >= started]
        result.figures |= {
            "hostile bodies": f"{len(told):,}",
            "the slowest answer": f"{max(told)[0]:.2f} s: {max(told)[2]}",
            "the largest answer": f"{max(size for _, size, _ in told) / 1000:.1f} kB",
            "a hand without them": seconds(quiet),
            "a hand beside them": seconds(beside),
        }
        result.faults += [
            f"{what}: an answer of {size} bytes" for _, size, what in told if size > LARGEST_ANSWER
        ]
        if median(beside) > max(0.1, 10 * median(quiet)):
            result.faults.append(f"a hand waited {median(beside):.2f} s, without them {median(quiet):.2f} s")
    return result


def signing_in(deployment: Deployment, room: Room) -> Result:
    """Many sign in at once, whose wrong passwords are hashed one after another, while hands come in."""
    from tournaments.live.bridge import SLOW_WAITING  # knows the models: Django has to be set up

    with watched(f"{SIGN_INS} wrong passwords at once beside hands", deployment, room) as result:
        before = len(room.acknowledged)
        with room.playing(pause=BETWEEN_HANDS), ThreadPoolExecutor(SIGN_INS) as pool:
            time.sleep(1)
            quiet = [one.waited for one in room.acknowledged[before:]]
            began = time.monotonic()
            statuses = Counter(pool.map(partial(sign_in, deployment), range(SIGN_INS)))
            took = time.monotonic() - began
            beside = [one.waited for one in room.acknowledged if one.began >= began]
        result.figures |= {"a hand without them": seconds(quiet), "a hand beside them": seconds(beside)}
        # The form comes again where a password was hashed; 503 is for whom there was no room.
        if set(statuses) - {200, BUSY} or statuses[200] < SLOW_WAITING:
            result.faults.append(f"signing in was answered {dict(statuses)}")
        if max(beside) > max(took / 2, 10 * median(quiet)):
            result.faults.append(f"a hand waited {max(beside):.1f} s of the {took:.1f} s")
    return result


def sign_in(deployment: Deployment, number: int) -> int:
    token = "A" * 32
    entered = {"username": f"somebody {number}", "password": "wrong", "csrfmiddlewaretoken": token}
    headers = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    status, _ = Line(deployment.port).ask("POST", "/sign-in/", urlencode(entered).encode(), headers)
    return status


def sent_twice(deployment: Deployment, room: Room, hands: int) -> Result:
    """Each hand is sent twice, the second some milliseconds after the first: both get the same answer."""
    gaps = ", ".join(map(str, GAPS_MS))
    with watched(f"{hands:,} hands sent twice, {gaps} ms apart", deployment, room) as result:
        share = hands // len(room.phones)

        def send(phone: Phone) -> None:
            lines = [Line(deployment.port), Line(deployment.port)]
            for count in range(share):
                sent = phone.next_hand()
                gap = GAPS_MS[count % len(GAPS_MS)] / 1000
                answers = at_a_distance(gap, [partial(phone.post, sent, line) for line in lines])
                sent.answer = answers[0] or b""
                if answers[0] is None or answers[0] != answers[1]:
                    result.faults.append(f"{sent.path} hand {sent.number}: answered in two ways")

        threads = [threading.Thread(target=send, args=(phone,)) for phone in room.phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return result


def at_a_distance(gap: float, acts: Sequence[Callable[[], bytes | None]]) -> list[bytes | None]:
    """Do both, the second so many seconds after the first began; what each gave."""
    given: list[bytes | None] = [None] * len(acts)

    def do(place: int) -> None:
        given[place] = acts[place]()

    other = threading.Timer(gap, do, (1,))
    other.start()
    do(0)
    other.join()
    return given
