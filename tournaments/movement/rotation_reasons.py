"""Fixed and drawn seats told in short sentences."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.derivation import Sentence, gettext_noop
from tournaments.movement.coming_and_going import Changes
from tournaments.movement.meetings import Meetings
from tournaments.movement.reasons import Reason, reasons_for_changes
from tournaments.movement.seating import SEATS, Seating, Table

_PEOPLE = ("first", "second", "third", "fourth", "fifth")
_AT_A_TABLE = {
    2: gettext_noop("%(first)s against %(second)s: earlier meetings %(met)s."),
    3: gettext_noop("%(first)s, %(second)s, %(third)s: earlier meetings among them %(met)s."),
    4: gettext_noop("%(first)s, %(second)s, %(third)s, %(fourth)s: earlier meetings among them %(met)s."),
    5: gettext_noop(
        "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s: earlier meetings among them %(met)s."
    ),
}
_COUPLES = gettext_noop(
    "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships %(partners)s, "
    "earlier meetings among the four %(met)s."
)
_ARRIVES = gettext_noop("%(player)s has come.")
_SITS_OUT = gettext_noop(
    "%(player)s sits out: rounds sat out before %(sit_outs)s, and nobody has sat out less."
)
_SIZES = gettext_noop("%(players)s are here; at the tables sit: %(sizes)s.")
_NO_TABLE = gettext_noop("There are too few for a table; everybody waits.")


def reasons_for_people(left: Sequence[str], arrived: Iterable[str]) -> Iterator[Reason]:
    """Say who went home and who has come."""
    yield from reasons_for_changes(Changes(left=tuple(left)))
    for player in arrived:
        yield Reason("arrived", None, Sentence(_ARRIVES, {"player": player}), ("player",))


def reasons_for_sizes(players: int, sizes: Sequence[int], last: Seating) -> Iterator[Reason]:
    """Say how many sit at the tables where that is not as it was."""
    if not sizes:
        yield Reason("remark.no-table", None, Sentence(_NO_TABLE))
    elif tuple(sizes) != tuple(map(len, last.tables)):
        values = {"players": players, "sizes": ", ".join(map(str, sizes))}
        yield Reason("tables.sizes", None, Sentence(_SIZES, values))


def reasons_for_kept(last: Seating, tables: Sequence[Table]) -> Iterator[Reason]:
    """Say who takes a seat that was not theirs."""
    before = {
        player: (number, seat)
        for number, table in enumerate(last.tables, start=1)
        for seat, player in enumerate(table, start=1)
    }
    took = tuple(
        (player, number, seat)
        for number, table in enumerate(tables, start=1)
        for seat, player in enumerate(table, start=1)
        if before.get(player) != (number, seat)
    )
    return reasons_for_changes(Changes(took_seats=took))


def reasons_for_drawn(tables: Iterable[Table], meetings: Meetings, *, partnership: bool) -> Iterator[Reason]:
    """Say for each table how often its people have met before."""
    for number, table in enumerate(tables, start=1):
        people = _PEOPLE[: len(table)]
        values: dict[str, object] = {**dict(zip(people, table, strict=True)), "met": meetings.at(table)}
        if partnership and len(table) == SEATS:
            values["partners"] = meetings.as_partners(table)
            yield Reason("drawn.couples", number, Sentence(_COUPLES, values), people)
        else:
            yield Reason("drawn.table", number, Sentence(_AT_A_TABLE[len(table)], values), people)


def reasons_to_sit_out(players: Iterable[str], counts: dict[str, int]) -> Iterator[Reason]:
    """Say who sits out and how often they have done so before."""
    for player in players:
        values = {"player": player, "sit_outs": counts.get(player, 0)}
        yield Reason("sits-out", None, Sentence(_SITS_OUT, values), ("player",))
