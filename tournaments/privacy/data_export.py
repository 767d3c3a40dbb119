"""What is kept about whom, why and for how long: one list; and the copy for a person, which is made from it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final, Literal

from django.apps import apps
from django.conf import settings
from django.db.models import F, Model, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.club.models import Player, User
from tournaments.club.reads.access import players_of
from tournaments.club.services import tokens
from tournaments.ledger.chain import instant
from tournaments.privacy import erasing
from tournaments.signup.lists import key_of
from tournaments.work import outbox

Whom = Literal["players", "officers", "visitors"]
SECRET: Final = frozenset(
    {
        "password",
        "token_hash",
        "code_hash",
        "nonce",
        "salt",
        "session_key",
        "session_data",
        "key",
        "fingerprint",
        "session",
        "secret",
        "credential",
        "credential_id",
    }
)
"""Columns that open something or guard a hash: nobody gets a copy of them, not even whom they are about."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one model that are about a person.

    `by` are lookups from the model to the person: to a player or a user, whichever the group is about; "" where the
    row is the person. With `as_by` they lead to the text by which lists of acts know an officer instead. With
    `as_name` they lead to a name as sign-ups compare it. `holds` is a text in which a ticket's code has to stand.
    """

    model: str
    by: tuple[str, ...] = ("",)
    as_by: bool = False
    as_name: bool = False
    holds: str = ""
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Kept:
    what: Promise
    why: Promise
    until: Promise
    rows: tuple[Rows, ...] = ()


def in_words(span: timedelta) -> str:
    """How long something is kept, in the reader's language: in days, or in hours where it is no whole day."""
    if span.days:
        return ngettext("%(count)s day", "%(count)s days", span.days) % {"count": span.days}
    hours = max(1, round(span / timedelta(hours=1)))
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


_span = lazy(in_words, str)


def _until(words: Any, **spans: timedelta) -> Promise:
    return format_lazy(words, **{name: _span(span) for name, span in spans.items()})


def _rows(by: str, *models: str) -> tuple[Rows, ...]:
    return tuple(Rows(model, (by,)) for model in models)


