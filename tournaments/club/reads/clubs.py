"""How a club plays each game; whether an installation has an owner yet, and what there is to see until it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from games.catalogue import GAMES
from games.definition import Game
from tournaments.club.models import Club, HouseRules, User
from tournaments.club.nights import usual_rules

# --- How a club plays each game unless an evening says otherwise --------------------------------------

__all__ = ["ClubRules", "house_rules_of_club", "house_rules_of_game", "own_rules"]


@dataclass(frozen=True, slots=True)
class ClubRules:
    """The house rules of a game at a club; where they are not its `own`, they are what any party plays."""

    game: Game
    options: Mapping[str, Any]
    own: bool


def house_rules_of_club(club: Club) -> dict[str, ClubRules]:
    rows = {row.game: row.options for row in HouseRules.objects.filter(club=club)}
    return {slug: _read(game, rows.get(slug)) for slug, game in GAMES.items()}


def house_rules_of_game(club: Club, game: Game) -> ClubRules:
    row = HouseRules.objects.filter(club=club, game=game.slug).first()
    return _read(game, None if row is None else row.options)


def own_rules(club: Club, game: object) -> Mapping[str, Any] | None:
    """The rules that the club itself has set for a game; None where it has not, or there is no such game."""
    if not isinstance(game, str) or game not in GAMES:
        return None
    rules = house_rules_of_game(club, GAMES[game])
    return rules.options if rules.own else None


def _read(game: Game, stored: Mapping[str, Any] | None) -> ClubRules:
    # By the house rules that the game has today: new ones are as usual, old ones gone.
    usual = usual_rules(game)
    known = {name: value for name, value in (stored or {}).items() if name in usual}
    return ClubRules(game, {**usual, **known}, own=stored is not None)


def is_fresh_install() -> bool:
    """Whether nobody has begun here: no club but a demo, and no account that may do everything; two queries."""
    begun = Q(is_founder=True) | Q(is_superuser=True)
    return not (
        Club.objects.filter(is_demo=False).exists() or User.objects.filter(begun, is_active=True).exists()
    )


def demo() -> Club | None:
    return Club.objects.filter(is_demo=True, put_away_at__isnull=True).first()


def demo_officer() -> User | None:
    return User.objects.filter(
        is_active=True, offices__club__is_demo=True, offices__club__put_away_at__isnull=True
    ).first()
