"""What services of fixtures share: the season opened for an act, and how it stands."""

from __future__ import annotations

from datetime import datetime

from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, contest
from tournaments.league.services.ledger import SeasonBook, open_season
from tournaments.ranking.fixtures.record import KeptFixture


def opened(season: Season, act: type[acts.SeasonAct], *, by: str, at: datetime) -> tuple[SeasonBook, Contest]:
    """The ledger of a season of fixtures, locked for `act`, and how it stands.

    Raises Faults where its stage forbids the act, or it is a season of evenings.
    """
    book = open_season(season.pk, by=by, at=at)
    book.check(act)
    return book, contest(book.season)


def kept_of(seen: Contest) -> list[KeptFixture]:
    """Every fixture of a season as the ledger tells it, play-offs too."""
    return list(seen.state.fixtures.values())
