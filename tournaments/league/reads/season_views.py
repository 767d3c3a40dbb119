"""Seasons as their pages show them: tables with names, evenings, corrections."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any

from django.db.models import Prefetch, Q

from tournaments.club.models import Club, Player
from tournaments.club.reads.access import Visitor, public_clubs
from tournaments.club.reads.members import game_names
from tournaments.evening.models import Evening, Seat
from tournaments.evening.reads.access import public_evenings
from tournaments.evening.reads.hands import corrections_of
from tournaments.evening.round_rules import Status
from tournaments.league import acts
from tournaments.league.acts import Move, MoveResult, Result
from tournaments.league.acts.fixtures import follow
from tournaments.league.models import League, LeagueClub, Season, SeasonEvening, SeasonLine
from tournaments.league.reads import fixtures
from tournaments.league.reads.fixtures import evenings_at
from tournaments.league.reads.persons import Called, called, clubs_in, merged_in
from tournaments.league.reads.seasons import entries_of, public_seasons_of, rules_of, standing_entries
from tournaments.league.reads.tables import persons_of, tables_of
from tournaments.movement.seating import is_winner
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.fixtures.rules import fixture_rules_in_words
from tournaments.ranking.rulebook import Paragraph
from tournaments.ranking.series.table import SeasonLine as Line
from tournaments.ranking.series.units import points_text
from tournaments.ranking.series.words import series_rules_in_words
from tournaments.site.arguments import From
from tournaments.site.web.pages import first_or_404

__all__ = ["Club", "Evening", "League", "LeagueClub", "Player", "SeasonEvening"]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a season's table as it is shown; `total` and `bonus` in points, as people write them.

    `address` is where they are among the people of the season, as `Called.address` has it.
    """

    row: SeasonLine
    name: str
    address: str
    total: str
    bonus: str


def leagues_at(club: Club) -> list[League]:
    return list(club.leagues.prefetch_related("seasons").order_by("name"))


def seasons_of(league: League, *, stage: str = "") -> list[Season]:
    """The seasons of a league, of one stage or of any, the latest first; a query unless they are fetched."""
    seasons = [season for season in league.seasons.all() if stage in ("", season.stage)]
    return sorted(seasons, key=lambda season: (season.starts, season.pk), reverse=True)


def asked_of(club: Club) -> list[LeagueClub]:
    return list(LeagueClub.objects.filter(club=club).select_related("league__club").order_by("pk"))


def league_elsewhere(club: Club, host: str, league: str) -> LeagueClub:
    rows = asked_of(club)
    return first_or_404(row for row in rows if (row.league.club.slug, row.league.slug) == (host, league))


LeagueElsewhere = Annotated[LeagueClub, From(league_elsewhere)]
"""A club in a league of another one, or asked into it."""


def guest_clubs_of(league: League) -> list[LeagueClub]:
    return list(league.guest_clubs.select_related("club"))


def guest_of_league(league: League, guest: str) -> LeagueClub:
    return first_or_404(row for row in guest_clubs_of(league) if row.club.slug == guest)


GuestOfLeague = Annotated[LeagueClub, From(guest_of_league)]


def clubs_to_ask(league: League) -> list[Club]:
    in_league = Q(pk=league.club_id) | Q(leagues_elsewhere__league=league)
    return list(public_clubs().exclude(in_league).order_by("name"))


def public_leagues_at(club: Club, visitor: Visitor, *, stage: str = "") -> list[tuple[League, list[Season]]]:
    """The leagues a club takes part in with their public seasons, the latest first; one query."""
    by_league: dict[int, tuple[League, list[Season]]] = {}
    seasons = public_seasons_of(club, visitor)
    rows = seasons.filter(stage=stage) if stage else seasons
    for season in rows.order_by("league__name", "-starts", "-pk"):
        by_league.setdefault(season.league_id, (season.league, []))[1].append(season)
    return list(by_league.values())


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
    """The lines of these players, and of those whom they are read as; one query."""
    merged = merged_in([season.league.club_id], season.league)
    keys = {int(merged.get(str(player), player)) for player in players}
    return [line for line in lines if line.row.player_id in keys]


@dataclass(frozen=True, slots=True)
class Compared:
    """A line and its neighbours, None at the top and the foot; `people` are what they are called, by id."""

    line: Line
    above: Line | None
    below: Line | None
    people: Mapping[str, Called]

    @property
    def names(self) -> dict[str, str]:
        return {person: label.name for person, label in self.people.items()}


