"""A whole room of phones: whether the server has what the phones did, whatever the network does.

The server runs as `./run` starts it, on SQLite. At each table two phones with clocks of their own enter hands at
seeded moments: some twice, some of these otherwise, some while they are offline for a while. Requests and answers
are delayed and lost, the server is killed and started again, and the bell rings in the middle. In the end every hand
saved on a phone must be on the server once, as it was entered, in the state that follows; and the ledger must hold.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import median
from typing import Any

from benchmarks.entering_hands import evening_in_play, set_up
from benchmarks.measure import Row
from benchmarks.phones import Line, Phone, Saved, in_threads
from benchmarks.streams import Server
from tournaments.evening import acts

SEED = 1910
HANDS = 12
LOSES = 8
SLOWEST = 0.04
THINKS = (0.2, 2.0)
AWAY = (2.0, 8.0)
MOST_WRONG = 1200
PATIENCE = 120
NEAR = timedelta(seconds=5)
"""What is finished so near the bell may be taken for either: a message is on its way for a while."""


class TableOfPhones:
    """Two phones of a table and what is played there."""

    def __init__(self, port: int, token: str, dice: random.Random) -> None:
        self.dice = dice
        self.phones = [
            Phone(
                Line(port, random.Random(dice.random()), LOSES, SLOWEST),
                f"/t/{token}/",
                timedelta(seconds=dice.randint(-MOST_WRONG, MOST_WRONG)),
                random.Random(dice.random()),
            )
            for _ in range(2)
        ]

    def play(self) -> None:
        """Think, play, save: the one phone or the other, now and then both, now and then offline."""
        for phone in self.phones:
            phone.open()
        sender = threading.Thread(target=self._send, daemon=True)
        sender.start()
        for number in range(1, HANDS + 1):
            time.sleep(self.dice.uniform(*THINKS))
            self._save(number)
        sender.join()

    def _save(self, number: int) -> None:
        from tournaments.rehearsal.random_hands import chantecler

        mine, other = self.dice.sample(self.phones, 2)
        hand, finished = chantecler(self.dice), datetime.now(UTC)
        mine.save(number, hand, finished)
        if self.dice.random() < 0.3:
            same = self.dice.random() < 0.7
            other.save(number, hand if same else chantecler(self.dice), finished)
        if self.dice.random() < 0.1:
            mine.offline_until = time.monotonic() + self.dice.uniform(*AWAY)

    def _send(self) -> None:
        """Until every hand is played and acknowledged."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for phone in self.phones:
                phone.send()
            played = {saved.number for phone in self.phones for saved in phone.saved}
            if len(played) == HANDS and not any(phone.waits for phone in self.phones):
                return
            time.sleep(0.05)


def trouble(server: Server, stop: Any) -> None:
    """In the middle of it the server is killed, and started again; some time later the bell rings."""
    time.sleep(4)
    server.kill()
    server.start()
    while not server.answers():
        time.sleep(0.02)
    time.sleep(4)
    stop()


def faults(tables: dict[int, TableOfPhones], evening: Any) -> tuple[list[str], int]:
    """Whatever differs between the phones and the server; and how many hands the server has."""
    from tournaments.evening.models import Hand
    from tournaments.publishing.publish import check_rows

    rows = Hand.objects.filter(table__evening=evening).select_related("table")
    found: dict[tuple[int, str], list[Any]] = defaultdict(list)
    for row in rows:
        found[row.table.number, row.key].append(row)
    stopped = evening.rounds.get(number=1).stopped_at
    wrong = list(check_rows(evening))
    for number, table in tables.items():
        for saved in (saved for phone in table.phones for saved in phone.saved):
            there = found.pop((number, saved.key), [])
            wrong += [
                f"table {number}, hand {saved.number}: {told}" for told in _fault(saved, there, stopped)
            ]
        live = sorted(row.number for row in rows if row.live and row.table.number == number)
        if live != list(range(1, len(live) + 1)):
            wrong.append(f"table {number}: the hands that count are {live}")
    wrong += [f"no phone has saved {where}" for where in found]
    return wrong, len(rows)


def _fault(saved: Saved, there: list[Any], stopped: datetime) -> list[str]:
    if len(there) != 1:
        return [f"{saved.state} on the phone {saved.told}, {len(there)} times on the server"]
    row = there[0]
    told = []
    if row.hand != saved.hand:
        told.append("another hand than was saved")
    if row.state != {"disputed": "disputes"}.get(saved.state, saved.state):
        told.append(f"the phone was told {saved.state}, the server says {row.state}")
    late = saved.finished > stopped
    behind = row.late_because == "earlier-hand-late"
    if abs(saved.finished - stopped) > NEAR and not behind and late != (row.state == "late"):
        told.append(f"finished {saved.finished - stopped} after the bell, and is {row.state}")
    return told


def rows() -> list[Row]:
    """Play the evening; the figures, of which what was lost, doubled or changed must be none."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        from django.core.management import call_command
        from django.db import connection

        from tournaments.evening.models import Evening
        from tournaments.evening.services.perform import perform

        call_command("collectstatic", interactive=False, verbosity=0)
        tokens = [token for _, token in evening_in_play()]
        evening = Evening.objects.get()
        server, dice = Server(folder), random.Random(SEED)
        tables = {
            number: TableOfPhones(server.port, token, random.Random(dice.random()))
            for number, token in enumerate(tokens, start=2)
        }

        def stop() -> None:
            perform(evening=evening, act=acts.Stop(), by="script", at=datetime.now(UTC))
            connection.close()

        with server.running():
            in_threads([table.play for table in tables.values()] + [partial(trouble, server, stop)])
        evening.refresh_from_db()
        wrong, there = faults(tables, evening)
        print(*(f"  {told}" for told in wrong[:20]), sep="\n", end="\n" if wrong else "")
        return _figures(tables, wrong, there)


def _figures(tables: dict[int, TableOfPhones], wrong: list[str], there: int) -> list[Row]:
    phones = [phone for table in tables.values() for phone in table.phones]
    saved = [hand for phone in phones for hand in phone.saved]
    states = Counter(hand.state for hand in saved)
    asked = sum(phone.line.requests for phone in phones)
    lost = sum(phone.line.lost for phone in phones)
    return [
        Row("hands lost, doubled or changed, or told otherwise", len(wrong), "", most=0),
        Row("hands on the server", there, "", f"saved on {len(phones)} phones", len(saved)),
        *(Row(f"of them {state}", count, "") for state, count in sorted(states.items())),
        Row("requests", asked, "", "of them lost on the way, there or back", lost),
        Row("from saved to acknowledged, median", 1e3 * median(hand.waited for hand in saved), "ms"),
        Row("from saved to acknowledged, longest", 1e3 * max(hand.waited for hand in saved), "ms"),
    ]
