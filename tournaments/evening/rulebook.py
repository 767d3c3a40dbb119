"""The rulebook of one evening: what holds tonight, in numbered paragraphs that are worked out from the plan alone.

A paragraph has an id that never changes, such as `evening.bell`; its number is that of tonight, for a paragraph that
says nothing tonight is left out. What it says are sentences with codes, so that their words may change in every
language while the version of the rulebook, which rests on ids, codes and values, stays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.derivation import WORDINGS, Sentence, coded, gettext_noop, listed, ngettext_lazy, wordings
from tournaments.evening.plan import GamesPlan, Plan, PointsPlan, Setup
from tournaments.movement.by_colour import ByColourOptions
from tournaments.movement.by_seat import BySeatOptions
from tournaments.movement.options import MovementOptions
from tournaments.ranking.offered import Offer
from tournaments.ranking.rulebook import Paragraph, Sections, numbered

Said = Iterator[tuple[str, Sentence]]
"""Sentences, each with the id of the paragraph that says it."""

SECTIONS: Final[Sections] = (
    (
        gettext_noop("The round"),
        (
            ("evening.signal", gettext_noop("The start")),
            ("evening.bell", gettext_noop("The bell")),
            ("evening.hands", gettext_noop("The number of hands")),
            ("evening.game", gettext_noop("The end of the game")),
            ("evening.time", gettext_noop("Time")),
            ("evening.win", gettext_noop("Who wins a table")),
            ("evening.level", gettext_noop("Level tables")),
            ("evening.confirmation", gettext_noop("Confirming hands")),
        ),
    ),
    (gettext_noop("The deal"), (("evening.deal", gettext_noop("Who deals")),)),
    (
        gettext_noop("The seats"),
        (
            ("evening.draw", gettext_noop("First seats")),
            ("evening.movement", gettext_noop("Moving")),
            ("evening.partners", gettext_noop("Partners")),
            ("evening.sit-out", gettext_noop("Sitting out")),
            ("evening.late", gettext_noop("Coming late and leaving")),
            ("evening.sat-out", gettext_noop("What a round sat out counts")),
            ("evening.substitute", gettext_noop("Substitutes")),
        ),
    ),
    (
        gettext_noop("The result"),
        (
            ("evening.worth", gettext_noop("What a round is worth")),
            ("evening.best-rounds", gettext_noop("Best rounds")),
            ("evening.standings", gettext_noop("Places")),
            ("evening.tie-breaks", gettext_noop("Tie-breaks")),
            ("evening.ties", gettext_noop("Shared places")),
        ),
    ),
    (
        gettext_noop("The prizes"),
        (
            ("evening.prizes", gettext_noop("Prizes")),
            ("evening.one-each", gettext_noop("One prize per player")),
            ("evening.prize-ties", gettext_noop("Ties for a prize")),
        ),
    ),
)

wordings(
    {
        "evening.signal.director": gettext_noop(
            "All tables start together when the director gives the signal."
        ),
        "evening.signal.table_1": gettext_noop(
            "All tables start together when table 1 rings its bell; the director may give the signal instead."
        ),
        "evening.rounds": ngettext_lazy(
            "%(count)s round is planned; the director may add one.",
            "%(count)s rounds are planned; the director may stop earlier or add one.",
        ),
        "evening.bell.any_table": gettext_noop(
            "The first couple to reach %(target)s points rings the bell at their table, and play stops at every "
            "table at once."
        ),
        "evening.bell.head_table": gettext_noop(
            "Only table 1 rings the bell: when a couple there reaches %(target)s points, play stops at every table "
            "at once."
        ),
        "evening.bell.hands": gettext_noop(
            "Every hand finished before the bell counts, and so does the hand that reached the target. A hand that "
            "is still being played does not count."
        ),
        "evening.hands.end": ngettext_lazy(
            "Each table plays %(count)s hand. The round ends when every table has finished.",
            "Each table plays %(count)s hands. The round ends when every table has finished.",
        ),
        "evening.hands.most": ngettext_lazy(
            "A table plays no more than %(count)s hand in a round.",
            "A table plays no more than %(count)s hands in a round.",
        ),
        "evening.hands.size": ngettext_lazy(
            "A table of %(size)s plays no more than %(count)s hand in a round.",
            "A table of %(size)s plays no more than %(count)s hands in a round.",
        ),
        "evening.hands.each": gettext_noop("The round ends when every table has finished."),
        "evening.game.target": gettext_noop(
            "Each table plays its own game to %(target)s points. If the leaders are level at the target, they play "
            "on. The round ends when every table has finished."
        ),
        "evening.game.rules": gettext_noop(
            "Each table plays its own game by the rules of the game. The round ends when every table has finished."
        ),
        "evening.time.minutes": ngettext_lazy(
            "Play stops after %(count)s minute at the latest.",
            "Play stops after %(count)s minutes at the latest.",
        ),
        "evening.time.director": gettext_noop("Play stops when the director says so."),
        "evening.finish.at_once": gettext_noop("A hand that is still being played does not count."),
        "evening.finish.hand": gettext_noop("Each table may finish the hand it is playing."),
        "evening.finish.lap": gettext_noop(
            "Each table may play on until everybody there has dealt equally often."
        ),
        "evening.win.couple": gettext_noop("At each table the couple with more points wins the game."),
        "evening.win.player": gettext_noop("At each table the player with the most points wins the game."),
        "evening.win.moon": gettext_noop("A moon that is made wins the game outright, whatever the points."),
        "evening.level": gettext_noop(
            "If the leaders are level when play stops, even at 0 to 0, they cut the cards. The winner of the cut "
            "wins the game."
        ),
        "evening.level.going-on": gettext_noop(
            "Players who are level for the last place that goes on cut the cards for it."
        ),
        "evening.confirmation.taken": gettext_noop(
            "A hand is taken as agreed at the next hand or when play stops, unless the other side disputes it."
        ),
        "evening.confirmation.needed": gettext_noop("The other side confirms each hand."),
        "evening.deal.progressive": gettext_noop(
            "Cut for the first deal at each table: the lowest card deals. After the first game the visiting lady "
            "usually deals. This is a custom and changes no score."
        ),
        "evening.deal.game": gettext_noop("The rules of the game say who deals."),
        "evening.draw": gettext_noop("The seats of the first round are drawn."),
        "evening.draw.mixed": gettext_noop(
            "The seats of the first round are drawn, and partners hold tickets of different colours where possible."
        ),
        "evening.draw.colours": gettext_noop(
            "The seats of the first round are drawn, and at every table each seat goes to the same ticket colour "
            "where possible."
        ),
        "evening.movement.progressive": gettext_noop(
            "The winners at each table move up one table, towards table 1; the losers stay. At table 1 the winners "
            "stay and the losers go to the last table."
        ),
        "evening.movement.ladder": gettext_noop(
            "The winners at each table go up one table, towards table 1, and the losers go down one. The winners at "
            "table 1 and the losers at the last table stay."
        ),
        "evening.movement.top_tables": gettext_noop(
            "After each round the players with the best results sit at table 1, the next best at table 2, and so on."
        ),
        "evening.movement.swiss": gettext_noop(
            "Players with similar results meet, and nobody meets the same opponent again where that can be avoided."
        ),
        "evening.movement.knock_out": gettext_noop(
            "The winners of each match go on to the next one until one side is left."
        ),
        "evening.movement.best-go-on": ngettext_lazy(
            "The best %(count)s of each table goes on: the winner, where the game has one, else by points.",
            "The best %(count)s of each table go on, never all: the winner, where the game has one, then by points.",
        ),
        "evening.movement.final": gettext_noop(
            "When the players who are left fit one table, they play the final there, and one of them wins."
        ),
        "evening.movement.play_on": gettext_noop("Players who are out of the knock-out play each other."),
        "evening.movement.rest": gettext_noop(
            "Players who are out of the knock-out sit out until it is decided."
        ),
        "evening.movement.scheduled": gettext_noop(
            "The seats of all rounds are announced beforehand, so that people meet as evenly as possible."
        ),
        "evening.movement.drawn": gettext_noop(
            "Seats are drawn again for every round, so that people meet again as seldom as possible."
        ),
        # A movement that has no words of its own here.
        "evening.movement.other": gettext_noop(
            "After each round the movement says where everybody sits next."
        ),
        "evening.movement.fixed": gettext_noop("Everybody keeps the same seat all evening."),
        "evening.movement.by_seat": gettext_noop(
            "After each round everybody keeps the number of their seat and moves to another table as their seat says."
        ),
        "evening.movement.by_colour": gettext_noop(
            "After each round everybody keeps the number of their seat and moves to another table as their ticket "
            "colour says."
        ),
        "evening.partners.keep": gettext_noop(
            "Partners change after each round, except at table 1: the winners there stay partners, and so do the "
            "couple who come up."
        ),
        "evening.partners.change": gettext_noop("Partners change after each round."),
        "evening.partners.mixed": gettext_noop(
            "Where there is a choice, partners hold tickets of different colours."
        ),
        "evening.partners.pairs": gettext_noop("Couples stay together all evening."),
        "evening.sit-out.turns": gettext_noop(
            "If there are not enough seats for everybody, players take turns to sit out. The players who have sat "
            "out least are the next to do so."
        ),
        "evening.sit-out.scheduled": gettext_noop(
            "If there are not enough seats for everybody, the schedule says who sits out and shares the sit-outs as "
            "evenly as possible."
        ),
        "evening.sit-out.bracket": gettext_noop(
            "If the number of sides is no power of two, those drawn first have nobody to beat in the first round and "
            "go on."
        ),
        "evening.sit-out.spared": gettext_noop(
            "If the numbers fit no tables, somebody goes on without playing: in the first round those drawn first, "
            "later those who have done so least, and of them those with the best results."
        ),
        "evening.sit-out.back": gettext_noop(
            "If too few are left for a table, the best of those who have just missed come back in: those with the "
            "most points in that round, and of players who are level the one drawn first."
        ),
        "evening.sit-out.beside": gettext_noop(
            "Beside the knock-out, players take turns to sit out if there are not enough seats."
        ),
        "evening.late.play_on": gettext_noop("Players who come late play beside the knock-out."),
        "evening.late.rest": gettext_noop("Players who come late sit out until the knock-out is decided."),
        "evening.late.leaves.bracket": gettext_noop(
            "A side of which somebody leaves and is not replaced is out, and the side they would have met goes on "
            "without playing."
        ),
        "evening.late.leaves.tables": gettext_noop(
            "A player who leaves and is not replaced is out, and the tables of the next round are made without them."
        ),
        "evening.sat-out.none": gettext_noop("A round sat out counts nothing."),
        "evening.sat-out.half": gettext_noop("A round sat out counts half a game won."),
        "evening.sat-out.average": gettext_noop(
            "A round sat out counts the average of the rounds that the player has played."
        ),
        "evening.sat-out.points": ngettext_lazy(
            "A round sat out counts %(count)s point.", "A round sat out counts %(count)s points."
        ),
        "evening.sat-out.margin": ngettext_lazy(
            "A round sat out counts %(count)s game point.", "A round sat out counts %(count)s game points."
        ),
        "evening.substitute.own": gettext_noop(
            "A substitute starts from nothing; the player replaced keeps what they had won."
        ),
        "evening.substitute.inherits": gettext_noop(
            "A substitute takes over what the player replaced had won."
        ),
        "evening.worth.games": gettext_noop("Each winner at a table scores one game."),
        "evening.worth.points": gettext_noop("All players score their own points."),
        "evening.worth.couples": gettext_noop("Both partners score the points of their couple."),
        "evening.worth.differences": gettext_noop(
            "Each player settles with every other player at the table: the differences between their points count."
        ),
        "evening.worth.won": ngettext_lazy(
            "A game won by any margin, or by the cut, gives each winner %(count)s game point.",
            "A game won by any margin, or by the cut, gives each winner %(count)s game points.",
        ),
        "evening.worth.margin": ngettext_lazy(
            "From a margin of %(margin)s it gives %(count)s game point.",
            "From a margin of %(margin)s it gives %(count)s game points.",
        ),
        "evening.worth.draw": ngettext_lazy(
            "A drawn game gives each player %(count)s game point.",
            "A drawn game gives each player %(count)s game points.",
        ),
        "evening.best-rounds": ngettext_lazy(
            "Only the best round of each player counts (%(count)s).",
            "Only the best %(count)s rounds of each player count.",
        ),
        "evening.standings.stage": gettext_noop(
            "Places go first by how far each player got in the knock-out."
        ),
        "evening.standings.won": gettext_noop("The more games won, the better the place."),
        "evening.standings.points_for": gettext_noop("The more points, the better the place."),
        "evening.standings.points_difference": gettext_noop(
            "The greater the points difference, the better the place."
        ),
        "evening.standings.game_points": gettext_noop("The more game points, the better the place."),
        "evening.tie-breaks.one": gettext_noop("Tied players are placed by %(chain)s."),
        "evening.tie-breaks.several": gettext_noop("Tied players are placed by %(chain)s, in that order."),
        "evening.by.games_won": gettext_noop("games won"),
        "evening.by.points_difference": gettext_noop("points difference"),
        "evening.by.points_for": gettext_noop("points scored"),
        "evening.by.head_table_wins": gettext_noop("games won at the head table"),
        "evening.by.bells_rung": gettext_noop("bells rung"),
        "evening.by.tables_won": gettext_noop("tables won"),
        "evening.by.best_round": gettext_noop("points in the best round"),
        "evening.ties": gettext_noop("Players who are still tied share the place."),
        "evening.ties.until-cut": gettext_noop(
            "Players who are still tied share the place until they have cut for it."
        ),
        "evening.prizes.best": ngettext_lazy(
            "%(count)s prize for the best player.", "%(count)s prizes for the best players."
        ),
        "evening.prizes.best-of-colour": ngettext_lazy(
            "%(count)s prize for the best player of each ticket colour.",
            "%(count)s prizes for the best players of each ticket colour.",
        ),
        "evening.prizes.sums": gettext_noop("They are worth %(sums)s."),
        "evening.prizes.booby": gettext_noop(
            "The booby prize goes to the last player in the standings who missed no round."
        ),
        "evening.prizes.booby-of-colour": gettext_noop(
            "The booby prize of each ticket colour goes to the last of its players in the standings who missed no "
            "round."
        ),
        "evening.prizes.booby-of-rounds": gettext_noop(
            "The booby prize goes to the last player in the standings of these rounds."
        ),
        "evening.prizes.booby-of-rounds-of-colour": gettext_noop(
            "The booby prize of each ticket colour goes to the last of its players in the standings of these rounds."
        ),
        "evening.prizes.other": gettext_noop("For %(about)s: %(prizes)s"),
        "evening.prizes.feat": gettext_noop(
            "For %(about)s the player who has it most often is the best; who never has it wins nothing."
        ),
        "evening.prizes.booby-sum": gettext_noop("The booby prize is worth %(sum)s."),
        "evening.prizes.none": gettext_noop("There are no prizes."),
        "evening.sum": gettext_noop("%(whole)s.%(hundredths)s"),
        "evening.one-each": gettext_noop(
            "A player who wins a prize of the whole room wins none of the prizes of a ticket colour."
        ),
        "evening.prize-ties.cut": gettext_noop(
            "Players who tie for a prize cut the cards for it; the winner of the cut is placed first."
        ),
        "evening.prize-ties.cut_all": gettext_noop(
            "All ties are decided by cutting, for every place whether it carries a prize or not; the winner of the "
            "cut is placed first. Players who do not cut share the place."
        ),
        "evening.prize-ties.booby-gets": gettext_noop("The winner of a cut for the booby prize gets it."),
        "evening.prize-ties.booby-escapes": gettext_noop(
            "The winner of a cut for the booby prize escapes it; the loser gets it."
        ),
        "evening.prize-ties.shared": gettext_noop("Players who share a place share its prizes."),
        "evening.prize-ties.equal.games": gettext_noop(
            "Players with the same number of games won divide their prizes equally, whatever the tie-breaks say."
        ),
        "evening.prize-ties.equal.points": gettext_noop(
            "Players with the same number of points divide their prizes equally, whatever the tie-breaks say."
        ),
        "evening.prize-ties.hort.games": gettext_noop(
            "Players with the same number of games won have half of their prizes by place and divide the other half "
            "equally (Hort)."
        ),
        "evening.prize-ties.hort.points": gettext_noop(
            "Players with the same number of points have half of their prizes by place and divide the other half "
            "equally (Hort)."
        ),
    }
)

MOON: Final = ".moon.made"
"""How the id of the paragraph ends by which, in a game that has it, a single hand wins the game outright."""
OF_SEATS: Final[Mapping[str, str]] = {
    "partners": "evening.partners",
    "couple": "evening.partners",
    "sits-out": "evening.sit-out",
    "by-seat": "evening.movement",
    "by-colour": "evening.movement",
    "drawn": "evening.movement",
    "knock-out": "evening.movement",
    "ladder": "evening.movement",
    "places": "evening.movement",
    "schedule": "evening.movement",
    "scores": "evening.movement",
    "swiss": "evening.movement",
    "top-tables": "evening.movement",
}
"""The paragraphs that reasons for seats rest on, by how their rule begins; comings and goings rest on none."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The paragraphs of tonight, in order; `first` is what the standings compare first."""

    paragraphs: tuple[Paragraph, ...]
    first: str

    @property
    def version(self) -> str:
        """The hash by which it is pinned: SHA-256, in hex, of its ids with the codes and values of what they say."""
        told = [[one.id, [sentence.as_data() for sentence in one.sentences]] for one in self.paragraphs]
        return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def cited(self, name: str) -> Paragraph | None:
        """The paragraph with that id; None where it says nothing tonight."""
        return next((one for one in self.paragraphs if one.id == name), None)

    def for_seats(self, rule: str) -> Paragraph | None:
        """What a reason for seats rests on, by its rule."""
        return self.cited(OF_SEATS.get(rule.split(".")[0], ""))

    def for_place(self, decided_by: str) -> Paragraph | None:
        """What parts two neighbours in the standings, by what decided."""
        known = {"cut": "evening.prize-ties", "shared": "evening.ties", "stage": "evening.standings"}
        if decided_by == self.first:
            return self.cited("evening.standings")
        return self.cited(known.get(decided_by, "evening.tie-breaks"))

    def for_winner(self, *, cut: bool) -> Paragraph | None:
        """Why a side has won its table."""
        return self.cited("evening.level" if cut else "evening.win")


