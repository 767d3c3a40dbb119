"""Who is who: players read as one person, who they might be, what was merged, and what people are called."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.club.models import Club, Player, User
from tournaments.club.models.clubs import are_public, in_place_of
from tournaments.club.reads.access import players_of, public_clubs
from tournaments.club.reads.members import ERASED
from tournaments.club.roles import Audience
from tournaments.evening.models import Evening, Round, Seat, Standing, Ticket
from tournaments.evening.round_rules import Status
from tournaments.league.models import (
    BoundText,
    EntrantMember,
    Federation,
    FederationClub,
    League,
    LeagueClub,
    PersonBond,
    PersonMerge,
    RatingPoint,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.movement.draw import digest
from tournaments.ranking.fixtures.record import Body, ContestRecord
from tournaments.ranking.people import Alike, alike
from tournaments.ranking.series.units import Persons
from tournaments.refusals import refuse
from tournaments.site.arguments import provides
from tournaments.site.web.pages import first_or_404

__all__ = ["BoundText", "Club", "Evening", "League", "PersonBond", "PersonMerge", "Player"]

HOLDS = Q(agreed_at__isnull=False, ended_at__isnull=True)
"""Of a bond, whether the two are one person now; of a club of a federation, whether it is in it."""


def bonds_in(federation: Federation) -> list[tuple[str, str]]:
    rows = federation.bonds.filter(HOLDS).order_by("pk").values_list("one", "other")
    return [(str(first), str(other)) for first, other in rows]


def bonds_among(clubs: Collection[int], league: League, *, until: datetime | None) -> list[tuple[str, str]]:
    """The bonds of people of these clubs that hold in a league, by their ids; one query at most.

    They hold where the club whose league it is, is in the federation. `until`: as they were then; None
    for now.
    """
    if len(clubs) < 2:
        return []
    then = Q(agreed_at__isnull=False) if until is None else Q(agreed_at__lte=until)
    still = Q(ended_at__isnull=True) if until is None else Q(ended_at__isnull=True) | Q(ended_at__gt=until)
    led = FederationClub.objects.filter(then, still, club=league.club_id)
    rows = PersonBond.objects.filter(
        then, still, one__club__in=clubs, other__club__in=clubs, federation__in=led.values("federation")
    )
    return [(str(first), str(other)) for first, other in rows.order_by("pk").values_list("one", "other")]


def ever_bound(players: Collection[int]) -> set[int]:
    """Who has been one person with one of these players by a bond, those themselves included; one query."""
    rows = PersonBond.objects.filter(Q(one__in=players) | Q(other__in=players), agreed_at__isnull=False)
    return {key for pair in rows.values_list("one", "other") for key in pair}


def bonds_of(club: Club, federation: Federation) -> list[PersonBond]:
    mine = Q(one__club=club) | Q(other__club=club)
    rows = federation.bonds.filter(mine, ended_at__isnull=True).select_related("one__club", "other__club")
    return sorted(rows, key=lambda bond: (bond.one.name, bond.pk))


def own_people(club: Club) -> list[Player]:
    return list(club.players.exclude(name=ERASED).order_by("name", "pk"))


def player_in(players: Iterable[Player], field: str, key: int) -> Player:
    """The player with this key. Raises Faults for the field in which it stood where there is none."""
    player = next((player for player in players if player.pk == key), None)
    if player is None:
        refuse(field, "unknown-player", "%(entered)s is the number of nobody here", entered=key)
    return player


def people_shown(club: Club) -> list[Player]:
    """The people a club shows to everybody, by name: those who have played, if any; one query."""
    if club.players_for != Audience.EVERYBODY:
        return []
    played = Standing.objects.filter(evening__club=club, evening__status=Status.PUBLISHED, played__gt=0)
    rows = Player.objects.filter(pk__in=played.values("ticket__player"))
    return list(rows.exclude(name=ERASED).select_related("club").order_by("name", "pk"))


@dataclass(frozen=True, slots=True)
class OwnPlayers:
    federation: Federation
    players: tuple[Player, ...]
    are_one: bool


def own_players(user: User) -> list[OwnPlayers]:
    """The federations in which a user is a player of several clubs; three queries at the most."""
    players = players_of(user)
    rows = FederationClub.objects.filter(HOLDS, club__in=[player.club_id for player in players])
    federations: dict[Federation, list[Player]] = {}
    where = {row.club_id: row.federation for row in rows.select_related("federation")}
    for player in players:
        if player.club_id in where:
            federations.setdefault(where[player.club_id], []).append(player)
    several = {federation: own for federation, own in federations.items() if len(own) > 1}
    keys = [player.pk for own in several.values() for player in own]
    bonds = PersonBond.objects.filter(HOLDS, one__in=keys, other__in=keys, federation__in=several)
    pairs = {
        (federation, frozenset((first, other)))
        for federation, first, other in bonds.values_list("federation", "one", "other")
    }
    return [
        OwnPlayers(
            federation,
            tuple(own),
            all((federation.pk, frozenset((own[0].pk, other.pk))) in pairs for other in own[1:]),
        )
        for federation, own in several.items()
    ]


# Texts that the ledger of a season binds by salted hashes: what entrants were called, and why something
# was done.
# They stand beside the ledger, so that a person can be erased. Entries written before they were bound
# hold them themselves, and are read as they are.


WHY: Final = Coalesce(
    Subquery(
        BoundText.objects.filter(season=OuterRef("season"), commitment=OuterRef("reason")).values("text")
    ),
    F("reason"),
)
"""The reason of an entry as a column of it, read where it stands."""


def reason_commitment(reason: str, salt: str) -> str:
    """The commitment to a reason; that to a name is `evening.fold.name_commitment`."""
    return digest("reason", salt, reason)


def texts_of(season: Season) -> dict[str, str]:
    return dict(season.bound_texts.values_list("commitment", "text"))


def bound_by(season: Season, entries: Iterable[SeasonEntry]) -> dict[str, BoundText]:
    commitments = set()
    for entry in entries:
        commitments |= {
            entry.reason,
            *(entrant.get("commitment") for entrant in json.loads(entry.body).get("entrants", ())),
        }
    return {row.commitment: row for row in season.bound_texts.filter(commitment__in=commitments - {None, ""})}


def with_names(body: Body, texts: Mapping[str, str]) -> dict[str, Any]:
    """The body of an entry with the names of its entrants in place of their commitments."""
    new_body = dict(body)
    if "entrants" in new_body:
        new_body["entrants"] = [
            {**entrant, "name": texts.get(entrant["commitment"], ERASED)}
            if "commitment" in entrant
            else entrant
            for entrant in new_body["entrants"]
        ]
    return new_body


def call_entrants(season: Season, record: ContestRecord) -> None:
    """Give the entrants of a record their present names; one query where the ledger binds names."""
    bound = [entrant.commitment for entrant in record.entrants.values() if entrant.commitment is not None]
    if bound:
        named = season.bound_texts.filter(commitment__in=bound).values_list("commitment", "text")
        record.call({**dict.fromkeys(bound, ERASED), **dict(named)})


def clubs_in(league: League) -> QuerySet[Club]:
    agreed = Q(leagues_elsewhere__league=league, leagues_elsewhere__agreed_at__isnull=False)
    return Club.objects.filter(Q(pk=league.club_id) | agreed).distinct().order_by("name")


def merged_in(clubs: Iterable[int], league: League | None = None) -> dict[str, str]:
    """The players of these clubs that are read as others, by id; one query.

    The merges of the `league` count too, before those of the clubs.
    """
    of_clubs = Q(league__isnull=True, duplicate__club__in=list(clubs))
    scope = of_clubs if league is None else of_clubs | Q(league=league)
    rows = PersonMerge.objects.filter(scope, undone_at__isnull=True).order_by("pk")
    # Those of the league last, so that they stay.
    in_order = sorted(rows.values_list("duplicate", "into", "league"), key=lambda row: row[2] or 0)
    return {str(duplicate): str(into) for duplicate, into, _ in in_order}


def bound(merged: Mapping[str, str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Who is read as whom, by id, once the two of each pair are one person as well.

    Whoever has the lowest id stands for all, so that the order of the pairs changes nothing. `merged`
    is who is read as whom without them, in no circle.
    """
    read_as = dict(merged)
    for pair in pairs:
        first, second = sorted((followed(person, read_as) for person in pair), key=int)
        if first != second:
            read_as[second] = first
    return read_as


