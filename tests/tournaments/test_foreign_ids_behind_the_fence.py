"""What belongs to another club is found at no address by the web server's own role either.

The same tests as `test_foreign_ids`, so that what is one's own is still found and still done.
"""

import pytest

from tests.tournaments.test_foreign_ids import (  # noqa: F401 - run again here
    mine,
    test_another_club_is_not_there,
    test_no_form_of_the_desk_makes_anybody_more_than_they_are,
    test_what_a_body_says_beside_it_is_refused_at_every_address,
    test_what_is_another_clubs_is_not_there_under_ones_own,
    theirs,
)

pytestmark = [pytest.mark.django_db, pytest.mark.services, pytest.mark.usefixtures("fence")]
