"""What docs/deploying/ holds can be used: units and compose files start what ./run starts, and say nothing untrue."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house.the_tree import ROOT
from tests.run.the_script import load

FOLDER = ROOT / "docs" / "deploying"
UNITS = sorted(path.name for path in FOLDER.glob("head-table*.*"))
HERE = "/opt/head-table"


def lines(unit: str, key: str) -> list[str]:
    """The values of a key of a unit, as systemd reads them."""
    text = (FOLDER / unit).read_text()
    return [value.replace("%%", "%") for value in re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)]


def started_by(unit: str) -> list[str]:
    (line,) = lines(unit, "ExecStart")
    return shlex.split(line)[1:]


def compose(name: str) -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text())["services"]
    return services


def test_units_and_containers_start_what_the_supervisor_starts() -> None:
    services = compose("compose.yaml")
    for unit, name in (("web", "web"), ("worker@", "worker"), ("beat", "beat")):
        for verb in (started_by(f"head-table-{unit}.service")[0], services[name]["command"][1]):
            assert verb == name in load().VERBS


@pytest.mark.parametrize(
    ("arguments", "becomes"),
    [
        (
            ["web", "--port", "8001", "--host", "127.0.0.1"],
            ["web", "--host", "127.0.0.1", "--port", "8001", "--workers", "1"],
        ),
        (["worker", "-Q", "slow"], ["worker", "-Q", "slow"]),
        (["beat"], ["beat", "--data"]),
    ],
)
@pytest.mark.parametrize("status", [0, 1])
def test_a_part_of_a_server_starts_on_a_database_of_its_version_only(
    arguments: list[str], becomes: list[str], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, started = load(), list[str]()
    monkeypatch.setenv("HEAD_TABLE_DATA", str(tmp_path))
    for name in ("set_up", "collect_static"):
        monkeypatch.setattr(script, name, lambda *_: None)
    monkeypatch.setattr(script, "call", lambda *command: status)
    monkeypatch.setattr(script, "become", lambda _script, *words: started.extend(words))
    if status:
        with pytest.raises(SystemExit):
            script.main(arguments)
    else:
        script.main(arguments)
    assert started[: len(becomes)] == ([] if status else becomes)


def test_the_board_shows_figures_that_there_are() -> None:
    told = set(re.findall(r"\bhead_table_\w+", (ROOT / "tournaments/operations/metrics.py").read_text()))
    asked = set(re.findall(r"\bhead_table_\w+", (FOLDER / "grafana.json").read_text()))
    assert {re.sub("_(total|bucket)$", "", name) for name in asked} == told


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.endswith(".service")])
def test_every_program_of_a_unit_is_there(unit: str) -> None:
    for line in (line for key in ("ExecStartPre", "ExecStart") for line in lines(unit, key)):
        program = shlex.split(line)[0]
        found = program.startswith(f"{HERE}/.venv/") or shutil.which(program.replace(HERE, str(ROOT)))
        assert found, program


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.endswith(".service") and "backup" not in unit]
)
def test_what_dies_is_started_again_soon_for_ever_and_leaves_nobody_behind(unit: str) -> None:
    assert lines(unit, "Restart") == ["always"]
    assert lines(unit, "RestartSec") == ["1"]
    assert lines(unit, "StartLimitIntervalSec") == ["0"]
    assert lines(unit, "KillMode") == ["mixed"], "the group is ended with its first process"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = (FOLDER / unit).read_text()
        (tmp_path / unit).write_text(
            text.replace(f"{HERE}/.venv", str(ROOT / ".venv")).replace(HERE, str(ROOT))
        )
    files = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["compose.yaml", "compose.embedded.yaml"])
def test_what_a_container_mounts_depends_on_and_builds_is_there(name: str) -> None:
    whole = yaml.safe_load((FOLDER / name).read_text())
    volumes = set(whole["volumes"])
    for service in whole["services"].values():
        assert {told.partition(":")[0] for told in service.get("volumes", [])} <= volumes
        assert set(service.get("depends_on", {})) <= set(whole["services"])
        assert service["restart"] in {"always", "on-failure"}
        if "build" in service:
            assert (FOLDER / service["build"]["context"] / service["build"]["dockerfile"]).is_file()


def test_a_container_is_told_of_settings_that_there_are() -> None:
    documented = re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert set(compose("compose.yaml")["web"]["environment"]) <= set(documented)


def test_every_unit_is_named_in_the_guide() -> None:
    guide = (ROOT / "docs" / "deploying.md").read_text()
    assert [unit for unit in UNITS if unit not in guide] == []
