"""Clubs: the people each knows, what they agree to, how it plays each game; whether an installation has an owner."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Final

from django.db import DatabaseError
from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from games.catalogue import GAMES, editions_from, game_of, game_of_document
from games.definition import Game
from games.documents.document import Document
from tournaments import tenant_guard
from tournaments.club.member_list.details import PRIVATE, Details, Known, groups_in_words, surname_first
from tournaments.club.models import (
    Club,
    ClubGame,
    ClubKey,
    ClubLogo,
    ClubNight,
    Consent,
    GroupMember,
    HouseRules,
    MemberDetails,
    Player,
    PlayerPhoto,
    PlayerWarning,
    User,
)
from tournaments.club.models.clubs import are_public
from tournaments.club.nights import usual_rules
from tournaments.club.reads import access
from tournaments.club.roles import Duty, Needed
from tournaments.prepared_sql import Slot, count_of
from tournaments.ranking.people import plain
from tournaments.site.arguments import From, provides
from tournaments.site.cleaning import folded
from tournaments.site.web.pages import first_or_404, or_404

__all__ = ["Club", "ClubGame", "ClubKey", "ClubNight", "Consent", "Player", "PlayerPhoto", "User"]

ERASED: Final = "—"
"""What stands in place of the name of somebody who was erased."""


# Whom a name that somebody typed means among the people of a club. One rule for lists, sign-ups and the
# door.


class Namesakes:
    """The people of a club (its primary key) by their names; one query."""

    def __init__(self, club: int) -> None:
        self._exact = defaultdict[str, list[Player]](list)
        self._folded = defaultdict[str, list[Player]](list)
        self._words = defaultdict[str, list[Player]](list)
        for player in Player.objects.filter(club=club).order_by("pk"):
            self._exact[player.name].append(player)
            if player.is_active:
                self._folded[folded(player.name)].append(player)
                self._words[_words(player.name)].append(player)

    def called(self, name: str) -> list[Player]:
        """Whoever has exactly this (clean) name, or else who has it but for case and accents.

        Only the active of them; of those of exactly this name all, where each of them has retired.
        """
        exact = self._exact.get(name, [])
        return [player for player in exact if player.is_active] or exact or self._folded.get(folded(name), [])

    def alike(self, name: str) -> list[Player]:
        """The active people who have this name but for case, accents, punctuation and the order of the words."""
        matches = [*self._folded.get(folded(name), ()), *self._words.get(_words(name), ())]
        return sorted(set(matches), key=lambda player: (player.name, player.pk))


def _words(name: str) -> str:
    return " ".join(sorted(plain(name).split())) or name


OF_AGE = 18
"""Whoever turns so old this year may still be a minor."""


WARNED: Final = timedelta(days=365)
"""For so long a warning is shown beside somebody who comes."""


@provides
def warning(player: Player, warning: int) -> PlayerWarning:
    return get_object_or_404(player.warnings, pk=warning)


def warnings_count(club: Club, at: datetime) -> dict[int, int]:
    """How many warnings of late the players of a club have, by their primary keys; one query."""
    rows = PlayerWarning.objects.filter(player__club=club, taken_back_at=None, at__gt=at - WARNED)
    return Counter(rows.order_by().values_list("player", flat=True))


def photo_of(player: Player) -> PlayerPhoto | None:
    return PlayerPhoto.objects.filter(player=player).defer("content").first()


def picture_of(player: Player) -> bytes:
    photo = PlayerPhoto.objects.filter(player=player).first()
    return bytes(photo.content) if photo else b""


def is_minor(details: MemberDetails, today: date) -> bool:
    """Whether somebody is a minor, or may be: of birthdays only the year is known."""
    year = details.birth_year
    return details.is_minor or (year is not None and today.year - year <= OF_AGE)


def may_be_minor(player: Player, today: date) -> bool:
    details = MemberDetails.objects.filter(player=player).first()
    return details is not None and is_minor(details, today)


def clubs(user: access.Asker, least: Needed = Duty.OFFICE) -> QuerySet[Club]:
    """The clubs in which the user may do this, with the counts of evenings and active members."""
    return access.clubs_of(user, least).annotate(
        evenings_count=count_of(Club, "evenings"),
        members_count=count_of(Club, "players", is_active=True, is_guest=False),
    )


_counted_club = access.prepared_for(lambda user, least: clubs(user, least).filter(slug=Slot("club")))


def club(user: access.Asker, slug: str, least: Needed) -> Club:
    """Raises Http404 unless the user may do that in the club."""
    return or_404(_counted_club(user, least, club=slug))


def logo_picture(club: Club) -> bytes:
    logo = ClubLogo.objects.filter(club=club).first() if club.logo else None
    return bytes(logo.content) if logo else b""


def members_count(club: Club) -> int:
    return club.players.filter(is_active=True, is_guest=False).count()


def groups(club: Club) -> list[str]:
    """The groups of the club, by name; of one that is written in two ways one name. One query."""
    rows = GroupMember.objects.filter(player__club=club).order_by("-group").values_list("group", flat=True)
    return sorted({folded(name): name for name in rows}.values(), key=folded)


def members(
    club: Club,
    *,
    search: str = "",
    retired: bool | None = False,
    group: str = "",
    order: str = "name",
    with_details: bool = False,
    counted: bool = False,
) -> list[Player]:
    """The people the club knows whose name holds `search`, or whose number it is; `retired` None for all.

    The order is by `name`, by `surname`, by most `evenings`, or by who was there `last`. With their details it is for
    secretaries. `counted`: each with how many evenings they came to, and to which last, which reads every ticket.
    """
    needle = folded(search.strip())
    people = club.players.prefetch_related("groups")
    if counted:
        people = people.annotate(evenings_count=Count("tickets"), last=Max("tickets__evening__date"))
    if with_details:
        people = people.select_related("details")
    if retired is not None:
        people = people.filter(is_active=not retired)
    matches = (
        player
        for player in people
        if _is_found(needle, player.name, player.number)
        and (not group or folded(group) in {folded(each.group) for each in player.groups.all()})
    )
    return sorted(matches, key=lambda player: (_ORDERS[order](player), folded(player.name), player.pk))


def evenings_counts(people: Iterable[Player]) -> dict[int, int]:
    """How many evenings each of these people came to, by their primary keys; one query."""
    rows = Player.objects.filter(pk__in=[player.pk for player in people])
    return dict(rows.order_by().values_list("pk", count_of(Player, "tickets")))


_ORDERS: Mapping[str, Callable[[Any], Any]] = {
    "name": lambda player: folded(player.name),
    "surname": lambda player: by_surname(player.name),
    "evenings": lambda player: -player.evenings_count,
    "last": lambda player: -player.last.toordinal() if player.last else 0,
}


def by_surname(name: str) -> list[str]:
    """Where a name stands in a list by last names: to be sorted by."""
    return [folded(part) for part in surname_first(name).split(",", 1)]


def in_order(
    club: Club, *, search: str = "", retired: bool, group: str = "", guest: bool | None = None
) -> list[tuple[str, int]]:
    """The matches of `members` as folded names and ids, by name; `guest` None for both. Two queries at the most."""
    people = club.players.filter(is_active=not retired)
    if guest is not None:
        people = people.filter(is_guest=guest)
    if group:
        rows = GroupMember.objects.filter(player__club=club).values_list("player", "group")
        people = people.filter(pk__in=[player for player, name in rows if folded(name) == folded(group)])
    needle = folded(search.strip())
    return sorted(
        (folded(name), pk)
        for pk, name, number in people.order_by().values_list("pk", "name", "number")
        if _is_found(needle, name, number)
    )


def _is_found(needle: str, name: str, number: str) -> bool:
    return needle in folded(name) or (needle != "" and folded(number) == needle)


def known_people(club: Club) -> list[Known]:
    """Everybody whom the club knows, also those who have retired, to compare a list of members with.

    For secretaries: their details are there too; two queries.
    """
    rows = club.players.select_related("details").prefetch_related("groups").order_by("name", "pk")
    return [known_person(row) for row in rows]


def known_person(player: Player) -> Known:
    details = details_of(player)
    return Known(player.pk, player.name, player.colour, player.is_guest, player.is_active, details)


def listed(club: Club, *, retired: bool, group: str) -> list[Known]:
    """The members of the club with their details, by name: those who come, or those who have retired; no guests."""
    people = members(club, retired=retired, group=group, with_details=True)
    return [known_person(player) for player in people if not player.is_guest]


def details_of(player: Player) -> Details:
    """What the club keeps of somebody, which is for secretaries."""
    row = getattr(player, "details", None) or MemberDetails()
    groups = groups_in_words(membership.group for membership in player.groups.all())
    return Details(player.number, groups=groups, **{name: getattr(row, name) for name in PRIVATE})


@provides
def member(club: Club, player: int) -> Player:
    return get_object_or_404(club.players, pk=player)


def at_address(club: str, slug: str) -> Player | None:
    """The player with this address in the club, or who had it under a former name; one query.

    In public whoever withholds their name has their number for an address, and no other: theirs tells the name.
    """
    led = Q(slug=slug) | Q(former_addresses__slug=slug)
    if are_public():
        led &= Q(public_name="")
        if access.is_key(slug):
            led |= Q(pk=slug) & ~Q(public_name="")
    return Player.objects.filter(led, club__slug=club).distinct().first()


def usual_colours(club: Club) -> list[str]:
    rows = club.players.exclude(colour="").order_by("colour")
    return list(rows.values_list("colour", flat=True).distinct())


def user_names(pks: Iterable[int]) -> dict[int, str]:
    return {user.pk: user.display_name for user in User.objects.filter(pk__in=set(pks))}


@dataclass(frozen=True, slots=True)
class ClubRules:
    """The house rules of a game at a club; where they are not its `own`, they are what any party plays."""

    game: Game
    options: Mapping[str, Any]
    own: bool


def definition_of(row: ClubGame) -> Game:
    """The game of an edition."""
    game = game_of(row.slug, row.edition)
    return game or game_of_document(Document.model_validate_json(row.document))


def games_of(club: Club) -> list[ClubGame]:
    """The club's own games: of each the edition on the shelf, else the last; none that is retired."""
    rows: dict[str, ClubGame] = {}
    for row in club.games.filter(retired_at=None):
        if row.slug not in rows or row.is_on_the_shelf or not rows[row.slug].is_on_the_shelf:
            rows[row.slug] = row
    return list(rows.values())


