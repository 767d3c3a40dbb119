"""A move told in short sentences, so that anybody can be shown why they sit where they sit.

Here is what several movements say; what one alone says stands beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scoring.derivation import coded, gettext_noop, wordings
from tournaments.movement.history import Meetings
from tournaments.movement.interface import Reason, Situation
from tournaments.movement.seating import SEATS, Seating, Table

_PEOPLE = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

wordings(
    {
        "move.left": gettext_noop("%(player)s leaves."),
        "move.takes-seat": gettext_noop("%(player)s takes seat %(seat)s at table %(table)s."),
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
        "drawn.table-of-6": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s, %(sixth)s: earlier meetings among them %(met)s."
        ),
        "drawn.table-of-7": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s, %(sixth)s, %(seventh)s: earlier meetings among "
            "them %(met)s."
        ),
        "drawn.table-of-8": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s, %(sixth)s, %(seventh)s, %(eighth)s: earlier "
            "meetings among them %(met)s."
        ),
        "drawn.couples": gettext_noop(
            "%(first)s with %(third)s, %(second)s with %(fourth)s: earlier partnerships %(partners)s, "
            "earlier meetings among the four %(met)s."
        ),
        "drawn.arrived": gettext_noop("%(player)s has come."),
        "drawn.sits-out": gettext_noop(
            "%(player)s sits out: nobody has sat out less often (so far: %(sit_outs)s)."
        ),
        "drawn.sizes": gettext_noop("%(players)s are here; at the tables sit: %(sizes)s."),
        "drawn.no-table": gettext_noop("There are too few for a table; everybody waits."),
        "by-result.table-of-2": gettext_noop("%(first)s against %(second)s: %(why)s."),
        "by-result.table-of-3": gettext_noop("%(first)s, %(second)s, %(third)s: %(why)s."),
        "by-result.table-of-4": gettext_noop("%(first)s, %(second)s, %(third)s, %(fourth)s: %(why)s."),
        "by-result.table-of-5": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s: %(why)s."
        ),
        "by-result.table-of-6": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s, %(sixth)s: %(why)s."
        ),
        "by-result.table-of-7": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s, %(sixth)s, %(seventh)s: %(why)s."
        ),
        "by-result.table-of-8": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s, %(sixth)s, %(seventh)s, %(eighth)s: %(why)s."
        ),
        "by-result.couples": gettext_noop("%(first)s with %(third)s, %(second)s with %(fourth)s: %(why)s."),
    }
)


def about(players: Iterable[str], rule: str, code: str = "", **values: object) -> Iterator[Reason]:
    for player in players:
        yield Reason(rule, None, coded(code or rule, player=player, **values), ("player",))


def at_table(
    rule: str, number: int, table: Table, code: str = "by-result", *, partnership: bool, **values: object
) -> Reason:
    people = _PEOPLE[: len(table)]
    couples = partnership and len(table) == SEATS
    sentence = coded(
        f"{code}.{'couples' if couples else f'table-of-{len(table)}'}",
        **dict(zip(people, table, strict=True)),
        **values,
    )
    return Reason(rule, number, sentence, people)


def opening(situation: Situation, seating: Seating, wanted: Sequence[int] | None = None) -> Iterator[Reason]:
    """Who came and went, and how many sit at the tables where that changes; `wanted`: in another order of tables."""
    last = situation.last.seating
    yield from about(
        (player for player in last.players() if player in situation.leaving), "left", "move.left"
    )
    yield from about(situation.arriving, "arrived", "drawn.arrived")
    sizes = list(map(len, seating.tables) if wanted is None else wanted)
    if not sizes:
        yield Reason("remark.no-table", None, coded("drawn.no-table"))
    elif sizes != list(map(len, last.tables)):
        players = sum(sizes) + len(seating.sitting_out)
        sentence = coded("drawn.sizes", players=players, sizes=", ".join(map(str, sizes)))
        yield Reason("tables.sizes", None, sentence)


def new_seats(
    before: Sequence[Table], after: Sequence[Table], gone_on: Collection[str] = ()
) -> Iterator[Reason]:
    """Who has another seat than before, or is one of those who went on although theirs was taken."""
    had = {player: place for player, *place in _places(before)}
    return took_seats(
        (player, table, seat)
        for player, table, seat in _places(after)
        if had.get(player) != [table, seat] or player in gone_on
    )


def took_seats(places: Iterable[tuple[str, int, int]]) -> Iterator[Reason]:
    for player, table, seat in places:
        sentence = coded("move.takes-seat", player=player, table=table, seat=seat)
        yield Reason("seat.taken", table, sentence, ("player",))


def _places(tables: Sequence[Table]) -> Iterator[tuple[str, int, int]]:
    for number, table in enumerate(tables, start=1):
        for seat, player in enumerate(table, start=1):
            yield player, number, seat


def drawn(tables: Iterable[Table], meetings: Meetings, *, partnership: bool) -> Iterator[Reason]:
    for number, table in enumerate(tables, start=1):
        couples = partnership and len(table) == SEATS
        partners = {"partners": meetings.as_partners(table)} if couples else {}
        rule = "drawn.couples" if couples else "drawn.table"
        yield at_table(
            rule, number, table, "drawn", partnership=partnership, met=meetings.at(table), **partners
        )


def to_sit_out(
    players: Iterable[str], counts: Mapping[str, int], code: str = "drawn.sits-out"
) -> Iterator[Reason]:
    for player in players:
        yield from about([player], "sits-out", code, sit_outs=counts.get(player, 0))
