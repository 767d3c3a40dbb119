"""The page on adding a game says all there is to do: its own game, added by it alone, passes every suite of games."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from games.catalogue import GAMES
from tests.docs.page import ROOT, Page, run, run_tests

PAGE: Final = Page("adding_a_game.md")
HAND: Final = {"bidder": 2, "bid": 3, "tricks": 3}
KNOWS: Final = re.compile(r"games\.catalogue import .*\bGAMES\b|catalogue\.GAMES\b")
NOT_OF_OTHERS: Final = f"nap or not ({' or '.join(sorted(GAMES))})"
"""What asks about the games that were there before is asked of them by `./run test`, in the same words."""
SCORED_AND_DRAWN: Final = """
import django, json
from django.core.management import call_command
django.setup()
from django.test import Client
call_command("score")
address = "/rules/nap/score/?hand.bidder=2&hand.bid=3&hand.tricks=3"
print(json.dumps([Client().get(path).content.decode() for path in ("/rules/nap/", "/rules/nap/score/", address)]))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return PAGE.followed(tmp_path_factory.mktemp("game") / "house")


def suites(house: Path) -> list[str]:
    """The files of tests that go through all games, those that need a browser left out."""
    found = (path.relative_to(house) for path in house.glob("tests/**/test_*.py"))
    return sorted(
        str(path)
        for path in found
        if path.parts[1] not in ("browser", "docs", "benchmarks") and KNOWS.search((house / path).read_text())
    )


def test_a_game_is_one_file_and_its_french() -> None:
    assert PAGE.paths == ["games/shelf/nap.toml", "tournaments/locale/fr/LC_MESSAGES/django.po"]


def test_its_hands_are_scored_and_refused_and_its_form_and_its_rulebook_are_drawn(house: Path) -> None:
    requests = [
        {"id": 1, "game": "nap", "hand": HAND},
        {"id": 2, "game": "nap", "options": {"nap": 20}, "hand": {**HAND, "bid": 5}},
        {"id": 3, "game": "nap", "hand": {**HAND, "tricks": 4}},
    ]

    told = run(house, "-c", SCORED_AND_DRAWN, sent="".join(json.dumps(asked) + "\n" for asked in requests))

    scored, missed, refused, (rulebook, form, page) = map(json.loads, told.stdout.splitlines())
    assert (scored["scores"], missed["scores"]) == ([-3, 6, -3], [20, -40, 20])
    assert [line["text"] for line in scored["derivation"]] == [
        "Bid made: 6 points from the opponents",
        "Paid the bidder 3 points",
    ]
    assert [(error["field"], error["code"]) for error in refused["errors"]] == [
        ("hand.tricks", "more-than-bid")
    ]
    assert 'id="nap.score.made"' in rulebook
    assert "five cards each from a pack of 52" in rulebook
    for field in HAND:
        assert f'name="hand.{field}"' in form
    assert "Tricks of the bidder" in form
    assert "Points for a nap" in form
    assert "Paid the bidder 3 points" in page


@pytest.mark.services
def test_every_suite_that_knows_games_passes_with_the_new_one(house: Path) -> None:
    found = suites(house)
    own = {
        f"tests/games/{file}"
        for file in ("test_vectors.py", "test_definition.py", "documents/test_documents.py")
    }
    assert {*own, "tests/house/test_languages.py"} < set(found)
    assert len(found) > len(list((ROOT / "games").glob("*/game.toml")))
    whole = [path for path in found if path.startswith(("tests/games/", "tests/house/", "tests/scoring/"))]
    told = run_tests(house, "-rp", "-k", NOT_OF_OTHERS, *whole)
    told += run_tests(house, "-rp", "-k", "nap", *found)
    passed = re.findall(r"^PASSED (tests/games/\S+?)::.*nap", told, re.MULTILINE)
    assert set(passed) >= own
    assert len(passed) >= 10
