"""People of a club; who met at an evening, with a fixture that it may give a result to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.conftest import START
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.services import entrants
from tournaments.league.services.entrants import WantedEntrant


def known(club: Club, *names: str) -> list[Player]:
    return [clubs.add_player(club=club, name=name, at=START) for name in names]


def seated(evening: AnEvening) -> list[Player]:
    """Who sat at the first table in the first round, by their seats."""
    seats = evening.evening.rounds.get(number=1).seats.filter(table_round__table__number=1)
    return [seat.ticket.player for seat in seats.order_by("seat")]


def met(evening: AnEvening, seats: Sequence[int] = (0, 1), **rules: Any) -> AContest:
    """A season of those who sat in these seats, its fixtures made."""
    made = AContest.made(evening.evening.club, (0,), at=START, until="draft", **rules)
    there = seated(evening)
    made.act(entrants.enter, entries=[WantedEntrant([there[seat]]) for seat in seats])
    made.act(acts.Open())
    made.act(acts.MakeFixtures())
    return made


def play_out(evening: AnEvening) -> None:
    """From the first round to the published results."""
    for step in STEPS[STEPS.index("bell") :]:
        evening.step_to(step)
