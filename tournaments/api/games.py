"""The games that are played here, and scoring without keeping anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.catalogue import GAMES
from games.requests import Answer, Said, refusal, score_game_request, score_request
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault
from tournaments.api import answers, bodies, documents
from tournaments.api.allowance import Allowance
from tournaments.api.doors import PublicDoor
from tournaments.api.errors import said
from tournaments.api.schema import described

LONGEST_ID: Final = 200
"""Characters of the JSON of an `id`."""
MOST_TOLD: Final = 20_000
"""Characters of all that is told to be wrong with the hands of a batch."""


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


def _answered(asked: object, score: Callable[[object, Said], Answer]) -> Answer:
    """The answer to a request. Its `id` comes back with it, and so may not be longer than a name for something is."""
    if isinstance(asked, dict) and len(json.dumps(asked.get("id"))) > LONGEST_ID:
        why = gettext_noop("an id of more than %(most)s characters was entered")
        return refusal(None, [Fault("id", "too-long", Sentence(why, {"most": LONGEST_ID}))], said)
    return score(asked, said)


def _scored(answer: Answer) -> Response:
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
        return _scored(_answered(request.data, score_request))


class ScoreBatch(PublicDoor):
    """Many hands."""

    throttle_classes: Sequence[type[BaseThrottle]] = (Allowance,)

    @described("score_batch", body=bodies.Batch, answer=answers.BatchScore, refusals=(429,), public=True)
    def post(self, request: Request) -> Response:
        """Score up to 2000 hands, of any games: each of `requests` is one of `score`, and so is each answer.

        The answers come in the order of the requests. A hand that cannot be scored does not keep the others
        from it: its answer says what is wrong. Of very many refusals the last ones come without their `id` and with
        no errors. Without a token an address may send so much a minute, then it is answered 429. Nothing is kept.
        """
        batch = bodies.parsed(request, bodies.Batch)
        scored = (_answered(asked, score_request) for asked in batch.requests)
        return Response({"answers": list(_in_brief(scored))})


def _in_brief(scored: Iterable[Answer]) -> Iterator[Answer]:
    """The answers, with what is wrong told up to so many characters together, and then only where something is."""
    left = MOST_TOLD
    for answer in scored:
        if answer["ok"]:
            yield answer
            continue
        yield answer if left > 0 else {"id": None, "ok": False, "errors": []}
        left -= len(json.dumps(answer))


class ScoreGame(PublicDoor):
    """One whole game."""

    throttle_classes: Sequence[type[BaseThrottle]] = (Allowance,)

    @described(
        "score_game",
        refusals=(429,),
        body=OpenApiTypes.OBJECT,
        answer=answers.GameScore,
        also={400: answers.NotScored},
        public=True,
    )
    def post(self, request: Request) -> Response:
        """Score a whole game: `{"id", "game", "options", "hands"}`, the same as `manage.py score --games`.

        It has at most 1000 hands. Without a token an address may send so much a minute, then it is answered 429.
        """
        return _scored(_answered(request.data, score_game_request))
