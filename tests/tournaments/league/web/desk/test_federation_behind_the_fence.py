"""What clubs of a federation do with each other, as the web server's own role: the same tests, behind the fence."""

from __future__ import annotations

import pytest

from tests.tournaments.league.web.desk.test_federation import (
    ann,
    neighbours,
    owls,
    test_a_bond_of_two_other_clubs_is_not_there,
    test_a_club_sees_nobody_of_another_but_whom_that_shows_to_everybody,
    test_a_federation_is_founded_and_a_club_comes_in_and_leaves,
    test_a_secretary_looks_and_an_owner_decides,
    test_an_invitation_is_declined_or_withdrawn,
    test_of_several_clubs_the_people_of_one_are_offered,
    test_one_club_asks_and_the_other_says_yes_or_ends_it,
    test_the_leading_club_lets_others_go_and_no_other_does,
    test_what_cannot_be_is_refused_and_says_so,
    test_whoever_chooses_nobody_is_told,
    test_whoever_is_a_player_of_both_says_so_and_takes_it_back,
    test_without_a_federation_the_page_leads_to_founding_one,
)

__all__ = [
    "ann",
    "neighbours",
    "owls",
    "test_a_bond_of_two_other_clubs_is_not_there",
    "test_a_club_sees_nobody_of_another_but_whom_that_shows_to_everybody",
    "test_a_federation_is_founded_and_a_club_comes_in_and_leaves",
    "test_a_secretary_looks_and_an_owner_decides",
    "test_an_invitation_is_declined_or_withdrawn",
    "test_of_several_clubs_the_people_of_one_are_offered",
    "test_one_club_asks_and_the_other_says_yes_or_ends_it",
    "test_the_leading_club_lets_others_go_and_no_other_does",
    "test_what_cannot_be_is_refused_and_says_so",
    "test_whoever_chooses_nobody_is_told",
    "test_whoever_is_a_player_of_both_says_so_and_takes_it_back",
    "test_without_a_federation_the_page_leads_to_founding_one",
]
pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]
