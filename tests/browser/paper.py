"""The evening on paper: what a careful secretary works out from the hands and the seats alone.

Nothing here uses the program; it is there to agree with.
"""

from collections import Counter
from typing import Any, Final

WORTH: Final = {"five": 5, "three": 3, "one": 1, "chantecler": 2, "pheasant": 1, "peacock": 1, "owl": 1}
Hand = dict[str, Any]


def hand(bidder: int, bid: int, takes: str, *, rest: str, trump: str = "hen") -> Hand:
    """A hand in which the bidder's couple takes the counters named in `takes`, and `rest` has the others."""
    couple = "AB"[(bidder - 1) % 2]
    taken = {name: couple if name in takes.split() else rest for name in WORTH}
    return {"bidder": bidder, "bid": bid, "trump": trump, "counters": taken}


def sweep(bidder: int) -> Hand:
    return hand(bidder, 10, " ".join(WORTH), rest="A")


LEVEL: Final = hand(1, 7, "five one pheasant", rest="B", trump="duck")
"""Seven points to either couple."""
SET: Final = hand(2, 9, "three owl", rest="A", trump="turkey")
"""Couple B bids nine and takes four."""
THROWN_AWAY: Final = hand(3, 6, "five chantecler", rest="B-discard", trump="goose")
"""Couple B has thrown counters away: they go to the bidders."""


def score(entered: Hand) -> tuple[int, int]:
    """The points of couples A and B, by the page of rules in the secretary's drawer."""
    mine = "AB"[(entered["bidder"] - 1) % 2]
    other = "B" if mine == "A" else "A"
    got = Counter({"A": 0, "B": 0})
    for name, where in entered["counters"].items():
        couple, _, discarded = where.partition("-")
        if not discarded:
            got[couple] += WORTH[name]
        elif couple == other:
            got[mine] += WORTH[name]
    if got[mine] < entered["bid"]:
        got[mine] = -entered["bid"]
    return got["A"], got["B"]
