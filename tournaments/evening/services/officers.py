"""Who an officer of a club is among its players."""

from __future__ import annotations

from django.db import transaction

from tournaments.club.models import Club, Officer, Player
from tournaments.club.services import audit
from tournaments.evening.models import Evening
from tournaments.evening.status import Status
from tournaments.refusals import refuse

IN_PLAY = (Status.PLAYING, Status.BELL)


@transaction.atomic
def say_who_plays(*, club: Club, user_id: int, player: Player | None) -> None:
    """Note who of the club's players an officer is, or (None) that they play in no evening.

    Whoever plays tonight sees no hands of other tables in play; so it cannot be unsaid during a round.

    Raises:
        Faults: the user holds no office there, the player is of another club, or a round is in play in which the
            player said before sits.
    """
    offices = list(Officer.objects.select_for_update().filter(club=club, user_id=user_id))
    if not offices:
        refuse("user", "no-office", "only officers of the club can say which player they are")
    if player is not None and player.club_id != club.pk:
        refuse(
            "player",
            "unknown-player",
            "%(entered)s was entered; the club has nobody with this number",
            entered=player.pk,
        )
    others = {office.player_id for office in offices} - {player.pk if player else None, None}
    plays_now = Evening.objects.filter(
        status__in=IN_PLAY, tickets__player__in=others, tickets__left_in__isnull=True
    )
    if others and plays_now.exists():
        refuse("player", "in-play", "you play in a round that is not closed; change it when it is")
    Officer.objects.filter(pk__in=[office.pk for office in offices]).update(player=player)
    audit.note(club, "who-plays-said", about=offices[0].user, player=player)
