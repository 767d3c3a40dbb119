"""The rows. Facts and constraints only: every write is a service, every read a query."""

from tournaments.models.access import (
    ApiToken,
    PlayerLink,
    ServerKey,
    SignInLink,
    TableDevice,
    TableLink,
    WrongGuesses,
)
from tournaments.models.calls import DirectorCall
from tournaments.models.evenings import Evening, Round, Seat, Table, TableRound, Ticket
from tournaments.models.fixtures import Division, Entrant, EntrantMember, Fixture
from tournaments.models.leagues import (
    CategoryMember,
    League,
    LeagueClub,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.models.ledger import Hand, LedgerEntry
from tournaments.models.outbox import Heartbeat, Job
from tournaments.models.people import Club, HouseRules, Officer, Player, User
from tournaments.models.persons import PersonMerge, RatingPoint
from tournaments.models.rehearsals import Rehearsal
from tournaments.models.results import Publication, Standing
from tournaments.models.schedules import Planning, Schedule

__all__ = [
    "ApiToken",
    "CategoryMember",
    "Club",
    "DirectorCall",
    "Division",
    "Entrant",
    "EntrantMember",
    "Evening",
    "Fixture",
    "Hand",
    "Heartbeat",
    "HouseRules",
    "Job",
    "League",
    "LeagueClub",
    "LedgerEntry",
    "Officer",
    "PersonMerge",
    "Planning",
    "Player",
    "PlayerLink",
    "Publication",
    "RatingPoint",
    "Rehearsal",
    "Round",
    "Schedule",
    "Season",
    "SeasonEntry",
    "SeasonEvening",
    "SeasonLine",
    "Seat",
    "ServerKey",
    "SignInLink",
    "Standing",
    "Table",
    "TableDevice",
    "TableLink",
    "TableRound",
    "Ticket",
    "User",
    "WrongGuesses",
]
