"""Every address says whom it is for."""

from tests.house.the_rights import rights


def test_no_address_is_silent_of_whom_it_is_for() -> None:
    assert [right.address for right in rights() if not (right.look and right.change)] == []


def test_the_desk_is_for_officers_or_for_who_is_signed_in() -> None:
    open_to_all = [right for right in rights() if right.look == "everybody" or right.change == "everybody"]
    assert [right.address for right in open_to_all if right.address.startswith("/desk/")] == []
