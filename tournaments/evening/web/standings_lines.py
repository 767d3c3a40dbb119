"""The lines of the standings as a page shows them: for one person or one couple, with why each is where it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from scoring.derivation import Sentence
from tournaments.evening import round_rules, rulebook
from tournaments.evening.reads import facts, hands, public
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.public import Standing as StandingRow
from tournaments.evening.reads.rounds import RoundView
from tournaments.ranking.rulebook import Paragraph
from tournaments.ranking.tie_breaks import half_games
from tournaments.site.web.pages import isolate, translate

SHOWN: Mapping[round_rules.Counts, Collection[str]] = {
    "games": ("won", "shared"),
    "points": ("points_for", "points_difference", "shared"),
    "margin": ("game_points", "shared"),
}
"""What need not be said between two lines, since their columns show it, by what counts."""
Notes = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings as a page shows it; `rule` is the paragraph of the evening that `why` rests on."""

    row: StandingRow
    name: str
    won: str
    why: str
    rule: Paragraph | None = None
    notes: tuple[str, ...] = ()
    mark: hands.Mark | None = None
    partner: StandingsLine | None = None

    @property
    def people(self) -> tuple[StandingsLine, ...]:
        return (self, self.partner) if self.partner else (self,)

    @property
    def names(self) -> str:
        return " & ".join(line.name for line in self.people)


def lines(
    standings: list[StandingRow],
    names: Mapping[str, str],
    *,
    counts: round_rules.Counts = "games",
    notes: Notes | None = None,
    marks: Mapping[str, hands.Mark] | None = None,
    rules: rulebook.Rulebook | None = None,
) -> list[StandingsLine]:
    """The standings with names, games won as people write them, why each is below the one above, and notes.

    `marks` say whose line rests on hands that are not agreed; with `rules` each why cites its paragraph.
    """
    columns = SHOWN[counts]
    return [
        StandingsLine(
            row,
            names[row.ticket.code],
            half_games(row.won_halves),
            _why(row, columns),
            rule=rules.for_place(row.decided_by) if rules else None,
            notes=(notes or {}).get(row.ticket.code, ()),
            mark=(marks or {}).get(row.ticket.code),
        )
        for row in standings
    ]


def in_couples(
    evening: Evening, rows: Sequence[StandingsLine], rounds: Iterable[RoundView] | None = None
) -> list[StandingsLine]:
    """The lines with one for each couple who played every round together and have the same, if planned so.

    Three queries there unless the `rounds` are at hand, none where partners change.
    """
    if not rulebook.couples_stay(facts.plan_of(evening)):
        return list(rows)
    rounds = public.rounds(evening) if rounds is None else rounds
    partners: dict[str, set[str]] = defaultdict(set)
    for game in (game for view in rounds for game in view.games):
        for couple in (game.couple_a, game.couple_b):
            for player in couple:
                partners[player.code] |= {other.code for other in couple} - {player.code}
    lines_by_couple: dict[object, list[StandingsLine]] = defaultdict(list)
    for line in rows:
        row, together = line.row, frozenset(partners[line.row.ticket.code] | {line.row.ticket.code})
        same = (row.place, row.won_halves, row.points_for, row.points_difference, row.played, line.notes)
        lines_by_couple[together if len(together) == 2 else row.ticket.code, same].append(line)
    return [
        replace(first, partner=others[0] if len(others) == 1 else None)
        for first, *others in lines_by_couple.values()
    ]


def winners(evening: Evening, rows: Iterable[StandingsLine]) -> list[str]:
    """Who has the first place; nobody before all may know, nor where each ticket colour has its own prizes alone."""
    prizes = facts.plan_of(evening).prizes
    by_colour = prizes.by_colour and prizes.overall is None
    if by_colour or evening.status not in public.OVER or not public.visible_results(evening).prizes:
        return []
    return [line.names for line in rows if line.row.place == 1 and line.row.played]


def winners_in_words(names: Sequence[str]) -> str:
    """A sentence; "" of nobody."""
    if not names:
        return ""
    words = _("%(names)s won the evening.") if len(names) == 1 else _("%(names)s share the first place.")
    return words % {"names": some_of(list(map(isolate, names)))}


MOST_WINNERS: Final = 3
"""So many who share the first place are named."""


def some_of(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_WINNERS]) + (" …" if len(names) > MOST_WINNERS else "")


def _why(row: StandingRow, shown: Collection[str]) -> str:
    if row.explanation is None or row.decided_by in shown:
        return ""
    return translate(Sentence.from_data(row.explanation))
