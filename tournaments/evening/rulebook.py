"""The rulebook of one evening: what holds tonight, in numbered paragraphs that are worked out from the plan alone.

A paragraph has an id that never changes, such as `evening.bell`; its number is that of tonight, for a paragraph that
says nothing tonight is left out. What it says are sentences with codes, so that their words may change in every
language while the version of the rulebook, which rests on ids, codes and values, stays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.definition import called_feat
from scoring.derivation import WORDINGS, Sentence, coded, listed
from tournaments.evening.plan import GamesPlan, Plan, PointsPlan, Setup
from tournaments.evening.rulebook_words import SECTIONS
from tournaments.movement.by_seat import ByColourOptions, BySeatOptions
from tournaments.movement.options import MovementOptions
from tournaments.ranking.offered import BELOW_ZERO, FEWER, Offer
from tournaments.ranking.rulebook import Paragraph, numbered

Said = Iterator[tuple[str, Sentence]]
"""Sentences, each with the id of the paragraph that says it."""

MOON: Final = ".moon.made"
"""How the id of the paragraph ends by which, in a game that has it, a single hand wins the game outright."""
OF_SEATS: Final[Mapping[str, str]] = {
    "partners": "evening.partners",
    "couple": "evening.partners",
    "sits-out": "evening.sit-out",
    **dict.fromkeys(("by-colour", "by-seat", "drawn", "knock-out", "ladder"), "evening.movement"),
    **dict.fromkeys(("places", "schedule", "scores", "swiss", "top-tables"), "evening.movement"),
}
"""The paragraphs that reasons for seats rest on, by how their rule begins; comings and goings rest on none."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The paragraphs of tonight, in order; `first` is what the standings compare first."""

    paragraphs: tuple[Paragraph, ...]
    first: str

    @property
    def version(self) -> str:
        """The hash that evenings pin: SHA-256, in hex, of all ids with the codes and values of their words."""
        content = [[part.id, [sentence.as_data() for sentence in part.sentences]] for part in self.paragraphs]
        return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def cited(self, name: str) -> Paragraph | None:
        return next((paragraph for paragraph in self.paragraphs if paragraph.id == name), None)

    def for_seats(self, rule: str) -> Paragraph | None:
        return self.cited(OF_SEATS.get(rule.split(".")[0], ""))

    def for_place(self, decided_by: str) -> Paragraph | None:
        known = {"cut": "evening.prize-ties", "shared": "evening.ties", "stage": "evening.standings"}
        if decided_by == self.first:
            return self.cited("evening.standings")
        return self.cited(known.get(decided_by, "evening.tie-breaks"))

    def for_winner(self, *, cut: bool) -> Paragraph | None:
        return self.cited("evening.level" if cut else "evening.win")


def rulebook(setup: Setup) -> Rulebook:
    sentences: dict[str, list[Sentence]] = {}
    for part in (_ends, _tables, _seats, _sitting_out, _result, _prizes, _settlement):
        for name, sentence in part(setup):
            sentences.setdefault(name, []).append(sentence)
    sections = [
        (heading, present)
        for heading, paragraphs in SECTIONS
        if (present := [paragraph for paragraph in paragraphs if paragraph[0] in sentences])
    ]
    return Rulebook(numbered(sections, sentences), setup.plan.counts_first)


