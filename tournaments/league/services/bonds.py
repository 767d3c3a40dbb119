"""Who is the same person in two clubs of a federation: by the word of both clubs, or of the person alone.

Nobody is in a season of fixtures twice, under whatever names they are listed. Whoever enters people and whoever
reads two as one lock the same clubs first, so that neither goes by what the other is about to change. Lock order:
clubs by their keys, then seasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, combinations
from typing import Annotated, Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.derivation import gettext_noop
from scoring.faults import Fault, Faults
from tournaments import tenant_guard
from tournaments.club.models import Club, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.league.acts import PutInCategory
from tournaments.league.models import EntrantMember, Federation, League, PersonBond, PersonMerge, Season
from tournaments.league.reads import persons
from tournaments.league.reads.persons import (
    bonds_in,
    bound,
    clubs_in,
    followed,
    merged_in,
    own_people,
    own_players,
    people_shown,
    player_in,
)
from tournaments.league.reads.seasons import BondAsked, FederationHere, Membership, clubs_of, in_federation
from tournaments.league.services import ledger
from tournaments.league.services.ledger import perform
from tournaments.ranking.series.units import Persons
from tournaments.refusals import NOT_NOW, fault, refuse
from tournaments.site.arguments import ActorId, Body, Example, From, Id
from tournaments.site.cleaning import clean_reason
from tournaments.site.web.pages import first_or_404


def lock_clubs(clubs: Collection[int]) -> None:
    """Lock clubs in the order of their keys; must be called inside a transaction."""
    with tenant_guard.bypass():  # those of a league wait for each other
        list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))


def lock_clubs_of(season: Season) -> None:
    lock_clubs(list(clubs_in(season.league).values_list("pk", flat=True)))


BOTH_ENTERED: Final = gettext_noop(
    "“%(name)s” and “%(other)s” are both entered in “%(league)s, %(season)s”; withdraw one of them there first"
)
A_PAIR: Final = gettext_noop(
    "“%(name)s” and “%(other)s” are a pair in “%(league)s, %(season)s”; change the pair there first"
)


def clashes(
    field: str, before: Sequence[PersonMerge], after: Sequence[PersonMerge], leagues: Iterable[League]
) -> Iterator[Fault]:
    """The faults of a merge, or of undoing one: somebody would be in a season of fixtures twice.

    Seasons that are over and who has withdrawn do not count. One query.
    """
    keys = {key for row in (*before, *after) for key in (row.duplicate_id, row.into_id)}
    rows = EntrantMember.objects.filter(
        player__in=keys,
        season__league__in=[league.pk for league in leagues],
        entrant__withdrawn_at__isnull=True,
    ).exclude(season__stage=Season.Stage.CLOSED)
    members_by_season: dict[Season, list[EntrantMember]] = {}
    for row in rows.select_related("season__league", "entrant", "player").order_by("season", "entrant", "pk"):
        members_by_season.setdefault(row.season, []).append(row)
    for season, members in members_by_season.items():
        then, now = (Persons(merged=in_force(merges, season.league)) for merges in (before, after))
        for first, other in combinations(members, 2):
            if _are_one(then, first, other) or not _are_one(now, first, other):
                continue
            if first.entrant_id != other.entrant_id:
                code, words = "both-entered", BOTH_ENTERED
            elif season.rules["entrants"] == "pair":
                code, words = "a-pair", A_PAIR
            else:
                continue
            names = {"name": first.player.name, "other": other.player.name}
            yield fault(field, code, words, league=season.league.name, season=season.name, **names)


def _are_one(persons: Persons, one: EntrantMember, other: EntrantMember) -> bool:
    return persons.real(str(one.player_id)) == persons.real(str(other.player_id))


def in_force(merges: Iterable[PersonMerge], league: League | None) -> Mapping[str, str]:
    """Who is read as whom in a league, or in a club (None); a league's own merges go before those of clubs."""
    in_force = [row for row in merges if row.league_id in (None, league and league.pk)]
    in_force.sort(key=lambda row: row.league_id or 0)
    return {str(row.duplicate_id): str(row.into_id) for row in in_force}


@transaction.atomic
def take_group(*, season: Season, category: str, by: str, at: datetime) -> int:
    """Put everybody active of the club's group of this name into the category, each by an entry; how many they are.

    Whoever is in it stays, of the group or not. Raises Faults as `PutInCategory` does.
    """
    people = season.league.club.players.filter(groups__group=category, is_active=True).order_by("pk")
    for player in people:
        act = PutInCategory(player=player.pk, category=category, belongs=True)
        perform(season=season, act=act, by=by, at=at)
    return len(people)


