"""One kind of hand of a document's game: what its expressions come to, each compiled to a function of its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from pydantic import create_model

from games.documents.compiling import (
    PLACE,
    SEAT,
    assign,
    at_seat,
    attribute,
    call,
    compiled,
    constant,
    function,
    over_seats,
    part,
    settled,
    variable,
)
from games.documents.document import Document, FieldOf, LineOf, RefusalOf, names_filled, template
from games.documents.expressions import (
    FLAG,
    Name,
    Node,
    Range,
    Scope,
    Unwritten,
    Words,
    either,
    kind_of_value,
    names_in,
    parts_of,
    read,
)
from games.documents.shapes import COUPLES, NOBODY, Setting, counts_as, entered_as, kind_of, refuse
from scoring.derivation import (
    Derivation,
    Line,
    Wording,
    gettext_noop,
    points_phrase,
    remembered,
    with_english,
    worded,
)
from scoring.entry import Entry, Shape
from scoring.faults import Fault, Faults, wrong
from scoring.feats import Feat

TO: Final = re.compile(r"(?P<whom>seat|partner|couple|others)\((?P<of>.+)\)", re.DOTALL)
Say = Callable[[Any], object]
Rows = tuple[tuple[Any, ...], ...]


class Recipients(NamedTuple):
    """Who gets a line: its seats in Python, and, where they go `by` a seat or a couple, those of each.

    With `each` it is worked out for every seat.
    """

    seats: ast.expr
    by: Node | None = None
    places: Mapping[Any, tuple[int, ...]] = {}
    each: bool = False


class Scored(NamedTuple):
    """A line of the score: who gets it, when, and how many points."""

    to: Recipients
    when: Node
    points: Node

    @property
    def always(self) -> bool:
        return self.when.op == "literal" and self.when.value is True

    @property
    def nodes(self) -> list[Node]:
        return [self.when, self.points, *([self.to.by] if self.to.by else [])]


class Played:
    """One kind of hand of a game: its model, and what its expressions come to."""

    def __init__(self, document: Document, setting: Setting) -> None:
        self.document, self.setting = document, setting
        self.used: set[str] = set()
        sizes = self.document.seats
        fields = {field.name: entered_as(field, setting, sizes) for field in setting.fields}
        self.model = create_model("Hand", __base__=Entry, **fields)  # type: ignore[call-overload]
        self.names: dict[str, Name] = {}
        self._variables: dict[str, ast.expr] = {}
        self._steps: dict[str, ast.Assign] = {}
        """What is read or worked out once for a hand, in order."""
        self.values: dict[str, Node] = {}
        self.scored: list[Scored] = []
        self.refused: list[tuple[int, Node]] = []
        """At how many seats it is looked whether it may not be, and that."""
        self._given: dict[str, object] = {}
        self._learn()
        for place, value in enumerate(self.document.values):
            node = self._read(value.is_, f"values.{place}.is")
            self._stand(value.name, node)
            stored = variable(f"v_{value.name}")
            here = at_seat(stored) if node.by_seat else stored
            self._know(value.name, Name(node.kind, node.by_seat), here)
        # Compiled when they are first asked for: most games are not played in most processes.
        self._score = self._scoring()
        self._feats = self._finding_feats()
        self._after = self._remembering()
        self._refuse = self._refusing()
        self.shape = Shape(self.model, self._checks())

    @cached_property
    def score(self) -> Any:
        """From a hand without faults, house rules and what is remembered to the derivation."""
        return self._score()

    @cached_property
    def after(self) -> Any:
        """From the same to what the next hand finds."""
        return self._after()

    @cached_property
    def _found_feats(self) -> Any:
        return self._feats()

    def feats(self, hand: Any, rules: Any) -> tuple[Feat, ...]:
        feats: tuple[Feat, ...] = self._found_feats(hand, rules, ())
        return feats

    @cached_property
    def _refused_of(self) -> Any:
        return self._refuse()

    def _refusals(self, hand: Any, rules: Any) -> list[Fault]:
        refused: list[Fault] = self._refused_of(hand, rules, ())
        return refused

    # What names mean

    def _know(self, name: str, meaning: Name, here: ast.expr) -> None:
        if name in self.names:
            refuse(name, "named-twice", gettext_noop("“%(name)s” is the name of something else"), name=name)
        self.names[name] = meaning
        self._variables[name] = here

    def _learn(self) -> None:
        seats = self.setting.seats
        self._know("seat", Name(Range(1, seats), by_seat=True), SEAT)
        if not any(field.name == "players" for field in self.document.fields):
            self._know("players", Name(Range(seats, seats)), ast.Constant(seats))
        for field in self.document.fields:
            self._learn_field(field)
        for rule in self.document.house_rules:
            self._know(f"house_{rule.name}", Name(kind_of(rule, 0)), attribute("rules", rule.name))
        for place, memory in enumerate(self.document.remember):
            found = part(variable("found"), ast.Constant(place))
            meaning = Name(Range(memory.least, memory.most), memory.by_seat)
            self._know(memory.name, meaning, at_seat(found) if memory.by_seat else found)
        for name, table in self.document.tables.items():
            self._given[f"t_{name}"] = dict(table)

    def _learn_field(self, field: FieldOf) -> None:
        entered = attribute("hand", field.name)
        if field.kind == "taken_by":
            for item in field.items:
                self._learn_one(field, f"{field.name}_{item.name}", attribute(entered, item.name))
        else:
            self._learn_one(field, field.name, entered)

    def _learn_one(self, field: FieldOf, name: str, entered: ast.expr) -> None:
        nothing, by_seat = counts_as(field), field.kind == "numbers"
        if field not in self.setting.fields:
            # The words of a choice are known where it is not asked, too, so that it may be compared with any.
            kind = kind_of(field, self.setting.seats) if field.choices else kind_of_value(nothing)
            self._know(name, Name(kind, by_seat), ast.Constant(nothing))
            return
        kind = kind_of(field, self.setting.seats)
        if field.optional or field.nobody:
            kind = either(kind, kind_of_value(nothing))
            lacking = constant((0,) * self.setting.seats) if by_seat else ast.Constant(nothing)
            entered = ast.BoolOp(ast.Or(), [entered, lacking])
        self._know(name, Name(kind, by_seat), self._entered(field, name, entered))

    def _entered(self, field: FieldOf, name: str, entered: ast.expr) -> ast.expr:
        """What stands for a field that is asked: read once, where it is not settled by how the hand is played."""
        if field.name in self.setting.constants:
            return ast.Constant(self.setting.constants[field.name])
        if field.kind == "seat_count":
            return ast.Constant(self.setting.seats)
        self._steps[name] = assign(f"e_{name}", entered)
        if field.kind != "numbers":
            return variable(f"e_{name}")
        couple = ast.BinOp(variable(PLACE), ast.BitAnd(), ast.Constant(1))
        return part(variable(f"e_{name}"), couple if field.by_couple else variable(PLACE))

    # Expressions

    @property
    def scope(self) -> Scope:
        return Scope(self.names, self.document.tables, self.setting.seats)

    def _read(self, written: str, path: str) -> Node:
        try:
            node = read(written, self.scope)
        except Unwritten as error:
            raise Faults([Fault(path, "not-an-expression", error.sentence)]) from None
        self.used.update(names_in(node))
        return node

    def _condition(self, written: str, path: str) -> Node:
        node = self._read(written, path)
        if node.kind != FLAG:
            refuse(path, "no-condition", gettext_noop("a condition is yes or no"))
        return node

    def _python(self, node: Node) -> ast.expr:
        return compiled(node, self._variables, self.setting.seats)

    def _stand(self, name: str, node: Node) -> None:
        """Makes this the expression of a value."""
        value = self._python(node)
        if node.by_seat:
            value = call("tuple", over_seats(value, self.setting.seats))
        self.values[name], self._steps[name] = node, assign(f"v_{name}", value)

    def _function(
        self, name: str, body: list[ast.stmt], begins: ast.expr, ends: ast.expr
    ) -> Callable[[], Any]:
        statements = [assign("made", begins), *body, ast.Return(ends)]
        return partial(
            function, name, ("hand", "rules", "found"), self._steps.values(), statements, self._given
        )

    def _added(
        self, added: ast.expr, when: Node, *, each: bool, count: int | None = None, into: str = "made"
    ) -> list[ast.stmt]:
        """One more of what is made, where a condition holds; with `each` once for every seat for which it does.

        With `count` only so many of the first seats are looked at.
        """
        condition = self._python(when)
        if settled(condition, value=False):
            return []
        adding: ast.stmt = ast.Expr(ast.Call(attribute(into, "append"), [added], []))
        if not settled(condition, value=True):
            adding = ast.If(condition, [adding], [])
        if each:
            seats = range(count or self.setting.seats)
            places = ast.Tuple([ast.Constant(place) for place in seats], ast.Load())
            adding = ast.For(ast.Name(PLACE, ast.Store()), places, [adding], [])
        return [adding]

    def _for_seats_alike(self, place: int, said: list[ast.expr], when: Node) -> list[ast.stmt]:
        """The lines of every seat for which a condition holds, one for those of which they say the same."""
        row = ast.Tuple([SEAT, *said], ast.Load())
        lines = call("alike", ast.Constant(place), variable("rows"))
        return [
            assign("rows", ast.List([], ast.Load())),
            *self._added(row, when, each=True, into="rows"),
            ast.Expr(ast.Call(attribute("made", "extend"), [lines], [])),
        ]

    # To whom

    def _recipients(self, written: str, path: str) -> Recipients:
        seats = self.setting.seats
        if written == "all":
            return Recipients(constant(tuple(range(1, seats + 1))))
        if written == "each":
            return Recipients(ast.Tuple([SEAT], ast.Load()), each=True)
        match = TO.fullmatch(written)
        if match is None:
            why = gettext_noop(
                "“%(to)s” is nobody; known: all, each, seat(…), partner(…), couple(…), others(…)"
            )
            refuse(path, "no-recipient", why, to=written)
        by = self._read(match["of"], path)
        places = _seats_of(match["whom"], seats, partnership=self.document.partnership)
        if isinstance(by.kind, Range) and by.kind.least >= 0 and by.kind.most <= seats:
            fits = True
        else:
            fits = isinstance(by.kind, Words) and by.kind.values <= places.keys()
        if not fits or not places:
            why = gettext_noop("“%(to)s” does not say which seats are meant")
            refuse(path, "no-recipient", why, to=written)
        table = f"to_{match['whom']}"
        self._given[table] = places
        return Recipients(part(variable(table), self._python(by)), by, places, each=by.by_seat)

    def _when(self, written: str, path: str, to: Recipients) -> Node:
        """The condition of what is given to somebody, which does not hold where that is nobody."""
        when = self._condition(written, path)
        if when.by_seat and not to.each:
            why = gettext_noop("this differs from seat to seat; it can be given to “each” alone")
            refuse(path, "by-seat", why)
        if to.by and isinstance(to.by.kind, Range) and to.by.kind.least == NOBODY:
            somebody = Node("!=", FLAG, (to.by, Node("literal", Range(0, 0), value=NOBODY)))
            when = (
                somebody
                if when.op == "literal" and when.value is True
                else Node("&&", FLAG, (somebody, when))
            )
        return when

    # What is made of it

    def _line(self, place: int) -> Scored:
        line, path = self.document.lines[place], f"lines.{place}"
        to = self._recipients(line.to, f"{path}.to")
        when = self._when(line.when, f"{path}.when", to)
        points = self._read(line.points, f"{path}.points")
        if not isinstance(points.kind, Range) or (points.by_seat and not to.each):
            why = gettext_noop("points are a number; those of every seat are given to “each”")
            refuse(f"{path}.points", "no-points", why)
        return Scored(to, when, points)

    def _scoring(self) -> Any:
        body: list[ast.stmt] = []
        makers: list[Callable[..., Line]] = []
        counted, family = self.document.counted, sentences(self.document)
        for place, line in enumerate(self.document.lines):
            path = f"lines.{place}"
            if line.id in counted:
                why = gettext_noop("“%(name)s” is the name of something else")
                refuse(f"{path}.id", "named-twice", why, name=line.id)
            scored = self._line(place)
            to = scored.to
            filled = [name for name in names_filled(line.sentence) if name != "points"]
            values = [self._read(name, f"{path}.sentence") for name in filled]
            makers.append(_worded(self.document, line, family))
            of_line = [to.seats, self._python(scored.points), *map(self._python, values)]
            if to.each and not to.by:
                body += self._for_seats_alike(place, of_line[1:], scored.when)
            else:
                row = ast.Tuple([ast.Constant(place), *of_line], ast.Load())
                body += self._added(row, scored.when, each=to.each)
            self.scored.append(scored)
        self._given |= {"alike": _alike, "derive": _deriving(self.setting.seats, makers)}
        ends = call("derive", call("tuple", variable("made")))
        return self._function("score", body, ast.List([], ast.Load()), ends)

    def paying(self, places: Iterable[int]) -> Any:
        """A function from a hand to what these lines give, without their words: place, seats and points of each."""
        body: list[ast.stmt] = []
        for place in places:
            scored = self.scored[place]
            paid = ast.Tuple([ast.Constant(place), scored.to.seats, self._python(scored.points)], ast.Load())
            body += self._added(paid, scored.when, each=scored.to.each)
        return self._function("pay", body, ast.List([], ast.Load()), variable("made"))()

    @cached_property
    def pays(self) -> Any:
        """What each line gives of a hand."""
        return self.paying(range(len(self.scored)))

    def pay(self, hand: Any, rules: Any, found: Any) -> tuple[int, ...]:
        """What a hand scores, without a word."""
        return summed(self.pays(hand, rules, found), self.setting.seats)

    @property
    def nodes(self) -> list[Node]:
        """All that is worked out for the score."""
        return [*self.values.values(), *(node for scored in self.scored for node in scored.nodes)]

    @property
    def length(self) -> int:
        """How much is written for it, in steps."""
        return sum(sum(1 for _ in parts_of(node)) for node in self.nodes)

    @cached_property
    def steps(self) -> int:
        """How long the score takes at most."""
        return sum(node.steps for node in self.nodes) * self.setting.seats

    def changed(self, document: Document, at: int, *, value: bool) -> tuple[Played, list[int]]:
        """The same kind of hand where another document has one value or one line that differs; the lines it touches.

        Raises Faults where that cannot be.
        """
        other = copy(self)
        other.document, other.names = document, dict(self.names)
        other.values, other._steps = dict(self.values), dict(self._steps)
        touched: set[str] = set()
        for place, stands in enumerate(document.values if value else ()):
            name, node = stands.name, self.values[stands.name]
            if place == at or not touched.isdisjoint(names_in(node)):
                node = other._read(stands.is_, f"values.{place}.is")
                other._stand(name, node)
                other.names[name] = Name(node.kind, node.by_seat)
                touched.add(name)
        lines = [
            place
            for place, scored in enumerate(self.scored)
            if (not value and place == at)
            or any(not touched.isdisjoint(names_in(node)) for node in scored.nodes)
        ]
        other.scored = list(self.scored)
        for place in lines:
            other.scored[place] = other._line(place)
        return other, lines

    def _finding_feats(self) -> Any:
        body: list[ast.stmt] = []
        for place, feat in enumerate(self.document.feats):
            path, code = f"feats.{place}", f"{self.document.slug}.{feat.id}"
            to = self._recipients(feat.to, f"{path}.to")
            when = self._when(feat.when, f"{path}.when", to)
            self._given["Feat"] = Feat
            body += self._added(call("Feat", ast.Constant(code), to.seats), when, each=to.each)
        return self._function("feats", body, ast.List([], ast.Load()), call("tuple", variable("made")))

    def _remembering(self) -> Any:
        becomes = []
        for place, memory in enumerate(self.document.remember):
            path = f"remember.{place}.becomes"
            node = self._read(memory.becomes, path)
            kind = node.kind
            if not isinstance(kind, Range) or kind.least < memory.least or kind.most > memory.most:
                why = gettext_noop("this can be another number than one from %(least)s to %(most)s")
                refuse(path, "out-of-range", why, least=memory.least, most=memory.most)
            value = self._python(node)
            becomes.append(call("tuple", over_seats(value, self.setting.seats)) if memory.by_seat else value)
        return self._function("after", [], ast.Constant(None), ast.Tuple(becomes, ast.Load()))

    def _checks(self) -> tuple[Callable[[Any, Any], Iterable[Fault]], ...]:
        totals = tuple(
            _adds_up(field.name, field.total)
            for field in self.setting.fields
            if field.kind == "numbers" and field.total is not None
        )
        return (*totals, self._refusals)

    def _refusing(self) -> Any:
        asked = {field.name for field in self.setting.fields}
        body: list[ast.stmt] = []
        for place, refusal in enumerate(self.document.refusals):
            if refusal.field not in asked:
                continue
            path = f"refusals.{place}"
            when = self._condition(refusal.when, f"{path}.when")
            values = [self._read(name, f"{path}.sentence") for name in names_filled(refusal.sentence)]
            self._given[f"refuse_{place}"] = _refusal(refusal, by_seat=when.by_seat)
            at: ast.expr = variable(PLACE) if when.by_seat else ast.Constant(0)
            made = call(f"refuse_{place}", at, *map(self._python, values))
            of_couples = any(field.name == refusal.field and field.by_couple for field in self.setting.fields)
            count = len(COUPLES) if of_couples else self.setting.seats
            self.refused.append((count if when.by_seat else 1, when))
            body += self._added(made, when, each=when.by_seat, count=count)
        return self._function("refuse", body, ast.List([], ast.Load()), variable("made"))


def _refusal(refusal: RefusalOf, *, by_seat: bool) -> Callable[..., Fault]:
    """From a seat and the values of its sentence to what is wrong with a hand."""
    filled, worded = names_filled(refusal.sentence), template(refusal.sentence)

    def refuse(at: int, *said: object) -> Fault:
        where = f"{refusal.field}.{at}" if by_seat else refusal.field
        return wrong(where, refusal.code, worded, **dict(zip(filled, said, strict=True)))

    return refuse


def _seats_of(whom: str, seats: int, *, partnership: bool) -> dict[Any, tuple[int, ...]]:
    """The seats that `partner(x)` and its like mean, for each seat and, in a game of couples, for each couple."""
    everybody = range(1, seats + 1)
    alone: dict[Any, tuple[int, ...]] = {seat: (seat,) for seat in everybody}
    couples: dict[Any, tuple[int, ...]] = {}
    if partnership:
        couples = {seat: (1, 3) if seat % 2 else (2, 4) for seat in everybody}
    own = couples or alone
    if whom == "seat":
        return alone
    if whom == "partner":
        return {seat: tuple(set(couple) - {seat}) for seat, couple in couples.items()}
    others = {seat: tuple(other for other in everybody if other not in own[seat]) for seat in everybody}
    of_seat = others if whom == "others" else couples
    return of_seat | ({"A": of_seat[1], "B": of_seat[2]} if couples else {})


def summed(paid: Iterable[tuple[int, tuple[int, ...], int]], seats: int) -> tuple[int, ...]:
    """What lines give to each seat together."""
    scores = [0] * seats
    for _place, to, points in paid:
        for seat in to:
            scores[seat - 1] += points
    return tuple(scores)


def _adds_up(name: str, total: int) -> Callable[[Any, Any], Iterable[Fault]]:
    def add_up(hand: Any, rules: Any) -> Iterable[Fault]:
        entered = getattr(hand, name)
        if entered is None or sum(entered) == total:
            return ()
        why = gettext_noop("%(entered)s was entered in all; together they make %(total)s")
        return [wrong(name, "another-sum", why, entered=sum(entered), total=total)]

    return add_up


def _worded(document: Document, line: LineOf, family: Mapping[str, Wording]) -> Callable[..., Line]:
    """From seats, points and the values of its sentence to a line."""
    code = f"{document.slug}.{line.id}"
    rule = f"{document.slug}.score.{line.paragraph or line.id}"
    if rule not in (ids := [paragraph.id for paragraph in document.paragraphs]):
        # A game made from another one cites the paragraphs as they were called there.
        rule = next((known for known in ids if known.endswith(f".score.{line.paragraph or line.id}")), rule)
    filled = names_filled(line.sentence)
    names = [name for name in filled if name != "points"]
    says = [_saying(document, name, family) for name in names]

    @remembered
    def make(seats: tuple[int, ...], points: int, *values: object) -> Line:
        said = {name: say(value) for name, say, value in zip(names, says, values, strict=True)}
        if "points" in filled:
            said["points"] = points_phrase(abs(points))
        return Line(seats, points, rule, worded(code, family[code], **said))

    return make


def _deriving(seats: int, makers: Sequence[Callable[..., Line]]) -> Callable[[Rows], Derivation]:
    """From the lines of a hand, each its place with what `_worded` asks for, to the lines in words."""

    @remembered
    def derive(rows: Rows) -> Derivation:
        return Derivation(seats, tuple(makers[place](*said) for place, *said in rows))

    return derive


def _alike(place: int, rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """From seats, each with what a line says of it, to one row for all seats of which it says the same."""
    alike: dict[tuple[Any, ...], list[int]] = {}
    for seat, *said in rows:
        alike.setdefault(tuple(said), []).append(seat)
    return [(place, tuple(seats), *said) for said, seats in alike.items()]


def _saying(document: Document, name: str, family: Mapping[str, Wording]) -> Say:
    """How a value is said in a sentence: a number with what it counts, a choice by its label."""
    code = f"{document.slug}.{name}"
    if name in document.counted:
        return lambda value: with_english(worded(code, family[code], count=value))
    if any(field.name == name and field.choices for field in document.fields):
        return lambda value: with_english(worded(of := f"{code}.{str(value).lower()}", family[of]))
    return lambda value: value


def sentences(document: Document) -> dict[str, Wording]:
    """How the sentences of a document are worded, by their codes."""
    slug = document.slug
    family = {f"{slug}.{line.id}": Wording(template(line.sentence)) for line in document.lines}
    family |= {f"{slug}.{name}": Wording(*words) for name, words in document.counted.items()}
    for field in document.fields:
        family |= {
            f"{slug}.{field.name}.{word.lower()}": Wording(label) for word, label in field.choices.items()
        }
    return family
