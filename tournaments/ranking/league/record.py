"""A season of fixtures as its ledger tells it: divisions, entrants, fixtures and lots, folded from the entries.

Whatever the act, an entry holds what is so after it, in one of these parts:

- `divisions`: all of them, the highest first, each with its `name` and the level it had before (`was`, null if new);
- `entrants`: those who are entered, or told anew, each with `number`, `name`, `division` and `players`;
- `placed`: entrants by the number they had (`was`), with the `number` and the `division` they have now;
- `left`: the number of one who is struck off, `withdrawn` that of one who plays no more, `back` who does again;
- `absent`: the number of one who is left out of the `round` of a Swiss, which `counts` as "draw" or "nobody"; as ""
  where that is taken back;
- `fixtures`: those that are made, or told anew, each whole; `undone`: the codes of those that are no more. Their
  points are `scored`, null where nobody entered any. Entries written before that was told apart have `points`
  instead, 0 and 0 where none were entered;
- `order`: lots, with `label`, `commitment` and `seed`;
- `adjusted`: the number of one who is given `points` or, below nothing, has them taken off, in halves;
- `of`: the entry of lots or points that are withdrawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from tournaments.ranking.league.lots import Lots
from tournaments.ranking.league.values import Fixture, LeftOut, Outcome, Side, Status, Winner

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KeptEntrant:
    """One entrant: known by the number, who is in it by their primary keys.

    `left_out` is the round they asked to be left out of last, and what it counts as. Entries written before ratings
    could be entered have none.
    """

    number: int
    name: str
    division: int
    players: tuple[int, ...] = ()
    withdrawn: bool = False
    left_out: tuple[int, LeftOut] | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class KeptFixture:
    """One fixture, as the ledger and the rows have it.

    Entrants are told by their numbers, the day (`on`) as 2026-11-20 and the `evening` that gives the result by its
    address; each is "" where there is none, and so is the `winner` while it is ahead. `points` are None where nobody
    entered any.
    """

    code: str
    division: int
    round: int
    home: int
    away: int | None
    status: Status = "planned"
    play_off: bool = False
    on: str = ""
    evening: str = ""
    winner: Winner | str = ""
    forfeit: Side | str = ""
    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] | None = None

    @property
    def day(self) -> date | None:
        """When it is, if that is known."""
        return date.fromisoformat(self.on) if self.on else None

    @property
    def is_ahead(self) -> bool:
        """Whether its result is still to come."""
        return self.status in ("planned", "postponed")

    def numbers(self) -> tuple[int, ...]:
        """Who takes part, the home side first."""
        return (self.home,) if self.away is None else (self.home, self.away)

    def as_data(self) -> dict[str, object]:
        """As the ledger tells it."""
        return {
            "code": self.code,
            "division": self.division,
            "round": self.round,
            "home": self.home,
            "away": self.away,
            "status": self.status,
            "play_off": self.play_off,
            "on": self.on,
            "evening": self.evening,
            "winner": self.winner,
            "forfeit": self.forfeit,
            "games": list(self.games),
            "scored": None if self.points is None else list(self.points),
        }

    @classmethod
    def from_data(cls, data: Body) -> KeptFixture:
        """As it was told."""
        told = dict(data)
        if "scored" not in told:
            told["scored"] = told["points"] if any(told["points"]) else None
        scored = told.pop("scored")
        points = None if scored is None else tuple(scored)
        return cls(**{**told, "games": tuple(data["games"]), "points": points})

    def value(self) -> Fixture:
        """The fixture as tables count it; entrants by their numbers as text."""
        outcome: Any = None
        if self.winner:
            outcome = Outcome(self.winner, self.games, self.points, self.forfeit)  # type: ignore[arg-type]
        return Fixture(
            id=self.code,
            round=self.round,
            home=str(self.home),
            away=None if self.away is None else str(self.away),
            division=str(self.division),
            status=self.status,
            outcome=outcome,
        )

    @classmethod
    def of(cls, fixture: Fixture, *, code: str, division: int, play_off: bool = False) -> KeptFixture:
        """A fixture that was made, under this code."""
        away = None if fixture.away is None else int(fixture.away)
        return cls(code, division, fixture.round, int(fixture.home), away, fixture.status, play_off)

    def ahead(self) -> KeptFixture:
        """The same fixture, still to be played."""
        return replace(self, status="planned", winner="", forfeit="", games=(0, 0), points=None)

    def ended(self, outcome: Outcome) -> KeptFixture:
        """The same fixture with how it ended."""
        status: Status = "forfeited" if outcome.forfeit else "played"
        return replace(
            self,
            status=status,
            winner=outcome.winner,
            forfeit=outcome.forfeit,
            games=outcome.games,
            points=outcome.points,
        )

    def forfeited_by(self, numbers: Collection[int]) -> KeptFixture:
        """The same fixture, which these of its sides did not play; as it is where none of them did not."""
        home, away = self.home in numbers, self.away in numbers
        if home and away:
            return self.ended(Outcome("nobody", forfeit="both"))
        if home or away:
            return self.ended(Outcome("away" if home else "home", forfeit="home" if home else "away"))
        return self


@dataclass
class Kept:
    """A season of fixtures as it stands: divisions by level, entrants by number, fixtures by code, lots by entry.

    `adjusted` has, by entry, the number of an entrant and the points given or taken off, in halves.
    """

    divisions: dict[int, str] = field(default_factory=dict)
    entrants: dict[int, KeptEntrant] = field(default_factory=dict)
    fixtures: dict[str, KeptFixture] = field(default_factory=dict)
    lots: dict[int, Lots] = field(default_factory=dict)
    adjusted: dict[int, tuple[int, int]] = field(default_factory=dict)

    def take(self, sequence: int, body: Body) -> None:
        """Take one entry in."""
        if "divisions" in body:
            self._divide(body["divisions"])
        for told in body.get("entrants", ()):
            self._enter(told)
        if "placed" in body:
            self._place(body["placed"])
        self._leave(body)
        for code in body.get("undone", ()):
            del self.fixtures[code]
        for told in body.get("fixtures", ()):
            self.fixtures[told["code"]] = KeptFixture.from_data(told)
        if "order" in body:
            self.lots[sequence] = lots_of(body)
        if "adjusted" in body:
            self.adjusted[sequence] = body["adjusted"], body["points"]
        self.lots.pop(body.get("of", 0), None)
        self.adjusted.pop(body.get("of", 0), None)

    def _divide(self, told: Iterable[Body]) -> None:
        divisions = list(told)
        moved = {one["was"]: level for level, one in enumerate(divisions, 1) if one["was"] is not None}
        self.divisions = {level: one["name"] for level, one in enumerate(divisions, 1)}
        self.entrants = {
            number: replace(one, division=moved.get(one.division, one.division))
            for number, one in self.entrants.items()
        }

    def _enter(self, told: Body) -> None:
        old = self.entrants.get(told["number"])
        kept = KeptEntrant(
            told["number"],
            told["name"],
            told["division"],
            tuple(told["players"]),
            rating=told.get("rating"),
        )
        if old is not None:
            kept = replace(kept, withdrawn=old.withdrawn, left_out=old.left_out)
        self.entrants[kept.number] = kept

    def _leave(self, body: Body) -> None:
        if "left" in body:
            del self.entrants[body["left"]]
        if "withdrawn" in body:
            self._change(body["withdrawn"], withdrawn=True)
        if "back" in body:
            self._change(body["back"], withdrawn=False)
        if "absent" in body:
            left_out = (body["round"], body["counts"]) if body["counts"] else None
            self._change(body["absent"], left_out=left_out)

    def _change(self, number: int, **told: Any) -> None:
        self.entrants[number] = replace(self.entrants[number], **told)

    def _place(self, told: Iterable[Body]) -> None:
        moved = [
            replace(self.entrants.pop(one["was"]), number=one["number"], division=one["division"])
            for one in list(told)
        ]
        self.entrants |= {one.number: one for one in moved}


def lots_of(body: Body) -> Lots:
    """Lots as an entry tells them."""
    order = tuple(body["order"])
    return Lots(order, body.get("label", ""), body.get("commitment", ""), body.get("seed", ""))


def folded(entries: Iterable[tuple[int, Body]]) -> Kept:
    """The season after all its entries, each with its number."""
    kept = Kept()
    for sequence, body in entries:
        kept.take(sequence, body)
    return kept


def with_byes(fixtures: Iterable[KeptFixture]) -> list[Fixture]:
    """Fixtures as tables count them: who rests in a round has had it once everybody else of it has played.

    So that a round robin of an odd number brings nobody anything before it has begun.
    """
    told = list(fixtures)
    open_rounds = {(one.division, one.round) for one in told if one.away is not None and one.is_ahead}
    rests = [
        one.away is None and one.is_ahead and (one.division, one.round) not in open_rounds for one in told
    ]
    return [
        one.value().ended(None) if rested else one.value() for one, rested in zip(told, rests, strict=True)
    ]
