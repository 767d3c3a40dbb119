"""The tables and the guards of the ledgers, as the migrations 0001 to 0025 make them one after another.

A new database begins here. One that had begun with those goes on with them, and so does a backup of one: they stay.
Where both are looked at, other applications follow the first by name, which has to be 0001_the_house.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

LEDGERS = {"ledger": "tournaments_ledgerentry", "season_ledger": "tournaments_seasonentry"}
"""The tables in which facts are appended and never changed, by the name of their guards."""

SQLITE = [
    f"""CREATE TRIGGER {guard}_no_{act} BEFORE {act.upper()} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"""
    for guard, table in LEDGERS.items()
    for act in ("update", "delete")
]
POSTGRESQL = [
    """CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation'; END $$""",
    *(
        f"""CREATE TRIGGER {guard}_no_change BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()"""
        for guard, table in LEDGERS.items()
    ),
]


def guard_ledgers(apps, schema_editor):
    """The database itself refuses to change or delete an entry of a ledger."""
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    initial = True
    replaces = [
        ("tournaments", "0001_the_house"),
        ("tournaments", "0002_the_ledger_is_append_only"),
        ("tournaments", "0003_points_of_each_seat"),
        ("tournaments", "0004_house_rules_of_clubs"),
        ("tournaments", "0005_at_the_table"),
        ("tournaments", "0006_phones_at_tables"),
        ("tournaments", "0007_personal_links"),
        ("tournaments", "0008_schedules"),
        ("tournaments", "0009_live_is_what_counts"),
        ("tournaments", "0010_rehearsals"),
        ("tournaments", "0011_drafted_schedules"),
        ("tournaments", "0012_leagues"),
        ("tournaments", "0013_the_ledger_of_a_season_is_append_only"),
        ("tournaments", "0014_points_that_nobody_entered"),
        ("tournaments", "0015_rounds_left_out"),
        ("tournaments", "0016_passwords_are_counted_here"),
        ("tournaments", "0017_sessions_under_their_hash"),
        ("tournaments", "0018_which_key_is_the_servers"),
        ("tournaments", "0019_salts"),
        ("tournaments", "0020_ratings_of_entrants"),
        ("tournaments", "0021_heartbeats"),
        ("tournaments", "0022_the_phone_of_a_hand"),
        ("tournaments", "0023_access_told"),
        ("tournaments", "0024_one_outbox"),
        ("tournaments", "0025_each_index_once"),
    ]

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20, unique=True, verbose_name="name")),
                ("at", models.DateTimeField(verbose_name="last seen")),
            ],
            options={"verbose_name": "heartbeat", "verbose_name_plural": "heartbeats"},
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status"
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={"verbose_name": "user", "verbose_name_plural": "users"},
            managers=[("objects", django.contrib.auth.models.UserManager())],
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(unique=True, verbose_name="address")),
                ("time_zone", models.CharField(default="UTC", max_length=50, verbose_name="time zone")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ["name"],
                "constraints": [models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="club_has_a_name")],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("topic", models.CharField(max_length=20, verbose_name="topic")),
                ("subject", models.CharField(max_length=20, verbose_name="about")),
                ("subject_key", models.PositiveBigIntegerField(verbose_name="which")),
                ("payload", models.JSONField(default=dict, verbose_name="payload")),
                ("ordering_key", models.CharField(blank=True, max_length=80, verbose_name="ordering key")),
                ("cause", models.PositiveBigIntegerField(blank=True, null=True, verbose_name="ledger entry that caused it")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("due_at", models.DateTimeField(verbose_name="due at")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("slices", models.PositiveIntegerField(default=0, verbose_name="slices of work")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="done")),
                ("total", models.PositiveIntegerField(default=0, verbose_name="of")),
                (
                    "outcome",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("done", "done"), ("failed", "failed"), ("dropped", "dropped")],
                        default="waiting",
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done at")),
                ("milliseconds", models.PositiveIntegerField(blank=True, null=True, verbose_name="duration in ms")),
                ("remark", models.JSONField(blank=True, default=dict, verbose_name="remark")),
            ],
            options={
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
                "ordering": ["pk"],
                "indexes": [
                    models.Index(condition=models.Q(("outcome", "waiting")), fields=["due_at"], name="jobs_due"),
                    models.Index(condition=models.Q(("outcome", "waiting")), fields=["ordering_key"], name="jobs_in_line"),
                    models.Index(fields=["subject", "subject_key"], name="jobs_by_subject"),
                    models.Index(fields=["done_at"], name="jobs_by_end"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("topic", "subject", "subject_key", "cause"), name="one_job_per_topic_and_cause")
                ],
            },
        ),
        migrations.CreateModel(
            name="ServerKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("check_value", models.CharField(editable=False, max_length=64)),
                ("kept_at", models.DateTimeField(editable=False)),
            ],
            options={
                "verbose_name": "server key",
                "verbose_name_plural": "server keys",
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="one_server_key")],
            },
        ),
        migrations.CreateModel(
            name="WrongGuesses",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sender", models.CharField(blank=True, editable=False, max_length=64)),
                ("minute", models.PositiveIntegerField(editable=False)),
                ("count", models.PositiveIntegerField(default=0, editable=False)),
            ],
            options={
                "verbose_name": "wrong guesses",
                "verbose_name_plural": "wrong guesses",
                "constraints": [models.UniqueConstraint(fields=("minute", "sender"), name="one_count_per_sender_and_minute")],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="api_tokens", to=settings.AUTH_USER_MODEL),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("expires_at", models.DateTimeField(verbose_name="expires at")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked at")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used at")),
            ],
            options={"verbose_name": "API token", "verbose_name_plural": "API tokens"},
        ),
        migrations.CreateModel(
            name="Evening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="evenings", to="tournaments.club"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(max_length=80, verbose_name="address")),
                ("date", models.DateField(verbose_name="date")),
                ("plan", models.JSONField(verbose_name="plan")),
                ("pinned", models.JSONField(blank=True, null=True, verbose_name="pinned")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "being set up"),
                            ("check_in", "doors open"),
                            ("seated", "seats drawn"),
                            ("playing", "in play"),
                            ("bell", "the bell has rung"),
                            ("settled", "round settled"),
                            ("drafted", "move drafted"),
                            ("moved", "next seats announced"),
                            ("finished", "finished"),
                            ("published", "published"),
                            ("abandoned", "abandoned"),
                        ],
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                ("current_round", models.PositiveSmallIntegerField(default=0, verbose_name="current round")),
                ("seed", models.CharField(blank=True, max_length=64, verbose_name="seed")),
                ("salt", models.CharField(blank=True, default="", max_length=32, verbose_name="salt")),
                ("version", models.PositiveBigIntegerField(default=0, verbose_name="version")),
                ("ledger_length", models.PositiveIntegerField(default=0, verbose_name="ledger length")),
                ("ledger_head", models.CharField(blank=True, max_length=64, verbose_name="ledger head")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started at")),
                ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished at")),
                ("published_at", models.DateTimeField(blank=True, null=True, verbose_name="published at")),
            ],
            options={
                "verbose_name": "evening",
                "verbose_name_plural": "evenings",
                "ordering": ["-date", "-pk"],
                "indexes": [models.Index(fields=["status"], name="evening_by_status")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug"), name="one_evening_per_address"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "status__in",
                                [
                                    "draft",
                                    "check_in",
                                    "seated",
                                    "playing",
                                    "bell",
                                    "settled",
                                    "drafted",
                                    "moved",
                                    "finished",
                                    "published",
                                    "abandoned",
                                ],
                            )
                        ),
                        name="evening_status_is_known",
                    ),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="evening_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="house_rules", to="tournaments.club"
                    ),
                ),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("options", models.JSONField(verbose_name="house rules")),
                ("changed_by", models.CharField(max_length=40, verbose_name="changed by")),
                ("changed_at", models.DateTimeField(verbose_name="changed at")),
            ],
            options={
                "verbose_name": "house rules of a club",
                "verbose_name_plural": "house rules of clubs",
                "constraints": [models.UniqueConstraint(fields=("club", "game"), name="house_rules_once_per_club_and_game")],
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="leagues", to="tournaments.club"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(max_length=80, verbose_name="address")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
            ],
            options={
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "slug"), name="one_league_per_address"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="league_has_a_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tournaments.club"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("colour", models.CharField(blank=True, max_length=20, verbose_name="usual ticket colour")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ["name", "pk"],
                "indexes": [models.Index(fields=["club", "name"], name="player_by_club_and_name")],
                "constraints": [models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="player_has_a_name")],
            },
        ),
        migrations.CreateModel(
            name="SignInLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sign_in_links", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("expires_at", models.DateTimeField(verbose_name="expires at")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="used at")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked at")),
            ],
            options={"verbose_name": "sign-in link", "verbose_name_plural": "sign-in links"},
        ),
        migrations.CreateModel(
            name="LeagueClub",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="guest_clubs", to="tournaments.league"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="leagues_elsewhere", to="tournaments.club"),
                ),
                ("asked_by", models.CharField(max_length=40, verbose_name="asked by")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                ("agreed_by", models.CharField(blank=True, max_length=40, verbose_name="agreed by")),
                ("agreed_at", models.DateTimeField(blank=True, null=True, verbose_name="agreed at")),
            ],
            options={
                "verbose_name": "club of a league",
                "verbose_name_plural": "clubs of leagues",
                "ordering": ["club__name", "pk"],
                "constraints": [models.UniqueConstraint(fields=("league", "club"), name="a_club_is_in_a_league_once")],
            },
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField(verbose_name="sequence")),
                ("act", models.CharField(max_length=20, verbose_name="act")),
                ("body", models.TextField(verbose_name="body")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("previous_hash", models.CharField(blank=True, max_length=64, verbose_name="previous hash")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="ledger", to="tournaments.evening"
                    ),
                ),
            ],
            options={
                "verbose_name": "ledger entry",
                "verbose_name_plural": "ledger entries",
                "ordering": ["evening", "sequence"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "sequence"), name="one_entry_per_sequence"),
                    models.UniqueConstraint(fields=("evening", "previous_hash"), name="the_chain_does_not_fork"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Planning",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="plannings", to="tournaments.evening"),
                ),
                (
                    "purpose",
                    models.CharField(
                        choices=[("improve", "a better schedule"), ("fewest", "the fewest changes"), ("fairest", "the fairest rest")],
                        max_length=10,
                        verbose_name="purpose",
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[("searching", "searching"), ("ready", "ready"), ("taken", "taken"), ("dropped", "dropped")],
                        default="searching",
                        max_length=10,
                        verbose_name="stage",
                    ),
                ),
                ("first", models.PositiveSmallIntegerField(verbose_name="first round")),
                ("task", models.JSONField(verbose_name="task")),
                ("state", models.JSONField(null=True, verbose_name="state of the search")),
                ("announced", models.JSONField(null=True, verbose_name="best found")),
                ("cost", models.JSONField(default=dict, verbose_name="cost")),
                ("cost_before", models.JSONField(default=dict, verbose_name="cost before")),
                ("changed", models.PositiveIntegerField(default=0, verbose_name="places changed")),
                ("moves", models.PositiveBigIntegerField(default=0, verbose_name="moves tried")),
                ("milliseconds", models.PositiveIntegerField(default=0, verbose_name="time spent in ms")),
                ("stop_asked", models.BooleanField(default=False, verbose_name="to be stopped")),
                ("remark", models.CharField(blank=True, max_length=300, verbose_name="remark")),
                ("asked_by", models.CharField(max_length=40, verbose_name="asked by")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
            ],
            options={
                "verbose_name": "planning",
                "verbose_name_plural": "plannings",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("stage__in", ["searching", "ready"])),
                        fields=("evening", "purpose"),
                        name="one_open_planning_per_purpose",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("stage__in", ["ready", "taken"]), _negated=True), ("announced__isnull", False), _connector="OR"
                        ),
                        name="what_is_ready_has_seats",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonMerge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "duplicate",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="merges", to="tournaments.player"),
                ),
                (
                    "into",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="merged_from", to="tournaments.player"),
                ),
                (
                    "league",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="person_merges",
                        to="tournaments.league",
                    ),
                ),
                ("merged_by", models.CharField(max_length=40, verbose_name="merged by")),
                ("merged_at", models.DateTimeField(verbose_name="merged at")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("undone_by", models.CharField(blank=True, max_length=40, verbose_name="undone by")),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="undone at")),
            ],
            options={
                "verbose_name": "merge of two players",
                "verbose_name_plural": "merges of players",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("league__isnull", True), ("undone_at__isnull", True)),
                        fields=("duplicate",),
                        name="merged_once_in_a_club",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("league__isnull", False), ("undone_at__isnull", True)),
                        fields=("duplicate", "league"),
                        name="merged_once_in_a_league",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("duplicate", models.F("into")), _negated=True), name="nobody_is_merged_into_themselves"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Officer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="offices", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("club", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="officers", to="tournaments.club")),
                (
                    "role",
                    models.CharField(
                        choices=[("director", "director"), ("secretary", "secretary")],
                        default="director",
                        max_length=20,
                        verbose_name="role",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="offices", to="tournaments.player"
                    ),
                ),
            ],
            options={
                "verbose_name": "officer",
                "verbose_name_plural": "officers",
                "constraints": [models.UniqueConstraint(fields=("user", "club"), name="one_office_per_user_and_club")],
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="publications", to="tournaments.evening"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("archive", models.TextField(verbose_name="archive")),
                ("ledger_head", models.CharField(max_length=64, verbose_name="ledger head")),
                ("published_at", models.DateTimeField(verbose_name="published at")),
            ],
            options={
                "verbose_name": "publication",
                "verbose_name_plural": "publications",
                "ordering": ["evening", "number"],
                "constraints": [models.UniqueConstraint(fields=("evening", "number"), name="one_publication_per_number")],
            },
        ),
        migrations.CreateModel(
            name="RatingPoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="rating_points", to="tournaments.club"
                    ),
                ),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="rating_points", to="tournaments.player"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="rating_points", to="tournaments.evening"),
                ),
                ("date", models.DateField(verbose_name="date")),
                ("mu", models.FloatField(verbose_name="estimate")),
                ("sigma", models.FloatField(verbose_name="uncertainty")),
                ("games", models.PositiveIntegerField(verbose_name="games")),
            ],
            options={
                "verbose_name": "rating after an evening",
                "verbose_name_plural": "ratings after evenings",
                "ordering": ["date", "evening_id"],
                "indexes": [models.Index(fields=["club", "game", "date", "evening"], name="ratings_in_their_order")],
                "constraints": [models.UniqueConstraint(fields=("player", "game", "evening"), name="one_rating_per_evening")],
            },
        ),
        migrations.CreateModel(
            name="Rehearsal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="rehearsals", to="tournaments.evening"),
                ),
                ("brief", models.JSONField(verbose_name="brief")),
                (
                    "stage",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("playing", "playing"), ("done", "done"), ("failed", "failed")],
                        default="waiting",
                        max_length=10,
                        verbose_name="stage",
                    ),
                ),
                ("progress", models.JSONField(default=dict, verbose_name="progress")),
                ("report", models.JSONField(null=True, verbose_name="report")),
                (
                    "trouble",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("refused", "refused"),
                            ("broken", "broken off"),
                            ("too_long", "took too long"),
                            ("interrupted", "interrupted"),
                        ],
                        max_length=12,
                        verbose_name="trouble",
                    ),
                ),
                ("remark", models.CharField(blank=True, max_length=300, verbose_name="remark")),
                ("asked_by", models.CharField(max_length=40, verbose_name="asked by")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                ("heard_at", models.DateTimeField(verbose_name="heard of at")),
                ("ended_at", models.DateTimeField(null=True, verbose_name="ended at")),
            ],
            options={
                "verbose_name": "rehearsal",
                "verbose_name_plural": "rehearsals",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("stage__in", ["waiting", "playing"])),
                        fields=("evening",),
                        name="one_open_rehearsal_per_evening",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("stage", "done"), _negated=True), ("report__isnull", False), _connector="OR"),
                        name="what_is_rehearsed_is_reported",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Schedule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="schedule", to="tournaments.evening"),
                ),
                ("announced", models.JSONField(blank=True, null=True, verbose_name="announced")),
                ("drafted", models.JSONField(blank=True, null=True, verbose_name="drafted")),
            ],
            options={"verbose_name": "schedule", "verbose_name_plural": "schedules"},
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="tournaments.league"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(max_length=80, verbose_name="address")),
                (
                    "kind",
                    models.CharField(choices=[("evenings", "evenings"), ("fixtures", "fixtures")], max_length=10, verbose_name="kind"),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[("draft", "being set up"), ("open", "under way"), ("closed", "over")],
                        default="draft",
                        max_length=10,
                        verbose_name="stage",
                    ),
                ),
                ("starts", models.DateField(verbose_name="first day")),
                ("ends", models.DateField(verbose_name="last day")),
                (
                    "takes",
                    models.CharField(
                        choices=[("every", "every evening between its days at its games"), ("chosen", "the evenings that are chosen")],
                        default="every",
                        max_length=10,
                        verbose_name="which evenings",
                    ),
                ),
                ("rules", models.JSONField(verbose_name="rules")),
                ("rules_version", models.CharField(max_length=64, verbose_name="version of the rules")),
                ("seed", models.CharField(max_length=64, verbose_name="seed")),
                (
                    "previous",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="followed_by",
                        to="tournaments.season",
                    ),
                ),
                ("version", models.PositiveBigIntegerField(default=0, verbose_name="version")),
                ("ledger_length", models.PositiveIntegerField(default=0, verbose_name="ledger length")),
                ("ledger_head", models.CharField(blank=True, max_length=64, verbose_name="ledger head")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed at")),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ["-starts", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("league", "slug"), name="one_season_per_address"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="season_has_a_name"),
                    models.CheckConstraint(condition=models.Q(("ends__gte", models.F("starts"))), name="a_season_ends_after_it_starts"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournaments.evening"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "number"), name="one_table_per_number"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="tables_count_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ticket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tickets", to="tournaments.evening"
                    ),
                ),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="tickets", to="tournaments.player")),
                ("code", models.CharField(max_length=16, verbose_name="code")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("colour", models.CharField(blank=True, max_length=20, verbose_name="colour")),
                ("salt", models.CharField(blank=True, default="", max_length=32, verbose_name="salt")),
                ("start_order", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="order of the start draw")),
                ("arrived_in", models.PositiveSmallIntegerField(default=0, verbose_name="arrived in round")),
                ("left_in", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="left in round")),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="tournaments.ticket",
                    ),
                ),
            ],
            options={
                "verbose_name": "ticket",
                "verbose_name_plural": "tickets",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "number"), name="one_ticket_per_number"),
                    models.UniqueConstraint(fields=("evening", "player"), name="one_ticket_per_player"),
                    models.UniqueConstraint(fields=("evening", "code"), name="one_ticket_per_code"),
                    models.UniqueConstraint(fields=("evening", "start_order"), name="one_place_in_the_draw"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="divisions", to="tournaments.season"
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(verbose_name="level")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
                "ordering": ["season", "level"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("level__gte", 1)), name="divisions_count_from_one"),
                    models.UniqueConstraint(fields=("season", "level"), name="one_division_per_level"),
                    models.UniqueConstraint(fields=("season", "name"), name="one_division_per_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CategoryMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="category_members",
                        to="tournaments.season",
                    ),
                ),
                ("category", models.CharField(max_length=40, verbose_name="category")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="season_categories", to="tournaments.player"
                    ),
                ),
            ],
            options={
                "verbose_name": "member of a category",
                "verbose_name_plural": "members of categories",
                "constraints": [models.UniqueConstraint(fields=("season", "category", "player"), name="in_a_category_once")],
            },
        ),
        migrations.CreateModel(
            name="SeasonEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField(verbose_name="sequence")),
                ("act", models.CharField(max_length=20, verbose_name="act")),
                ("body", models.TextField(verbose_name="body")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("previous_hash", models.CharField(blank=True, max_length=64, verbose_name="previous hash")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="ledger", to="tournaments.season"
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of a season",
                "verbose_name_plural": "entries of seasons",
                "ordering": ["season", "sequence"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "sequence"), name="one_season_entry_per_sequence"),
                    models.UniqueConstraint(fields=("season", "previous_hash"), name="the_chain_of_a_season_does_not_fork"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="evenings", to="tournaments.season"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="tournaments.evening"),
                ),
                (
                    "choice",
                    models.CharField(
                        blank=True, choices=[("in", "taken in"), ("out", "left out")], default="", max_length=5, verbose_name="choice"
                    ),
                ),
                ("void", models.BooleanField(default=False, verbose_name="void")),
                ("publication", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="publication")),
                ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
            ],
            options={
                "verbose_name": "evening of a season",
                "verbose_name_plural": "evenings of seasons",
                "ordering": ["evening__date", "evening_id"],
                "constraints": [models.UniqueConstraint(fields=("season", "evening"), name="an_evening_is_in_a_season_once")],
            },
        ),
        migrations.CreateModel(
            name="SeasonLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="tournaments.season"
                    ),
                ),
                ("category", models.CharField(blank=True, max_length=40, verbose_name="category")),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="season_lines", to="tournaments.player"),
                ),
                ("position", models.PositiveIntegerField(verbose_name="position")),
                ("place", models.PositiveIntegerField(blank=True, null=True, verbose_name="place")),
                ("total", models.BigIntegerField(verbose_name="total")),
                ("attended", models.PositiveSmallIntegerField(verbose_name="evenings attended")),
                ("won", models.PositiveSmallIntegerField(verbose_name="evenings won")),
                ("bonus", models.IntegerField(verbose_name="bonus")),
                ("prizes", models.BooleanField(verbose_name="may win prizes")),
                ("decided_by", models.CharField(blank=True, max_length=20, verbose_name="decided by")),
                ("explanation", models.JSONField(blank=True, null=True, verbose_name="why below the line above")),
            ],
            options={
                "verbose_name": "line of a season",
                "verbose_name_plural": "lines of seasons",
                "ordering": ["season", "category", "position"],
                "constraints": [models.UniqueConstraint(fields=("season", "category", "player"), name="one_season_line_per_player")],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournaments.evening"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("reasons", models.JSONField(default=list, verbose_name="reasons of the seating")),
                ("announced_at", models.DateTimeField(blank=True, null=True, verbose_name="announced at")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started at")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="ends at")),
                ("stopped_at", models.DateTimeField(blank=True, null=True, verbose_name="stopped at")),
                (
                    "bell_table",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="bells", to="tournaments.table"
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed at")),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("evening", "number"), name="one_round_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("started_at__isnull", True), ("announced_at__isnull", False), _connector="OR"),
                        name="no_play_before_seats_are_announced",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("stopped_at__isnull", True),
                            models.Q(("started_at__isnull", False), ("stopped_at__gte", models.F("started_at"))),
                            _connector="OR",
                        ),
                        name="no_bell_before_the_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("closed_at__isnull", True),
                            models.Q(("closed_at__gte", models.F("stopped_at")), ("stopped_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="no_close_before_the_bell",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DirectorCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("evening", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.evening")),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="tournaments.table")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("score", "a score"),
                            ("rule", "a rule"),
                            ("seats", "the seats"),
                            ("cards", "the cards"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=120, verbose_name="in your own words")),
                ("by", models.CharField(max_length=40, verbose_name="by")),
                ("called_at", models.DateTimeField(verbose_name="called at")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered at")),
                ("answered_by", models.CharField(blank=True, max_length=40, verbose_name="answered by")),
            ],
            options={
                "verbose_name": "call for the director",
                "verbose_name_plural": "calls for the director",
                "ordering": ["called_at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at__isnull", True)), fields=("table",), name="one_open_call_per_table"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason__in", ["score", "rule", "seats", "cards", "other"])), name="a_call_has_a_reason"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nonce", models.CharField(editable=False, max_length=64)),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("code_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked at")),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="links", to="tournaments.table")),
            ],
            options={
                "verbose_name": "table link",
                "verbose_name_plural": "table links",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)), fields=("table",), name="one_live_link_per_table"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "evening",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="tournaments.evening"),
                ),
                (
                    "ticket",
                    models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="standing", to="tournaments.ticket"),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("played", models.PositiveSmallIntegerField(verbose_name="games played")),
                ("won_halves", models.PositiveSmallIntegerField(verbose_name="half games won")),
                ("points_for", models.IntegerField(verbose_name="points for")),
                ("points_difference", models.IntegerField(verbose_name="points difference")),
                ("head_table_wins", models.PositiveSmallIntegerField(verbose_name="games won at the head table")),
                ("bells_rung", models.PositiveSmallIntegerField(verbose_name="bells rung")),
                ("decided_by", models.CharField(blank=True, max_length=20, verbose_name="decided by")),
                ("sat_out", models.PositiveSmallIntegerField(default=0, verbose_name="rounds sat out")),
                ("explanation", models.JSONField(blank=True, null=True, verbose_name="why below the line above")),
            ],
            options={"verbose_name": "standing", "verbose_name_plural": "standings", "ordering": ["evening", "place", "ticket__number"]},
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nonce", models.CharField(editable=False, max_length=64)),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("code_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked at")),
                ("ticket", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="links", to="tournaments.ticket")),
            ],
            options={
                "verbose_name": "player's link",
                "verbose_name_plural": "players' links",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)), fields=("ticket",), name="one_live_link_per_ticket"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="entrants", to="tournaments.season"
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="entrants", to="tournaments.division"),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("rating", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating")),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True, verbose_name="withdrawn at")),
                ("left_out_of", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="round left out of")),
                (
                    "left_out_as",
                    models.CharField(
                        blank=True, choices=[("draw", "a draw"), ("nobody", "a loss")], max_length=6, verbose_name="which counts as"
                    ),
                ),
            ],
            options={
                "verbose_name": "entrant",
                "verbose_name_plural": "entrants",
                "ordering": ["season", "number"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="entrant_has_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("left_out_as", ""), ("left_out_of__isnull", True)),
                            models.Q(("left_out_as__in", ["draw", "nobody"]), ("left_out_of__gte", 1), ("left_out_of__isnull", False)),
                            _connector="OR",
                        ),
                        name="left_out_of_a_round_as_something",
                    ),
                    models.UniqueConstraint(fields=("season", "number"), name="one_entrant_per_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "link",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="devices", to="tournaments.tablelink"
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64)),
                ("label", models.CharField(max_length=20, verbose_name="label")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                ("last_seen_at", models.DateTimeField(verbose_name="last seen at")),
                ("sent_away_at", models.DateTimeField(blank=True, null=True, verbose_name="sent away at")),
                (
                    "ticket",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="devices", to="tournaments.ticket"
                    ),
                ),
            ],
            options={
                "verbose_name": "phone at a table",
                "verbose_name_plural": "phones at tables",
                "ordering": ["made_at", "pk"],
                "constraints": [models.UniqueConstraint(fields=("link", "token_hash"), name="one_row_per_phone_and_link")],
            },
        ),
        migrations.CreateModel(
            name="TableRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournaments.round"
                    ),
                ),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rounds", to="tournaments.table")),
                ("points_a", models.IntegerField(default=0, verbose_name="points of couple A")),
                ("points_b", models.IntegerField(default=0, verbose_name="points of couple B")),
                ("seat_points", models.JSONField(default=list, verbose_name="points of each seat")),
                ("hands_count", models.PositiveSmallIntegerField(default=0, verbose_name="hands")),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[("adjusted", "score adjusted"), ("not_played", "not played")],
                        default="",
                        max_length=10,
                        verbose_name="the director's decision",
                    ),
                ),
                (
                    "cut",
                    models.CharField(
                        blank=True, choices=[("A", "head couple"), ("B", "side couple")], max_length=1, verbose_name="won by the cut"
                    ),
                ),
                (
                    "winner",
                    models.CharField(blank=True, choices=[("A", "head couple"), ("B", "side couple")], max_length=1, verbose_name="winner"),
                ),
            ],
            options={
                "verbose_name": "table of a round",
                "verbose_name_plural": "tables of a round",
                "ordering": ["table__number"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "table"), name="one_game_per_table_and_round"),
                    models.CheckConstraint(
                        condition=models.Q(("cut", ""), ("points_a", models.F("points_b")), _connector="OR"), name="only_level_tables_cut"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner", ""),
                            models.Q(("points_a", models.F("points_b")), ("winner", models.F("cut"))),
                            models.Q(("points_a__gt", models.F("points_b")), ("winner", "A")),
                            models.Q(("points_a__lt", models.F("points_b")), ("winner", "B")),
                            _connector="OR",
                        ),
                        name="winner_follows_from_points_or_cut",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="fixtures", to="tournaments.season"
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="fixtures", to="tournaments.division"),
                ),
                ("code", models.CharField(max_length=40, verbose_name="code")),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("home", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="at_home", to="tournaments.entrant")),
                (
                    "away",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="away", to="tournaments.entrant"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "to be played"),
                            ("played", "played"),
                            ("postponed", "postponed"),
                            ("forfeited", "forfeited"),
                            ("void", "void"),
                        ],
                        default="planned",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("play_off", models.BooleanField(default=False, verbose_name="play-off")),
                ("date", models.DateField(blank=True, null=True, verbose_name="date")),
                (
                    "evening",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="fixtures",
                        to="tournaments.evening",
                    ),
                ),
                (
                    "winner",
                    models.CharField(
                        blank=True,
                        choices=[("home", "the home side"), ("away", "the away side"), ("draw", "a draw"), ("nobody", "nobody")],
                        max_length=6,
                        verbose_name="winner",
                    ),
                ),
                (
                    "forfeit",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("home", "the home side did not play"),
                            ("away", "the away side did not play"),
                            ("both", "neither side played"),
                        ],
                        max_length=4,
                        verbose_name="forfeited by",
                    ),
                ),
                ("games_home", models.PositiveIntegerField(default=0, verbose_name="half games won at home")),
                ("games_away", models.PositiveIntegerField(default=0, verbose_name="half games won away")),
                ("points_home", models.IntegerField(blank=True, null=True, verbose_name="points at home")),
                ("points_away", models.IntegerField(blank=True, null=True, verbose_name="points away")),
            ],
            options={
                "verbose_name": "fixture",
                "verbose_name_plural": "fixtures",
                "ordering": ["season", "round", "division__level", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "code"), name="one_fixture_per_code"),
                    models.CheckConstraint(
                        condition=models.Q(("away__isnull", True), models.Q(("home", models.F("away")), _negated=True), _connector="OR"),
                        name="nobody_meets_themselves",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("points_away__isnull", True), ("points_home__isnull", True)),
                            models.Q(("points_away__isnull", False), ("points_home__isnull", False)),
                            _connector="OR",
                        ),
                        name="points_of_both_sides_or_of_neither",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("forfeit", ""), ("status__in", ["planned", "postponed", "void"]), ("winner", "")),
                            models.Q(
                                ("away__isnull", False), ("forfeit", ""), ("status", "played"), ("winner__in", ["home", "away", "draw"])
                            ),
                            models.Q(("away__isnull", True), ("forfeit", ""), ("status", "played"), ("winner__in", ["", "draw", "nobody"])),
                            models.Q(
                                ("status", "forfeited"),
                                models.Q(
                                    models.Q(("forfeit", "home"), ("winner", "away")),
                                    models.Q(("forfeit", "away"), ("winner", "home")),
                                    models.Q(("forfeit", "both"), ("winner", "nobody")),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="a_fixture_ends_in_one_way",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntrantMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="entrant_members", to="tournaments.season"
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.entrant"),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="entrants", to="tournaments.player"),
                ),
            ],
            options={
                "verbose_name": "member of an entrant",
                "verbose_name_plural": "members of entrants",
                "ordering": ["pk"],
                "constraints": [models.UniqueConstraint(fields=("season", "player"), name="one_entrant_per_player_and_season")],
            },
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "table_round",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="tournaments.tableround"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="tournaments.table"
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="hand_row", to="tournaments.ledgerentry"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("hand", models.JSONField(blank=True, null=True, verbose_name="hand")),
                ("points_a", models.IntegerField(verbose_name="points of couple A")),
                ("points_b", models.IntegerField(verbose_name="points of couple B")),
                ("seat_points", models.JSONField(default=list, verbose_name="points of each seat")),
                ("derivation", models.JSONField(verbose_name="score slip")),
                ("played_at", models.DateTimeField(verbose_name="played at")),
                ("entered_at", models.DateTimeField(verbose_name="entered at")),
                ("key", models.CharField(max_length=64, verbose_name="key")),
                ("fingerprint", models.CharField(max_length=64, verbose_name="fingerprint")),
                ("answer", models.TextField(verbose_name="answer")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("counts", "counts"),
                            ("agrees", "the same from another phone"),
                            ("disputes", "disputes the hand that counts"),
                            ("rejected", "settled for the other entry"),
                            ("late", "waits in the late tray"),
                            ("left_out", "left out by the director"),
                            ("replaced", "replaced by another entry"),
                            ("note", "noted only"),
                        ],
                        default="counts",
                        max_length=10,
                        verbose_name="what became of it",
                    ),
                ),
                (
                    "live",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.ExpressionWrapper(models.Q(("state", "counts")), models.BooleanField()),
                        output_field=models.BooleanField(),
                        verbose_name="live",
                    ),
                ),
                ("confirmed_by", models.CharField(blank=True, default="", max_length=40, verbose_name="confirmed by")),
                ("late_because", models.CharField(blank=True, default="", max_length=20, verbose_name="late because")),
                ("clock_offset", models.IntegerField(blank=True, null=True, verbose_name="clock offset")),
                (
                    "phone",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.tabledevice",
                        verbose_name="entered on",
                    ),
                ),
            ],
            options={
                "verbose_name": "hand",
                "verbose_name_plural": "hands",
                "ordering": ["table_round", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("live", True)), fields=("table_round", "number"), name="one_live_hand_per_number"
                    ),
                    models.UniqueConstraint(fields=("table", "key"), name="one_hand_per_key"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="hands_count_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("played_at__lte", models.F("entered_at"))), name="no_hand_entered_before_it_is_played"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournaments.round"
                    ),
                ),
                ("ticket", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="tournaments.ticket")),
                (
                    "table_round",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.tableround",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("sit_out_order", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="order among those sitting out")),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["round", "table_round__table__number", "seat", "sit_out_order"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "ticket"), name="one_seat_per_player_and_round"),
                    models.UniqueConstraint(fields=("table_round", "seat"), name="one_player_per_seat"),
                    models.UniqueConstraint(fields=("round", "sit_out_order"), name="one_place_in_the_sit_out_order"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("seat__gte", 1),
                                ("seat__isnull", False),
                                ("seat__lte", 5),
                                ("sit_out_order__isnull", True),
                                ("table_round__isnull", False),
                            ),
                            models.Q(("seat__isnull", True), ("sit_out_order__isnull", False), ("table_round__isnull", True)),
                            _connector="OR",
                        ),
                        name="seated_or_sitting_out",
                    ),
                ],
            },
        ),
        migrations.RunPython(guard_ledgers),
    ]
