"""An officer who plays tonight: hands of other tables in play are kept from them here too, until they look."""

from __future__ import annotations

from collections.abc import Iterator

from rest_framework.request import Request

from scoring.derivation import gettext_noop
from tournaments.evening import acts
from tournaments.evening.api.authentication import TablePrincipal
from tournaments.evening.api.views import asker
from tournaments.evening.reads import hand_versions, hand_visibility
from tournaments.evening.reads.api_reads import Evening
from tournaments.evening.reads.hand_visibility import Sight
from tournaments.refusals import refuse


def sight_of(request: Request, evening: Evening) -> Sight:
    """What the asker sees of the hands at the tables.

    A table's token asks for its own table only, and shows its hands while the round is in play.
    """
    user = asker(request)
    if not isinstance(user, TablePrincipal):
        return hand_visibility.sight_of(user, evening)
    return (
        hand_visibility.EVERYTHING
        if evening.status in hand_visibility.IN_PLAY
        else Sight(max(evening.current_round, 1))
    )


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


def look_first_at(request: Request, evening: Evening, act: acts.Act) -> None:
    """Raise Faults (`look-first`) where an act is about a hand that is kept from the asker.

    What it would change tells what the hand was, and so does what a dispute is settled for.
    """
    seen = sight_of(request, evening)
    if seen == hand_visibility.EVERYTHING:
        return
    for round_number, table in _games_of(evening, act):
        look_first(request, evening, round_number, table)


def _games_of(evening: Evening, act: acts.Act) -> Iterator[tuple[int, int]]:
    """Round and table of each hand that an act is about."""
    match act:
        case acts.ConfirmHand() | acts.SettleDispute() | acts.CorrectHand() | acts.NoteHand():
            yield act.round, act.table
        case acts.ExchangeSeats():
            yield from ((round_number, table) for round_number, table, _number in act.hands)
        case acts.TakeLate() | acts.LeaveOutLate():
            late = hand_versions.version(evening, act.of)
            if late is not None:
                yield late.table_round.round.number, late.table.number
