"""The sentences that are stored: each has a code of its own, is worded wherever it may be read, and in French."""

import json
import os
import re
import subprocess
import sys
from importlib import import_module

import pytest

from scoring.derivation import UNKNOWN, WORDINGS, Wording
from tests.house.the_catalogue import french
from tests.house.the_tree import ROOT, files

FILLED_IN = re.compile(r"%\((\w+)\)s")
CODE = re.compile(r"[a-z0-9_]+([.-][a-z0-9_]+)*")
TEMPLATES = ROOT / "scoring" / "codes_of_templates.json"
FLOORS = ("scoring", "games", "tournaments")
AFTER_SETUP = """
import json, django
django.setup()
from scoring.derivation import WORDINGS
print(json.dumps(sorted(WORDINGS)))
"""


@pytest.fixture(scope="module")
def worded() -> dict[str, Wording]:
    """How the sentences of every module of the house are worded."""
    for path in files():
        if path.parts[0] in FLOORS and path.suffix == ".py" and "\nwordings(" in (ROOT / path).read_text():
            import_module(".".join(path.with_suffix("").parts))
    assert WORDINGS
    return dict(WORDINGS)


def test_whoever_reads_rows_knows_how_every_stored_sentence_is_worded(worded: dict[str, Wording]) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    started = subprocess.run(
        [sys.executable, "-c", AFTER_SETUP],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert sorted(worded.keys() - set(json.loads(started.stdout))) == [], "see WORDED in tournaments/apps.py"


def test_codes_are_plain(worded: dict[str, Wording]) -> None:
    assert [code for code in worded if not CODE.fullmatch(code)] == []


def test_every_wording_has_a_french_one(worded: dict[str, Wording]) -> None:
    translated = {tuple(message.english) for message in french() if all(message.translated)}
    english = {tuple(filter(None, wording)) for wording in (*worded.values(), UNKNOWN)}
    said = {texts for texts in english if re.search("[a-z]", FILLED_IN.sub("", texts[0]))}
    assert sorted(said - translated) == []


def test_both_numbers_of_a_wording_are_filled_with_the_same(worded: dict[str, Wording]) -> None:
    plurals = [wording for wording in worded.values() if wording.plural is not None]
    assert plurals
    for template, plural in plurals:
        assert "count" in FILLED_IN.findall(template)
        assert set(FILLED_IN.findall(template)) == set(FILLED_IN.findall(plural or ""))


def test_nothing_but_values_is_filled_into_a_wording(worded: dict[str, Wording]) -> None:
    texts = [text for wording in worded.values() for text in wording if text]
    assert [text for text in texts if "%" in FILLED_IN.sub("", text)] == []


def test_each_template_of_before_has_a_code_of_its_own_that_is_worded(worded: dict[str, Wording]) -> None:
    codes = json.loads(TEMPLATES.read_bytes())
    assert {code for code in codes.values() if code not in worded} == set()
    assert len(set(codes.values())) == len(codes)
