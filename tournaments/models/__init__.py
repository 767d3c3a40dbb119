"""The rows. Facts and constraints only: every write is a service, every read a query."""

from tournaments.models.access import (
    ApiToken,
    PlayerLink,
    SignInLink,
    TableDevice,
    TableLink,
    WrongGuesses,
)
from tournaments.models.calls import DirectorCall
from tournaments.models.evenings import Evening, Round, Seat, Table, TableRound, Ticket
from tournaments.models.ledger import Hand, LedgerEntry
from tournaments.models.outbox import Job
from tournaments.models.people import Club, HouseRules, Officer, Player, User
from tournaments.models.rehearsals import Rehearsal
from tournaments.models.results import Publication, Standing
from tournaments.models.schedules import Planning, Schedule

__all__ = [
    "ApiToken",
    "Club",
    "DirectorCall",
    "Evening",
    "Hand",
    "HouseRules",
    "Job",
    "LedgerEntry",
    "Officer",
    "Planning",
    "Player",
    "PlayerLink",
    "Publication",
    "Rehearsal",
    "Round",
    "Schedule",
    "Seat",
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
