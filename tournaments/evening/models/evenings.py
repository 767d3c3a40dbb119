"""An evening and its furniture, with the ledger from which all of it but the names can be worked out.

`publishing.publish.rebuild` does so and compares. Entries of the ledger are never changed: the database refuses it.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import ExpressionWrapper, F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.club.models import Club, Player
from tournaments.evening.record import HandState
from tournaments.evening.round_rules import STATUS_WORDS, Keeping, Status, TableScore
from tournaments.ledger.records import ChainedEntry
from tournaments.movement.seating import MOST_SEATS
from tournaments.work.models import Named, Subject, Unnamed


class Evening(Named, Subject):
    """One evening of a club. `plan` is `evening.plan.Plan` as data; `pinned` what play started under.

    `version` grows with whatever anybody may see of it; `room_version` is the one at which more than one table of the
    round in play was concerned last.

    With the `salt` the ledger binds what club and evening are called; "" where it was written before it did.
    `came_from` is the club at which it was played, where it was brought in from an archive.
    """

    STATUS_LABELS = {status: _(words) for status, words in STATUS_WORDS.items()}

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=80)
    date = models.DateField(_("date"))
    plan = models.JSONField(_("plan"))
    pinned = models.JSONField(_("pinned"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=12, choices=list(STATUS_LABELS.items()))
    current_round = models.PositiveSmallIntegerField(_("current round"), default=0)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    salt = models.CharField(_("salt"), max_length=32, blank=True, default="")
    came_from = models.CharField(_("came from"), max_length=80, blank=True, default="", db_default="")
    version = models.PositiveBigIntegerField(_("version"), default=0)
    room_version = models.PositiveBigIntegerField(_("version of the room"), default=0)
    ledger_length = models.PositiveIntegerField(_("ledger length"), default=0)
    ledger_head = models.CharField(_("ledger head"), max_length=64, blank=True)
    made_at = models.DateTimeField(_("made at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["-date", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_evening_per_address"),
            models.CheckConstraint(condition=Q(status__in=list(Status)), name="evening_status_is_known"),
            models.CheckConstraint(condition=~Q(name=""), name="evening_has_a_name"),
        ]
        indexes = [
            models.Index(fields=["status"], name="evening_by_status"),
            models.Index(fields=["club", "date", "id"], name="evening_by_day"),
        ]


class ClubPreset(Named):
    """A kind of evening that a club holds: a plan under a name, from which the form of a new one may begin."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="presets", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    plan = models.JSONField(_("plan"))
    kept_by = models.CharField(_("kept by"), max_length=40)
    kept_at = models.DateTimeField(_("kept at"))

    class Meta:
        verbose_name = _("kind of evening of a club")
        verbose_name_plural = _("kinds of evening of clubs")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_preset_per_club_and_name")]


class Ticket(Unnamed):
    """A player's part in one evening. The ledger knows people by `code`, and binds the name with the `salt`.

    The salt is "" on tickets of before names were bound, and where the name was erased.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="tickets", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tickets")
    code = models.CharField(_("code"), max_length=16)
    number = models.PositiveSmallIntegerField(_("number"))
    colour = models.CharField(_("colour"), max_length=20, blank=True)
    salt = models.CharField(_("salt"), max_length=32, blank=True, default="")
    start_order = models.PositiveSmallIntegerField(_("order of the start draw"), null=True, blank=True)
    arrived_in = models.PositiveSmallIntegerField(_("arrived in round"), default=0)
    left_in = models.PositiveSmallIntegerField(_("left in round"), null=True, blank=True)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_ticket_per_number"),
            models.UniqueConstraint(fields=["evening", "player"], name="one_ticket_per_player"),
            models.UniqueConstraint(fields=["evening", "code"], name="one_ticket_per_code"),
            models.UniqueConstraint(fields=["evening", "start_order"], name="one_place_in_the_draw"),
        ]


class Table(Unnamed):
    """A table in the room; 1 is the head table, the highest in play the foot table."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_table_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="tables_count_from_one"),
        ]


