"""`manage.py makemessages`: gathers every text for people, those of the games among them.

Django looks for calls of gettext. Here texts also stand in `game.toml` (labels) and `rulebook.md`, in the documents
of `games/shelf/` and as the templates of refusals; what pages show of them is looked up in the same message files.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

from games.catalogue import SHELF
from games.documents.document import Texts, from_toml, texts_of_rulebook
from games.documents.document import texts as texts_of_document
from games.rulebook import parse

LABELS: Final = "game.toml"
RULEBOOK: Final = "rulebook.md"
NOT_FOR_READERS: Final = frozenset({"name", "kind", "when", "under", "seats", "by_rule", "like"})
"""What a `game.toml` has beside the texts: keys whose values are names for programs, or a game's own name."""


def texts(path: Path) -> Texts:
    """The texts of a file of a game, each with its plural where it counts something."""
    written = path.read_text(encoding="utf-8")
    if path.name == LABELS:
        return ((text, None) for text in _strings(tomllib.loads(written)))
    if path.name == RULEBOOK:
        return ((text, None) for text in texts_of_rulebook(parse(written)))
    return texts_of_document(from_toml(path.stem, written))


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
        if not of_a_game(path):
            super().preprocess()
            return
        calls = [_call(*each) for each in texts(path)]
        Path(self.work_path).write_text("".join(calls), encoding="utf-8")


def _call(text: str, plural: str | None) -> str:
    words = [json.dumps(each, ensure_ascii=False) for each in (text, plural) if each is not None]
    return f"ngettext({', '.join(words)}, 0)\n" if plural else f"gettext_noop({words[0]})\n"


def of_a_game(path: Path) -> bool:
    return path.name in (LABELS, RULEBOOK) or (path.suffix == ".toml" and path.parent.name == SHELF.name)


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
            if Path(translatable.file).suffix in (".py", ".html") or of_a_game(Path(translatable.path))
        ]
