"""A phone at a table: the cookie that tells it from the others, and where it says it sits."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.queries import devices as queried
from tournaments.queries.tables import TableLink
from tournaments.services import devices
from tournaments.web.shared import now, refusals
from tournaments.web.table.card import LASTS, PHONE_COOKIE, at_table, table_url

KINDS: Final = (
    ("iPhone", gettext_noop("iPhone")),
    ("iPad", gettext_noop("iPad")),
    ("Android", gettext_noop("Android phone")),
    ("Windows", gettext_noop("Windows PC")),
    ("Macintosh", gettext_noop("Mac")),
    ("CrOS", gettext_noop("Chromebook")),
    ("Linux", gettext_noop("Linux PC")),
)
OTHER: Final = gettext_noop("another phone")
