"""Whatever a test of the services does at an evening, rows and ledger agree when it is over."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tournaments.evening.models import Evening
from tournaments.publishing.publish import check_rows

Checked = list[tuple[AnEvening, int]]


@pytest.fixture
def checked() -> Checked:
    """The evenings whose rows are checked in the end; a test that spoils rows by hand clears it."""
    return []


@pytest.fixture
def make_evening(make_evening: Make, checked: Checked) -> Iterator[Callable[..., AnEvening]]:
    """As everywhere; of each evening at which something was done, the rows are checked in the end."""

    def make(*arguments: Any, **settings: Any) -> AnEvening:
        evening = make_evening(*arguments, **settings)
        checked.append((evening, evening.evening.ledger_length))
        return evening

    yield make
    for evening, length in checked:
        now = Evening.objects.get(pk=evening.evening.pk)
        assert now.ledger_length == length or check_rows(now) == []
