"""The days that acts may name, and the times of a day."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Final

from pydantic import PlainValidator, WithJsonSchema

from scoring.derivation import gettext_noop
from scoring.faults import Unfit
from tournaments.refusals import refuse

EARLIEST, LATEST = date(1000, 1, 1), date(9000, 1, 1)


def checked_date(entered: date) -> date:
    """A day on which an evening can be. Raises Faults for the far past and future."""
    if not EARLIEST <= entered < LATEST:
        refuse("date", "out-of-range", "%(entered)s is no day for an evening", entered=entered.isoformat())
    return entered


CLOCK: Final = re.compile(r"^([01][0-9]|2[0-3]):[0-5][0-9]$")


def _time_of_day(entered: Any) -> str:
    if isinstance(entered, str) and CLOCK.fullmatch(entered):
        return entered
    raise Unfit(gettext_noop("a time of day is hours and minutes, from 00:00 to 23:59, such as 22:30"))


TimeOfDay = Annotated[
    str, PlainValidator(_time_of_day), WithJsonSchema({"type": "string", "pattern": CLOCK.pattern})
]
"""Hours and minutes as clocks of 24 hours show them: "22:30"."""