def rulebook(setup: Setup) -> Rulebook:
    """The rulebook of an evening that is played by this."""
    said: dict[str, list[Sentence]] = {}
    for part in (_ends, _tables, _seats, _sitting_out, _result, _prizes):
        for name, sentence in part(setup):
            said.setdefault(name, []).append(sentence)
    sections = [
        (heading, here)
        for heading, paragraphs in SECTIONS
        if (here := [paragraph for paragraph in paragraphs if paragraph[0] in said])
    ]
    return Rulebook(numbered(sections, said), setup.plan.counts_first)


def _ends(setup: Setup) -> Said:
    plan = setup.plan
    yield "evening.signal", coded(f"evening.signal.{plan.signal}")
    yield "evening.signal", coded("evening.rounds", count=plan.rounds)
    if setup.rings:
        yield "evening.bell", coded(f"evening.bell.{setup.bell}", target=setup.target)
        yield "evening.bell", coded("evening.bell.hands")
    yield from _hands(plan)
    if plan.ends == "game" and setup.target is not None:
        yield "evening.game", coded("evening.game.target", target=setup.target)
    elif plan.ends == "game":
        yield "evening.game", coded("evening.game.rules")
    if plan.minutes is not None:
        yield "evening.time", coded("evening.time.minutes", count=plan.minutes)
    elif plan.ends == "time":
        yield "evening.time", coded("evening.time.director")
    finish = plan.round.finish if plan.round else "at_once"
    if plan.minutes is not None or plan.ends == "time":
        yield "evening.time", coded(f"evening.finish.{finish}")


