"""Fixed and drawn seats told in short sentences."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.derivation import coded, gettext_noop, wordings
from tournaments.movement.arrivals_departures import Changes
from tournaments.movement.meetings import Meetings
from tournaments.movement.reasons import Reason, reasons_for_changes
from tournaments.movement.seating import SEATS, Seating, Table

_PEOPLE = ("first", "second", "third", "fourth", "fifth")

wordings(
    {
        "drawn.table-of-2": gettext_noop("%(first)s against %(second)s: earlier meetings %(met)s."),
        "drawn.table-of-3": gettext_noop(
            "%(first)s, %(second)s, %(third)s: earlier meetings among them %(met)s."
        ),
        "drawn.table-of-4": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s: earlier meetings among them %(met)s."
        ),
        "drawn.table-of-5": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s: earlier meetings among them %(met)s."
        ),
        "drawn.couples": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships %(partners)s, "
            "earlier meetings among the four %(met)s."
        ),
        "drawn.arrived": gettext_noop("%(player)s has come."),
        "drawn.sits-out": gettext_noop(
            "%(player)s sits out: nobody has sat out less often (rounds sat out before: %(sit_outs)s)."
        ),
        "drawn.sizes": gettext_noop("%(players)s are here; at the tables sit: %(sizes)s."),
        "drawn.no-table": gettext_noop("There are too few for a table; everybody waits."),
    }
)


def reasons_for_people(left: Sequence[str], arrived: Iterable[str]) -> Iterator[Reason]:
    """Say who went home and who has come."""
    yield from reasons_for_changes(Changes(left=tuple(left)))
    for player in arrived:
        yield Reason("arrived", None, coded("drawn.arrived", player=player), ("player",))


def reasons_for_sizes(players: int, sizes: Sequence[int], last: Seating) -> Iterator[Reason]:
    """Say how many sit at the tables where that is not as it was."""
    if not sizes:
        yield Reason("remark.no-table", None, coded("drawn.no-table"))
    elif tuple(sizes) != tuple(map(len, last.tables)):
        sentence = coded("drawn.sizes", players=players, sizes=", ".join(map(str, sizes)))
        yield Reason("tables.sizes", None, sentence)


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
            yield Reason("drawn.couples", number, coded("drawn.couples", **values), people)
        else:
            yield Reason("drawn.table", number, coded(f"drawn.table-of-{len(table)}", **values), people)


def reasons_to_sit_out(players: Iterable[str], counts: dict[str, int]) -> Iterator[Reason]:
    """Say who sits out and how often they have done so before."""
    for player in players:
        sentence = coded("drawn.sits-out", player=player, sit_outs=counts.get(player, 0))
        yield Reason("sits-out", None, sentence, ("player",))