class NewBond(Body):
    """Somebody of the club by id, and who they are in another club of the federation."""

    one: Annotated[Id, Example(12)]
    other: Annotated[Id, Example(57)]


def one_of_club(own: Membership, new: NewBond) -> Player:
    return player_in(own_people(own.club), "one", new.one)


def other_of_federation(own: Membership, new: NewBond) -> Player:
    others = (club for club in clubs_of(own.federation) if club != own.club)
    return player_in(chain.from_iterable(map(people_shown, others)), "other", new.other)


OneOfClub = Annotated[Player, From(one_of_club)]
OtherOfFederation = Annotated[Player, From(other_of_federation)]


@audit.command(needs=Role.SECRETARY)
def ask(
    *, federation: FederationHere, one: OneOfClub, other: OtherOfFederation, by: ActorId, at: datetime
) -> PersonBond:
    """Ask another club whether somebody of it is somebody of this one; asking twice is asking once.

    Raises Faults where they are not of two clubs that are in the federation (`strangers`), and where somebody would
    be two people of one club (`same-club`).
    """
    lock(federation)
    _check(federation, one, other)
    waiting = federation.bonds.filter(
        Q(one=one, other=other) | Q(one=other, other=one), ended_at__isnull=True
    ).first()
    if waiting is not None:
        return waiting
    audit.note(one.club, "bond-asked", at=at, player=one)
    return PersonBond.objects.create(federation=federation, one=one, other=other, asked_by=by, asked_at=at)


@audit.command(
    needs=Role.SECRETARY,
    done=gettext_noop("%(one)s and %(other)s count as one person in the federation now."),
)
def agree(*, bond: BondAsked, by: ActorId, at: datetime) -> PersonBond:
    """Say yes to what another club has asked: the two are one person in the federation.

    Raises Faults as `ask` does, and where the question was withdrawn.
    """
    lock(bond.federation)
    lock_clubs({bond.one.club_id, bond.other.club_id})  # nobody enters one of them somewhere meanwhile
    _check(bond.federation, bond.one, bond.other)
    waiting = PersonBond.objects.filter(pk=bond.pk, ended_at__isnull=True)
    if not waiting.exists():
        refuse("", NOT_NOW, "this question has been withdrawn")
    if waiting.filter(agreed_at__isnull=True).update(agreed_by=by, agreed_at=at):
        _note("bond-agreed", bond, at)
    ledger.people_bound(bond.federation, at=at)
    return bond


@audit.command(
    needs=Role.SECRETARY, done=gettext_noop("%(one)s and %(other)s are two people in the federation.")
)
def end(*, bond: PersonBond, by: ActorId, at: datetime) -> PersonBond:
    """End it, decline, or ask no more: the two are two people in the federation. Each of both clubs may."""
    _end([bond], by, at)
    return bond


def own_federation(user: User, federation: str) -> Federation:
    return first_or_404(own.federation for own in own_players(user) if own.federation.slug == federation)


OwnFederation = Annotated[Federation, From(own_federation)]
"""One in several of whose clubs somebody plays."""


@audit.command(done=gettext_noop("You count as one person in the federation now."))
def join_own(*, federation: OwnFederation, user: User, by: ActorId, at: datetime) -> None:
    """Make one person of all players of the federation's clubs that the user has claimed to be.

    Nothing where they are none or one. Raises Faults as `ask` does.
    """
    for own in own_players(user):
        if own.federation == federation:
            first, *others = own.players
            for other in others:
                agree(bond=ask(federation=federation, one=first, other=other, by=by, at=at), by=by, at=at)


@audit.command(done=gettext_noop("You count as another person in each club of the federation now."))
def end_own(*, federation: OwnFederation, user: User, by: ActorId, at: datetime) -> None:
    """End all bonds of the players that a user has claimed to be, whoever asked for them."""
    theirs = Q(one__account=user) | Q(other__account=user)
    _end(federation.bonds.filter(theirs), by, at)


def end_of_club(*, federation: Federation, club: Club, by: str, at: datetime) -> None:
    """End all bonds of a club's people in the federation, which the caller has locked."""
    _end(federation.bonds.filter(Q(one__club=club) | Q(other__club=club)), by, at)


