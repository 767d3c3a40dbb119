"""The rows of leagues and seasons, and of who is who."""

from tournaments.league.models.leagues import (
    BoundText,
    CategoryMember,
    Division,
    Entrant,
    EntrantMember,
    Fixture,
    League,
    LeagueClub,
    NamedPerson,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.league.models.persons import (
    Federation,
    FederationClub,
    FederationRatingPoint,
    PersonBond,
    PersonMerge,
    RatingPoint,
)
