"""What is known of seasons: their rules, their entries, their tables."""

from __future__ import annotations

from tournaments.league.models import League, Season
from tournaments.ranking.fixtures.lots import commitment
from tournaments.ranking.series.rules import SeasonRules

__all__ = ["Season", "last_of", "promised", "rules_of"]


def last_of(league: League, kind: str) -> Season | None:
    """The last season of a kind that a league has; one query."""
    return Season.objects.filter(league=league, kind=kind).order_by("-starts", "-pk").first()


def rules_of(season: Season) -> SeasonRules:
    """The rules of a season of evenings. Raises ValueError for one of fixtures."""
    if season.kind != Season.Kind.EVENINGS:
        raise ValueError("a season of fixtures has other rules")
    return SeasonRules.model_validate(season.rules)


def promised(season: Season) -> str:
    """The commitment to the seed of the next lots, which everybody may see."""
    return commitment(season.seed)
