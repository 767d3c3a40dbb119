"""What a document says, in sentences: each line from its typed tree; what a house version has otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from games.documents.cells import KINDS, PARTS, rows_of
from games.documents.document import Document, HouseRuleOf, LineOf, in_braces, step_name, template
from games.documents.expressions import FUNCTIONS, Node, read
from games.documents.played import TO, Played
from games.documents.rules import Rules
from games.rulebook import reworded
from scoring.derivation import OR, Sentence, gettext_noop, listed, points_phrase

Said = Sentence | str | int

PLAIN: Final[Mapping[str, str]] = {
    "==": gettext_noop("%(a)s is %(b)s"),
    "!=": gettext_noop("%(a)s is not %(b)s"),
    "<": gettext_noop("%(a)s is less than %(b)s"),
    "<=": gettext_noop("%(a)s is at most %(b)s"),
    ">": gettext_noop("%(a)s is more than %(b)s"),
    ">=": gettext_noop("%(a)s is at least %(b)s"),
    "+": "%(a)s + %(b)s",
    "-": "%(a)s − %(b)s",
    "*": "%(a)s × %(b)s",
    "!": gettext_noop("not %(a)s"),
    "if": gettext_noop("%(b)s if %(a)s, otherwise %(c)s"),
    "up": gettext_noop("%(a)s rounded up to a multiple of %(b)s"),
    "half": gettext_noop("half of %(a)s, rounded down"),
    "abs": gettext_noop("%(a)s without its sign"),
    "total": gettext_noop("the sum of %(a)s of all players"),
    "highest": gettext_noop("the highest %(a)s"),
    "lowest": gettext_noop("the lowest %(a)s"),
    "seats": gettext_noop("the number of players for whom %(a)s"),
    "min": gettext_noop("the least of %(items)s"),
    "max": gettext_noop("the most of %(items)s"),
    "count": gettext_noop("how many of these hold: %(items)s"),
    "in": gettext_noop("%(a)s is %(items)s"),
    "lookup": gettext_noop("%(name)s of %(a)s"),
    "()": "(%(a)s)",
}
TO_WHOM: Final[Mapping[str, str]] = {
    "seat": "%(a)s",
    "partner": gettext_noop("the partner of %(a)s"),
    "couple": gettext_noop("the couple of %(a)s"),
    "others": gettext_noop("the opponents of %(a)s"),
}
EVERYBODY: Final = {"all": gettext_noop("everybody"), "each": gettext_noop("each player")}
JOINED: Final = frozenset({"&&", "||", "if"})
"""What is said in brackets inside of something else."""


class Teller:
    """Says the expressions of one document in sentences; its own labels are looked up in the message files."""

    def __init__(self, rules: Rules) -> None:
        document = rules.document
        self.house_rules_named = rules.house_rules_named
        self._played: Played = next(rules.played_at(document.seats[0]))
        self._seats = {field.name: field.nobody for field in document.fields if field.kind == "seat"}
        self._labels = {field.name: field.label for field in document.fields}
        self._labels |= {f"house_{rule.name}": rule.label for rule in document.house_rules}
        self._labels |= {
            f"{field.name}_{item.name}": item.label for field in document.fields for item in field.items
        }
        self._words = {
            word: label
            for asked in (*document.fields, *document.house_rules)
            for word, label in asked.choices.items()
        }

    def row(self, part: str, row: Mapping[str, Any]) -> Sentence:
        """What a row of a part of the document says. Raises Unwritten, or ValidationError of a line."""
        if part == "lines":
            return self.line(LineOf.model_validate(row))
        if part == "refusals":
            return Sentence(row["sentence"].replace("%", "%%"))
        if part == "fields":
            told: Said = Sentence(KINDS[row["kind"]])
        elif part == "tables":
            told = listed(self._in_table(word, number) for word, number in row["numbers"].items())
        elif part == "house_rules":
            told = _default_of(HouseRuleOf.model_validate(row))
        else:
            told = self.expression(
                row["becomes" if part == "remember" else "is" if part == "values" else "when"]
            )
        name = row.get("label") or step_name(row["name"])
        return Sentence(
            gettext_noop("%(label)s: %(text)s"), {"label": Sentence(name.replace("%", "%%")), "text": told}
        )

    def _in_table(self, word: str, number: int) -> Sentence:
        label = Sentence(self._words.get(word, word).replace("%", "%%"))
        return Sentence("%(label)s %(number)s", {"label": label, "number": number})

    def line(self, line: LineOf) -> Sentence:
        """Who gets what, and when."""
        values = {"whom": self.whom(line.to), "points": self._points(self._read(line.points))}
        when = self._read(line.when)
        if when.op == "literal":
            return Sentence(gettext_noop("%(whom)s: %(points)s"), values)
        values["when"] = self._say(when)
        return Sentence(gettext_noop("%(whom)s: %(points)s, when %(when)s"), values)

    def expression(self, written: str) -> Sentence:
        """What an expression comes to. Raises Unwritten."""
        return Sentence("%(a)s", {"a": self._say(self._read(written))})

    def _read(self, written: str) -> Node:
        return read(written, self._played.scope)

    def whom(self, to: str) -> Sentence:
        """Who is meant. Raises Unwritten."""
        if to in EVERYBODY:
            return Sentence(EVERYBODY[to])
        match = TO.fullmatch(to)
        if match is None:
            return Sentence(to.replace("%", "%%"))
        return Sentence(TO_WHOM[match["whom"]], {"a": self._say(self._read(match["of"]))})

    def _points(self, node: Node) -> Said:
        if node.op == "literal":
            return points_phrase(node.value)
        said = self._say(node)
        of_house = node.op == "name" and str(node.value).startswith("house_")  # whose label says what it is
        return said if of_house else Sentence(gettext_noop("%(a)s points"), {"a": said})

    def _say(self, node: Node) -> Said:
        say = _SAID.get(node.op)
        if say is not None:
            return say(self, node)
        parts = self._parts(node)
        values: dict[str, object] = dict(zip("abc", parts, strict=False))
        values |= {"items": listed(parts), "name": Sentence(step_name(str(node.value)))}
        return Sentence(PLAIN[node.op], values)

    def _parts(self, node: Node) -> list[Said]:
        """What it is made of, in brackets where it would be read otherwise."""
        apart = JOINED | {"+", "-"} if node.op == "*" else JOINED
        return [
            Sentence(PLAIN["()"], {"a": self._say(part)}) if part.op in apart else self._say(part)
            for part in node.parts
        ]

    def _name(self, node: Node) -> Said:
        name = str(node.value)
        label = self._labels.get(name)
        if label:
            return Sentence(label.replace("%", "%%"))
        return Sentence(
            gettext_noop("%(step)s"), {"step": Sentence(step_name(name))}
        )  # some languages quote it

    def _literal(self, node: Node) -> Said:
        if isinstance(node.value, bool):
            return Sentence(gettext_noop("always") if node.value else gettext_noop("never"))
        if isinstance(node.value, int):
            return node.value
        return Sentence(self._words.get(node.value, node.value).replace("%", "%%"))

    def _all(self, node: Node) -> Said:
        return listed(self._parts(node))

    def _any(self, node: Node) -> Said:
        return listed(self._parts(node), OR)

    def _among(self, node: Node) -> Said:
        first, *others = self._parts(node)
        return Sentence(PLAIN["in"], {"a": first, "items": listed(others, OR)})

    def _equal(self, node: Node) -> Said:
        left, right = node.parts
        a, b = self._parts(node)
        if left.op == "name" and left.value in self._seats and right.value == 0:
            b = Sentence(self._seats[left.value] or gettext_noop("nobody"))
        return Sentence(PLAIN[node.op], {"a": a, "b": b})

    def _abs(self, node: Node) -> Said:
        (part,) = node.parts
        if part.op != "-" or part.parts[0].value == 0:
            return Sentence(PLAIN["abs"], {"a": self._parts(node)[0]})
        return Sentence(
            gettext_noop("the difference of %(a)s and %(b)s"), dict(zip("ab", self._parts(part), strict=True))
        )

    def _minus(self, node: Node) -> Said:
        left, _right = node.parts
        if left.op == "literal" and left.value == 0:
            return Sentence("−%(b)s", {"b": self._parts(node)[1]})
        return Sentence(PLAIN["-"], dict(zip("ab", self._parts(node), strict=True)))


_SAID: Final[Mapping[str, Callable[[Teller, Node], Said]]] = {
    "name": Teller._name,
    "literal": Teller._literal,
    "&&": Teller._all,
    "||": Teller._any,
    "in": Teller._among,
    "==": Teller._equal,
    "!=": Teller._equal,
    "-": Teller._minus,
    "abs": Teller._abs,
}


def how_written() -> Iterator[tuple[str, Sentence]]:
    """What may be written in an expression, each with what it says."""
    yield "players", Sentence(gettext_noop("how many play"))
    yield "seat", Sentence(gettext_noop("the seat of each player"))
    yield "a && b", listed("ab")
    yield "a || b", listed("ab", OR)
    shapes = {"!": "!a", "if": "a ? b : c", "in": "a in [b, c]", "lookup": "table[a]"}
    for op, says in PLAIN.items():
        function = FUNCTIONS.get(op)
        parts = "abc"[: max(function.least, min(function.most, 2))] if function else "ab"
        values = {"a": "a", "b": "b", "c": "c", "name": "table"}
        items = listed("bc", OR) if op == "in" else listed(parts)
        if op != "()":
            written = f"{op}({', '.join(parts)})" if function else shapes.get(op, f"a {op} b")
            yield written, Sentence(says, {**values, "items": items})


# House versions


Say = Callable[..., tuple[str, ...]]
"""From a text, and its plural where it counts something, to as many in another language."""


def in_language(document: Document, language: str, say: Say) -> Document:
    """A document with its texts in another language; what is called by codes and names stays."""

    def told(key: str, part: Any) -> Any:
        if key in ("label", "nobody", "pack") and isinstance(part, str):
            return say(part)[0]
        if key == "sentence" or (key == "says" and isinstance(part, str)):
            return in_braces(say(template(part))[0]) if key == "sentence" else say(part)[0]
        if key == "counted":
            return list(say(*part))
        if isinstance(part, Mapping):
            label = key in ("choices", "says")
            return {name: told("label" if label else name, each) for name, each in part.items()}
        return [told("", each) for each in part] if isinstance(part, list) else part

    rulebook = reworded(document.paragraphs, lambda text: say(text)[0])
    return Document.model_validate({**told("", document.data), "rulebook": rulebook, "language": language})


def version(base: Document, slug: str, name: str) -> Document:
    """A game of a club's own that begins as another one, with that one's rulebook and examples."""
    rulebook = base.rulebook.replace(f"{{#{base.slug}.", f"{{#{slug}.")
    changed = {"slug": slug, "name": name, "rulebook": rulebook, "version_of": base.version_of or base.slug}
    return Document.model_validate({**base.data, **changed})


def for_partner(line: LineOf) -> tuple[LineOf, LineOf]:
    """Points of a couple as points of a seat and of its partner, which may differ then."""
    match = TO.fullmatch(line.to)
    if match is None or match["whom"] != "couple":
        raise ValueError(line.to)
    own = line.model_copy(update={"to": f"seat({match['of']})"})
    partner = {
        "id": f"{line.id}-partner"[:41],
        "to": f"partner({match['of']})",
        "paragraph": line.paragraph or line.id,
    }
    return own, line.model_copy(update=partner)


def points_alone(slug: str, name: str, seats: int, most: int = 500) -> Document:
    """The least a game can be: everybody's points of a hand are entered."""
    field = {"name": "points", "kind": "numbers", "label": "Points", "least": -most, "most": most}
    line = {"id": "entered", "to": "each", "points": "points", "sentence": "{points}"}
    says = gettext_noop("Everybody scores the points entered.")
    rulebook = f"## 1 The score\n\n### 1.1 Points {{#{slug}.score.entered}}\n{says}\n"
    described = {"slug": slug, "name": name, "seats": [seats], "pack": "52 cards", "rulebook": rulebook}
    return Document.model_validate({**described, "fields": [field], "lines": [line]})


