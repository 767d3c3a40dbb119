"""The pages on adding a page and an act: their files, put into a copy of the project, are taken in by every suite."""

from pathlib import Path
from typing import Final

import pytest

from tests.docs.page import Page, run_tests

PAGES: Final[dict[str, tuple[list[str], tuple[str, ...]]]] = {
    "adding_a_page.md": (
        [
            "templates/public/sit_outs.html",
            "tests/tournaments/evening/web/public/test_sit_outs.py",
            "tournaments/evening/web/public/sit_outs.py",
            "tournaments/web_urls.py",
        ],
        ("tests/tournaments/evening/web/public/test_sit_outs.py", "tests/house/test_order.py"),
    ),
    "adding_an_act.md": (
        [
            "tests/tournaments/evening/test_status.py",
            "tests/tournaments/evening/web/desk/test_remarks.py",
            "tournaments/evening/acts/remark.py",
        ],
        (
            "tests/tournaments/evening/web/desk/test_remarks.py",
            "tests/tournaments/evening/test_status.py",
            "tests/tournaments/evening/services/test_not_now.py",
            "tests/tournaments/evening/services/test_perform.py",
            "tests/tournaments/evening/web/desk/test_ledger_lines.py",
            "tests/tournaments/evening/api/test_schema.py",
            "tests/golden/test_walks.py::test_the_sample_holds_every_act_every_game_and_every_movement",
        ),
    ),
}
"""What each page makes or changes, and the suites that go through all there are; not those that ask for French."""


@pytest.mark.services
@pytest.mark.parametrize("name", PAGES)
def test_what_the_page_says_is_done_and_passes_every_suite(tmp_path: Path, name: str) -> None:
    page, (paths, suites) = Page(name), PAGES[name]
    assert page.paths == paths
    assert "passed" in run_tests(page.followed(tmp_path / "house"), *suites)
