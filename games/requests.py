"""The JSON in which hands and games are scored, the same at every door.

A request is whatever JSON gave. An answer is ready to be written as JSON, with the request's `id` in it
as it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.catalogue import GAMES, at_address
from games.definition import Game, reaches
from games.reading import misfit, missing_field, unknown_field
from games.schemas import Schema
from scoring.derivation import Derivation, Sentence, gettext_noop
from scoring.entry import Entry
from scoring.faults import MOST_FAULTS, Fault, Faults, and_more, at_most

# --- From hands to a game: running totals, the end, the winners ---------------------------------------


class Tally:
    """The totals of one game, hand after hand.

    Over is the game after the first hand that leaves somebody alone on top with the target reached, or
    that wins it outright. Level on top, it goes on.
    """

    def __init__(self, game: Game, rules: Entry) -> None:
        self.game, self.rules = game, rules
        self.target = game.target(rules)
        self.winning_seats = 2 if game.partnership else 1
        self.totals: tuple[int, ...] = (0,) * game.seats[0] if len(game.seats) == 1 else ()
        self.running: list[tuple[int, ...]] = []
        self.winners: tuple[int, ...] = ()

    @property
    def over_after(self) -> int | None:
        """The number of hands the game took; None while it is open."""
        return len(self.running) if self.winners else None

    def fits(self, derivation: Derivation) -> bool:
        """Whether a hand was played by as many seats as the hands before it."""
        return len(self.totals) in (0, derivation.seats)

    def add(self, derivation: Derivation) -> None:
        """Counts one more hand."""
        before = self.totals or (0,) * derivation.seats
        self.totals = tuple(map(sum, zip(before, derivation.scores, strict=True)))
        self.running.append(self.totals)
        self.winners = self._winners(derivation)

    def _winners(self, derivation: Derivation) -> tuple[int, ...]:
        if derivation.wins_game is not None:
            return (derivation.wins_game,)
        if self.target is None or not reaches(self.totals, self.target):
            return ()
        best = max(self.totals)
        seats = tuple(seat for seat, total in enumerate(self.totals, start=1) if total == best)
        return seats if len(seats) == self.winning_seats else ()


Answer = dict[str, Any]
Said = Callable[[Sentence], str]

MOST_HANDS: Final = 1000
"""How many hands a game has at most: a whole night of them."""
NEEDED: Final[Mapping[str, Schema]] = {
    "game": {"enum": list(GAMES)},
    "hand": {"type": "object"},
    "hands": {"type": "array", "items": {"type": "object"}, "maxItems": MOST_HANDS},
}
ONE_HAND: Final = {"id": False, "game": True, "options": False, "hand": True}
WHOLE_GAME: Final = {"id": False, "game": True, "options": False, "hands": True}
"""The fields of a request, and whether they are needed."""


def score_request(entered: object, said: Said = str) -> Answer:
    """What the hand of a request scores and why, or everything that is wrong with the request.

    `said` puts its sentences into a language; without it they are English.
    """
    request = _Request(entered, ONE_HAND)
    derivation = request.score(request.fields["hand"], "hand") if "hand" in request.fields else None
    if derivation is None or request.faults:
        return refusal(request.id, request.faults, said)
    return {
        "id": request.id,
        "ok": True,
        "game": request.fields["game"],
        "scores": list(derivation.scores),
        "derivation": lines_as_data(derivation, said),
        "wins_game": derivation.wins_game,
    }


def score_game_request(entered: object, said: Said = str) -> Answer:
    """Running totals, end and winners of a request's hands, or everything that is wrong with it.

    `said` puts its sentences into a language; without it they are English.
    """
    request = _Request(entered, WHOLE_GAME)
    tally = request.play(request.fields["hands"]) if "hands" in request.fields else None
    if tally is None or request.game is None or request.faults:
        return refusal(request.id, request.faults, said)
    return {
        "id": request.id,
        "ok": True,
        "totals": list(tally.totals),
        "running": [list(totals) for totals in tally.running],
        "over_after": tally.over_after,
        "winners": list(tally.winners),
        "settlement": list(request.game.settle(tally.totals)) if request.game.settle else None,
    }


def refusal(request_id: object, faults: Iterable[Fault], said: Said = str) -> Answer:
    """The answer to a request that is not granted."""
    errors = [
        {"field": fault.field, "code": fault.code, "message": said(fault.sentence)}
        for fault in at_most(faults)
    ]
    return {"id": request_id, "ok": False, "errors": errors}


def lines_as_data(derivation: Derivation, said: Said = str) -> list[dict[str, Any]]:
    """The lines of a score as JSON gives them out."""
    return [
        {"seats": list(line.seats), "points": line.points, "rule": line.rule, "text": said(line.sentence)}
        for line in derivation.lines
    ]


class _Request:
    """A request as far as it can be understood, and all that is wrong with it."""

    def __init__(self, entered: object, envelope: Mapping[str, bool]) -> None:
        self.faults: list[Fault] = []
        self.fields: Mapping[Any, Any] = {}
        self.game: Game | None = None
        self.rules: Entry | None = None
        if isinstance(entered, Mapping):
            self.fields = entered
            self._look_at_envelope(envelope)
            self._look_at_game()
        else:
            self.faults.append(
                misfit("", entered, "not-an-object", {"type": "object", "properties": envelope})
            )
        self.id = self.fields.get("id")

    def score(self, hand: object, where: str, found: Any = None) -> Derivation | None:
        """What a hand scores that `found` so much of those before it; None, its faults noted, where it has any."""
        if self.game is None:
            return None
        if self.rules is None:
            partly = self.game.house_rules_as_far_as_read(self.fields["options"])
            self.faults += self.game.faults(hand, partly, where=where)
            return None
        try:
            return self.game.score(hand, self.rules, found, where=where)
        except Faults as refused:
            self.faults += refused.faults
            return None

    def play(self, hands: object) -> Tally | None:
        """Counts the hands of a game; None, and the faults noted, where one of them is refused."""
        if not isinstance(hands, list):
            self.faults.append(misfit("hands", hands, "not-a-list", NEEDED["hands"]))
            return None
        if len(hands) > MOST_HANDS:
            self.faults.append(misfit("hands", hands, "too-many", NEEDED["hands"]))
            return None
        tally = Tally(self.game, self.rules) if self.game and self.rules else None
        found = None
        for place, hand in enumerate(hands):
            if len(self.faults) > MOST_FAULTS:
                # Each is told of at least once; to look at them all would take seconds.
                self.faults.append(and_more(len(hands) - place))
                return None
            where = f"hands.{place}"
            if tally and tally.over_after:
                self.faults.append(_after_the_end(where, tally.over_after))
                continue
            derivation = self.score(hand, where, found)
            if derivation is None:
                tally = None
            elif tally and not tally.fits(derivation):
                self.faults.append(_other_seats(where, derivation.seats, len(tally.totals)))
            elif tally:
                tally.add(derivation)
                found = tally.game.left_by([hand], tally.rules, found)
        return tally

    def _look_at_envelope(self, envelope: Mapping[str, bool]) -> None:
        for name, needed in envelope.items():
            if needed and name not in self.fields:
                self.faults.append(missing_field(name, NEEDED[name]))
        if not self.fields.keys() <= envelope.keys():
            unknown = sorted(str(name) for name in self.fields if name not in envelope)
            self.faults += (unknown_field(name, envelope) for name in unknown[:MOST_FAULTS])
            if len(unknown) > MOST_FAULTS:
                self.faults.append(and_more(len(unknown) - MOST_FAULTS))

    def _look_at_game(self) -> None:
        if "game" not in self.fields:
            return
        try:
            self.game = at_address(self.fields["game"])
            self.rules = self.game.house_rules(self.fields.get("options", {}))
        except Faults as refused:
            self.faults += refused.faults


def _after_the_end(where: str, over_after: int) -> Fault:
    why = gettext_noop("one more hand was entered; the game was over after %(hands)s")
    return Fault(where, "after-the-end", Sentence(why, {"hands": over_after}))


def _other_seats(where: str, seats: int, before: int) -> Fault:
    why = gettext_noop("a hand of %(seats)s seats was entered; the hands before it had %(before)s")
    return Fault(where, "other-number-of-seats", Sentence(why, {"seats": seats, "before": before}))
