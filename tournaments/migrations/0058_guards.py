"""What no model says: entries of a ledger and of the audit are appended and never changed, and whose rows are whose.

On PostgreSQL a role that is not the owner reads and writes rows of those clubs only that its session names.

Two settings of the session hold clubs as an array of their keys: `head_table.reads`, whose rows are seen, and
`head_table.writes`, whose rows are changed; 0 among them stands for every club. Where nothing was set there are no
rows. The owner of the tables is not bound.
"""

from __future__ import annotations

from django.db import migrations

CLUBS = {
    "clublogo": "",
    "officer": "",
    "houserules": "",
    "player": "",
    "formeraddress": "",
    "invitation": "",
    "evening": "",
    "clubpreset": "",
    "clubfees": "",
    "clubnight": "",
    "seasonfees": "",
    "league": "",
    "ratingpoint": "",
    "memberdetails": "player",
    "groupmember": "player",
    "playerclaim": "player",
    "playerphoto": "player",
    "ticket": "evening",
    "table": "evening",
    "round": "evening",
    "tableround": "round.evening",
    "seat": "round.evening",
    "tablelink": "table.evening",
    "playerlink": "ticket.evening",
    "tabledevice": "link:tablelink.table.evening",
    "directorcall": "evening",
    "playerrequest": "ticket.evening",
    "ledgerentry": "evening",
    "hand": "table.evening",
    "standing": "evening",
    "publication": "evening",
    "schedule": "evening",
    "planning": "evening",
    "rehearsal": "evening",
    "announcement": "evening",
    "signup": "announcement.evening",
    "doorcode": "evening",
    "eveningfees": "evening",
    "feeentry": "player",
    "federationratingpoint": "evening",
    "season": "league",
    "seasonentry": "season.league",
    "seasonevening": "season.league",
    "categorymember": "season.league",
    "seasonline": "season.league",
    "division": "season.league",
    "entrant": "season.league",
    "entrantmember": "season.league",
    "fixture": "season.league",
    "consent": "player",
    "auditentry": "",
    "boundtext": "season.league",
    "namedperson": "text:boundtext.season.league",
    "actorigin": "",
}
"""Tables, each with the way to the row that has the club: links one after the other, `name:table` where they differ."""
PRIVATE = {
    "invitation",
    "clubpreset",
    "clubfees",
    "memberdetails",
    "playerclaim",
    "tabledevice",
    "directorcall",
    "playerrequest",
    "rehearsal",
    "signup",
    "eveningfees",
    "seasonfees",
    "feeentry",
    "consent",
    "auditentry",
    "actorigin",
}
"""Tables whose rows only those see who may change them: what a club shows to none of those it plays with."""
BESIDE = ("club", "leagueclub", "personmerge", "federationclub", "personbond", "job")
"""Tables with a policy of their own each."""
EVERY = ("SELECT", "INSERT", "UPDATE", "DELETE")
LEDGERS = {"ledger": "tournaments_ledgerentry", "season_ledger": "tournaments_seasonentry"}
"""The tables in which facts are appended and never changed, by the name of their guards."""
AUDIT = "tournaments_auditentry"
AUDIT_KEPT = ("id", "club_id", "at", '"by"', "act", "about", "player_id", "body")
AUDIT_EMPTIED = "NEW.network = '' AND NEW.browser = ''"
"""From where something was done is all of the audit that may be emptied later."""
AUDIT_SAME = " AND ".join(f"NEW.{name} {{same}} OLD.{name}" for name in AUDIT_KEPT)

SQLITE = [
    *(
        f"""CREATE TRIGGER {guard}_no_{act} BEFORE {act.upper()} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"""
        for guard, table in LEDGERS.items()
        for act in ("update", "delete")
    ),
    f"""CREATE TRIGGER audit_no_update BEFORE UPDATE ON {AUDIT} WHEN NOT ({AUDIT_EMPTIED} AND {AUDIT_SAME.format(same="IS")})
        BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END""",
    f"""CREATE TRIGGER audit_no_delete BEFORE DELETE ON {AUDIT}
        BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END""",
]
POSTGRESQL = [
    """CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation'; END $$""",
    *(
        f"""CREATE TRIGGER {guard}_no_change BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()"""
        for guard, table in LEDGERS.items()
    ),
    f"""CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF {AUDIT_EMPTIED} AND {AUDIT_SAME.format(same="IS NOT DISTINCT FROM")} THEN RETURN NEW; END IF;
            END IF;
            RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'restrict_violation';
        END $$""",
    f"""CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON {AUDIT}
        FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()""",
]


