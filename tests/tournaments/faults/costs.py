"""What an answer costs, told against honest work that this machine does then and there."""

import time

from games.catalogue import GAMES
from tests.tournaments.an_evening import a_hand

HONEST_HANDS = 2_000
"""As many as one request may bring."""
TIMES = 200
"""No answer costs this many times what the engine alone takes for those: the dearest that is known costs 45."""
CHEAP_SECONDS = 0.3
"""An answer that costs the processor no more than this needs no comparison on any machine."""


def check_share(began: float) -> None:
    """What this thread did since `began` (its own CPU seconds) is no more than one sender's share."""
    spent = time.thread_time() - began
    assert spent < CHEAP_SECONDS or spent < TIMES * _honest_work()


def _honest_work() -> float:
    """The CPU seconds that reading and scoring as many hands as one request may bring takes right now."""
    game, hand = GAMES["chantecler"], a_hand()
    began = time.thread_time()
    for _ in range(HONEST_HANDS):
        game.score(hand, game.defaults)
    return time.thread_time() - began
