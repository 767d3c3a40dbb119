from tests.tournaments.an_evening import a_hand
from tests.tournaments.api.callers import *
from tests.tournaments.api.conftest import *
from tests.tournaments.conftest import *


def test_x(desk, playing):
    for number in (0, 77, 10**9, 10**30):
        r = desk.hand(address(playing, number), a_hand())
        print(number, r.status_code, r.content[:200])
