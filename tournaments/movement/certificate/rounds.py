"""The rounds that a certificate is about, and what is wrong with their seats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from scoring.derivation import OR, Sentence, gettext_noop, listed
from scoring.faults import Fault


class Seated(Protocol):
    """Any object with tables and people who sit out, such as a `Seating`."""

    @property
    def tables(self) -> Sequence[Sequence[Any]]:
        """The tables from 1 up, each with its players from seat 1 on."""

    @property
    def sitting_out(self) -> Sequence[Any]:
        """Those without a seat."""


LONGEST_NUMBER = 18
"""Ids of more digits are names."""

Given = Seated | tuple[Sequence[Sequence[Any]], Sequence[Any] | None]
"""A round as it comes: a seating, or tables and who sits out; None for everybody who is at no table."""


@dataclass(frozen=True)
class Round:
    """One round, taken as it is: it may hold faults, which `faults_in` names.

    Arguments:
        tables: the tables from 1 up, each with its players from seat 1 on.
        sitting_out: those without a seat.
        absent: those known to be away: not come yet, or gone home.
    """

    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many sit at each table."""
        return tuple(map(len, self.tables))

    @property
    def seats(self) -> int:
        """How many have a seat."""
        return sum(self.sizes)

    def people(self) -> Iterator[str]:
        """Everybody named: the tables from 1 up in seat order, then those sitting out."""
        yield from chain.from_iterable(self.tables)
        yield from self.sitting_out


def read_rounds(
    given: Iterable[Given], players: Sequence[Any] | None, absent: Sequence[Collection[Any]]
) -> tuple[tuple[Round, ...], tuple[str, ...]]:
    """Return the rounds, and the players in the order of the counts.

    Arguments:
        given: the rounds as they come.
        players: the players in order, or None for everybody named: numbers by size, others as they appear.
        absent: for each round, who is known to be away; rounds beyond its end have nobody away.
    """
    raw = [_raw(one) for one in given]
    away = [tuple(map(str, absent[place])) if place < len(absent) else () for place in range(len(raw))]
    if players is None:
        named = chain.from_iterable(
            (*chain.from_iterable(tables), *(out or ()), *gone)
            for (tables, out), gone in zip(raw, away, strict=True)
        )
        order = _in_order(dict.fromkeys(named))
    else:
        order = tuple(dict.fromkeys(map(str, players)))
    rounds = (
        Round(tables, _others(order, tables, gone) if out is None else out, gone)
        for (tables, out), gone in zip(raw, away, strict=True)
    )
    return tuple(rounds), order


def _raw(given: Given) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...] | None]:
    tables, out = given if isinstance(given, tuple) else (given.tables, given.sitting_out)
    return tuple(tuple(map(str, table)) for table in tables), None if out is None else tuple(map(str, out))


def _in_order(named: Iterable[str]) -> tuple[str, ...]:
    names = tuple(named)
    numbers = all(name.isascii() and name.isdigit() and len(name) <= LONGEST_NUMBER for name in names)
    return tuple(sorted(names, key=int)) if numbers else names


def _others(order: Sequence[str], tables: Iterable[Sequence[str]], gone: Sequence[str]) -> tuple[str, ...]:
    elsewhere = {*chain.from_iterable(tables), *gone}
    return tuple(player for player in order if player not in elsewhere)


def faults_in(rounds: Sequence[Round], players: Sequence[str], sizes: Collection[int]) -> tuple[Fault, ...]:
    """Return everything wrong with the seats, each fault with its round and table.

    Fields are paths into the JSON of the certificate and count from 0 (`rounds.0.tables.2.1`); sentences count
    from 1, as people do.
    """
    if not rounds:
        return (Fault("rounds", "empty", Sentence(gettext_noop("there is no round"))),)
    return tuple(
        fault for number, one in enumerate(rounds, start=1) for fault in _wrong(number, one, players, sizes)
    )


def _wrong(number: int, one: Round, players: Sequence[str], sizes: Collection[int]) -> Iterator[Fault]:
    known = set(players)
    seen: dict[str, Sentence] = {}
    for table, people in enumerate(one.tables, start=1):
        if len(people) not in sizes:
            yield _unknown_size(number, table, len(people), sizes)
        where = Sentence(gettext_noop("round %(round)s, table %(table)s"), {"round": number, "table": table})
        for seat, player in enumerate(people, start=1):
            field = f"rounds.{number - 1}.tables.{table - 1}.{seat - 1}"
            yield from _misplaced(field, where, player, known, seen, one.absent)
            seen.setdefault(player, where)
    out = Sentence(gettext_noop("round %(round)s, among those sitting out"), {"round": number})
    for place, player in enumerate(one.sitting_out):
        yield from _misplaced(
            f"rounds.{number - 1}.sitting_out.{place}", out, player, known, seen, one.absent
        )
        seen.setdefault(player, out)
    for player in players:
        if player not in seen and player not in one.absent:
            why = gettext_noop("round %(round)s: %(player)s has no seat and does not sit out")
            values = {"round": number, "player": player}
            yield Fault(f"rounds.{number - 1}", "missing", Sentence(why, values))


def _unknown_size(number: int, table: int, entered: int, sizes: Collection[int]) -> Fault:
    why = gettext_noop("round %(round)s, table %(table)s: %(entered)s sit there; a table has %(allowed)s")
    allowed = listed(sorted(sizes), OR)
    values = {"round": number, "table": table, "entered": entered, "allowed": allowed}
    return Fault(f"rounds.{number - 1}.tables.{table - 1}", "table-size", Sentence(why, values))


def _misplaced(
    field: str,
    where: Sentence,
    player: str,
    known: Collection[str],
    seen: dict[str, Sentence],
    absent: Collection[str],
) -> Iterator[Fault]:
    if player not in known:
        why = gettext_noop("%(where)s: %(player)s is not one of the players")
        yield Fault(field, "unknown-player", Sentence(why, {"where": where, "player": player}))
    if player in absent:
        why = gettext_noop("%(where)s: %(player)s is there, and is said to be away")
        yield Fault(field, "away", Sentence(why, {"where": where, "player": player}))
    if player in seen:
        why = gettext_noop("%(where)s: %(player)s is there for the second time, already at %(first)s")
        values = {"where": where, "player": player, "first": seen[player]}
        yield Fault(field, "twice", Sentence(why, values))
