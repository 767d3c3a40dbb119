"""The golden files: lines of JSON, compressed; a walk or a season to a line."""

import json
import lzma
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "kept"


def read(kind: str, part: int = 0, parts: int = 1) -> Iterator[dict[str, Any]]:
    """What is kept of a kind ("walks-sample", "walks-rest", "seasons-sample", "seasons-rest"), in all its files.

    Of several `parts`, each of which holds every so-manieth, the one that is asked for.
    """
    for path in sorted(FOLDER.glob(f"{kind}-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in islice(lines, part, None, parts):
                kept: dict[str, Any] = json.loads(line)
                yield kept


def write_once(kind: str, number: int, kept: Iterable[dict[str, Any]]) -> Path:
    """Keep these in a new file. Raises FileExistsError: what is kept is never written again."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{kind}-{number}.jsonl.xz"
    lines = "".join(f"{json.dumps(one, ensure_ascii=False, separators=(',', ':'))}\n" for one in kept)
    with path.open("xb") as file:
        file.write(lzma.compress(lines.encode(), preset=9))
    return path
