"""A season of fixtures brought as far as a test needs it, all through the services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from tests.tournaments.kept_rows import kept
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts import EnterResult, MakeFixtures
from tournaments.league.models import Season
from tournaments.league.reads.fixtures import Contest, contest
from tournaments.league.services import entrants, seasons
from tournaments.league.services.ledger import perform

WHO = "user:1"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea")


@dataclass
class AContest:
    season: Season
    at: datetime

    @classmethod
    def made(
        cls, club: Club, divisions: Sequence[int] = (4,), *, at: datetime, until: str = "drawn", **rules: Any
    ) -> AContest:
        """A season whose divisions have so many entrants; `until` draft, open or drawn."""
        wish = repr((club.pk, divisions, at, until, sorted(rules.items())))
        return kept(wish, lambda: cls._made(club, divisions, at, until, rules))

    @classmethod
    def _made(
        cls, club: Club, divisions: Sequence[int], at: datetime, until: str, rules: dict[str, Any]
    ) -> AContest:
        league = seasons.make_league(club=club, new=seasons.NewLeague(name="Winter League"), at=at)
        days: dict[str, Any] = {"starts": date(2026, 10, 1), "ends": date(2027, 3, 31)}
        season = seasons.make_season(
            league=league,
            name="2026",
            kind="fixtures",
            rules={"games": ["chantecler"], **rules},
            by=WHO,
            at=at,
            **days,
        )
        made = cls(season, at)
        if len(divisions) > 1:
            names = [(None, f"Division {level}") for level in range(1, len(divisions) + 1)]
            entrants.divide(season=season, divisions=names, **made.who)
        names_left = list(NAMES)
        for level, count in enumerate(divisions, 1):
            entrants.enter_names(season=season, lines=names_left[:count], division=level, **made.who)
            del names_left[:count]
        if until != "draft":
            perform(season=season, act=acts.Open(), **made.who)
        if until == "drawn":
            perform(season=season, act=MakeFixtures(), **made.who)
        return made

    @property
    def who(self) -> dict[str, Any]:
        """Who acts, and when; a second later each time."""
        self.at += timedelta(seconds=1)
        return {"by": WHO, "at": self.at}

    def act(self, wanted: Any, **arguments: Any) -> Any:
        if isinstance(wanted, acts.SeasonAct):
            wanted = partial(perform, act=wanted)
        return wanted(season=self.season, **arguments, **self.who)

    @property
    def seen(self) -> Contest:
        return contest(Season.objects.select_related("league__club").get(pk=self.season.pk))

    def result(
        self, code: str, home: int, away: int, points: tuple[int, int] | None = None, **more: Any
    ) -> None:
        act = EnterResult(fixture=code, games=(2 * home, 2 * away), points=points, **more)
        self.act(act)

    def play_out(self) -> None:
        """Everything ahead is won by whoever has the lower number, three games to one."""
        self.at = kept(f"{self.season.pk} played out from {self.at}", self._played_out)

    def _played_out(self) -> datetime:
        while ahead := [
            row for row in self.seen.fixtures if row.away and row.status in ("planned", "postponed")
        ]:
            row = ahead[0]
            assert row.away is not None
            home = row.home.number < row.away.number
            self.result(row.code, 3 if home else 1, 1 if home else 3)
        return self.at

    def told(self, level: int = 1) -> list[str]:
        """The fixtures of a division: `1: Ann – Ben planned`."""
        return [
            f"{row.round}: {row.home.name} – {row.away.name if row.away else 'bye'} {row.status}"
            for row in self.seen.fixtures
            if row.division.level == level
        ]
