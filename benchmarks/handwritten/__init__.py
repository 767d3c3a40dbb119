"""What the engine is measured against: each game by hand, on msgspec, as short as speed asks for.

It scores what the engine scores and refuses what the engine refuses, under the default house rules. Fields are
typed and ranges checked by msgspec while it decodes; what fields must fulfil together is refused by a bare
ValueError, at the first of it. Nothing is explained: neither a score nor a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from benchmarks.handwritten import ascot, chamberlain, chambery_tarot, chantecler, clabberjass, euchre
from benchmarks.handwritten.fields import Strict

Hand = TypeVar("Hand")


class Score(Struct):
    """The answer, its lines left out."""

    id: Any
    game: str
    scores: tuple[int, ...]
    wins_game: int | None = None
    ok: bool = True


class Request(Strict, Generic[Hand]):
    """A request, of whichever game."""

    hand: Hand
    game: str
    id: Any = None
    options: dict[str, Any] = {}


def scorer(hand: type[Hand], score: Callable[[Hand], tuple[int, ...]]) -> Callable[[bytes], bytes]:
    """From the line of a request to the line that answers it."""
    decode: Callable[[bytes], Request[Hand]] = Decoder(Request[hand]).decode  # type: ignore[valid-type]
    encode = Encoder().encode

    def answer_line(line: bytes) -> bytes:
        request = decode(line)
        return encode(Score(request.id, request.game, score(request.hand))) + b"\n"

    return answer_line


SCORERS: Final[Mapping[str, Callable[[bytes], bytes]]] = MappingProxyType(
    {
        "ascot": scorer(ascot.AscotHand, ascot.ascot),
        "chamberlain": scorer(chamberlain.ChamberlainHand, chamberlain.chamberlain),
        "chambery_tarot": scorer(chambery_tarot.ChamberyTarotHand, chambery_tarot.chambery_tarot),
        "chantecler": scorer(chantecler.ChanteclerHand, chantecler.chantecler),
        "clabberjass": scorer(clabberjass.ClabberjassHand, clabberjass.clabberjass),
        "euchre": scorer(euchre.EuchreHand, euchre.euchre),
    }
)