@transaction.atomic
def forget(player: Player) -> None:
    rows = PersonBond.objects.filter(Q(one=player) | Q(other=player))
    federations = list(Federation.objects.filter(pk__in=rows.values("federation")))
    rows.delete()
    for federation in federations:
        ledger.people_bound(federation, at=timezone.now())


def _end(bonds: Iterable[PersonBond], by: str, at: datetime) -> None:
    with tenant_guard.bypass():  # a club that goes is bound to others than the one that lets it go
        open_ones = PersonBond.objects.filter(pk__in=[bond.pk for bond in bonds], ended_at__isnull=True)
        federations = list(Federation.objects.filter(pk__in=open_ones.values("federation")))
        for bond in open_ones.select_related("one__club", "other__club"):
            _note("bond-ended", bond, at)
        open_ones.update(ended_by=by, ended_at=at)
        for federation in federations:
            ledger.people_bound(federation, at=at)


def _note(act: str, bond: PersonBond, at: datetime) -> None:
    # Both clubs are told, each of its own player.
    for player in (bond.one, bond.other):
        audit.note(player.club, act, at=at, player=player)


def lock(federation: Federation) -> None:
    """Lock a federation, in a transaction: of two who change bonds at once the second sees the first's."""
    Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)


def _check(federation: Federation, one: Player, other: Player) -> None:
    clubs = [row.club_id for row in in_federation(federation)]
    if one.club_id == other.club_id or not {one.club_id, other.club_id} <= set(clubs):
        refuse(
            "other",
            "strangers",
            "“%(entered)s” and “%(other)s” have to be of two different clubs of the federation",
            entered=one.name,
            other=other.name,
        )
    of_clubs = merged_in(clubs)
    pairs = [*bonds_in(federation), (str(one.pk), str(other.pk))]
    after = bound(of_clubs, pairs)
    person = followed(str(one.pk), after)
    own = {followed(key, of_clubs) for pair in pairs for key in pair if followed(key, after) == person}
    known = Player.objects.filter(pk__in=[int(key) for key in own]).values_list("club", flat=True)
    if len(own) > len(set(known)):
        refuse(
            "other",
            "same-club",
            "“%(entered)s” would be two people of one club then; merge those two in their club first",
            entered=one.name,
        )
    known_as = {int(key) for key in {*of_clubs, *own} if followed(key, after) == person}
    _check_entered(federation, one, known_as)


def _check_entered(federation: Federation, one: Player, known_as: Iterable[int]) -> None:
    rows = EntrantMember.objects.filter(
        player__in=known_as,
        season__league__club__in=in_federation(federation).order_by().values("club"),
        season__league__guest_clubs__agreed_at__isnull=False,
        entrant__withdrawn_at__isnull=True,
    ).exclude(season__stage=Season.Stage.CLOSED)
    entered = rows.distinct().values_list("pk", "season", "season__name")
    seasons = Counter((season, name) for _pk, season, name in entered)
    twice = next((name for (_season, name), count in sorted(seasons.items()) if count > 1), None)
    if twice is not None:
        refuse(
            "other",
            "both-entered",
            "“%(entered)s” would be in “%(season)s” twice then; withdraw one of the two there first",
            entered=one.name,
            season=twice,
        )


# Reading two players as one person, and taking that back. Nothing else is rewritten by either.
# Whoever merges locks, in the order of their keys, every club whose merges could close a circle with this
# one: those of all leagues in which the club takes part.

Scope = League | None
"""Where a merge holds: in one league, or in the club's everything."""


@transaction.atomic
def merge(
    *, duplicate: Player, into: Player, by: str, at: datetime, league: League | None = None, reason: str = ""
) -> PersonMerge:
    """Read `duplicate` as `into` from now on: in everything of their club, or in one league alone.

    Both may have been at one evening; their lines become one there. Raises Faults with the fields `duplicate` and
    `into` for one player twice, for players of different clubs without a league that both their clubs are in, for
    somebody merged already, where merges would go in a circle, and where both are entered in a season of fixtures
    that is not over.
    """
    around = _locked({duplicate.club_id, into.club_id}, league)
    reason = clean_reason(reason)
    faults = tuple(_faults(duplicate, into, league, around))
    if faults:
        raise Faults(faults)
    row = PersonMerge.objects.create(
        duplicate=duplicate, into=into, league=league, merged_by=by, merged_at=at, reason=reason
    )
    ledger.people_changed([duplicate, into], at=at)
    audit.note(league.club if league else into.club, "merged", at=at, player=into)
    return row


