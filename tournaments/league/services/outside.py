"""What acts of a season ask beyond its ledger: players, evenings, and the seed of the next lots."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from functools import cached_property

from tournaments.club.models import Player
from tournaments.evening.models import Evening
from tournaments.evening.reads.public import is_reopened
from tournaments.evening.services.evenings import SEED_BYTES
from tournaments.league.acts.act import EveningGames, EveningSeen, PlayerSeen
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import rules_of
from tournaments.league.reads.games import games_of
from tournaments.league.reads.people import ever_merged, who_is_who
from tournaments.league.reads.seasons import clubs_in
from tournaments.league.services.ratings import check_ratings
from tournaments.ranking.series.units import Persons


class OutsideOf:
    """What is outside the ledger of this season, read when it is asked for."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.seed = season.seed
        self._games: dict[str, EveningGames | None] = {}

    @property
    def entries(self) -> int:
        """How many entries the ledger has."""
        return self.season.ledger_length

    def renew_seed(self) -> None:
        """Put a fresh seed in the place of the one that was used."""
        self.seed = secrets.token_hex(SEED_BYTES)

    @cached_property
    def persons(self) -> Persons:
        """Who is read as whom in the league."""
        return who_is_who(self.season)

    def player(self, key: int) -> PlayerSeen:
        return self.players([key])[key]

    def players(self, keys: Iterable[int]) -> dict[int, PlayerSeen]:
        """Players, by the keys of their rows; two queries."""
        allowed = set(clubs_in(self.season.league).values_list("pk", flat=True))
        rows = Player.objects.filter(pk__in=set(keys)).values_list("pk", "name", "club_id")
        return {key: PlayerSeen(name, club in allowed) for key, name, club in rows}

    def ever_merged(self, players: Collection[int]) -> set[int]:
        """Those of these players who are read as others or were once, or others as them."""
        return ever_merged(players)

    def evening(self, address: str) -> EveningSeen:
        row = evening_at(address)
        taken = self.season.evenings.filter(evening=row, result__isnull=False).exists()
        return EveningSeen(row.name, row.plan["game"], self._takes_part(row.club_id), taken)

    def games(self, address: str) -> EveningGames | None:
        """What an evening gives fixtures, by its address; None while nothing of it is published, or it is corrected.

        Raises:
            RatingsBehindError: handicaps rest on ratings that are not worked out.
        """
        if address not in self._games:
            self._games[address] = self._published(address)
        return self._games[address]

    def _published(self, address: str) -> EveningGames | None:
        row = evening_at(address)
        if is_reopened(row) or not row.publications.exists():
            return None
        if rules_of(self.season).handicap is not None:
            check_ratings(row, self.season)
        return games_of(self.season, row)

    def has_line(self, keys: Iterable[int]) -> set[int]:
        return set(self.season.lines.filter(player__in=keys).values_list("player_id", flat=True))

    def _takes_part(self, club: int) -> bool:
        return clubs_in(self.season.league).filter(pk=club).exists()


def evening_at(address: str) -> Evening:
    club, _, slug = address.partition("/")
    return Evening.objects.select_related("club").get(club__slug=club, slug=slug)