def followed(person: str, merged: Mapping[str, str]) -> str:
    """Who somebody is read as in the end, by id, where nobody is in a circle."""
    while person in merged:
        person = merged[person]
    return person


@dataclass(frozen=True, slots=True)
class Called:
    """What a person is called, told apart from others of the same name, and where their page is.

    Where `is_withheld` the name is not public, and the slug does not tell it.
    """

    name: str
    club: str
    slug: str
    home: Club
    is_withheld: bool = False

    def address(self, home: str) -> str:
        """The address among people of several clubs, of which `home` is the one that need not be named."""
        return self.slug if self.club == home else f"{self.club}/{self.slug}"


def called(people: Iterable[str]) -> dict[str, Called]:
    """What people are called, by id; who shares a name has the club, or a number, behind it; one query."""
    rows = list(
        Player.objects.filter(pk__in=[int(person) for person in people]).select_related("club").order_by("pk")
    )
    shared = Counter(player.name for player in rows)
    clubs = Counter((player.name, player.club_id) for player in rows)
    return {
        str(player.pk): Called(
            _player_label(player, shared, clubs),
            player.club.slug,
            player.slug,
            player.club,
            is_withheld=are_public() and player.public_name != "",
        )
        for player in rows
    }


def names_of(people: Iterable[str]) -> dict[str, str]:
    return {person: label.name for person, label in called(people).items()}


