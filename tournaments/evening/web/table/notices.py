"""What the director has done that a table must know: decisions, penalties, a bell taken back; and its own claim."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from tournaments.evening import acts
from tournaments.evening.reads import facts
from tournaments.evening.reads.decisions import Decided, standing_decisions
from tournaments.evening.reads.director_alerts import target_times
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.reads.tables import TableLink
from tournaments.evening.record.target_times import was_before
from tournaments.evening.web.table.phones import LASTS

RUNG: Final = "rung"
"""The cookie in which a phone keeps the round whose bell it has shown."""
BACK_IN_PLAY: Final = ("play", "ring", "played_out")


def decision(link: TableLink, here: GameView) -> Decided | None:
    """The director's decision on the game of a table, with its reason; one query where there is one."""
    if not here.decision:
        return None
    where = (here.round.number, link.table.number)
    return next(
        (
            decided
            for decided in standing_decisions(link.table.evening)
            if decided.act in (acts.AdjustGame.name, acts.NotPlayed.name)
            and (decided.body["round"], decided.body["table"]) == where
        ),
        None,
    )


def penalties(link: TableLink, here: GameView | None) -> list[dict[str, Any]]:
    """The penalties of those who sit at a table, each with its reason; one query."""
    if here is None:
        return []
    names = {sitter.code: sitter.name for sitter in here.seats}
    return [
        {"name": names[code], "points": given.body["points"], "reason": given.reason}
        for given in standing_decisions(link.table.evening)
        if given.act == acts.Penalty.name
        for code in given.body["tickets"]
        if code in names
    ]


def may_claim(link: TableLink, here: GameView) -> bool:
    """Whether the table reached the target before the one that rang; two queries, where it has reached it at all."""
    setup, rang, own = facts.setup_of(link.table.evening), here.round.bell_table, link.table.number
    if rang is None or rang.number == own or not setup.may_ring(own, here.points, here.decision):
        return False
    return was_before(target_times(setup, here.round), own, rang.number)


def bell_taken_back(request: HttpRequest, phase: str, here: GameView | None) -> bool:
    """Whether this phone has shown the bell of a round that is in play again."""
    shown = request.COOKIES.get(RUNG, "")
    return here is not None and phase in BACK_IN_PLAY and shown == str(here.round.number)


def note_bell(answer: HttpResponse, phase: str, here: GameView | None, *, url: str, taken_back: bool) -> None:
    """Have the phone remember that it shows a bell; or that it has been told it was taken back, which it is once."""
    if here is not None and phase == "bell":
        number = str(here.round.number)
        answer.set_cookie(RUNG, number, max_age=LASTS, path=url, httponly=True, samesite="Lax")
    elif taken_back:
        answer.delete_cookie(RUNG, path=url, samesite="Lax")