def compared(season: Season, player: int, category: str = "") -> Compared | None:
    """A person's line beside its neighbours, with all that their evenings gave; None for who has none."""
    state = tables_of(season).get(category)
    lines: Sequence[Line] = state.lines if state else ()
    at = next((at for at, line in enumerate(lines) if line.person == str(player)), None)
    if at is None:
        return None
    above = lines[at - 1] if at else None
    below = lines[at + 1] if at + 1 < len(lines) else None
    rows = [line for line in (above, lines[at], below) if line is not None]
    return Compared(lines[at], above, below, called(line.person for line in rows))


def bonus_reasons(season: Season, person: str) -> list[str]:
    persons = persons_of(season)
    return [
        entry.reason
        for entry in standing_entries(season)
        if entry.act == acts.GiveBonus.name and persons.real(str(entry.body["player"])) == person
    ]


def paragraphs_of(season: Season) -> tuple[Paragraph, ...]:
    """The rules of a season of either kind in paragraphs, its games called as the reader calls them."""
    names = game_names(season.league.club, season.rules["games"])
    if season.kind == Season.Kind.EVENINGS:
        return series_rules_in_words(rules_of(season), names)
    return fixture_rules_in_words(fixtures.rules_of(season), names)


def games_played(club: Club) -> list[str]:
    played = Evening.objects.filter(club=club, published_at__isnull=False).order_by()
    return sorted(set(played.values_list("plan__game", flat=True)))


def evenings_by_id(visitor: Visitor, keys: Iterable[str]) -> dict[str, Evening]:
    rows = public_evenings(visitor).filter(pk__in=[int(key) for key in keys])
    return {str(evening.pk): evening for evening in rows}


def rounds_played(season: Season, person: str, evenings: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """The rounds somebody played at these evenings, under whatever name, by evening; four queries.

    Each has its number, the table, and whether it was won; None where nobody wins.
    """
    persons = persons_of(season)
    people = {person, *(old for old in persons.merged if persons.real(old) == person)}
    rows = (
        Seat.objects.filter(
            ticket__player__in=[int(key) for key in people],
            round__evening__in=[int(evening) for evening in evenings],
            round__closed_at__isnull=False,
            table_round__isnull=False,
        )
        .order_by("round__evening", "round__number")
        .values_list(
            "round__evening", "round__number", "table_round__table__number", "table_round__winner", "seat"
        )
    )
    rounds: dict[str, list[dict[str, Any]]] = {}
    for evening, number, table, winner, seat in rows:
        won = is_winner(winner, seat or 1) if winner else None
        rounds.setdefault(str(evening), []).append({"number": number, "table": table or 0, "won": won})
    return rounds


def evenings_taken(season: Season) -> list[SeasonEvening]:
    rows = season.evenings.filter(result__isnull=False).select_related("evening__club").defer("result")
    return list(rows.order_by("-evening__date", "-evening_id"))


def evenings_left_out(season: Season, visitor: Visitor) -> list[Evening]:
    left = public_evenings(visitor).filter(
        seasons__season=season, seasons__choice=SeasonEvening.Choice.LEFT_OUT, published_at__isnull=False
    )
    return list(left.order_by("-date", "-pk"))


def evenings_to_choose(season: Season) -> list[Evening]:
    """The evenings that a season takes or could take, latest first; two queries.

    Each has its row of the season as `in_season`, an empty one where there is none.
    """
    in_time = Q(date__gte=season.starts, date__lte=season.ends)
    mine: Prefetch[Any] = Prefetch(
        "seasons", SeasonEvening.objects.filter(season=season).defer("result"), "of_season"
    )
    evenings = Evening.objects.filter(
        in_time | Q(seasons__season=season),
        club__in=clubs_in(season.league).values("pk"),
        plan__game__in=list(rules_of(season).games),
    )
    rows = evenings.distinct().select_related("club").prefetch_related(mine).order_by("-date", "-pk")
    for row in rows:
        row.in_season = next(iter(row.of_season), SeasonEvening())  # type: ignore[attr-defined]
    return list(rows)


def players_of(season: Season) -> list[Player]:
    clubs = clubs_in(season.league).values("pk")
    return list(
        Player.objects.filter(club__in=clubs, is_active=True).select_related("club").order_by("name", "pk")
    )


def players_in(season: Season, keys: Iterable[int]) -> dict[int, Player]:
    clubs = clubs_in(season.league).values("pk")
    return Player.objects.filter(club__in=clubs, is_active=True).in_bulk(set(keys))


def category_members(season: Season) -> dict[str, list[Player]]:
    names = [category.name for category in rules_of(season).categories if category.by == "person"]
    members: dict[str, list[Player]] = {name: [] for name in names}
    rows = season.category_members.select_related("player").order_by("player__name", "player_id")
    for row in rows:
        if row.category in members:
            members[row.category].append(row.player)
    return members


SHOWN = 60


def evenings_for(season: Season, games: Sequence[str]) -> list[Evening]:
    rows = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), plan__game__in=list(games))
    return list(rows.exclude(status=Status.ABANDONED).select_related("club").order_by("-date", "-pk")[:SHOWN])


