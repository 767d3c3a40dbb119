"""What an entry of the ledger says happened, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.evening import acts
from tournaments.evening.acts.words import Names
from tournaments.site.web.isolating import isolate
from tournaments.site.web.shared import said


def sentence(act: str, body: Mapping[str, Any], names: Names) -> str:
    """What an entry says happened; of an act that this version does not know, its name."""
    known = acts.ACTS.get(act)
    apart = {code: isolate(name) for code, name in names.items()}
    return said(known.says(dict(body), apart)) if known else act.replace("_", " ")
