"""Seasons as their pages show them: tables with names, evenings, the work under way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q

from tournaments.club.models import Club, Player
from tournaments.club.reads.visitors import Visitor
from tournaments.evening.models import Evening, Seat
from tournaments.evening.reads.access import public_evenings
from tournaments.league import acts
from tournaments.league.models import League, LeagueClub, Season, SeasonEvening, SeasonLine
from tournaments.league.reads.corrections import standing_entries
from tournaments.league.reads.persons import Called, called, merged_in
from tournaments.league.reads.seasons import clubs_in, public_seasons_of, rules_of
from tournaments.league.reads.tables import persons_of, tables_of
from tournaments.movement.seating import is_winner
from tournaments.ranking.series.table import SeasonLine as Line
from tournaments.ranking.series.units import points_text

__all__ = ["Club", "Evening", "League", "LeagueClub", "Player", "SeasonEvening"]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a season's table as it is shown.

    Attributes:
        row: the line as it is kept.
        name: whose it is, told apart from others of the same name.
        address: where they are among the people of the season, as `Called.address` has it.
        total, bonus: in points, as people write them.
    """

    row: SeasonLine
    name: str
    address: str
    total: str
    bonus: str


def leagues_at(club: Club) -> list[League]:
    """The leagues of a club with their seasons; two queries."""
    return list(club.leagues.prefetch_related("seasons").order_by("name"))


def seasons_of(league: League, *, stage: str = "") -> list[Season]:
    """The seasons of a league, those being set up too, the latest first; one query, none where they are fetched.

    Arguments:
        stage: that of the seasons that are wanted; "" for any.
    """
    found = [season for season in league.seasons.all() if stage in ("", season.stage)]
    return sorted(found, key=lambda one: (one.starts, one.pk), reverse=True)


def asked_of(club: Club) -> list[LeagueClub]:
    """The leagues elsewhere that a club was asked to take part in, or does; one query."""
    return list(LeagueClub.objects.filter(club=club).select_related("league__club").order_by("pk"))


def guest_clubs_of(league: League) -> list[LeagueClub]:
    """The clubs asked to take part in a league; one query."""
    return list(league.guest_clubs.select_related("club"))


def clubs_to_ask(league: League) -> list[Club]:
    """The clubs that could still be asked; one query."""
    taken = Q(pk=league.club_id) | Q(leagues_elsewhere__league=league)
    return list(Club.objects.exclude(taken).order_by("name"))


def public_leagues_at(club: Club, visitor: Visitor, *, stage: str = "") -> list[tuple[League, list[Season]]]:
    """The leagues a club takes part in with their open seasons, latest first; one query.

    Arguments:
        stage: that of the seasons that are wanted; "" for any.
    """
    found: dict[int, tuple[League, list[Season]]] = {}
    seasons = public_seasons_of(club, visitor)
    wanted = seasons.filter(stage=stage) if stage else seasons
    for season in wanted.order_by("league__name", "-starts", "-pk"):
        found.setdefault(season.league_id, (season.league, []))[1].append(season)
    return list(found.values())


def tables_shown(season: Season) -> dict[str, list[ShownLine]]:
    """The tables of a season of evenings as last worked out: everybody's under "", then the categories.

    Two queries.
    """
    unit = rules_of(season).unit
    rows = list(season.lines.order_by("category", "position"))
    people = called({str(row.player_id) for row in rows})
    home = season.league.club.slug
    order = ["", *(category.name for category in rules_of(season).categories)]
    tables: dict[str, list[ShownLine]] = {name: [] for name in order}
    for row in rows:
        line = ShownLine(
            row,
            people[str(row.player_id)].name,
            people[str(row.player_id)].address(home),
            points_text(row.total, unit),
            f"{'+' if row.bonus > 0 else ''}{points_text(row.bonus, unit)}" if row.bonus else "",
        )
        tables.setdefault(row.category, []).append(line)
    return tables


def lines_of(season: Season, lines: Iterable[ShownLine], players: Collection[int]) -> list[ShownLine]:
    """Those of some players, and of whom they are read as; one query."""
    merged = merged_in([season.league.club_id], season.league)
    wanted = {int(merged.get(str(player), player)) for player in players}
    return [line for line in lines if line.row.player_id in wanted]


def evening_names(addresses: Iterable[str]) -> dict[str, str]:
    """What evenings are called, by their addresses `club/evening`; one query."""
    pairs = [address.partition("/") for address in addresses]
    rows = Evening.objects.filter(
        club__slug__in={club for club, _, _ in pairs}, slug__in={slug for _, _, slug in pairs}
    ).values_list("club__slug", "slug", "name")
    return {f"{club}/{slug}": name for club, slug, name in rows}


@dataclass(frozen=True, slots=True)
class Compared:
    """A line and its neighbours, with what parts them.

    Attributes:
        line: whose page it is.
        above, below: who stands next to it; None at the top and the foot.
        people: what they are called, by id.
    """

    line: Line
    above: Line | None
    below: Line | None
    people: Mapping[str, Called]

    @property
    def names(self) -> dict[str, str]:
        """Their names alone."""
        return {person: one.name for person, one in self.people.items()}


