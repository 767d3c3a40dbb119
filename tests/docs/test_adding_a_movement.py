"""The page on adding a movement says all there is to do: its own movement passes every suite of movements."""

import re
from pathlib import Path
from typing import Final

import pytest

from tests.docs.page import Page, run_tests
from tournaments.movement.catalogue import MOVEMENTS

PAGE: Final = Page("adding_a_movement.md")
KNOWS: Final = re.compile(
    r"movement\.catalogue import .*\bMOVEMENTS\b|\bimport (?:.*, )?ways\b|\bMOVEMENTS\b.*movement_words"
)
NOT_OF_OTHERS: Final = f"carousel or not ({' or '.join(sorted(MOVEMENTS))})"
"""What asks about the movements that were there before is asked of them by `./run test`, in the same words."""
BESIDE: Final = ("tests/house/test_languages.py", "tests/tournaments/evening/web/desk/test_plan.py")
"""What goes through the movements without naming their catalogue: the texts, and the form of a plan."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return PAGE.followed(tmp_path_factory.mktemp("movement") / "house")


def suites(house: Path) -> list[str]:
    found = (path.relative_to(house) for path in house.glob("tests/**/test_*.py"))
    knowing = {
        str(path)
        for path in found
        if path.parts[1] not in ("browser", "docs") and KNOWS.search((house / path).read_text())
    }
    return sorted({*knowing, *BESIDE})


def test_a_movement_is_three_files_and_its_french() -> None:
    assert PAGE.paths == [
        "tournaments/evening/web/movement_words.py",
        "tournaments/locale/fr/LC_MESSAGES/django.po",
        "tournaments/movement/carousel.py",
        "tournaments/movement/catalogue.py",
    ]


@pytest.mark.services
def test_every_suite_that_knows_movements_passes_with_the_new_one(house: Path) -> None:
    found = suites(house)
    assert {"tests/golden/test_walks.py", "tests/tournaments/evening/services/test_every_movement.py"} < set(
        found
    )
    whole = [path for path in found if path.startswith(("tests/house/", "tests/tournaments/movement/"))]
    told = run_tests(house, "-rp", "-k", NOT_OF_OTHERS, *whole)
    told += run_tests(house, "-rp", "-k", "carousel", *found)
    people_come_and_go = re.findall(r"^PASSED .*/test_every_movement\.py::.*carousel", told, re.MULTILINE)
    assert len(people_come_and_go) == 1
