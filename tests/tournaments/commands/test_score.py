"""`manage.py score`, as a program or a file would use it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[3]
HAND = {"passed_out": True}
HANDS = "".join(json.dumps({"id": number, "game": "chantecler", "hand": HAND}) + "\n" for number in (1, 2))
GAMES = json.dumps({"id": 3, "game": "chantecler", "hands": [HAND, HAND]}) + "\n"


def run(*arguments: str) -> list[dict[str, Any]]:
    written = io.StringIO()
    call_command("score", *arguments, stdout=written)
    return [json.loads(line) for line in written.getvalue().splitlines()]


def send(monkeypatch: pytest.MonkeyPatch, lines: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))


def test_hands_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, HANDS.encode())

    assert [(answer["id"], answer["scores"]) for answer in run()] == [(1, [0, 0, 0, 0]), (2, [0, 0, 0, 0])]


def test_games_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, GAMES.encode())

    assert [(answer["id"], answer["running"]) for answer in run("--games")] == [(3, [[0, 0, 0, 0]] * 2)]


def test_hands_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(HANDS)

    assert [answer["id"] for answer in run(str(file))] == [1, 2]


def test_a_broken_line_is_answered_and_the_next_one_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    send(monkeypatch, b'\xff\n{"id": 7\n\n' + HANDS.encode())

    assert [answer["ok"] for answer in run()] == [False, False, False, True, True]


def test_whoever_reads_the_answers_may_leave(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(HANDS * 10_000)
    score = [sys.executable, str(ROOT / "manage.py"), "score", str(file)]

    with subprocess.Popen(score, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["id"] == 1
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match=r"nowhere\.jsonl: No such file"):
        run("nowhere.jsonl")
