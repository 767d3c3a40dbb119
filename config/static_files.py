"""Static files under names that tell what is in them, the modules that a script imports included; some joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, Final

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS: Final = re.compile(r"head_table/(css|js)/\w+(\.\w+)?\.(css|js)")
"""The files of this program, under their own names or with what is in them."""
JOINED: Final = {
    "head_table/css/house.css": (
        *("tokens", "base", "controls", "pieces", "cards"),
        *("screens", "entry", "agree", "player"),
    ),
    "head_table/js/entry.js": ("chips", "pad", "sum", "form"),
    "head_table/js/table.js": ("hand", "saving", "marks", "agree", "bell"),
}
"""What goes out as one file, in this order: a phone that scans a card for the first time asks for few."""
COMMENTS: Final = re.compile(rb"(?ms)^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n")
"""Whole lines of comments, in styles and scripts."""


class StaticFiles(StaticFilesConfig):
    """Gathers no more than is served: of two viewers of the API's description one, and no maps.

    Maps are for those who develop the viewers, and more than all else together.
    """

    ignore_patterns = (*StaticFilesConfig.ignore_patterns, "*.map", "redoc")


def _without_maps(converters: tuple[str | tuple[str, str], ...]) -> tuple[str | tuple[str, str], ...]:
    return tuple(
        each for each in converters if "sourceMappingURL" not in (each if isinstance(each, str) else each[0])
    )


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """whitenoise's, which leaves imports of scripts alone; our own files go out without the comments on their lines.

    Comments are a fifth of what a phone would load, and for those who open the code.

    Django's own switch for imports takes every script of every package, and stops at one of django-htmx that imports
    what is not there.
    """

    patterns = (
        *((files, _without_maps(each)) for files, each in CompressedManifestStaticFilesStorage.patterns),
        (
            "head_table/js/*.js",
            (
                (
                    r'(?m)^(?P<matched>(?P<what>import .*) from "(?P<url>\./\w+\.js)";)$',
                    '%(what)s from "%(url)s";',
                ),
            ),
        ),
    )

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        for name, parts in JOINED.items():
            sources = [str(PurePosixPath(name).with_stem(part)) for part in parts]
            if paths.keys() >= set(sources) and not dry_run:
                texts = [storage.open(path).read() for storage, path in map(paths.__getitem__, sources)]
                self.delete(name)
                self._save(name, ContentFile(b"\n".join(texts)))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)

    def _save(self, name: str, content: File[bytes]) -> str:
        if OURS.fullmatch(name):
            content = ContentFile(COMMENTS.sub(b"", b"".join(content.chunks())))
        kept: str = super()._save(name, content)
        return kept
