"""The clubs, their officers and how each plays; their players, what is kept of them, their names in public."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from typing import Any, Final, Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import refusals
from tournaments.club import nights, roles
from tournaments.club.member_list.details import DETAILS, MINOR
from tournaments.club.roles import Audience, Part, Role
from tournaments.work.models import Named, Subject, Unnamed


class User(AbstractUser):
    """Somebody who signs in: a director or a secretary. Players need no account.

    `is_founder` marks the account with which an installation began; there is one at the most.
    """

    is_founder = models.BooleanField(_("founder"), default=False)

    @property
    def display_name(self) -> str:
        return self.get_full_name() or self.get_username()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            # Of two who take an empty installation at the same moment one is refused by this.
            models.UniqueConstraint(fields=["is_founder"], condition=Q(is_founder=True), name="one_founder")
        ]


class Club(Named, Subject):
    """A card club; everything else belongs to exactly one.

    `language` is that of its pages and papers, "" where it is each visitor's own. `usual_game` is what a new evening
    begins with where its night says nothing; "" where the club has said nothing. Audiences are those of
    `club.roles`, and so is what new evenings show `before_publication`.
    `colour` is `#rrggbb` or "", `logo` the fingerprint of its picture or "".
    `link_number` counts the links that were made for visitors, of which the last one opens, `settings_version` the
    changes of all this. Where it `asks_consent`, names and ratings of people who have said nothing are not public.
    `categories` are the groups by which tables can be read, each with whether everybody may.
    Where the director `confirms_requests`, nobody leaves or sits out by their own phone alone.
    Players may object to published results for `objection_hours`, 0 for never.
    A demo club that was put away is shown to nobody; its rows stay, as ledgers do.
    Since it was `suspended_at` by whoever runs the server its officers change nothing; `audiences_before` are of the
    pages that were hidden with it. `allowances` are the numbers of `club.services.quotas` that are its own.
    """

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=50, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    language = models.CharField(_("language"), max_length=10, blank=True)
    place = models.CharField(_("place"), max_length=refusals.LONGEST_PLACE, blank=True)
    postal_address = models.CharField(
        _("postal address"), max_length=refusals.LONGEST_POSTAL_ADDRESS, blank=True
    )
    results_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    seasons_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    players_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    coming_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    before_publication = models.CharField(
        max_length=10, default=roles.USUALLY_BEFORE_PUBLICATION, editable=False
    )
    asks_consent = models.BooleanField(
        _("names are public with consent alone"), default=False, editable=False
    )
    colour = models.CharField(_("colour"), max_length=7, blank=True, editable=False)
    logo = models.CharField(max_length=32, blank=True, editable=False)
    link_number = models.PositiveIntegerField(default=0, editable=False)
    settings_version = models.PositiveIntegerField(default=0, editable=False)
    usual_game = models.CharField(_("usual game"), max_length=40, blank=True)
    categories = models.JSONField(default=dict, editable=False)
    confirms_requests = models.BooleanField(_("requests of players are confirmed"), default=True)
    objection_hours = models.PositiveSmallIntegerField(
        _("hours for objections"), default=48, db_default=48, editable=False
    )
    is_demo = models.BooleanField(_("demo"), default=False)
    put_away_at = models.DateTimeField(_("put away at"), null=True, blank=True)
    suspended_at = models.DateTimeField(null=True, blank=True, editable=False)
    audiences_before = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()), editable=False
    )
    allowances = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), editable=False)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("people who play cards", "clubs")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(
                condition=Q(is_demo=True) | Q(put_away_at__isnull=True),
                name="only_a_demo_is_put_away",
            ),
            models.CheckConstraint(
                condition=Q(
                    *((part.field + "__range", (Audience.EVERYBODY, Audience.NOBODY)) for part in Part)
                ),
                name="audiences_are_known",
            ),
            models.CheckConstraint(
                condition=Q(before_publication__in=tuple(roles.BEFORE_PUBLICATION_WORDS)),
                name="what_is_shown_before_publication_is_known",
            ),
        ]


class ClubNight(models.Model):
    """A night on which the club plays: a weekday (Monday is 0) of the weeks that `club.nights` tells.

    `starts` is None where no time is said. A new evening `begins_with` a kind of evening, called as in the address of
    its form, or with a game (`game-whist`); "" for the usual game of the club.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    name = models.CharField(_("name"), max_length=refusals.LONGEST_NAME, blank=True)
    weekday = models.PositiveSmallIntegerField(_("day"), choices=WEEKDAYS)
    week = models.PositiveSmallIntegerField(_("week of the month"), default=nights.EVERY_WEEK)
    starts = models.TimeField(_("starts at"), null=True, blank=True)
    begins_with = models.CharField(_("begins with"), max_length=50, blank=True)

    class Meta:
        verbose_name = _("night of a club")
        verbose_name_plural = _("nights of clubs")
        ordering = ["weekday", "week", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(weekday__range=(0, 6), week__range=(nights.EVERY_WEEK, nights.LAST_WEEK)),
                name="a_night_has_its_days",
            )
        ]

    def __str__(self) -> str:
        return self.name or f"night {self.pk}"

    def falls_on(self, day: date) -> bool:
        return nights.falls_on(self.weekday, self.week, day)

    def days_from(self, since: date, count: int) -> list[date]:
        """Its next days, `since` included. Raises OverflowError where the calendar ends before."""
        return nights.days_from(self.weekday, self.week, since, count)