OF_PLAYERS: Final = (
    Kept(
        _(
            "The name, whether member or guest, the usual ticket colour, and addresses of pages under former names"
        ),
        _("so that the club can seat people and tell them apart"),
        _("until the club erases the name"),
        (
            Rows("Player"),
            *_rows("player", "GroupMember", "FormerAddress", "Officer", "PlayerClaim"),
        ),
    ),
    Kept(
        _("Mail, telephone, year of birth and notes, where the club has entered them"),
        _("so that the club can reach its members; only its secretaries and owners read them"),
        _("until the club clears them or erases the name"),
        (Rows("MemberDetails", ("player",)),),
    ),
    Kept(
        _("What officers changed of a member and when, without what it was before"),
        _("so that a club can see who did what"),
        _("for good; once the name is erased they are nobody’s"),
        (Rows("AuditEntry", ("player",)),),
    ),
    Kept(
        _("A photo, where the person has agreed to that, and who recorded it when; never of minors"),
        _("so that everybody can see on their page who they are"),
        _("until the person or the club deletes it, or the name is erased"),
        (Rows("PlayerPhoto", ("player",)),),
    ),
    Kept(
        _("Whether somebody agrees that their name and ratings are public, who recorded that and when"),
        _("so that nobody is shown against their will, and the club can prove that they agreed"),
        _("until the name is erased"),
        (Rows("Consent", ("player",)),),
    ),
    Kept(
        _("Warnings by a director, with the evening; the reason is told by the club when the person asks"),
        _("so that directors know what happened before; only they, secretaries and owners read them"),
        _("until the name is erased"),
        (Rows("PlayerWarning", ("player",), without=frozenset({"reason"})),),
    ),
    Kept(
        _("Objections to published results, with the photo of a slip, and how they were answered"),
        _("so that directors can answer them"),
        _("until the name is erased"),
        (Rows("Objection", ("ticket__player",)),),
    ),
    Kept(
        _("What somebody has paid for an evening or a season"),
        _("so that the cash box and the treasurer’s list agree"),
        _("for good; once the name is erased they are nobody’s"),
        (Rows("FeeEntry", ("player",)),),
    ),
    Kept(
        _("The evenings somebody played: ticket, seats, standings, and wishes to leave or to sit out"),
        _("to seat the next round, and to show the results"),
        _("for good; once the name is erased they are nobody’s"),
        (
            Rows("Ticket", ("player",)),
            *_rows("ticket__player", "Seat", "Standing", "PlayerRequest"),
        ),
    ),
    Kept(
        _("The hands played at their tables, with their scores and who entered them"),
        _("to score the evening, and to let anybody check it"),
        _("for good; once the name is erased they are nobody’s"),
        (Rows("Hand", ("table_round__seats__ticket__player",), without=frozenset({"answer", "derivation"})),),
    ),
    Kept(
        _("Ledger entries that name their ticket; the name itself stands in no ledger, only a hash of it"),
        _("so that results can be checked and nothing is changed in secret"),
        _("for good; once the name is erased nobody can tell whose they were"),
        (Rows("LedgerEntry", ("evening__tickets__player",), holds="body"),),
    ),
    Kept(
        _("Published archives of those evenings, which hold the names of all who played"),
        _("so that anybody can check a result"),
        _until(
            _(
                "for good; an earlier one of an evening for {time} after another took its place. An erased name is "
                "taken out of them, and one that is not public stays out of the file that everybody gets"
            ),
            time=erasing.PUBLICATION_KEPT,
        ),
        (
            Rows(
                "Publication", ("evening__tickets__player",), holds="archive", without=frozenset({"archive"})
            ),
        ),
    ),
    Kept(
        _(
            "Places, points, categories and matches in leagues, people listed twice who were merged, and who is the "
            "same person in another club of a federation"
        ),
        _("to work out and explain the tables of a season"),
        _(
            "for good; the club can erase the name. Names that were entered before version 0.2 stay in the ledger of "
            "a league with fixtures, which then shows them to officers alone"
        ),
        (
            *_rows("player", "CategoryMember", "SeasonLine", "EntrantMember"),
            Rows("Entrant", ("members__player",)),
            Rows("NamedPerson", ("player",)),
            Rows("BoundText", ("people__player",)),
            Rows("Fixture", ("home__members__player", "away__members__player")),
            Rows("PersonMerge", ("duplicate", "into")),
            Rows("PersonBond", ("one", "other")),
        ),
    ),
    Kept(
        _("A rating for each game and evening"),
        _("to show how somebody’s play develops, and to draw even tables"),
        _("for good; the club can erase the name"),
        _rows("player", "RatingPoint", "FederationRatingPoint"),
    ),
    Kept(
        _("Names under which somebody signed up for a coming evening, and with whom"),
        _("so that the club knows who is coming; officers see the names, visitors see numbers"),
        _until(_("{time} after the evening, or until the club erases the name"), time=erasing.SIGN_UPS_KEPT),
        (Rows("SignUp", ("key", "companion_key"), as_name=True),),
    ),
    Kept(
        _(
            "Which mails somebody asks for, what they were told of an evening by mail (without its text), and the "
            "link of their calendar"
        ),
        _("to tell them that once and nothing else, and to show them their own evenings"),
        _until(
            _(
                "wishes and the link until the person takes them back or the name is erased; what was told for "
                "{time} after the evening. That mails to an address come back is kept for a year, under a hash of it"
            ),
            time=erasing.SIGN_UPS_KEPT,
        ),
        _rows("player", "MailWish", "Notice", "CalendarLink"),
    ),
    Kept(
        _("Links to a person’s own page, and which phone was whose at the table"),
        _("so that the own seat is found, and nobody confirms their own entry"),
        _("for good; the links stop working with the evening, and none of them can be read here"),
        _rows("ticket__player", "PlayerLink", "TableDevice"),
    ),
)
OF_OFFICERS: Final = (
    Kept(
        _(
            "The account: the name to sign in with, the mail address where one was given, a hash of the password, "
            "and when any of it was changed"
        ),
        _("to let in whoever it belongs to, and nobody else"),
        _("until whoever runs the server removes the account"),
        (
            Rows("User"),
            Rows("Player", ("account",)),
            Rows("Officer", ("user",)),
            Rows("AccountEvent", ("user", "by")),
        ),
    ),
    Kept(
        _(
            "The second factor: an authenticator app (its secret encrypted), hashes of recovery codes, passkeys"
        ),
        _("so that a password alone opens nothing"),
        _("until it is removed"),
        _rows("user", "AuthenticatorApp", "RecoveryCode", "Passkey"),
    ),
    Kept(
        _("The devices on which somebody is signed in, and when each was last seen"),
        _("so that they can sign any of them out"),
        _("until the session ends"),
        (Rows("UserSession", ("user",)),),
    ),
    Kept(
        _(
            "Links to sign in or to change an account, invitations and API tokens: who made them and when they were "
            "used, with a hash of each; and what was changed in the administration"
        ),
        _("so that they can be listed and revoked"),
        _until(_("{time} after they end"), time=erasing.ACCESS_KEPT),
        (
            Rows("SignInLink", ("user",)),
            Rows("Invitation", ("made_by",)),
            Rows("ApiToken", ("user",)),
            Rows("AccountLink", ("user", "made_by")),
            Rows("PlayerClaim", ("made_by", "used_by")),
            Rows("LogEntry", ("user",)),
        ),
    ),
    Kept(
        _("From which network and with which browser something was changed, or somebody signed in"),
        _("so that a club sees when somebody else uses an account"),
        _until("{time}", time=erasing.PLACE_KEPT),
        (Rows("ActOrigin", ("by",), as_by=True),),
    ),
    Kept(
        _("Answers to programs that ask with a key of their own"),
        _("so that a repeated request does nothing twice"),
        _until("{time}", time=tokens.KEPT),
        (Rows("AnsweredRequest", ("user",), without=frozenset({"body"})),),
    ),
    Kept(
        _("That a mail was sent, and when; until it is sent also to whom and what it says, encrypted"),
        _("so that it arrives, and whoever runs the server sees that mails go out"),
        _until("{time}", time=erasing.MAIL_KEPT),
    ),
    Kept(
        _("What the server works on in the background, by numbers alone"),
        _("so that nothing is forgotten, and officers see what became of it"),
        _until(_("{time} after it is done; what failed until somebody has decided"), time=outbox.KEPT),
    ),
    Kept(
        _("What officers did, under a number instead of their name"),
        _("so that a club can see who did what"),
        _("for good"),
        (
            Rows("AuditEntry", ("by", "about"), as_by=True),
            Rows("LedgerEntry", ("by",), as_by=True),
            Rows("SeasonEntry", ("by",), as_by=True),
            Rows("DirectorCall", ("by", "answered_by"), as_by=True),
            Rows("PlayerRequest", ("ended_by",), as_by=True),
            Rows("Objection", ("answered_by",), as_by=True, without=frozenset({"reason", "photo"})),
            Rows("PlayerWarning", ("by", "taken_back_by"), as_by=True, without=frozenset({"reason"})),
            Rows("FeeEntry", ("made_by",), as_by=True),
            Rows("DoorCode", ("made_by",), as_by=True),
            Rows("Consent", ("by",), as_by=True),
            Rows("PlayerPhoto", ("consent_by",), as_by=True, without=frozenset({"content"})),
            Rows("HouseRules", ("changed_by",), as_by=True),
            Rows("ClubPreset", ("kept_by",), as_by=True),
            Rows("ClubGame", ("written_by",), as_by=True, without=frozenset({"document"})),
            Rows("Planning", ("asked_by",), as_by=True),
            Rows("Rehearsal", ("asked_by",), as_by=True),
            Rows("Announcement", ("made_by",), as_by=True),
            Rows("SignUp", ("made_by",), as_by=True, without=frozenset({"name", "companion"})),
            Rows("LeagueClub", ("asked_by", "agreed_by"), as_by=True),
            Rows("PersonMerge", ("merged_by", "undone_by"), as_by=True),
            Rows("FederationClub", ("asked_by", "agreed_by", "ended_by"), as_by=True),
            Rows("PersonBond", ("asked_by", "agreed_by", "ended_by"), as_by=True),
            Rows("Hand", ("confirmed_by",), as_by=True, without=frozenset({"answer", "derivation"})),
        ),
    ),
)
OF_VISITORS: Final = (
    Kept(
        _(
            "A cookie for whoever signs in, one for the language, and the hands a phone keeps until they are sent"
        ),
        _("to know who is signed in, which language to speak, and to lose no hand when the network fails"),
        _until(
            _("the session for {session}, the language for {language}, hands until they have arrived"),
            session=timedelta(seconds=settings.SESSION_COOKIE_AGE),
            language=timedelta(seconds=settings.LANGUAGE_COOKIE_AGE),
        ),
    ),
    Kept(
        _("How often a wrong code or password came from one place; the address only as a hash"),
        _("to stop whoever guesses"),
        _until(_("{time} at most"), time=erasing.TRIES_KEPT + erasing.EVERY),
    ),
)
KEPT: Final[Mapping[Whom, tuple[Kept, ...]]] = {
    "players": OF_PLAYERS,
    "officers": OF_OFFICERS,
    "visitors": OF_VISITORS,
}
FORMAT = 1
Person = Player | User