def evening_at(season: Season, address: str) -> Evening | None:
    club, _, slug = address.strip().partition("/")
    rows = Evening.objects.filter(club__in=clubs_in(season.league).values("pk"), club__slug=club, slug=slug)
    return rows.select_related("club").first()


MOST = 5
"""So many are told, the newest; the season's ledger has them all."""


def tables_corrected(season: Season, visitor: Visitor) -> list[dict[str, Any]]:
    """The corrections that changed places of the table, newest first; one query, three if any did."""
    moves = []
    for row in season.ledger.filter(act=Move.name).order_by("-sequence"):
        body = json.loads(row.body)
        if body["publication"] is not None and any(_place(move) for move in body["moved"]):
            moves.append((row.at, body))
    addresses = {body["evening"] for _at, body in moves[:MOST]}
    evenings = evenings_at(addresses, public_evenings(visitor))
    corrections = corrections_of([evening.pk for evening in evenings.values()])
    return [
        {
            "at": at,
            "evening": evenings[body["evening"]],
            "reasons": list(
                dict.fromkeys(
                    correction.reason
                    for correction in corrections[evenings[body["evening"]].pk]
                    if correction.reason
                    and (body["before"] or 0) < correction.publication <= body["publication"]
                )
            ),
        }
        for at, body in moves[:MOST]
        if body["evening"] in evenings
    ]


def _place(moved: dict[str, list[int | None] | None]) -> bool:
    before, after = ((moved[when] or [None])[0] for when in ("before", "after"))
    return before != after


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    at: datetime
    before: KeptFixture
    now: KeptFixture
    reasons: tuple[str, ...]


def results_corrected(season: Season, visitor: Visitor) -> list[ResultCorrected]:
    """The results of fixtures that were corrected, the newest first; one query, three where evenings gave them.

    A result that an evening gives is corrected by publishing the evening again, and for the reasons given there; they
    are told to whoever sees the evening.
    """
    stood: dict[str, KeptFixture] = {}
    corrections: list[tuple[ResultCorrected, int]] = []
    for entry in entries_of(season):
        if entry.act in (Result.name, MoveResult.name):
            for row in entry.body["fixtures"]:
                before, now = stood.get(row["code"]), KeptFixture.from_data(row)
                if before is not None and not before.is_ahead and before != now:
                    reasons = (entry.reason,) if entry.reason else ()
                    corrected = ResultCorrected(entry.at, before, now, reasons)
                    corrections.append((corrected, entry.body.get("publication", 0)))
        follow(stood, entry.body)
    corrections = corrections[: -MOST - 1 : -1]
    evening_reasons = _reasons_of_evenings(
        visitor, {correction.now.evening for correction, publication in corrections if publication}
    )
    return [
        replace(
            correction, reasons=evening_reasons.get((correction.now.evening, publication), correction.reasons)
        )
        for correction, publication in corrections
    ]


def _reasons_of_evenings(visitor: Visitor, addresses: set[str]) -> dict[tuple[str, int], tuple[str, ...]]:
    evenings = {
        evening.pk: address for address, evening in evenings_at(addresses, public_evenings(visitor)).items()
    }
    reasons_by_key: dict[tuple[str, int], list[str]] = {}
    for pk, corrections in corrections_of(list(evenings)).items():
        for correction in corrections:
            if correction.reason:
                reasons_by_key.setdefault((evenings[pk], correction.publication), []).append(
                    correction.reason
                )
    return {key: tuple(dict.fromkeys(reasons)) for key, reasons in reasons_by_key.items()}