def _player_label(player: Player, shared: Counter[str], clubs: Counter[tuple[str, int]]) -> str:
    if shared[player.name] == 1:
        return player.name
    if clubs[player.name, player.club_id] == 1:
        return f"{player.name} ({player.club.name})"
    return f"{player.name} ({player.pk})"


BETWEEN = " & "
"""What stands between the names of people of which an entrant's is made."""


def without_withheld(text: str, withheld: Iterable[tuple[str, str]]) -> str:
    """The text with public names in place of others; `withheld` are pairs of a name and its public one."""
    for name, public_name in sorted(withheld, key=lambda pair: -len(pair[0])):
        text = in_place_of(name, public_name, text)
        # An entrant's name made of many has its end cut off, within the last of theirs.
        *whole, last = text.split(BETWEEN)
        if whole and last and name.startswith(last):
            text = BETWEEN.join([*whole, public_name])
    return text


MOST_PAIRS = 50


@dataclass(frozen=True, slots=True)
class LookAlikes:
    one: Player
    other: Player
    why: str


@dataclass(frozen=True, slots=True)
class Touched:
    """What it touches to read two players as one.

    `evenings` are those of the duplicate, `together` those of them at which the other played too.
    """

    evenings: tuple[Evening, ...]
    together: tuple[Evening, ...]
    seasons: tuple[Season, ...]
    games: tuple[str, ...]


def clubs_of(club: Club, league: League | None) -> list[int]:
    """The clubs whose players are read together: the club itself, or all that are in a league."""
    if league is None:
        return [club.pk]
    return list(clubs_in(league).order_by("pk").values_list("pk", flat=True))


def people_of(clubs: Collection[int]) -> list[Player]:
    return list(_with_evenings(Player.objects.filter(club__in=clubs)).order_by("name", "pk"))


def _with_evenings(people: QuerySet[Player]) -> QuerySet[Player]:
    tickets = Ticket.objects.filter(player=OuterRef("pk")).order_by().values("player")
    count = Coalesce(Subquery(tickets.values(count=Count("pk"))), 0)
    return people.select_related("club").annotate(evenings_count=count)


