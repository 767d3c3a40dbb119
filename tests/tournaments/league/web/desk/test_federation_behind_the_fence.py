"""What clubs of a federation do with each other, as the web server's own role: the same tests, behind the fence."""

from __future__ import annotations

import pytest

from tests.tournaments.league.web.desk.test_federation import (
    owls,
    test_a_federation_is_founded_and_a_club_comes_in_and_leaves,
    test_a_secretary_looks_and_an_owner_decides,
    test_an_invitation_is_declined_or_withdrawn,
    test_the_leading_club_lets_others_go_and_no_other_does,
    test_what_cannot_be_is_refused_and_says_so,
)

__all__ = [
    "owls",
    "test_a_federation_is_founded_and_a_club_comes_in_and_leaves",
    "test_a_secretary_looks_and_an_owner_decides",
    "test_an_invitation_is_declined_or_withdrawn",
    "test_the_leading_club_lets_others_go_and_no_other_does",
    "test_what_cannot_be_is_refused_and_says_so",
]
pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]
