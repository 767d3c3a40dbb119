"""What the engine is measured against does the same work: it scores and refuses what the engine does."""

import json
from typing import Any

import msgspec
import pytest

from benchmarks.deals import DEALERS, deal
from benchmarks.handwritten import SCORERS
from games.catalogue import GAMES
from games.requests import score_request
from tests.golden_hands import VECTORS


def golden(kind: str) -> list[Any]:
    return [
        pytest.param(slug, json.loads(case["hand"]), id=f"{slug}: {case['name']}")
        for slug in SCORERS
        for case in VECTORS[slug][kind]
        if "options" not in case
    ]


def test_what_is_measured_is_a_game_with_a_dealer() -> None:
    assert set(SCORERS) == set(DEALERS) <= set(GAMES)


@pytest.mark.parametrize(("slug", "hand"), golden("scored"))
def test_the_reference_scores_golden_hands_as_the_engine_does(slug: str, hand: object) -> None:
    request = {"id": 1, "game": slug, "hand": hand}

    answer = json.loads(SCORERS[slug](json.dumps(request).encode()))
    assert answer["scores"] == score_request(request)["scores"]


@pytest.mark.parametrize(("slug", "hand"), golden("refused"))
def test_the_reference_refuses_what_the_engine_refuses(slug: str, hand: object) -> None:
    with pytest.raises((ValueError, msgspec.ValidationError)):
        SCORERS[slug](json.dumps({"id": 1, "game": slug, "hand": hand}).encode())


@pytest.mark.parametrize("slug", DEALERS)
def test_both_score_what_is_dealt_alike(slug: str) -> None:
    for hand in deal(slug, 500):
        request = {"id": 1, "game": slug, "hand": hand}

        assert (
            json.loads(SCORERS[slug](json.dumps(request).encode()))["scores"]
            == score_request(request)["scores"]
        )
