"""What a change brings about, in words and names: as templates/desk/impact.html shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.evening.acts.words import Names, called, signed
from tournaments.evening.reads import desk, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.replay.impact import (
    BellChange,
    GameChange,
    HandChange,
    Impact,
    LineChange,
    PrizeChange,
    SeatChange,
)
from tournaments.evening.web import prize_words
from tournaments.evening.web.desk.seating import place_in_words
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web.money import money
from tournaments.site.web.shared import in_words

FOOT = 1_000_000
"""Below every place: whoever has no line."""


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """Something before and after a change, in words."""

    what: str
    before: str
    after: str
    note: str = ""
    tone: str = ""

    @property
    def changes(self) -> bool:
        """Whether it does."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class LineInWords:
    """Somebody's line of the standings before and after."""

    name: str
    place: BeforeAfter
    won: BeforeAfter
    points: BeforeAfter
    move: str
    tone: str


@dataclass(frozen=True, slots=True)
class ImpactInWords:
    """An impact in words, section by section; those in which nothing changes are empty."""

    games: tuple[BeforeAfter, ...] = ()
    hands: tuple[BeforeAfter, ...] = ()
    winners: tuple[BeforeAfter, ...] = ()
    cuts: tuple[str, ...] = ()
    bells: tuple[BeforeAfter, ...] = ()
    lines: tuple[LineInWords, ...] = ()
    prizes: tuple[BeforeAfter, ...] = ()
    seats: tuple[BeforeAfter, ...] = ()
    announced: bool = False
    nothing: bool = False


def impact_in_words(evening: Evening, impact: Impact) -> ImpactInWords:
    """The impact with the names of those it is about; at most four queries."""
    names = desk.names(evening) if not impact.nothing else {}
    games = rounds.games_by_place(evening, {change.round for change in impact.games})
    return ImpactInWords(
        games=tuple(_points(change, games[change.round, change.table]) for change in impact.games),
        hands=tuple(map(_later_hand, impact.hands)),
        winners=tuple(
            _winner(change, games[change.round, change.table])
            for change in impact.games
            if change.winner[0] != change.winner[1]
        ),
        cuts=tuple(text for change in impact.games if (text := _cut(change))),
        bells=tuple(_bell(change) for change in impact.bells),
        lines=tuple(_line(change, names) for change in _by_place(impact.lines)),
        prizes=tuple(_prize(change, names) for change in impact.prizes),
        seats=tuple(_seat(change, names) for change in impact.seats),
        announced=impact.announced,
        nothing=impact.nothing,
    )


def where(round_: int, table: int) -> str:
    """`Round 2, table 1`."""
    return _("Round %(round)s, table %(table)s") % {"round": round_, "table": table}


def sides_in_words(game: GameView) -> dict[str, str]:
    """The sides of a table by their players: `A (Ann & Clara)`, or where everybody plays alone by name."""
    if game.by_seat:
        return {str(one.seat): one.short for one in game.seats}
    return {
        couple: _("%(couple)s (%(names)s)") % {"couple": couple, "names": names}
        for couple, names in (("A", game.names_a), ("B", game.names_b))
    }


def _points(change: GameChange, game: GameView) -> BeforeAfter:
    before, after = (" : ".join(map(signed, points)) for points in change.points)
    whom = "" if game.by_seat else f"{game.names_a} – {game.names_b}"
    if game.by_seat:
        whom = ", ".join(one.name for one in game.own_points)
    return BeforeAfter(where(change.round, change.table), before, after, whom)


def _later_hand(change: HandChange) -> BeforeAfter:
    before, after = (" : ".join(map(signed, points)) for points in change.points)
    also = _("hand %(number)s, by the hands before it") % {"number": change.number}
    return BeforeAfter(where(change.round, change.table), before, after, also)


def _winner(change: GameChange, game: GameView) -> BeforeAfter:
    sides = {**sides_in_words(game), "": _("nobody")}
    before, after = (sides[winner] for winner in change.winner)
    return BeforeAfter(where(change.round, change.table), before, after)


def _cut(change: GameChange) -> str:
    about = {"where": where(change.round, change.table)}
    level = change.level
    if change.cut_not_needed:
        words = (
            _("%(where)s: the cut that was made is void; the table has to cut again.")
            if level
            else _("%(where)s: the cut that was made is not needed any more.")
        )
        return words % about
    if change.cut_needed:
        words = (
            _("%(where)s: level now; the cut decides.")
            if change.winner[1]
            else _("%(where)s: level now; the table has to cut before the round is closed.")
        )
        return words % about
    return ""


def _bell(change: BellChange) -> BeforeAfter:
    before, after = (
        _("table %(table)s") % {"table": table} if table else _("no table") for table in change.table
    )
    return BeforeAfter(_("Bell of round %(round)s") % {"round": change.round}, before, after)


def _by_place(lines: Iterable[LineChange]) -> list[LineChange]:
    return sorted(lines, key=lambda line: (line.place[1] or FOOT, line.place[0] or FOOT))


def _line(change: LineChange, names: Names) -> LineInWords:
    before, after = change.place
    move, tone = "", ""
    if before and after and before != after:
        steps = abs(before - after)
        if after < before:
            words, tone = ngettext("rises %(steps)s place", "rises %(steps)s places", steps), "up"
        else:
            words, tone = ngettext("falls %(steps)s place", "falls %(steps)s places", steps), "down"
        move = words % {"steps": steps}
    return LineInWords(
        name=in_words(called(change.ticket, names)),
        place=_pair(str(before or "–"), str(after or "–")),
        won=_pair(*map(half_games, change.won_halves)),
        points=_pair(*map(signed, change.points)),
        move=move,
        tone=tone,
    )


def _pair(before: str, after: str) -> BeforeAfter:
    return BeforeAfter("", before, after)


def _prize(change: PrizeChange, names: Names) -> BeforeAfter:
    title = prize_words.title(change.prize, change.colour, change.rank, change.rank, about=change.about)
    before, after = (_winners(change, when, names) for when in (0, 1))
    return BeforeAfter(title, before, after)


def _winners(change: PrizeChange, when: int, names: Names) -> str:
    """Who has it, with what they get of it, or who has to cut; before (0) or after (1) the change."""
    tickets, amounts = change.tickets[when], change.amounts[when]
    if change.to_cut[when]:
        listed = ", ".join(in_words(called(ticket, names)) for ticket in tickets)
        return _("to be cut: %(names)s") % {"names": listed} if listed else _("waits for another cut")
    pairs = zip(tickets, amounts, strict=True)
    return ", ".join(
        f"{in_words(called(ticket, names))} {money(sum_)}".strip() for ticket, sum_ in pairs
    ) or _("nobody")


def _seat(change: SeatChange, names: Names) -> BeforeAfter:
    before, after = (place_in_words(place) for place in change.seat)
    return BeforeAfter(in_words(called(change.ticket, names)), before, after)