@dataclass(frozen=True, slots=True)
class Counted:
    kept: Kept
    count: int


def person_of_club(club_id: int, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("club"), club=club_id, pk=pk)


def account(pk: int) -> User:
    return get_object_or_404(User, pk=pk)


def all_one_is(user: User) -> list[Person]:
    return [user, *players_of(user)]


def name_of(person: Person) -> str:
    """What tells the people that somebody is apart; "" for an account."""
    return f"{person.name} · {person.club.name}" if isinstance(person, Player) else ""


def counted(person: Person) -> list[Counted]:
    return [
        Counted(entry, sum(_about(rows, person).count() for rows in entry.rows))
        for entry in _about_people_like(person)
    ]


def copy_of(*people: Person, at: datetime) -> dict[str, Any]:
    """Everything that is kept about somebody, who may be several of `people` here.

    It is `{"format", "made_at", "kept": [{"who", "what", "why", "until", "rows"}]}`: `who` as `name_of` has it,
    and `rows` are lists of rows by the name of their model. What opens something, and hashes of it, are left out.
    """
    return {
        "format": FORMAT,
        "made_at": instant(at),
        "kept": [
            {
                "who": name_of(person),
                "what": str(entry.what),
                "why": str(entry.why),
                "until": str(entry.until),
                "rows": {rows.model: list(_copied_rows(rows, person)) for rows in entry.rows},
            }
            for person in people
            for entry in _about_people_like(person)
        ],
    }


