"""Every address says whom it is for, and docs/rights.md tells it."""

from __future__ import annotations

from tests.house.the_guide import DOCS
from tests.house.the_rights import page, rights


def test_no_address_is_silent_of_whom_it_is_for() -> None:
    assert [right.address for right in rights() if not (right.look and right.change)] == []


def test_the_desk_is_for_officers_or_for_who_is_signed_in() -> None:
    open_to_all = [right for right in rights() if right.look == "everybody" or right.change == "everybody"]
    assert [right.address for right in open_to_all if right.address.startswith("/desk/")] == []


def test_the_page_of_the_rights_is_true() -> None:
    assert (DOCS / "rights.md").read_text() == page(), "python -m tests.house.the_rights > docs/rights.md"
