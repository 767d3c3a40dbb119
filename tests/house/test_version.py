"""The number of the version: written once, and told alike wherever it is told."""

import re
import tomllib

from drf_spectacular.generators import SchemaGenerator

from tests.house.the_tree import ROOT, lines_with, texts

NUMBER: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_it_is_written_once_and_among_the_changes() -> None:
    ours = {path: text for path, text in texts().items() if path.parts[0] != "requirements"}
    found = lines_with(rf"(?<![\d.]){re.escape(NUMBER)}(?![\d.])", ours)
    assert [line.partition(":")[0] for line in found] == ["CHANGELOG.md", "pyproject.toml"]


def test_the_changes_begin_with_it() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == NUMBER


def test_the_description_of_the_rest_door_bears_it() -> None:
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    assert schema["info"]["version"] == NUMBER
