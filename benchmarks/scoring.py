"""What an explained score costs: from the JSON line a hand comes in to the JSON line that answers it.

The work is that of `manage.py score`: hands are validated, scored and explained. Beside it stands the same game
written by hand on msgspec, which reads, validates and scores the same lines and explains nothing. Lines said
before are remembered, as in a club's evening; hands come from a fixed seed and hardly ever twice.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from benchmarks.deals import DEALERS, deal
from benchmarks.handwritten import SCORERS
from benchmarks.measure import Row, compare
from games.quickly import score_line

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors"
HANDS = 1000
MOST = 1e3 * HANDS / 25_000
"""Milliseconds in which so many hands are scored at a rate of 25,000 a second."""
MOST_RATIO = 6


def lines(slug: str, hands: list[object]) -> list[bytes]:
    """Requests to score these hands, one a line."""
    return [
        json.dumps({"id": number, "game": slug, "hand": hand}).encode() for number, hand in enumerate(hands)
    ]


def scored(slug: str) -> Row:
    """Hands of a game that can be scored."""
    asked, by_hand = lines(slug, [*deal(slug, HANDS)]), SCORERS[slug]
    for line in asked:
        assert json.loads(score_line(line))["scores"] == json.loads(by_hand(line))["scores"]
    return compare(
        f"{HANDS} hands of {slug}, scored and explained",
        lambda: [score_line(line) for line in asked],
        "the same game by hand on msgspec, nothing explained",
        lambda: [by_hand(line) for line in asked],
        most=MOST,
        most_ratio=MOST_RATIO,
    )


def refused(slug: str) -> Row:
    """Golden hands of a game that are refused, over and over."""
    cases = tomllib.loads((VECTORS / f"{slug}.toml").read_text())["refused"]
    asked = lines(slug, [json.loads(case["hand"]) for case in cases])
    asked = (asked * HANDS)[:HANDS]
    answers = [json.loads(score_line(line)) for line in asked]
    return compare(
        f"{HANDS} hands of {slug}, refused with every fault",
        lambda: [score_line(line) for line in asked],
        "the same JSON read and written",
        lambda: [(json.loads(line), json.dumps(answer)) for line, answer in zip(asked, answers, strict=True)],
    )


def rows() -> list[Row]:
    """Each game, its accepted and its refused hands."""
    return [measured(slug) for slug in DEALERS for measured in (scored, refused)]
