"""Who there is: users who sign in, clubs, their officers and their players."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.club.nights import EVERY_WEEK, LAST_WEEK, days_from, falls_on
from tournaments.club.publicity import Audience, Part
from tournaments.club.roles import REACH_WORDS, ROLE_WORDS, Reach, Role
from tournaments.limits import (
    LONGEST_GROUP,
    LONGEST_KEY,
    LONGEST_MAIL,
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_NUMBER,
    LONGEST_PHONE,
    LONGEST_PLACE,
    LONGEST_POSTAL_ADDRESS,
    LONGEST_TOKEN_NAME,
)
from tournaments.work.models import Subject


class User(AbstractUser):
    """Somebody who signs in: a director or a secretary. Players need no account.

    `is_founder` marks the account with which an installation began; there is one at the most.
    """

    is_founder = models.BooleanField(_("founder"), default=False)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            # Of two who take an empty installation at the same moment one is refused by this.
            models.UniqueConstraint(fields=["is_founder"], condition=Q(is_founder=True), name="one_founder")
        ]


class Club(Subject):
    """A card club; everything else belongs to exactly one.

    `language` is that of its pages and papers, "" where it is each visitor's own. `usual_game` is what a new evening
    begins with where its night says nothing; "" where the club has said nothing. Audiences are those of
    `club.publicity`. `colour` is `#rrggbb` or "", `logo` the fingerprint of its picture or "".
    `link_number` counts the links that were made for visitors, of which the last one opens, `settings_version` the
    changes of all this. `categories` are the groups by which tables can be read, each with whether everybody may.
    Where the director `confirms_requests`, nobody leaves or sits out by their own phone alone.
    A demo club that was put away is shown to nobody; its rows stay, as ledgers do.
    """

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=50, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    language = models.CharField(_("language"), max_length=10, blank=True)
    place = models.CharField(_("place"), max_length=LONGEST_PLACE, blank=True)
    postal_address = models.CharField(_("postal address"), max_length=LONGEST_POSTAL_ADDRESS, blank=True)
    results_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    seasons_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    players_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    coming_for = models.PositiveSmallIntegerField(default=Audience.EVERYBODY, editable=False)
    colour = models.CharField(_("colour"), max_length=7, blank=True, editable=False)
    logo = models.CharField(max_length=32, blank=True, editable=False)
    link_number = models.PositiveIntegerField(default=0, editable=False)
    settings_version = models.PositiveIntegerField(default=0, editable=False)
    usual_game = models.CharField(_("usual game"), max_length=40, blank=True)
    categories = models.JSONField(default=dict, editable=False)
    confirms_requests = models.BooleanField(_("requests of players are confirmed"), default=True)
    is_demo = models.BooleanField(_("demo"), default=False)
    put_away_at = models.DateTimeField(_("put away at"), null=True, blank=True)
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
        ]

    def __str__(self) -> str:
        return self.name


class ClubNight(models.Model):
    """A night on which the club plays: a weekday (Monday is 0) of the weeks that `club.nights` tells.

    `starts` is None where no time is said. A new evening `begins_with` a kind of evening, called as in the address of
    its form, or with a game (`game-whist`); "" for the usual game of the club.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    weekday = models.PositiveSmallIntegerField(_("day"), choices=WEEKDAYS)
    week = models.PositiveSmallIntegerField(_("week of the month"), default=EVERY_WEEK)
    starts = models.TimeField(_("starts at"), null=True, blank=True)
    begins_with = models.CharField(_("begins with"), max_length=50, blank=True)

    class Meta:
        verbose_name = _("night of a club")
        verbose_name_plural = _("nights of clubs")
        ordering = ["weekday", "week", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(weekday__range=(0, 6), week__range=(EVERY_WEEK, LAST_WEEK)),
                name="a_night_has_its_days",
            )
        ]

    def __str__(self) -> str:
        return self.name or f"night {self.pk}"

    def falls_on(self, day: date) -> bool:
        """Whether it is on this day."""
        return falls_on(self.weekday, self.week, day)

    def days_from(self, since: date, count: int) -> list[date]:
        """Its next days, `since` included. Raises OverflowError where the calendar ends before."""
        return days_from(self.weekday, self.week, since, count)


