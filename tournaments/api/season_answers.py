"""What the REST door answers about leagues, seasons of evenings, ratings, and what may still become of them."""

from __future__ import annotations

from datetime import date
from typing import Literal

from tournaments.api.scored import Answer
from tournaments.queries.last_rounds import WhyNot
from tournaments.ranking.verdicts import Verdict


class SeasonInShort(Answer):
    """A season in a list."""

    slug: str
    name: str
    kind: Literal["evenings", "fixtures"]
    stage: Literal["open", "closed"]
    starts: date
    ends: date


class LeagueOfClub(Answer):
    """A league in which a club takes part, with its seasons, the latest first; `host` is whose it is."""

    host: str
    slug: str
    name: str
    seasons: list[SeasonInShort]


class Leagues(Answer):
    """The leagues of a club."""

    leagues: list[LeagueOfClub]


class SeasonTableLine(Answer):
    """A line of a season's table: `total` and `bonus` in units, `points` as people write the total.

    `place` is null for whoever has attended too few evenings. `text` says what puts it below the line above.
    """

    place: int | None
    player: int
    name: str
    total: int
    points: str
    bonus: int
    attended: int
    won: int
    prizes: bool
    decided_by: str
    text: str


class CategoryTable(Answer):
    """The table of a category; "" is everybody's."""

    category: str
    lines: list[SeasonTableLine]


class SeasonStandings(Answer):
    """The tables of a season of evenings; so many `unit` make a point. `is_current` unless work is waiting."""

    version: int
    stage: Literal["open", "closed"]
    rules_version: str
    unit: int
    evenings: int
    is_current: bool
    tables: list[CategoryTable]


class EveningGave(Answer):
    """What an evening gave somebody, in units and as written, by which paragraph of the rules, and why."""

    club: str | None
    evening: str | None
    date: date
    status: str
    counts: bool
    units: int
    points: str
    rule: str
    text: str


class Neighbour(Answer):
    """Who stands next to somebody, and what parts the two."""

    player: int
    name: str
    place: int | None
    text: str


class SeasonWhy(Answer):
    """Why somebody stands where they do: what counts and the bonus come to the total."""

    player: int
    name: str
    category: str
    place: int | None
    total: int
    points: str
    bonus: int
    unit: int
    evenings: list[EveningGave]
    above: Neighbour | None
    below: Neighbour | None


class RulesParagraph(Answer):
    """A paragraph of the rules."""

    number: str
    id: str
    section: str
    title: str
    text: str


class SeasonRulesTold(Answer):
    """The rules of a season: as data, in words, and the hash by which they are pinned."""

    kind: Literal["evenings", "fixtures"]
    version: str
    rules: dict[str, object]
    paragraphs: list[RulesParagraph]


class RatedPlayer(Answer):
    """A rating as people read it; `sure` is what the list goes by."""

    player: int
    name: str
    shown: int
    give_or_take: int
    sure: int
    rated_games: int
    last: date


class Ratings(Answer):
    """Everybody rated at a game, the surest first."""

    game: str
    ratings: list[RatedPlayer]


class SeasonProspect(Answer):
    """What may become of somebody: the verdict, between which totals they end, in units, and words."""

    player: int
    name: str
    verdict: Verdict
    least: int
    most: int | None
    text: str


class SeasonCase(Answer):
    """What must happen if somebody takes a place at the last evening, or stays away (null)."""

    takes: int | None
    total: int
    text: str
    conditions: list[str]


class SeasonMust(Answer):
    """What must happen for who was asked about; no cases where it is settled, or more evenings are left."""

    player: int
    name: str
    cases: list[SeasonCase]


class SeasonWhatIf(Answer):
    """Who can still reach a place; `exact` unless the verdicts are bounds. `left_by` says who says what is left.

    `winners` are those in the first place now, or for ever where the season is closed.
    """

    version: int
    category: str
    asked_place: int
    unit: int
    evenings_left: int
    left_by: Literal["rules", "asked", "taken", "closed"]
    each_evening: list[int] | None
    exact: bool
    winners: list[int]
    prospects: list[SeasonProspect]
    must: SeasonMust | None


class EveningProspect(Answer):
    """Whether somebody can still come first, and in how many ways, as texts of digits: there may be very many."""

    ticket: str
    number: int
    name: str
    won_halves: int
    verdict: Verdict
    outright: str
    level: str
    text: str


class EveningCase(Answer):
    """What must happen with one result of one's own; `wins` is null for whoever sits out."""

    wins: bool | None
    ways: str
    text: str
    needed: list[str]


class EveningMust(Answer):
    """What must happen for who was asked about, to come first alone (`outright`) or to be level."""

    number: int
    name: str
    outright: bool
    cases: list[EveningCase]


class EveningWhatIf(Answer):
    """Who can still win an evening before its last round is settled; where it cannot be asked `why_not`."""

    version: int
    why_not: WhyNot | None
    text: str
    last_round: int | None
    ways: str
    prospects: list[EveningProspect]
    must: EveningMust | None