def _ends(setup: Setup) -> Said:
    plan = setup.plan
    yield "evening.signal", coded(f"evening.signal.{plan.signal}")
    if plan.goes_on == "on":
        yield "evening.signal", coded("evening.goes-on", count=plan.pause)
    yield "evening.signal", coded("evening.rounds", count=plan.rounds)
    if setup.rings:
        yield "evening.bell", coded(f"evening.bell.{setup.bell}", target=setup.target)
        yield "evening.bell", coded("evening.bell.hands")
    yield from _hands(plan)
    if plan.ends == "game" and setup.target is not None:
        code = "evening.game.target" if setup.target > 0 else "evening.game.against"
        yield "evening.game", coded(code, target=abs(setup.target))
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
        who = "against" if setup.target is not None and setup.target < 0 else who
        yield "evening.win", coded(f"evening.win.{who}")
        if any(paragraph.id.endswith(MOON) for paragraph in setup.game.paragraphs):
            yield "evening.win", coded("evening.win.moon")
        yield "evening.level", coded("evening.level")
    if plan.best_go_on is not None:
        yield "evening.level", coded("evening.level.going-on")
    yield "evening.confirmation", coded(f"evening.confirmation.{plan.confirmation}")
    if setup.game.has_deal:
        deal = "progressive" if plan.movement == "progressive" else "game"
        yield "evening.deal", coded(f"evening.deal.{deal}")


def _seats(setup: Setup) -> Said:
    plan = setup.plan
    if plan.moves_colours:
        yield "evening.draw", coded("evening.draw.colours")
    else:
        yield "evening.draw", coded("evening.draw.mixed" if plan.couples == "mixed" else "evening.draw")
    who = getattr(plan.options, "who", "all")
    moving = f"evening.movement.{plan.movement}{'' if who == 'all' else f'.{who}'}"
    if plan.best_go_on is None:
        yield "evening.movement", coded(moving if moving in WORDINGS else "evening.movement.other")
    else:
        yield "evening.movement", coded("evening.movement.best-go-on", count=plan.best_go_on)
        yield "evening.movement", coded("evening.movement.final")
    for sentence in steps_of(plan.options, plan.colours, max(plan.tables.allowed)):
        yield "evening.movement", sentence
    if plan.has_bracket:
        yield "evening.movement", coded(f"evening.movement.{getattr(plan.options, 'losers', 'rest')}")
    if plan.tables.partnership:
        yield from _partners(plan)


def steps_of(options: MovementOptions, colours: Sequence[str], seats: int) -> Iterator[Sentence]:
    """How many tables people move, as their ticket colour or their seat says; nothing where neither does."""
    if isinstance(options, ByColourOptions):
        yield from options.ways(colours or [""])
    elif isinstance(options, BySeatOptions):
        steps = {int(seat): step for seat, step in options.by_seat.items()}
        for seat in range(1, seats + 1):
            step = steps.get(seat, 0)
            if step:
                yield coded(f"by-seat.{'up' if step < 0 else 'down'}", seat=seat, count=abs(step))
            else:
                yield coded("by-seat.stays", seat=seat)


def couples_stay(plan: Plan) -> bool:
    """Whether partners stay together all evening by what was planned."""
    stay = plan.has_bracket or plan.movement == "fixed" or getattr(plan.options, "unit", "") == "pairs"
    return stay and plan.tables.partnership


def _partners(plan: Plan) -> Said:
    if plan.movement == "progressive":
        keeps = getattr(plan.options, "head_table", "keep") == "keep"
        yield "evening.partners", coded(f"evening.partners.{'keep' if keeps else 'change'}")
    elif couples_stay(plan):
        yield "evening.partners", coded("evening.partners.pairs")
    elif getattr(plan.options, "partners", "new") == "first_and_last":
        yield "evening.partners", coded("evening.partners.first-and-last")
    elif plan.movement in ("ladder", "top_tables", "swiss"):
        yield "evening.partners", coded("evening.partners.change")
    if plan.couples == "mixed":
        yield "evening.partners", coded("evening.partners.mixed")
    if getattr(plan.options, "part_winners", False):
        yield (
            "evening.partners",
            coded("evening.partners.part", colour=getattr(plan.options, "parting_colour", "")),
        )


