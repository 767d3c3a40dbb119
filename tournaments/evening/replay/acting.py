"""An act decided and applied, with everything that follows from it: pure, so that a preview is the act on a copy."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from tournaments.evening.acts import Act, Now, ReopenResults, Work, after
from tournaments.evening.record.record import Record
from tournaments.evening.replay.fold import take
from tournaments.evening.status import Status
from tournaments.ledger.chain import Entry, canonical, instant
from tournaments.refusals import refuse


@dataclass(slots=True)
class Doing:
    """What is being done to an evening.

    Attributes:
        record: the evening as it stands; each act has its effect on it.
        now: who does it, and when.
        sequence, head: the number and the hash of the last entry.
        entries: those written so far, in order.
        work: the background work they bring with them.
    """

    record: Record
    now: Now
    sequence: int
    head: str
    entries: list[Entry] = field(default_factory=list)
    work: dict[Work, None] = field(default_factory=dict)

    def do(self, act: Act) -> Entry | None:
        """Do an act and what follows from it; gives its entry, or None where nothing was left to do.

        Raises Faults. What was done until then has had its effect on the record, which is to be thrown away.
        """
        record = self.record
        if act.needs_reason and not act.reason:
            refuse("reason", "empty", "please give a reason; it is kept with the change")
        wanted = act.instead(record, self.now)
        if wanted is None:
            return None
        if wanted.reopens and record.status == Status.PUBLISHED:
            self.do(ReopenResults(reason=act.reason))
        after(type(wanted), record.status)
        entry = self._write(wanted)
        wanted.beside(record, entry)
        self.work |= dict.fromkeys(wanted.work(record))
        for further in list(wanted.then(record)):
            self.do(further)
        return entry

    def _write(self, act: Act) -> Entry:
        text = canonical(act.decide(self.record, self.now))
        entry = Entry(self.sequence + 1, act.name, text, self.now.by, instant(self.now.at), act.reason)
        entry = replace(entry, hash=entry.digest(self.head))
        take(self.record, entry, json.loads(text))
        self.sequence, self.head = entry.sequence, entry.hash
        self.entries.append(entry)
        return entry
