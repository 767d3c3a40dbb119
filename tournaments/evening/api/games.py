"""The games that are played here, and scoring without keeping anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from games import definition
from games.catalogue import GAMES, at_address
from games.requests import Answer as Scored
from games.requests import Said, refusal, score_game_request, score_request
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.api.views import Allowance, PublicView
from tournaments.club.reads import members
from tournaments.club.roles import Permission, Role
from tournaments.club.services import games
from tournaments.club.services.games import MOST_GAMES
from tournaments.evening.api import bodies
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.api.answers import (
    BATCH,
    GAME,
    SCORED,
    SCORED_GAME,
    Answer,
    At,
    Example,
    Faulty,
    Line,
    Problem,
    at_most,
    translate,
)
from tournaments.site.api.query import listed

EDITION: Final = "9f2c" * 16
LONGEST_ID: Final = 200
"""Characters of the JSON of an `id`."""
MOST_TOLD: Final = 20_000
"""Characters of all that is told to be wrong with the hands of a batch."""


class GameInShort(Answer):
    """A game that is played here."""

    slug: Annotated[str, Example(GAME.slug)]
    name: Annotated[str, Example(GAME.name)]
    seats: Annotated[list[int], at_most(MOST_SEATS), Example(list(GAME.seats))]
    partnership: Annotated[bool, Example(GAME.partnership)]
    version: Annotated[str, Example(GAME.version)]


def _paragraphs(game: definition.Game) -> list[dict[str, Any]]:
    parts = ("number", "id", "section", "title", "text")
    return [{name: getattr(paragraph, name) for name in parts} for paragraph in game.paragraphs]


class Game(GameInShort):
    """A game with what its forms and checks need: entry forms and JSON Schemas."""

    pack: str
    form: Annotated[list[dict[str, Any]], At(lambda game: list(map(asdict, game.form)))]
    house_rule_form: Annotated[list[dict[str, Any]], At(lambda game: list(map(asdict, game.house_rule_form)))]
    hand_schemas: list[dict[str, Any]]
    house_rules_schema: dict[str, Any]
    rulebook: Annotated[list[dict[str, Any]], At(_paragraphs)]

    @classmethod
    def example(cls) -> dict[str, Any]:
        """The first of everything: the whole of it is long."""
        game = cls.from_view(GAME).sent()
        return {name: value[:1] if isinstance(value, list) else value for name, value in game.items()}


class Score(Answer):
    """What a hand scores, and why."""

    id: Any
    ok: Literal[True]
    game: str
    scores: list[int]
    derivation: list[Line]
    wins_game: int | None

    @classmethod
    def example(cls) -> dict[str, Any]:
        return dict(score_request(SCORED))


class GameScore(Answer):
    """How a whole game stands."""

    id: Any
    ok: Literal[True]
    totals: list[int]
    running: list[list[int]]
    over_after: int | None
    winners: list[int]
    settlement: list[int] | None

    @classmethod
    def example(cls) -> dict[str, Any]:
        return dict(score_game_request(SCORED_GAME))


class NotScored(Faulty):
    """A request that cannot be scored."""

    id: Any
    ok: Literal[False]


class RefusedInBrief(Answer):
    """Another one that cannot be scored, after so many that what is wrong with it is not told."""

    errors: list[Problem] = Field(max_length=0)
    id: None
    ok: Literal[False]


class BatchScore(Answer):
    """What each hand of a batch scores, or what is wrong with it, in the order of the requests."""

    answers: list[Score | NotScored | RefusedInBrief]

    @classmethod
    def example(cls) -> dict[str, Any]:
        return {"answers": [score_request(request) for request in BATCH]}


class ClubGame(Answer):
    """A game that a club wrote for itself: the edition on its shelf, or else the last that was written."""

    slug: Annotated[str, Example("ours")]
    name: Annotated[str, Example("Our euchre")]
    edition: Annotated[str, Example(EDITION)]
    on_the_shelf: Annotated[bool, At("is_on_the_shelf"), Example(value=True)] = Field(
        description="Whether new evenings can be played by it."
    )
    written_at: Annotated[datetime, Example("2026-11-20T19:30:00Z")]


class DocumentOfGame(ClubGame):
    """A game of a club whole: its document, which is a file of it, too, and what the house makes of that."""

    document: Annotated[
        dict[str, Any],
        At(lambda row: json.loads(row.document)),
        Example({"slug": "ours", "name": "Our euchre"}),
    ]
    game: Annotated[Game, At(members.definition_of)]


SCORE = Address("score/", "score", view=PublicView)
SCORE_GAME = Address("score/games/", "score-game", view=PublicView, throttles=(Allowance,))


@Address("games/", "games", view=PublicView).get(
    answer=listed("Games", "The games.", len(GAMES), games=GameInShort)
)
def list_games() -> Iterable[definition.Game]:
    """The games that are played here."""
    return GAMES.values()


@Address("games/<slug:game>/", "game", view=PublicView).get()
def show_game(game: str) -> Game:
    """A game whole: its rulebook, its entry forms, the JSON Schemas of its hands and house rules.

    A club's own is called by its slug and its edition with a hyphen between, here and where hands are scored.
    """
    try:
        return Game.from_view(at_address(game))
    except Faults as unknown:
        raise Http404 from unknown


@SCORE.post(body=OpenApiTypes.OBJECT, example=SCORED, answer=Score, also={400: NotScored})
def score_hand(request: Request) -> Response:
    """Score one hand: `{"id", "game", "options", "hand"}`, the same as `manage.py score`. Nothing is kept."""
    return _reply(_answer_to(request.data, score_request))


@Address("score/batch/", "score-batch", view=PublicView, throttles=(Allowance,)).post(answer=BatchScore)
def score_batch(body: bodies.Batch) -> Response:
    """Score up to 2000 hands, of any games: each of `requests` is one of `score`, and so is each answer.

    The answers come in the order of the requests. A hand that cannot be scored does not keep the others
    from it: its answer says what is wrong. Of very many refusals the last ones come without their `id` and with
    no errors. A token, or an address without one, may send so much a minute, then it is answered 429. No hand
    is kept.
    """
    scores = (_answer_to(hand_request, score_request) for hand_request in body.requests)
    return Response({"answers": list(_in_brief(scores))})


@SCORE_GAME.post(body=OpenApiTypes.OBJECT, example=SCORED_GAME, answer=GameScore, also={400: NotScored})
def score_game(request: Request) -> Response:
    """Score a whole game: `{"id", "game", "options", "hands"}`, the same as `manage.py score --games`.

    It has at most 1000 hands. A token, or an address without one, may send so much a minute, then it is
    answered 429.
    """
    return _reply(_answer_to(request.data, score_game_request))


def _answer_to(request: object, score: Callable[[object, Said], Scored]) -> Scored:
    # The `id` comes back with the answer, and so may not be longer than a name for something is.
    if isinstance(request, dict) and len(json.dumps(request.get("id"))) > LONGEST_ID:
        why = gettext_noop("an id of more than %(most)s characters was entered")
        return refusal(None, [Fault("id", "too-long", Sentence(why, {"most": LONGEST_ID}))], translate)
    return score(request, translate)


def _reply(answer: Scored) -> Response:
    return Response(answer, status=200 if answer["ok"] else 400)


def _in_brief(scores: Iterable[Scored]) -> Iterator[Scored]:
    # After so many characters of errors, refusals are told without theirs.
    left = MOST_TOLD
    for answer in scores:
        if answer["ok"]:
            yield answer
            continue
        yield answer if left > 0 else {"id": None, "ok": False, "errors": []}
        left -= len(json.dumps(answer))


# --- the games of a club's own ---------------------------------------------------------------------------
CLUB_GAMES = Address(f"{CLUB}games/", "club-games", needs=Permission(Role.SCORER, Role.SECRETARY))
CLUB_GAME = Address(f"{CLUB}games/<slug:game>/", "club-game", needs=Permission(Role.SCORER, Role.OWNER))
SHELF = Address(f"{CLUB}games/<slug:game>/shelf/", "club-game-shelf", needs=Role.OWNER)
READING = Address(f"{CLUB}game-reading/", "club-game-reading", needs=Role.SECRETARY)


@CLUB_GAMES.get(answer=listed("ClubGames", "Those that are not retired.", MOST_GAMES, games=ClubGame))
def list_club_games(club: members.Club) -> Iterable[members.ClubGame]:
    """The games that the club wrote for itself and has not retired."""
    return members.games_of(club)


CLUB_GAMES.runs("post", games.write_game, Created[DocumentOfGame])


@CLUB_GAME.get()
def show_club_game(club: members.Club, game: str) -> DocumentOfGame:
    """One of them: the edition on the shelf, or else the last that was written."""
    return DocumentOfGame.from_view(members.game_of_club(club, game))


CLUB_GAME.runs("delete", games.retire_game, list_club_games)
SHELF.runs("put", games.publish_game, DocumentOfGame)


@READING.put()
def read_club_game(club: members.Club, body: games.NewGame) -> Game:
    """What a document comes to, before it is taken: forms, rulebook, schemas. Nothing is kept."""
    return Game.from_view(games.read_game(body))
