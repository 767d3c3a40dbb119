"""Games of a club's own: written by secretaries, put on the club's shelf by owners, retired; and where they stand."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from django.db.models import F
from pydantic import Field

from games.catalogue import GAMES, editions_from, game_of, game_of_document
from games.definition import Game, wrong_examples
from games.documents.document import LONGEST_FILE, Document, document_in, document_of
from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments import tenant_guard
from tournaments.club.models import Club, ClubGame
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.refusals import refuse
from tournaments.site.arguments import ActorId, Body, Example

MOST_GAMES: Final = 40
"""So many a club has that are not retired."""
MOST_EDITIONS: Final = 200
"""So often one of them is written down."""


class NewGame(Body):
    """A game's document, as it is or as a file of it (TOML or JSON): one of the two."""

    document: Annotated[dict[str, Any] | None, Example(None)] = None
    file: Annotated[
        str, Field(max_length=LONGEST_FILE), Example('slug = "our_euchre"\nname = "Our euchre"')
    ] = ""


def read_game(new: NewGame) -> Game:
    """The game that a document describes; nothing is kept.

    Raises Faults with paths inside `document`, also for a game that has a name of the house's (`house-game`).
    """
    try:
        game = game_of_document(document_in(new.file) if new.document is None else document_of(new.document))
    except Faults as refused:
        raise Faults(fault.inside("document") for fault in refused.faults) from None
    if game.slug in GAMES:
        refuse(
            "document.slug",
            "house-game",
            "“%(entered)s” is a game of the house; choose another slug for your own",
            entered=game.slug,
        )
    return game


def document_of_game(game: Game) -> Document:
    """The document that a club's game was made of."""
    return game.rules.document  # type: ignore[attr-defined, no-any-return]


@audit.command(
    needs=Role.SECRETARY,
    audits=("game-written", gettext_noop("The rules of the game “%(name)s” were written.")),
    done=gettext_noop("“%(name)s” is kept. An owner puts it on the club’s shelf."),
)
def write_game(club: Club, by: ActorId, at: datetime, new: NewGame) -> ClubGame:
    """Keep an edition of a game; one that the club has already stays as it is, or comes back from retirement.

    Raises Faults as `read_game` does, and where the club has too many games or editions of this one.
    """
    game = read_game(new)
    document = document_of_game(game)
    # Whoever writes another one at the same moment waits.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    known = club.games.filter(slug=game.slug)
    row = known.filter(edition=document.edition).first()
    if row is not None and row.retired_at is None:
        return row
    in_use = club.games.filter(retired_at=None).exclude(slug=game.slug)
    if in_use.values("slug").distinct().count() >= MOST_GAMES:
        refuse(
            "document",
            "too-many",
            "the club has %(most)s games of its own already; retire one first",
            most=MOST_GAMES,
        )
    if row is not None:
        row.published_at = row.retired_at = None
        row.save(update_fields=["published_at", "retired_at"])
    elif known.count() >= MOST_EDITIONS:
        refuse(
            "document.slug",
            "too-many",
            "“%(entered)s” was written %(most)s times; go on under another slug",
            entered=game.slug,
            most=MOST_EDITIONS,
        )
    else:
        row = ClubGame.objects.create(
            club=club,
            slug=game.slug,
            edition=document.edition,
            document=document.canonical.decode(),
            written_by=by,
            written_at=at,
        )
    write_game.note(club, at=at, name=game.name, edition=row.edition)
    return row


@audit.command(
    needs=Role.OWNER,
    audits=("game-published", gettext_noop("The game “%(name)s” was put on the club’s shelf.")),
    done=gettext_noop("“%(name)s” is on the club’s shelf: new evenings can be played by it."),
)
def publish_game(row: ClubGame, at: datetime) -> ClubGame:
    """Put an edition on the club's shelf, in place of the one before; evenings that are set up keep theirs.

    Raises Faults where examples of its rulebook do not hold (`wrong-example`).
    """
    game = definition_of(row)
    if wrong := list(wrong_examples(game)):
        raise Faults(fault.inside("document") for fault in wrong)
    _locked(row)
    row.club.games.filter(slug=row.slug, published_at__isnull=False, retired_at=None).exclude(
        pk=row.pk
    ).update(retired_at=at)
    row.published_at, row.retired_at = at, None
    row.save(update_fields=["published_at", "retired_at"])
    _count_change(row.club)
    publish_game.note(row.club, at=at, name=game.name, edition=row.edition)
    return row


@audit.command(
    needs=Role.OWNER,
    audits=("game-retired", gettext_noop("The game “%(name)s” was retired.")),
    done=gettext_noop("“%(name)s” is retired. Evenings that were played by it keep it."),
)
def retire_game(row: ClubGame, at: datetime) -> ClubGame:
    """Let no new evening be played by a game: all editions of it are retired. Evenings that have one keep it."""
    _locked(row)
    row.club.games.filter(slug=row.slug, retired_at=None).update(retired_at=at)
    row.refresh_from_db()
    _count_change(row.club)
    retire_game.note(row.club, at=at, name=row.name)
    return row


def _locked(row: ClubGame) -> None:
    Club.objects.select_for_update(no_key=True).get(pk=row.club_id)


def _count_change(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(settings_version=F("settings_version") + 1)


def definition_of(row: ClubGame) -> Game:
    """The game of an edition."""
    game = game_of(row.slug, row.edition)
    return game or game_of_document(Document.model_validate_json(row.document))


def games_of(club: Club) -> list[ClubGame]:
    """The club's games: of each the edition on the shelf, else the last that was written; none that is retired."""
    rows: dict[str, ClubGame] = {}
    for row in club.games.filter(retired_at=None):
        if row.slug not in rows or row.is_on_the_shelf or not rows[row.slug].is_on_the_shelf:
            rows[row.slug] = row
    return list(rows.values())


def shelf_of(club: Club) -> dict[str, Game]:
    """The games of the club's own by which new evenings can be played, by name."""
    rows = club.games.filter(published_at__isnull=False, retired_at=None)
    return {row.slug: definition_of(row) for row in rows}


def _written(edition: str) -> str | None:
    with tenant_guard.bypass():  # who knows the edition of an evening may know by what it was played
        return ClubGame.objects.filter(edition=edition).values_list("document", flat=True).first()


def keep_editions() -> None:
    """Let every evening find the edition of a club's game that its plan names."""
    editions_from(_written)