def game_of_club(club: Club, slug: str) -> ClubGame:
    """One of them. Raises Http404."""
    return first_or_404(row for row in games_of(club) if row.slug == slug)


def game_once_played(club: Club, slug: str) -> Game | None:
    """A game of the house or of the club's own, as it was last on the shelf; also one that is retired."""
    if slug in GAMES:
        return GAMES[slug]
    last = club.games.filter(slug=slug, published_at__isnull=False).order_by("published_at", "pk").last()
    return definition_of(last) if last else None


def shelf_of(club: Club) -> dict[str, Game]:
    """The games of the club's own by which new evenings can be played."""
    rows = club.games.filter(published_at__isnull=False, retired_at=None)
    return {row.slug: definition_of(row) for row in rows}


def games_for(club: Club) -> dict[str, Game]:
    """The games by which new evenings of a club can be played, its own first; one query."""
    return {**shelf_of(club), **GAMES}


def game_for(club: Club, slug: object) -> Game | None:
    """One of them; a query for those of the club's own alone."""
    if not isinstance(slug, str) or not slug:
        return None
    return GAMES.get(slug) or shelf_of(club).get(slug)


def own_games(club: Club) -> set[str]:
    """The slugs of all games that a club ever put on its shelf."""
    return set(club.games.filter(published_at__isnull=False).values_list("slug", flat=True))


