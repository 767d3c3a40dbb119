"""The key by which a club signs what it publishes: made when it is needed, sealed, replaced by another."""

from __future__ import annotations

from datetime import datetime

from scoring.derivation import gettext_noop
from tournaments.club.models import Club, ClubKey
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.club.services.clubs import count_change, lock
from tournaments.ledger import checkpoints, minisign
from tournaments.ledger.checkpoints import Checkpoint
from tournaments.site.sealing import seal, unseal


@audit.command(
    needs=Role.OWNER,
    audits=("signing-key-made", gettext_noop("A new key for signing results was made.")),
    done=gettext_noop("Results are signed with the new key from now on. Earlier keys stay listed."),
)
def renew_signing_key(club: Club, at: datetime) -> None:
    """Sign with a new key from now on; the earlier ones stay listed, each with its days."""
    lock(club)
    club.keys.filter(retired_at=None).update(retired_at=at)
    key = minisign.new_key()
    ClubKey.objects.create(club=club, public=key.public, sealed=seal(key.secret), made_at=at)
    count_change(club=club)
    renew_signing_key.note(club, at=at)


def have_signing_key(club: Club, *, at: datetime) -> None:
    """Make a key where there is none, or this server cannot read it."""
    if not _secret_of(club):
        renew_signing_key(club, at)


def signature_of(club: Club, content: str, *, comment: str) -> str | None:
    """What `minisign -V` checks the content by; None where the club has no key that this server can read."""
    secret = _secret_of(club)
    return minisign.sign(content.encode(), secret, comment=comment) if secret else None


def can_sign(club: Club) -> bool:
    return _secret_of(club) is not None


def checkpoint_of(club: Club, checkpoint: Checkpoint, *, name: str) -> str | None:
    """The checkpoint as a note signed by the club; None as above."""
    secret = _secret_of(club)
    return checkpoints.sign(checkpoint, secret, name=name) if secret else None


def _secret_of(club: Club) -> str | None:
    key = club.keys.filter(retired_at=None).first()
    return unseal(key.sealed) if key else None