def _hands(plan: Plan) -> Said:
    most = {size: hands for size in plan.tables.allowed if (hands := plan.most_hands(size)) is not None}
    ends = plan.ends == "hands"
    if len(most) == len(plan.tables.allowed) and len(set(most.values())) == 1:
        (count,) = set(most.values())
        yield "evening.hands", coded(f"evening.hands.{'end' if ends else 'most'}", count=count)
        return
    for size, count in sorted(most.items()):
        yield "evening.hands", coded("evening.hands.size", size=size, count=count)
    if ends:
        yield "evening.hands", coded("evening.hands.each")


def _tables(setup: Setup) -> Said:
    plan = setup.plan
    if plan.keeping.is_won:
        who = "player" if plan.keeping.by_seat else "couple"
        yield "evening.win", coded(f"evening.win.{who}")
        if any(paragraph.id.endswith(MOON) for paragraph in setup.game.paragraphs):
            yield "evening.win", coded("evening.win.moon")
        yield "evening.level", coded("evening.level")
    if plan.best_go_on is not None:
        yield "evening.level", coded("evening.level.going-on")
    yield "evening.confirmation", coded(f"evening.confirmation.{plan.confirmation}")
    deal = "progressive" if plan.movement == "progressive" else "game"
    yield "evening.deal", coded(f"evening.deal.{deal}")


