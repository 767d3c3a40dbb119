"""A whole evening in real browsers: fourteen people, three rounds, four phones, a desk and a wall."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.chromium import Visitors
from tests.browser.ending import TheEvening
from tests.browser.evening import Rounds
from tests.browser.house import House
from tests.browser.paper import LEVEL, NOBODY, SET, THROWN_AWAY, sweep
from tournaments.publishing.verdict import findings

FIRST: Rounds = {1: [THROWN_AWAY, SET], 2: [sweep(1)] * 3, 3: [LEVEL]}
SECOND: Rounds = {1: [LEVEL, LEVEL], 2: [NOBODY, SET], 3: [sweep(4)] * 3}
LAST: Rounds = {1: [sweep(2), SET, sweep(4), sweep(2), sweep(4)], 2: [THROWN_AWAY], 3: [SET]}
LATE = THROWN_AWAY


def test_from_the_open_doors_to_the_published_page(
    visitors: Visitors, house: House, record_property: Callable[[str, object], None]
) -> None:
    evening = TheEvening(visitors, house)
    evening.sign_in()
    evening.make()
    evening.let_in()
    evening.draw()
    evening.take_cards()

    evening.start()
    evening.play(FIRST)
    evening.ring(2)
    evening.cut(3, "A")
    evening.close()
    evening.move(swap=True)
    evening.my_own_move(3)

    evening.start()
    evening.play(SECOND)
    evening.ring(3)
    evening.enter_late(2, LATE)
    evening.cut_by_seed(1)
    evening.close()
    evening.move(swap=False)

    evening.start()
    evening.play(LAST)
    evening.ring_at_the_desk(1)
    evening.close()

    evening.finish()
    evening.publish()
    archive = evening.read()
    assert findings(archive) == []
    assert (
        house.manage("rebuild", "--check", "--evening", evening.address.removeprefix(f"{house.url}/c/")) == ""
    )

    told = ", ".join(f"{seconds:.2f}" for seconds in evening.bells)
    record_property("seconds from the bell to each screen", told)
    print(f"\nFrom the bell to each screen: {told} s; the slowest {max(evening.bells):.2f} s")  # noqa: T201