def _about_people_like(person: Person) -> tuple[Kept, ...]:
    return KEPT["players" if isinstance(person, Player) else "officers"]


def _copied_rows(rows: Rows, person: Person) -> Iterator[dict[str, Any]]:
    model = model_of(rows)
    hidden = SECRET | rows.without
    columns = [column.attname for column in model._meta.concrete_fields if column.name not in hidden]
    for row in _about(rows, person).values(*columns):
        yield {name: _as_text(value) for name, value in row.items()}


def _as_text(value: Any) -> Any:
    return b64encode(value).decode() if isinstance(value, bytes | memoryview) else value


def model_of(rows: Rows) -> type[Model]:
    app = "admin" if rows.model == "LogEntry" else "tournaments"
    return apps.get_model(app, rows.model)


def _about(rows: Rows, person: Person) -> QuerySet[Model]:
    # Each row once, however many of the lookups lead to the person.
    queryset = model_of(rows)._default_manager.order_by("pk")
    if rows.as_name:
        assert isinstance(person, Player)  # noqa: S101 - names are those of players
        queryset = queryset.filter(announcement__evening__club=person.club_id)
    key: Any = f"user:{person.pk}" if rows.as_by else person.pk
    key = key_of(str(person)) if rows.as_name else key
    either = reduce(or_, (_leads_to(rows, lookup, key) for lookup in rows.by))
    return queryset.filter(pk__in=queryset.filter(either).order_by().values("pk"))


def _leads_to(rows: Rows, lookup: str, wanted: Any) -> Q:
    condition = Q(**{lookup or "pk": wanted})
    if rows.holds:
        # In one filter, so that it is the ticket of this person whose code is looked for.
        condition &= Q(**{f"{rows.holds}__contains": F("evening__tickets__code")})
    return condition