def players_at(clubs: Collection[int], keys: Iterable[int]) -> dict[int, Player]:
    return Player.objects.filter(club__in=clubs).select_related("club").in_bulk(set(keys))


def leagues_with_others(club: Club) -> list[League]:
    agreed = club.leagues.filter(guest_clubs__agreed_at__isnull=False)
    return list(agreed.select_related("club").distinct().order_by("name", "pk"))


def merges(clubs: Collection[int], league: League | None = None) -> list[PersonMerge]:
    scope = Q(league__isnull=True, duplicate__club__in=clubs) if league is None else Q(league=league)
    rows = PersonMerge.objects.filter(scope).select_related("duplicate__club", "into__club")
    return list(rows.order_by("-pk"))


@provides
def merge_at(club: Club, merge: int) -> PersonMerge:
    scopes = (None, *leagues_with_others(club))
    rows = (row for league in scopes for row in merges(clubs_of(club, league), league))
    return first_or_404(row for row in rows if row.pk == merge)


def probable(clubs: Collection[int], merged: Collection[str]) -> list[LookAlikes]:
    """Those of these clubs' people whose names may mean one person, the surest first; two queries.

    `merged` are the ids of those who are read as somebody else already; they are left out.
    """
    rows = Player.objects.filter(club__in=clubs).order_by("pk").values_list("pk", "name")
    names = {str(pk): name for pk, name in rows}
    pairs = alike({person: name for person, name in names.items() if person not in merged})[:MOST_PAIRS]
    pks = {person for pair in pairs for person in (pair.first, pair.other)}
    by_id = {str(player.pk): player for player in _with_evenings(Player.objects.filter(pk__in=pks))}
    return [_pair(pair, by_id) for pair in pairs]


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A round in which two players had seats at the same time, so that they are hardly one person."""

    evening: Evening
    round: int


def at_once(pairs: Collection[tuple[Player, Player]]) -> dict[tuple[int, int], AtOnce]:
    """The last round in which two had seats at the same time, by the keys of the two; two queries."""
    players = {player.pk for pair in pairs for player in pair}
    came: dict[int, set[int]] = {}
    for player, evening in Ticket.objects.filter(player__in=players).values_list("player", "evening"):
        came.setdefault(player, set()).add(evening)
    shared = {
        evening for first, other in pairs for evening in came.get(first.pk, set()) & came.get(other.pk, set())
    }
    seated: dict[Round, set[int]] = {}
    seats = Seat.objects.filter(
        ticket__player__in=players, round__evening__in=shared, table_round__isnull=False
    )
    seats = seats.select_related("round__evening", "ticket").order_by("round__evening__date", "round__number")
    for seat in seats:
        seated.setdefault(seat.round, set()).add(seat.ticket.player_id)
    return {
        (first.pk, other.pk): AtOnce(round_.evening, round_.number)
        for round_, player_ids in seated.items()
        for first, other in pairs
        if {first.pk, other.pk} <= player_ids
    }


def _pair(pair: Alike, people: dict[str, Player]) -> LookAlikes:
    # Whoever came less often is the duplicate, most likely.
    both = [people[pair.first], people[pair.other]]
    both.sort(key=lambda player: (getattr(player, "evenings_count", 0), -player.pk))
    return LookAlikes(both[0], both[1], pair.why)


def touched(duplicate: Player, into: Player) -> Touched:
    evenings = list(Evening.objects.filter(tickets__player=duplicate).order_by("-date", "-pk"))
    with_other = set(Evening.objects.filter(tickets__player=into).values_list("pk", flat=True))
    evenings_pks = [evening.pk for evening in evenings]
    lines = SeasonLine.objects.filter(player__in=(duplicate, into)).values("season")
    counted = SeasonEvening.objects.filter(evening__in=evenings_pks, result__isnull=False).values("season")
    own = Q(pk__in=lines) | Q(pk__in=counted)
    entered = EntrantMember.objects.filter(player__in=(duplicate, into)).values("season")
    fixtures = Q(pk__in=entered) & ~Q(stage=Season.Stage.DRAFT)
    seasons = Season.objects.filter(own | fixtures).select_related("league__club")
    rated = RatingPoint.objects.filter(player__in=(duplicate, into))
    return Touched(
        tuple(evenings),
        tuple(evening for evening in evenings if evening.pk in with_other),
        tuple(seasons.order_by("league__name", "-starts", "pk")),
        tuple(rated.order_by("game").values_list("game", flat=True).distinct()),
    )


def leagues_around(clubs: Collection[int]) -> list[League]:
    """Every league in which one of these clubs takes part, or whose merges are of their people; one query."""
    guests = LeagueClub.objects.filter(club__in=clubs, agreed_at__isnull=False).values("league")
    own = Q(duplicate__club__in=clubs) | Q(into__club__in=clubs)
    merged = PersonMerge.objects.filter(own, league__isnull=False).values("league")
    return list(League.objects.filter(Q(club__in=clubs) | Q(pk__in=guests) | Q(pk__in=merged)).order_by("pk"))


def clubs_around(leagues: Iterable[League]) -> QuerySet[Club]:
    agreed = Q(leagues_elsewhere__league__in=leagues, leagues_elsewhere__agreed_at__isnull=False)
    return Club.objects.filter(Q(leagues__in=leagues) | agreed).distinct()


def live_merges(clubs: Collection[int], leagues: Collection[League]) -> list[PersonMerge]:
    scope = Q(league__isnull=True, duplicate__club__in=clubs) | Q(league__in=leagues)
    rows = PersonMerge.objects.filter(scope, undone_at__isnull=True)
    return list(rows.select_related("into").order_by("pk"))


def ever_merged(players: Collection[int]) -> set[int]:
    """Those of these players who are read as others or were once, or others as them; two queries."""
    rows = PersonMerge.objects.filter(Q(duplicate__in=players) | Q(into__in=players))
    merged = {key for pair in rows.values_list("duplicate", "into") for key in pair}
    return (merged | ever_bound(players)) & set(players)


def read_together(players: Collection[int]) -> set[int]:
    """These players, and all who are or were read as one person with them, through whatever others.

    A query for each step from one to the next, and one more.
    """
    together, fresh = set(players), set(players)
    while fresh:
        rows = PersonMerge.objects.filter(Q(duplicate__in=fresh) | Q(into__in=fresh))
        fresh = {key for pair in rows.values_list("duplicate", "into") for key in pair} - together
        together |= fresh
    return together


PageGround = tuple[object, ...]
"""What a page rests on: while it is the same, so is the page."""
SEASON_GROUND: Final = ("pk", "version", "stage", "name", "slug", "league__name", "league__slug")
"""Of a season what pages that name it and its first lines rest on."""


def ground_of_merges() -> PageGround:
    # Merges anywhere: that makes too many ETags, never too few.
    counts = PersonMerge.objects.aggregate(made=Count("pk"), undone=Count("undone_at"))
    return (counts["made"], counts["undone"])


def ground_of_names() -> PageGround:
    """How clubs and people of any club are called in public, and who is read as one person; two queries."""
    counts = public_clubs().aggregate(clubs=Count("pk"), settings=Sum("settings_version"))
    return (counts["clubs"], counts["settings"], *ground_of_merges())


def merges_of(club: Club, league: League | None = None) -> Persons:
    return Persons(merged=merged_in(clubs_of(club, league), league))


def who_is_who(season: Season) -> Persons:
    """Who is who in a season, whatever its categories; two queries, three where several clubs take part.

    One that is over reads people of different clubs as one as it did when it was closed.
    """
    if season.origin:  # whoever was read as one there is one here
        return Persons()
    clubs = clubs_of(season.league.club, season.league)
    merged = merged_in(clubs, season.league)
    return Persons(merged=bound(merged, bonds_among(clubs, season.league, until=season.closed_at)))