@audit.command(needs=Role.SECRETARY, done=gettext_noop("%(duplicate)s and %(into)s are two people again."))
def undo(*, merge: PersonMerge, by: ActorId, at: datetime) -> PersonMerge:
    """Read the two as two people again; that it was otherwise stays known.

    Raises Faults where that is done already, or other merges would go in a circle. They would where the merge of a
    league was all that kept the club's own out of it. So may somebody be in a season of fixtures twice then.
    """
    around = _locked({merge.duplicate.club_id, merge.into.club_id}, merge.league)
    row = PersonMerge.objects.select_related("duplicate", "into", "league").get(pk=merge.pk)
    if row.undone_at is not None:
        refuse(
            "merge", NOT_NOW, "the merge of “%(entered)s” has been undone already", entered=row.duplicate.name
        )
    left = [other for other in around.merges if other.pk != row.pk]
    if any(_goes_in_a_circle(left, scope) for scope in _scopes(row.league, around.leagues)):
        refuse(
            "merge",
            "circle",
            "other merges depend on that of “%(entered)s”; undo one of those first",
            entered=row.duplicate.name,
        )
    faults = tuple(clashes("merge", around.merges, left, around.leagues))
    if faults:
        raise Faults(faults)
    row.undone_by, row.undone_at = by, at
    row.save(update_fields=["undone_by", "undone_at"])
    ledger.people_changed([row.duplicate, row.into], at=at)
    audit.note(row.league.club if row.league else row.into.club, "merge-undone", at=at, player=row.into)
    return row


class _Around(NamedTuple):
    leagues: list[League]
    merges: list[PersonMerge]


def _locked(clubs: set[int], league: Scope) -> _Around:
    # The locks need a transaction.
    leagues = persons.leagues_around(clubs)
    if league is not None and league not in leagues:
        leagues.append(league)
    rows = persons.clubs_around(leagues).values_list("pk", flat=True)
    all_clubs = clubs | set(rows)
    lock_clubs(all_clubs)
    return _Around(leagues, persons.live_merges(all_clubs, leagues))


def _faults(duplicate: Player, into: Player, league: Scope, around: _Around) -> Iterator[Fault]:
    if duplicate.pk == into.pk:
        yield fault(
            "into",
            "same-player",
            "“%(entered)s” was chosen twice; two different players are needed",
            entered=into.name,
        )
        return
    yield from _strangers(duplicate, into, league)
    key = (duplicate.pk, league.pk if league else None)
    known = next((row for row in around.merges if (row.duplicate_id, row.league_id) == key), None)
    if known is not None:
        yield fault(
            "duplicate",
            "merged-already",
            "“%(entered)s” is merged into “%(into)s” already; undo that first",
            entered=duplicate.name,
            into=known.into.name,
        )
        return
    after = [*around.merges, PersonMerge(duplicate=duplicate, into=into, league=league)]
    if any(_goes_in_a_circle(after, scope) for scope in _scopes(league, around.leagues)):
        yield fault(
            "into",
            "circle",
            "“%(entered)s” counts as “%(duplicate)s” already; choose somebody who does not, or undo that first",
            entered=into.name,
            duplicate=duplicate.name,
        )
        return
    yield from clashes("into", around.merges, after, around.leagues)


def _strangers(duplicate: Player, into: Player, league: Scope) -> Iterator[Fault]:
    if league is None:
        if duplicate.club_id != into.club_id:
            yield fault(
                "into",
                "other-club",
                "“%(entered)s” plays at another club than “%(duplicate)s”; allowed are players of one club, or of "
                "two clubs for a league that both are in",
                entered=into.name,
                duplicate=duplicate.name,
            )
        return
    clubs = set(persons.clubs_of(league.club, league))
    for field, player in (("duplicate", duplicate), ("into", into)):
        if player.club_id not in clubs:
            yield fault(
                field,
                "not-in-league",
                "“%(entered)s” plays at a club that is not in “%(league)s”; allowed are players of its clubs",
                entered=player.name,
                league=league.name,
            )


def _scopes(league: Scope, around: list[League]) -> list[Scope]:
    # A merge of a league counts there alone, one of a club in everything around it.
    return [league] if league is not None else [None, *around]


def _goes_in_a_circle(merges: Sequence[PersonMerge], scope: Scope) -> bool:
    # `Persons` refuses a circle.
    try:
        Persons(merged=in_force(merges, scope))
    except ValueError:
        return True
    return False
