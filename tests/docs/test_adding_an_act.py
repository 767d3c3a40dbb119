"""The page on adding an act: its files, put into a copy of the project, make an act that every suite takes in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.docs.page import Page, run_tests

PAGE: Final = Page("adding_an_act.md")
KNOW_ACTS: Final = (
    "tests/tournaments/evening/services/test_remarks.py",
    "tests/tournaments/evening/test_status.py",
    "tests/tournaments/evening/services/test_not_now.py",
    "tests/tournaments/evening/services/test_perform.py",
    "tests/tournaments/evening/web/desk/test_ledger_lines.py",
    "tests/tournaments/evening/api/test_schema.py",
    "tests/golden/test_walks.py::test_the_sample_holds_every_act_every_game_and_every_movement",
)
"""The suites that go through all acts by themselves, a door each; not those that ask for French."""


@pytest.mark.services
def test_the_act_of_the_page_is_made_and_every_suite_that_knows_acts_takes_it_in(tmp_path: Path) -> None:
    assert PAGE.paths == [
        "tests/tournaments/evening/services/test_remarks.py",
        "tests/tournaments/evening/test_status.py",
        "tournaments/evening/acts/remark.py",
    ]
    house = PAGE.followed(tmp_path / "house")
    assert "passed" in run_tests(house, *KNOW_ACTS)
