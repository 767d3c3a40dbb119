"""What the author of a document is told of it: what hands can give, what examples prove and what they leave open."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from games.definition import Game
from games.documents.document import Document, FieldOf
from games.documents.played import Played, summed
from games.documents.rules import Rules
from games.documents.shapes import COUPLES
from games.documents.telling import Teller
from games.documents.trying import MOST_TRIED, Hand, edges_of, entered, hands, is_possible
from games.rulebook import Example
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults

MOST_SEARCHED: Final = 3_000
"""So many hands are looked through for one that shows what a change would do."""
MOST_CHANGES: Final = 250
MOST_COMPARED: Final = 300_000
"""So many hands are scored to compare changes, all together."""
MOST_QUESTIONS: Final = 20
TOKEN: Final = re.compile(r"""'[^']*'|"[^"]*"|[a-z_][a-z0-9_]*|<=|>=|==|!=|<|>|[0-9]+""")
OTHERWISE: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


class Worked(NamedTuple):
    """A hand and what it scores."""

    hand: Mapping[str, object]
    options: Mapping[str, object]
    scores: tuple[int, ...]


class Checked(NamedTuple):
    """An example of the rulebook, and what the document makes of it."""

    paragraph: str
    example: Example
    scores: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def holds(self) -> bool:
        return self.scores == self.example.scores


class Proof(NamedTuple):
    """Whether examples prove a line from both sides: one in which it counts, one in which it just does not."""

    line: str
    counts: bool
    just_not: bool


class Question(NamedTuple):
    """What no example says: a small change of an expression that all of them let pass, and a hand that it changes."""

    path: str
    sentence: Sentence
    worked: Worked
    otherwise: tuple[int, ...]


class Tried(NamedTuple):
    """What trying hands shows, under the usual house rules."""

    hands: int
    complete: bool
    """Whether these are all hands there are."""
    never: tuple[str, ...]
    """The lines that count in none of them."""
    least: Worked | None
    most: Worked | None
    balance: int | None
    """What nearly all hands come to in all; None where hands differ in that."""
    unbalanced: Worked | None
    """A hand that comes to something else."""


class Review(NamedTuple):
    """What trying hands and examples shows of a document."""

    tried: Tried
    examples: tuple[Checked, ...]
    proofs: tuple[Proof, ...]
    questions: tuple[Question, ...]


class Case(NamedTuple):
    """A hand under house rules, with what kind of hand it is."""

    played: Played
    hand: Any
    rules: Any
    options: Mapping[str, object]


@lru_cache(maxsize=32)  # a game is made once for its edition
def review(game: Game, most: int = MOST_TRIED) -> Review:
    """What an author is told of a game. Bounded in time, whatever its document says."""
    rules = rules_of(game)
    checked = examples(game)
    cases = [_case(rules, each.example) for each in checked if not each.faults]
    tried = _tried(rules, most)
    return Review(
        tried, checked, tuple(_proofs(rules, cases)), tuple(islice(_questions(rules, cases), MOST_QUESTIONS))
    )


def rules_of(game: Game) -> Rules:
    """The rules of a game that is a document. Raises TypeError for another one."""
    if not isinstance(game.rules, Rules):
        raise TypeError(game.slug)
    return game.rules


def _tried(rules: Rules, most: int) -> Tried:
    usual, document = rules.HouseRules(), rules.document
    tried = hands(rules.played_at(document.seats[0]), usual, most)
    counting: set[int] = set()
    sums: Counter[int] = Counter()
    shown: dict[int, Hand] = {}
    low: tuple[int, Hand] | None = None
    high: tuple[int, Hand] | None = None
    for hand in tried.each:
        for found in _found(rules):
            counting.update(place for place, _to, _points in hand[0].pays(hand[1], usual, found))
        sides = _sides(rules, hand)
        sums[sum(sides)] += 1
        shown.setdefault(sum(sides), hand)
        low = (min(sides), hand) if low is None or min(sides) < low[0] else low
        high = (max(sides), hand) if high is None or max(sides) > high[0] else high
    for options in _played_otherwise(rules):
        if len(counting) == len(document.lines):
            break
        for played, entry in hands(rules.played_at(document.seats[0]), options, MOST_SEARCHED).each:
            counting.update(place for place, _to, _points in played.pays(entry, options, rules.begins))
    balance, other = _balance(sums)
    return Tried(
        sums.total(),
        tried.complete,
        tuple(line.id for place, line in enumerate(document.lines) if place not in counting),
        _worked(rules, low[1]) if low else None,
        _worked(rules, high[1]) if high else None,
        balance,
        None if other is None else _worked(rules, shown[other]),
    )


