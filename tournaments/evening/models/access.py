"""Links, phones, calls and requests: none is in the ledger, though what follows from a request is.

What is secret is stored as a SHA-256 hash only: evening.services.links.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import HASH_LENGTH
from tournaments.evening.models.evenings import Evening, Table, Ticket
from tournaments.refusals import LONGEST_NOTE
from tournaments.work.models import Unnamed


class DirectorCall(Unnamed):
    """A table asks for the director; a table waits once at a time."""

    class Reason(models.TextChoices):
        SCORE = "score", _("a score")
        RULE = "rule", _("a rule")
        SEATS = "seats", _("the seats")
        CARDS = "cards", _("the cards")
        OTHER = "other", _("something else")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices)
    words = models.CharField(_("in your own words"), max_length=120, blank=True)
    by = models.CharField(_("by"), max_length=40)
    called_at = models.DateTimeField(_("called at"))
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = models.CharField(_("answered by"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("call for the director")
        verbose_name_plural = _("calls for the director")
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(answered_at__isnull=True), name="one_open_call_per_table"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=["score", "rule", "seats", "cards", "other"]),
                name="a_call_has_a_reason",
            ),
        ]


class PlayerRequest(Unnamed):
    """A player asks, on their own page, to go home or to sit a round out; each waits once at a time.

    `round` is the one after which they go, or the one they sit out. It waits until `ended_at`; `outcome` says how it
    ended, and `ended_by` who saw to it.
    """

    class Kind(models.TextChoices):
        LEAVE = "leave", _("leave")
        SIT_OUT = "sit_out", _("sit out")

    class Outcome(models.TextChoices):
        DONE = "done", _("done")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken_back", _("taken back")

    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="requests")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    round = models.PositiveSmallIntegerField(_("round"))
    made_at = models.DateTimeField(_("made at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=40, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)

    class Meta:
        verbose_name = _("request of a player")
        verbose_name_plural = _("requests of players")
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ticket", "kind", "round"],
                condition=Q(ended_at__isnull=True),
                name="one_open_request_per_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["leave", "sit_out"]), name="a_request_has_a_known_kind"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, outcome="")
                | Q(ended_at__isnull=False, outcome__in=["done", "declined", "taken_back"]),
                name="an_ended_request_has_an_outcome",
            ),
        ]


class Objection(Unnamed):
    """What a player says against a published round (0: the standings), and what the director answered.

    `photo` is a PNG of the slip, drawn as `club.look.logo_of` does, or empty: officers and whoever sent it alone.
    """

    class Outcome(models.TextChoices):
        UPHELD = "upheld", _("upheld")
        DECLINED = "declined", _("declined")

    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="objections")
    round = models.PositiveSmallIntegerField(_("round"))
    reason = models.CharField(_("reason"), max_length=LONGEST_NOTE)
    photo = models.BinaryField(default=b"")
    made_at = models.DateTimeField(_("made at"))
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)
    answer = models.CharField(_("answer"), max_length=LONGEST_NOTE, blank=True)
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = models.CharField(_("answered by"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("objection")
        verbose_name_plural = _("objections")
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ticket", "round"], condition=Q(outcome=""), name="one_open_objection_per_round"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", answered_at__isnull=True)
                | Q(outcome__in=["upheld", "declined"], answered_at__isnull=False),
                name="an_answered_objection_has_an_outcome",
            ),
        ]


class PrintedLink(Unnamed):
    """What a QR code opens, or a code that is typed in its place.

    The token and the code are derived from `nonce` (256 random bits) and the server's secret, so that they can be
    printed again while the database alone opens nothing.
    """

    nonce = models.CharField(max_length=HASH_LENGTH, editable=False)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    code_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(_("made at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        abstract = True


class TableLink(PrintedLink):
    """The link on a table card: one table of one evening.

    `phone` is the phone that came with it, and `shown` the version of what it shows, where a query was told.
    """

    phone: TableDevice | None = None
    shown: int = 0

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")

    class Meta:
        verbose_name = _("table link")
        verbose_name_plural = _("table links")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_live_link_per_table"
            )
        ]


class PlayerLink(PrintedLink):
    """The link on a ticket: the page of one player of one evening."""

    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="links")

    class Meta:
        verbose_name = _("player's link")
        verbose_name_plural = _("players' links")
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"], condition=Q(revoked_at__isnull=True), name="one_live_link_per_ticket"
            )
        ]


class TableDevice(Unnamed):
    """A phone, or any other browser, that opened a table's link; it tells itself by a random token of its own.

    `ticket` is whoever says that the phone is theirs; none for one that lies in the middle of the table. `owner` is
    their name, where a read says it.
    """

    owner: str = ""

    link = models.ForeignKey(TableLink, on_delete=models.CASCADE, related_name="devices", db_index=False)
    token_hash = models.CharField(max_length=HASH_LENGTH, editable=False)
    label = models.CharField(_("label"), max_length=20)
    made_at = models.DateTimeField(_("made at"))
    last_seen_at = models.DateTimeField(_("last seen at"))
    sent_away_at = models.DateTimeField(_("sent away at"), null=True, blank=True)
    ticket = models.ForeignKey(
        Ticket, on_delete=models.SET_NULL, null=True, blank=True, related_name="devices"
    )

    class Meta:
        verbose_name = _("phone at a table")
        verbose_name_plural = _("phones at tables")
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["link", "token_hash"], name="one_row_per_phone_and_link"),
        ]
