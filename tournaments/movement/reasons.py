"""A move told in short sentences, so that anybody can be shown why they sit where they sit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.derivation import Sentence, gettext_noop
from tournaments.movement.coming_and_going import Changes, SitOut
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
        return Sentence(self.sentence.template, values, self.sentence.plural)

    def as_data(self) -> dict[str, object]:
        """Return the reason as JSON data, to be kept with the round."""
        data = {"rule": self.rule, "table": self.table, "people": list(self.people)}
        return {**data, "sentence": self.sentence.as_data()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Reason:
        """Return the reason that `as_data` kept."""
        return cls(data["rule"], data["table"], Sentence.from_data(data["sentence"]), tuple(data["people"]))


_PARTNERS = {
    "keep": gettext_noop(
        "%(first)s with %(third)s, %(second)s with %(fourth)s: at the head table the winners keep their "
        "seats, and those who come up stay partners too."
    ),
    "mixed": gettext_noop(
        "%(first)s with %(third)s, %(second)s with %(fourth)s: mixed couples this way %(taken)s, "
        "the other way %(not_taken)s."
    ),
    "fewer": gettext_noop(
        "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships this way %(taken)s, "
        "the other way %(not_taken)s."
    ),
    "seat": gettext_noop(
        "%(first)s with %(third)s, %(second)s with %(fourth)s: both ways were equal, so the newcomer from "
        "the lower seat joins seat 1."
    ),
}
_LEAVES = gettext_noop("%(player)s leaves.")
_ARRIVES = gettext_noop("%(player)s has come and waits with those sitting out.")
_BROKEN_UP = gettext_noop(
    "Too few are left for table %(table)s: it is broken up, and its players may come back first."
)
_OPENED = gettext_noop("Four were waiting: table %(table)s opens.")
_LOSER_SITS_OUT = gettext_noop(
    "%(player)s sits out: rounds sat out before %(sit_outs)s, lost at table %(table)s in seat %(seat)s, "
    "rounds played without a break %(unbroken)s."
)
_WINNER_SITS_OUT = gettext_noop(
    "%(player)s sits out: rounds sat out before %(sit_outs)s, won at table %(table)s in seat %(seat)s, "
    "rounds played without a break %(unbroken)s."
)
_TAKES_SEAT = gettext_noop("%(player)s takes seat %(seat)s at table %(table)s.")
_FEW_TABLES = gettext_noop("The movement is meant for three tables or more.")
_NO_TABLE = gettext_noop("Four players make a table; with fewer everybody waits.")


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
        sentence = Sentence(_PARTNERS[decision.rule], values)
        yield Reason(f"partners.{decision.rule}", number, sentence, _SEATS)


_SEATS = ("first", "second", "third", "fourth")


def reasons_for_changes(changes: Changes) -> Iterator[Reason]:
    """Say who left and came, which tables closed and opened, who sits out and who takes which seat."""
    for player in changes.left:
        yield _about(player, "left", _LEAVES)
    for player in changes.arrived:
        yield _about(player, "arrived", _ARRIVES)
    for table in changes.broken_up:
        yield Reason("table.broken-up", table, Sentence(_BROKEN_UP, {"table": table}))
    for table in changes.opened:
        yield Reason("table.opened", table, Sentence(_OPENED, {"table": table}))
    for sit_out in changes.sit_outs:
        yield _sits_out(sit_out)
    for player, table, seat in changes.took_seats:
        values = {"player": player, "table": table, "seat": seat}
        yield Reason("seat.taken", table, Sentence(_TAKES_SEAT, values), ("player",))


def _about(player: str, rule: str, template: str) -> Reason:
    return Reason(rule, None, Sentence(template, {"player": player}), ("player",))


def _sits_out(sit_out: SitOut) -> Reason:
    values = {
        "player": sit_out.player,
        "sit_outs": sit_out.sit_outs,
        "table": sit_out.table,
        "seat": sit_out.seat,
        "unbroken": sit_out.unbroken,
    }
    template = _WINNER_SITS_OUT if sit_out.won else _LOSER_SITS_OUT
    return Reason("sits-out", None, Sentence(template, values), ("player",))


def remarks(seating: Seating) -> Iterator[Reason]:
    """Tell the director when there are fewer tables than the text asks for; it is allowed all the same."""
    if not seating.tables:
        yield Reason("remark.no-table", None, Sentence(_NO_TABLE))
    elif len(seating.tables) < TABLES_ASKED_FOR:
        yield Reason("remark.few-tables", None, Sentence(_FEW_TABLES))