def _played_otherwise(rules: Rules) -> Iterator[Any]:
    """The house rules with one of them changed, to each other choice or end of its range."""
    for rule in rules.document.house_rules:
        values = {"flag": (False, True), "choice": tuple(rule.choices)}.get(
            rule.kind, (rule.least, rule.most)
        )
        yield from (rules.HouseRules(**{rule.name: value}) for value in values if value != rule.default)


def _sides(rules: Rules, hand: Hand) -> tuple[int, ...]:
    scores = hand[0].pay(hand[1], rules.HouseRules(), rules.begins)
    return scores[: len(COUPLES)] if rules.document.partnership else scores


def _worked(rules: Rules, hand: Hand) -> Worked:
    return Worked(entered(*hand), {}, hand[0].pay(hand[1], rules.HouseRules(), rules.begins))


def _found(rules: Rules) -> Iterator[tuple[Any, ...]]:
    """What a hand may find: what the first one does, and the ends of what is remembered."""
    yield rules.begins
    most = max(rules.document.seats)
    for end in ("least", "most") if rules.document.remember else ():
        yield tuple(
            (getattr(each, end),) * most if each.by_seat else getattr(each, end)
            for each in rules.document.remember
        )


def _balance(sums: Counter[int]) -> tuple[int | None, int | None]:
    """What nine of ten hands come to, and what one of the others does."""
    if not sums:
        return None, None
    (usual, times), *others = sums.most_common()
    if times * 10 < sums.total() * 9:
        return None, None
    return usual, others[-1][0] if others else None


# Examples


def examples(game: Game) -> tuple[Checked, ...]:
    """The examples of the rulebook, each with what it scores or why it cannot have been."""
    return tuple(
        _checked(game, paragraph.id, example)
        for paragraph in game.paragraphs
        for example in paragraph.examples
    )


def _checked(game: Game, paragraph: str, example: Example) -> Checked:
    try:
        scores = game.score(example.hand, game.house_rules(example.options)).scores
    except Faults as refused:
        return Checked(paragraph, example, faults=refused.faults)
    return Checked(paragraph, example, scores)


def _case(rules: Rules, example: Example) -> Case:
    hand = rules.shape(example.hand).read(dict(example.hand))
    options = rules.HouseRules.model_validate(dict(example.options))
    return Case(rules.kind_of(hand), hand, options, example.options)


# Lines from both sides


def _proofs(rules: Rules, cases: Sequence[Case]) -> Iterator[Proof]:
    counting: set[Counts] = set()
    just_not: set[Counts] = set()
    for case in cases:
        stands = _counting(rules, case)
        counting |= stands
        for neighbour in _neighbours(rules, case):
            just_not |= _counting(rules, neighbour) - stands
    for place, line in enumerate(rules.document.lines):
        always = all(each.played.scored[place].always for each in cases)
        counts, near = ({at for at, _seats in each} for each in (counting, just_not))
        yield Proof(line.id, place in counts, place in near or always)


Counts = tuple[int, tuple[int, ...]]
"""A line that counts; of one that is worked out for every seat for which of them."""


def _counting(rules: Rules, case: Case) -> set[Counts]:
    scored = case.played.scored
    return {
        (place, to if scored[place].to.each else ())
        for place, to, _points in case.played.pays(case.hand, case.rules, rules.begins)
    }


def _neighbours(rules: Rules, case: Case) -> Iterator[Case]:
    """The hands that differ from one in a single thing, by as little as can be."""
    for played in rules.played_at(case.played.setting.seats):
        stands = {
            field.name: getattr(case.hand, field.name, of[0]) for field, of in _with_edges(played) if of
        }
        for field, of in _with_edges(played):
            for value in _beside(field, stands.get(field.name), of):
                hand = SimpleNamespace(**{**stands, field.name: value})
                if is_possible(played, hand, case.rules):
                    yield Case(played, hand, case.rules, case.options)


def _with_edges(played: Played) -> list[tuple[FieldOf, Sequence[object]]]:
    edges = edges_of(played)
    return [(field, edges[field.name]) for field in played.setting.fields]


def _beside(field: FieldOf, value: object, edges: Sequence[object]) -> Iterable[object]:
    able = range(field.least, field.most + 1, field.step)
    if field.kind == "number" and isinstance(value, int):
        return [number for number in (value - field.step, value, value + field.step) if number in able]
    if field.kind == "numbers" and isinstance(value, tuple):
        return _shifted(value, able, fixed=field.total is not None)
    return edges


