"""Rules of seasons as entered: checked, completed, and pinned by their version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from games.catalogue import GAMES
from scoring.faults import Fault, Faults
from tournaments.evening import plan_faults
from tournaments.ranking.league import rules as of_fixtures
from tournaments.ranking.season import rules as of_evenings
from tournaments.refusals import fault


class Pinned(NamedTuple):
    """Rules as they are kept: every rule with its value, and their hash."""

    data: dict[str, Any]
    version: str


def checked_rules(kind: str, entered: Mapping[str, Any]) -> Pinned:
    """The rules of a season of that kind. Raises Faults with fields below `rules`."""
    module: Any = of_evenings if kind == "evenings" else of_fixtures
    model = of_evenings.SeasonRules if kind == "evenings" else of_fixtures.FixtureRules
    try:
        rules = model.model_validate(dict(entered))
    except ValidationError as refused:
        raise Faults(tuple(plan_faults(refused, "rules", model))) from refused
    unknown = tuple(_unknown_games(rules.games))
    if unknown:
        raise Faults(unknown)
    return Pinned(rules.model_dump(mode="json"), module.version(rules))


def _unknown_games(games: tuple[str, ...]) -> Iterator[Fault]:
    for place, game in enumerate(games):
        if game not in GAMES:
            yield fault(
                f"rules.games.{place}",
                "unknown-game",
                "“%(entered)s” is not played here; allowed: %(allowed)s",
                entered=game,
                allowed=", ".join(GAMES),
            )
