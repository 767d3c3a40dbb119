"""The facts of an evening, appended and never changed (the database refuses it), and the hands they hold."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import ExpressionWrapper, F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.evening.models.evenings import Evening, Table, TableRound, Ticket
from tournaments.evening.record.record import HandState
from tournaments.ledger.models import ChainedEntry

# --- Results as rows: the standings, and each publication as it went out ------------------------------


class Standing(models.Model):
    """One line of an evening's standings; half games are kept as whole numbers (`won_halves`)."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="standings")
    ticket = models.OneToOneField(Ticket, on_delete=models.CASCADE, related_name="standing")
    place = models.PositiveSmallIntegerField(_("place"))
    played = models.PositiveSmallIntegerField(_("games played"))
    won_halves = models.PositiveSmallIntegerField(_("half games won"))
    points_for = models.IntegerField(_("points for"))
    points_difference = models.IntegerField(_("points difference"))
    head_table_wins = models.PositiveSmallIntegerField(_("games won at the head table"))
    bells_rung = models.PositiveSmallIntegerField(_("bells rung"))
    decided_by = models.CharField(_("decided by"), max_length=20, blank=True)
    game_points = models.IntegerField(_("game points"), null=True, blank=True)
    sat_out = models.PositiveSmallIntegerField(_("rounds sat out"), default=0)
    explanation = models.JSONField(_("why below the line above"), null=True, blank=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["evening", "place", "ticket__number"]

    def __str__(self) -> str:
        return f"{self.place}"


class Publication(models.Model):
    """The evening as published: the whole archive as text, and the ledger head it stands on.

    Long after a later one took its place the text is emptied, and `archive_hash` is the SHA-256 of what it was.
    """

    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, related_name="publications", db_index=False
    )
    number = models.PositiveSmallIntegerField(_("number"))
    archive = models.TextField(_("archive"))
    archive_hash = models.CharField(_("hash of the archive"), max_length=64, blank=True, default="")
    ledger_head = models.CharField(_("ledger head"), max_length=64)
    published_at = models.DateTimeField(_("published at"))

    class Meta:
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_publication_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class LedgerEntry(ChainedEntry):
    """One act: what (`act`, `body` as canonical JSON), who, when, why. Hashes chain the entries of an evening.

    `by` is a pseudonym ("user:3", "table:2", "job"), and bodies name tickets by code, so that a person can be
    erased and the chain still verifies.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="ledger", db_index=False)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        ordering = ["evening", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "sequence"], name="one_entry_per_sequence"),
            models.UniqueConstraint(fields=["evening", "previous_hash"], name="the_chain_does_not_fork"),
        ]


class Hand(models.Model):
    """One deal as entered, with the slip it scored. `key`, `fingerprint` and `answer` make a retry harmless.

    `live` is the version that counts, at most one for each number of a game; `state` says what became of each.
    `hand` is null where the deal was declared void. `seat_points` are the points of each seat where everybody
    counts their own, and empty where couples play. `clock_offset` is what the phone's clock was found to be
    ahead of the server's, in milliseconds. `rescored` is the slip as it counts where a change of an earlier hand
    has made it another one than the hand scored when it was entered.
    """

    STATE_LABELS = {
        HandState.COUNTS: _("counts"),
        HandState.AGREES: _("the same from another phone"),
        HandState.DISPUTES: _("disputes the hand that counts"),
        HandState.REJECTED: _("settled for the other entry"),
        HandState.LATE: _("waits in the late tray"),
        HandState.LEFT_OUT: _("left out by the director"),
        HandState.REPLACED: _("replaced by another entry"),
        HandState.NOTE: _("noted only"),
    }

    table_round = models.ForeignKey(TableRound, on_delete=models.CASCADE, related_name="hands")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands", db_index=False)
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="hand_row")
    number = models.PositiveSmallIntegerField(_("number"))
    hand = models.JSONField(_("hand"), null=True, blank=True)
    points_a = models.IntegerField(_("points of couple A"))
    points_b = models.IntegerField(_("points of couple B"))
    seat_points = models.JSONField(_("points of each seat"), default=list)
    derivation = models.JSONField(_("score slip"))
    rescored = models.JSONField(_("score slip after a change of an earlier hand"), null=True, blank=True)
    played_at = models.DateTimeField(_("played at"))
    entered_at = models.DateTimeField(_("entered at"))
    key = models.CharField(_("key"), max_length=64)
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    answer = models.TextField(_("answer"))
    state = models.CharField(
        _("what became of it"), max_length=10, choices=list(STATE_LABELS.items()), default=HandState.COUNTS
    )
    live = models.GeneratedField(
        expression=ExpressionWrapper(Q(state=HandState.COUNTS.value), models.BooleanField()),
        output_field=models.BooleanField(),
        db_persist=True,
        verbose_name=_("live"),
    )
    confirmed_by = models.CharField(_("confirmed by"), max_length=40, blank=True, default="")
    late_because = models.CharField(_("late because"), max_length=20, blank=True, default="")
    clock_offset = models.IntegerField(_("clock offset"), null=True, blank=True)
    phone = models.ForeignKey(
        "TableDevice",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        db_index=False,
        related_name="+",
        verbose_name=_("entered on"),
    )

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["table_round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table_round", "number"], condition=Q(live=True), name="one_live_hand_per_number"
            ),
            models.UniqueConstraint(fields=["table", "key"], name="one_hand_per_key"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
            models.CheckConstraint(
                condition=Q(played_at__lte=F("entered_at")), name="no_hand_entered_before_it_is_played"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.seat_points) or (self.points_a, self.points_b)

    @property
    def slip(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = self.derivation if self.rescored is None else self.rescored
        return lines
