"""The deal passes to the left, from whoever is known to have dealt."""

from typing import Any

import pytest

from games.dealing import deals_next

PLAYED: Any = {"bidder": 1}
VOID: Any = None


def dealt(seat: int) -> Any:
    return {"dealer": seat}


@pytest.mark.parametrize(
    ("hands", "seats", "first", "dealer"),
    [
        pytest.param([], 4, None, None, id="before the first hand nobody knows"),
        pytest.param([], 4, 3, 3, id="or the one who deals first"),
        pytest.param([PLAYED], 4, None, None, id="nobody was noted"),
        pytest.param([dealt(2)], 4, None, 3, id="after the dealer, their left"),
        pytest.param([dealt(4)], 4, None, 1, id="round the table"),
        pytest.param([dealt(2)], 2, None, 1, id="by turns at a table of two"),
        pytest.param([dealt(2), PLAYED, PLAYED], 4, None, 1, id="hand by hand"),
        pytest.param([PLAYED, PLAYED], 5, 4, 1, id="from the one who dealt first"),
        pytest.param([PLAYED, dealt(1), PLAYED], 4, 3, 3, id="the last that was noted decides"),
        pytest.param([dealt(2), {"dealer": 3, "passed_out": True}], 4, None, 4, id="also when all passed"),
        pytest.param([dealt(2), VOID], 4, None, 3, id="a void deal is dealt again"),
    ],
)
def test_the_deal_passes_on(hands: list[Any], seats: int, first: int | None, dealer: int | None) -> None:
    assert deals_next(hands, seats, first) == dealer
