"""The rows of an evening. Facts and constraints only: every write is a service, every read a query."""

from tournaments.evening.models.access import DirectorCall, PlayerLink, PlayerRequest, TableDevice, TableLink
from tournaments.evening.models.evenings import (
    ClubPreset,
    Evening,
    Planning,
    Round,
    Schedule,
    Seat,
    Table,
    TableRound,
    Ticket,
)
from tournaments.evening.models.ledger import Hand, LedgerEntry, Publication, Standing

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