def _seats(setup: Setup) -> Said:
    plan = setup.plan
    if plan.moves_colours:
        yield "evening.draw", coded("evening.draw.colours")
    else:
        yield "evening.draw", coded("evening.draw.mixed" if plan.couples == "mixed" else "evening.draw")
    moving = f"evening.movement.{plan.movement}"
    if plan.best_go_on is None:
        yield "evening.movement", coded(moving if moving in WORDINGS else "evening.movement.other")
    else:
        yield "evening.movement", coded("evening.movement.best-go-on", count=plan.best_go_on)
        yield "evening.movement", coded("evening.movement.final")
    for sentence in _steps(plan.options, max(plan.tables.allowed)):
        yield "evening.movement", sentence
    if plan.has_bracket:
        yield "evening.movement", coded(f"evening.movement.{getattr(plan.options, 'losers', 'rest')}")
    if plan.tables.partnership:
        yield from _partners(plan)


def _steps(options: MovementOptions, seats: int) -> Iterator[Sentence]:
    """How far each ticket colour or each seat goes on, where people move by it."""
    if isinstance(options, ByColourOptions):
        for colour, step in sorted(options.by_colour.items()):
            if step:
                yield coded(f"by-colour.{_way(step)}", colour=colour, count=abs(step))
        yield coded("by-colour.others")
    elif isinstance(options, BySeatOptions):
        steps = {int(seat): step for seat, step in options.by_seat.items()}
        for seat in range(1, seats + 1):
            step = steps.get(seat, 0)
            if step:
                yield coded(f"by-seat.{_way(step)}", seat=seat, count=abs(step))
            else:
                yield coded("by-seat.stays", seat=seat)


