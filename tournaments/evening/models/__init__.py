"""The rows of an evening. Facts and constraints only: every write is a service, every read a query."""

from tournaments.evening.models.access import (
    DirectorCall,
    Objection,
    PlayerLink,
    PlayerRequest,
    TableDevice,
    TableLink,
)
from tournaments.evening.models.evenings import (
    ClubPreset,
    Evening,
    Hand,
    LedgerEntry,
    Planning,
    Publication,
    Round,
    Schedule,
    Seat,
    Standing,
    Table,
    TableRound,
    Ticket,
)
