"""Kinds of seasons, from which the form of a new one may begin; and the league's last one of its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring.derivation import gettext_noop
from tournaments.league.reads.seasons import Season

LAST: Final = "last"


@dataclass(frozen=True, slots=True)
class SeasonPreset:
    """A kind of season: what it is called in addresses and by people, what happens in it, and its rules."""

    slug: str
    name: str
    sentence: str
    rules: Mapping[str, Any]


PRESETS: Final[Mapping[str, tuple[SeasonPreset, ...]]] = {
    "evenings": (
        SeasonPreset(
            "places",
            gettext_noop("Points for places"),
            gettext_noop(
                "The best eight of an evening get 10, 8, 6, 5, 4, 3, 2 and 1; every evening counts."
            ),
            {"points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}},
        ),
        SeasonPreset(
            "best",
            gettext_noop("The best evenings count"),
            gettext_noop("Places give points; everybody’s best eight evenings count."),
            {"points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]}, "best": 8},
        ),
        SeasonPreset(
            "games",
            gettext_noop("Games won"),
            gettext_noop("Each game won gives a point, on any evening."),
            {"points": {"by": "games_won", "points": 1}},
        ),
        SeasonPreset(
            "scored",
            gettext_noop("Points scored"),
            gettext_noop("What is scored at the tables is added up over the season."),
            {"points": {"by": "score_points", "of": "points_for"}},
        ),
    ),
    "fixtures": (
        SeasonPreset(
            "everybody",
            gettext_noop("Everybody meets everybody"),
            gettext_noop("A round robin: each entrant meets each of the others once."),
            {"format": "round_robin"},
        ),
        SeasonPreset(
            "twice",
            gettext_noop("Home and away"),
            gettext_noop("Everybody meets everybody twice, once at home and once away."),
            {"format": "double_round_robin"},
        ),
        SeasonPreset(
            "swiss",
            gettext_noop("Swiss"),
            gettext_noop(
                "Seven rounds; entrants with similar scores meet, and nobody meets the same opponent twice."
            ),
            {"format": "swiss", "rounds": 7},
        ),
        SeasonPreset(
            "knock-out",
            gettext_noop("Knock-out"),
            gettext_noop("Losers are out; the last two play the final."),
            {"format": "knock_out"},
        ),
    ),
}
"""By the kind of season. What a preset leaves open is as is usual."""


def offered(kind: str, last: Season | None) -> Iterator[SeasonPreset]:
    """The kinds of seasons that the form of a new one offers, in the reader's words; `last` is the league's last."""
    if last is not None:
        sentence = _("The same rules as %(season)s.") % {"season": last.name}
        yield SeasonPreset(LAST, _("As last time"), sentence, last.rules)
    for preset in PRESETS[kind]:
        yield replace(preset, name=_(preset.name), sentence=_(preset.sentence))
