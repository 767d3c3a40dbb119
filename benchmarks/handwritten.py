"""What the engine is measured against: each game by hand, on msgspec, as short as speed asks for.

Fields are typed and ranges checked by msgspec while it decodes; what fields must fulfil together is one
condition that refuses without a word. Nothing is explained, and no house rule but the default is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

Seat = Annotated[int, Meta(ge=1, le=4)]
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Fate = Literal["A", "B", "A-discard", "B-discard"]


class Strict(Struct, forbid_unknown_fields=True, gc=False):
    """Fields and nothing else."""


class Score(Struct, gc=False):
    """The answer, its lines left out."""

    id: Any
    game: str
    scores: tuple[int, ...]
    wins_game: int | None = None
    ok: bool = True


class Counters(Strict):
    """Of Chantecler."""

    one: Fate
    three: Fate
    five: Fate
    pheasant: Fate
    peacock: Fate
    owl: Fate
    chantecler: Fate


class ChanteclerHand(Strict):
    """Of Chantecler."""

    bidder: Seat | None = None
    bid: Annotated[int, Meta(ge=1, le=14)] | None = None
    trump: Literal["duck", "goose", "hen", "turkey"] | None = None
    counters: Counters | None = None
    dealer: Seat | None = None
    bids: list[int] | None = None
    passed_out: bool = False


def chantecler(hand: ChanteclerHand) -> tuple[int, ...]:
    """What both couples score."""
    if hand.passed_out:
        return 0, 0, 0, 0
    counters, bid, bidder = hand.counters, hand.bid, hand.bidder
    if counters is None or bid is None or bidder is None or hand.trump is None or hand.bids is not None:
        raise ValueError
    worth = {"A": 0, "B": 0, "A-discard": 0, "B-discard": 0}
    worth[counters.one] += 1
    worth[counters.three] += 3
    worth[counters.five] += 5
    worth[counters.pheasant] += 1
    worth[counters.peacock] += 1
    worth[counters.owl] += 1
    worth[counters.chantecler] += 2
    if bidder % 2:
        own, other = worth["A"] + worth["B-discard"], worth["B"]
        own = own if own >= bid else -bid
        return own, other, own, other
    own, other = worth["B"] + worth["A-discard"], worth["A"]
    own = own if own >= bid else -bid
    return other, own, other, own


class Jacks(Strict):
    """Of Chamberlain."""

    clubs: Seat | None
    diamonds: Seat | None
    hearts: Seat | None
    spades: Seat | None


class ChamberlainHand(Strict):
    """Of Chamberlain."""

    declarer: Seat
    tricks: Annotated[list[Annotated[int, Meta(ge=0, le=13)]], Meta(min_length=3, max_length=4)]
    jacks: Jacks
    bid: Annotated[int, Meta(ge=1, le=13)] | None = None
    rank: Literal["high", "low"] | None = None
    moon: bool = False
    reneges: tuple[Seat, ...] = ()


def chamberlain(hand: ChamberlainHand) -> tuple[int, ...]:
    """What every seat scores; a made moon is not told apart."""
    tricks, jacks, declarer = hand.tricks, hand.jacks, hand.declarer
    if sum(tricks) != 13 or declarer > len(tricks) or (hand.bid is None) != hand.moon:
        raise ValueError
    scores = [0] * len(tricks)
    for seat, cost in ((jacks.clubs, 4), (jacks.diamonds, 3), (jacks.hearts, 2), (jacks.spades, 1)):
        if seat is not None:
            scores[seat - 1] -= cost
            if not tricks[seat - 1]:
                raise ValueError
        elif len(tricks) == 4:
            raise ValueError
    own = tricks[declarer - 1]
    if hand.bid is not None:
        scores[declarer - 1] = hand.bid if own + scores[declarer - 1] >= hand.bid else -hand.bid
    elif own == 13:
        scores = [0] * len(tricks)
    else:
        scores = [points + 5 for points in scores]
        scores[declarer - 1] -= 10
    for seat in hand.reneges:
        scores[seat - 1] -= 5
    return tuple(scores)


class ChamberyTarotHand(Strict):
    """Of Chambery Tarot."""

    players: Annotated[int, Meta(ge=3, le=5)]
    bid: Literal["called_king", "two_cards", "one_card", "no_cards"] | None = None
    declarer: Annotated[int, Meta(ge=1, le=5)] | None = None
    partner: Annotated[int, Meta(ge=1, le=5)] | None = None
    declarer_points: Annotated[int, Meta(ge=0, le=72)] | None = None
    defender_points: Annotated[int, Meta(ge=0, le=72)] | None = None
    points: tuple[int, int, int] | None = None


TIMES: Final = {"called_king": 1, "two_cards": 1, "one_card": 2, "no_cards": 4}


def chambery_tarot(hand: ChamberyTarotHand) -> tuple[int, ...]:
    """What every seat is paid."""
    return three_seats(hand.points) if hand.points is not None else two_sides(hand)


def three_seats(points: tuple[int, int, int]) -> tuple[int, ...]:
    """Each below 26 pays what is lacking."""
    if sum(points) != 78:
        raise ValueError
    scores = [(own - 26) * (2 if own < 13 else 1) if own < 26 else 0 for own in points]
    above = [seat for seat in range(3) if points[seat] > 26]
    if len(above) == 1:
        scores[above[0]] = -sum(scores)
    else:
        for seat in above:
            scores[seat] = (points[seat] - 26) * (2 if min(points) < 13 else 1)
    return tuple(scores)


def two_sides(hand: ChamberyTarotHand) -> tuple[int, ...]:
    """The side below par pays the other."""
    players, declarer, partner, points = hand.players, hand.declarer, hand.partner, hand.declarer_points
    total = 68 if players == 5 else 72
    if declarer is None or hand.bid is None or points is None or points > total or declarer > players:
        raise ValueError
    if (hand.bid == "called_king") != (partner is not None) or partner == declarer or players == 3:
        raise ValueError
    par = total // 2
    lost = points < par
    below = points if lost else total - points
    owed = (par - below) * TIMES[hand.bid] * (2 if below * 2 < par else 1)
    side = 1 if partner is None else 2
    defenders = players - side
    if lost:
        paid = owed * side
        lacking = -paid % defenders
        share = (paid + lacking) // defenders
        scores = [share] * players
        scores[declarer - 1] = -owed - (lacking if partner is None else (lacking + 1) // 2)
        if partner is not None:
            scores[partner - 1] = -owed - lacking // 2
        return tuple(scores)
    while owed * defenders % side:
        owed += 1
    share = owed * defenders // side
    scores = [-owed] * players
    scores[declarer - 1] = share
    if partner is not None:
        scores[partner - 1] = share
    return tuple(scores)


class Penalty(Strict):
    """Of Ascot."""

    seat: Seat
    kind: Literal["out_of_turn_bid", "exposed_card", "revoke"]


class AscotHand(Strict):
    """Of Ascot."""

    players: Annotated[int, Meta(ge=3, le=4)]
    dealer: Seat
    declarer: Seat
    bid: Annotated[int, Meta(ge=60, le=175)]
    contract: Literal["suit", "grand", "no_trump", "null"]
    trump: Suit | None = None
    kitty_free: bool = False
    points: Annotated[int, Meta(ge=0, le=120, multiple_of=5)] | None = None
    tricks: Annotated[int, Meta(ge=0, le=10)] | None = None
    contra: bool = False
    redouble: bool = False
    penalties: list[Penalty] = []


def ascot(hand: AscotHand) -> tuple[int, ...]:
    """What every seat scores."""
    declarer, points, players = hand.declarer, hand.points, hand.players
    if (
        declarer > players
        or (players == 4 and declarer == hand.dealer)
        or (hand.redouble and not hand.contra)
    ):
        raise ValueError
    if (hand.contract == "suit") != (hand.trump is not None) or (hand.contra and hand.bid < 65):
        raise ValueError
    scores, offender = [0] * players, 0
    for penalty in hand.penalties:
        if penalty.kind == "out_of_turn_bid":
            scores[penalty.seat - 1] -= 10
        else:
            offender = penalty.seat
            if points is not None:
                points = max(0, points - 20) if offender == declarer else min(120, points + 20)
    if points is not None:
        bonus = (40 if hand.contract == "grand" else 0) + (15 if hand.kitty_free else 0)
        worth = points + bonus if points >= 60 and points + bonus >= hand.bid else -120
    elif hand.bid > 75 or offender == declarer:
        worth = -120
    else:
        worth = 75 if offender or not hand.tricks else -120
    scores[declarer - 1] += worth * (4 if hand.redouble else 2 if hand.contra else 1)
    return tuple(scores)


class Sequence(Strict):
    """Of Clabberjass."""

    suit: Suit
    top: Literal["7", "8", "9", "10", "J", "Q", "K", "A"]
    length: Annotated[int, Meta(ge=3, le=4)]


class ClabberjassHand(Strict):
    """Of Clabberjass."""

    dealer: Annotated[int, Meta(ge=1, le=2)]
    bidder: Annotated[int, Meta(ge=1, le=2)] | None = None
    trump: Suit | None = None
    card_points: tuple[int, int] | None = None
    last_trick: Annotated[int, Meta(ge=1, le=2)] | None = None
    bella: Annotated[int, Meta(ge=1, le=2)] | None = None
    sequences: tuple[list[Sequence], list[Sequence]] | None = None
    passed_out: bool = False


RANKS: Final = {"7": 0, "8": 1, "9": 2, "10": 3, "J": 4, "Q": 5, "K": 6, "A": 7}


def clabberjass(hand: ClabberjassHand) -> tuple[int, ...]:
    """What both seats score; which cards a sequence holds is not looked at, but that it fits its suit."""
    if hand.passed_out:
        return 0, 0
    points, bidder, last, sequences = hand.card_points, hand.bidder, hand.last_trick, hand.sequences
    if points is None or bidder is None or last is None or sequences is None or hand.trump is None:
        raise ValueError
    if not 18 <= points[0] + points[1] <= 146:
        raise ValueError
    scores = [*points]
    scores[last - 1] += 10
    if hand.bella is not None:
        scores[hand.bella - 1] += 20
    best = [0, 0]
    for seat in (0, 1):
        for sequence in sequences[seat]:
            top = RANKS[sequence.top]
            if top < sequence.length - 1:
                raise ValueError
            best[seat] = max(best[seat], sequence.length * 10 + top)
    winner = (0 if hand.dealer == 2 else 1) if best[0] == best[1] else int(best[1] > best[0])
    for sequence in sequences[winner]:
        scores[winner] += 20 if sequence.length == 3 else 50
    own, others = scores[bidder - 1], scores[2 - bidder]
    if own <= others:
        scores[bidder - 1], scores[2 - bidder] = 0, own + others
    return tuple(scores)


Hand = TypeVar("Hand")


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
        "ascot": scorer(AscotHand, ascot),
        "chamberlain": scorer(ChamberlainHand, chamberlain),
        "chambery_tarot": scorer(ChamberyTarotHand, chambery_tarot),
        "chantecler": scorer(ChanteclerHand, chantecler),
        "clabberjass": scorer(ClabberjassHand, clabberjass),
    }
)
