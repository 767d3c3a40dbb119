"""What is known of seasons: which there are and who sees them, their rules and presets, federations, ledgers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.definition import Game
from scoring.derivation import gettext_noop
from tournaments.club.models import Club, Player
from tournaments.club.models.clubs import are_public
from tournaments.club.reads.access import Asker, Visitor, offices_of, prepared_for, public_clubs
from tournaments.club.reads.access import clubs_of as clubs_of_user
from tournaments.club.roles import Needed, Part
from tournaments.evening.models import Evening
from tournaments.evening.reads import access, public
from tournaments.evening.round_rules import Status
from tournaments.league import acts
from tournaments.league.models import (
    Division,
    Federation,
    FederationClub,
    League,
    LeagueClub,
    PersonBond,
    Season,
    SeasonEntry,
    SeasonLine,
)
from tournaments.league.reads.fixtures import contests
from tournaments.league.reads.persons import (
    HOLDS,
    SEASON_GROUND,
    PageGround,
    bonds_of,
    called,
    ground_of_names,
    texts_of,
    with_names,
    without_withheld,
)
from tournaments.ledger.chain import ReadEntry
from tournaments.prepared_sql import Slot
from tournaments.ranking.fixtures.results import commitment
from tournaments.ranking.fixtures.tie_breaks import tie_break_text
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import Bonus, Lot
from tournaments.ranking.series.units import points_text
from tournaments.signup.announcements import Coming, coming_of, told_of
from tournaments.site.arguments import From, provides
from tournaments.site.web.pages import first_or_404, or_404

__all__ = ["Club", "Federation", "FederationClub", "League", "Player", "ReadEntry", "Season", "SeasonEntry"]

MOST_ON = 12
LATEST = 5
MOST_SEASONS = 3
TOP = 5
"""So many evenings that are not over, results, seasons, and lines of each are shown."""


@dataclass(frozen=True, slots=True)
class EveningWinner:
    evening: Evening
    winner: str


@dataclass(frozen=True, slots=True)
class Leader:
    place: int | None
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class RunningSeason:
    """A season under way with the first lines of its table; none where it has no table, or nobody is in it yet."""

    season: Season
    leaders: tuple[Leader, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """All that a front door shows: evenings that are on, the latest first, those to come, and the latest results.

    Among those to come are evenings of later days whose doors are open already. Of seasons those that began last are
    shown.
    """

    tonight: tuple[Evening, ...]
    coming: tuple[Coming, ...]
    results: tuple[EveningWinner, ...]
    has_more: bool
    seasons: tuple[RunningSeason, ...]
    games: tuple[Game, ...]


def front(
    clubs: Collection[Club] | None, visitor: Visitor, seasons: QuerySet[Season], *, at: datetime
) -> Front:
    """What a front door shows a visitor; at most sixteen queries.

    Besides a few for each result among the latest that is being corrected.

    Arguments:
        clubs: whose door it is; None for that of a server, which is everybody's.
        seasons: those that may be shown there.
    """
    evenings = _evenings_at(clubs, visitor)
    tonight, coming = _on(clubs, visitor, at)
    over = list(results_of(clubs, visitor)[: LATEST + 1])
    games = set(evenings.order_by().values_list("plan__game", flat=True).distinct())
    games |= {entry.evening.plan["game"] for entry in coming}
    return Front(
        tonight,
        coming,
        tuple(with_winners(over[:LATEST])),
        len(over) > LATEST,
        _running(seasons),
        tuple(game for slug, game in GAMES.items() if slug in games),
    )


def ground_of_front(
    clubs: Collection[Club] | None, visitor: Visitor, seasons: QuerySet[Season], *, at: datetime
) -> PageGround:
    """What the ETag of a front door with all this is made of; seven queries at the most."""
    tonight, coming = _on(clubs, visitor, at)
    over = results_of(clubs, visitor)[: LATEST + 1]
    return (
        *((evening.pk, evening.version) for evening in tonight),
        *(
            (entry.evening.pk, entry.evening.version, entry.order, entry.come, entry.waiting)
            + ((entry.announcement.changed_at,) if entry.announcement else ())
            for entry in coming
        ),
        *over.values_list("pk", "version"),
        *_latest(seasons).values_list(*SEASON_GROUND),
        ground_of_names(),
    )


def _evenings_at(clubs: Collection[Club] | None, visitor: Visitor) -> QuerySet[Evening]:
    evenings = access.public_evenings(visitor)
    return evenings if clubs is None else evenings.filter(club__in=clubs)


def _on(
    clubs: Collection[Club] | None, visitor: Visitor, at: datetime
) -> tuple[tuple[Evening, ...], tuple[Coming, ...]]:
    # Tonight's, and those to come.
    rows = _evenings_at(clubs, visitor).exclude(status__in=public.OVER)
    on = list(rows.order_by("-date", "-pk")[:MOST_ON])
    to_come = [evening for evening in on if _is_to_come(evening, at)]
    announcements = told_of(to_come) if to_come else {}
    coming = [announcements.get(evening.pk) or Coming(evening) for evening in to_come]
    coming += coming_of(clubs, visitor, at=at)
    tonight = tuple(evening for evening in on if evening not in to_come)
    return tonight, tuple(sorted(coming, key=lambda entry: entry.order))


def results_of(clubs: Collection[Club] | None, visitor: Visitor) -> QuerySet[Evening]:
    return _evenings_at(clubs, visitor).filter(status__in=public.OVER).order_by("-date", "-pk")


def with_winners(evenings: list[Evening]) -> list[EveningWinner]:
    """These evenings with who stands first in each; one query, and a few for each that is being corrected."""
    won = public.winners(evenings)
    return [EveningWinner(evening, won.get(evening.pk, "")) for evening in evenings]


def _is_to_come(evening: Evening, at: datetime) -> bool:
    today = at.astimezone(ZoneInfo(evening.club.time_zone)).date()
    return evening.status == Status.CHECK_IN and evening.date > today


def _running(seasons: QuerySet[Season]) -> tuple[RunningSeason, ...]:
    running = list(_latest(seasons))
    leaders = leaders_of(running)
    return tuple(RunningSeason(season, tuple(leaders[season.pk])) for season in running)


def _latest(seasons: QuerySet[Season]) -> QuerySet[Season]:
    return seasons.filter(stage=Season.Stage.OPEN).order_by("-starts", "-pk")[:MOST_SEASONS]


def leaders_of(seasons: Sequence[Season]) -> dict[int, list[Leader]]:
    """The first lines of the tables of these seasons, by primary key; at most eight queries."""
    leaders: dict[int, list[Leader]] = {season.pk: [] for season in seasons}
    units = {row.pk: row.rules.get("unit", 1) for row in seasons if row.kind == Season.Kind.EVENINGS}
    lines = SeasonLine.objects.filter(season__in=list(units), category="", position__lte=TOP)
    rows = list(lines.order_by("season", "position"))
    people = called({str(row.player_id) for row in rows})
    for row in rows:
        points = points_text(row.total, units[row.season_id])
        leaders[row.season_id].append(Leader(row.place, people[str(row.player_id)].name, points))
    of_fixtures = [season for season in seasons if season.kind == Season.Kind.FIXTURES]
    # Of several divisions the highest alone.
    highest = Division.objects.filter(season__in=of_fixtures, level=1)
    for pk, contest in contests(of_fixtures, highest).items():
        for division in contest.divisions if contest.rules.has_table else ():
            leaders[pk] = [
                Leader(
                    line.place,
                    contest.entrants[int(line.entrant)].name,
                    tie_break_text("match_points", line.match_points),
                )
                for line in division.lines[:TOP]
            ]
    return leaders


def leagues_of(user: Asker, least: Needed) -> QuerySet[League]:
    office = offices_of(user).filter(evening=None, club=OuterRef("club"))
    rows = League.objects.filter(club__in=clubs_of_user(user, least)).annotate(held=office.values("role")[:1])
    return rows.select_related("club")


def seasons_of(user: Asker, least: Needed) -> QuerySet[Season]:
    office = offices_of(user).filter(evening=None, club=OuterRef("league__club"))
    rows = Season.objects.filter(league__in=leagues_of(user, least)).annotate(held=office.values("role")[:1])
    return rows.select_related("league__club", "previous")


find_league = prepared_for(
    lambda user, least: leagues_of(user, least).filter(club__slug=Slot("club"), slug=Slot("league"))
)
find_season = prepared_for(
    lambda user, least: at_address(seasons_of(user, least), Slot("club"), Slot("league"), Slot("season"))
)


def public_seasons(visitor: Visitor) -> QuerySet[Season]:
    """The seasons a visitor may see: those that have been opened, of clubs that show them their leagues."""
    opened = Season.objects.exclude(stage=Season.Stage.DRAFT).filter(league__club__put_away_at__isnull=True)
    return opened.filter(visitor.visible(Part.SEASONS, "league__club")).select_related("league__club")


def at_address(
    seasons: QuerySet[Season], club: str | Slot, league: str | Slot, season: str | Slot
) -> QuerySet[Season]:
    return seasons.filter(league__club__slug=club, league__slug=league, slug=season)


def public_seasons_of(club: Club, visitor: Visitor) -> QuerySet[Season]:
    elsewhere = Q(league__guest_clubs__club=club, league__guest_clubs__agreed_at__isnull=False)
    return public_seasons(visitor).filter(Q(league__club=club) | elsewhere).distinct()


def shared_seasons(clubs: Collection[Club], visitor: Visitor) -> QuerySet[Season]:
    """Those of leagues which one of these clubs holds and another has agreed to take part in."""
    agreed = LeagueClub.objects.filter(club__in=clubs, agreed_at__isnull=False)
    return public_seasons(visitor).filter(league__club__in=clubs, league__in=agreed.values("league"))


def last_of(league: League, kind: str) -> Season | None:
    return Season.objects.filter(league=league, kind=kind).order_by("-starts", "-pk").first()


def rules_of(season: Season) -> SeasonRules:
    """The rules of a season of evenings. Raises ValueError for one of fixtures."""
    if season.kind != Season.Kind.EVENINGS:
        raise ValueError("a season of fixtures has other rules")
    return SeasonRules.model_validate(season.rules)


def promised(season: Season) -> str:
    return commitment(season.seed)


LAST: Final = "last"


@dataclass(frozen=True, slots=True)
class SeasonPreset:
    """A kind of season: what it is called in addresses and by people, what happens in it, and its rules."""

    slug: str
    name: str
    sentence: str
    rules: Mapping[str, Any]


PRESETS: Final[Mapping[str, tuple[SeasonPreset, ...]]] = {
    "evenings": (
        SeasonPreset(
            "places",
            gettext_noop("Points for places"),
            gettext_noop(
                "The best eight of an evening get 10, 8, 6, 5, 4, 3, 2 and 1; every evening counts."
            ),
            {"points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}},
        ),
        SeasonPreset(
            "best",
            gettext_noop("The best evenings count"),
            gettext_noop("Places give points; everybody’s best eight evenings count."),
            {"points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}, "best": 8},
        ),
        SeasonPreset(
            "games",
            gettext_noop("Games won"),
            gettext_noop("Each game won gives a point, on any evening."),
            {"points": {"by": "games_won", "points": 1}},
        ),
        SeasonPreset(
            "scored",
            gettext_noop("Points scored"),
            gettext_noop("What is scored at the tables is added up over the season."),
            {"points": {"by": "score_points", "of": "points_for"}},
        ),
    ),
    "fixtures": (
        SeasonPreset(
            "everybody",
            gettext_noop("Everybody meets everybody"),
            gettext_noop("A round robin: each entrant meets each of the others once."),
            {"format": "round_robin"},
        ),
        SeasonPreset(
            "twice",
            gettext_noop("Home and away"),
            gettext_noop("Everybody meets everybody twice, once at home and once away."),
            {"format": "double_round_robin"},
        ),
        SeasonPreset(
            "swiss",
            gettext_noop("Swiss"),
            gettext_noop(
                "Seven rounds; entrants with similar scores meet, and nobody meets the same opponent twice."
            ),
            {"format": "swiss", "rounds": 7},
        ),
        SeasonPreset(
            "knock-out",
            gettext_noop("Knock-out"),
            gettext_noop("Losers are out; the last two play the final."),
            {"format": "knock_out"},
        ),
    ),
}
"""By the kind of season. What a preset leaves open is as is usual."""


def offered_season_presets(kind: str, last: Season | None) -> Iterator[SeasonPreset]:
    if last is not None:
        sentence = _("The same rules as %(season)s.") % {"season": last.name}
        yield SeasonPreset(LAST, _("As last time"), sentence, last.rules)
    for preset in PRESETS[kind]:
        yield replace(preset, name=_(preset.name), sentence=_(preset.sentence))


MOST_CLUBS = 100
"""So many clubs are in a federation, or asked into it, at the most."""
ASKED = Q(agreed_at__isnull=True, ended_at__isnull=True)
"""Of a club of a federation, whether it has been asked and has not answered yet."""


def membership_of(club: Club) -> FederationClub | None:
    return club.federations.filter(HOLDS).select_related("federation", "club").first()


def membership_at(club: Club) -> FederationClub:
    return or_404(membership_of(club))


Membership = Annotated[FederationClub, From(membership_at)]
"""The club in its federation."""


def federation_at_club(own: Membership) -> Federation:
    return own.federation


FederationHere = Annotated[Federation, From(federation_at_club)]


@provides
def bond_at(own: Membership, bond: int) -> PersonBond:
    return first_or_404(row for row in bonds_of(own.club, own.federation) if row.pk == bond)


def bond_asked_at(club: Club, bond: PersonBond) -> PersonBond:
    if bond.other.club_id != club.pk:
        raise Http404
    return bond


BondAsked = Annotated[PersonBond, From(bond_asked_at)]
"""What another club has asked of this one."""


def federation_of(club: Club) -> Federation | None:
    membership = membership_of(club)
    return membership.federation if membership else None


def invitations_of(club: Club) -> list[FederationClub]:
    return list(
        club.federations.filter(ASKED).select_related("federation", "club").order_by("pk")[:MOST_CLUBS]
    )


def invitation_at(club: Club, federation: str) -> FederationClub:
    return first_or_404(row for row in invitations_of(club) if row.federation.slug == federation)


Invitation = Annotated[FederationClub, From(invitation_at)]
"""The word between a club and a federation into which it is asked."""


def in_federation(federation: Federation) -> QuerySet[FederationClub]:
    """The clubs that are in a federation now, each with its club; whoever has been in it for longest comes first."""
    rows = federation.memberships.filter(HOLDS, club__put_away_at__isnull=True)
    return rows.select_related("club").order_by("agreed_at", "pk")


def clubs_of(federation: Federation) -> list[Club]:
    return sorted((row.club for row in in_federation(federation)), key=lambda club: (club.name, club.pk))


def asked_into(federation: Federation) -> list[FederationClub]:
    rows = federation.memberships.filter(ASKED, club__put_away_at__isnull=True)
    return list(rows.select_related("club").order_by("pk"))


def membership_to_end(own: Membership, member: str) -> FederationClub:
    members = list(in_federation(own.federation))
    rows = [*members, *asked_into(own.federation)] if leads(own.club, members) else [own]
    return first_or_404(row for row in rows if row.club.slug == member)


MembershipToEnd = Annotated[FederationClub, From(membership_to_end)]
"""One's own, or of the club that leads that of any other, which may be asked still."""


