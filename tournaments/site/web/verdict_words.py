"""What can be said before the end, in a word or two; the whole sentence comes from ranking.verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

IN_SHORT: Final[Mapping[str, Any]] = {
    "clinched": _("certain"),
    "possible": _("can be reached"),
    "level": _("level at best"),
    "impossible": _("out of reach"),
    "open": _("open"),
}
"""By verdict."""
OUT: Final = "impossible"
