"""The table's page as an app: what the browser is told to keep, and where the app starts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static
from django.test import Client

from config.static_files import Storage
from tests.house.the_tree import ROOT
from tournaments.evening.web.table.app import FILES, files

LINKED = re.compile(r'(?:src|href)="(/static/[^"#]+)[^"]*"')
SCRIPTS = "head_table/js"
IMPORTED = re.compile(r'from "\./([^"]+)"')
WORDS = re.compile(r'word\("([a-z-]+)"|data-word="([a-z-]+)"')


def test_everything_that_the_table_page_is_made_of_is_kept(make_evening: Any, sit: Any) -> None:
    page = sit(make_evening(8, until="playing")).look().content.decode()
    linked = set(LINKED.findall(page))
    assert linked - {static("head_table/img/icon-180.png")} <= set(files()[0])
    assert len(linked) > 15


def test_a_script_imports_what_is_kept_by_the_name_that_tells_what_is_in_it(tmp_path: Path) -> None:
    """Else a browser mixes what it kept of one version with another's, and opens no page without a network."""
    shutil.copytree(ROOT / "tournaments/static" / SCRIPTS, tmp_path / SCRIPTS)
    storage = Storage(location=tmp_path, base_url="/static/")
    paths = {
        name: (storage, name)
        for name in (f"{SCRIPTS}/{path.name}" for path in (tmp_path / SCRIPTS).iterdir())
    }
    made = {name: hashed for name, hashed, _ in storage.post_process(paths) if hashed.endswith(".js")}
    imports = {
        name: {f"{SCRIPTS}/{other}" for other in IMPORTED.findall((tmp_path / hashed).read_text())}
        for name, hashed in made.items()
    }
    kept = {made[name] for name in made if name in FILES}
    assert imports[f"{SCRIPTS}/phone.js"] == {made[f"{SCRIPTS}/kept.js"], made[f"{SCRIPTS}/queue.js"]}
    assert all(found <= kept for name, found in imports.items() if name in FILES)


def test_the_worker_keeps_files_of_this_house_and_lives_below_the_tables(client: Client) -> None:
    answer = client.get("/table/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/table/"
    assert "no-cache" in answer["Cache-Control"]
    program = answer.content.decode()
    for name in FILES:
        assert static(name) in program
    assert files()[1] in program
    assert f'importScripts("{static("head_table/js/worker.js")}")' in program


def test_the_version_is_told_by_the_names_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    before = files.__wrapped__()[1]
    monkeypatch.setattr("tournaments.evening.web.table.app.static", lambda name: f"/static/{name}.another")
    assert files.__wrapped__()[1] != before


def test_the_manifest_names_the_app_and_where_it_starts(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["name"], told["display"], told["start_url"], told["scope"]) == (
        "Head Table",
        "standalone",
        "/table/",
        "/",
    )
    assert [icon["sizes"] for icon in told["icons"]] == ["192x192", "512x512"]


@pytest.mark.django_db
def test_an_app_that_knows_no_table_starts_on_the_first_page(client: Client) -> None:
    assert client.get("/table/")["Location"] == "/"


def test_the_page_of_a_table_has_a_manifest_and_every_word_that_its_scripts_say(
    make_evening: Any, sit: Any
) -> None:
    page = sit(make_evening(8, until="playing")).look().content.decode()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    has = {named for _, named in WORDS.findall(page) if named}
    script = (ROOT / "tournaments/static/head_table/js/marks.js").read_text()
    said = {word for word, _ in WORDS.findall(script) if word}
    assert said
    assert said <= has