def what_differs(rules: Rules, base: Rules) -> Iterator[Sentence]:
    """What a house version has otherwise, as its rulebook says it."""
    here, there = rules.document, base.document
    tell, told = Teller(rules), Teller(base)
    before = {line.id: line for line in there.lines}
    for line in here.lines:
        stood = before.pop(line.id, None)
        if stood is None:
            yield Sentence(gettext_noop("New: %(now)s."), {"now": tell.line(line)})
        elif (line.to, line.when, line.points) != (stood.to, stood.when, stood.points):
            values = {"now": tell.line(line), "base": there.name, "before": told.line(stood)}
            yield Sentence(gettext_noop("%(now)s. In %(base)s: %(before)s."), values)
    for line in before.values():
        yield Sentence(gettext_noop("Not here: %(before)s."), {"before": told.line(line)})
    for part in PARTS:
        key = _SETS.get(part.name, "")
        stood_so = {row[part.called]: row[key] for row in (rows_of(part, there.data) if key else ())}
        for row in rows_of(part, here.data) if key else ():
            if stood_so.get(row[part.called]) != row[key]:
                yield Sentence("%(now)s.", {"now": tell.row(part.name, row)})


_SETS: Final = {"values": "is", "tables": "numbers", "house_rules": "default", "remember": "becomes"}
"""By which of its cells a row is another one; its texts may be in another language."""


def _default_of(rule: HouseRuleOf) -> Said:
    if isinstance(rule.default, bool):
        return Sentence(gettext_noop("yes") if rule.default else gettext_noop("no"))
    label = rule.choices.get(str(rule.default))
    return Sentence(label.replace("%", "%%")) if label else str(rule.default)
