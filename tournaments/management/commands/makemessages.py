"""`manage.py makemessages`: gathers every text for people, those of the games among them.

Django looks for calls of gettext. Here texts also stand in `game.toml` (labels) and `rulebook.md`, and as the
templates of refusals; what the pages show of them is looked up in the same message files.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

from games.rulebook import parse, passages

LABELS: Final = "game.toml"
RULEBOOK: Final = "rulebook.md"
NOT_FOR_READERS: Final = frozenset({"name", "kind", "when", "under", "seats", "by_rule", "like"})
"""What a `game.toml` has beside the texts: keys whose values are names for programs, or a game's own name."""


def texts(path: Path) -> Iterator[str]:
    written = path.read_text(encoding="utf-8")
    if path.name == LABELS:
        yield from _strings(tomllib.loads(written))
        return
    for paragraph in parse(written):
        yield from (paragraph.section, paragraph.title)
        for passage in passages(paragraph.text):
            yield from passage.texts


def _strings(node: Any) -> Iterator[str]:
    match node:
        case str():
            yield node
        case list():
            for item in node:
                yield from _strings(item)
        case dict():
            for key, value in node.items():
                if key not in NOT_FOR_READERS:
                    yield from _strings(value)


class BuildFile(makemessages.BuildFile):
    """A file on its way to xgettext; a game's texts are written as calls of gettext for that moment."""

    def preprocess(self) -> None:
        path = Path(self.path)
        if path.name not in (LABELS, RULEBOOK):
            super().preprocess()
            return
        calls = [f"gettext_noop({json.dumps(text, ensure_ascii=False)})\n" for text in texts(path)]
        Path(self.work_path).write_text("".join(calls), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = BuildFile
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=later",
        "--keyword=refuse:3",
        "--keyword=fault:3",
    ]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            locale=["fr"],
            extensions=["py,html,toml,md"],
            ignore_patterns=["tests", "benchmarks", "data", "docs"],
            add_location="file",
            no_obsolete=True,
        )

    def find_files(self, root: str) -> list[Any]:
        return [
            translatable
            for translatable in super().find_files(root)
            if Path(translatable.file).suffix in (".py", ".html") or translatable.file in (LABELS, RULEBOOK)
        ]