class ClubLogo(Unnamed):
    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="picture")
    content = models.BinaryField()

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")


class Officer(models.Model):
    """What a user may do in a club, or in one `evening` of it alone, until the office ends where an end is set.

    `player` is who they are among the club's players, if they play.
    """

    ROLE_LABELS = {role: _(words) for role, words in roles.ROLE_WORDS.items()}

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="offices", db_index=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="officers")
    role = models.PositiveSmallIntegerField(_("role"), choices=list(ROLE_LABELS.items()))
    evening = models.ForeignKey(
        "Evening", on_delete=models.CASCADE, null=True, blank=True, related_name="officers"
    )
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    player = models.ForeignKey(
        "Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="offices"
    )

    class Meta:
        verbose_name = _("officer")
        verbose_name_plural = _("officers")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club"], condition=Q(evening=None), name="one_office_per_user_and_club"
            ),
            models.UniqueConstraint(fields=["user", "evening"], name="one_office_per_user_and_evening"),
            models.CheckConstraint(
                condition=Q(role__range=(Role.SCORER, Role.TREASURER)), name="officer_role_is_known"
            ),
            models.CheckConstraint(
                condition=Q(evening=None) | Q(role__lte=Role.DIRECTOR) | Q(role=Role.DOOR),
                name="an_evening_has_no_owner",
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | ~Q(role=Role.OWNER), name="owners_have_no_end"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class HouseRules(models.Model):
    """How a club plays a game unless an evening says otherwise. An evening that is made takes a copy."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rules", db_index=False)
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("house rules"))
    changed_by = models.CharField(_("changed by"), max_length=40)
    changed_at = models.DateTimeField(_("changed at"))

    class Meta:
        verbose_name = _("house rules of a club")
        verbose_name_plural = _("house rules of clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "game"], name="house_rules_once_per_club_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.game}"


class ClubGame(models.Model):
    """An edition of a game that the club wrote: its document, which never changes, and where it stands.

    Published, it is on the club's shelf and new evenings can be played by it; of each game one edition at the most.
    Retired, no new one can; evenings that were played by it keep it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="games", db_index=False)
    slug = models.CharField(_("game"), max_length=40)
    edition = models.CharField(_("edition"), max_length=64, db_index=True)
    name = models.CharField(_("name"), max_length=60)
    document = models.TextField(_("document"))
    written_by = models.CharField(_("written by"), max_length=40)
    written_at = models.DateTimeField(_("written at"))
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)

    class Meta:
        verbose_name = _("game of a club")
        verbose_name_plural = _("games of clubs")
        ordering = ["slug", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug", "edition"], name="an_edition_is_kept_once"),
            models.UniqueConstraint(
                fields=["club", "slug"],
                condition=Q(published_at__isnull=False, retired_at=None),
                name="one_edition_on_the_shelf",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.slug} {self.edition[:12]}"

    @property
    def address(self) -> str:
        """That of its rulebook (`Game.address`)."""
        return f"{self.slug}-{self.edition}"

    @property
    def is_on_the_shelf(self) -> bool:
        return self.published_at is not None and self.retired_at is None


# What people are called where everybody reads it, and whether their ratings stand there: the one place of it. Rows
# hold what is shown in public beside what is true (`club.services.clubs` works it out). Which of the two is read is
# said for a whole request (`config.public_names`), so that no page and no file of the public can forget it.
_IN_PUBLIC: Final = ContextVar("names_in_public", default=False)


@contextmanager
def in_public(*, is_so: bool = True) -> Iterator[None]:
    """In the block, what is read is shown to everybody: withheld names and ratings stay out of it.

    Or, within such a block, `is_so` no longer: for somebody's own.
    """
    token = _IN_PUBLIC.set(is_so)
    try:
        yield
    finally:
        _IN_PUBLIC.reset(token)


def are_public() -> bool:
    return _IN_PUBLIC.get()


def redacted_name(name: str) -> str:
    """What stands in public for a name that is withheld: "Ada M." for Ada Marsh, "A." where there is one word.

    The reader's language changes nothing of it. What holds no letter, as the mark of an erased name, stays.
    """
    if not any(sign.isalpha() for sign in name):
        return name
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else f"{first[0]}."


def in_place_of(name: str, other: str, text: str) -> str:
    """The text with `other` wherever a name stands as words of its own: Ann is not in Annie."""
    return other.join(re.split(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def name_at(way: str = "") -> Any:
    """The name to be shown now, as a column of rows that lead to it by a prefix such as `player__`."""
    if not are_public():
        return F(f"{way}name")
    return Coalesce(NullIf(f"{way}public_name", Value("")), f"{way}name")


def ratings_shown(way: str = "") -> Q:
    """The condition of ratings that may be shown now, for rows that lead to a player by this prefix."""
    return Q(**{f"{way}shows_rating": True}) if are_public() else Q()


class Player(Named):
    """A person known to the club, a member or a guest. Two people may bear the same name, but not one address.

    `account` is that of whoever has claimed to be this person, by a link from the club; they need none to play.
    `public_name` is what everybody reads in place of the name, "" for the name itself; `shows_rating` is whether
    their ratings are public. Both follow from what is known of them: `club.services.clubs` works them out.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    public_name = models.CharField(_("name in public"), max_length=80, blank=True, editable=False)
    shows_rating = models.BooleanField(_("ratings are public"), default=True, editable=False)
    slug = models.SlugField(_("address"), max_length=50, db_index=False, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    colour = models.CharField(_("usual ticket colour"), max_length=20, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    number = models.CharField(_("number"), max_length=DETAILS["number"].longest, blank=True)
    made_at = models.DateTimeField(_("made at"))
    account = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("account"),
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]
        indexes = [models.Index(fields=["club", "name"], name="player_by_club_and_name")]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=~Q(slug=""), name="player_has_an_address"),
            models.UniqueConstraint(fields=["club", "slug"], name="one_player_per_address"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="one_player_per_number"
            ),
            models.UniqueConstraint(fields=["club", "account"], name="one_player_per_club_and_account"),
        ]

    @classmethod
    def from_db(cls, *args: Any, **fetch: Any) -> Self:
        """In public, a row comes without a name that is withheld, and without an address that tells it."""
        player = super().from_db(*args, **fetch)
        if are_public() and player.public_name:
            player.name, player.slug = player.public_name, str(player.pk)
        return player


class MemberDetails(Unnamed):
    """What the club keeps of a person for itself; nobody below a secretary reads it.

    It has a table of its own, so that whoever reads players for a page cannot bring it along by mistake.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="details")
    mail = models.CharField(_("mail"), max_length=DETAILS["mail"].longest, blank=True)
    phone = models.CharField(_("telephone"), max_length=DETAILS["phone"].longest, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    is_minor = models.BooleanField(_("minor"), default=False)
    notes = models.CharField(_("notes"), max_length=DETAILS["notes"].longest, blank=True)

    class Meta:
        verbose_name = _("details of a member")
        verbose_name_plural = _("details of members")
        constraints = [
            models.CheckConstraint(
                condition=Q(birth_year=None) | Q(is_minor=False), name="a_year_of_birth_or_a_minor"
            ),
        ]

    @property
    def birth(self) -> str:
        return MINOR if self.is_minor else str(self.birth_year or "")


class GroupMember(models.Model):
    """Somebody belongs to a group of the club, such as "Tuesday"; a group is there as long as somebody is in it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="groups", db_index=False)
    group = models.CharField(_("group"), max_length=refusals.LONGEST_GROUP)

    class Meta:
        verbose_name = _("member of a group")
        verbose_name_plural = _("members of groups")
        ordering = ["group"]
        constraints = [
            models.UniqueConstraint(fields=["player", "group"], name="once_in_a_group"),
            models.CheckConstraint(condition=~Q(group=""), name="group_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.group


class PlayerWarning(Unnamed):
    """A director warned somebody, perhaps at an evening: for directors and secretaries of the club alone."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="warnings")
    evening = models.ForeignKey("Evening", on_delete=models.SET_NULL, null=True, related_name="warnings")
    reason = models.CharField(_("reason"), max_length=refusals.LONGEST_NOTE)
    by = models.CharField(_("by"), max_length=40)
    at = models.DateTimeField(_("at"))
    taken_back_by = models.CharField(_("taken back by"), max_length=40, blank=True)
    taken_back_at = models.DateTimeField(_("taken back at"), null=True, blank=True)

    class Meta:
        verbose_name = _("warning")
        verbose_name_plural = _("warnings")
        ordering = ["-at", "-pk"]


class FormerAddress(models.Model):
    """An address that somebody had under another name; it still leads to them, until they are erased."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_addresses", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_addresses")
    slug = models.SlugField(_("address"), max_length=50, db_index=False)

    class Meta:
        verbose_name = _("former address")
        verbose_name_plural = _("former addresses")
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="one_player_per_former_address")]

    def __str__(self) -> str:
        return self.slug


class PlayerPhoto(Unnamed):
    """A PNG, drawn as `club.look.logo_of` does, and by whom the person's consent was recorded, and when.

    There is no photo without consent: where that is withdrawn, the row is deleted.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="photo")
    content = models.BinaryField()
    consent_by = models.CharField(_("consent recorded by"), max_length=40)
    consented_at = models.DateTimeField(_("consented at"))

    class Meta:
        verbose_name = _("photo of a player")
        verbose_name_plural = _("photos of players")


class Consent(Unnamed):
    """Somebody agreed that their name or their ratings are public, or did not: a fact; the last one holds."""

    class Of(models.TextChoices):
        NAME = "name", _("the name")
        RATING = "rating", _("the ratings")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="consents")
    of = models.CharField(_("to what"), max_length=6, choices=Of.choices)
    given = models.BooleanField(_("given"))
    by = models.CharField(_("recorded by"), max_length=40)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("consent")
        verbose_name_plural = _("consents")
        ordering = ["pk"]


# Who changed what in a club, where no ledger tells it: appended and never changed, as the database sees
# to.


class AuditEntry(models.Model):
    """One act: what (`act` of `club.services.audit`, `body` canonical JSON), who (`by`, a pseudonym), when, whence.

    `about` is the pseudonym of the officer and `player` the person it is about, if any; names stand in neither.
    `network` is the part of an address that many share, and `browser` the name of a program; both are emptied in
    time, which is the one change that the database lets through.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="audit", db_index=False)
    at = models.DateTimeField(_("at"))
    by = models.CharField(_("by"), max_length=40)
    act = models.CharField(_("act"), max_length=30)
    about = models.CharField(_("about"), max_length=40, blank=True)
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="audit",
        verbose_name=_("player"),
    )
    body = models.TextField(_("body"), default="{}")
    network = models.CharField(_("network"), max_length=43, blank=True)
    browser = models.CharField(_("browser"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "at"], name="audit_of_a_club")]

    def __str__(self) -> str:
        return self.act


class ActOrigin(Unnamed):
    """From where an officer did an act that a ledger tells of: the entry with this hash. Thrown away in time.

    `network` and `browser` are as in the audit.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="act_origins")
    entry_hash = models.CharField(_("hash of the entry"), max_length=64, db_index=True)
    by = models.CharField(_("by"), max_length=40)
    at = models.DateTimeField(_("at"))
    network = models.CharField(_("network"), max_length=43, blank=True)
    browser = models.CharField(_("browser"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("origin of an act")
        verbose_name_plural = _("origins of acts")
        ordering = ["pk"]
