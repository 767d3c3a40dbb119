"""In every evening small enough to try all plans, the planner finds one that is as good as any.

Up to nine players and four rounds. Those of which brute force takes longer than a moment were tried by hand.
"""

import pytest

from tests.tournaments.movement.planner.brute_force import best
from tournaments.movement.interface import Tables
from tournaments.movement.planner import plan
from tournaments.movement.planner.board import cost, limits
from tournaments.movement.planner.task import Task

FOURS = Tables((4,), partnership=True)
ALONE = Tables((4,))
THREES_AND_FOURS = Tables((3, 4), preferred_size=4)
THREES = Tables((3,))
PAIRS = Tables((2,))

CASES = [
    *((players, rounds, FOURS) for players in (4, 5) for rounds in (1, 2, 3, 4)),
    *((players, rounds, FOURS) for players in (6, 7, 8, 9) for rounds in (1, 2)),
    (6, 3, FOURS),
    *((players, rounds, ALONE) for players in (5, 6, 7, 8) for rounds in (1, 2, 3)),
    *((players, rounds, THREES_AND_FOURS) for players in (6, 7, 8, 9) for rounds in (1, 2)),
    *((players, rounds, THREES) for players in (5, 6, 7) for rounds in (1, 2, 3)),
    *((players, rounds, PAIRS) for players in (4, 5, 6) for rounds in (1, 2, 3)),
]


def in_words(case: object) -> str:
    """The sizes of the tables of a game, and everything else as it is."""
    if isinstance(case, Tables):
        return " or ".join(map(str, case.allowed)) + (" with partners" if case.partnership else "")
    return str(case)


@pytest.mark.parametrize(("players", "rounds", "tables"), CASES, ids=in_words)
def test_no_plan_has_better_sit_outs_partners_or_meetings(players: int, rounds: int, tables: Tables) -> None:
    task = Task(players, rounds, tables)
    most = limits(task)
    found = cost(task, plan(task, seed="small", moves=40_000))
    assert (found.sit_outs, found.partners, found.crowded, found.meetings) == best(
        players,
        rounds,
        tables.sizes(players),
        partnership=tables.partnership,
        met_limit=most.meetings,
        opposed_limit=most.opponents,
    )