def within(setting: str, club: str) -> str:
    """Whether a club is among those of a setting."""
    return f"(ARRAY[0, {club}]::bigint[] && {named(setting)})"


def named(setting: str) -> str:
    """The clubs of a setting, none where it was not set; it is read once for a statement."""
    text = f"current_setting('head_table.{setting}', true)"
    return f"(SELECT COALESCE(NULLIF({text}, ''), '{{}}')::bigint[])"


def links(way: str) -> list[tuple[str, str]]:
    """Of each link of a way its column and its table."""
    steps = [step.partition(":") for step in way.split(".") if step]
    return [(f"{name}_id", f"tournaments_{table or name}") for name, _, table in steps]


def row_is_seen(table: str, way: str) -> str:
    """Whether the row that this one hangs on is seen, by its own policy."""
    if not way:
        return within("reads", "club_id")
    column, parent = links(way)[0]
    return f"EXISTS (SELECT FROM {parent} AS above WHERE above.id = {table}.{column})"


def row_is_ours(table: str, way: str) -> str:
    """Whether the club at the end of the way is among those that are written."""
    if not way:
        return within("writes", "club_id")
    joined = [f"{parent} AS above_{place}" for place, (_, parent) in enumerate(links(way))]
    held = [table, *(f"above_{place}" for place in range(len(joined)))]
    met = [f"above_{place}.id = {held[place]}.{column}" for place, (column, _) in enumerate(links(way))]
    ours = within("writes", f"above_{len(joined) - 1}.club_id")
    return f"EXISTS (SELECT FROM {', '.join(joined)} WHERE {' AND '.join(met)} AND {ours})"


