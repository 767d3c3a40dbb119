"""`check_draw`: somebody with the archive, or only with paper, draws and cuts again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.tournaments.an_evening import Make
from tests.tournaments.commands.a_command import run
from tournaments.evening import acts
from tournaments.evening.services import evenings
from tournaments.movement.draw import commitment, cut, draw
from tournaments.publishing.verdict import findings


@pytest.fixture
def told(make_evening: Make) -> dict[str, Any]:
    """The archive of an evening drawn twice, with two cuts for games and one for a prize, all by the seed."""
    evening = make_evening(8, colours=("red", "blue"), couples="mixed", prizes={"best": 1})
    evening.act(acts.Draw(again=True))
    evening.act(acts.Start())
    evening.act(acts.Stop())
    for table in (1, 2):
        evening.act(acts.Cut(table=table, how="seed"))
    evening.act(acts.Close())
    evening.act(acts.Finish())
    return evening.archive_by_seed()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.json"


def written(file: Path, archive: Any) -> str:
    file.write_text(json.dumps(archive), encoding="utf-8")
    return str(file)


def body(archive: dict[str, Any], act: str) -> dict[str, Any]:
    found: dict[str, Any] = [entry["body"] for entry in archive["ledger"] if entry["act"] == act][-1]
    return found


def test_every_draw_and_cut_of_an_honest_evening_is_as_the_seed_gives_it(
    told: dict[str, Any], file: Path
) -> None:
    ran = run("check_draw", written(file, told), "--commitment", commitment("a test"))
    assert ran.status == 0
    assert ran.lines[:3] == [
        f"Seed a test; its commitment is {commitment('a test')}",
        "The commitment you noted is that of the seed.",
        "The commitment the archive holds is that of the seed.",
    ]
    assert ran.lines[3:7] == [
        "Draw of the first seats, attempt 1, 8 players: as the seed gives it.",
        "Draw of the first seats, attempt 2, 8 players: as the seed gives it.",
        "Cut of round 1, table 1: as the seed gives it.",
        "Cut of round 1, table 2: as the seed gives it.",
    ]
    assert ran.lines[7].startswith("Cut for the prize best")
    assert findings(told) == []


def test_seats_drawn_again_with_somebody_who_came_late_are_as_the_seed_gives_them(
    make_evening: Make, file: Path
) -> None:
    evening = make_evening(8, colours=("red", "blue"), couples="mixed")
    for number, colour in enumerate(("red", "blue", "red", "blue")):
        evening.act(evenings.arrive_guest, name=f"Late {number}", colour=colour)
    evening.act(acts.Draw(again=True))
    for step in ("playing", "bell", "settled", "finished", "published"):
        evening.step_to(step)
    archive = json.loads(evening.evening.publications.get().archive)
    ran = run("check_draw", written(file, archive))
    assert (ran.status, findings(archive)) == (0, [])
    assert "Draw of the first seats, attempt 2, 12 players: as the seed gives it." in ran.lines


def test_it_reads_what_is_sent_to_it(told: dict[str, Any]) -> None:
    ran = run("check_draw", "-", sent=json.dumps(told).encode())
    assert ran.status == 0
    assert "Hold it against what was shown before the draw, or give that as --commitment." in ran.lines


def other_order(archive: dict[str, Any]) -> None:
    order = body(archive, "draw")["order"]
    order[0], order[1] = order[1], order[0]


def other_attempt(archive: dict[str, Any]) -> None:
    """Attempts in between were left out of the ledger."""
    told = body(archive, "draw")
    told["order"] = list(draw(told["order"], seed="a test", attempt=5))
    told["attempt"] = 5


def other_cut(archive: dict[str, Any]) -> None:
    told = body(archive, "cut")
    told["winner"] = "B" if told["winner"] == "A" else "A"


def other_prize(archive: dict[str, Any]) -> None:
    body(archive, "cut_prize")["order"].reverse()


def other_commitment(archive: dict[str, Any]) -> None:
    archive["evening"]["commitment"] = commitment("another")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (other_order, "Draw of the first seats, attempt 2, 8 players: the ledger has"),
        (other_attempt, "number of attempt 5: the ledger has 5; the seed gives 2."),
        (other_cut, "Cut of round 1, table 2: the ledger has"),
        (other_prize, "Cut for the prize"),
        (other_commitment, "The commitment the archive holds is of another seed."),
    ],
)
def test_an_archive_that_was_changed_is_told(
    told: dict[str, Any], file: Path, change: Callable[[dict[str, Any]], None], complaint: str
) -> None:
    change(told)
    ran = run("check_draw", written(file, told))
    assert ran.status == 1
    assert any(complaint in line and not line.endswith("as the seed gives it.") for line in ran.lines), (
        ran.lines
    )
    assert findings(told)


def test_a_whole_archive_made_anew_from_another_seed_is_told_by_what_was_noted(
    told: dict[str, Any], file: Path
) -> None:
    ran = run("check_draw", written(file, told), "--commitment", commitment("the seed shown that night"))
    assert ran.status == 1
    assert "The commitment you noted is of another seed." in ran.lines


def test_an_archive_of_before_there_were_commitments_is_read(told: dict[str, Any], file: Path) -> None:
    del told["evening"]["commitment"]
    ran = run("check_draw", written(file, told))
    assert ran.status == 0
    assert not any("the archive holds" in line for line in ran.lines)
    assert findings(told) == []


def test_with_paper_only_a_seed_gives_the_order() -> None:
    ran = run("check_draw", "--seed", "Friday", "--players", "a, b,c", "--attempt", "2")
    assert ran.status == 0
    assert tuple(line.split()[1] for line in ran.lines[2:]) == draw("abc", seed="Friday", attempt=2)
    ran = run("check_draw", "--seed", "Friday", "--players", "A,B", "--cut", "round 3 table 2")
    assert ran.lines[2].split()[1] == cut("AB", seed="Friday", label="round 3 table 2")[0]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param((), id="nothing"),
        pytest.param(("--seed", "x", "--players", "a,a"), id="somebody twice"),
        pytest.param(("--seed", "x", "--players", "a", "--attempt", "0"), id="no attempt"),
        pytest.param(("--seed", "x", "--players", "a", "--cut", "prize best"), id="a cut of one"),
        pytest.param(("no such file",), id="no file"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(command: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run("check_draw", *command)


@pytest.mark.parametrize("text", ["", "[]", "{}", "\udcff"], ids=["empty", "a list", "an object", "no text"])
def test_what_is_no_archive_is_refused(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(CommandError):
        run("check_draw", str(file))


@pytest.mark.parametrize(
    "archive",
    [
        {"format": "head-table-evening"},
        {"format": "head-table-evening", "ledger": [], "evening": 3, "head": ""},
    ],
)
def test_half_an_archive_holds_nothing(file: Path, archive: dict[str, Any]) -> None:
    ran = run("check_draw", written(file, archive))
    assert ran.status == 1
