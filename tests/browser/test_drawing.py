"""What happens where the browser itself fails, and draws a page no more."""

import pytest

from tests.browser.chromium import Visitors


def test_a_test_whose_page_is_drawn_no_more_is_begun_again(
    visitors: Visitors, request: pytest.FixtureRequest
) -> None:
    is_first = request.node.execution_count == 1
    page = visitors.open("phone")
    if is_first:
        page.add_init_script("window.requestAnimationFrame = () => 0")
    page.goto("/")
    assert bool(visitors.draws_no_more()) is is_first
    assert not is_first
