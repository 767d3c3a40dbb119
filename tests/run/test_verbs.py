"""The verbs as whoever types them meets them: what goes in and comes out, and with which status."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.run.the_script import ROOT, load, run, small_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return small_project(tmp_path / "a folder with spaces")


def test_manage_passes_arguments_input_output_and_status_on_unchanged(project: Path, tmp_path: Path) -> None:
    answer = run(project, "manage", "score", "--games", "a b", stdin='{"id": 1}', cwd=tmp_path)
    assert answer.returncode == 7
    assert answer.stdout == f'score|--games|a b|{{"id": 1}}|{tmp_path}\n'
    assert answer.stderr == ""


def test_the_data_folder_reaches_the_command_as_an_absolute_path_whoever_names_it(project: Path) -> None:
    (project / "manage.py").write_text(
        "import os; print(os.environ['HEAD_TABLE_DATA'], os.environ.get('HTTPS'))"
    )
    (project / ".env").write_text("# a note\nHEAD_TABLE_DATA='from file'\nHTTPS=1\n")
    assert run(project, "manage").stdout == f"{project / 'from file'} 1\n"
    assert run(project, "manage", HEAD_TABLE_DATA="given", HTTPS="0").stdout == f"{project / 'given'} 0\n"


def test_a_link_into_a_folder_without_a_club_is_refused_and_nothing_is_made(project: Path) -> None:
    commands = project / "tournaments" / "management" / "commands"
    commands.mkdir(parents=True)
    (commands / "sign_in_link.py").touch()
    answer = run(project, "manage", "sign_in_link", HEAD_TABLE_DATA="mistyped")
    assert answer.returncode == 1
    assert f"There is no club in {project / 'mistyped'}." in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not (project / "mistyped").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["tset"], "Did you mean test?", id="a slip of the finger"),
        pytest.param(["zzzz"], "See ./run help.", id="nothing like it"),
        pytest.param(["--port", "70000"], "from 1 to 65535", id="a port that cannot be"),
        pytest.param(["--port", "x"], "from 1 to 65535", id="a port that is no number"),
        pytest.param(["start", "--prt", "1"], "unrecognized", id="an unknown option"),
    ],
)
def test_what_it_does_not_know_it_refuses_with_status_2(
    project: Path, arguments: list[str], told: str
) -> None:
    answer = run(project, *arguments)
    assert answer.returncode == 2
    assert told in answer.stderr
    assert "Traceback" not in answer.stderr


def test_help_lists_every_verb(project: Path) -> None:
    answer = run(project, "help")
    assert answer.returncode == 0
    for verb in load().VERBS:
        assert f"  {verb} " in answer.stdout


def test_an_old_python_is_told_so_in_words() -> None:
    source = (ROOT / "run").read_text()
    ast.parse(source, feature_version=(3, 7))  # it must get as far as its first lines
    pretend = "import sys; sys.version_info = (3, 9, 6); sys.version = '3.9.6 (main)'; exec(sys.stdin.read())"
    answer = subprocess.run(
        [sys.executable, "-c", pretend], input=source, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    assert "needs Python 3.11 or newer on Linux or macOS; this is Python 3.9.6" in answer.stderr
    assert "Traceback" not in answer.stderr
