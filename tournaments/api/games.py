"""The games that are played here, and scoring without keeping anything."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import GAMES
from games.requests import score_game_request, score_request
from tournaments.api import answers, bodies, documents
from tournaments.api.doors import PublicDoor
from tournaments.api.errors import said
from tournaments.api.schema import described


class Games(PublicDoor):
    """The games."""

    @described("list_games", answer=answers.Games, public=True)
    def get(self, request: Request) -> Response:
        """The games that are played here."""
        return Response({"games": [documents.game_in_short(game) for game in GAMES.values()]})


class Game(PublicDoor):
    """One game."""

    @described("show_game", answer=answers.Game, refusals=(404,), public=True)
    def get(self, request: Request, game: str) -> Response:
        """A game whole: its rulebook, its entry forms, the JSON Schemas of its hands and house rules."""
        if game not in GAMES:
            raise Http404
        return Response(documents.game(GAMES[game]))


def _scored(answer: dict[str, Any]) -> Response:
    return Response(answer, status=200 if answer["ok"] else 400)


class Score(PublicDoor):
    """One hand."""

    @described(
        "score_hand",
        body=OpenApiTypes.OBJECT,
        answer=answers.Score,
        also={400: answers.NotScored},
        public=True,
    )
    def post(self, request: Request) -> Response:
        """Score one hand: `{"id", "game", "options", "hand"}`, the same as `manage.py score`. Nothing is kept."""
        return _scored(score_request(request.data, said))


class ScoreBatch(PublicDoor):
    """Many hands."""

    @described("score_batch", body=bodies.Batch, answer=answers.BatchScore, public=True)
    def post(self, request: Request) -> Response:
        """Score up to 2000 hands, of any games: each of `requests` is one of `score`, and so is each answer.

        The answers come in the order of the requests. A hand that cannot be scored does not keep the others
        from it: its answer says what is wrong. Nothing is kept.
        """
        batch = bodies.parsed(request, bodies.Batch)
        return Response({"answers": [score_request(asked, said) for asked in batch.requests]})


class ScoreGame(PublicDoor):
    """One whole game."""

    @described(
        "score_game",
        body=OpenApiTypes.OBJECT,
        answer=answers.GameScore,
        also={400: answers.NotScored},
        public=True,
    )
    def post(self, request: Request) -> Response:
        """Score a whole game: `{"id", "game", "options", "hands"}`, the same as `manage.py score --games`."""
        return _scored(score_game_request(request.data, said))
