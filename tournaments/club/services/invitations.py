"""Invitations to direct a club, and giving that up: a link that somebody hands on, which works once."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.http import Http404

from scoring.derivation import gettext_noop
from tournaments.club.member_list.details import check_mail
from tournaments.club.models import Club, Invitation, Officer, Player, PlayerClaim, PlayerPhoto, User
from tournaments.club.reads import access
from tournaments.club.roles import ROLES_OF_AN_EVENING, Role
from tournaments.club.services import accounts, audit
from tournaments.club.services.accounts import make_account
from tournaments.club.services.audit import command
from tournaments.club.services.tokens import RANDOM_BYTES, hashed, new_token, use_up
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name

CLAIM_LASTS: Final = timedelta(days=7)


@transaction.atomic
def give_claim_link(*, player: Player, by: User, at: datetime) -> str:
    """The token of a link by which somebody says that they are `player`; earlier ones open nothing any more.

    Raises Faults where somebody has said so already (`claimed`).
    """
    if player.account_id is not None:
        refuse("", "claimed", "somebody has claimed to be this person already; end that first")
    access.open_claims(at=at).filter(player=player).update(revoked_at=at)
    token = new_token(PlayerClaim, at=at, lasts=CLAIM_LASTS, player=player, made_by=by)
    audit.note(player.club, "claim-link-made", at=at, player=player)
    return token


@transaction.atomic
def claim_account(*, token: str, user: User, at: datetime) -> Player | None:
    """The player who `user` is from now on; None where the link opens nothing any more.

    Raises Faults where the account is another person of that club already (`another`). The updates are the test: of
    two who claim at once one does.
    """
    claim = access.open_claim(hashed(token), at=at)
    if claim is None or not use_up(claim, used_at=at, used_by=user):
        return None
    try:
        with transaction.atomic():
            claimed = Player.objects.filter(pk=claim.player_id, account=None).update(account=user)
    except IntegrityError:
        refuse("", "another", "your account is another person of this club already")
    if not claimed:
        return None
    audit.note(claim.player.club, "claimed", at=at, by=user, player=claim.player)
    return claim.player


@transaction.atomic
def join_with_claim(*, token: str, at: datetime, **account: Any) -> User | None:
    """A new account (`make_account`) of whoever claims to be a player: both, or neither and None."""
    user = make_account(**account)
    if claim_account(token=token, user=user, at=at) is None:
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
    access.open_claims(at=at).filter(player=player).update(revoked_at=at)
    audit.note(player.club, "claim-ended", at=at, player=player)


LASTS = timedelta(days=7)
MOST_OPEN = 50
"""More than any club invites at once."""


@transaction.atomic
def invite(
    *,
    club: Club,
    called: str,
    by: User,
    at: datetime,
    role: Role = Role.DIRECTOR,
    evening: Any = None,
    ends_at: datetime | None = None,
    email: str = "",
) -> str:
    """The token of a new invitation to an office of `club`, or of one evening of it, good for a week.

    `called` is whom it is for, so that it is known again in the list. The link is mailed to `email`, or handed on
    where that is "".

    Raises Faults on a bad name (`called`), on a role (`role`) that there is not for one evening, on an end
    (`ends_at`) that is over or that an owner cannot have, on what is no address (`email`) or where no mails are sent,
    and where too many are open (`too-many`).
    """
    _check_office(role, evening, ends_at, at=at)
    if email and not accounts.mail_is_set_up():
        refuse(
            "email", "no-mails", "no mails are sent from here; leave it empty, and hand the link on yourself"
        )
    if email:
        check_mail("email", email)
    called = clean_name("called", called)
    if access.open_invitations(at=at).filter(club=club).count() >= MOST_OPEN:
        refuse("called", "too-many", "%(most)s invitations are open; withdraw one first", most=MOST_OPEN)
    token = secrets.token_urlsafe(RANDOM_BYTES)
    Invitation.objects.create(
        club=club,
        called=called,
        role=role,
        evening=evening,
        ends_at=ends_at,
        token_hash=hashed(token),
        made_by=by,
        made_at=at,
        expires_at=at + LASTS,
        mail=accounts.mail_invitation(email, club.name, token, at=at) if email else None,
    )
    audit.note(club, "officer-invited", at=at, role=int(role))
    return token


def _check_office(role: Role, evening: Any, ends_at: datetime | None, *, at: datetime) -> None:
    if evening is not None and role not in ROLES_OF_AN_EVENING:
        refuse("role", "of-the-club", "for one evening there are directors and scorers only")
    if ends_at is not None and role == Role.OWNER:
        refuse("ends_at", "owner", "an owner stays one until they give it up; leave the day empty")
    if ends_at is not None and ends_at <= at:
        refuse("ends_at", "over", "this day is over; choose a later one, or leave it empty")


@transaction.atomic
def accept(*, token: str, user: User, at: datetime) -> Club | None:
    """The club in which `user` has an office from now on; None where the invitation opens nothing any more.

    Whoever holds the office already keeps the higher role. The update is the test: of two who accept at once one
    does. Whether it opens anything is looked at once more while nobody changes the officers of the club.
    """
    invitation = access.open_invitation(hashed(token), at=at)
    if invitation is None:
        return None
    _hold(invitation.club)
    if not access.open_invitations(at=at).filter(pk=invitation.pk).exists() or not use_up(
        invitation, used_at=at
    ):
        return None
    office = {"role": invitation.role, "ends_at": invitation.ends_at}
    officer, is_new = Officer.objects.get_or_create(
        user=user, club=invitation.club, evening=invitation.evening, defaults=office
    )
    if not is_new and (officer.role < invitation.role or access.has_ended(officer, at=at)):
        Officer.objects.filter(pk=officer.pk).update(**office)
    audit.note(invitation.club, "office-taken", at=at, by=user, about=user, role=int(invitation.role))
    return invitation.club


@transaction.atomic
def join(*, token: str, at: datetime, **account: Any) -> tuple[User, Club] | None:
    """A new account (`make_account`) that holds the office of an invitation: both, or neither and None."""
    user = make_account(**account)
    club = accept(token=token, user=user, at=at)
    if club is None:
        transaction.set_rollback(True)
        return None
    return user, club


@command(
    needs=Role.OWNER,
    audits=("invitation-withdrawn", gettext_noop("An invitation was withdrawn.")),
    done=gettext_noop("The invitation is withdrawn."),
)
def withdraw_invitation(invitation: Invitation, at: datetime) -> None:
    """It opens nothing any more. Answers with those that are left.

    Raises Http404 where somebody has taken it up, or withdrawn it, meanwhile.
    """
    if not access.open_invitations(at=at).filter(pk=invitation.pk).update(revoked_at=at):
        raise Http404
    withdraw_invitation.note(invitation.club, at=at)


@transaction.atomic
def dismiss(*, club: Club, pk: int) -> Officer | None:
    """End an office, one's own too; None where there was none. Raises Faults for the last owner (`last-owner`)."""
    officer = _locked(club, pk)
    if officer is None:
        return None
    _keep_an_owner(club, officer)
    officer.delete()
    audit.note(club, "office-ended", about=officer.user, role=int(officer.role))
    return officer


