"""Pages name their static files as they are: no test collects and hashes them first."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def static_files_by_their_own_names(settings: Any) -> None:
    """The plain storage in place of the one that looks hashed names up."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
