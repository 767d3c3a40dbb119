"""People of a club, who met at an evening with a fixture it may decide, and clubs in a federation."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tests.tournaments.a_contest import AContest
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.conftest import START
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs
from tournaments.league import acts
from tournaments.league.models import Federation, FederationClub
from tournaments.league.services import entrants, federations
from tournaments.league.services.entrants import WantedEntrant
from tournaments.league.services.federations import NewFederation


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


BY: dict[str, Any] = {"by": "user:1", "at": START}


def a_club(name: str, owner: User | None = None) -> Club:
    return clubs.make_club(name=name, director=owner, time_zone="UTC", at=START)


def joined(host: Club, club: Club, *, at: datetime = START) -> FederationClub:
    """The club, asked into the federation that `host` leads and in it."""
    row = federations.ask(host=host, club=club, by="user:1", at=at)
    federations.agree(asked=row, by="user:2", at=at)
    row.refresh_from_db()
    return row


def a_federation(host: Club, others: Sequence[Club] = (), name: str = "Card Union") -> Federation:
    """A federation of these clubs, which the first leads."""
    made = federations.create(club=host, new=NewFederation(name=name), **BY).federation
    for club in others:
        joined(host, club)
    return made