def leads(club: Club, members: Iterable[FederationClub]) -> bool:
    """Whether a club leads the federation that has these members, the longest in it first."""
    return next((row.club_id == club.pk for row in members), False)


def clubs_to_ask(federation: Federation) -> list[Club]:
    """The clubs that could be asked in, by name: in no federation, and not asked into this one; one query."""
    unavailable = FederationClub.objects.filter(HOLDS | (ASKED & Q(federation=federation)))
    return list(public_clubs().exclude(pk__in=unavailable.values("club")).order_by("name", "pk"))


def public_federations() -> QuerySet[Federation]:
    members = FederationClub.objects.filter(HOLDS, club__put_away_at__isnull=True)
    return Federation.objects.filter(pk__in=members.values("federation"))


def shared_leagues(clubs: list[Club], visitor: Visitor) -> list[League]:
    """The leagues of one of these clubs in which another takes part, as far as a visitor sees them; one query."""
    seasons = shared_seasons(clubs, visitor)
    rows = League.objects.filter(pk__in=seasons.values("league")).select_related("club")
    return list(rows.order_by("name", "pk"))


READ = (acts.GiveBonus.name, acts.DrawLots.name, acts.Withdraw.name)


def entries_of(season: Season) -> list[ReadEntry]:
    """The whole ledger of a season, with the names and reasons that it binds; two queries."""
    return _read(season, season.ledger.order_by("sequence"))


