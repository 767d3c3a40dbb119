"""The people a club knows, and its officers."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from tournaments.club.member_list.details import MINOR, Details, groups_in_words
from tournaments.club.member_list.lines import Known
from tournaments.club.models import Club, ClubLogo, ClubNight, GroupMember, MemberDetails, Player, User
from tournaments.club.reads import permissions
from tournaments.club.roles import Role
from tournaments.club.shown_names import are_public
from tournaments.site.cleaning import folded
from tournaments.site.subqueries import count_of

__all__ = ["Club", "ClubNight", "Player", "User"]


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
