"""`manage.py rehearse`: in a process and a database of its own, and told in words or as JSON."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.tournaments.an_evening import Make
from tests.tournaments.commands.a_command import run
from tests.tournaments.the_rows import everything, unchanged
from tournaments.rehearsal.playing import play
from tournaments.rehearsal.services import Brief, Broken, brief_of, run_act

pytestmark = pytest.mark.django_db
PERFORM = "tournaments.management.commands.rehearse.run_act"


@pytest.fixture
def briefs(monkeypatch: pytest.MonkeyPatch) -> list[Brief]:
    """What is rehearsed; it is played in this process, and the briefs are kept."""
    kept: list[Brief] = []

    def perform(brief: Brief, tell: Callable[[dict[str, int]], None]) -> dict[str, Any]:
        kept.append(brief)
        report: dict[str, Any] = json.loads(json.dumps(play(brief, tell)))
        return report

    monkeypatch.setattr(PERFORM, perform)
    return kept


def script(tmp_path: Path, text: object) -> str:
    file = tmp_path / "friday.json"
    file.write_text(text if isinstance(text, str) else json.dumps(text))
    return str(file)


def rehearse(*arguments: str) -> str:
    return run("rehearse", *arguments).out


HEAD = {
    "name": "Friday",
    "date": "2026-11-20",
    "game": "chantecler",
    "house_rules": {"target": 20},
    "rounds": 1,
}
PLAYERS = [{"id": f"p{n}", "name": "Ann", "ticket": "red" if n % 2 else "blue"} for n in range(8)]


def test_the_process_beside_leaves_no_trace_and_gives_the_same_report_as_this_one(make_evening: Make) -> None:
    evening = make_evening(0, until="draft", rounds=1).evening
    brief, before = brief_of(evening, players=8), everything()
    told: list[dict[str, int]] = []
    report = run_act(brief, told.append)
    assert everything() == before
    assert report == json.loads(json.dumps(play(brief)))
    assert told[0] == {"round": 1, "of": 1, "hands": 0}


def test_a_process_that_takes_too_long_is_ended(make_evening: Make) -> None:
    brief = brief_of(make_evening(0, until="draft").evening, players=8)
    with pytest.raises(Broken) as broken:
        run_act(brief, lambda _: None, limit=timedelta(milliseconds=50))
    assert broken.value.long


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import sys; sys.exit('no room')", "no room"),
        ("import sys; sys.stdin.read(); sys.stdout.write('{\"progress\": {')", ""),
    ],
    ids=["with words", "in the middle of a line"],
)
def test_a_process_that_breaks_off_is_told_with_its_last_words(
    make_evening: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, words: str
) -> None:
    brief = brief_of(make_evening(0, until="draft").evening, players=8)
    (tmp_path / "manage.py").write_text(program)
    monkeypatch.setattr("django.conf.settings.BASE_DIR", tmp_path)
    with pytest.raises(Broken) as broken:
        run_act(brief, lambda _: None)
    assert (str(broken.value), broken.value.long) == (words, False)


def test_an_evening_that_is_set_up_is_told_in_words(make_evening: Make, briefs: list[Brief]) -> None:
    evening = make_evening(9, until="check_in", rounds=1).evening
    told = rehearse("--club", evening.club.slug, "--evening", evening.slug, "--seed", "1910", "--late", "0")
    assert "Rehearsal of chantecler, progressive" in told
    assert "unexpected: 0" in told
    assert (len(briefs[0].tickets), briefs[0].seed, briefs[0].late) == (9, "1910", 0)
    again = rehearse("--evening", f"{evening.club.slug}/{evening.slug}", "--seed", "1910", "--late", "0")
    assert again == told


def test_a_script_is_told_as_json(tmp_path: Path, briefs: list[Brief]) -> None:
    file = script(tmp_path, {"evening": HEAD, "players": PLAYERS, "start": [], "rounds": []})
    report = json.loads(rehearse(file, "--json", "--late", "0", "--leavers", "0"))
    assert (report["format"], report["complete"], len(report["rounds"])) == (2, True, 1)
    assert all(stop["what"].keys() >= {"code", "text"} for stop in report["stops"])
    assert (sorted(set(briefs[0].tickets)), len(briefs[0].tickets)) == (["blue", "red"], 8)
    assert rehearse(file, "--players", "5", "--strength-spread", "0").startswith("Rehearsal")
    assert (len(briefs[1].tickets), briefs[1].spread) == (5, 0)


def test_what_would_stop_the_evening_is_the_exit_status(tmp_path: Path, briefs: list[Brief]) -> None:
    file = script(tmp_path, {"evening": HEAD})
    assert run("rehearse", file, "--players", "3").status == 1


@pytest.mark.parametrize(
    ("text", "arguments", "told"),
    [
        ("{", (), "script not-json"),
        ([], (), "evening missing"),
        ({"evening": {"game": "bridge"}}, (), "evening.game unknown-game"),
        ({"evening": HEAD}, ("--late", "99"), "late out-of-range"),
        ({"evening": HEAD}, ("--players", "0"), "players out-of-range"),
    ],
    ids=["no JSON", "no evening", "no such game", "too many late", "nobody"],
)
def test_what_cannot_be_rehearsed_is_refused(
    tmp_path: Path, text: object, arguments: tuple[str, ...], told: str
) -> None:
    ran = run("rehearse", script(tmp_path, text), "--json", *arguments)
    errors = json.loads(ran.out)["errors"]
    assert ran.status == 1
    assert [f"{error['field']} {error['code']}" for error in errors] == [told]


@pytest.mark.parametrize(
    "arguments",
    [(), ("--evening", "friday"), ("--club", "nowhere", "--evening", "friday"), ("/no/such/file",)],
    ids=["nothing", "no club", "no such club", "no such file"],
)
def test_what_is_not_there_is_said(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        rehearse(*arguments)


def test_the_inside_refuses_the_database_of_a_club() -> None:
    with unchanged(), pytest.raises(CommandError, match="no scratch database"):
        run("rehearse", "--scratch", sent=b"{}")
