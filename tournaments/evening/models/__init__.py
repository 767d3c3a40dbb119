"""The rows of an evening. Facts and constraints only: every write is a service, every read a query."""

from tournaments.evening.models.access import PlayerLink, TableDevice, TableLink
from tournaments.evening.models.calls import DirectorCall, PlayerRequest
from tournaments.evening.models.evenings import ClubPreset, Evening, Round, Seat, Table, TableRound, Ticket
from tournaments.evening.models.ledger import Hand, LedgerEntry
from tournaments.evening.models.results import Publication, Standing
from tournaments.evening.models.schedules import Planning, Schedule

__all__ = [
    "ClubPreset",
    "DirectorCall",
    "Evening",
    "Hand",
    "LedgerEntry",
    "Planning",
    "PlayerLink",
    "PlayerRequest",
    "Publication",
    "Round",
    "Schedule",
    "Seat",
    "Standing",
    "Table",
    "TableDevice",
    "TableLink",
    "TableRound",
    "Ticket",
]
