"""`export_club` and `import_club`: a club goes out and comes in equal but for its keys, or not at all."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError
from django.test import Client

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.commands.a_command import run
from tests.tournaments.commands.test_backup import rewritten
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import an_evening, kept
from tests.tournaments.league.services.test_handicaps import SCORED
from tests.tournaments.league.services.test_merged_fixtures import scene
from tests.tournaments.signup.a_list import AList
from tests.tournaments.test_fence import BESIDE, OPEN
from tests.tournaments.the_rows import unchanged
from tournaments.club import models
from tournaments.club.models import Club, User
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.evening.services import evenings
from tournaments.evening.web.words import who
from tournaments.fees import fees
from tournaments.league import acts
from tournaments.league.models import League, LeagueClub, Season
from tournaments.operations.backup import CLUB_FORMAT, BackupReader
from tournaments.operations.one_club import WAYS
from tournaments.operations.restore import verify
from tournaments.work.outbox import RATINGS, enqueue

# PostgreSQL shows one moment from the beginning of a transaction only.
pytestmark = pytest.mark.django_db(transaction="postgres" in settings.DATABASES["default"]["ENGINE"])
LEFT_BEHIND: Final = {
    "club": ("slug",),
    "clubkey": ("sealed", "retired_at"),
    "signup": ("token_hash",),
    "season": ("version",),
    "seasonline": ("position", "decided_by", "explanation"),
}
"""What a row has of its server alone; those who share a place in a season stand in the order of their keys."""


def lived(club: Club) -> Club:
    """The club with something of everything that travels, an evening in play, and a league with another club."""
    categories = [{"name": "Juniors", "by": "person"}]
    season = ASeason.made(club, rules={**SCORED, "categories": categories})
    season.play()
    season.play(day=season.season.starts + timedelta(60))
    one, other = (line.player_id for line in season.season.lines.filter(category="")[:2])
    season.act(acts.PutInCategory(player=one, category="Juniors", belongs=True))
    season.act(acts.GiveBonus(player=one, points=4, reason="helped"))
    season.act(acts.DrawLots(between=(str(one), str(other))))
    season.work()
    scene(an_evening(club, 16, at=START, until="playing")).merge()
    AList.made(club).sign_up("Ada Marsh")
    player, friday = season.evenings[0].players[0], season.evenings[0].evening
    models.MemberDetails.objects.create(player=player, mail="ada@example.org")
    models.PlayerPhoto.objects.create(
        player=player, content=b"a photo", consent_by="user:1", consented_at=START
    )
    player.warnings.create(evening=friday, reason="late", by="user:1", at=START)
    player.tickets.all()[0].objections.create(round=1, reason="ours", made_at=START)
    models.ClubLogo.objects.create(club=club, content=b"a logo")
    fees.set_usual_fees(club, fees.NewUsualFees(member=500, guest=700, currency="€"))
    fees.pay(what=friday, player=player, by="user:1", at=START)
    evenings.add_night(club=club, night=evenings.NewNight(weekday=4))
    an_evening(club, 8, at=START + timedelta(9), until="playing", name="In play", rounds=1)
    shared = League.objects.create(club=club, name="Shared", slug="shared", made_at=START)
    guest = Club.objects.create(name="Guests", slug="guests", made_at=START)
    LeagueClub.objects.create(league=shared, club=guest, asked_by="user:1", asked_at=START)
    return club


@pytest.fixture
def out(club: Club, tmp_path: Path) -> Path:
    """The file of a club that has lived."""
    kept("a club that has lived", lambda: lived(club))
    User.objects.filter(username="director").update(email="director@example.org")
    ran = run("export_club", club.slug, str(tmp_path / "out.club"))
    assert ran.out.endswith("Left out: leagues with other clubs: 1.\n")
    return tmp_path / "out.club"


def brought_in(file: Path, *options: str) -> str:
    return run("import_club", str(file), *options).out


def places(file: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of a file, with places in their tables for keys, and the ledgers as they are chained."""
    with BackupReader(file, CLUB_FORMAT) as reader:
        tables = {
            table: [dict(zip(names, row, strict=True)) for row in reader.rows(table)]
            for table, names in reader.manifest.tables.items()
        }
    found = {model._meta.db_table: model for model in apps.get_app_config("tournaments").get_models()}
    numbers = {
        table: {row[str(found[table]._meta.pk.column)]: place for place, row in enumerate(rows)}
        for table, rows in tables.items()
    }
    for table, rows in tables.items():
        columns: Any = found[table]._meta.concrete_fields
        referring = [
            (str(c.column), c.related_model or found[table])
            for c in columns
            if c.remote_field or c.primary_key
        ]
        for row in rows:
            row |= {name: numbers.get(of._meta.db_table, {}).get(row[name]) for name, of in referring}
            for name in LEFT_BEHIND.get(table.removeprefix("tournaments_"), ()):
                del row[name]
            if "original" in row:
                row["body"], row["by"] = json.loads(
                    row.pop("original") or json.dumps([row["body"], row["by"]])
                )
            if row.get("result"):
                lines = [[numbers["tournaments_player"][key], *line] for key, *line in row["result"]["lines"]]
                row["result"] = [lines, list(row["result"]["rated"].values())]
    del tables["tournaments_auditentry"]
    return tables


def test_a_club_goes_out_and_comes_in_equal_but_for_its_keys_and_then_again(
    out: Path, tmp_path: Path
) -> None:
    expected, before = places(out), out
    for slug in ("second", "third"):
        said = brought_in(before, "--slug", slug)
        assert "agrees with its ledgers (evenings: 5, seasons: 2)" in said
        before = tmp_path / slug
        run("export_club", slug, str(before))
        assert places(before) == expected


