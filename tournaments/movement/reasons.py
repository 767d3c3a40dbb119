"""A move told in short sentences, so that anybody can be shown why they sit where they sit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from tournaments.movement.arrivals_departures import Changes, SitOut
from tournaments.movement.partnerships import Partnerships
from tournaments.movement.seating import Seating, Table

TABLES_ASKED_FOR = 3


@dataclass(frozen=True)
class Reason:
    """One thing a move did, and why.

    Arguments:
        rule: what it rests on, a dotted name that does not change.
        table: the table of the next round it is about, or None for the whole room.
        sentence: the reason; players stand in it by their ids.
        people: the names of the values in the sentence that are such ids.
    """

    rule: str
    table: int | None
    sentence: Sentence
    people: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The reason in English, with ids for players."""
        return str(self.sentence)

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of the players it speaks of."""
        return tuple(str(self.sentence.values[key]) for key in self.people)

    def named(self, names: Mapping[str, str]) -> Sentence:
        """Return the sentence with names in place of ids; an id without a name stays."""
        values = dict(self.sentence.values)
        for key in self.people:
            values[key] = names.get(str(values[key]), values[key])
        return self.sentence._replace(values=values)

    def as_data(self) -> dict[str, object]:
        """Return the reason as JSON data, to be kept with the round."""
        data = {"rule": self.rule, "table": self.table, "people": list(self.people)}
        return {**data, "sentence": self.sentence.as_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Reason:
        """Return the reason that `as_data` kept."""
        return cls(data["rule"], data["table"], Sentence.from_data(data["sentence"]), tuple(data["people"]))


wordings(
    {
        "move.partners.keep": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: at the head table the winners keep their "
            "seats, and those who come up stay partners too."
        ),
        "move.partners.mixed": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: mixed couples this way %(taken)s, "
            "the other way %(not_taken)s."
        ),
        "move.partners.fewer": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships this way %(taken)s, "
            "the other way %(not_taken)s."
        ),
        "move.partners.seat": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: both ways were equal, so the newcomer from "
            "the lower seat joins seat 1."
        ),
        "move.left": gettext_noop("%(player)s leaves."),
        "move.arrived": gettext_noop("%(player)s has come and waits with those sitting out."),
        "move.table-broken-up": gettext_noop(
            "Too few are left for table %(table)s: it is broken up, and its players may come back first."
        ),
        "move.table-opened": gettext_noop("Four were waiting: table %(table)s opens."),
        "move.loser-sits-out": gettext_noop(
            "%(player)s sits out after losing at table %(table)s in seat %(seat)s. Rounds sat out before: "
            "%(sit_outs)s; rounds played without a break: %(unbroken)s."
        ),
        "move.winner-sits-out": gettext_noop(
            "%(player)s sits out after winning at table %(table)s in seat %(seat)s. Rounds sat out before: "
            "%(sit_outs)s; rounds played without a break: %(unbroken)s."
        ),
        "move.takes-seat": gettext_noop("%(player)s takes seat %(seat)s at table %(table)s."),
        "move.few-tables": gettext_noop("The movement is meant for three tables or more."),
        "move.no-table": gettext_noop("Four players make a table; with fewer everybody waits."),
    }
)


def reasons_for_tables(moved: Sequence[Table], partnerships: Partnerships) -> Iterator[Reason]:
    """Say for each table who plays with whom after the move, and what settled it.

    Arguments:
        moved: the tables as the move alone makes them.
        partnerships: what the pairing looked at.
    """
    for number, table in enumerate(moved, start=1):
        decision = partnerships.decision(number, table)
        values: dict[str, object] = dict(zip(_SEATS, table, strict=True))
        if decision.rule in ("mixed", "fewer"):
            values |= {"taken": decision.taken, "not_taken": decision.not_taken}
        sentence = coded(f"move.partners.{decision.rule}", **values)
        yield Reason(f"partners.{decision.rule}", number, sentence, _SEATS)


_SEATS = ("first", "second", "third", "fourth")


def reasons_for_changes(changes: Changes) -> Iterator[Reason]:
    """Say who left and came, which tables closed and opened, who sits out and who takes which seat."""
    for player in changes.left:
        yield _about(player, "left", "move.left")
    for player in changes.arrived:
        yield _about(player, "arrived", "move.arrived")
    for table in changes.broken_up:
        yield Reason("table.broken-up", table, coded("move.table-broken-up", table=table))
    for table in changes.opened:
        yield Reason("table.opened", table, coded("move.table-opened", table=table))
    for sit_out in changes.sit_outs:
        yield _sits_out(sit_out)
    for player, table, seat in changes.took_seats:
        sentence = coded("move.takes-seat", player=player, table=table, seat=seat)
        yield Reason("seat.taken", table, sentence, ("player",))


def _about(player: str, rule: str, code: str) -> Reason:
    return Reason(rule, None, coded(code, player=player), ("player",))


def _sits_out(sit_out: SitOut) -> Reason:
    sentence = coded(
        "move.winner-sits-out" if sit_out.won else "move.loser-sits-out",
        player=sit_out.player,
        sit_outs=sit_out.sit_outs,
        table=sit_out.table,
        seat=sit_out.seat,
        unbroken=sit_out.unbroken,
    )
    return Reason("sits-out", None, sentence, ("player",))


def remarks(seating: Seating) -> Iterator[Reason]:
    """Tell the director when there are fewer tables than the text asks for; it is allowed all the same."""
    if not seating.tables:
        yield Reason("remark.no-table", None, coded("move.no-table"))
    elif len(seating.tables) < TABLES_ASKED_FOR:
        yield Reason("remark.few-tables", None, coded("move.few-tables"))
