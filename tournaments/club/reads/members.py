"""The people a club knows, and its officers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from tournaments.club.member_list.details import MINOR, Details, groups_in_words
from tournaments.club.member_list.lines import Known
from tournaments.club.models import (
    Club,
    ClubLogo,
    ClubNight,
    GroupMember,
    MemberDetails,
    Player,
    PlayerPhoto,
    User,
)
from tournaments.club.reads import permissions
from tournaments.club.roles import Role
from tournaments.club.shown_names import are_public
from tournaments.ranking.people.likeness import plain
from tournaments.site.cleaning import folded
from tournaments.site.subqueries import count_of

__all__ = ["Club", "ClubNight", "Player", "PlayerPhoto", "User"]


# Whom a name that somebody typed means among the people of a club. One rule for lists, sign-ups and the
# door.


class Namesakes:
    """The people of a club by their names; one query.

    Arguments:
        club: its primary key.
    """

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
        """Whoever has exactly this name, or else who has it but for case and accents.

        Arguments:
            name: cleaned, so that its spaces are single.

        Returns the active of them; of those of exactly this name all, where each of them has retired.
        """
        exact = self._exact.get(name, [])
        return [player for player in exact if player.is_active] or exact or self._folded.get(folded(name), [])

    def alike(self, name: str) -> list[Player]:
        """The active people who have this name but for case, accents, punctuation and the order of the words."""
        found = [*self._folded.get(folded(name), ()), *self._words.get(_words(name), ())]
        return sorted(set(found), key=lambda player: (player.name, player.pk))


def _words(name: str) -> str:
    return " ".join(sorted(plain(name).split())) or name


# --- The photos of players who have agreed to that ----------------------------------------------------


OF_AGE = 18
"""Whoever turns so old this year may still be a minor."""


def photo_of(player: Player) -> PlayerPhoto | None:
    """The photo of a player without its pixels, None where there is none; one query."""
    return PlayerPhoto.objects.filter(player=player).defer("content").first()


def picture_of(player: Player) -> bytes:
    """The PNG itself, b"" for none; one query."""
    found = PlayerPhoto.objects.filter(player=player).first()
    return bytes(found.content) if found else b""


def is_minor(details: MemberDetails, today: date) -> bool:
    """Whether these say that somebody is a minor, or may be: of birthdays only the year is known."""
    year = details.birth_year
    return details.is_minor or (year is not None and today.year - year <= OF_AGE)


def may_be_minor(player: Player, today: date) -> bool:
    """Whether what the club keeps of somebody says so; one query."""
    details = MemberDetails.objects.filter(player=player).first()
    return details is not None and is_minor(details, today)


# --- clubs and members -------------------------------------------------------------------------------
def clubs(user: permissions.Asker, least: Role = Role.SCORER) -> QuerySet[Club]:
    """The clubs in which the user is at least that, each with how many evenings and active members it has."""
    return permissions.clubs_of(user, least).annotate(
        evenings_count=count_of(Club, "evenings"),
        members_count=count_of(Club, "players", is_active=True, is_guest=False),
    )


def logo_picture(club: Club) -> bytes:
    """The PNG of the club's logo, b"" where it has none; one query, none for that."""
    found = ClubLogo.objects.filter(club=club).first() if club.logo else None
    return bytes(found.content) if found else b""


def members_count(club: Club) -> int:
    """How many active members the club has."""
    return club.players.filter(is_active=True, is_guest=False).count()


def groups(club: Club) -> list[str]:
    """The groups of the club, by name; of one that is written in two ways one name. One query."""
    rows = GroupMember.objects.filter(player__club=club).order_by("-group").values_list("group", flat=True)
    return sorted({folded(name): name for name in rows}.values(), key=folded)


