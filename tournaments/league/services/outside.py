"""What acts of a season ask beyond its ledger: players, evenings, and the seed of the next lots."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from tournaments.club.models import Player
from tournaments.evening.models import Evening
from tournaments.evening.reads.published import is_reopened
from tournaments.evening.services.evenings import SEED_BYTES
from tournaments.league.acts.act import EveningGames, EveningSeen, PlayerSeen
from tournaments.league.models import Season
from tournaments.league.reads.access import clubs_in
from tournaments.league.reads.evening_games import games_of
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.services.handicaps import RatingsBehindError, RatingsFailedError, check_ratings
from tournaments.refusals import refuse


class OutsideOf:
    """What is outside the ledger of this season, read when it is asked for."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.seed = season.seed

    @property
    def entries(self) -> int:
        """How many entries the ledger has."""
        return self.season.ledger_length

    def renew_seed(self) -> None:
        """Put a fresh seed in the place of the one that was used."""
        self.seed = secrets.token_hex(SEED_BYTES)

    def player(self, key: int) -> PlayerSeen:
        """A player, by the key of their row."""
        row = Player.objects.get(pk=key)
        return PlayerSeen(row.name, self._takes_part(row.club_id))

    def evening(self, address: str) -> EveningSeen:
        """An evening, by its address."""
        row = evening_at(address)
        taken = self.season.evenings.filter(evening=row, result__isnull=False).exists()
        return EveningSeen(row.name, row.plan["game"], self._takes_part(row.club_id), taken)

    def games(self, address: str) -> EveningGames | None:
        """What an evening gives fixtures, by its address; None while nothing of it is published, or it is corrected.

        Raises Faults where handicaps rest on ratings that are not worked out.
        """
        row = evening_at(address)
        if is_reopened(row) or not row.publications.exists():
            return None
        if rules_of(self.season).handicap is not None:
            _check_ratings(row, self.season)
        return games_of(self.season, row)

    def has_line(self, keys: Iterable[int]) -> set[int]:
        """Which of these players have a line in a table of the season."""
        return set(self.season.lines.filter(player__in=keys).values_list("player_id", flat=True))

    def _takes_part(self, club: int) -> bool:
        return clubs_in(self.season.league).filter(pk=club).exists()


def evening_at(address: str) -> Evening:
    """The evening of an address in a ledger."""
    club, _, slug = address.partition("/")
    return Evening.objects.select_related("club").get(club__slug=club, slug=slug)


def _check_ratings(evening: Evening, season: Season) -> None:
    """Raise Faults where the ratings that people come with to an evening are not worked out."""
    try:
        check_ratings(evening, season)
    except RatingsFailedError:
        refuse(
            "evening",
            "ratings-failed",
            "the handicaps of “%(entered)s” rest on ratings that could not be worked out; have that tried again on "
            "the first page of the season",
            entered=evening.name,
        )
    except RatingsBehindError:
        refuse(
            "evening",
            "ratings-behind",
            "the handicaps of “%(entered)s” rest on ratings that are still being worked out; try again in a moment",
            entered=evening.name,
        )