def game_names(club: Club, slugs: Iterable[str]) -> dict[str, str]:
    """What these games are called at a club, in the reader's language; a query where some are the club's own."""
    names = {slug: gettext(GAMES[slug].name) if slug in GAMES else slug for slug in slugs}
    if names.keys() - GAMES.keys():
        own = club.games.filter(slug__in=names.keys() - GAMES.keys()).order_by("pk")
        names |= own.values_list("slug", "name")
    return names


def _written(edition: str) -> str | None:
    # Whoever sees an evening may know by what it was played; whoever checks an archive may have no database.
    with tenant_guard.bypass(), suppress(DatabaseError):
        return ClubGame.objects.filter(edition=edition).values_list("document", flat=True).first()
    return None


def keep_editions() -> None:
    """Let every evening find the edition of a club's game that its plan names."""
    editions_from(_written)


def house_rules_of_club(club: Club) -> dict[str, ClubRules]:
    rows = {row.game: row.options for row in HouseRules.objects.filter(club=club)}
    return {slug: _read(game, rows.get(slug)) for slug, game in games_for(club).items()}


def house_rules_of_game(club: Club, game: Game) -> ClubRules:
    row = HouseRules.objects.filter(club=club, game=game.slug).first()
    return _read(game, None if row is None else row.options)