def _way(step: int) -> str:
    return "up" if step < 0 else "down"


def _partners(plan: Plan) -> Said:
    if plan.movement == "progressive":
        keeps = getattr(plan.options, "head_table", "keep") == "keep"
        yield "evening.partners", coded(f"evening.partners.{'keep' if keeps else 'change'}")
    elif plan.has_bracket or plan.movement == "fixed" or getattr(plan.options, "unit", "") == "pairs":
        yield "evening.partners", coded("evening.partners.pairs")
    elif plan.movement in ("ladder", "top_tables", "swiss"):
        yield "evening.partners", coded("evening.partners.change")
    if plan.couples == "mixed":
        yield "evening.partners", coded("evening.partners.mixed")


def _sitting_out(setup: Setup) -> Said:
    plan = setup.plan
    if plan.has_bracket:
        yield from _beside_a_knock_out(plan)
    else:
        way = "scheduled" if plan.draws_up else "turns"
        yield "evening.sit-out", coded(f"evening.sit-out.{way}")
    counts = plan.movement_options.sitout if isinstance(plan, GamesPlan) else "none"
    if isinstance(counts, str):
        yield "evening.sat-out", coded(f"evening.sat-out.{counts}")
    else:
        what = "margin" if plan.counts == "margin" else "points"
        yield "evening.sat-out", coded(f"evening.sat-out.{what}", count=counts)
    yield "evening.substitute", coded(f"evening.substitute.{plan.options.substitute}")


