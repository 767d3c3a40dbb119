"""Who goes on with what somebody else began: substitutes take over tickets, and sometimes the lines of them."""

from __future__ import annotations

from collections.abc import Container, Mapping


def heirs_of(replaced: Mapping[str, str]) -> dict[str, str]:
    """For each who was replaced, the substitute; `replaced` says it the other way round."""
    return {before: substitute for substitute, before in replaced.items()}


def last_heir(one: str, heirs: Mapping[str, str]) -> str:
    """The last of those who went on, one after the other, with what somebody began; themselves where nobody did."""
    while one in heirs:
        one = heirs[one]
    return one


def holders(replaced: Mapping[str, str]) -> dict[str, str]:
    """For each ticket that changed hands, who holds it now; `replaced` as above."""
    heirs = heirs_of(replaced)
    return {ticket: last_heir(ticket, heirs) for ticket in heirs}


def line_of(player: str, heirs: Mapping[str, str], lines: Container[str]) -> str:
    """Whose line counts what a player does.

    Raises:
        ValueError: nobody's.
    """
    heir = last_heir(player, heirs)
    if heir not in lines:
        raise ValueError(f"{heir} has played or sat out and has no line")
    return heir
