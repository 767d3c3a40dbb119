"""The nights of a club in words, for its pages: "First Friday of the month, 20:00"."""

from __future__ import annotations

from typing import Final

from django.template import Library
from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.club.reads.members import ClubNight

register = Library()
WEEKS: Final = {
    0: later("Every %(day)s"),
    1: later("First %(day)s of the month"),
    2: later("Second %(day)s of the month"),
    3: later("Third %(day)s of the month"),
    4: later("Fourth %(day)s of the month"),
    5: later("Last %(day)s of the month"),
}


@register.filter
def when(night: ClubNight) -> str:
    """On which days a night is, and when it begins."""
    days = str(WEEKS[night.week]) % {"day": WEEKDAYS[night.weekday]}
    if night.starts is None:
        return days
    return _("%(days)s, %(time)s") % {"days": days, "time": time_format(night.starts, "TIME_FORMAT")}
