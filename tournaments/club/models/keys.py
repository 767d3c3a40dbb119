"""What opens something: links, sessions, second factors, tokens; mails that bring them, and webhooks."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models.clubs import Club, Officer, Player, User
from tournaments.club.roles import SCOPE_WORDS, TokenScope
from tournaments.refusals import LONGEST_KEY, LONGEST_NAME, LONGEST_TOKEN_NAME
from tournaments.work.models import Named, Subject, Unnamed

HASH_LENGTH = 64


class OpensSomething(Unnamed):
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
    used_at = models.DateTimeField(_("used at"), null=True, blank=True)

    class Meta:
        abstract = True


class SignInLink(WorksOnce):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")

    class Meta:
        verbose_name = _("sign-in link")
        verbose_name_plural = _("sign-in links")


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
    mail = models.ForeignKey("Mail", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

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
    mail = models.ForeignKey("Mail", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
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


class AuthenticatorApp(Unnamed):
    """The app that gives somebody the codes asked for after the password.

    `secret` is encrypted (site/sealing.py). `last_step` is the half minute of the last code that was taken, so
    that none is taken twice.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="authenticator_app")
    secret = models.TextField(editable=False)
    last_step = models.PositiveBigIntegerField(default=0, editable=False)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("authenticator app")
        verbose_name_plural = _("authenticator apps")


class RecoveryCode(Unnamed):
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


class Passkey(Named):
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


class PlayerClaim(WorksOnce):
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    used_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("claim of a player")
        verbose_name_plural = _("claims of players")


class Mail(Subject):
    """A mail that waits to be sent. `sealed` is encrypted, since it holds links; it is emptied once it was sent.

    Of one that was given up (`failed_at`) it stays, so that its link can be handed on.
    """

    sealed = models.TextField(editable=False)
    made_at = models.DateTimeField(_("made at"))
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    failed_at = models.DateTimeField(_("given up at"), null=True, blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")

    @property
    def state(self) -> Literal["waiting", "sent", "failed"]:
        return "failed" if self.failed_at else "sent" if self.sent_at else "waiting"


class MailKind(models.TextChoices):
    EVENING = "evening", _("The club’s next evening, once it is announced")
    PLACE = "place", _("A place that has come free")
    SEATS = "seats", _("The next seat")
    RESULT = "result", _("The result of an evening, once it is published")
    CORRECTION = "correction", _("A correction that changes a player’s own result")


class MailWish(Unnamed):
    """Somebody asks for mails of a kind, and reads this language where the club has none of its own."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mail_wishes", db_index=False)
    kind = models.CharField(_("kind"), max_length=10, choices=MailKind.choices)
    language = models.CharField(_("language"), max_length=10)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("wish for mails")
        verbose_name_plural = _("wishes for mails")
        constraints = [models.UniqueConstraint(fields=["player", "kind"], name="one_wish_per_kind")]


class Notice(Subject):
    """That somebody is told something by mail: a fact, and what became of it. What it says is made when it is sent.

    `number` tells the facts of one kind and evening apart: the entry that announced seats, the publication, the last
    in the list who got a place with them.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        NO_ADDRESS = "no-address", _("no address")
        BOUNCED = "bounced", _("mails to this address come back")
        NO_SERVER = "no-server", _("no mail server")
        REFUSED = "refused", _("refused by the mail server")
        PAST = "past", _("nothing left to tell")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(_("kind"), max_length=10, choices=MailKind.choices)
    evening = models.ForeignKey("Evening", on_delete=models.CASCADE, related_name="notices")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices)
    made_at = models.DateTimeField(_("made at"))
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice by mail")
        verbose_name_plural = _("notices by mail")
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "evening", "number"], name="told_once")
        ]


class BouncingAddress(Unnamed):
    """An address from which mails come back: its hash under the server's key, so that nobody reads it here."""

    address_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("address that bounces")
        verbose_name_plural = _("addresses that bounce")


