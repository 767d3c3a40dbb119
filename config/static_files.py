"""Static files under names that tell what is in them, the modules that a script imports included."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """whitenoise's, which leaves imports of scripts alone.

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