def members(club: Club, *, search: str = "", retired: bool | None = False, group: str = "") -> list[Player]:
    """The people the club knows whose name holds `search`, or whose number it is, by name.

    Arguments:
        retired: whether those who retired are asked for, or the active; with None both.
        group: the group they belong to; "" for all.
    """
    wanted = folded(search.strip())
    people = club.players.annotate(evenings_count=Count("tickets")).prefetch_related("groups")
    if retired is not None:
        people = people.filter(is_active=not retired)
    return sorted(
        (
            player
            for player in people
            if (wanted in folded(player.name) or (wanted and folded(player.number) == wanted))
            and (not group or folded(group) in {folded(each.group) for each in player.groups.all()})
        ),
        key=lambda one: folded(one.name),
    )


def in_order(
    club: Club, *, search: str = "", retired: bool, group: str = "", guest: bool | None = None
) -> list[tuple[str, int]]:
    """Whom of the people the club knows, as their names are compared and by id; two queries at the most.

    Arguments:
        search, retired, group: as in `members`.
        guest: whether guests are asked for, or members; with None both.
    """
    people = club.players.filter(is_active=not retired)
    if guest is not None:
        people = people.filter(is_guest=guest)
    if group:
        rows = GroupMember.objects.filter(player__club=club).values_list("player", "group")
        people = people.filter(pk__in=[player for player, name in rows if folded(name) == folded(group)])
    wanted = folded(search.strip())
    return sorted(
        (folded(name), pk)
        for pk, name, number in people.order_by().values_list("pk", "name", "number")
        if wanted in folded(name) or (wanted and folded(number) == wanted)
    )


def known_people(club: Club) -> list[Known]:
    """Everybody whom the club knows, also those who have retired, as a list of members is held against them.

    For secretaries: their details are there too; two queries.
    """
    rows = club.players.select_related("details").prefetch_related("groups").order_by("name", "pk")
    return [Known(row.pk, row.name, row.colour, row.is_guest, row.is_active, details_of(row)) for row in rows]


def listed(club: Club, *, retired: bool, group: str) -> list[Known]:
    """The members of the club with their details, by name: those who come, or those who have retired; no guests.

    Arguments:
        group: the group they belong to; "" for all.
    """
    people = [
        one
        for one in known_people(club)
        if one.is_active is not retired
        and not one.is_guest
        and (not group or folded(group) in map(folded, one.details.group_names))
    ]
    return sorted(people, key=lambda one: folded(one.name))


def details_of(player: Player) -> Details:
    """What the club keeps of somebody, which is for secretaries."""
    row = getattr(player, "details", None)
    groups = groups_in_words(membership.group for membership in player.groups.all())
    if not isinstance(row, MemberDetails):
        return Details(player.number, groups=groups)
    birth = MINOR if row.is_minor else str(row.birth_year or "")
    return Details(player.number, row.mail, row.phone, birth, row.notes, groups)


def member(club: Club, pk: int) -> Player:
    """One person the club knows. Raises Http404 for anybody else's."""
    found = club.players.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


LONGEST_KEY = 15
"""Digits of a key of a row."""


def at_address(club: str, slug: str) -> Player | None:
    """Whose address this is in the club at its own, or was under another name; one query.

    In public whoever withholds their name has their number for an address, and no other: theirs tells the name.
    """
    led = Q(slug=slug) | Q(former_addresses__slug=slug)
    if are_public():
        led &= Q(public_name="")
        if is_key(slug):
            led |= Q(pk=slug) & ~Q(public_name="")
    return Player.objects.filter(led, club__slug=club).distinct().first()


def is_key(text: str) -> bool:
    """Whether this may be the key of a row, as digits."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_KEY


def usual_colours(club: Club) -> list[str]:
    """The ticket colours that the club's people usually hold."""
    return list(
        club.players.exclude(colour="").order_by("colour").values_list("colour", flat=True).distinct()
    )


def user_names(pks: Iterable[int]) -> dict[int, str]:
    """What to call these users: their full name, or the name they sign in with."""
    return {user.pk: user.get_full_name() or user.username for user in User.objects.filter(pk__in=set(pks))}
