"""Short ways to write down rules of a league of fixtures."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tournaments.ranking.league.rules import FixtureRules
from tournaments.ranking.league.tie_breaks import TIE_BREAKS

OTHERS = [name for name in TIE_BREAKS if name not in ("match_points", "drawn_lots")]


def rules(**given: Any) -> FixtureRules:
    """Rules of a round robin at Chantecler, but for what is given."""
    return FixtureRules.model_validate({"games": ["chantecler"], **given})


@st.composite
def any_rules(draw: st.DrawFn) -> FixtureRules:
    """Rules of any kind that can be together."""
    form = draw(
        st.sampled_from(("round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out"))
    )
    found: dict[str, Any] = {
        "games": draw(st.lists(st.sampled_from(("ascot", "chantecler", "euchre")), min_size=1, unique=True)),
        "entrants": draw(st.sampled_from(("individual", "pair", "team"))),
        "format": form,
        "rounds": draw(st.integers(1, 3)) if form == "swiss" else None,
        "draws": draw(st.booleans()),
        "result_from": draw(st.sampled_from(("meetings", "totals"))),
        "handicap": draw(
            st.one_of(st.none(), st.fixed_dictionaries({}, optional={"per": st.just(9), "most": st.just(1)}))
        ),
    }
    if "knock_out" not in form:
        missing, lost, drawn, won = sorted(draw(st.tuples(*[st.integers(0, 6)] * 4)))
        found |= {
            "match_points": {
                "won": max(won, lost + 1),
                "drawn": drawn,
                "lost": lost,
                "bye": draw(st.integers(0, won)),
                "missing": missing,
            },
            "tie_breaks": [
                "match_points",
                *draw(st.lists(st.sampled_from(OTHERS), unique=True)),
                *draw(st.sampled_from(([], ["drawn_lots"]))),
            ],
            "edition": draw(st.sampled_from(("fide_2023", "fide_2026"))),
            "borders": draw(
                st.lists(
                    st.fixed_dictionaries(dict.fromkeys(("up", "down", "play_off"), st.integers(0, 2))),
                    max_size=2,
                )
            ),
        }
    return rules(**found)


CHANGES: list[dict[str, Any]] = [
    {"games": ["ascot"]},
    {"games": ["chantecler", "ascot"]},
    *({"entrants": kind} for kind in ("pair", "team")),
    *({"format": form} for form in ("double_round_robin", "knock_out", "double_knock_out")),
    *({"format": "swiss", "rounds": rounds} for rounds in (1, 2)),
    {"format": "knock_out", "draws": False},
    {"match_points": {"won": 3}},
    {"match_points": {"drawn": 0}},
    {"match_points": {"drawn": 2}},
    {"match_points": {"lost": 1}},
    {"match_points": {"bye": 1}},
    {"match_points": {"lost": 1, "missing": 1}},
    {"draws": False},
    {"tie_breaks": ["match_points"]},
    *({"tie_breaks": ["match_points", name]} for name in (*OTHERS, "drawn_lots")),
    {"tie_breaks": ["match_points", "games_won", "points_for"]},
    {"tie_breaks": ["match_points", "points_for", "games_won"]},
    {"edition": "fide_2026"},
    {"borders": [{}]},
    {"borders": [{}, {}]},
    {"borders": [{"up": 2}]},
    {"borders": [{"down": 2}]},
    *({"borders": [{"play_off": count}]} for count in (1, 2)),
    {"result_from": "totals"},
    {"handicap": {}},
    {"handicap": {"per": 20}},
    {"handicap": {"most": 20}},
    {"handicap": {"least_games": 20}},
]
"""Rules that differ from the usual ones, and from each other, in one thing."""
