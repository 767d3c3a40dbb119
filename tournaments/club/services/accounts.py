"""Accounts of those who sign in: their sessions, and links by mail that change one; addresses of people's pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.http import Http404

from scoring.derivation import gettext_noop
from tournaments.club.member_list.details import check_mail
from tournaments.club.models import (
    AccountEvent,
    AccountLink,
    Club,
    FormerAddress,
    Mail,
    Player,
    User,
    UserSession,
)
from tournaments.club.reads.access import may_help, open_account_link, open_account_links, users_to_mail
from tournaments.club.services import audit, tokens
from tournaments.club.services.mails import (
    mail_address_changed,
    mail_confirm_address,
    mail_is_set_up,
    mail_new_password,
)
from tournaments.club.services.quotas import check_members
from tournaments.club.services.tokens import hashed, new_token, use_up
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_name, free_slug

# Addresses of people, such as `ada-marsh`: made of their names, never of a number that only the database
# knows.

NAMELESS = "player"
"""The address of those whose names hold no letter that an address can have, and of those who were erased."""


def new_addresses(club: Club, names: Iterable[str]) -> list[str]:
    """An address for each of these new names, in order: free in the club, and no former one of anybody.

    To be called in a transaction: the club waits until it ends, so that nobody else is given the same. Four queries.
    Raises Faults where they are more people than the club may have.
    """
    names = list(names)
    check_members(club, len(names))
    return _free(_slugs_in_use(club), names)


def follow_name(player: Player) -> None:
    """Give somebody who was renamed an address of the new name; the old one leads on to them. The caller saves.

    Whoever goes back to a former name gets its address again. In a transaction, as above; four queries.
    """
    own = set(player.former_addresses.values_list("slug", flat=True)) | {player.slug}
    [slug] = _free(_slugs_in_use(player.club) - own, [player.name])
    if slug != player.slug:
        player.former_addresses.filter(slug=slug).delete()
        if player.slug:
            FormerAddress.objects.create(club_id=player.club_id, player=player, slug=player.slug)
        player.slug = slug


def forget_name(player: Player) -> None:
    """Give an address that tells no name; the former ones lead to nobody any more. The caller saves."""
    player.former_addresses.all().delete()
    [player.slug] = new_addresses(player.club, [NAMELESS])


def _slugs_in_use(club: Club) -> set[str]:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    former = FormerAddress.objects.filter(club=club).values_list("slug", flat=True)
    return {*club.players.values_list("slug", flat=True), *former}


def _free(taken: set[str], names: Iterable[str]) -> list[str]:
    slugs = []
    for name in names:
        slug = free_slug(name, taken, NAMELESS)
        # Digits alone are what people's addresses were once, and still lead to them.
        slugs.append(free_slug(f"{NAMELESS}-{slug}", taken, NAMELESS) if slug.isdigit() else slug)
        taken.add(slugs[-1])
    return slugs


def note_session_seen(*, user: User, stored_key: str, browser: str, device: str, at: datetime) -> None:
    """Keep that a session is in use; one that has been ended meanwhile is left alone."""
    if UserSession.objects.filter(session_id=stored_key, user=user).update(last_seen_at=at):
        return
    if Session.objects.filter(pk=stored_key).exists():
        UserSession.objects.update_or_create(
            session_id=stored_key,
            defaults={
                "user": user,
                "browser": browser,
                "device": device,
                "made_at": at,
                "last_seen_at": at,
            },
        )


@audit.command(done=gettext_noop("That device is signed out."))
def end_own_session(user: User, session: int) -> None:
    """Sign yourself out there. Answers with the browsers that are left."""
    if not Session.objects.filter(pk__in=_stored(user, pk=session)).delete()[0]:
        raise Http404


def end_all_sessions(user: User, *, but: str = "") -> None:
    Session.objects.filter(pk__in=[key for key in _stored(user) if key != but]).delete()


def _stored(user: User, **which: int) -> list[str]:
    return list(UserSession.objects.filter(user=user, **which).values_list("session_id", flat=True))


What = AccountEvent.What


def make_account(*, username: str, password: str, person: str, is_founder: bool = False) -> User:
    """A new account; that of a founder looks after the server as well. Django's validators have seen what is given.

    Raises Faults on a bad name (`person`) and a user name that somebody has, whatever its case (`username`);
    IntegrityError for a second founder.
    """
    person = clean_name("person", person)
    if User.objects.filter(username__iexact=username).exists():
        _refuse_name()
    rights = {"is_founder": is_founder, "is_staff": is_founder, "is_superuser": is_founder}
    user = User(username=username, first_name=person, **rights)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        # Somebody has taken the name since it was looked for.
        if User.objects.filter(username=username).exists():
            _refuse_name()
        raise
    return user


@transaction.atomic
def note(user: User, what: str, *, at: datetime, by: User | None) -> None:
    """Keep what was done to an account, and by whom; None where that is whoever has the server's terminal."""
    AccountEvent.objects.create(user=user, what=what, by=by, at=at)
    audit.note_of_officer(user, "account-changed", at=at, by=by, what=str(What(what).value))


