"""Games of a club's own: written by secretaries, put on the club's shelf by owners, retired."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any, Final

from django.http import Http404
from pydantic import Field

from games.catalogue import GAMES, game_of_document
from games.definition import Game, wrong_examples
from games.documents.document import LONGEST_FILE, Document, document_in, document_of
from scoring.derivation import gettext_noop
from scoring.faults import Faults
from tournaments.club.models import Club, ClubGame
from tournaments.club.reads.members import definition_of
from tournaments.club.roles import Role
from tournaments.club.services import audit, clubs
from tournaments.refusals import refuse
from tournaments.site.arguments import ActorId, Body, Example

LONGEST_ARCHIVE: Final = 8_000_000
"""Of a file no more is read than this, in which there may be an archive that carries a game."""
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


def document_in_file(written: str) -> Document:
    """The document in a file, or in the archive of an evening that was played by it. Raises Faults."""
    entered: Any = None
    with suppress(ValueError, RecursionError):
        entered = json.loads(written) if written.lstrip().startswith("{") else None
    if not isinstance(entered, dict) or "ledger" not in entered:
        return document_in(written)
    documents = entered.get("documents")
    if not isinstance(documents, dict) or len(documents) != 1:
        refuse(
            "document",
            "no-game",
            "the evening of this archive was played by a game of the house; there is none to take",
        )
    return document_of(*documents.values())


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
    document = game.document
    assert document is not None  # noqa: S101 - it was read from one
    clubs.lock(club)
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
            name=document.name,
            document=document.canonical.decode(),
            written_by=by,
            written_at=at,
        )
    write_game.note(club, at=at, name=game.name, edition=row.edition)
    return row


class WhichEdition(Body):
    """An edition of the game; "" for the last that was written."""

    edition: Annotated[str, Field(max_length=64), Example("")] = ""


@audit.command(
    needs=Role.OWNER,
    audits=("game-published", gettext_noop("The game “%(name)s” was put on the club’s shelf.")),
    done=gettext_noop("“%(name)s” is on the club’s shelf: new evenings can be played by it."),
)
def publish_game(club: Club, game: str, at: datetime, which: WhichEdition) -> ClubGame:
    """Put an edition on the club's shelf, in place of the one before; evenings that are set up keep theirs.

    Raises Http404 where there is none, Faults where examples of its rulebook do not hold (`wrong-example`).
    """
    clubs.lock(club)
    editions = club.games.filter(slug=game, edition__startswith=which.edition)
    row = editions.filter(retired_at=None).last() or (which.edition and editions.last())
    if not row:
        raise Http404
    if wrong := list(wrong_examples(definition_of(row))):
        raise Faults(fault.inside("document") for fault in wrong)
    others = club.games.filter(slug=game, published_at__isnull=False, retired_at=None)
    others.exclude(pk=row.pk).update(retired_at=at)
    row.published_at, row.retired_at = at, None
    row.save(update_fields=["published_at", "retired_at"])
    clubs.count_change(club=club)
    publish_game.note(club, at=at, name=row.name, edition=row.edition)
    return row


@audit.command(
    needs=Role.OWNER,
    audits=("game-retired", gettext_noop("The game “%(name)s” was retired.")),
    done=gettext_noop("“%(name)s” is retired. Evenings that were played by it keep it."),
)
def retire_game(club: Club, game: str, at: datetime) -> ClubGame:
    """Let no new evening be played by a game: all editions of it are retired. Evenings that have one keep it.

    Raises Http404 where there is none.
    """
    clubs.lock(club)
    row = club.games.filter(slug=game, retired_at=None).last()
    if row is None:
        raise Http404
    club.games.filter(slug=game, retired_at=None).update(retired_at=at)
    row.refresh_from_db()
    clubs.count_change(club=club)
    retire_game.note(club, at=at, name=row.name)
    return row
