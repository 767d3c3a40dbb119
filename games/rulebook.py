"""Rulebooks: numbered paragraphs that score lines cite, in a fixed form of Markdown.

## 4 The score
### 4.2 A bid made {#chantecler.bid.made}
Prose, lists with `-`, and examples that are run by the tests:
```example
{"hand": {...}, "options": {...}, "scores": [9, 5, 9, 5]}
```
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from scoring.derivation import gettext_noop
from scoring.faults import Unfit

SECTION: Final = re.compile(r"^## (?P<number>\d+) (?P<title>.+)$", re.MULTILINE)
PARAGRAPH: Final = re.compile(
    r"^### (?P<number>\d+\.\d+) (?P<title>.+?) \{#(?P<id>[a-z0-9_.-]+)\}$", re.MULTILINE
)
EXAMPLE: Final = re.compile(r"^```example\n(?P<json>(?:(?!```).*\n)*)```$\n?", re.MULTILINE)
BULLET: Final = "- "
SCORE: Final = "The score"
"""The section whose paragraphs are cited by score lines, every one of them."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand worked out: under `options`, `hand` scores `scores`."""

    hand: Mapping[str, Any]
    options: Mapping[str, Any]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph. `text` is Markdown of prose and lists, the examples taken out."""

    number: str
    id: str
    title: str
    section: str
    text: str
    examples: tuple[Example, ...]

    @property
    def scores(self) -> bool:
        """Whether score lines rest on this paragraph."""
        return self.section == SCORE or ".score." in self.id


def parse(markdown: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a rulebook, in order.

    Raises Unfit where the form is broken: numbers out of order, an id twice, text nobody can cite, a bad example.
    """
    paragraphs: list[Paragraph] = []
    _, *sections = _split(SECTION, markdown)
    for place, (heading, body) in enumerate(sections, start=1):
        stray, *inside = _split(PARAGRAPH, body)
        if heading["number"] != str(place) or stray[1].strip():
            why = gettext_noop("the rulebook’s section %(number)s is out of order or has text of its own")
            raise Unfit(why, number=heading["number"])
        for step, (title, text) in enumerate(inside, start=1):
            if title["number"] != f"{place}.{step}":
                why = gettext_noop("the rulebook’s paragraph %(number)s is out of order")
                raise Unfit(why, number=title["number"])
            paragraphs.append(_paragraph(title, heading["title"], text))
    if len({paragraph.id for paragraph in paragraphs}) != len(paragraphs) or not paragraphs:
        raise Unfit(gettext_noop("a rulebook has paragraphs, and each has an id of its own"))
    return tuple(paragraphs)


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of prose (one text), or a list (`bullets`: its items). Texts may hold `code`."""

    bullets: bool
    texts: tuple[str, ...]


def passages(markdown: str) -> Iterator[Passage]:
    """The passages of a paragraph's text, in order, each text on one line."""
    for chunk in re.split(r"\n\s*\n", markdown.strip()):
        if chunk:
            yield from _passages(chunk.splitlines())


def _passages(lines: list[str]) -> Iterator[Passage]:
    start = next((at for at, line in enumerate(lines) if line.startswith(BULLET)), len(lines))
    if lines[:start]:
        yield Passage(bullets=False, texts=(" ".join(lines[:start]),))
    items: list[str] = []
    for line in lines[start:]:
        if line.startswith(BULLET):
            items.append(line.removeprefix(BULLET))
        else:
            items[-1] += f" {line.strip()}"
    if items:
        yield Passage(bullets=True, texts=tuple(items))


def _split(heading: re.Pattern[str], text: str) -> list[tuple[Mapping[str, str], str]]:
    """What stands before the first heading, then each heading with what stands under it."""
    matches = list(heading.finditer(text))
    ends = [match.start() for match in matches[1:]] + [len(text)]
    before = text[: matches[0].start()] if matches else text
    under = [(match.groupdict(), text[match.end() : end]) for match, end in zip(matches, ends, strict=False)]
    return [({}, before), *under]


def _paragraph(heading: Mapping[str, str], section: str, body: str) -> Paragraph:
    examples = []
    for match in EXAMPLE.finditer(body):
        try:
            worked = json.loads(match["json"])
            examples.append(Example(worked["hand"], worked.get("options", {}), tuple(worked["scores"])))
        except (ValueError, LookupError, TypeError, RecursionError):
            why = gettext_noop(
                "an example of the rulebook’s paragraph %(number)s is not a hand and its scores in JSON"
            )
            raise Unfit(why, number=heading["number"]) from None
    return Paragraph(
        number=heading["number"],
        id=heading["id"],
        title=heading["title"],
        section=section,
        text=EXAMPLE.sub("", body).strip(),
        examples=tuple(examples),
    )


def reworded(paragraphs: Iterable[Paragraph], say: Callable[[str], str]) -> str:
    """A rulebook of these paragraphs with other words."""
    text = ""
    sections = groupby(paragraphs, key=lambda paragraph: paragraph.section)
    for number, (section, inside) in enumerate(sections, start=1):
        text += f"## {number} {say(section)}\n\n"
        for paragraph in inside:
            text += f"### {paragraph.number} {say(paragraph.title)} {{#{paragraph.id}}}\n"
            for passage in passages(paragraph.text):
                bullet = BULLET if passage.bullets else ""
                text += "\n".join(bullet + say(each) for each in passage.texts) + "\n\n"
            examples = paragraph.examples
            text += "".join(f"{worked(each.hand, each.scores, each.options)}\n" for each in examples)
    return text


def worked(hand: Mapping[str, Any], scores: Iterable[int], options: Mapping[str, Any] | None = None) -> str:
    """A hand worked out, as it stands in a rulebook."""
    said = {**({"options": dict(options)} if options else {}), "hand": dict(hand), "scores": list(scores)}
    return f"```example\n{json.dumps(said, ensure_ascii=False)}\n```\n"


def with_example(markdown: str, place: int, written: str = "") -> str:
    """A rulebook with another example in the place of one, or without it. Raises IndexError where there is none."""
    match = list(EXAMPLE.finditer(markdown))[place]
    return markdown[: match.start()] + written + markdown[match.end() :]


def with_example_below(markdown: str, paragraph: str, written: str) -> str:
    """A rulebook with one more example, at the end of a paragraph. Raises LookupError where there is none."""
    found = [heading for heading in PARAGRAPH.finditer(markdown) if heading["id"] == paragraph]
    after = found[0].end()
    ends = [next(pattern.finditer(markdown, after), None) for pattern in (SECTION, PARAGRAPH)]
    at = min((end.start() for end in ends if end), default=len(markdown))
    return f"{markdown[:at].rstrip()}\n\n{written}\n{markdown[at:]}"