def test_what_opens_something_is_made_anew_for_evenings_in_play(out: Path) -> None:
    said = brought_in(out, "--slug", "second")
    assert "tickets of In play anew" in said
    assert "tickets of Friday anew" not in said
    for links, way in ((TableLink, "table"), (PlayerLink, "ticket")):
        ours = links._default_manager.filter(**{f"{way}__evening__club__slug": "second"})
        assert set(ours.values_list(f"{way}__evening__name", flat=True)) == {"In play"}


def test_whoever_is_not_known_by_a_confirmed_mail_is_invited_and_nobody_here_passes_for_them(
    out: Path,
) -> None:
    User.objects.update(email="")  # there is still somebody of the same user name and number
    User.objects.create_user("owner here")
    said = brought_in(out, "--slug", "second", "--owner", "owner here")
    club = Club.objects.get(slug="second")
    assert [str(office.user) for office in club.officers.all()] == ["owner here"]
    (address,) = (line for line in said.splitlines() if "/invitation/" in line)
    assert Client().get(address.partition("localhost:8000")[2]).status_code == 200
    acted = {entry.by for evening in club.evenings.all() for entry in evening.ledger.all()}
    assert {by for by in acted if by.startswith(("user", "former"))} == {"former:1"}
    assert who("former:1", {1: "director"}) == "somebody without an account here"


def test_the_club_goes_on_where_it_is(out: Path) -> None:
    User.objects.update(email="")
    brought_in(out, *NEW, "--owner", "director")
    club = Club.objects.get(slug="second")
    evening = club.evenings.get(name="In play")
    room = AnEvening(evening, [], START + timedelta(10))
    for step in STEPS[STEPS.index("bell") :]:
        room.step_to(step)
    row = Season.objects.get(league__club=club, kind=Season.Kind.EVENINGS)
    season = ASeason(row, START + timedelta(11))
    season.act(acts.DrawLots(between=tuple(str(line.player_id) for line in row.lines.all()[:2])))
    season.play(day=START.date() + timedelta(12))
    assert row.evenings.filter(result__isnull=False).count() == 5
    assert verify(club).findings == []


def vouched(change: Callable[[dict[str, Any]], object], table: str = "") -> Callable[[Path], Path]:
    """A file in which something is another, written as another program would."""
    return lambda file: rewritten(file, file.parent, change, table=f"tournaments_{table}" if table else "")


def damaged(file: Path) -> Path:
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 1
    file.write_bytes(data)
    return file


def cut(file: Path) -> Path:
    file.write_bytes(file.read_bytes()[:-500])
    return file


def sets(**values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda told: told.update(values)


def is_the_file(file: Path) -> Path:
    return file


NEW: Final = ("--slug", "second")
REFUSED: Final[dict[str, tuple[Callable[[Path], Path], tuple[str, ...], str]]] = {
    "an address that is taken": (is_the_file, (), "Give the club another with --slug"),
    "what is no address": (is_the_file, ("--slug", "a club"), "refuses"),
    "an owner who is nobody": (is_the_file, (*NEW, "--owner", "Nobody"), "There is no user Nobody"),
    "a damaged file": (damaged, NEW, "is damaged"),
    "a file cut short": (cut, NEW, "is damaged"),
    "a backup": (vouched(sets(format="head-table-backup")), NEW, "is no file of a club"),
    "a newer format": (vouched(sets(version=2)), NEW, "newer version"),
    "other migrations": (vouched(sets(migrations={"tournaments": ["0099_later"]})), NEW, "another version"),
    "an officer nobody is": (vouched(sets(user_id=99), "officer"), NEW, "refuses"),
    "a row of no evening": (vouched(sets(evening_id=4711), "round"), NEW, "refuses"),
    "other points": (vouched(sets(points_a=1), "tableround"), NEW, "the ledger"),
    "another ledger": (vouched(sets(reason="none"), "ledgerentry"), NEW, "does not fit the entry before it"),
    "an act of somebody else": (
        vouched(sets(original='["{}","table:1"]'), "ledgerentry"),
        NEW,
        "names somebody else than on the server it comes from",
    ),
    "a ledger read otherwise": (
        vouched(sets(original='["{}","user:1"]'), "seasonentry"),
        NEW,
        "says something else than on the server it comes from",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_a_sentence_and_nothing_is_brought_in(out: Path, what: str) -> None:
    change, options, said = REFUSED[what]
    file = change(out)
    with unchanged(), pytest.raises(CommandError, match=said):
        brought_in(file, *options)


def test_without_an_owner_here_a_club_is_not_brought_in(out: Path) -> None:
    User.objects.update(email="")
    with unchanged(), pytest.raises(CommandError, match="Name an owner with --owner"):
        brought_in(out, *NEW)


def test_a_club_about_which_work_waits_is_not_written(club: Club, tmp_path: Path) -> None:
    enqueue(RATINGS, club, at=START)
    with unchanged(), pytest.raises(CommandError, match="Work of this club waits to be done"):
        run("export_club", club.slug, str(tmp_path / "out"))
    assert list(tmp_path.iterdir()) == []


def test_every_table_has_its_way_to_a_club_or_is_of_no_single_club() -> None:
    every = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert every == {*WAYS, *(f"tournaments_{name}" for name in BESIDE), *OPEN} - {"django_migrations"}
