"""The ETags of a season's public pages."""

from __future__ import annotations

from django.db.models import Count, Sum

from tournaments.league.models import PersonMerge, Season
from tournaments.league.reads.tables import jobs_of

Ground = tuple[object, ...]


def ground_of_rules(season: Season) -> Ground:
    """What the head of every page and the rules rest on: the season with its league and club; no query.

    Every entry of the season's ledger, and every line of its tables that is written, makes another version.
    """
    league, club = season.league, season.league.club
    own = (season.pk, season.version, season.ledger_head, season.rules_version, season.stage)
    return (
        *own,
        *(season.name, season.slug, season.starts, season.ends, season.takes),
        *(league.name, league.slug, club.name, club.slug, club.time_zone, club.settings_version),
    )


def ground_of(season: Season) -> Ground | None:
    """What the other pages rest on besides; four queries at the most.

    None while a table is still being worked out or could not be: its lines are behind then, and nothing is certain.

    Names, merges, evenings and what their clubs show to whom have no entry in the season's ledger when they change:
    they are read. An evening moves its own version with all that happens at it.
    """
    if season.kind == Season.Kind.EVENINGS:
        if jobs_of(season):
            return None
        return (*ground_of_rules(season), _of_lines(season), _of_evenings(season), _of_merges())
    return (*ground_of_rules(season), _of_entrants(season), _of_fixtures(season), _of_merges())


def _of_lines(season: Season) -> Ground:
    """What those with a line are called; whose line it is the version tells."""
    rows = season.lines.filter(category="").order_by("player")
    club = ("player__club__name", "player__club__settings_version")
    return tuple(rows.values_list("player", "player__name", *club))


def _of_evenings(season: Season) -> Ground:
    """The evenings, what was taken of them, and what their handicaps rest on where there are any."""
    mark = ["result__mark"] if season.rules.get("handicap") else []
    rows = season.evenings.order_by("evening")
    seen = ("evening", "evening__version", "evening__club__settings_version")
    return tuple(rows.values_list(*seen, "choice", "void", "publication", *mark))


def _of_entrants(season: Season) -> Ground:
    club = "player__club__settings_version"
    return tuple(season.entrant_members.order_by("pk").values_list("entrant", "player", "player__name", club))


def _of_fixtures(season: Season) -> Ground:
    """The evenings on which fixtures rest: versions only ever rise, and so does their sum."""
    resting = season.fixtures.filter(evening__isnull=False)
    found = resting.aggregate(
        count=Count("pk"),
        versions=Sum("evening__version"),
        settings=Sum("evening__club__settings_version"),
    )
    return (found["count"], found["versions"], found["settings"])


def _of_merges() -> Ground:
    """How many merges there ever were, and how many are undone: wherever they were, which is more than is asked."""
    found = PersonMerge.objects.aggregate(made=Count("pk"), undone=Count("undone_at"))
    return (found["made"], found["undone"])
