"""Members changed and erased; what a club keeps of them for itself, those of a list, their photos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils import timezone
from django.utils.module_loading import import_string
from pydantic import Field

from scoring.derivation import gettext_noop
from scoring.described import Described
from tournaments.club.look import logo_of
from tournaments.club.member_list.details import (
    DETAILS,
    NUMBER_TAKEN,
    Detail,
    Details,
    Line,
    ListedPerson,
    Mark,
    clean_details,
    fingerprint,
    groups_in,
    groups_in_words,
    judged,
)
from tournaments.club.models import (
    AuditEntry,
    Club,
    GroupMember,
    MemberDetails,
    Player,
    PlayerPhoto,
    PlayerWarning,
)
from tournaments.club.reads.members import ERASED, details_of, is_minor, known_people, may_be_minor, member
from tournaments.club.roles import Role
from tournaments.club.services import accounts, audit, mails
from tournaments.club.services.clubs import EVENINGS, count_change, forget_consents, lock, newcomer, settle
from tournaments.club.services.quotas import check_uploads
from tournaments.refusals import LONGEST_NOTE, MOST_NAMES_AT_ONCE, refuse
from tournaments.site.arguments import ActorId, Body, Colour, Example, File, From, Id, Name
from tournaments.site.cleaning import clean_colour, clean_line, clean_name, folded

COLUMNS = [each.name for each in MemberDetails._meta.concrete_fields if each.name not in ("id", "player")]


def set_details(player: Player, **changes: str) -> None:
    """Keep these details of somebody, and the others as they are. The caller saves `player`, in one transaction.

    Raises Faults (by the fields of Details) where something cannot be taken, and on a number that somebody else of
    the club has (`number-taken`).
    """
    details = clean_details(replace(details_of(player), **changes))
    if details.number:
        lock(player.club)
        holder = player.club.players.filter(number=details.number).exclude(pk=player.pk).first()
        if holder is not None:
            refuse("number", *NUMBER_TAKEN, entered=details.number, holder=holder.name)
    player.number = details.number
    keep_details({player: details})


def keep_details(details: Mapping[Player, Details]) -> None:
    """Write the rows of clean details, but for numbers: one for whoever has any, and one for each group.

    Nine queries.
    """
    rows = [
        MemberDetails(player=player, **{name: getattr(entry, name) for name in COLUMNS})
        for player, entry in details.items()
    ]
    nothing = [row.player_id for row in rows if not any(getattr(row, name) for name in COLUMNS)]
    MemberDetails.objects.filter(player__in=nothing).delete()
    # Nobody's photo is shown who turns out to be a minor. Whoever shows one at the same moment is waited for.
    minors = [row.player_id for row in rows if is_minor(row, timezone.localdate())]
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=minors).order_by("pk").values("pk"))
    PlayerPhoto.objects.filter(player__in=minors).delete()
    MemberDetails.objects.bulk_create(
        [row for row in rows if row.player_id not in set(nothing)],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=COLUMNS,
    )

    _keep_groups(details)
    settle(Player.objects.filter(pk__in=[row.player_id for row in rows]), on=timezone.localdate())


def _keep_groups(details: Mapping[Player, Details]) -> None:
    pairs = {(player.pk, group) for player, entry in details.items() for group in entry.group_names}
    rows = {(row.player_id, row.group): row.pk for row in GroupMember.objects.filter(player__in=details)}
    left = [pk for key, pk in rows.items() if key not in pairs]
    GroupMember.objects.filter(pk__in=left).delete()
    if left or pairs - rows.keys():
        # Tables are read by groups: no page made before is taken for one of now.
        clubs = Club.objects.filter(players__in={player.pk for player in details}).values("pk")
        Club.objects.filter(pk__in=clubs).update(settings_version=F("settings_version") + 1)
    GroupMember.objects.bulk_create(
        GroupMember(player_id=pk, group=group) for pk, group in sorted(pairs - rows.keys())
    )


def forget_details(player: Player) -> None:
    """Throw away what was kept of somebody. The caller saves the player."""
    MemberDetails.objects.filter(player=player).delete()
    PlayerPhoto.objects.filter(player=player).delete()
    forget_consents(player)
    player.warnings.all().delete()
    player.groups.all().delete()
    count_change(club=player.club)
    player.number = ""


@transaction.atomic
def add_listed(
    *,
    club: Club,
    entered: Iterable[ListedPerson],
    others: Collection[str],
    leave_out: bool,
    seen: str,
    at: datetime,
    without: Collection[str] = (),
) -> Counter[Mark]:
    """Add whom the list names anew, and give those it knows the colours and details that stand there.

    By key or row, `others` are lines of people who are not whoever of the club has a name like theirs, or who are
    people though they look like a title; the rest of such lines is left out, and so are those `without`. Lines that
    cannot be taken are left out, or else refuse the whole list.

    Returns how many lines came to what; those added are `new`, whatever they were like. Raises Faults where the list
    would come to something else now than `seen`, the `fingerprint` of what was shown (`list-changed`), and where
    lines cannot be taken (`bad-lines`).
    """
    lock(club)
    lines = judged(entered, known_people(club))
    if fingerprint(lines) != seen:
        refuse(
            "kept",
            "list-changed",
            "members or columns have changed since the preview; check the new preview, then add the members",
        )
    lines = tuple(line for line in lines if not line.is_among(without))
    marks = Counter[Mark](_mark(line, others) for line in lines)
    if marks["refused"] and not leave_out:
        refuse(
            "leave_out",
            "bad-lines",
            "some lines cannot be added; tick the box that leaves them out, or correct the list",
        )
    new = [line for line in lines if _mark(line, others) == "new"]
    addresses = accounts.new_addresses(club, [line.name for line in new])
    added = Player.objects.bulk_create(
        Player(
            club=club,
            name=line.name,
            slug=slug,
            colour=line.colour,
            number=line.details.number,
            made_at=at,
            **newcomer(club, line.name),
        )
        for line, slug in zip(new, addresses, strict=True)
    )
    keep_details({player: line.details for player, line in zip(added, new, strict=True)})
    _change([line for line in lines if line.mark == "changed"])
    audit.note(club, "members-imported", at=at, count=len(added), changed=marks["changed"])
    return marks


def _mark(line: Line, others: Collection[str]) -> Mark:
    return "new" if line.mark in ("like", "title") and line.is_among(others) else line.mark


def _change(lines: Iterable[Line]) -> None:
    line_of = {line.of.pk: line for line in lines if line.of is not None}
    players = list(Player.objects.filter(pk__in=line_of).select_related("details").prefetch_related("groups"))
    new_details = {}
    for player in players:
        line = line_of[player.pk]
        new_details[player] = replace(
            details_of(player),
            **{name: getattr(line.details, name) for name in line.changes if name != "colour"},
        )
        player.number = new_details[player].number
        player.colour = line.colour if "colour" in line.changes else player.colour
    Player.objects.bulk_update(players, ["colour", "number"])
    keep_details(new_details)


class MembersChange(Body):
    """What is to change about several people at once, by their ids; groups with commas between."""

    players: Annotated[list[Id], Field(max_length=MOST_NAMES_AT_ONCE), Example([12, 13])]
    join: Annotated[str, Field(max_length=500), Example("beginners")] = Field(
        "", description="Groups to be in."
    )
    leave: Annotated[str, Field(max_length=500)] = Field("", description="Groups to be in no longer.")
    active: bool | None = Field(None, description="Whether they come; null for as it is.")


@audit.command(
    needs=Role.SECRETARY, audits=("members-changed", gettext_noop("Members were changed: %(count)s."))
)
def change_members(club: Club, change: MembersChange) -> list[Player]:
    """Put several people into groups or take them out, retire them or bring them back: all of them, or nobody.

    Raises Faults where nobody is named or nothing is to change, and on groups that cannot be taken.
    """
    if not change.players:
        refuse("players", "nobody", "nobody is ticked; tick the people first")
    join, leave = (clean_line(name, getattr(change, name), 500) for name in ("join", "leave"))
    if not join and not leave and change.active is None:
        refuse("join", "nothing", "nothing is to change; name a group")
    known = club.players.select_related("details").prefetch_related("groups").in_bulk(set(change.players))
    for place, pk in enumerate(change.players):
        if pk not in known:
            refuse(f"players.{place}", "unknown", "the club knows nobody with this id")
    if join or leave:
        without = set(map(folded, groups_in("leave", leave)))
        keep_details({player: _regrouped(details_of(player), join, without) for player in known.values()})
    if change.active is not None:
        club.players.filter(pk__in=known).update(is_active=change.active)
    change_members.note(club, count=len(known))
    return list(known.values())


def _regrouped(details: Details, join: str, without: Collection[str]) -> Details:
    left = [name for name in details.group_names if folded(name) not in without]
    return replace(details, groups=groups_in_words(groups_in("join", ", ".join([*left, join]))))


class NewPhoto(Body):
    """A picture (PNG, JPEG or WebP of at most 1 MB, in base64), and that the person has agreed to it."""

    file: Annotated[File, Example("iVBORw0KGgo=")]
    agreed: Annotated[bool, Example(value=True)]


@audit.command(
    needs=Role.SECRETARY,
    audits=("photo-shown", gettext_noop("A photo of %(player)s was put up.")),
    done=gettext_noop("The photo is shown."),
    is_atomic=False,
)
def set_player_photo(player: Player, by: ActorId, at: datetime, new: NewPhoto) -> Player:
    """Show a photo on their page, if they have agreed; never of a minor.

    Raises Faults unless the person has `agreed`, for a minor (`minor`), and on the file as `logo_of`.
    """
    if not new.agreed:
        refuse("agreed", "no-consent", "a photo is shown only if the person has agreed")
    picture = logo_of(new.file)
    with transaction.atomic():
        # Whoever enters at the same moment that they are a minor waits, or is waited for.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if may_be_minor(player, at.date()):
            refuse("", "minor", "photos of minors are not shown")
        columns = {"content": picture, "consent_by": by, "consented_at": at}
        PlayerPhoto.objects.update_or_create(player=player, defaults=columns)
        check_uploads(player.club)
        set_player_photo.note(player.club, at=at, player=player)
    return player


@audit.command(
    needs=Role.SECRETARY,
    audits=("photo-removed", gettext_noop("The photo of %(player)s was removed.")),
    done=gettext_noop("The photo of %(name)s is deleted."),
)
def remove_player_photo(player: Player) -> Player:
    """Show it no longer."""
    if PlayerPhoto.objects.filter(player=player).delete()[0]:
        remove_player_photo.note(player.club, player=player)
    return player


def player_with_name(player: Player) -> Player:
    if player.name == ERASED:
        raise Http404
    return player


PlayerWithName = Annotated[Player, From(player_with_name)]


class NewWarning(Body):
    """Why somebody was warned, and at which evening if it was at one."""

    reason: Annotated[str, Field(max_length=LONGEST_NOTE), Example("shouted at a partner")]
    evening: Annotated[str | None, Example("2026-11-20-friday")] = None


@audit.command(
    needs=Role.DIRECTOR,
    audits=("warning-noted", gettext_noop("A warning to %(player)s was noted.")),
    done=gettext_noop("The warning to %(name)s is noted."),
)
def warn_player(player: PlayerWithName, by: ActorId, at: datetime, new: NewWarning) -> Player:
    """Keep a warning for directors and secretaries of the club.

    Raises Faults without a reason (`no-reason`), and for an evening that there is not (`unknown-evening`).
    """
    reason = clean_line("reason", new.reason, LONGEST_NOTE)
    if not reason:
        refuse("reason", "no-reason", "the reason is missing; say what the warning was for")
    evening = player.club.evenings.filter(slug=new.evening).first() if new.evening else None
    if new.evening and evening is None:
        refuse(
            "evening", "unknown-evening", "the club has no evening “%(entered)s”", entered=new.evening[:50]
        )
    player.warnings.create(evening=evening, reason=reason, by=by, at=at)
    warn_player.note(player.club, at=at, player=player)
    return player


@audit.command(
    needs=Role.DIRECTOR,
    audits=("warning-taken-back", gettext_noop("A warning to %(player)s was taken back.")),
    done=gettext_noop("The warning is taken back. It stays on the list, crossed out."),
)
def take_warning_back(warning: PlayerWarning, by: ActorId, at: datetime) -> None:
    """It counts no longer; that it was there stays. Taken back already, nothing more happens."""
    rows = PlayerWarning.objects.filter(pk=warning.pk, taken_back_at=None)
    if rows.update(taken_back_by=by, taken_back_at=at):
        take_warning_back.note(warning.player.club, at=at, player=warning.player)


def _detail_change(detail: Detail) -> Any:
    examples = () if detail.is_private else (Example(detail.example),)
    kind = Annotated[str, Field(max_length=500)] | None
    return Annotated[(kind, Field(default=None, description=detail.meaning), *examples)]


class MemberChange(Body):
    """What is to change about somebody; what is left out stays, and "" takes a detail away."""

    name: Name | None = None
    colour: Annotated[Colour | None, Example("gentlemen")] = None
    guest: bool | None = None
    active: bool | None = None
    __annotations__ |= {name: _detail_change(detail) for name, detail in DETAILS.items()}


@audit.command(
    needs=Role.SECRETARY,
    audits=("member-changed", gettext_noop("%(player)s was changed.")),
    done=gettext_noop("%(name)s is changed."),
)
def change_player(player: Player, change: MemberChange) -> Player:
    """Rename, recolour, make a member of a guest, retire or bring back; change what the club keeps of them.

    Raises Faults by the fields of what cannot be taken.
    """
    columns = ("name", "colour", "is_guest", "is_active", "number")
    before = {name: getattr(player, name) for name in columns}
    entered = change.model_dump(exclude_none=True)
    details = {name: entered.pop(name) for name in DETAILS if name in entered}
    name = clean_name("name", entered.get("name", player.name))
    colour = clean_colour(entered.get("colour", player.colour))
    # Evenings before people, as whoever lets people in has it: two who took them the other way round would wait for
    # each other.
    import_string(EVENINGS)([player.pk])
    if details:
        set_details(player, **details)
    player.name, player.colour = name, colour
    player.is_guest = entered.get("guest", player.is_guest)
    player.is_active = entered.get("active", player.is_active)
    if name != before["name"]:
        accounts.follow_name(player)
        count_change(club=player.club)
    player.save(update_fields=["slug", *columns])
    settle(Player.objects.filter(pk=player.pk), on=timezone.localdate())
    changed = [name for name in columns if getattr(player, name) != before[name]]
    change_player.note(player.club, player=player, fields=[*changed, *(["details"] if details else [])])
    return member(player.club, player.pk)


FORGETTING: Final = (
    "tournaments.evening.services.results.forget",
    "tournaments.signup.sign_ups.forget",
    "tournaments.league.services.bonds.forget",
    "tournaments.league.services.ledger.forget",
    "tournaments.league.services.season_archives.forget",
    "tournaments.privacy.erasing.forget",
)
"""What throws a player's name away where features above know it: by path, evenings before people."""


