"""Players who have an account: the club hands a link on, and whoever opens it says that this is them."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction

from tournaments.club.models import Player, PlayerClaim, PlayerPhoto, User
from tournaments.club.reads.accounts import open_claim, open_claims
from tournaments.club.services import audit
from tournaments.club.services.accounts import make_account
from tournaments.club.services.tokens import RANDOM_BYTES, hashed, use_up
from tournaments.refusals import refuse

LASTS: Final = timedelta(days=7)


@transaction.atomic
def give_claim_link(*, player: Player, by: User, at: datetime) -> str:
    """The token of a link by which somebody says that they are `player`; earlier ones open nothing any more.

    Raises Faults where somebody has said so already (`claimed`).
    """
    if player.account_id is not None:
        refuse("", "claimed", "somebody has claimed to be this person already; end that first")
    open_claims(at=at).filter(player=player).update(revoked_at=at)
    token = secrets.token_urlsafe(RANDOM_BYTES)
    PlayerClaim.objects.create(
        player=player, token_hash=hashed(token), made_by=by, made_at=at, expires_at=at + LASTS
    )
    audit.note(player.club, "claim-link-made", at=at, player=player)
    return token


@transaction.atomic
def claim(*, token: str, user: User, at: datetime) -> Player | None:
    """The player who `user` is from now on; None where the link opens nothing any more.

    Raises Faults where the account is another person of that club already (`another`). The updates are the test: of
    two who claim at once one does.
    """
    found = open_claim(hashed(token), at=at)
    if found is None or not use_up(found, used_at=at, used_by=user):
        return None
    try:
        with transaction.atomic():
            claimed = Player.objects.filter(pk=found.player_id, account=None).update(account=user)
    except IntegrityError:
        refuse("", "another", "your account is another person of this club already")
    if not claimed:
        return None
    audit.note(found.player.club, "claimed", at=at, by=user, player=found.player)
    return found.player


@transaction.atomic
def join(*, token: str, at: datetime, **account: Any) -> User | None:
    """A new account of whoever claims to be a player: both, or neither.

    Arguments:
        account: what `make_account` takes, but for a founder.

    None where the link opens nothing any more; raises Faults as `make_account` does.
    """
    user = make_account(**account)
    if claim(token=token, user=user, at=at) is None:
        transaction.set_rollback(True)
        return None
    return user


@transaction.atomic
def end_claim(*, player: Player, at: datetime) -> None:
    """Nobody has claimed to be this player any more, and no link is open by which somebody could.

    The photo to which whoever had claimed to be them agreed is deleted.
    """
    PlayerPhoto.objects.filter(player=player, consent_by=f"user:{player.account_id}").delete()
    Player.objects.filter(pk=player.pk).update(account=None)
    open_claims(at=at).filter(player=player).update(revoked_at=at)
    audit.note(player.club, "claim-ended", at=at, player=player)