class ClubLogo(models.Model):
    """The picture of a club's logo, as `club.logo_picture` makes it: a PNG."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="picture")
    content = models.BinaryField()

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")

    def __str__(self) -> str:
        return f"{self.club}: {len(self.content)} bytes"


class Officer(models.Model):
    """What a user may do in a club, or in one `evening` of it alone, until the office ends where an end is set.

    `player` is who they are among the club's players, if they play.
    """

    ROLE_LABELS = {role: _(words) for role, words in ROLE_WORDS.items()}

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
                condition=Q(role__range=(Role.SCORER, Role.OWNER)), name="officer_role_is_known"
            ),
            models.CheckConstraint(
                condition=Q(evening=None) | Q(role__lte=Role.DIRECTOR), name="an_evening_has_no_owner"
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(role__lt=Role.OWNER), name="owners_have_no_end"
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


class Player(models.Model):
    """A person known to the club, a member or a guest. Two people may bear the same name, but not one address.

    `account` is that of whoever has claimed to be this person, by a link from the club; they need none to play.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=50, db_index=False, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    colour = models.CharField(_("usual ticket colour"), max_length=20, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER, blank=True)
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

    def __str__(self) -> str:
        return self.name


class MemberDetails(models.Model):
    """What the club keeps of a person for itself; nobody below a secretary reads it.

    It has a table of its own, so that whoever reads players for a page cannot bring it along by mistake.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="details")
    mail = models.CharField(_("mail"), max_length=LONGEST_MAIL, blank=True)
    phone = models.CharField(_("telephone"), max_length=LONGEST_PHONE, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    is_minor = models.BooleanField(_("minor"), default=False)
    notes = models.CharField(_("notes"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        verbose_name = _("details of a member")
        verbose_name_plural = _("details of members")
        constraints = [
            models.CheckConstraint(
                condition=Q(birth_year=None) | Q(is_minor=False), name="a_year_of_birth_or_a_minor"
            ),
        ]

    def __str__(self) -> str:
        return f"details {self.pk}"


class GroupMember(models.Model):
    """Somebody belongs to a group of the club, such as "Tuesday"; a group is there as long as somebody is in it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="groups", db_index=False)
    group = models.CharField(_("group"), max_length=LONGEST_GROUP)

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


HASH_LENGTH = 64


class OpensSomething(models.Model):
    """The base of what opens something for whoever has its token, until it expires or is revoked.

    The token is shown once and kept as its hash.
    """

    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    expires_at = models.DateTimeField(_("expires at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        abstract = True


class WorksOnce(OpensSomething):
    """The base of a link that works once."""

    used_at = models.DateTimeField(_("used at"), null=True, blank=True)

    class Meta:
        abstract = True


class SignInLink(WorksOnce):
    """A link that signs its user in, once, until it expires."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class Invitation(WorksOnce):
    """A link by which somebody becomes an officer, once, until it expires; `called` is whom it is for.

    Role, evening and end are those of the office it gives.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    called = models.CharField(_("for whom"), max_length=LONGEST_NAME)
    role = models.PositiveSmallIntegerField(_("role"), choices=list(Officer.ROLE_LABELS.items()))
    evening = models.ForeignKey("Evening", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations")

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return self.called


class AccountLink(WorksOnce):
    """A link by which somebody who is not signed in changes an account, once, until it expires.

    `email` is the address that the account has from then on, where the link is about that. `made_by` is None where
    somebody asked by themselves for a mail, or at the server's terminal.
    """

    class Kind(models.TextChoices):
        PASSWORD = "password", _("a new password")
        ADDRESS = "address", _("a new e-mail address")
        UNDO = "undo", _("the former e-mail address again")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="account_links")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    email = models.EmailField(_("e-mail address"), blank=True)
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("link to an account")
        verbose_name_plural = _("links to accounts")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"


class AccountEvent(models.Model):
    """Something that was done to an account, by its holder or by somebody else. Rows are added and never changed."""

    class What(models.TextChoices):
        PASSWORD_LINK = "password-link", _("A link for a new password was made.")
        PASSWORD = "password", _("The password was changed.")
        ADDRESS = "address", _("The e-mail address was changed.")
        ADDRESS_UNDONE = "address-undone", _("The former e-mail address was brought back.")
        APP_ADDED = "app-added", _("An authenticator app was added.")
        APP_REMOVED = "app-removed", _("The authenticator app was removed.")
        CODES_MADE = "codes-made", _("New recovery codes were made.")
        CODE_USED = "code-used", _("A recovery code was used.")
        PASSKEY_ADDED = "passkey-added", _("A passkey was added.")
        PASSKEY_REMOVED = "passkey-removed", _("A passkey was removed.")
        TAKEN_OFF = "taken-off", _("The second factor was taken off.")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="account_events")
    what = models.CharField(_("what"), max_length=20, choices=What.choices)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("event of an account")
        verbose_name_plural = _("events of accounts")

    def __str__(self) -> str:
        return self.what


class UserSession(models.Model):
    """Whose session it is and on what device, as its holder reads it; the row vanishes with the session.

    `last_seen_at` is up to an hour behind.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="+")
    browser = models.CharField(_("browser"), max_length=20, blank=True)
    device = models.CharField(_("device"), max_length=60)
    made_at = models.DateTimeField(_("made at"))
    last_seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("session of a user")
        verbose_name_plural = _("sessions of users")

    def __str__(self) -> str:
        return self.device


class AuthenticatorApp(models.Model):
    """The app that gives somebody the codes asked for after the password.

    `secret` is encrypted (services/sealed.py). `last_step` is the half minute of the last code that was taken, so
    that none is taken twice.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="authenticator_app")
    secret = models.TextField(editable=False)
    last_step = models.PositiveBigIntegerField(default=0, editable=False)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("authenticator app")
        verbose_name_plural = _("authenticator apps")

    def __str__(self) -> str:
        return f"authenticator app {self.pk}"


