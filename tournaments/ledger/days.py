"""The days that acts may name."""

from __future__ import annotations

from datetime import date

from tournaments.refusals import refuse

EARLIEST, LATEST = date(1000, 1, 1), date(9000, 1, 1)


def checked_date(entered: date) -> date:
    """A day on which an evening can be. Raises Faults for the far past and future."""
    if not EARLIEST <= entered < LATEST:
        refuse("date", "out-of-range", "%(entered)s is no day for an evening", entered=entered.isoformat())
    return entered
