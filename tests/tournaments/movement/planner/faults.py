"""The parts of what a plan costs that people call a fault in it."""

from __future__ import annotations

from tournaments.movement.planner.board import Cost

NONE = (0, 0, 0, 0)


def faults(cost: Cost) -> tuple[int, int, int, int]:
    """Wishes not kept, sit-outs too many, partnerships repeated, meetings crowded."""
    return cost.forbidden, cost.sit_outs, cost.partners, cost.crowded