class RecoveryCode(models.Model):
    """A code that stands in for the second factor, once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes", db_index=False)
    code_hash = models.CharField(max_length=HASH_LENGTH, editable=False)
    made_at = models.DateTimeField(_("made at"))
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        constraints = [
            models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_codes_are_unlike")
        ]

    def __str__(self) -> str:
        return f"recovery code {self.pk}"


class Passkey(models.Model):
    """A passkey of somebody (WebAuthn): its public half, and how often it says it was used."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(_("name"), max_length=60)
    credential_id = models.CharField(max_length=1400, unique=True, editable=False)
    credential = models.TextField(editable=False)
    sign_count = models.PositiveBigIntegerField(default=0, editable=False)
    made_at = models.DateTimeField(_("made at"))
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("passkey")
        verbose_name_plural = _("passkeys")

    def __str__(self) -> str:
        return self.name


class PlayerClaim(WorksOnce):
    """A link by which somebody says that a person of the club is they, once, until it expires."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    used_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("claim of a player")
        verbose_name_plural = _("claims of players")

    def __str__(self) -> str:
        return f"claim {self.pk}"


class Mail(Subject):
    """A mail that waits to be sent. `sealed` is encrypted, since it holds links; it is emptied once it was sent."""

    sealed = models.TextField(editable=False)
    made_at = models.DateTimeField(_("made at"))
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")

    def __str__(self) -> str:
        return f"mail {self.pk}"


class ApiToken(OpensSomething):
    """A director's key to the REST door, until it expires or is revoked."""

    REACH_LABELS = {reach: _(words) for reach, words in REACH_WORDS.items()}

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=LONGEST_TOKEN_NAME)
    reach = models.PositiveSmallIntegerField(_("may"), choices=list(REACH_LABELS.items()), default=Reach.ALL)
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.name


class AnsweredRequest(models.Model):
    """What a request over REST that came with a key of its own was answered, so that a retry does nothing twice.

    `asked` is the hash of what was asked, which tells a retry from another request with the same key.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=LONGEST_KEY)
    asked = models.CharField(max_length=HASH_LENGTH, editable=False)
    status = models.PositiveSmallIntegerField(_("status"), default=0)
    headers = models.JSONField(_("headers"), default=dict)
    body = models.TextField(_("answer"), default="")
    at = models.DateTimeField(_("answered at"), db_index=True)

    class Meta:
        verbose_name = _("answered request")
        verbose_name_plural = _("answered requests")
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return self.key


class WrongGuesses(models.Model):
    """How many wrong codes or passwords came from one sender in the period that began with `minute` (since 1970).

    `sender` is hashed; club.services.throttle says what it is made of and how long a period lasts.
    """

    sender = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    minute = models.PositiveIntegerField(editable=False)
    count = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("wrong guesses")
        verbose_name_plural = _("wrong guesses")
        constraints = [
            models.UniqueConstraint(fields=["minute", "sender"], name="one_count_per_sender_and_minute")
        ]

    def __str__(self) -> str:
        return f"{self.count}"
