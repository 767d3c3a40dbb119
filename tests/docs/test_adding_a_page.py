"""The page on adding a page: its files, put into a copy of the project, make a page that every reader can have."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.docs.page import Page, run_tests

PAGE: Final = Page("adding_a_page.md")


@pytest.mark.services
def test_the_page_of_the_page_is_made_and_passes_its_tests(tmp_path: Path) -> None:
    assert PAGE.paths == [
        "templates/public/sit_outs.html",
        "tests/tournaments/evening/web/public/test_sit_outs.py",
        "tournaments/evening/web/public/sit_outs.py",
        "tournaments/web_urls.py",
    ]
    house = PAGE.followed(tmp_path / "house")
    told = run_tests(
        house, "tests/tournaments/evening/web/public/test_sit_outs.py", "tests/house/test_order.py"
    )
    assert "passed" in told
