"""The names of the acts of an evening, as the REST API lists them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.evening.acts import ACTS

if TYPE_CHECKING:
    Act = str
else:
    Act = StrEnum("Act", {name.upper(): name for name in ACTS})
    Act.__doc__ = "What somebody does to an evening; each is one kind of ledger entry."
