"""What is known before an evening: its announcement, and who says that they come. No ledger tells of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.evening.models import Evening
from tournaments.refusals import LONGEST_NAME, LONGEST_NOTE
from tournaments.work.models import Named, Unnamed

HASH_LENGTH = 64
LONGEST_KEY = 3 * LONGEST_NAME
"""No letter becomes more than three when its case is folded."""


class Announcement(Unnamed):
    """Everybody may know of the evening: when it begins, and for how many there is room (`places`; None for all).

    It decides nothing of results. Its row is locked by whoever gives places or takes them; one that was withdrawn
    stays, with those who had signed up.
    """

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="announcement")
    starts = models.TimeField(_("starts at"))
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    takes_sign_ups = models.BooleanField(_("people may sign up"), default=True)
    made_by = models.CharField(_("made by"), max_length=40)
    made_at = models.DateTimeField(_("made at"))
    changed_at = models.DateTimeField(_("changed at"))
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        constraints = [
            models.CheckConstraint(
                condition=Q(places__isnull=True) | Q(places__gte=1), name="an_evening_has_a_place"
            ),
        ]

    @property
    def is_announced(self) -> bool:
        return self.withdrawn_at is None


class SignUp(Named):
    """Somebody says that they come, alone or with a companion; they have a place from `placed_at` on.

    Rows stay until long after the evening: whoever withdraws and comes back has another one, at the end of the list.
    `number` is the order of the list, `key` and `companion_key` are what names are compared by. Whoever an officer
    added has no link of their own, and so no `token_hash`.
    """

    announcement = models.ForeignKey(
        Announcement, on_delete=models.CASCADE, related_name="sign_ups", db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    key = models.CharField(max_length=LONGEST_KEY, editable=False)
    companion = models.CharField(_("companion"), max_length=LONGEST_NAME, blank=True)
    companion_key = models.CharField(max_length=LONGEST_KEY, blank=True, editable=False)
    seeks_partner = models.BooleanField(_("looking for a partner"), default=False)
    people = models.PositiveSmallIntegerField(_("people"))
    token_hash = models.CharField(max_length=HASH_LENGTH, blank=True, editable=False)
    made_by = models.CharField(_("made by"), max_length=40, blank=True)
    made_at = models.DateTimeField(_("made at"))
    placed_at = models.DateTimeField(_("placed at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["announcement", "number"], name="one_sign_up_per_number"),
            models.UniqueConstraint(
                fields=["token_hash"],
                condition=Q(withdrawn_at__isnull=True) & ~Q(token_hash=""),
                name="one_sign_up_per_link",
            ),
            models.CheckConstraint(
                condition=Q(companion="", people=1) | (~Q(companion="") & Q(people=2)),
                name="a_place_for_each",
            ),
            models.CheckConstraint(
                condition=Q(companion="") | Q(seeks_partner=False), name="no_partner_sought_beside_one"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="sign_up_has_a_name"),
        ]
        indexes = [models.Index(fields=["token_hash"], name="sign_up_by_link")]

    @property
    def state(self) -> str:
        if self.withdrawn_at is not None:
            return "withdrawn"
        return "waiting" if self.placed_at is None else "placed"


class DoorCode(Unnamed):
    """What the code at the door opens: the page on which people of this evening check themselves in.

    Token and code (typed without a camera) are derived from `nonce` (256 random bits) and the server's secret,
    so that both can be printed again while the database alone opens nothing. An evening has one at a time.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="door_codes")
    nonce = models.CharField(max_length=HASH_LENGTH, editable=False)
    token_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    code_hash = models.CharField(max_length=HASH_LENGTH, unique=True, editable=False)
    made_by = models.CharField(_("made by"), max_length=40)
    made_at = models.DateTimeField(_("made at"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("code at the door")
        verbose_name_plural = _("codes at the door")
        constraints = [
            models.UniqueConstraint(
                fields=["evening"], condition=Q(revoked_at__isnull=True), name="one_live_code_per_door"
            )
        ]
