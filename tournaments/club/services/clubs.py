"""Clubs and the people of a club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from zoneinfo import available_timezones

from django.db import transaction

from games import catalogue
from tournaments.club.models import Club, HouseRules, Officer, Player, User
from tournaments.club.reads.members import folded
from tournaments.club.usual_rules import usual_rules
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_colour, clean_name, free_slug

MOST_NAMES_AT_ONCE = 2000
"""More than any club has members; a longer list holds up everybody else, and is none of names."""


@transaction.atomic
def make_club(*, name: str, director: User | None, time_zone: str, at: datetime, slug: str = "") -> Club:
    """A new club, `director` its first officer. Raises Faults on a bad name or time zone."""
    if time_zone not in available_timezones():
        refuse("time_zone", "unknown-time-zone", "“%(entered)s” is not a time zone", entered=time_zone)
    name = clean_name("name", name)
    taken = set(Club.objects.values_list("slug", flat=True))
    club = Club.objects.create(
        name=name, slug=free_slug(slug or name, taken, "club"), time_zone=time_zone, made_at=at
    )
    if director is not None:
        Officer.objects.create(user=director, club=club, role=Officer.Role.DIRECTOR)
    return club


def set_house_rules(*, club: Club, game: str, options: object, by: str, at: datetime) -> HouseRules:
    """How the club plays `game` from now on, unless an evening says otherwise; what `options` leaves out is as usual.

    Evenings that are made already keep the house rules they have. Raises Faults for a game that is not played here
    (`game`) and for options that the game does not take (`options.<name>`).
    """
    known = catalogue.find(game)
    given = {**usual_rules(known), **options} if isinstance(options, Mapping) else options
    rules = known.options_as_data(known.house_rules(given))
    kept, _made = HouseRules.objects.update_or_create(
        club=club, game=known.slug, defaults={"options": rules, "changed_by": by, "changed_at": at}
    )
    return kept


def add_player(
    *, club: Club, name: str, at: datetime, guest: bool = False, colour: str = "", another: bool = False
) -> Player:
    """A new member or guest.

    Arguments:
        another: whether this is another person than whoever of the club has the same name.

    Raises Faults on an empty or overlong name, and on one that an active person of the club has (`name-known`,
    case and accents aside) unless it is `another`.
    """
    name = clean_name("name", name)
    if not another:
        _check_unknown(club, name)
    return Player.objects.create(
        club=club, name=name, is_guest=guest, colour=clean_colour(colour), made_at=at
    )


def _check_unknown(club: Club, name: str) -> None:
    wanted = folded(name)
    there = club.players.filter(is_active=True).order_by("name", "pk").values_list("name", flat=True)
    known = [other for other in there if folded(other) == wanted]
    if known:
        refuse(
            "name",
            "name-known",
            "the club has %(known)s already; choose who is there, or say that this is another person",
            known=", ".join(known),
        )


@transaction.atomic
def add_names(*, club: Club, names: Iterable[str], at: datetime) -> list[Player]:
    """Members for the names that the club does not have yet, in order; blank lines are passed over.

    Returns the player of each name, old or new. A name given twice is one player. Raises Faults on a list that is too
    long (`names`), and on bad names (`names.N`, counted from 0).
    """
    names = _few_enough(names)
    wanted = list(
        dict.fromkeys(clean_name(f"names.{place}", name) for place, name in enumerate(names) if name.strip())
    )
    known = {player.name: player for player in Player.objects.filter(club=club, name__in=wanted)}
    Player.objects.bulk_create(
        [Player(club=club, name=name, made_at=at) for name in wanted if name not in known]
    )
    known = {player.name: player for player in Player.objects.filter(club=club, name__in=wanted)}
    return [known[name] for name in wanted]


def _few_enough(names: Iterable[str]) -> list[str]:
    """The names as a list, before anything is asked of any of them. Raises Faults where they are too many at once."""
    listed = list(names)
    entered = sum(bool(name.strip()) for name in listed)
    if entered > MOST_NAMES_AT_ONCE:
        refuse(
            "names",
            "too-many",
            "%(entered)s names were entered; at most %(most)s can be added at once: add them in several lists",
            entered=entered,
            most=MOST_NAMES_AT_ONCE,
        )
    return listed


@transaction.atomic
def add_members(*, club: Club, rows: Iterable[tuple[str, str]], at: datetime) -> tuple[int, int]:
    """Members from a list of names and usual ticket colours; blank names are passed over.

    A name that the club has already is no second member: it gets the colour, where one is given. Returns how many
    are new and how many were known. Raises Faults as `add_names` does, lines counted from 0.
    """
    rows = list(rows)
    _few_enough(name for name, _colour in rows)
    colours = {
        clean_name(f"names.{place}", name): clean_colour(colour)
        for place, (name, colour) in enumerate(rows)
        if name.strip()
    }
    known = {player.name for player in Player.objects.filter(club=club, name__in=list(colours))}
    players = add_names(club=club, names=list(colours), at=at)
    coloured = [player for player in players if colours[player.name]]
    for player in coloured:
        player.colour = colours[player.name]
    Player.objects.bulk_update(coloured, ["colour"])
    return len(players) - len(known), len(known)


def change_player(*, player: Player, name: str, colour: str, guest: bool, active: bool) -> Player:
    """Rename, recolour, make a member of a guest, retire or bring back. Raises Faults on a bad name."""
    player.name = clean_name("name", name)
    player.colour = clean_colour(colour)
    player.is_guest = guest
    player.is_active = active
    player.save(update_fields=["name", "colour", "is_guest", "is_active"])
    return player