def _sitting_out(setup: Setup) -> Said:
    plan = setup.plan
    if plan.has_bracket:
        yield from _beside_a_knock_out(plan)
    else:
        way = "scheduled" if plan.draws_up else "turns"
        yield "evening.sit-out", coded(f"evening.sit-out.{way}")
        if (rests := getattr(plan.options, "rests", "any")) != "any":
            yield "evening.sit-out", coded(f"evening.sit-out.{rests}")
        if plan.options.most_tables is not None:
            yield "evening.sit-out", coded("evening.sit-out.most", count=plan.options.most_tables)
    counts = plan.options.sitout
    if isinstance(counts, str):
        yield "evening.sat-out", coded(f"evening.sat-out.{counts}")
    else:
        what = "margin" if plan.counts == "margin" else "points"
        yield "evening.sat-out", coded(f"evening.sat-out.{what}", count=counts)
    yield "evening.substitute", coded(f"evening.substitute.{plan.options.substitute}")


def _beside_a_knock_out(plan: Plan) -> Said:
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
    for sentence in _worth(setup):
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


def _worth(setup: Setup) -> Iterator[Sentence]:
    plan = setup.plan
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
        yield coded("evening.worth.couples" if setup.game.partners_share else "evening.worth.points")


def _prizes(setup: Setup) -> Said:
    prizes = setup.plan.prizes
    offers = [(prizes, prizes.by_colour), *([(prizes.overall, False)] if prizes.overall else [])]
    sentences = [sentence for offer, by_colour in offers for sentence in _offer(offer, by_colour=by_colour)]
    for number, other in enumerate(prizes.others, start=1):
        about = setup.plan.about_others(number)
        sentences += [
            coded("evening.prizes.other", about=about, prizes=sentence)
            for sentence in _offer(other, by_colour=other.by_colour, of_rounds=True)
        ]
        if other.feat:
            sentences.append(coded("evening.prizes.feat", about=about))
    for sentence in sentences or [coded("evening.prizes.none")]:
        yield "evening.prizes", sentence
    if prizes.overall is not None and prizes.one_each:
        yield "evening.one-each", coded("evening.one-each")
    if sentences or prizes.ties == "cut_all":
        what = {"won": "games"}.get(setup.plan.counts_first, "points")
        how = f"{prizes.ties}.{what}" if prizes.ties in ("equal", "hort") else prizes.ties
        yield "evening.prize-ties", coded(f"evening.prize-ties.{how}")
        if prizes.ties in ("cut", "cut_all") and any(offer.booby for offer in prizes.offers):
            yield "evening.prize-ties", coded(f"evening.prize-ties.booby-{prizes.booby_cut}")


def _settlement(setup: Setup) -> Said:
    rules = setup.plan.settlement
    if rules is None:
        return
    says = []
    if rules.lost:
        is_feat = rules.lost_is not in (BELOW_ZERO, FEWER)
        what = called_feat(setup.game, rules.lost_is) if is_feat else coded(f"evening.lost.{rules.lost_is}")
        says += [coded("evening.lost", sum=_sum(rules.lost)), coded("evening.lost.is", what=what)]
        if rules.dearer_from:
            says.append(coded("evening.lost.dearer", first=rules.dearer_from, sum=_sum(rules.dearer)))
            says += [coded("evening.lost.by-round")] if rules.by_round else []
    for rate in rules.rates:
        says.append(coded("evening.rate", what=called_feat(setup.game, rate.what), sum=_sum(rate.sum)))
    if says:
        says.append(coded(f"evening.lost.to-{rules.lost_to}"))
    if rules.point:
        amount = {"sum": _sum(rules.point), "count": rules.per}
        says.append(coded(f"evening.settlement.{rules.compared}", **amount))
    if rules.point or rules.lost_to == "others":
        says.append(coded(f"evening.settlement.by-{rules.paid}"))
    yield from (("evening.settlement", sentence) for sentence in says)


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
    # Not `amount_said`: code and values are part of the version that rulebooks are pinned by.
    whole, hundredths = divmod(amount, 100)
    return coded("evening.sum", whole=whole, hundredths=f"{hundredths:02}")
