"""An officer who plays tonight: hands of other tables in play are kept from them here too, until they look."""

from __future__ import annotations

from rest_framework.request import Request

from scoring.derivation import gettext_noop
from tournaments.api.authentication import TablePrincipal
from tournaments.api.doors import asker
from tournaments.queries import sight
from tournaments.queries.rest import Evening
from tournaments.queries.sight import Sight
from tournaments.services.refusals import refuse


def sight_of(request: Request, evening: Evening) -> Sight:
    """What the asker sees of the hands at the tables; a phone sees its own table, and asks for no other."""
    user = asker(request)
    return sight.EVERYTHING if isinstance(user, TablePrincipal) else sight.sight_of(user, evening)


def look_first(request: Request, evening: Evening, round_number: int, table: int) -> None:
    """Raise Faults (`look-first`) where the hands of the table are kept from the asker."""
    if not sight_of(request, evening).sees(round_number, table):
        refuse(
            "table",
            "look-first",
            gettext_noop(
                "you play tonight; the hands of table %(table)s are kept from you while it plays, until you look"
            ),
            table=table,
        )
