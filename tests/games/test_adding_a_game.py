"""The page on adding a game says all there is to do: its own game, written by it alone, is played."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding_a_game.md").read_text()
FILES = {
    match["path"]: match["text"]
    for match in re.finditer(
        r"^(?P<fence>`{3,})\w+ file=(?P<path>\S+)\n(?P<text>.*?)^(?P=fence)$", PAGE, re.M | re.S
    )
}
LINE = re.search(r"^```text line=games/catalogue.py\n(?P<text>.*?)^```$", PAGE, re.M | re.S)
HAND = {"bidder": 2, "bid": 3, "tricks": 3}
SHOWN = """
import django, json
django.setup()
from django.test import Client
address = "/rules/nap/score/?hand.bidder=2&hand.bid=3&hand.tricks=3"
print(json.dumps([Client().get(path).content.decode() for path in ("/rules/nap/", "/rules/nap/score/", address)]))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house with the files of the page in it, and the line in the catalogue."""
    house = tmp_path_factory.mktemp("house")
    ignored = shutil.ignore_patterns("__pycache__")
    for room in ("config", "games", "scoring", "templates", "tournaments", "tests/games", "tests/vectors"):
        shutil.copytree(ROOT / room, house / room, ignore=ignored)
    for file in ("manage.py", "pyproject.toml", "tests/golden_hands.py", "tests/__init__.py"):
        shutil.copy(ROOT / file, house / file)
    for path, text in FILES.items():
        (house / path).parent.mkdir(exist_ok=True)
        (house / path).write_text(text)
    catalogue = house / "games" / "catalogue.py"
    assert LINE
    text = catalogue.read_text().replace("clabberjass\nfrom", "clabberjass, nap\nfrom")
    text = text.replace("PLAYED_HERE: Final = (\n", f"PLAYED_HERE: Final = (\n{LINE['text']}")
    catalogue.write_text(text)
    return house


def run(house: Path, *command: str, sent: str = "") -> str:
    """What a Python there prints; its own data, and nothing of this club's settings."""
    environment = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG", "TZ"}}
    environment |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HEAD_TABLE_DATA": str(house / "data"),
        "DEBUG": "1",
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=house, env=environment, input=sent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_names_four_files() -> None:
    assert sorted(FILES) == [
        "games/nap/game.toml",
        "games/nap/rulebook.md",
        "scoring/nap.py",
        "tests/vectors/nap.toml",
    ]


def test_a_hand_of_the_new_game_is_scored_and_refused(house: Path) -> None:
    requests = [
        {"id": 1, "game": "nap", "hand": HAND},
        {"id": 2, "game": "nap", "options": {"nap": 20}, "hand": {**HAND, "bid": 5}},
        {"id": 3, "game": "nap", "hand": {**HAND, "tricks": 4}},
    ]

    told = run(house, "manage.py", "score", sent="".join(json.dumps(asked) + "\n" for asked in requests))

    scored, missed, refused = map(json.loads, told.splitlines())
    assert (scored["scores"], missed["scores"]) == ([-3, 6, -3], [20, -40, 20])
    assert [line["text"] for line in scored["derivation"]] == [
        "Bid made: 6 points from the opponents",
        "Paid the bidder 3 points",
    ]
    assert [(error["field"], error["code"]) for error in refused["errors"]] == [
        ("hand.tricks", "more-than-bid")
    ]


def test_the_tests_of_all_games_hold_for_the_new_one(house: Path) -> None:
    files = ("test_vectors.py", "test_definition.py", "test_rulebook.py")
    told = run(house, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-k", "nap",
               *(f"tests/games/{file}" for file in files))  # fmt: skip

    assert re.search(r"\d\d passed", told), told


def test_its_form_and_its_rulebook_are_drawn(house: Path) -> None:
    rulebook, form, scored = json.loads(run(house, "-c", SHOWN))

    assert 'id="nap.made"' in rulebook
    assert "five cards each from a pack of 52" in rulebook
    for field in HAND:
        assert f'name="hand.{field}"' in form
    assert "Tricks of the bidder" in form
    assert "Points for a nap" in form
    assert "Paid the bidder 3 points" in scored
