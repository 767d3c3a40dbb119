"""A phone that keeps its hands until the server has acknowledged each, as static/head_table/js/queue.js does."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from tests.tournaments.evening.api.callers import Caller
from tournaments.ledger.chain import instant

ACKNOWLEDGED = (200, 201, 202)
AHEAD = 4
"""A network that delivers out of order has so many hands under way at a time."""


@dataclass
class Phone:
    """The phone at a table, its clock `wrong` by so much; a forgetful one makes a new key for each try."""

    caller: Caller
    table: str
    wrong: timedelta = timedelta()
    forgetful: bool = False
    hands: list[dict[str, Any]] = field(default_factory=list)
    fresh: count[int] = field(default_factory=count)

    def play(self, hand: dict[str, Any], *, number: int | None, at: datetime) -> None:
        body = {"hand": hand, "round": 1, "number": number, "played_at": instant(at + self.wrong)}
        self.hands.append({**body, "key": f"phone-{next(self.fresh)}"})

    def deliver(self, dice: random.Random) -> int:
        """Send until every hand is acknowledged, over a network that does what it likes; gives the tries.

        The first few that wait are under way at a time, and arrive in any order. Some arrive twice, and of some
        the answer is lost. One that came before its turn (`not-the-next-hand`) waits for the next pass.
        """
        waiting, tries = list(self.hands), 0
        while waiting:
            under_way = waiting[:AHEAD] + dice.choices(self.hands, k=1)
            dice.shuffle(under_way)
            for hand in under_way:
                tries += 1
                acknowledged, lost = self._send(hand), dice.random() < 0.3
                if acknowledged and not lost and hand in waiting:
                    waiting.remove(hand)
        return tries

    def _send(self, hand: dict[str, Any]) -> bool:
        body = {name: value for name, value in hand.items() if name not in ("key", "hand")}
        key = f"again-{next(self.fresh)}" if self.forgetful else hand["key"]
        sent_at = instant(timezone.now() + self.wrong)
        answer: Any = self.caller.hand(self.table, hand["hand"], key=key, sent_at=sent_at, **body)
        told = answer.json()
        if answer.status_code in ACKNOWLEDGED:
            assert told["key"] == key
            return True
        assert answer.status_code == 400, answer.content
        assert [problem["code"] for problem in told["errors"]] == ["not-the-next-hand"]
        return False
