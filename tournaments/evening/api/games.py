"""The games that are played here, and scoring without keeping anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal, Self

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games import definition
from games.catalogue import GAMES
from games.requests import Answer as Scored
from games.requests import Said, refusal, score_game_request, score_request
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault
from tournaments.evening.api import bodies
from tournaments.evening.api.allowance import Allowance
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import PublicView
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.api.answers import (
    BATCH,
    GAME,
    SCORED,
    SCORED_GAME,
    Answer,
    Example,
    Faulty,
    Line,
    Problem,
    at_most,
    translate,
)

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


class Games(Answer):
    """The games."""

    games: Annotated[list[GameInShort], at_most(len(GAMES))]


class Game(GameInShort):
    """A game with what its forms and checks need: entry forms and JSON Schemas."""

    pack: str
    form: list[dict[str, Any]]
    house_rule_form: list[dict[str, Any]]
    hand_schemas: list[dict[str, Any]]
    house_rules_schema: dict[str, Any]
    rulebook: list[dict[str, Any]]

    @classmethod
    def of(cls, game: definition.Game) -> Self:
        """A game whole: labels and rulebook, forms and schemas."""
        return cls.read(
            game,
            form=[_plain(asdict(field)) for field in game.form],
            house_rule_form=[_plain(asdict(field)) for field in game.house_rule_form],
            rulebook=[
                {
                    "number": paragraph.number,
                    "id": paragraph.id,
                    "section": paragraph.section,
                    "title": paragraph.title,
                    "text": paragraph.text,
                }
                for paragraph in game.paragraphs
            ],
        )

    @classmethod
    def example(cls) -> dict[str, Any]:
        """The first of everything: the whole of it is long."""
        game = cls.of(GAME).model_dump(mode="json")
        return {name: value[:1] if isinstance(value, list) else value for name, value in game.items()}


def _plain(value: Any) -> Any:
    match value:
        case Mapping():
            return {name: _plain(inner) for name, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value


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
        """What the example of a hand scores."""
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
        """How the example of a game stands."""
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
        """What the examples of hands score."""
        return {"answers": [score_request(request) for request in BATCH]}


class GamesEndpoint(PublicView):
    """The games."""

    @operation("list_games", answer=Games, public=True)
    def get(self, request: Request) -> Response:
        """The games that are played here."""
        return Games(games=[GameInShort.read(game) for game in GAMES.values()]).reply()


class GameEndpoint(PublicView):
    """One game."""

    @operation("show_game", answer=Game, refusals=(404,), public=True)
    def get(self, request: Request, game: str) -> Response:
        """A game whole: its rulebook, its entry forms, the JSON Schemas of its hands and house rules."""
        if game not in GAMES:
            raise Http404
        return Game.of(GAMES[game]).reply()


def _answered(asked: object, score: Callable[[object, Said], Scored]) -> Scored:
    # The `id` comes back with the answer, and so may not be longer than a name for something is.
    if isinstance(asked, dict) and len(json.dumps(asked.get("id"))) > LONGEST_ID:
        why = gettext_noop("an id of more than %(most)s characters was entered")
        return refusal(None, [Fault("id", "too-long", Sentence(why, {"most": LONGEST_ID}))], translate)
    return score(asked, translate)


def _scored(answer: Scored) -> Response:
    return Response(answer, status=200 if answer["ok"] else 400)


class ScoreEndpoint(PublicView):
    """One hand."""

    @operation(
        "score_hand",
        body=OpenApiTypes.OBJECT,
        example=SCORED,
        answer=Score,
        also={400: NotScored},
        public=True,
    )
    def post(self, request: Request) -> Response:
        """Score one hand: `{"id", "game", "options", "hand"}`, the same as `manage.py score`. Nothing is kept."""
        return _scored(_answered(request.data, score_request))


class ScoreBatchEndpoint(PublicView):
    """Many hands."""

    throttle_classes: Sequence[type[BaseThrottle]] = (Allowance,)

    @operation("score_batch", body=bodies.Batch, answer=BatchScore, refusals=(429,), public=True)
    def post(self, request: Request) -> Response:
        """Score up to 2000 hands, of any games: each of `requests` is one of `score`, and so is each answer.

        The answers come in the order of the requests. A hand that cannot be scored does not keep the others
        from it: its answer says what is wrong. Of very many refusals the last ones come without their `id` and with
        no errors. A token, or an address without one, may send so much a minute, then it is answered 429. No hand
        is kept.
        """
        batch = bodies.validate_body(request, bodies.Batch)
        scored = (_answered(hand_request, score_request) for hand_request in batch.requests)
        return Response({"answers": list(_in_brief(scored))})


def _in_brief(scored: Iterable[Scored]) -> Iterator[Scored]:
    # After so many characters of errors, refusals are told without theirs.
    left = MOST_TOLD
    for answer in scored:
        if answer["ok"]:
            yield answer
            continue
        yield answer if left > 0 else {"id": None, "ok": False, "errors": []}
        left -= len(json.dumps(answer))


class ScoreGameEndpoint(PublicView):
    """One whole game."""

    throttle_classes: Sequence[type[BaseThrottle]] = (Allowance,)

    @operation(
        "score_game",
        refusals=(429,),
        body=OpenApiTypes.OBJECT,
        example=SCORED_GAME,
        answer=GameScore,
        also={400: NotScored},
        public=True,
    )
    def post(self, request: Request) -> Response:
        """Score a whole game: `{"id", "game", "options", "hands"}`, the same as `manage.py score --games`.

        It has at most 1000 hands. A token, or an address without one, may send so much a minute, then it is
        answered 429.
        """
        return _scored(_answered(request.data, score_game_request))
