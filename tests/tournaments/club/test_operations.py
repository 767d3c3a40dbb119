"""What an address is declared wrongly with is refused when the program starts, not when somebody asks."""

from collections.abc import Callable
from typing import Any

import pytest

from tournaments.club.api.operations import CLUB, Address
from tournaments.club.reads.members import Club
from tournaments.club.roles import Role
from tournaments.club.services.audit import command
from tournaments.site.api.answers import Answer
from tournaments.site.arguments import provides


def nobody_knows(club: Club, player: int) -> None: ...
def nothing_is_checked(club: str) -> None: ...
@command(needs=Role.OWNER)
def sell(club: Club) -> None: ...
def another_club(club: str) -> Club: ...  # type: ignore[empty-body]  # it is never asked


@pytest.mark.parametrize(
    ("declare", "says"),
    [
        (lambda: Address(CLUB, "club").get()(nobody_knows), "where does “player” come from"),
        (lambda: Address(CLUB, "club").post()(nothing_is_checked), "nothing checks whether somebody may"),
        (lambda: provides(another_club), "is found by"),
        (lambda: Address(CLUB, "club", needs=Role.SECRETARY).runs("post", sell, Answer), "needs more than"),
    ],
)
def test_a_wrong_declaration_is_refused_at_the_start(declare: Callable[[], Any], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        declare()
