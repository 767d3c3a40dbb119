"""`manage.py score`, as a program or a file would use it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.tournaments.commands.a_command import run

ROOT = Path(__file__).parents[3]
HAND = {"passed_out": True}
HANDS = "".join(json.dumps({"id": number, "game": "chantecler", "hand": HAND}) + "\n" for number in (1, 2))
GAMES = json.dumps({"id": 3, "game": "chantecler", "hands": [HAND, HAND]}) + "\n"


def answers(*arguments: str, sent: bytes = b"") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("score", *arguments, sent=sent).lines]


def test_hands_come_from_standard_input() -> None:
    told = answers(sent=HANDS.encode())
    assert [(answer["id"], answer["scores"]) for answer in told] == [(1, [0, 0, 0, 0]), (2, [0, 0, 0, 0])]


def test_games_come_from_standard_input() -> None:
    told = answers("--games", sent=GAMES.encode())
    assert [(answer["id"], answer["running"]) for answer in told] == [(3, [[0, 0, 0, 0]] * 2)]


def test_hands_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(HANDS)

    assert [answer["id"] for answer in answers(str(file))] == [1, 2]


def test_a_broken_line_is_answered_and_the_next_one_scored() -> None:
    told = answers(sent=b'\xff\n{"id": 7\n\n' + HANDS.encode())
    assert [answer["ok"] for answer in told] == [False, False, False, True, True]


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
        run("score", "nowhere.jsonl")
