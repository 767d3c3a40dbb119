"""The games that are played here. A game that is not in this list does not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from games.definition import Game, feat_code, from_document, load
from games.documents.document import Document, from_toml
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


class Games(Mapping[str, Game]):
    """Games by their slugs; what is a document is compiled when it is first asked for, in most processes never."""

    def __init__(self, *games: Game | Document) -> None:
        self._written = {game.slug: game for game in games}
        self._compiled: dict[str, Game] = {}

    def __getitem__(self, slug: str) -> Game:
        if slug not in self._compiled:
            game = self._written[slug]
            compiled = from_document(game) if isinstance(game, Document) else game
            self._compiled.setdefault(slug, compiled)  # another thread may have been first
        return self._compiled[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._written

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    def __len__(self) -> int:
        return len(self._written)


HANDWRITTEN: Final = (
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
)
POINTS: Final = (
    load("points", points.ALONE, bounds=points.bounds),
    load("points_couples", points.TOGETHER, bounds=points.bounds_of_couples),
)
GAMES: Final[Mapping[str, Game]] = Games(*HANDWRITTEN, *DOCUMENTS, *POINTS)
for _document in DOCUMENTS:
    wordings(sentences(_document))
for _labels in (*(game.feat_labels for game in HANDWRITTEN), *(each.feat_labels for each in DOCUMENTS)):
    wordings({feat_code(feat): label for feat, label in _labels.items()})


_sources: Final[list[Callable[[str], str | None]]] = []
_compiled: Final[dict[str, Game]] = {}
MOST_COMPILED: Final = 200
"""Of so many games that are clubs' own the definition is kept at hand."""


def editions_from(source: Callable[[str], str | None]) -> None:
    """Say where the documents of clubs are kept: from an edition to its canonical JSON, or None."""
    _sources[:] = [source]


def game_of_document(document: Document) -> Game:
    """The game of a club's document, compiled once for its edition. Raises Faults where it cannot be one."""
    return _compiled.get(document.edition) or _remember(
        document.edition, replace(from_document(document), document=document)
    )


def _of_the_shelf(document: Document) -> Game:
    game, key = GAMES.get(document.slug), f"shelf {document.edition}"
    if game and game.written_as and game.written_as.edition == document.edition:
        return game
    return _compiled.get(key) or _remember(key, from_document(document))


def _remember(key: str, game: Game) -> Game:
    while len(_compiled) >= MOST_COMPILED:
        _compiled.pop(next(iter(_compiled)), None)
    _compiled[key] = game
    return game


_carried: Final[ContextVar[Document | None]] = ContextVar("carried", default=None)


@contextmanager
def carried(document: Document | None) -> Iterator[None]:
    """In the block, the game that an archive carries goes before the house's own of that name."""
    before = _carried.set(document)
    try:
        yield
    finally:
        _carried.reset(before)


def game_of(slug: object, edition: object = "") -> Game | None:
    """The game called `slug`, or the edition of it that a club wrote; None where it is not known here."""
    if not (isinstance(slug, str) and isinstance(edition, str)):
        return None
    if not edition:
        document = _carried.get()
        return _of_the_shelf(document) if document and document.slug == slug else GAMES.get(slug)
    game = _compiled.get(edition)
    for source in _sources if game is None else ():
        if written := source(edition):
            game = game_of_document(Document.model_validate_json(written))
    return game if game and game.slug == slug else None


def at_address(address: object) -> Game:
    """The game at a `Game.address`. Raises Faults with the field `game`."""
    slug, _, edition = address.partition("-") if isinstance(address, str) else (address, "", "")
    return find(slug, edition)


def name_of(plan: Mapping[str, Any]) -> str:
    """What the game of a stored plan is called; its slug where it is not played here any more."""
    game = game_of(plan["game"], plan.get("edition", ""))
    return game.called(plan["house_rules"]).name if game else str(plan["game"])


def find(slug: object, edition: object = "") -> Game:
    """The game called `slug`, or the edition of it that a club wrote. Raises Faults with the field `game`."""
    game = game_of(slug, edition)
    if game is None:
        raise Faults([misfit("game", slug, "unknown-game", {"enum": list(GAMES)})])
    return game
