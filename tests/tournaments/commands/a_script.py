"""An evening script whose outcome can be worked out on paper: thirteen players, a bell, a cut, two rounds."""

from copy import deepcopy
from typing import Any

from tests.tournaments.an_evening import a_hand

A_14 = a_hand(1, 5, "A")
B_14 = a_hand(2, 5, "B")
Script = dict[str, Any]


def hand(table: int, of: dict[str, Any]) -> dict[str, Any]:
    return {"table": table, "hand": deepcopy(of)}


def script() -> Script:
    """A fresh copy: table 1 rings in the first round, the second ends by time with table 2 level at nothing."""
    return {
        "evening": {
            "name": "Friday progressive",
            "date": "2026-11-20",
            "game": "chantecler",
            "house_rules": {"target": 42},
            "movement": "progressive",
            "movement_options": {"head_table": "keep", "couples": "any"},
        },
        "players": [
            {"id": f"p{number}", "name": f"Player {number}", "ticket": ("blue", "red")[number % 2]}
            for number in range(1, 14)
        ],
        "start": [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"], ["p9", "p10", "p11", "p12"]],
        "rounds": [
            {
                "hands": [hand(2, A_14), hand(1, A_14), hand(3, B_14), hand(1, A_14), hand(1, A_14)],
                "cuts": [],
            },
            {"hands": [hand(1, A_14), hand(3, B_14)], "cuts": [{"table": 2, "winner": "B"}]},
        ],
    }


OUTCOME = {
    "rounds": [
        {
            "seating": [["p1", "p2", "p3", "p4"], ["p5", "p6", "p7", "p8"], ["p9", "p10", "p11", "p12"]],
            "sitting_out": ["p13"],
            "scores": [[42, 0], [14, 0], [0, 14]],
            "bell": 1,
            "winners": ["A", "A", "B"],
        },
        {
            "seating": [["p1", "p5", "p3", "p7"], ["p8", "p6", "p10", "p12"], ["p9", "p13", "p2", "p4"]],
            "sitting_out": ["p11"],
            "scores": [[14, 0], [0, 0], [0, 14]],
            "bell": None,
            "winners": ["A", "B", "B"],
        },
    ],
    "next_seating": [["p1", "p6", "p3", "p12"], ["p8", "p10", "p13", "p4"], ["p9", "p11", "p5", "p7"]],
    "next_sitting_out": ["p2"],
    "standings": [
        {"player": "p1", "played": 2, "won": 2, "place": 1},
        {"player": "p3", "played": 2, "won": 2, "place": 1},
        {"player": "p12", "played": 2, "won": 2, "place": 1},
        {"player": "p4", "played": 2, "won": 1, "place": 4},
        {"player": "p5", "played": 2, "won": 1, "place": 4},
        {"player": "p6", "played": 2, "won": 1, "place": 4},
        {"player": "p7", "played": 2, "won": 1, "place": 4},
        {"player": "p10", "played": 2, "won": 1, "place": 4},
        {"player": "p13", "played": 1, "won": 1, "place": 4},
        {"player": "p2", "played": 2, "won": 0, "place": 10},
        {"player": "p8", "played": 2, "won": 0, "place": 10},
        {"player": "p9", "played": 2, "won": 0, "place": 10},
        {"player": "p11", "played": 1, "won": 0, "place": 10},
    ],
}
"""Worked out by hand from the movement's rules; see each name: the command must say exactly this."""
