"""Static files under names that tell what is in them, the modules that a script imports included."""

from __future__ import annotations

import re
from typing import Final

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS: Final = re.compile(r"head_table/(css|js)/\w+(\.\w+)?\.(css|js)")
"""The files of this program, under their own names or with what is in them."""
COMMENTS: Final = re.compile(rb"(?ms)^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n")
"""Whole lines of comments, in styles and scripts."""


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """whitenoise's, which leaves imports of scripts alone; our own files go out without the comments on their lines.

    Comments are a fifth of what a phone would load, and for those who open the code.

    Django's own switch for imports takes every script of every package, and stops at one of django-htmx that imports
    what is not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
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

    def _save(self, name: str, content: File[bytes]) -> str:
        if OURS.fullmatch(name):
            content = ContentFile(COMMENTS.sub(b"", b"".join(content.chunks())))
        kept: str = super()._save(name, content)
        return kept
