"""A season in a test: evenings of a round or two that are played and published, and the work they leave behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from tests.tournaments.an_evening import BY, AnEvening
from tests.tournaments.kept_rows import an_evening, kept
from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.league import acts
from tournaments.league.models import League, Season, SeasonLine
from tournaments.league.services import seasons
from tournaments.league.services.ledger import perform
from tournaments.work import runner
from tournaments.work.models import Job, JobQuerySet
from tournaments.work.outbox import FEDERATION_RATINGS, RATINGS, SEASON

FIRST_DAY, LAST_DAY = date(2026, 9, 1), date(2027, 6, 30)
PLACES: dict[str, Any] = {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}
RULES: dict[str, Any] = {"games": ["chantecler"], "points": PLACES}


def do_all_work(at: datetime) -> list[Job]:
    """Do what waits for leagues until nothing does, as the workers would."""
    done: list[Job] = []
    while keys := list(league_jobs().waiting().values_list("pk", flat=True)):
        found = [runner.run(key, clock=lambda: at) for key in keys]
        done += [job for job in found if job is not None]
    return done


def league_jobs() -> JobQuerySet:
    return Job.objects.filter(topic__in=(SEASON.name, RATINGS.name, FEDERATION_RATINGS.name))


@dataclass
class ASeason:
    """`season` is read afresh after each act; `at` moves a minute each time it is read by `clock()`."""

    season: Season
    at: datetime
    evenings: list[AnEvening] = field(default_factory=list)

    @classmethod
    def made(cls, club: Club, *, kind: str = "evenings", until: str = "open", **settings: Any) -> ASeason:
        """A season of a new league of `club`, opened unless `until` is "draft"."""

        def make(league: str = "Friday league", **settings: Any) -> ASeason:
            at = datetime(2026, 9, 1, 12, tzinfo=UTC)
            made = seasons.make_league(club=club, new=seasons.NewLeague(name=league), at=at)
            return cls.of(made, at, kind=kind, until=until, **settings)

        return kept(repr((club.pk, kind, until, sorted(settings.items()))), partial(make, **settings))

    @classmethod
    def of(
        cls, league: League, at: datetime, *, kind: str = "evenings", until: str = "open", **settings: Any
    ) -> ASeason:
        rules = {**RULES, **settings.pop("rules", {})} if kind == "evenings" else settings.pop("rules")
        made = seasons.make_season(
            league=league,
            name=settings.pop("name", "Season 1"),
            kind=kind,
            starts=settings.pop("starts", FIRST_DAY),
            ends=settings.pop("ends", LAST_DAY),
            rules=rules,
            by=BY,
            at=at,
            **settings,
        )
        season = cls(made, at)
        if until == "open":
            season.act(acts.Open())
            season.work()
        return season

    def clock(self) -> datetime:
        self.at += timedelta(minutes=1)
        return self.at

    def read(self) -> Season:
        self.season = Season.objects.select_related("league__club").get(pk=self.season.pk)
        return self.season

    def act(self, wanted: Any, **arguments: Any) -> Any:
        if isinstance(wanted, acts.SeasonAct):
            wanted = partial(perform, act=wanted)
        done = wanted(season=self.season, by=arguments.pop("by", BY), at=self.clock(), **arguments)
        self.read()
        return done

    def play(
        self, day: date = date(2026, 10, 2), players: int = 8, *, until: str = "published", **settings: Any
    ) -> AnEvening:
        """An evening of the club with the same people each time, published, and its work done."""
        club: Club = settings.pop("club", self.season.league.club)
        settings = {"rounds": 1, "until": until} | settings
        wish = repr((self.season.pk, self.at, club.pk, day, players, sorted(settings.items())))
        evening, self.at = kept(wish, lambda: self._played(club, day, players, settings))
        self.evenings.append(evening)
        self.read()
        return evening

    def _played(
        self, club: Club, day: date, players: int, settings: dict[str, Any]
    ) -> tuple[AnEvening, datetime]:
        at = datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
        evening = an_evening(club, players, at=at, **settings)
        self.work()
        return evening, self.at

    def work(self) -> list[Job]:
        done = do_all_work(self.clock())
        self.read()
        return done

    def lines(self, category: str = "") -> list[SeasonLine]:
        return list(self.season.lines.filter(category=category).select_related("player").order_by("position"))

    def totals(self, category: str = "") -> dict[str, int]:
        """What everybody has, in units, by name."""
        return {line.player.name: line.total for line in self.lines(category)}

    def acts(self) -> list[str]:
        return list(self.season.ledger.order_by("sequence").values_list("act", flat=True))


def places_of(evening: Evening) -> dict[str, int]:
    rows = evening.standings.values_list("ticket__player__name", "place")
    return dict(rows)