def policies(table: str, seen: str, ours: str) -> list[str]:
    """The statements that put a table behind the fence: when a row is read, and when it is changed."""
    told = {
        "SELECT": f"USING ({seen})",
        "INSERT": f"WITH CHECK ({ours})",
        "UPDATE": f"USING ({ours}) WITH CHECK ({ours})",
        "DELETE": f"USING ({ours})",
    }
    made = [f"CREATE POLICY of_a_club_{act.lower()} ON {table} FOR {act} {told[act]}" for act in EVERY]
    return [*made, f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"]


def policies_below(table: str, seen: str, ours: str) -> list[str]:
    """The same for what hangs on an evening or a player, where each act asks one thing, and so once for a row.

    Whose row it is is asked as well only of who sees rows of more clubs than may be written.
    """
    held = f"{named('reads')}::bigint[] = {named('writes')}::bigint[] OR {ours}"
    told = {"INSERT": f"WITH CHECK ({held})", "UPDATE": f"USING ({held})", "DELETE": f"USING ({held})"}
    bound = [
        f"CREATE POLICY of_a_club_{act.lower()} ON {table} AS RESTRICTIVE FOR {act} {check}"
        for act, check in told.items()
    ]
    every = f"CREATE POLICY of_a_club_select ON {table} FOR ALL USING ({seen})"
    return [every, *bound, f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"]


# A function of the owner, who sees what a job is about even where whoever asks does not. Mails have no club.
CLUB_OF_A_JOB = """
CREATE FUNCTION head_table_club_of_job(subject varchar, subject_key bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    SELECT CASE subject
        WHEN 'club' THEN subject_key
        WHEN 'evening' THEN (SELECT club_id FROM tournaments_evening WHERE id = subject_key)
        WHEN 'planning' THEN (SELECT evening.club_id FROM tournaments_planning AS planning
            JOIN tournaments_evening AS evening ON evening.id = planning.evening_id WHERE planning.id = subject_key)
        WHEN 'rehearsal' THEN (SELECT evening.club_id FROM tournaments_rehearsal AS rehearsal
            JOIN tournaments_evening AS evening ON evening.id = rehearsal.evening_id WHERE rehearsal.id = subject_key)
        WHEN 'season' THEN (SELECT league.club_id FROM tournaments_season AS season
            JOIN tournaments_league AS league ON league.id = season.league_id WHERE season.id = subject_key)
    END
$$"""


# The clubs of all leagues in which one of these is: that it holds, that it was asked into, and in whose tables its
# evenings or people stand; and those of its federation, which counts as a league here, by the number below nought.
CLUBS_BESIDE = """
CREATE FUNCTION head_table_clubs_beside(own bigint[]) RETURNS bigint[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    WITH clubs AS NOT MATERIALIZED (
        SELECT id AS league, club_id AS club FROM tournaments_league
        UNION ALL SELECT league_id, club_id FROM tournaments_leagueclub
        UNION ALL SELECT season.league_id, evening.club_id FROM tournaments_season AS season
            JOIN tournaments_seasonevening AS held ON held.season_id = season.id
            JOIN tournaments_evening AS evening ON evening.id = held.evening_id
        UNION ALL SELECT season.league_id, evening.club_id FROM tournaments_season AS season
            JOIN tournaments_fixture AS fixture ON fixture.season_id = season.id
            JOIN tournaments_evening AS evening ON evening.id = fixture.evening_id
        UNION ALL SELECT season.league_id, player.club_id FROM tournaments_season AS season
            JOIN tournaments_entrantmember AS member ON member.season_id = season.id
            JOIN tournaments_player AS player ON player.id = member.player_id
        UNION ALL SELECT merge.league_id, player.club_id FROM tournaments_personmerge AS merge
            JOIN tournaments_player AS player ON player.id IN (merge.duplicate_id, merge.into_id)
        UNION ALL SELECT -federation_id, club_id FROM tournaments_federationclub WHERE agreed_at IS NOT NULL
    )
    SELECT COALESCE(array_agg(DISTINCT club), '{{}}') FROM (
        SELECT unnest(own) AS club
        UNION ALL SELECT club FROM clubs
            WHERE league = ANY (ARRAY(SELECT league FROM clubs WHERE club = ANY (own)))
    ) AS found
$$"""


def statements(clubs: dict[str, str]) -> list[str]:
    """All that builds the fence around these tables and those of `BESIDE`, but the functions."""
    made = []
    for name, way in clubs.items():
        table = f"tournaments_{name}"
        seen, ours = row_is_seen(table, way), row_is_ours(table, way)
        if name == "consent":
            ours = ours.replace("above_0", "above")  # as databases of before have it
        if name in PRIVATE:
            made += policies(table, ours, ours)
        elif not way or "league" in way:
            made += policies(table, seen, ours)
        else:
            made += policies_below(table, seen, ours)
    # Lists of clubs are everybody's; a new one is made by whoever may do everything.
    made += policies("tournaments_club", "true", within("writes", "id"))
    # The club that asks and the one that was asked both hold it.
    league = "EXISTS (SELECT FROM tournaments_league AS above WHERE above.id = league_id{})"
    its_own = " AND " + within("writes", "above.club_id")
    made += policies(
        "tournaments_leagueclub",
        within("reads", "club_id") + " OR " + league.format(""),
        within("writes", "club_id") + " OR " + league.format(its_own),
    )
    # Two players of a club, or of clubs of one league.
    players = "EXISTS (SELECT FROM tournaments_player AS above WHERE above.id IN (duplicate_id, into_id){})"
    made += policies(
        "tournaments_personmerge",
        players.format(""),
        players.format(its_own) + " OR " + league.format(its_own),
    )
    # Which clubs are in which federation is everybody's; those that are in it ask others in, and let them go.
    members = "EXISTS (SELECT FROM tournaments_federationclub AS mine WHERE mine.federation_id = {}.federation_id AND {})"
    federation_club = "tournaments_federationclub"
    asked_by_one = members.format(federation_club, within("writes", "mine.club_id"))
    made += policies(federation_club, "true", f"{within('writes', 'club_id')} OR {asked_by_one}")
    # Two players of clubs of a federation.
    bound = "EXISTS (SELECT FROM tournaments_player AS above WHERE above.id IN (one_id, other_id){})"
    made += policies("tournaments_personbond", bound.format(""), bound.format(its_own))
    # What is done in a club touches seasons that it takes part in: who sees what a job is about may ask for it.
    club, reads = "head_table_club_of_job(subject, subject_key)", named("reads")
    # What is about no club, as a mail is, is everybody's: -1 stands for that on both sides.
    job = f"ARRAY[0, COALESCE({club}, -1)]::bigint[] && ({reads} || '{{-1}}'::bigint[])"
    return [*made, *policies("tournaments_job", job, job)]


def fence(schema_editor, clubs):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        [schema] = cursor.fetchone()
    functions = [function.format(schema=schema) for function in (CLUB_OF_A_JOB, CLUBS_BESIDE)]
    for statement in [*functions, *statements(clubs)]:
        schema_editor.execute(statement)


def guard(apps, schema_editor):
    on_sqlite = schema_editor.connection.vendor == "sqlite"
    for statement in SQLITE if on_sqlite else POSTGRESQL:
        schema_editor.execute(statement)
    if not on_sqlite:
        fence(schema_editor, CLUBS)


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0002_the_ledger_is_append_only"),
        ("tournaments", "0013_the_ledger_of_a_season_is_append_only"),
        ("tournaments", "0047_rows_of_one_club"),
    ]
    dependencies = [("tournaments", "0057_tables")]
    operations = [migrations.RunPython(guard)]
