"""The golden hands that are scored, as values."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import find
from scoring.entry import Entry

FOLDER = Path(__file__).parent / "vectors"
VECTORS = {path.stem: tomllib.loads(path.read_text()) for path in sorted(FOLDER.glob("*.toml"))}


@dataclass(frozen=True)
class Golden:
    """A hand that is scored, under house rules, and how many play it."""

    hand: dict[str, Any]
    rules: Entry
    seats: int


def cases(kind: str) -> list[Any]:
    """Parameters `slug, case` for every golden hand or game of a kind: scored, refused, game."""
    return [
        pytest.param(slug, case, id=f"{slug}: {case['name']}")
        for slug, vectors in VECTORS.items()
        for case in vectors.get(kind, ())
    ]


def accepted() -> list[Any]:
    """Parameters `slug, case` for every golden hand that is scored, as values."""
    return [
        pytest.param(slug, golden, id=f"{slug}: {name}")
        for slug in VECTORS
        for name, golden in scored(slug).items()
    ]


def scored(slug: str) -> dict[str, Golden]:
    """The golden hands of a game that are scored, by their names."""
    game = find(slug)
    return {
        case["name"]: Golden(
            hand=json.loads(case["hand"]),
            rules=game.house_rules(json.loads(case.get("options", "{}"))),
            seats=len(case["scores"]),
        )
        for case in VECTORS[slug]["scored"]
    }