class CalendarLink(Unnamed):
    """What opens somebody's own evenings as a file for calendars, until it is taken back."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="calendar_link")
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("link to a calendar")
        verbose_name_plural = _("links to calendars")


class ApiToken(OpensSomething):
    REACH_LABELS = {reach: _(words) for reach, words in SCOPE_WORDS.items()}

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=LONGEST_TOKEN_NAME)
    reach = models.PositiveSmallIntegerField(
        _("may"), choices=list(REACH_LABELS.items()), default=TokenScope.ALL
    )
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.name

    @property
    def sender(self) -> str:
        """Whose share its requests are of."""
        return f"token {self.pk}"


class AnsweredRequest(Unnamed):
    """The answer to a REST request that came with a key of its own, so that a retry does nothing twice.

    `asked` is the hash of the request, which tells a retry from another request with the same key. `body` is
    encrypted (site/sealing.py), since it may hold what opens something.
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


class WrongGuesses(Unnamed):
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


class ClubKey(Unnamed):
    """A key with which a club signs what it publishes; until `retired_at` it is the one in use.

    `public` is as minisign takes it; `sealed` the secret, which this server alone reads, or "".
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="keys", db_index=False)
    public = models.CharField(max_length=56, editable=False)
    sealed = models.TextField(editable=False)
    made_at = models.DateTimeField(_("made at"))
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)

    class Meta:
        verbose_name = _("key of a club")
        verbose_name_plural = _("keys of clubs")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club"], condition=Q(retired_at=None), name="one_key_in_use")
        ]


class ServerKey(Unnamed):
    """Which secret key this database belongs to: one row, worked out with the key, which cannot be found from it."""

    check_value = models.CharField(max_length=HASH_LENGTH, editable=False)
    kept_at = models.DateTimeField(editable=False)

    class Meta:
        verbose_name = _("server key")
        verbose_name_plural = _("server keys")
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_server_key")]


class Webhook(Subject):
    """An address that a club has told of what happens in its evenings.

    `secret` is encrypted (site/sealing.py), and so is the one before it, by which is signed as well until
    `former_until`. `since` is from when on it is told; `failing_since` the first failure since something was taken.
    """

    class Ending(models.TextChoices):
        GONE = "gone", _("the receiver says that it is gone")
        FAILING = "failing", _("every attempt failed for days")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    events = models.JSONField(_("events"))
    secret = models.TextField(editable=False)
    former_secret = models.TextField(editable=False, blank=True)
    former_until = models.DateTimeField(null=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    since = models.DateTimeField(_("told since"))
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    off_at = models.DateTimeField(_("switched off at"), null=True, blank=True)
    off_because = models.CharField(
        _("switched off because"), max_length=10, choices=Ending.choices, blank=True
    )

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["pk"]

    @property
    def host(self) -> str:
        """What may be named of the address: the rest may be a secret of whoever is told."""
        return urlsplit(self.url).hostname or ""

    @property
    def state(self) -> Literal["on", "paused", "off"]:
        return "off" if self.off_at else "paused" if self.paused_at else "on"


class WebhookDelivery(Unnamed):
    """One event for one webhook, as it is sent each time it is tried; it names nobody.

    `status` and `reply`, which is cut, are those of the last try; `due_at` is None once it is over.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    code = models.CharField(_("id"), max_length=40, unique=True)
    event = models.CharField(_("event"), max_length=20)
    body = models.TextField(_("payload"))
    made_at = models.DateTimeField(_("made at"), db_index=True)
    due_at = models.DateTimeField(_("due at"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    tried_at = models.DateTimeField(_("last tried at"), null=True, blank=True)
    status = models.PositiveSmallIntegerField(_("status"), null=True, blank=True)
    reply = models.CharField(_("reply"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("delivery of a webhook")
        verbose_name_plural = _("deliveries of webhooks")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="deliveries_due"),
        ]

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def state(self) -> Literal["waiting", "taken", "failed"]:
        return "waiting" if self.due_at else "taken" if self.is_taken else "failed"


class WebhookPosition(Unnamed):
    """How much of an evening's ledger webhooks were told, and a hash of its standings then."""

    evening = models.OneToOneField(
        "Evening", on_delete=models.CASCADE, primary_key=True, related_name="webhook_position"
    )
    length = models.PositiveIntegerField(_("ledger length"), default=0)
    standings = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)

    class Meta:
        verbose_name = _("position of webhooks")
        verbose_name_plural = _("positions of webhooks")
