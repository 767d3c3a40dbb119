"""What the engine is measured against does the same work: it scores and refuses what the engine does."""

import json
from typing import Any

import msgspec
import pytest

from benchmarks.deals import DEALERS, deal
from benchmarks.handwritten import SCORERS
from games.catalogue import GAMES
from games.documents.rules import Rules
from games.documents.trying import entered, hands
from games.requests import score_request
from tests.golden_hands import VECTORS


def test_what_is_measured_is_a_game_with_a_dealer() -> None:
    assert set(SCORERS) == set(DEALERS) <= set(GAMES)


def scores(slug: str, request: dict[str, Any]) -> Any:
    """What the reference gives; None where it refuses."""
    try:
        return json.loads(SCORERS[slug](json.dumps(request).encode()))["scores"]
    except (ValueError, msgspec.ValidationError):
        return None


@pytest.mark.parametrize("slug", SCORERS)
def test_the_reference_scores_and_refuses_golden_hands_as_the_engine_does(slug: str) -> None:
    golden = [case for kind in ("scored", "refused") for case in VECTORS[slug][kind] if "options" not in case]
    asked = [{"id": case["name"], "game": slug, "hand": json.loads(case["hand"])} for case in golden]
    found = [(request["id"], scores(slug, request)) for request in asked]
    assert found == [(request["id"], score_request(request).get("scores")) for request in asked]


@pytest.mark.parametrize("slug", DEALERS)
def test_both_score_what_is_dealt_alike(slug: str) -> None:
    for hand in deal(slug, 500):
        request = {"id": 1, "game": slug, "hand": hand}

        assert scores(slug, request) == score_request(request)["scores"]


def test_both_score_every_hand_of_euchre_alike() -> None:
    rules = GAMES["euchre"].rules
    assert isinstance(rules, Rules)
    tried = hands(rules.played_at(4), rules.HouseRules())
    asked = [{"id": 1, "game": "euchre", "hand": entered(*each)} for each in tried.each]
    assert tried.complete
    assert [scores("euchre", each) for each in asked] == [score_request(each)["scores"] for each in asked]