def _read(season: Season, rows: Iterable[SeasonEntry]) -> list[ReadEntry]:
    entries = [row.as_read() for row in rows]
    texts = texts_of(season) if entries else {}
    return [
        replace(entry, body=with_names(entry.body, texts), reason=texts.get(entry.reason, entry.reason))
        for entry in entries
    ]


def standing_entries(season: Season) -> list[ReadEntry]:
    """The bonuses and lots that have not been withdrawn, in their order; two queries, one where there are none."""
    entries = _read(season, season.ledger.filter(act__in=READ).order_by("sequence"))
    withdrawn = {entry.body["of"] for entry in entries if entry.act == acts.Withdraw.name}
    return [entry for entry in entries if entry.act != acts.Withdraw.name and entry.sequence not in withdrawn]


def as_values(entries: Iterable[ReadEntry]) -> tuple[Bonus | Lot, ...]:
    return tuple(
        Bonus(str(entry.body["player"]), entry.body["points"], entry.reason)
        if entry.act == acts.GiveBonus.name
        else Lot(entry.sequence, tuple(entry.body["order"]))
        for entry in entries
    )


def entries_to_show(season: Season, entries: list[ReadEntry]) -> list[ReadEntry]:
    """The entries as whoever asks now may read them; two queries in public, else none."""
    if not are_public():
        return entries
    entered = Player.objects.filter(entrants__season=season).exclude(public_name="")
    withheld = list(entered.values_list("name", "public_name").distinct())
    called = season.entrants.exclude(public_name="")
    withheld += called.values_list("name", "public_name")
    return [_public_entry(entry, withheld) for entry in entries] if withheld else entries


def _public_entry(entry: ReadEntry, withheld: list[tuple[str, str]]) -> ReadEntry:
    if "entrants" not in entry.body:
        return entry
    entrants = [
        {**entrant, "name": without_withheld(entrant["name"], withheld)} for entrant in entry.body["entrants"]
    ]
    return replace(entry, body={**entry.body, "entrants": entrants})
