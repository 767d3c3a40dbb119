"""Seasons as JSON data, and put back from it.

Evenings and people keep their primary keys: the ledgers and results of seasons name people by them.
"""

from datetime import date

from tests.golden.loading import at
from tests.golden.rows import Row, columns, told
from tests.tournaments.conftest import START
from tournaments.club.models import Club, Player
from tournaments.evening.models import Evening
from tournaments.league.models import (
    BoundText,
    CategoryMember,
    Division,
    Entrant,
    Fixture,
    League,
    PersonMerge,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.league.reads.fixtures import contest
from tournaments.league.services.rows import folded

TEXT = ("commitment", "text", "salt")
ENTRY = ("sequence", "act", "body", "by", "at", "reason", "previous_hash", "hash")
SEASON = (
    *("name", "slug", "kind", "stage", "starts", "ends", "takes", "rules", "rules_version", "seed"),
    *("previous_id", "ledger_length", "ledger_head", "made_at", "closed_at"),
)
LINE = (
    *("category", "player_id", "position", "place", "total", "attended", "won", "bonus", "prizes"),
    *("decided_by", "explanation"),
)
FIXTURE = (
    *("code", "round", "status", "play_off", "date", "winner", "forfeit", "games_home", "games_away"),
    *("points_home", "points_away"),
)
MERGE = ("duplicate_id", "into_id", "merged_by", "merged_at", "reason", "undone_by", "undone_at")


def kept_seasons() -> Row:
    """Everything that is there of leagues: people, evenings, and each season with its ledger, rows and tables."""
    return {
        "players": [columns(row, "pk", "name", "is_guest") for row in Player.objects.order_by("pk")],
        "evenings": [_evening(row) for row in Evening.objects.order_by("pk")],
        "merges": [columns(row, *MERGE) for row in PersonMerge.objects.order_by("pk")],
        "league": columns(League.objects.get(), "pk", "name", "slug"),
        "seasons": [kept_season(row) for row in Season.objects.order_by("pk")],
    }


def _evening(row: Evening) -> Row:
    published = row.publications.order_by("number")
    return {
        **columns(row, "pk", "name", "slug", "date", "plan", "status"),
        "archives": list(published.values_list("archive", flat=True)),
        "people": {ticket.code: ticket.player_id for ticket in row.tickets.order_by("number")},
    }


def kept_season(row: Season) -> Row:
    of_fixtures = row.kind == Season.Kind.FIXTURES
    return {
        "pk": row.pk,
        **columns(row, *SEASON),
        "ledger": [columns(entry, *ENTRY) for entry in row.ledger.order_by("sequence")],
        "texts": [columns(text, *TEXT) for text in row.bound_texts.order_by("pk")],
        "folded": told(folded(row).contest) if of_fixtures else None,
        "rows": fixture_rows(row) if of_fixtures else evening_rows(row),
    }


def fixture_rows(row: Season) -> Row:
    return {
        "divisions": list(row.divisions.order_by("level").values_list("level", "name")),
        "entrants": [_entrant(one) for one in row.entrants.order_by("number").select_related("division")],
        "fixtures": [_fixture(one) for one in row.fixtures.order_by("code")],
        "tables": [told(one.lines) for one in contest(row).divisions if one.rules.has_table],
    }


def _entrant(row: Entrant) -> Row:
    names = ("number", "name", "rating", "withdrawn_at", "left_out_of", "left_out_as")
    members = sorted(row.members.values_list("player_id", flat=True))
    return {**columns(row, *names), "division": row.division.level, "members": members}


def _fixture(row: Fixture) -> Row:
    return {
        **columns(row, *FIXTURE),
        "division": row.division.level,
        "home": row.home.number,
        "away": row.away and row.away.number,
        "evening": row.evening and row.evening.slug,
    }


def evening_rows(row: Season) -> Row:
    """The rows of a season of evenings: what it took, who is in which category, the lines of its tables."""
    return {
        "taken": [
            columns(one, "evening_id", "choice", "void", "publication", "result")
            for one in row.evenings.order_by("evening_id")
        ],
        "categories": list(
            row.category_members.order_by("category", "player").values_list("category", "player_id")
        ),
        "lines": [columns(one, *LINE) for one in row.lines.order_by("category", "position")],
    }


def put_back(kept: Row) -> list[Season]:
    """The seasons of what was kept, with nothing that follows from their ledgers and what they took."""
    club = Club.objects.create(
        name="Rooster Club", slug="rooster-club", time_zone="Europe/Paris", made_at=START
    )
    Player.objects.bulk_create(
        Player(club=club, slug=f"player-{row['pk']}", made_at=START, **row) for row in kept["players"]
    )
    Evening.objects.bulk_create(_put_evening(club, row) for row in kept["evenings"])
    league = League.objects.create(club=club, made_at=START, **kept["league"])
    PersonMerge.objects.bulk_create(
        PersonMerge(
            **{
                **row,
                "merged_at": at(row["merged_at"]),
                "undone_at": row["undone_at"] and at(row["undone_at"]),
            }
        )
        for row in kept["merges"]
    )
    return [_put_season(league, row) for row in kept["seasons"]]


def _put_evening(club: Club, row: Row) -> Evening:
    names = ("pk", "name", "slug", "plan", "status")
    known = {name: row[name] for name in names}
    return Evening(club=club, made_at=START, date=date.fromisoformat(row["date"]), **known)


def _put_season(league: League, row: Row) -> Season:
    known = {name: row[name] for name in ("pk", *SEASON)}
    days = {name: date.fromisoformat(row[name]) for name in ("starts", "ends")}
    times = {name: row[name] and at(row[name]) for name in ("made_at", "closed_at")}
    season = Season.objects.create(league=league, **{**known, **days, **times})
    SeasonEntry.objects.bulk_create(
        SeasonEntry(season=season, **{**entry, "at": at(entry["at"])}) for entry in row["ledger"]
    )
    # Ledgers that were kept before texts were bound hold them themselves.
    BoundText.objects.bulk_create(BoundText(season=season, **text) for text in row.get("texts", ()))
    if season.kind == Season.Kind.EVENINGS:
        SeasonEvening.objects.bulk_create(SeasonEvening(season=season, **one) for one in row["rows"]["taken"])
        CategoryMember.objects.bulk_create(
            CategoryMember(season=season, category=category, player_id=player)
            for category, player in row["rows"]["categories"]
        )
        player = row["rows"]["lines"][0]["player_id"]
        wrong = {"position": 9, "total": 9, "attended": 9, "won": 9, "bonus": 9, "prizes": False}
        SeasonLine.objects.create(season=season, player_id=player, **wrong)
    return season


WRONG_DIVISION = "A division that the ledger does not know"


def spoil(season: Season) -> None:
    """A division too many, so that rows that are not made again show."""
    Division.objects.create(season=season, level=9, name=WRONG_DIVISION)