def rename(*, user: User, person: str) -> None:
    user.first_name, user.last_name = clean_name("person", person), ""
    user.save(update_fields=["first_name", "last_name"])


@transaction.atomic
def change_password(
    *, user: User, password: str, at: datetime, by: User | None, ends_tokens: bool = True
) -> None:
    """Give an account a password that Django's validators have seen; it ends every session of theirs."""
    user.set_password(password)
    user.save(update_fields=["password"])
    end_all_sessions(user)
    if ends_tokens:
        tokens.revoke_api_tokens(user, at=at)
    note(user, What.PASSWORD, at=at, by=by)


def _refuse_name() -> None:
    refuse("username", "taken", "somebody has this username already; choose another")


# Links by which somebody who cannot sign in, or reads their mail elsewhere, changes an account: each
# works once.
# They are made from 256 random bits, shown or mailed once, and stored as SHA-256.

Kind = AccountLink.Kind
LASTS: Final = {
    Kind.PASSWORD: timedelta(days=1),
    Kind.ADDRESS: timedelta(days=3),
    Kind.UNDO: timedelta(days=7),
}


@transaction.atomic
def give_password_link(*, user: User, by: User | None, at: datetime) -> str:
    """The token of a link with which `user` chooses a new password; earlier ones open nothing any more.

    Raises Faults where `by`, the owner who hands it on, may not (`not-yours`); None is the server's terminal.
    """
    if by is not None:
        refuse_helping(user, by)
    note(user, What.PASSWORD_LINK, at=at, by=by)
    return _new_link_token(user, Kind.PASSWORD, by=by, at=at)


def refuse_helping(user: User, by: User) -> None:
    if not may_help(by, user):
        refuse(
            "",
            "not-yours",
            "this account is used in other clubs too; only whoever looks after this server can open it again",
        )


@transaction.atomic
def mail_password_links(*, told: str, at: datetime) -> None:
    """Mail a link to whoever is called so, or has that address: to nobody, where there is nobody to mail to."""
    for user in users_to_mail(told):
        token = _new_link_token(user, Kind.PASSWORD, by=None, at=at)
        _mailed(token, mail_new_password(user, token, at=at))


@transaction.atomic
def set_password(*, token: str, password: str, at: datetime) -> User | None:
    """Give the account of a link this password, and end its sessions; None where the link opens nothing any more."""
    link = _used(token, Kind.PASSWORD, at=at)
    if link is None or (link.made_by is not None and not may_help(link.made_by, link.user)):
        return None  # also where the account has come to open more than whoever gave the link may
    change_password(user=link.user, password=password, at=at, by=link.user)
    _revoke(link.user, Kind.PASSWORD, at=at)
    return link.user


@transaction.atomic
def ask_for_address(*, user: User, email: str, at: datetime) -> None:
    """Ask at the new address whether it is right: the account keeps the former one until then.

    Raises Faults (`email`) on what is no address to which mail can go.
    """
    check_mail("email", email)
    token = _new_link_token(user, Kind.ADDRESS, by=user, at=at, email=email)
    _mailed(token, mail_confirm_address(user, email, token, at=at))


@transaction.atomic
def set_address(*, user: User, email: str, at: datetime) -> None:
    former = user.email
    user.email = email
    user.save(update_fields=["email"])
    note(user, What.ADDRESS, at=at, by=user)
    if former and former != email and mail_is_set_up():
        token = _new_link_token(user, Kind.UNDO, by=user, at=at, email=former)
        _mailed(token, mail_address_changed(user, former, token, at=at))


@transaction.atomic
def use_address_link(*, token: str, at: datetime) -> AccountLink | None:
    """Do what a link to a mail address is for; None where it opens nothing any more.

    The link to the former one also signs everybody out, and ends the links of whoever changed it.
    """
    link = _used(token, Kind.ADDRESS, Kind.UNDO, at=at)
    if link is None:
        return None
    if link.kind == Kind.ADDRESS:
        set_address(user=link.user, email=link.email, at=at)
        return link
    link.user.email = link.email
    link.user.save(update_fields=["email"])
    note(link.user, What.ADDRESS_UNDONE, at=at, by=link.user)
    _revoke(link.user, Kind.ADDRESS, Kind.PASSWORD, at=at)
    end_all_sessions(link.user)
    return link


def _new_link_token(user: User, kind: Kind, *, by: User | None, at: datetime, email: str = "") -> str:
    # Links that undo a change stay good beside later ones.
    if kind != Kind.UNDO:
        _revoke(user, kind, at=at)
    return new_token(AccountLink, at=at, lasts=LASTS[kind], user=user, kind=kind, email=email, made_by=by)


def _mailed(token: str, mail: Mail) -> None:
    AccountLink.objects.filter(token_hash=hashed(token)).update(mail=mail)


def _used(token: str, *kinds: Kind, at: datetime) -> AccountLink | None:
    # The update is the test: of two at once one wins.
    link = open_account_link(hashed(token), *kinds, at=at)
    return link if link is not None and use_up(link, used_at=at) else None


def _revoke(user: User, *kinds: Kind, at: datetime) -> None:
    open_account_links(at=at).filter(user=user, kind__in=kinds).update(revoked_at=at)