def own_rules(club: Club, game: object) -> Mapping[str, Any] | None:
    """The rules that the club itself has set for a game; None where it has not, or there is no such game."""
    played = game_for(club, game)
    if played is None:
        return None
    rules = house_rules_of_game(club, played)
    return rules.options if rules.own else None


def _read(game: Game, stored: Mapping[str, Any] | None) -> ClubRules:
    # By the house rules that the game has today: new ones are as usual, old ones gone.
    usual = usual_rules(game)
    known = {name: value for name, value in (stored or {}).items() if name in usual}
    return ClubRules(game, {**usual, **known}, own=stored is not None)


def is_fresh_install() -> bool:
    """Whether nobody has begun here: no club but a demo, and no account that may do everything; two queries."""
    begun = Q(is_founder=True) | Q(is_superuser=True)
    return not (
        Club.objects.filter(is_demo=False).exists() or User.objects.filter(begun, is_active=True).exists()
    )


def demo() -> Club | None:
    return Club.objects.filter(is_demo=True, put_away_at__isnull=True).first()


def club_beside_demo(user: User, club: Club) -> Club:
    """Raises Http404 where there is no demo club, or it is not the user's to put away."""
    if not user.is_superuser or demo() is None:
        raise Http404
    return club


ClubBesideDemo = Annotated[Club, From(club_beside_demo)]


def demo_officer() -> User | None:
    return User.objects.filter(
        is_active=True, offices__club__is_demo=True, offices__club__put_away_at__isnull=True
    ).first()


@dataclass(frozen=True, slots=True)
class ConsentsGiven:
    """Whether the name or the ratings (`of`) are public now, and what was said to that last: None for nothing."""

    of: str
    is_shown: bool
    given: bool | None = None
    by: str = ""
    at: datetime | None = None


def consents_given_by(player: Player) -> list[ConsentsGiven]:
    last = {consent.of: consent for consent in player.consents.order_by("pk")}
    keys = {
        of: int(consent.by.removeprefix("user:"))
        for of, consent in last.items()
        if consent.by.startswith("user:")
    }
    names = user_names(keys.values())
    public = {Consent.Of.NAME: player.public_name == "", Consent.Of.RATING: player.shows_rating}
    return [
        ConsentsGiven(of.value, is_shown, latest.given, names.get(keys.get(of, 0), ""), latest.at)
        if (latest := last.get(of))
        else ConsentsGiven(of.value, is_shown)
        for of, is_shown in public.items()
    ]


def categories_seen_by(visitor: access.Visitor, club: Club) -> list[str]:
    """The categories by which a visitor may read: the public ones, all of them for officers."""
    if not club.categories:
        return []
    is_officer = club.pk in visitor.officer_in
    return sorted(name for name, is_shown in club.categories.items() if is_shown or is_officer)


def members_in(club: Club, category: str) -> frozenset[int]:
    rows = GroupMember.objects.filter(player__club=club, group=category)
    return frozenset(rows.values_list("player", flat=True))