def compared(season: Season, player: int, category: str = "") -> Compared | None:
    """A person's line beside its neighbours, with all that their evenings gave; None for who has none."""
    state = tables_of(season).get(category)
    lines: Sequence[Line] = state.lines if state else ()
    at = next((at for at, line in enumerate(lines) if line.person == str(player)), None)
    if at is None:
        return None
    above = lines[at - 1] if at else None
    below = lines[at + 1] if at + 1 < len(lines) else None
    here = [line for line in (above, lines[at], below) if line is not None]
    return Compared(lines[at], above, below, called(line.person for line in here))


def bonus_reasons(season: Season, person: str) -> list[str]:
    """Why somebody was given points or lost some; four queries."""
    persons = persons_of(season)
    return [
        entry.reason
        for entry in standing_entries(season)
        if entry.act == acts.GiveBonus.name and persons.real(str(entry.body["player"])) == person
    ]


def games_played(club: Club) -> list[str]:
    """The games of the club's published evenings; one query."""
    played = Evening.objects.filter(club=club, published_at__isnull=False).order_by()
    return sorted(set(played.values_list("plan__game", flat=True)))


def evenings_by_id(visitor: Visitor, keys: Iterable[str]) -> dict[str, Evening]:
    """Public evenings with their clubs, by id; one query."""
    found = public_evenings(visitor).filter(pk__in=[int(key) for key in keys])
    return {str(evening.pk): evening for evening in found}


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round somebody played: its number, the table, and whether it was won; None where nobody wins."""

    number: int
    table: int
    won: bool | None


def rounds_played(season: Season, person: str, evenings: Iterable[str]) -> dict[str, list[PlayedRound]]:
    """The rounds somebody played at these evenings, under whatever name, by evening; four queries."""
    persons = persons_of(season)
    people = {person, *(old for old in persons.merged if persons.real(old) == person)}
    rows = (
        Seat.objects.filter(
            ticket__player__in=[int(one) for one in people],
            round__evening__in=[int(evening) for evening in evenings],
            round__closed_at__isnull=False,
            table_round__isnull=False,
        )
        .order_by("round__evening", "round__number")
        .values_list(
            "round__evening", "round__number", "table_round__table__number", "table_round__winner", "seat"
        )
    )
    found: dict[str, list[PlayedRound]] = {}
    for evening, number, table, winner, seat in rows:
        won = is_winner(winner, seat or 1) if winner else None
        found.setdefault(str(evening), []).append(PlayedRound(number, table or 0, won))
    return found


def evenings_taken(season: Season) -> list[SeasonEvening]:
    """The evenings that a season has taken, latest first; one query."""
    rows = season.evenings.filter(result__isnull=False).select_related("evening__club").defer("result")
    return list(rows.order_by("-evening__date", "-evening_id"))


def evenings_left_out(season: Season, visitor: Visitor) -> list[Evening]:
    """The evenings that the visitor may see and the secretary has left out, latest first; one query."""
    left = public_evenings(visitor).filter(
        seasons__season=season, seasons__choice=SeasonEvening.Choice.LEFT_OUT, published_at__isnull=False
    )
    return list(left.order_by("-date", "-pk"))


def evenings_to_choose(season: Season) -> list[Evening]:
    """The evenings that a season takes or could take, latest first, each with `of_season`, its rows of the season.

    Two queries.
    """
    in_time = Q(date__gte=season.starts, date__lte=season.ends)
    mine: Prefetch[Any] = Prefetch(
        "seasons", SeasonEvening.objects.filter(season=season).defer("result"), "of_season"
    )
    found = Evening.objects.filter(
        in_time | Q(seasons__season=season),
        club__in=clubs_in(season.league).values("pk"),
        plan__game__in=list(rules_of(season).games),
    )
    rows = found.distinct().select_related("club").prefetch_related(mine)
    return list(rows.order_by("-date", "-pk"))


def players_of(season: Season) -> list[Player]:
    """Everybody of the clubs that take part, by name, retired ones left out; one query."""
    clubs = clubs_in(season.league).values("pk")
    return list(
        Player.objects.filter(club__in=clubs, is_active=True).select_related("club").order_by("name", "pk")
    )


def players_in(season: Season, keys: Iterable[int]) -> dict[int, Player]:
    """Those of the same people who have these keys, by key; one query."""
    clubs = clubs_in(season.league).values("pk")
    return Player.objects.filter(club__in=clubs, is_active=True).in_bulk(set(keys))


def category_members(season: Season) -> dict[str, list[Player]]:
    """Who is in each category that goes by person; one query."""
    names = [category.name for category in rules_of(season).categories if category.by == "person"]
    found: dict[str, list[Player]] = {name: [] for name in names}
    rows = season.category_members.select_related("player").order_by("player__name", "player_id")
    for row in rows:
        if row.category in found:
            found[row.category].append(row.player)
    return found
