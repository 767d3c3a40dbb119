"""What the club keeps of its members for itself: set, and thrown away."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import F
from django.utils import timezone

from tournaments.club.member_list.details import Details, clean_details
from tournaments.club.member_list.lines import NUMBER_TAKEN
from tournaments.club.models import Club, GroupMember, MemberDetails, Player, PlayerPhoto
from tournaments.club.reads.photos import is_minor
from tournaments.club.services.clubs import count_change, lock
from tournaments.club.services.consents import forget_consents, settle
from tournaments.refusals import refuse

COLUMNS = ("mail", "phone", "birth_year", "is_minor", "notes")


def set_details(player: Player, entered: Details) -> None:
    """Keep these details of somebody in place of what was kept. The caller saves `player`, in one transaction.

    Raises Faults (by the fields of Details) where something cannot be taken, and on a number that somebody else of
    the club has (`number-taken`).
    """
    details = clean_details(entered)
    if details.number:
        lock(player.club)
        holder = player.club.players.filter(number=details.number).exclude(pk=player.pk).first()
        if holder is not None:
            refuse("number", *NUMBER_TAKEN, entered=details.number, holder=holder.name)
    player.number = details.number
    keep_details({player: details})


def keep_details(details: Mapping[Player, Details]) -> None:
    """The rows of what is kept, but for numbers: a row for whoever has any details, and for each group. Nine
    queries.

    Arguments:
        details: clean, by player.
    """
    rows = [
        MemberDetails(
            player=player,
            mail=one.mail,
            phone=one.phone,
            birth_year=one.birth_year,
            is_minor=one.is_minor,
            notes=one.notes,
        )
        for player, one in details.items()
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
    said = {(player.pk, group) for player, one in details.items() for group in one.group_names}
    rows = {(row.player_id, row.group): row.pk for row in GroupMember.objects.filter(player__in=details)}
    left = [pk for key, pk in rows.items() if key not in said]
    GroupMember.objects.filter(pk__in=left).delete()
    if left or said - rows.keys():
        # Tables are read by groups: no page made before is taken for one of now.
        clubs = Club.objects.filter(players__in={player.pk for player in details}).values("pk")
        Club.objects.filter(pk__in=clubs).update(settings_version=F("settings_version") + 1)
    GroupMember.objects.bulk_create(
        GroupMember(player_id=pk, group=group) for pk, group in sorted(said - rows.keys())
    )


def forget_details(player: Player) -> None:
    """Throw away what was kept of somebody. The caller saves the player."""
    MemberDetails.objects.filter(player=player).delete()
    PlayerPhoto.objects.filter(player=player).delete()
    forget_consents(player)
    player.groups.all().delete()
    count_change(club=player.club)
    player.number = ""
