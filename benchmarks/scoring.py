"""What an explained score costs, beside reading and writing the same JSON.

Every golden hand goes from the line it comes in to the line that answers it, the work of `manage.py score`.
The reference reads the same lines with the standard library and writes the same answers, with nothing between.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from benchmarks.measure import Row, compare
from games.jsonlines import answer_line
from games.requests import score_request

VECTORS = Path(__file__).resolve().parent.parent / "tests" / "vectors"
TIMES = 1000


def golden_lines(slug: str, kind: str) -> list[bytes]:
    """The golden hands of a game as requests, over and over until there are `TIMES` of them."""
    cases = tomllib.loads((VECTORS / f"{slug}.toml").read_text())[kind]
    lines = [
        json.dumps({
            "id": number,
            "game": slug,
            "options": json.loads(case.get("options", "{}")),
            "hand": json.loads(case["hand"]),
        }).encode()
        for number, case in enumerate(cases)
    ]  # fmt: skip
    return (lines * TIMES)[:TIMES]


def hands(slug: str, kind: str) -> Row:
    """A thousand hands of one game."""
    lines = golden_lines(slug, kind)
    written = [json.loads(answer_line(line, score_request)) for line in lines]
    return compare(
        f"{TIMES} hands of {slug}, {kind}",
        lambda: [answer_line(line, score_request) for line in lines],
        "the same JSON read and written",
        lambda: [(json.loads(line), json.dumps(answer)) for line, answer in zip(lines, written, strict=True)],
    )


def rows() -> list[Row]:
    """Each game, its accepted and its refused hands."""
    return [
        hands(path.stem, kind) for path in sorted(VECTORS.glob("*.toml")) for kind in ("scored", "refused")
    ]
