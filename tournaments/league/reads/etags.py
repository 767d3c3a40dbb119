"""The ETags of a season's public pages."""

from __future__ import annotations

from django.db.models import Count, Sum

from tournaments.league.models import PersonMerge, Season
from tournaments.league.reads.tables import jobs_of

Ground = tuple[object, ...]


def ground_of_rules(season: Season) -> Ground:
    """What the ETags of every page's head and of the rules are made of; no query.

    Every entry of the season's ledger, and every line of its tables that is written, makes another
    version.
    """
    league, club = season.league, season.league.club
    own = (season.pk, season.version, season.ledger_head, season.rules_version, season.stage)
    return (
        *own,
        *(season.name, season.slug, season.starts, season.ends, season.takes),
        *(league.name, league.slug, club.name, club.slug, club.time_zone, club.settings_version),
    )


def ground_of(season: Season) -> Ground | None:
    """What the ETags of the other pages are made of; four queries at the most.

    None while a table is still being worked out or could not be: its lines are behind then, and nothing
    is certain.

    Names, merges, evenings and what their clubs show to whom have no entry in the season's ledger when
    they change: they are read. An evening moves its own version with all that happens at it.
    """
    if season.kind == Season.Kind.EVENINGS:
        if jobs_of(season):
            return None
        return (*ground_of_rules(season), _of_lines(season), _of_evenings(season), _of_merges())
    return (*ground_of_rules(season), _of_entrants(season), _of_fixtures(season), _of_merges())


def _of_lines(season: Season) -> Ground:
    # Names alone: whose line it is the version tells.
    rows = season.lines.filter(category="").order_by("player")
    club = ("player__club__name", "player__club__settings_version")
    return tuple(rows.values_list("player", "player__name", *club))


def _of_evenings(season: Season) -> Ground:
    mark = ["result__mark"] if season.rules.get("handicap") else []
    rows = season.evenings.order_by("evening")
    columns = ("evening", "evening__version", "evening__club__settings_version")
    return tuple(rows.values_list(*columns, "choice", "void", "publication", *mark))


def _of_entrants(season: Season) -> Ground:
    club = "player__club__settings_version"
    return tuple(season.entrant_members.order_by("pk").values_list("entrant", "player", "player__name", club))


def _of_fixtures(season: Season) -> Ground:
    # Versions only ever rise, and so does their sum.
    resting = season.fixtures.filter(evening__isnull=False)
    totals = resting.aggregate(
        count=Count("pk"),
        versions=Sum("evening__version"),
        settings=Sum("evening__club__settings_version"),
    )
    return (totals["count"], totals["versions"], totals["settings"])


def _of_merges() -> Ground:
    # Merges anywhere, not only the season's: that makes too many ETags, never too few.
    counts = PersonMerge.objects.aggregate(made=Count("pk"), undone=Count("undone_at"))
    return (counts["made"], counts["undone"])
