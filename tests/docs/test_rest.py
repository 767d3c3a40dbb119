"""The page on REST is done word for word: its commands in one shell, on a running copy, and its answers come."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.house import running_house
from tests.docs.page import ROOT, Page

PAGE: Final = Page("rest.md")
BETWEEN: Final = "--- the next block ---"
ADDRESS: Final = "http://localhost:8000"


def missing(shown: Any, answer: Any, where: str = "") -> list[str]:
    """What the page shows and the answer has not; the answer may have more, but no more in a list of plain values."""
    if isinstance(shown, dict) and isinstance(answer, dict):
        return [
            one
            for name, value in shown.items()
            for one in missing(value, answer.get(name), f"{where}.{name}")
        ]
    if isinstance(shown, list) and isinstance(answer, list) and any(isinstance(one, dict) for one in shown):
        pairs = zip(shown, answer[: len(shown)] + [None] * (len(shown) - len(answer)), strict=True)
        return [one for place, pair in enumerate(pairs) for one in missing(*pair, f"{where}.{place}")]
    return [] if shown == answer else [f"{where}: {answer!r}, not {shown!r}"]


def test_what_the_page_shows_is_compared() -> None:
    assert missing({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}, {}], "d": 3}) == []
    assert missing({"a": [{"b": 1}]}, {"a": [{"b": 2}]}) == [".a.0.b: 2, not 1"]
    assert missing({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}]}) == [".a.1: None, not {'b': 2}"]
    assert missing({"a": [1]}, {"a": [1, 2]}) == [".a: [1, 2], not [1]"]


@pytest.mark.services
def test_the_evening_of_the_page_is_played_and_every_answer_is_as_shown(tmp_path: Path) -> None:
    commands = [block.text for block in PAGE.blocks if block.kind == "sh"]
    manage = f"{sys.executable} {ROOT / 'manage.py'}"
    with running_house(tmp_path / "data") as house:
        script = f"\necho; echo '{BETWEEN}'\n".join(commands)
        script = (
            script.replace("/tmp/", f"{tmp_path}/")  # noqa: S108 - the page's
            .replace(ADDRESS, house.url)
            .replace("./run manage", manage)
        )
        told = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            env=house.environment | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert "\n".join(house.disasters()) == ""
        assert told.returncode == 0, told.stdout + told.stderr
    answers = told.stdout.split(BETWEEN)
    assert len(answers) == len(commands)
    place, compared = -1, 0
    for block in PAGE.blocks:
        if block.kind == "sh":
            place += 1
        elif block.kind == "json":
            compared += 1
            assert missing(json.loads(block.text), json.loads(answers[place])) == [], commands[place]
    assert compared > 8
    assert "agrees" in told.stdout
