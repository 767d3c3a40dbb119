"""Leagues, merges and federations are kept over REST by the web server's own role as well: the same tests again."""

import pytest

from tests.tournaments.league.api.test_keeping_leagues import (  # noqa: F401 - run again here
    test_a_season_of_evenings_by_rest_is_that_of_the_services,
    test_a_season_of_fixtures_by_rest_is_that_of_the_services,
    test_another_club_is_asked_agrees_and_leaves,
    test_whatever_else_is_done_to_a_season_of_fixtures,
)
from tests.tournaments.league.api.test_who_is_who import (  # noqa: F401 - run again here
    owl,
    test_a_federation_is_founded_joined_and_left,
    test_of_two_clubs_they_are_one_in_a_league_alone,
    test_one_person_by_word_of_both,
    two,
)

pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]
