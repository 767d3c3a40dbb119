"""Chambery Tarot, by hand."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta

from benchmarks.handwritten.fields import May, Strict


class ChamberyTarotHand(Strict):
    """Of Chambery Tarot."""

    players: Annotated[int, Meta(ge=3, le=5)]
    bid: May[Literal["called_king", "two_cards", "one_card", "no_cards"]] = UNSET
    declarer: May[Annotated[int, Meta(ge=1, le=5)]] = UNSET
    partner: May[Annotated[int, Meta(ge=1, le=5)]] = UNSET
    declarer_points: May[Annotated[int, Meta(ge=0, le=72)]] = UNSET
    defender_points: May[Annotated[int, Meta(ge=0, le=72)]] = UNSET
    points: May[Annotated[list[Annotated[int, Meta(ge=0, le=78)]], Meta(min_length=3, max_length=3)]] = UNSET


TIMES: Final = {"called_king": 1, "two_cards": 1, "one_card": 2, "no_cards": 4}


def chambery_tarot(hand: ChamberyTarotHand) -> tuple[int, ...]:
    """What every seat is paid."""
    return three_seats(hand) if hand.players == 3 else two_sides(hand)


def three_seats(hand: ChamberyTarotHand) -> tuple[int, ...]:
    """Each below 26 pays what is lacking."""
    points = hand.points
    if points is UNSET or sum(points) != 78:
        raise ValueError
    if hand.bid is not UNSET or hand.declarer is not UNSET or hand.declarer_points is not UNSET:
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
    if declarer is UNSET or hand.bid is UNSET or points is UNSET or points > total or declarer > players:
        raise ValueError
    if hand.points is not UNSET or (hand.bid == "called_king") != (partner is not UNSET):
        raise ValueError
    if partner is not UNSET and (partner == declarer or partner > players):
        raise ValueError
    if hand.defender_points is not UNSET and hand.defender_points + points != total:
        raise ValueError
    par = total // 2
    lost = points < par
    below = points if lost else total - points
    owed = (par - below) * TIMES[hand.bid] * (2 if below * 2 < par else 1)
    side = 1 if partner is UNSET else 2
    defenders = players - side
    if lost:
        paid = owed * side
        lacking = -paid % defenders
        share = (paid + lacking) // defenders
        scores = [share] * players
        if partner is UNSET:
            scores[declarer - 1] = -owed - lacking
        else:
            scores[declarer - 1] = -owed - (lacking + 1) // 2
            scores[partner - 1] = -owed - lacking // 2
        return tuple(scores)
    while owed * defenders % side:
        owed += 1
    scores = [-owed] * players
    scores[declarer - 1] = owed * defenders // side
    if partner is not UNSET:
        scores[partner - 1] = scores[declarer - 1]
    return tuple(scores)
