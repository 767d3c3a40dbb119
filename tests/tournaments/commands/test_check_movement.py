"""`check_movement`: anybody can count a movement, and find out what a certificate claims falsely."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError

from tests.tournaments.commands.a_command import run
from tournaments.movement.exchange import as_csv, read_text

TEXT = "1-2-3-4 5-6-7-8\n1-5-2-6 3-7-4-8\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "movement"


@pytest.mark.parametrize("text", [TEXT, as_csv(read_text(TEXT))], ids=["text", "CSV"])
def test_a_movement_is_summed_up(file: Path, text: str) -> None:
    file.write_text(text)
    told, complained, status = run("check_movement", str(file))
    assert (complained, status) == ("", 0)
    first, *lines = told.splitlines()
    assert first == "8 players, 2 rounds, tables of 4, couples (seats 1+3 and 2+4)"
    table = {line[:24].strip(): line[24:].split() for line in lines}
    assert table["meetings"] == ["0", "2", "0.86", "1.14", "0.49"]
    assert table["repeated partnerships"][:3] == ["0", "0", "0"]
    assert table["repeated meetings"][:3] == ["4", "4", "0"]
    assert table["never met"][:3] == ["8", "8", "0"]


def test_tables_of_four_can_be_without_partners_and_somebody_may_sit_out(file: Path) -> None:
    file.write_text(TEXT)
    told, _, _ = run("check_movement", str(file), "--alone", "--players", "9")
    assert told.startswith("9 players, 2 rounds, tables of 4, everybody alone\n")


def test_a_certificate_is_counted_again(file: Path) -> None:
    file.write_text(TEXT)
    certificate, _, _ = run("check_movement", str(file), "--json")
    told, complained, status = run("check_movement", "-", "--json", sent=certificate.encode())
    assert (told, complained, status) == (certificate, "", 0)


def test_a_false_claim_is_named_and_the_command_leaves_with_1(file: Path) -> None:
    file.write_text(TEXT)
    certificate, _, _ = run("check_movement", str(file), "--json")
    data = json.loads(certificate)
    data["summary"]["repeated_meetings"] = 0
    file.write_text(json.dumps(data))
    _, complained, status = run("check_movement", str(file))
    assert status == 1
    assert complained == "summary.repeated_meetings: the file says 0; counted from the seats: 4\n"


def test_faulty_seats_are_named_and_the_command_leaves_with_1(file: Path) -> None:
    file.write_text("1-2-3-4 5-6-7-1\n")
    told, complained, status = run("check_movement", str(file))
    assert (told, status) == ("", 1)
    assert "line 1, table 2, seat 4: player 1 is there already" in complained


def test_a_certificate_of_faulty_seats_has_no_bounds(file: Path) -> None:
    file.write_text(TEXT)
    data = json.loads(run("check_movement", str(file), "--json")[0])
    data["rounds"][0]["tables"][0][0] = "5"
    file.write_text(json.dumps(data))
    told, complained, status = run("check_movement", str(file))
    assert status == 1
    assert "round 1, table 2: 5 is there for the second time" in complained
    assert "The seats are faulty: no bounds." in told


@pytest.mark.parametrize(
    "data", [None, b"\xff", b"{", b"{" * 100_000], ids=["no file", "no text", "half", "deep"]
)
def test_what_cannot_be_read_is_refused_by_name(file: Path, data: bytes | None) -> None:
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(CommandError, match=r"cannot be read|is not UTF-8|is no JSON"):
        run("check_movement", str(file))
