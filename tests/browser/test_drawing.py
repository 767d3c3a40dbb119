"""What happens where the browser itself fails, and draws a page no more."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.browser.chromium import DrawsNoMoreError, Visitors
from tests.browser.conftest import pytest_runtest_call


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


@pytest.mark.parametrize(
    ("is_drawn", "told"),
    [
        pytest.param(True, AssertionError, id="a page that is drawn: the failure is the test's own"),
        pytest.param(False, DrawsNoMoreError, id="a page without frames: the failure is the browser's"),
    ],
)
def test_a_failure_is_the_browsers_only_where_a_page_is_drawn_no_more(
    visitors: Visitors, is_drawn: bool, told: type[Exception]
) -> None:
    page = visitors.open("phone")
    if not is_drawn:
        page.add_init_script("window.requestAnimationFrame = () => 0")
    page.goto("/")
    item = cast("Any", SimpleNamespace(funcargs={"visitors": visitors}))
    running = pytest_runtest_call(item)
    next(running)
    with pytest.raises(told):
        running.throw(AssertionError("it failed"))
