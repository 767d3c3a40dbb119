"""Who is left out of the next round of a Swiss at their own wish, asked for before it is drawn.

It counts as a draw or as a loss, as they agree with the secretary. Nobody is left out for more than one round by it.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, DivisionSeen
from tournaments.league.services.fixture_state import opened
from tournaments.league.services.ledger import SeasonBook
from tournaments.ranking.fixtures.values import LeftOut
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_reason


@transaction.atomic
def leave_out(
    *, season: Season, number: int, counts: LeftOut, by: str, at: datetime, reason: str = ""
) -> int:
    """Leave an entrant out of the next round; told again with something else it counts as, it counts as that.

    Returns the number of the round. Raises Faults where the season is no Swiss, all its rounds are made, or the
    entrant has withdrawn.
    """
    book, seen = opened(season, acts.Leave, by=by, at=at)
    if seen.rules.format != "swiss":
        refuse(
            "season",
            "no-swiss",
            "only the rounds of a Swiss are drawn one by one; anywhere else fixtures are postponed or forfeited",
        )
    if counts not in ("draw", "nobody"):
        refuse("counts", "not-allowed", "“%(entered)s” was entered; allowed: draw or nobody", entered=counts)
    division = _division(seen, number)
    most = seen.rules.rounds or 1
    if division.next_round > most:
        refuse("round", "the-last", "all %(most)s rounds are made", most=most)
    if str(number) not in division.playing:
        refuse("entrant", "has-left", "%(name)s has withdrawn already", name=seen.names[str(number)])
    if division.left_out.get(str(number)) != counts:
        _tell(book, number, division.next_round, counts, reason)
    return division.next_round


@transaction.atomic
def let_play(*, season: Season, number: int, by: str, at: datetime, reason: str = "") -> int:
    """Take it back: the entrant plays in the next round after all. Returns its number.

    Raises Faults where they were not to be left out of it, as when it is drawn.
    """
    book, seen = opened(season, acts.Leave, by=by, at=at)
    division = _division(seen, number)
    if str(number) not in division.left_out:
        refuse(
            "entrant",
            "not-left-out",
            "%(name)s is not to be left out of round %(round)s",
            name=seen.names[str(number)],
            round=division.next_round,
        )
    _tell(book, number, division.next_round, "", reason)
    return division.next_round


def _division(seen: Contest, number: int) -> DivisionSeen:
    found = seen.division_of(number)
    if found is None:
        refuse("entrant", "unknown", "there is no entrant %(entered)s", entered=number)
    return found


def _tell(book: SeasonBook, number: int, round_: int, counts: str, reason: str) -> None:
    body: dict[str, object] = {"absent": number, "round": round_, "counts": counts}
    book.do(acts.Leave(told=body, reason=clean_reason(reason)))
