"""What stands in the examples of answers about seasons, ratings and what may still become of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from scoring.derivation import Sentence
from tournaments.ranking.season.rules import SeasonRules, version
from tournaments.ranking.season.words import in_words
from tournaments.ranking.verdicts import verdict_said

RULES: Final = SeasonRules.model_validate(
    {"games": ["chantecler"], "points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}, "of": 12}
)
_FIRST: Final = in_words(RULES)[0]
_WINS: Final = Sentence(
    "If %(person)s wins at table %(table)s nothing else has to happen.", {"person": "Ann Lee", "table": 4}
)
_HERE: Final = {"rules_version": version(RULES), "unit": RULES.unit, "total": 136, "points": "68", "bonus": 0}
OF_MODEL: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "SeasonInShort": {"slug": "winter", "name": "Winter", "kind": "evenings", "stage": "open"}
        | {"starts": "2026-09-01", "ends": "2027-06-30"},
        "LeagueOfClub": {"host": "rooster-club", "slug": "friday-league", "name": "Friday league"},
        "SeasonStandings": {**_HERE, "stage": "open", "evenings": 9, "is_current": True},
        "CategoryTable": {"category": ""},
        "SeasonTableLine": {**_HERE, "attended": 9, "won": 3, "prizes": True, "decided_by": "", "text": ""},
        "SeasonWhy": {**_HERE, "category": "", "above": None, "below": None},
        "EveningGave": {"status": "counted", "counts": True, "units": 20, "points": "10"}
        | {"rule": "season.points", "text": "Place 1 gives 10 points."},
        "SeasonRulesTold": {
            "kind": "evenings",
            "version": version(RULES),
            "rules": RULES.model_dump(mode="json"),
        },
        "RulesParagraph": {
            "number": _FIRST.number,
            "id": _FIRST.id,
            "section": str(_FIRST.section),
            "title": str(_FIRST.title),
            "text": " ".join(map(str, _FIRST.sentences)),
        },
        "RatedPlayer": {"shown": 1604, "give_or_take": 120, "sure": 1424, "rated_games": 54}
        | {"last": "2026-11-20"},
        "SeasonWhatIf": {"category": "", "asked_place": 1, "unit": 2, "evenings_left": 1, "left_by": "rules"}
        | {"each_evening": None, "exact": True, "winners": [12]},
        "SeasonProspect": {"verdict": "possible", "least": 136, "most": 156}
        | {"text": str(verdict_said("possible", 1))},
        "SeasonCase": {"takes": 1, "total": 156, "conditions": []}
        | {"text": "If Ann Lee takes place 1: Nothing else has to happen."},
        "EveningWhatIf": {"why_not": None, "text": "", "last_round": 6, "ways": "64"},
        "EveningProspect": {"number": 3, "won_halves": 8, "verdict": "possible", "outright": "12"}
        | {"level": "20", "text": str(verdict_said("possible", 1))},
        "EveningMust": {"number": 3, "outright": True},
        "EveningCase": {"wins": True, "ways": "12", "text": str(_WINS), "needed": []},
    }
)