@transaction.atomic
def change_role(*, club: Club, pk: int, role: Role) -> Officer | None:
    """Make an officer of the whole club something else; None where there is none.

    Raises Faults for the last owner (`last-owner`).
    """
    officer = _locked(club, pk)
    if officer is None or officer.evening_id is not None:
        return None
    if role < Role.OWNER:
        _keep_an_owner(club, officer)
    before = officer.role
    officer.role, officer.ends_at = role, None if role == Role.OWNER else officer.ends_at
    officer.save(update_fields=["role", "ends_at"])
    if role != before:
        audit.note(club, "role-changed", about=officer.user, role=int(role), before=int(before))
    return officer


@transaction.atomic
def hand_over(*, club: Club, pk: int, user_id: int) -> Officer | None:
    """Make an officer the owner in the place of `user_id`, who is a secretary from then on: both, or neither.

    None where there is no such officer besides them. Raises Faults where `user_id` is no owner any more
    (`not-yours`), and for somebody who cannot sign in (`inactive`).
    """
    officer = _locked(club, pk)
    if officer is None or officer.evening_id is not None or officer.user_id == user_id:
        return None
    if not club.officers.filter(user_id=user_id, evening=None, role=Role.OWNER).exists():
        refuse("", "not-yours", "you no longer own this club, so you cannot hand it over")
    if not officer.user.is_active:
        refuse("", "inactive", "this account is switched off; choose somebody who can sign in")
    Officer.objects.filter(pk=pk).update(role=Role.OWNER, ends_at=None)
    club.officers.filter(user_id=user_id, evening=None).update(role=Role.SECRETARY)
    audit.note(club, "handed-over", about=officer.user)
    return officer


def orphaned(users: Collection[User]) -> list[Club]:
    """The clubs that would have no owner without these users; nobody else changes their officers meanwhile.

    To be called in a transaction.
    """
    owners = Officer.objects.filter(role=Role.OWNER, user__is_active=True)
    theirs = Club.objects.filter(pk__in=owners.filter(user__in=users).values("club")).order_by("pk")
    locked = list(theirs.select_for_update(no_key=True))
    others = set(owners.filter(club__in=locked).exclude(user__in=users).values_list("club_id", flat=True))
    return [club for club in locked if club.pk not in others]


def _locked(club: Club, pk: int) -> Officer | None:
    _hold(club)
    return club.officers.select_related("user").filter(pk=pk).first()


def _hold(club: Club) -> None:
    # Nobody else changes the officers of the club until the transaction ends.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _keep_an_owner(club: Club, officer: Officer) -> None:
    others = club.officers.exclude(pk=officer.pk).filter(role=Role.OWNER, user__is_active=True)
    if officer.role == Role.OWNER and not others.exists():
        refuse("", "last-owner", "a club needs an owner; make somebody else one first")
