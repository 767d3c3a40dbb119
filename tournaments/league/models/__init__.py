"""The rows of leagues and seasons, and of who is who."""

from tournaments.league.models.bound_texts import BoundText, NamedPerson
from tournaments.league.models.federations import (
    Federation,
    FederationClub,
    FederationRatingPoint,
    PersonBond,
)
from tournaments.league.models.fixtures import Division, Entrant, EntrantMember, Fixture
from tournaments.league.models.leagues import (
    CategoryMember,
    League,
    LeagueClub,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.league.models.persons import PersonMerge, RatingPoint

__all__ = [
    "BoundText",
    "CategoryMember",
    "Division",
    "Entrant",
    "EntrantMember",
    "Federation",
    "FederationClub",
    "FederationRatingPoint",
    "Fixture",
    "League",
    "LeagueClub",
    "NamedPerson",
    "PersonBond",
    "PersonMerge",
    "RatingPoint",
    "Season",
    "SeasonEntry",
    "SeasonEvening",
    "SeasonLine",
]
