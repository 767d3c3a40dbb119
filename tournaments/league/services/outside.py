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
from tournaments.league.reads.games import ever_merged, games_of, who_is_who
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
        return self.season.ledger_length

    def renew_seed(self) -> None:
        self.seed = secrets.token_hex(SEED_BYTES)

    @cached_property
    def persons(self) -> Persons:
        return who_is_who(self.season)

    def player(self, key: int) -> PlayerSeen:
        return self.players([key])[key]

    def players(self, keys: Iterable[int]) -> dict[int, PlayerSeen]:
        allowed = set(clubs_in(self.season.league).values_list("pk", flat=True))
        rows = Player.objects.filter(pk__in=set(keys)).values_list("pk", "name", "club_id")
        return {key: PlayerSeen(name, club in allowed) for key, name, club in rows}

    def ever_merged(self, players: Collection[int]) -> set[int]:
        return ever_merged(players)

    def evening(self, address: str) -> EveningSeen:
        row = evening_at(address)
        is_taken = self.season.evenings.filter(evening=row, result__isnull=False).exists()
        return EveningSeen(row.name, row.plan["game"], self._takes_part(row.club_id), is_taken)

    def games(self, address: str) -> EveningGames | None:
        """As `Outside.games`; raises RatingsBehindError where handicaps rest on ratings not worked out yet."""
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
