"""Who is one person in two clubs, asked as the web server's own role: the same tests, behind the fence."""

from __future__ import annotations

import pytest

from tests.tournaments.league.web.desk.test_bonds import (
    ann,
    owls,
    test_a_bond_of_two_other_clubs_is_not_there,
    test_a_club_sees_nobody_of_another_but_whom_that_shows_to_everybody,
    test_of_several_clubs_the_people_of_one_are_offered,
    test_one_club_asks_and_the_other_says_yes_or_ends_it,
    test_whoever_chooses_nobody_is_told,
    test_whoever_is_a_player_of_both_says_so_and_takes_it_back,
    test_without_a_federation_the_page_leads_to_founding_one,
)

__all__ = [
    "ann",
    "owls",
    "test_a_bond_of_two_other_clubs_is_not_there",
    "test_a_club_sees_nobody_of_another_but_whom_that_shows_to_everybody",
    "test_of_several_clubs_the_people_of_one_are_offered",
    "test_one_club_asks_and_the_other_says_yes_or_ends_it",
    "test_whoever_chooses_nobody_is_told",
    "test_whoever_is_a_player_of_both_says_so_and_takes_it_back",
    "test_without_a_federation_the_page_leads_to_founding_one",
]
pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]
