"""The movements and their options in words, as forms offer them and pages tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Literal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from scoring.described import Described, described
from tournaments.evening.plan import Plan
from tournaments.evening.reads.facts import Named, short_names
from tournaments.evening.reads.schedules import EveningRounds, ids_of
from tournaments.evening.rulebook import steps_of
from tournaments.movement.by_seat import ByColour
from tournaments.movement.catalogue import plug_of
from tournaments.movement.certificate import Certificate
from tournaments.movement.certificate.counting import Matrix
from tournaments.movement.options import GamesOptions, PointsOptions
from tournaments.movement.seating import SEATS, Seating, Table
from tournaments.site.web.forms import BySize
from tournaments.site.web.pages import translate

MOVEMENTS = {
    "progressive": later("Progressive"),
    "ladder": later("Ladder"),
    "top_tables": later("Strongest at table 1"),
    "swiss": later("Swiss"),
    "knock_out": later("Knock-out"),
    "scheduled": later("By a schedule"),
    "drawn": later("New draw each round"),
    "fixed": later("Nobody moves"),
    "by_seat": later("By the seat"),
    "by_colour": later("By ticket colour"),
}
"""What the movements are called."""

TOLD = {
    "progressive": later("winners go up a table, losers of table 1 to the foot"),
    "ladder": later("winners go up a table, losers go down one"),
    "top_tables": later(
        "players with similar results meet, and nobody meets the same opponent again if it can be avoided"
    ),
    "swiss": later("like play with like, and nobody meets anybody again where that can be avoided"),
    "knock_out": later("losers are out, and go on in the plate or rest"),
    "scheduled": later("all rounds are announced beforehand, and people meet as evenly as can be"),
    "drawn": later("people meet again as seldom as possible"),
    "fixed": later("the same seats all evening"),
    "by_seat": later("everybody keeps their seat number and moves as many tables as the seat says"),
    "by_colour": later(
        "everybody keeps their seat number and moves as many tables as the ticket colour says"
    ),
}
"""What they do."""

WHO_MOVES = {
    "losers": later("losers move as their ticket colour says, winners stay"),
    "winners": later("winners move as their ticket colour says, losers stay"),
}
"""What going by ticket colour does where not everybody moves."""

COUNTINGS = {"games": later("Games, won at each table"), "points": later("Individual points")}


def own_options(movement: str) -> dict[str, Described]:
    """The options that a movement has beside those of games and of points, in words."""
    plug = plug_of(movement)
    models = [model for model in (plug.games, plug.points) if model] if plug else []
    common = {*GamesOptions.model_fields, *PointsOptions.model_fields}
    return {name: words for model in models for name, words in described(model).items() if name not in common}


def own_facts(plan: Plan) -> Iterator[tuple[str, str]]:
    who = WHO_MOVES.get(getattr(plan.options, "who", ""))
    values = {"label": MOVEMENTS[plan.movement], "text": who or TOLD[plan.movement]}
    yield _("How people move"), _("%(label)s: %(text)s") % values
    for name, words in own_options(plan.movement).items():
        value = getattr(plan.options, name)
        if isinstance(value, bool):
            if value:
                yield _(words.label), _("yes")
        elif isinstance(value, int):
            # Of a number nothing is said where it says nothing: in a bracket it is always the winners who go on.
            if plan.best_go_on is not None:
                yield _(words.label), str(value)
        elif words.words:
            yield _(words.label), _(words.words[value])
        else:
            steps = steps_of(plan.options, plan.colours, max(plan.tables.allowed))
            yield _(words.label), " ".join(map(translate, steps))


def hands_in_round(plan: Plan) -> str:
    """How many hands a table plays in a round, in a few words; empty where nobody counts them."""
    hands = plan.hands
    if isinstance(hands, int):
        return ngettext("%(hands)s hand in a round", "%(hands)s hands in a round", hands) % {"hands": hands}
    if not hands:
        return ""
    return _("hands in a round by the size of the table: %(hands)s") % {
        "hands": BySize().prepare_value(hands)
    }


def how_play_goes(plan: Plan, game: str) -> str:
    rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", plan.rounds) % {"rounds": plan.rounds}
    ends = {"bell": _("to the bell"), "game": _("each table to the end of its game")}.get(plan.ends, "")
    hands = "" if ends else hands_in_round(plan)
    minutes = _("%(minutes)s minutes a round") % {"minutes": plan.minutes} if plan.minutes else ""
    # Where colours move, `own_way` says how.
    who = WHO_MOVES.get(getattr(plan.options, "who", ""))
    goes = who or (_("everybody keeps their seat number") if plan.moves_colours else TOLD[plan.movement])
    parts = (game, rounds, ends, hands, minutes, str(goes))
    return " · ".join(part for part in parts if part)


def own_way(plan: Plan, colour: str) -> str:
    """Which way holders of a ticket of this colour, "" for none, move; empty where colours do not say it."""
    mover = plan.mover
    return translate(mover.options.way(colour)) if isinstance(mover, ByColour) else ""


Better = Literal["better", "worse", "same"]
MOST_IN_A_MATRIX = 64
"""A matrix of more people is no longer read by anybody; the file has it."""
LABELS = {
    "repeated_partnerships": later("Partners repeated"),
    "repeated_meetings": later("People met again"),
    "never_met": later("Pairs who never met"),
    "sit_out_spread": later("Sit-outs: difference between most and fewest"),
}
"""What is counted."""
EVENNESS = {
    "partners": later("Partners, for each pair"),
    "opponents": later("Opponents, for each pair"),
    "meetings": later("Meetings, for each pair"),
    "seats": later("Seats, for each player"),
    "tables": later("Tables, for each player"),
    "sit_outs": later("Sit-outs, for each player"),
}
MADE_BY = {
    "perfect": later("Cut from a schedule known to be perfect over its full cycle"),
    "planned": later("Planned by search"),
    "repaired": later("Planned again after people came or went"),
    "imported": later("Brought in from a file"),
}
"""Where a schedule comes from."""
STATES = {
    "played": later("played"),
    "now": later("in play"),
    "next": later("next"),
    "draft": later("draft"),
    "coming": later("announced"),
}


@dataclass(frozen=True, slots=True)
class CountLine:
    """One count beside what no movement can do better; `least` is None where nothing is proved."""

    key: str
    label: str
    found: int | float
    least: int | None
    reason: str

    @property
    def distance(self) -> int | float:
        return self.found - (self.least or 0)

    @property
    def is_best(self) -> bool:
        return self.least is not None and self.distance == 0


@dataclass(frozen=True, slots=True)
class Compared:
    """The count of the schedule that stands and that of one which could replace it."""

    old: CountLine
    new: CountLine

    @property
    def way(self) -> Better:
        """Less of anything that is counted is better."""
        if self.new.found == self.old.found:
            return "same"
        return "better" if self.new.found < self.old.found else "worse"


def lines(certificate: Certificate) -> list[CountLine]:
    """The certificate in short; partners only where there are any."""
    least = certificate.fewest_running_rests if certificate.bounds else None
    again = certificate.fewest_repeated_rests if certificate.bounds else None
    return [
        *(
            _line(certificate, key)
            for key in LABELS
            if key != "repeated_partnerships" or certificate.partnership
        ),
        CountLine(
            "running_rests",
            _("Sat out two rounds running"),
            certificate.running_rests,
            least,
            _("More sit out in two rounds than are there.") if least else _("Nobody has to."),
        ),
        CountLine(
            "repeated_rests",
            _("Sat out together again"),
            certificate.repeated_rests,
            again,
            _("More pairs sit out together than there are.") if again else _("Nobody has to."),
        ),
    ]


def _line(certificate: Certificate, key: str) -> CountLine:
    bound = getattr(certificate.bounds, key) if certificate.bounds else None
    return CountLine(
        key,
        str(LABELS[key]),
        getattr(certificate.summary, key),
        bound.least if bound else None,
        translate(bound.reason) if bound else "",
    )


def compared(old: Certificate, new: Certificate) -> list[Compared]:
    """Each count in short, old and new; then how even things are, where that changes."""
    comparisons = [Compared(before, after) for before, after in zip(lines(old), lines(new), strict=True)]
    even = [
        Compared(_worst(old, key), _worst(new, key)) for key in ("opponents", "meetings", "tables", "seats")
    ]
    return [*comparisons, *(line for line in even if line.way != "same")]


def _worst(certificate: Certificate, key: str) -> CountLine:
    worst = round(float(certificate.summary.evenness[key].worst), 2)
    label = _("%(what)s, worst from even") % {"what": EVENNESS[key]}
    return CountLine(key, label, worst, None, "")


def origin(found: EveningRounds) -> str:
    made_by = found.made_by
    if made_by is None:
        return str(MOVEMENTS[found.plan.movement])
    what = str(MADE_BY.get(made_by.kind, made_by.kind))
    if made_by.kind in ("perfect", "imported") and made_by.source:
        return _("%(what)s: %(source)s") % {"what": what, "source": made_by.source}
    if made_by.moves:
        return _("%(what)s, %(moves)s moves tried") % {"what": what, "moves": grouped(made_by.moves)}
    return what


def grouped(number: int) -> str:
    return str(number_format(number, force_grouping=True))


def about(found: EveningRounds) -> str:
    coming = len(found.rounds) - found.begun
    if found.is_over:
        return _("This certificate counts what was really played: every round as people sat in it.")
    if not found.begun:
        return _("This certificate counts what is planned; nothing is played yet.")
    if not coming:
        return _("This certificate counts the rounds so far, as people really sat in them.")
    return ngettext(
        "This certificate counts the rounds so far, as people really sat in them, and %(coming)s round that is "
        "announced.",
        "This certificate counts the rounds so far, as people really sat in them, and %(coming)s rounds that are "
        "announced.",
        coming,
    ) % {"coming": coming}


def certificate_in_words(certificate: Certificate) -> Iterator[str]:
    people, rounds = len(certificate.players), len(certificate.rounds)
    by_line = {line.key: line for line in lines(certificate)}
    of_rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    yield _("%(people)s people, %(rounds)s.") % {"people": people, "rounds": of_rounds}
    if "repeated_partnerships" in by_line:
        again = by_line["repeated_partnerships"].found
        words = ngettext(
            "Once, a player gets the same partner again.",
            "%(times)s times, a player gets the same partner again.",
            again,
        )
        yield words % {"times": again} if again else _("Nobody has the same partner twice.")
    again = by_line["repeated_meetings"].found
    words = ngettext(
        "Once, two players meet again at a table.",
        "%(times)s times, two players meet again at a table.",
        again,
    )
    yield words % {"times": again} if again else _("No two players are at the same table twice.")
    apart = {"count": by_line["never_met"].found, "pairs": comb(people, 2)}
    yield (
        _("Of %(pairs)s pairs, %(count)s never share a table.") % apart
        if apart["count"]
        else _("Everybody meets everybody.")
    )
    yield _sit_outs(certificate)
    if any(certificate.counts.sat_out):
        yield _running_rests(certificate)
    if again := certificate.repeated_rests:
        words = ngettext(
            "Once, two players sit out together again.",
            "%(times)s times, two players sit out together again.",
            again,
        )
        yield words % {"times": again}
    if all(line.is_best for line in by_line.values()):
        yield _("No movement for so many people, rounds and tables does any of this better.")


def _sit_outs(certificate: Certificate) -> str:
    out = certificate.counts.sat_out
    if not any(out):
        return _("Nobody sits out.")
    if min(out) == max(out):
        return _("Everybody sits out equally often.")
    values = {"least": min(out), "most": max(out)}
    return _("Rounds that a player sits out: from %(least)s to %(most)s.") % values


def _running_rests(certificate: Certificate) -> str:
    times = certificate.running_rests
    if not times:
        return _("Nobody sits out two rounds running.")
    words = ngettext(
        "Once, a player sits out two rounds running.",
        "%(times)s times, a player sits out two rounds running.",
        times,
    )
    return words % {"times": times}


def deviations(certificate: Certificate) -> list[dict[str, str]]:
    return [
        {
            "label": str(EVENNESS[name]),
            "range": f"{spread.least} – {spread.most}",
            "even": "–" if spread.even is None else _decimal(spread.even),
            "worst": _decimal(spread.worst),
            "mean": _decimal(spread.mean),
            "least_worst": _decimal(spread.least_worst),
            "least_mean": _decimal(spread.least_mean),
        }
        for name, spread in certificate.summary.evenness.items()
        if certificate.partnership or name not in ("partners", "opponents")
    ]


def _decimal(value: Fraction) -> str:
    return str(number_format(round(float(value), 2), decimal_pos=2))


def matrix(certificate: Certificate, counts: Matrix, brief: Mapping[str, str]) -> list[dict[str, Any]]:
    """A row of counts for each player, by short names (`brief`); empty where they are too many to read."""
    if len(certificate.players) > MOST_IN_A_MATRIX:
        return []
    return [
        {
            "name": brief[name],
            "cells": [
                ("", "self") if row == column else (str(number), f"of-{min(number, 3)}")
                for column, number in enumerate(numbers)
            ],
        }
        for row, (name, numbers) in enumerate(zip(certificate.players, counts, strict=True))
    ]


def by_player(certificate: Certificate) -> list[dict[str, Any]]:
    """For each player the rounds played, how often in each seat and at each table, and the rounds sat out."""
    counts = certificate.counts
    widest = max((size for round_ in certificate.rounds for size in round_.sizes), default=0)
    rows = zip(certificate.players, counts.played, counts.seats, counts.tables, counts.sit_outs, strict=True)
    return [
        {
            "name": name,
            "played": played,
            "seats": seats[:widest],
            "tables": tables,
            "out": ", ".join(map(str, out)) or "–",
        }
        for name, played, seats, tables, out in rows
    ]


def short(found: EveningRounds) -> dict[str, str]:
    return short_names([Named(ticket.code, ticket.player.name, ticket.number) for ticket in found.tickets])


def page(found: EveningRounds, certificate: Certificate) -> dict[str, Any]:
    names = short(found)
    players, brief = by_player(certificate), {key: names[code] for code, key in ids_of(found.tickets).items()}
    partners = matrix(certificate, certificate.counts.partners, brief)
    return {
        "told": found,
        "certificate": certificate,
        "about": about(found),
        "summary": list(certificate_in_words(certificate)),
        "lines": lines(certificate),
        "deviations": deviations(certificate),
        "partners": partners if certificate.partnership else [],
        "meetings": matrix(certificate, certificate.counts.meetings, brief),
        "people": players,
        "seat_numbers": range(1, len(players[0]["seats"]) + 1) if players else (),
        "table_numbers": range(1, len(players[0]["tables"]) + 1) if players else (),
        "origin": origin(found),
        "moves": grouped(certificate.provenance.moves) if certificate.provenance.moves else "",
        "faults": [translate(fault.sentence) for fault in certificate.faults],
    }


def grid(found: EveningRounds) -> dict[str, Any]:
    """The rounds with their tables, each as one or two lines of short names, and who sits out."""
    names = short(found)
    tables = max((len(round_.seating.tables) for round_ in found.rounds), default=0)
    couples = found.plan.tables.partnership
    return {
        "tables": range(1, tables + 1),
        "someone_sits_out": any(round_.seating.sitting_out for round_ in found.rounds),
        "rows": [
            {
                "number": round_.number,
                "state": round_.state,
                "words": str(STATES[round_.state]),
                "cells": [
                    {"number": number, "lines": table_lines, "couples": len(table_lines) > 1}
                    for number, table_lines in enumerate(
                        cells(round_.seating, names, tables, couples=couples), start=1
                    )
                ],
                "out": [names[code] for code in round_.seating.sitting_out],
            }
            for round_ in found.rounds
        ],
    }


def cells(seating: Seating, names: Mapping[str, str], tables: int, *, couples: bool) -> list[list[str]]:
    """The lines of each table, none for tables that are not set."""
    lines = [_lines(table, names, couples=couples) if table else [] for table in seating.tables]
    return [*lines, *([] for _ in range(tables - len(lines)))]


def _lines(table: Table, names: Mapping[str, str], *, couples: bool) -> list[str]:
    people = [names[code] for code in table]
    if couples and len(people) == SEATS:
        return [f"{people[0]} & {people[2]}", f"{people[1]} & {people[3]}"]
    return [" · ".join(people)]


def by_number(rounds: Sequence[Seating], first: int = 1) -> dict[str, Any]:
    """Rounds of people called by numbers, in seat order, for a large room: rows are tables, columns rounds."""
    tables = max((len(seating.tables) for seating in rounds), default=0)
    cards = [["-".join(table) for table in seating.tables] for seating in rounds]
    out = [", ".join(seating.sitting_out) for seating in rounds]
    return {
        "rounds": range(first, first + len(rounds)),
        "rows": [
            (table + 1, [card[table] if table < len(card) else "" for card in cards])
            for table in range(tables)
        ],
        "out": out if any(out) else [],
    }
