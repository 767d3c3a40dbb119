"""What an explained score costs: from the JSON line a hand comes in to the JSON line that answers it.

The work is that of `manage.py score`: hands are validated, scored and explained. Beside it stands the same game
written by hand on msgspec, which reads, validates and scores the same lines and explains nothing. Lines said
before are remembered, as in a club's evening; hands come from a fixed seed and hardly ever twice. What a document's
expressions cost is measured by itself, too.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from msgspec import convert

from benchmarks.deals import DEALERS, deal
from benchmarks.handwritten import SCORERS
from benchmarks.handwritten.euchre import EuchreHand, euchre
from benchmarks.measure import Row, compare
from games.catalogue import DOCUMENTS
from games.documents.rules import Rules
from games.documents.trying import hands
from games.quickly import score_line

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors"
HANDS = 1000
MOST_RATIO, MOST_OF_A_DOCUMENT = 6, 4
MOST_HANDS = 1_000_000


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


def explained() -> Row:
    """What a document's expressions cost by themselves: hands that are read already."""
    game, dealt = Rules(next(each for each in DOCUMENTS if each.slug == "euchre")), [*deal("euchre", HANDS)]
    house_rules, by_hand = game.HouseRules(), [convert(hand, EuchreHand) for hand in dealt]
    hands = [game.shape(hand).read(hand) for hand in dealt]
    kinds = [*zip(map(game.kind_of, hands), hands, strict=True)]
    return compare(
        f"{HANDS} hands of euchre, a document, scored with their lines",
        lambda: [played.score(hand, house_rules, game.begins) for played, hand in kinds],
        "the same game by hand, nothing explained",
        lambda: [euchre(hand) for hand in by_hand],
        most_ratio=MOST_OF_A_DOCUMENT,
    )


def tried(slug: str) -> Row:
    """All hands of a game that is a document, as its bounds are found by."""
    game = Rules(next(document for document in DOCUMENTS if document.slug == slug))
    house_rules = game.HouseRules()
    (seats,) = game.document.seats
    each = [*hands(game.played_at(seats), house_rules, MOST_HANDS).each]
    return compare(
        f"{len(each):,} hands of {slug}, found and tried",
        lambda: {
            played.pay(hand, house_rules, game.begins)
            for played, hand in hands(game.played_at(seats), house_rules, MOST_HANDS).each
        },
        "the same hands scored with their lines, twice",
        lambda: [played.score(hand, house_rules, game.begins) for played, hand in (*each, *each)],
        most_ratio=1,
    )


def rows() -> list[Row]:
    """Each game, its accepted and its refused hands; of documents all that there can be."""
    measured = [scored_or_not(slug) for slug in DEALERS for scored_or_not in (scored, refused)]
    return [*measured, explained(), tried("coinche")]
