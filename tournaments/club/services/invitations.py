"""Invitations to direct a club, and giving that up: a link that somebody hands on, which works once."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal

from django.db import IntegrityError, transaction
from django.http import Http404
from django.shortcuts import get_object_or_404
from pydantic import Field

from scoring.derivation import gettext_noop
from tournaments import tenant_guard
from tournaments.club.member_list.details import check_mail
from tournaments.club.models import Club, Invitation, Officer, Player, PlayerClaim, PlayerPhoto, User
from tournaments.club.reads import access
from tournaments.club.roles import ROLES_OF_AN_EVENING, Role, rights_of
from tournaments.club.services import accounts, audit, clubs, mails, tokens
from tournaments.refusals import LONGEST_MAIL, refuse
from tournaments.site.arguments import Body, Example, Moment, Name
from tournaments.site.cleaning import clean_name

RoleName = Annotated[
    Literal["door", "treasurer", "scorer", "director", "secretary", "owner"], Example("director")
]
ROLES: Final = {role.name.lower(): role for role in Role}


class NewInvitation(Body):
    """Whom an invitation is for, and to which office.

    With `evening`, its address, the office is for that evening alone: of a helper at the door, a scorer or a
    director. With `ends_at` it ends by itself. With `email` the link is mailed there as well.
    """

    called: Annotated[Name, Example("Bea Hill")]
    role: Annotated[RoleName, Example("scorer")] = "director"
    evening: Annotated[
        Annotated[str, Field(min_length=1, max_length=80)] | None, Example("2026-11-20-friday")
    ] = None
    ends_at: Moment | None = None
    email: Annotated[str, Field(max_length=LONGEST_MAIL)] = ""


class NewRole(Body):
    """What an officer of the whole club is from now on."""

    role: Annotated[RoleName, Example("secretary")]


CLAIM_LASTS: Final = timedelta(days=7)


@audit.command(needs=Role.SECRETARY)
def give_claim_link(*, player: Player, by: User, at: datetime) -> str:
    """A link to hand on, told this once; links that were made before open nothing any more.

    Raises Faults where somebody has said so already (`claimed`).
    """
    if player.account_id is not None:
        refuse("", "claimed", "somebody has claimed to be this person already; end that first")
    access.open_claims(at=at).filter(player=player).update(revoked_at=at)
    token = tokens.new_token(PlayerClaim, at=at, lasts=CLAIM_LASTS, player=player, made_by=by)
    audit.note(player.club, "claim-link-made", at=at, player=player)
    return token


@transaction.atomic
def claim_account(*, token: str, user: User, at: datetime) -> Player | None:
    """The player who `user` is from now on; None where the link opens nothing any more.

    Raises Faults where the account is another person of that club already (`another`). The updates are the test: of
    two who claim at once one does.
    """
    claim = access.open_claim(tokens.hashed(token), at=at)
    if claim is None or not tokens.use_up(claim, used_at=at, used_by=user):
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


@audit.command(
    needs=Role.SECRETARY,
    audits=("claim-ended", gettext_noop("%(player)s was parted from the account.")),
    done=gettext_noop("No account is this person any more."),
)
def end_claim(player: Player, at: datetime) -> Player:
    """No account is this person any more, and no link makes one of them."""
    # The photo to which whoever had claimed to be them agreed goes too.
    PlayerPhoto.objects.filter(player=player, consent_by=f"user:{player.account_id}").delete()
    player.account = None
    player.save(update_fields=["account"])
    access.open_claims(at=at).filter(player=player).update(revoked_at=at)
    end_claim.note(player.club, at=at, player=player)
    return player


LASTS = timedelta(days=7)
MOST_OPEN = 50
"""More than any club invites at once."""


@audit.command(
    needs=Role.OWNER, audits=("officer-invited", gettext_noop("Somebody was invited as %(role)s."))
)
def invite(club: Club, user: User, at: datetime, new: NewInvitation) -> str:
    """Invite somebody to an office of the club or of one evening, for a week; the link is told this once.

    Raises Faults on a bad name (`called`), on a role (`role`) that there is not for one evening, on an end
    (`ends_at`) that is over or that an owner cannot have, on what is no address (`email`) or where no mails are sent,
    and where too many are open (`too-many`); Http404 where the club has no such evening.
    """
    role, email = ROLES[new.role], new.email
    evening = get_object_or_404(club.evenings, slug=new.evening) if new.evening else None
    _check_office(role, evening, new.ends_at, at=at)
    if email and not mails.mail_is_set_up():
        refuse(
            "email", "no-mails", "no mails are sent from here; leave it empty, and hand the link on yourself"
        )
    if email:
        check_mail("email", email)
    called = clean_name("called", new.called)
    if access.open_invitations(at=at).filter(club=club).count() >= MOST_OPEN:
        refuse("called", "too-many", "%(most)s invitations are open; withdraw one first", most=MOST_OPEN)
    token = secrets.token_urlsafe(tokens.RANDOM_BYTES)
    Invitation.objects.create(
        club=club,
        called=called,
        role=role,
        evening=evening,
        ends_at=new.ends_at,
        token_hash=tokens.hashed(token),
        made_by=user,
        made_at=at,
        expires_at=at + LASTS,
        mail=mails.mail_invitation(email, club.name, token, at=at) if email else None,
    )
    invite.note(club, at=at, role=int(role))
    return token


def _check_office(role: Role, evening: Any, ends_at: datetime | None, *, at: datetime) -> None:
    if evening is not None and role not in ROLES_OF_AN_EVENING:
        refuse(
            "role", "of-the-club", "for one evening there are directors, scorers and helpers at the door only"
        )
    if ends_at is not None and role == Role.OWNER:
        refuse("ends_at", "owner", "an owner stays one until they give it up; leave the day empty")
    if ends_at is not None and ends_at <= at:
        refuse("ends_at", "over", "this day is over; choose a later one, or leave it empty")


@transaction.atomic
def accept(*, token: str, user: User, at: datetime) -> Club | None:
    """The club in which `user` has an office from now on; None where the invitation opens nothing any more.

    Whoever holds an office already keeps one in which they may do as much. The update is the test: of two who
    accept at once one does. Whether it opens anything is looked at once more while nobody changes the officers of
    the club.
    """
    invitation = access.open_invitation(tokens.hashed(token), at=at)
    if invitation is None:
        return None
    clubs.lock(invitation.club)
    if not access.open_invitations(at=at).filter(pk=invitation.pk).exists() or not tokens.use_up(
        invitation, used_at=at
    ):
        return None
    office = {"role": invitation.role, "ends_at": invitation.ends_at}
    officer, is_new = Officer.objects.get_or_create(
        user=user, club=invitation.club, evening=invitation.evening, defaults=office
    )
    may_more = not rights_of(invitation.role) <= rights_of(officer.role)
    if not is_new and (may_more or access.has_ended(officer, at=at)):
        Officer.objects.filter(pk=officer.pk).update(**office)
    audit.note(invitation.club, "office-taken", at=at, by=user, about=user, role=int(invitation.role))
    return invitation.club


@transaction.atomic
def join(take: Callable[..., Any], *, token: str, at: datetime, **account: Any) -> User | None:
    """A new account (`accounts.make_account`) for which a token is taken up: both, or neither and None.

    Arguments:
        take: `accept` for the office of an invitation, `claim_account` for a player.
    """
    user = accounts.make_account(**account)
    if take(token=token, user=user, at=at) is None:
        transaction.set_rollback(True)
        return None
    return user


@audit.command(
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


@audit.command(
    needs=Role.OWNER,
    audits=("office-ended", gettext_noop("%(about)s is no longer %(role)s.")),
    done=gettext_noop("The office is ended."),
)
def dismiss_officer(officer: Officer) -> None:
    """End an office; a club keeps one owner at least. Answers with the officers who are left.

    Raises Faults for the last owner (`last-owner`).
    """
    officer = _locked(officer)
    _keep_an_owner(officer)
    officer.delete()
    dismiss_officer.note(officer.club, about=officer.user, role=int(officer.role))


@audit.command(done=gettext_noop("You have given the office up."))
def give_own_office_up(office: access.OwnOffice) -> None:
    """Give it up; a club keeps one owner at least. Answers with those that are left."""
    with tenant_guard.bypass():  # of which club it is the office says
        dismiss_officer(office)


@audit.command(needs=Role.OWNER, audits=("role-changed", gettext_noop("%(about)s was made %(role)s.")))
def change_role(officer: Officer, new: NewRole) -> Officer:
    """Make an officer of the whole club something else; a club keeps one owner at least.

    Raises Faults for the last owner (`last-owner`), Http404 for an officer of one evening.
    """
    officer, role = _locked(officer), ROLES[new.role]
    if officer.evening_id is not None:
        raise Http404
    if role != Role.OWNER:
        _keep_an_owner(officer)
    before = officer.role
    officer.role, officer.ends_at = role, None if role == Role.OWNER else officer.ends_at
    officer.save(update_fields=["role", "ends_at"])
    if role != before:
        change_role.note(officer.club, about=officer.user, role=int(role), before=int(before))
    return officer


@audit.command(
    needs=Role.OWNER,
    audits=("handed-over", gettext_noop("%(about)s was made owner in place of whoever did it.")),
)
def hand_club_over(officer: Officer, user: User) -> Officer:
    """Make an officer the owner in your own place; you are a secretary from then on.

    Raises Faults where `user` is no owner any more (`not-yours`), and for somebody who cannot sign in (`inactive`);
    Http404 for an officer of one evening, or oneself.
    """
    officer = _locked(officer)
    if officer.evening_id is not None or officer.user_id == user.pk:
        raise Http404
    own = officer.club.officers.filter(user=user, evening=None)
    if not own.filter(role=Role.OWNER).exists():
        refuse("", "not-yours", "you no longer own this club, so you cannot hand it over")
    if not officer.user.is_active:
        refuse("", "inactive", "this account is switched off; choose somebody who can sign in")
    officer.role, officer.ends_at = Role.OWNER, None
    officer.save(update_fields=["role", "ends_at"])
    own.update(role=Role.SECRETARY)
    hand_club_over.note(officer.club, about=officer.user)
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


def _locked(officer: Officer) -> Officer:
    clubs.lock(officer.club)
    return access.officer_of_club(officer.club, officer.pk)


def _keep_an_owner(officer: Officer) -> None:
    others = officer.club.officers.exclude(pk=officer.pk).filter(role=Role.OWNER, user__is_active=True)
    if officer.role == Role.OWNER and not others.exists():
        refuse("", "last-owner", "a club needs an owner; make somebody else one first")
