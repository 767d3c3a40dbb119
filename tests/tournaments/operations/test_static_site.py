"""A club's public pages as files: what a stranger sees, whole, quiet, and no more than that."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.an_evening import Make
from tournaments.club.models import Club
from tournaments.club.roles import Audience
from tournaments.operations import static_site
from tournaments.operations.static_site import LIST, Site, write_site

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(make_evening: Make, settings: pytest.FixtureRequest) -> str:
    settings.SITE_ADDRESS = "https://cards.example"  # type: ignore[attr-defined]
    settings.ALLOWED_HOSTS = ["cards.example"]  # type: ignore[attr-defined]
    room = make_evening(8, until="published", rounds=2)
    return str(room.evening.slug)


def test_it_holds_what_a_stranger_sees_without_forms_and_scripts(
    club: Club, evening: str, tmp_path: Path
) -> None:
    written = write_site(club, tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert len(names) == written.files + 1 == written.changed + 1
    pages = (
        "index.html",
        *(f"{evening}/{part}index.html" for part in ("", "report/", "rounds/1/")),
    )
    assert {*pages, f"{evening}/archive.json", f"{evening}/standings.csv", "words/index.html"} <= names
    for name in pages:
        page = (tmp_path / name).read_text()
        assert not re.search(r"<(form|script|button)\b|\shx-", page), name
    result = (tmp_path / evening / "index.html").read_text()
    assert 'href="../index.html"' in result
    assert f'href="https://cards.example/c/{club.slug}/{evening}/wall/"' in result, (
        "what is live stays on the server"
    )


def test_written_again_only_what_has_changed_is_written_and_what_is_no_more_goes(
    club: Club, evening: str, tmp_path: Path
) -> None:
    first = write_site(club, tmp_path)
    again = write_site(club, tmp_path)
    assert (again.files, again.changed, again.gone) == (first.files, 0, 0)
    club.results_for = Audience.NOBODY
    club.save()
    later = write_site(club, tmp_path)
    assert later.gone == first.files - later.files > 0
    assert later.changed > 0
    assert not (tmp_path / evening / "index.html").exists()


def test_a_run_that_stops_midway_can_be_run_again(
    club: Club, evening: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, write = tmp_path / "site", static_site._write

    def write_no_more(path: Path, content: bytes) -> bool:
        if path.suffix == ".csv":
            raise OSError("the disk is full")
        return write(path, content)

    monkeypatch.setattr(static_site, "_write", write_no_more)
    with pytest.raises(OSError, match="disk is full"):
        write_site(club, folder)
    monkeypatch.undo()
    written = write_site(club, folder)
    assert len([path for path in folder.rglob("*") if path.is_file()]) == written.files + 1


def test_a_club_that_strangers_do_not_see_and_a_folder_in_use_are_refused(
    club: Club, evening: str, tmp_path: Path
) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear")
    with pytest.raises(CommandError, match="has other files in it"):
        call_command("export_site", club.slug, str(tmp_path / "letters"))
    with pytest.raises(CommandError, match="There is no club owls"):
        call_command("export_site", "owls", str(tmp_path / "site"))
    assert not (tmp_path / "site" / LIST).exists()


def test_links_that_lead_nowhere_are_found(club: Club, evening: str) -> None:
    site = Site(club)
    site.collect()
    assert list(site.broken_links()) == []
    page = f"{evening}/report/index.html"
    del site.files[page]
    site.pages["index.html"] += '<a href="#nowhere">' + '<a href="words/index.html#ticket">'
    assert "index.html to #nowhere" in (broken := set(site.broken_links()))
    assert {link.partition(" to ")[2] for link in broken} >= {"#nowhere", "report/index.html"}
    assert not any("ticket" in link for link in broken)