def _beside_a_knock_out(plan: Plan) -> Said:
    """Who goes on in a knock-out without playing, and who comes and goes."""
    losers, tables = (
        getattr(plan.options, "losers", "rest"),
        "bracket" if plan.best_go_on is None else "tables",
    )
    for case in ("bracket",) if plan.best_go_on is None else ("spared", "back"):
        yield "evening.sit-out", coded(f"evening.sit-out.{case}")
    if losers == "play_on":
        yield "evening.sit-out", coded("evening.sit-out.beside")
    yield "evening.late", coded(f"evening.late.{losers}")
    yield "evening.late", coded(f"evening.late.leaves.{tables}")


def _result(setup: Setup) -> Said:
    plan = setup.plan
    for sentence in _worth(plan):
        yield "evening.worth", sentence
    best = plan.movement_options.best_rounds if isinstance(plan, GamesPlan) else None
    if best is not None:
        yield "evening.best-rounds", coded("evening.best-rounds", count=best)
    if plan.has_bracket:
        yield "evening.standings", coded("evening.standings.stage")
    yield "evening.standings", coded(f"evening.standings.{plan.counts_first}")
    chain = [coded(f"evening.by.{name}") for name in plan.options.tie_breaks]
    if chain:
        how = "several" if len(chain) > 1 else "one"
        yield "evening.tie-breaks", coded(f"evening.tie-breaks.{how}", chain=listed(chain))
    cut_all = setup.plan.prizes.ties == "cut_all"
    yield "evening.ties", coded("evening.ties.until-cut" if cut_all else "evening.ties")


