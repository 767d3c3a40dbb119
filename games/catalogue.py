"""The games that are played here. A game that is not in this list does not exist."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from games.definition import Game, feat_code, from_document, load
from games.documents.document import from_toml
from games.documents.played import sentences
from games.reading import misfit
from scoring import ascot, chamberlain, chambery_tarot, chantecler, clabberjass, points, whist
from scoring.derivation import wordings
from scoring.faults import Faults

SHELF: Final = Path(__file__).with_name("shelf")
DOCUMENTS: Final = tuple(
    from_toml(file.stem, file.read_text("utf-8")) for file in sorted(SHELF.glob("*.toml"))
)
"""The games that are documents, one file each."""
for _document in DOCUMENTS:
    wordings(sentences(_document))

PLAYED_HERE: Final = (
    load("chantecler", chantecler, feats=chantecler.feats, bounds=chantecler.bounds),
    load("chamberlain", chamberlain, feats=chamberlain.feats),
    load("ascot", ascot, ascot.settle, feats=ascot.feats),
    load(
        "clabberjass",
        clabberjass,
        feats=clabberjass.feats,
        bounds=clabberjass.bounds,
        memory=clabberjass.MEMORY,
    ),
    load("chambery_tarot", chambery_tarot, bounds=chambery_tarot.bounds),
    load("whist", whist, trumps=whist.trumps_of_round, bounds=whist.bounds),
    *map(from_document, DOCUMENTS),
    load("points", points.ALONE, bounds=points.bounds),
    load("points_couples", points.TOGETHER, bounds=points.bounds_of_couples),
)
GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.slug: game for game in PLAYED_HERE})
for _game in PLAYED_HERE:
    wordings({feat_code(feat): label for feat, label in _game.feat_labels.items()})


def name_of(plan: Mapping[str, Any]) -> str:
    """What the game of a stored plan is called; its slug where it is not played here any more."""
    game = GAMES.get(plan["game"])
    return game.called(plan["house_rules"]).name if game else str(plan["game"])


def find(slug: object) -> Game:
    """The game called `slug`. Raises Faults with the field `game`."""
    game = GAMES.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise Faults([misfit("game", slug, "unknown-game", {"enum": list(GAMES)})])
    return game
