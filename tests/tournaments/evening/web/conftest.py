"""Pages name their static files as they are: no test collects and hashes them first."""

import pytest


@pytest.fixture(autouse=True)
def plain_static_files(static_files_by_their_own_names: None) -> None:
    """On every page."""
