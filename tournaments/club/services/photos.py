"""Photos of players: shown with consent alone, never of minors, and taken off at once."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.club.logo_picture import logo_of
from tournaments.club.models import Player, PlayerPhoto
from tournaments.club.reads.photos import may_be_minor
from tournaments.club.services import audit
from tournaments.refusals import refuse


def show_photo(*, player: Player, content: bytes, agreed: bool, by: str, at: datetime) -> None:
    """Show a photo on somebody's public page, drawn anew from a file; the one before is gone.

    Arguments:
        agreed: whether the person has agreed, as `by` (the pseudonym of whoever asks) says.

    Raises Faults without consent (`agreed`), for a minor (`minor`), and on the file as `logo_picture.logo_of` does.
    """
    if not agreed:
        refuse("agreed", "no-consent", "a photo is shown only if the person has agreed")
    picture = logo_of(content)  # before anything is written: nobody waits for a drawing
    with transaction.atomic():
        # Whoever enters at the same moment that they are a minor waits, or is waited for.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if may_be_minor(player, at.date()):
            refuse("", "minor", "photos of minors are not shown")
        told = {"content": picture, "consent_by": by, "consented_at": at}
        PlayerPhoto.objects.update_or_create(player=player, defaults=told)
        audit.note(player.club, "photo-shown", at=at, player=player)


@transaction.atomic
def take_off(*, player: Player) -> None:
    """Delete somebody's photo; twice is no error."""
    if PlayerPhoto.objects.filter(player=player).delete()[0]:
        audit.note(player.club, "photo-removed", player=player)
