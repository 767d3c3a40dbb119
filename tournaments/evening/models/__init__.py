"""The rows of an evening. Facts and constraints only: every write is a service, every read a query."""

from tournaments.evening.models.access import DirectorCall as DirectorCall
from tournaments.evening.models.access import PlayerLink as PlayerLink
from tournaments.evening.models.access import PlayerRequest as PlayerRequest
from tournaments.evening.models.access import TableDevice as TableDevice
from tournaments.evening.models.access import TableLink as TableLink
from tournaments.evening.models.evenings import ClubPreset as ClubPreset
from tournaments.evening.models.evenings import Evening as Evening
from tournaments.evening.models.evenings import Hand as Hand
from tournaments.evening.models.evenings import LedgerEntry as LedgerEntry
from tournaments.evening.models.evenings import Planning as Planning
from tournaments.evening.models.evenings import Publication as Publication
from tournaments.evening.models.evenings import Round as Round
from tournaments.evening.models.evenings import Schedule as Schedule
from tournaments.evening.models.evenings import Seat as Seat
from tournaments.evening.models.evenings import Standing as Standing
from tournaments.evening.models.evenings import Table as Table
from tournaments.evening.models.evenings import TableRound as TableRound
from tournaments.evening.models.evenings import Ticket as Ticket
