"""Lots between those who are level in a season, of evenings or of fixtures: drawn by its seed, or by hand.

The commitment to the seed is shown from the day the season is opened. A draw uses the seed, shows it, and puts a
fresh one in its place, whose commitment stands in the same entry.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from tournaments.models import Season
from tournaments.ranking.league.lots import Lots, commitment, drawn
from tournaments.ranking.season.life import SeasonAct
from tournaments.refusals import refuse
from tournaments.services.evenings import SEED_BYTES
from tournaments.services.leagues import work
from tournaments.services.leagues.ledger import SeasonBook, open_season
from tournaments.services.texts import clean_reason

LARGEST: Final = 1000
LONGEST_KEY: Final = 19


def promised(season: Season) -> str:
    """The commitment to the seed of the next lots, which everybody may see."""
    return commitment(season.seed)


@transaction.atomic
def draw_lots(*, season: Season, between: Sequence[str], by: str, at: datetime, reason: str = "") -> Lots:
    """Draw lots by the season's seed.

    Arguments:
        between: who draws: players by primary key in a season of evenings, entrants by number in one of fixtures.

    Raises Faults with the field `between`.
    """
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.LOTS)
    _check(book, between)
    label = f"lots:{book.season.ledger_length + 1}"
    lots = drawn(between, seed=book.season.seed, label=label)
    book.season.seed = secrets.token_hex(SEED_BYTES)
    _write(book, lots, reason=reason, also=("seed",))
    return lots


@transaction.atomic
def record_lots(*, season: Season, order: Sequence[str], by: str, at: datetime, reason: str = "") -> Lots:
    """Record lots that were drawn by hand, the best first. Raises Faults with the field `between`."""
    book = open_season(season.pk, by=by, at=at)
    book.check(SeasonAct.LOTS)
    _check(book, order)
    lots = Lots(tuple(order))
    _write(book, lots, reason=reason)
    return lots


def _write(book: SeasonBook, lots: Lots, *, reason: str, also: tuple[str, ...] = ()) -> None:
    body: dict[str, object] = {
        "order": list(lots.order),
        "label": lots.label,
        "seed": lots.seed,
        "commitment": lots.commitment,
        "next_commitment": commitment(book.season.seed),
    }
    book.write(SeasonAct.LOTS, body, reason=clean_reason(reason), also=also)
    _recompute(book)


def _recompute(book: SeasonBook) -> None:
    """The table of a season of evenings is kept; that of one of fixtures is worked out as it is read."""
    if book.season.kind == Season.Kind.EVENINGS:
        work.ask_season(book.season, at=book.at)


def _check(book: SeasonBook, between: Sequence[str]) -> None:
    if not 2 <= len(between) <= LARGEST or len(set(between)) != len(between):
        refuse("between", "each-once", "lots are drawn between two or more, each named once")
    known = _known(book.season, between)
    stranger = next((one for one in between if one not in known), None)
    if stranger is not None:
        refuse("between", "unknown", "“%(entered)s” is nobody in this season", entered=stranger)


def _known(season: Season, ids: Sequence[str]) -> set[str]:
    keys = [int(one) for one in ids if one.isascii() and one.isdigit() and len(one) < LONGEST_KEY]
    if season.kind == Season.Kind.FIXTURES:
        numbers = season.entrants.filter(number__in=keys).values_list("number", flat=True)
        return {str(number) for number in numbers}
    return {str(key) for key in season.lines.filter(player__in=keys).values_list("player_id", flat=True)}