def _worth(plan: Plan) -> Iterator[Sentence]:
    if plan.worth is not None and plan.counts == "margin":
        for margin, count in plan.worth.margin:
            yield coded("evening.worth.margin" if margin else "evening.worth.won", margin=margin, count=count)
        if plan.worth.draw:
            yield coded("evening.worth.draw", count=plan.worth.draw)
    elif isinstance(plan, PointsPlan) and plan.movement_options.rank_by == "differences":
        yield coded("evening.worth.differences")
    elif plan.counts == "games":
        yield coded("evening.worth.games")
    else:
        yield coded("evening.worth.couples" if plan.tables.partnership else "evening.worth.points")


def _prizes(setup: Setup) -> Said:
    prizes = setup.plan.prizes
    offers = [(prizes, prizes.by_colour), *([(prizes.overall, False)] if prizes.overall else [])]
    told = [sentence for offer, by_colour in offers for sentence in _offer(offer, by_colour=by_colour)]
    for number, other in enumerate(prizes.others, start=1):
        about = setup.plan.about_others(number)
        told += [
            coded("evening.prizes.other", about=about, prizes=sentence)
            for sentence in _offer(other, by_colour=other.by_colour, of_rounds=True)
        ]
        if other.feat:
            told.append(coded("evening.prizes.feat", about=about))
    for sentence in told or [coded("evening.prizes.none")]:
        yield "evening.prizes", sentence
    if prizes.overall is not None and prizes.one_each:
        yield "evening.one-each", coded("evening.one-each")
    if told:
        what = {"won": "games"}.get(setup.plan.counts_first, "points")
        how = f"{prizes.ties}.{what}" if prizes.ties in ("equal", "hort") else prizes.ties
        yield "evening.prize-ties", coded(f"evening.prize-ties.{how}")
        if prizes.booby and prizes.ties in ("cut", "cut_all"):
            yield "evening.prize-ties", coded(f"evening.prize-ties.booby-{prizes.booby_cut}")


def _offer(offer: Offer, *, by_colour: bool, of_rounds: bool = False) -> Iterator[Sentence]:
    of_colour = "-of-colour" if by_colour else ""
    if offer.best:
        yield coded(f"evening.prizes.best{of_colour}", count=offer.best)
    if any(offer.sums):
        yield coded("evening.prizes.sums", sums=listed(_sum(amount) for amount in offer.sums))
    if offer.booby:
        yield coded(f"evening.prizes.booby{'-of-rounds' if of_rounds else ''}{of_colour}")
    if offer.booby_sum:
        yield coded("evening.prizes.booby-sum", sum=_sum(offer.booby_sum))


def _sum(amount: int) -> Sentence:
    whole, hundredths = divmod(amount, 100)
    return coded("evening.sum", whole=whole, hundredths=f"{hundredths:02}")