class Round(Unnamed):
    """One game at every table, from the signal to the bell. Not announced: a draft for the director only."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    reasons = models.JSONField(_("reasons of the seating"), default=list)
    announced_at = models.DateTimeField(_("announced at"), null=True, blank=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    stopped_at = models.DateTimeField(_("stopped at"), null=True, blank=True)
    bell_table = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="bells"
    )
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    absent = models.JSONField(_("tickets that had left before it began"), default=list, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_round_per_number"),
            models.CheckConstraint(
                condition=Q(started_at__isnull=True) | Q(announced_at__isnull=False),
                name="no_play_before_seats_are_announced",
            ),
            models.CheckConstraint(
                condition=Q(stopped_at__isnull=True)
                | Q(started_at__isnull=False, stopped_at__gte=F("started_at")),
                name="no_bell_before_the_start",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True)
                | Q(stopped_at__isnull=False, closed_at__gte=F("stopped_at")),
                name="no_close_before_the_bell",
            ),
        ]


class TableRound(Unnamed):
    """A table in one round: its running points (a cache of its hands) and who won the game.

    `seat_points` are the points of each seat where everybody plays alone or counts their own, and empty where couples
    play.
    With a `decision` of the director the points are not the sum of the hands. `version` is that of the evening at
    which this table alone was concerned last.
    """

    class Side(models.TextChoices):
        A = "A", _("head couple")
        B = "B", _("side couple")
        SEAT_1 = "1", _("seat 1")
        SEAT_2 = "2", _("seat 2")
        SEAT_3 = "3", _("seat 3")
        SEAT_4 = "4", _("seat 4")
        SEAT_5 = "5", _("seat 5")
        SEAT_6 = "6", _("seat 6")
        SEAT_7 = "7", _("seat 7")
        SEAT_8 = "8", _("seat 8")

    class Decision(models.TextChoices):
        ADJUSTED = "adjusted", _("score adjusted")
        NOT_PLAYED = "not_played", _("not played")
        TOTALS = "totals", _("totals only")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables", db_index=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rounds")
    points_a = models.IntegerField(_("points of couple A"), default=0)
    points_b = models.IntegerField(_("points of couple B"), default=0)
    seat_points = models.JSONField(_("points of each seat"), default=list)
    hands_count = models.PositiveSmallIntegerField(_("hands"), default=0)
    decision = models.CharField(
        _("the director's decision"), max_length=10, choices=Decision.choices, blank=True, default=""
    )
    cut = models.CharField(_("order of the cut, the winner first"), max_length=MOST_SEATS, blank=True)
    winner = models.CharField(_("winner"), max_length=1, choices=Side.choices, blank=True)
    outright = models.CharField(_("won by a single hand"), max_length=1, blank=True, default="")
    go_on = models.PositiveSmallIntegerField(_("how many go on"), default=0)
    version = models.PositiveBigIntegerField(_("version"), default=0)
    is_won_by_seat = models.BooleanField(_("whether a seat wins the game"), default=False)

    class Meta:
        verbose_name = _("table of a round")
        verbose_name_plural = _("tables of a round")
        ordering = ["table__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="one_game_per_table_and_round"),
            models.CheckConstraint(
                condition=Q(cut="") | Q(points_a=F("points_b")), name="only_level_tables_cut"
            ),
            models.CheckConstraint(
                condition=Q(winner="")
                | Q(is_won_by_seat=True, winner__in=[*map(str, range(1, MOST_SEATS + 1))])
                | Q(points_a=F("points_b"), winner=F("cut"))
                | Q(points_a__gt=F("points_b"), winner="A")
                | Q(points_a__lt=F("points_b"), winner="B"),
                name="winner_follows_from_points_or_cut",
            ),
        ]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.seat_points) or (self.points_a, self.points_b)

    @property
    def keeping(self) -> Keeping:
        return Keeping(bool(self.seat_points), not self.seat_points or self.is_won_by_seat)

    @property
    def score(self) -> TableScore:
        return TableScore(self.points, self.keeping, self.cut, self.outright, self.go_on)


class Seat(Unnamed):
    """Where a ticket is in a round: in a seat of a table, or sitting out in a given order."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats", db_index=False)
    ticket = models.ForeignKey(Ticket, on_delete=models.PROTECT, related_name="seats")
    table_round = models.ForeignKey(
        TableRound, on_delete=models.CASCADE, null=True, blank=True, related_name="seats", db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    sit_out_order = models.PositiveSmallIntegerField(
        _("order among those sitting out"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["round", "table_round__table__number", "seat", "sit_out_order"]
        constraints = [
            models.UniqueConstraint(fields=["round", "ticket"], name="one_seat_per_player_and_round"),
            models.UniqueConstraint(fields=["table_round", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["round", "sit_out_order"], name="one_place_in_the_sit_out_order"),
            models.CheckConstraint(
                condition=Q(
                    table_round__isnull=False,
                    seat__isnull=False,
                    seat__gte=1,
                    seat__lte=MOST_SEATS,
                    sit_out_order__isnull=True,
                )
                | Q(table_round__isnull=True, seat__isnull=True, sit_out_order__isnull=False),
                name="seated_or_sitting_out",
            ),
        ]


class Schedule(Unnamed):
    """The schedule that stands: movement.interface.Announced as data. It can be worked out from the ledger.

    `drafted` is what takes its place once the drafted move is announced, where that had to be planned again.
    """

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="schedule")
    announced = models.JSONField(_("announced"), null=True, blank=True)
    drafted = models.JSONField(_("drafted"), null=True, blank=True)

    class Meta:
        verbose_name = _("schedule")
        verbose_name_plural = _("schedules")


class Planning(Subject):
    """One search for a better schedule, done in slices by workers; it is nothing until the director takes it.

    `task` and `state` are what the planner goes on from, `announced` the best found as data, `cost` its parts,
    `cost_before` those of the schedule that stood, `changed` how many places differ from that.
    """

    class Purpose(models.TextChoices):
        IMPROVE = "improve", _("a better schedule")
        FEWEST = "fewest", _("the fewest changes")
        FAIREST = "fairest", _("the fairest rest")

    class Stage(models.TextChoices):
        SEARCHING = "searching", _("searching")
        READY = "ready", _("ready")
        TAKEN = "taken", _("taken")
        DROPPED = "dropped", _("dropped")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="plannings")
    purpose = models.CharField(_("purpose"), max_length=10, choices=Purpose.choices)
    stage = models.CharField(_("stage"), max_length=10, choices=Stage.choices, default=Stage.SEARCHING)
    first = models.PositiveSmallIntegerField(_("first round"))
    task = models.JSONField(_("task"))
    state = models.JSONField(_("state of the search"), null=True)
    announced = models.JSONField(_("best found"), null=True)
    cost = models.JSONField(_("cost"), default=dict)
    cost_before = models.JSONField(_("cost before"), default=dict)
    changed = models.PositiveIntegerField(_("places changed"), default=0)
    moves = models.PositiveBigIntegerField(_("moves tried"), default=0)
    milliseconds = models.PositiveIntegerField(_("time spent in ms"), default=0)
    stop_asked = models.BooleanField(_("to be stopped"), default=False)
    remark = models.CharField(_("remark"), max_length=300, blank=True)
    asked_by = models.CharField(_("asked by"), max_length=40)
    asked_at = models.DateTimeField(_("asked at"))

    class Meta:
        verbose_name = _("planning")
        verbose_name_plural = _("plannings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "purpose"],
                condition=Q(stage__in=["searching", "ready"]),
                name="one_open_planning_per_purpose",
            ),
            models.CheckConstraint(
                condition=~Q(stage__in=["ready", "taken"]) | Q(announced__isnull=False),
                name="what_is_ready_has_seats",
            ),
        ]


class Standing(Unnamed):
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


class Publication(Unnamed):
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


class Hand(Unnamed):
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

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.seat_points) or (self.points_a, self.points_b)

    @property
    def slip(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = self.derivation if self.rescored is None else self.rescored
        return lines