@transaction.atomic
def erase_names(*, player: Player) -> None:
    """Throw a player's name, and what the club knows of them beside it, away; in all stored archives too.

    The salts go with it, so that nobody can try names against the ledgers. These stay as they are, every chain holds,
    and the check of an archive says that the name was erased. Names of entrants that the ledger of a season holds
    itself, from before names were bound there, only officers read then.
    """
    for path in FORGETTING:
        import_string(path)(player)
    mails.forget(player)
    accounts.forget_name(player)
    forget_details(player)
    player.claims.all().delete()
    player.name, player.account = ERASED, None
    player.is_active = False
    columns = ["name", "public_name", "shows_rating", "slug", "account", "is_active", "number"]
    player.save(update_fields=columns)
    audit.note(player.club, "member-erased", player=player)


def forget_unless_used(player: Player) -> bool:
    """Retire a player without name and address, unless anything but acts of officers refers to them: then False.

    To be called in a transaction. The row cannot go, as what officers did is kept for good.
    """
    for relation in Player._meta.related_objects:
        if relation.related_model is not AuditEntry:
            rows = relation.related_model._default_manager.filter(**{relation.field.name: player})
            if rows.exists():
                return False
    accounts.forget_name(player)
    player.name, player.public_name, player.is_active = ERASED, "", False
    player.save(update_fields=["name", "public_name", "slug", "is_active"])
    audit.note(player.club, "member-erased", player=player)
    return True


class ToErase(Body):
    """The name of whoever is to be erased, as it stands: nobody is erased by mistake."""

    name: Annotated[
        Name, Described(gettext_noop("Type the name to confirm"), written="name"), Example("Ann Lee")
    ]


@audit.command(needs=Role.SECRETARY, done=gettext_noop("The name is erased."))
def erase_player(player: PlayerWithName, typed: ToErase) -> Player:
    """Throw their name, and what the club keeps of them, away for good: in every archive too."""
    if typed.name.strip() != player.name:
        refuse(
            "name",
            "another-name",
            "“%(entered)s” is not the name; to erase this person, enter it as it stands: %(name)s",
            entered=typed.name[:40],
            name=player.name,
        )
    erase_names(player=player)
    return player