def _shifted(numbers: tuple[int, ...], able: range, *, fixed: bool) -> Iterator[tuple[int, ...]]:
    """One number a step more or less; where their sum is fixed, another the other way."""
    for more, number in enumerate(numbers):
        if number + able.step not in able:
            continue
        changed = {more: number + able.step}
        for less, other in enumerate(numbers):
            if less != more and other - able.step in able:
                both = {**changed, less: other - able.step} if fixed else {less: other - able.step}
                yield tuple(both.get(place, stands) for place, stands in enumerate(numbers))
        if not fixed:
            yield tuple(changed.get(place, stands) for place, stands in enumerate(numbers))


# What no example says


class Change(NamedTuple):
    """A small change of a document: which value or line differs, and what the author is asked of it."""

    document: Document
    part: str
    place: int
    field: str
    asks: Sentence

    @property
    def path(self) -> str:
        return f"{self.part}.{self.place}.{self.field}"


def changes(rules: Rules) -> Iterator[Change]:
    """Every small change: a line dropped, `>=` for `>` and the like, one more."""
    document, tell = rules.document, Teller(rules)
    for place, line in enumerate(document.lines):
        never = line.model_copy(update={"when": "false"})
        asks = Sentence(
            gettext_noop("No example needs the line “%(line)s”. Is this hand right?"),
            {"line": tell.line(line)},
        )
        yield Change(_with(document, "lines", place, never), "lines", place, "when", asks)
    for part, fields in (("values", ("is_",)), ("lines", ("when", "points"))):
        for place, written in enumerate(getattr(document, part)):
            for field in fields:
                for text, asks in _otherwise(getattr(written, field)):
                    other = written.model_copy(update={field: text})
                    yield Change(_with(document, part, place, other), part, place, field.strip("_"), asks)


def _with(document: Document, part: str, place: int, written: object) -> Document:
    parts = list(getattr(document, part))
    parts[place] = written
    return document.model_copy(update={part: tuple(parts)})


def _otherwise(text: str) -> Iterator[tuple[str, Sentence]]:
    for match in TOKEN.finditer(text):
        stands, values = match[0], {"there": text}
        if stands in OTHERWISE:
            there = re.match(r"\s*([0-9]+)", text[match.end() :])
            asks = gettext_noop("Nothing says what happens where both are equal in “%(there)s”.")
            if there:
                asks, values = (
                    gettext_noop("Nothing says what exactly %(number)s does in “%(there)s”."),
                    {**values, "number": there[1]},
                )
            other = OTHERWISE[stands]
        elif stands.isdecimal():
            other = str(int(stands) + 1)
            asks = gettext_noop("No example tells %(number)s from %(other)s in “%(there)s”.")
            values |= {"number": stands, "other": other}
        else:
            continue
        yield text[: match.start()] + other + text[match.end() :], Sentence(asks, values)


def _questions(rules: Rules, cases: Sequence[Case]) -> Iterator[Question]:
    """A hand that answers one question is no question of another: each is asked with a hand of its own."""
    usual = rules.HouseRules()
    kinds = list(rules.played_at(rules.document.seats[0]))
    tried = [Case(*hand, usual, {}) for hand in hands(kinds, usual, MOST_SEARCHED).each]
    known, left = list(cases), MOST_COMPARED
    for change in islice(changes(rules), MOST_CHANGES):
        found = None
        compared = _Compared(rules, change)
        for number, case in enumerate(chain(known, tried)):
            left -= 1
            if left < 0:
                return
            if other := compared.otherwise(case):
                found = None if number < len(known) else (case, other)
                break
        if found:
            case, other = found
            known.append(case)
            scores = case.played.pay(case.hand, case.rules, rules.begins)
            worked = Worked(entered(case.played, case.hand), case.options, scores)
            yield Question(change.path, change.asks, worked, other)


class _Compared:
    """What a change does to hands, each kind of them worked out when it is first asked for."""

    def __init__(self, rules: Rules, change: Change) -> None:
        self._rules, self._change = rules, change
        self._pays: dict[Played, Any] = {}

    def otherwise(self, case: Case) -> tuple[int, ...] | None:
        """What a hand scores with the change, where that is something else."""
        if case.played not in self._pays:
            self._pays[case.played] = self._paying(case.played)
        if self._pays[case.played] is None:
            return None
        lines, paying = self._pays[case.played]
        at = (case.hand, case.rules, self._rules.begins)
        stands = case.played.pays(*at)
        try:
            changed = [paid for paid in stands if paid[0] not in lines] + paying(*at)
        except (LookupError, ArithmeticError):  # a seat or a step that there is not
            return None
        seats = case.played.setting.seats
        scores = summed(changed, seats)
        return scores if scores != summed(stands, seats) else None

    def _paying(self, played: Played) -> tuple[list[int], Any] | None:
        change = self._change
        try:
            other, lines = played.changed(change.document, change.place, value=change.part == "values")
        except Faults:
            return None
        return (lines, other.paying(lines)) if lines else None
