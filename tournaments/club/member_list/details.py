"""What a club keeps of a member beside name and ticket colour: as it is typed, and as it is kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.faults import Fault, Faults
from tournaments.limits import LONGEST_GROUP, LONGEST_MAIL, LONGEST_NOTE, LONGEST_NUMBER, LONGEST_PHONE
from tournaments.ranking.people import plain
from tournaments.refusals import refuse
from tournaments.site.cleaning import clean_words, folded

# Whom a text names that somebody typed or pasted: one person or several, the last name behind or before.

LIST_MARK: Final = re.compile(r"^\s*(?:[-*•·–—]\s+|\(?#?\d{1,3}\s*[.):]\s*|\d{1,3}\s*[-–—]\s+)(?=\D)")
"""What a list has before a name: "1. ", "(2) ", "- "."""
PARTICLE: Final = re.compile(
    r"af|al|av|bin|d|da|de|del|della|den|der|des|di|do|dos|du|el|la|le|les|lo|mac|mc|o|saint|san|st|te|ten|ter|van|vom"
    r"|von|zu|zum|zur"
)
"""How last names of several words begin."""
SUFFIXES: Final = frozenset(("jr", "sr", "jnr", "snr", "ii", "iii", "iv", "esq", "phd", "md"))


BETWEEN_PEOPLE: Final = re.compile(r"[;\t\n\r]+")


def people_in(text: str, known: Collection[str] = ()) -> list[str]:
    """The names in a text of one line or several: "Ann Lee, Bo Day" are two, "Marsh, John" is one and stays so.

    Arguments:
        known: names as `folded` leaves them that mean one person, whatever commas they have.
    """
    return [
        name for part in BETWEEN_PEOPLE.split(text) if part.strip() for name in _parted(part.strip(), known)
    ]


def _parted(text: str, known: Collection[str]) -> list[str]:
    if folded(text) in known:
        return [text]
    bare = LIST_MARK.sub("", text).strip().strip(",").strip() or text
    names = [part.strip() for part in bare.split(",") if part.strip()]
    if len(names) < 2 or folded(bare) in known or plain(names[-1]) in SUFFIXES:
        return [bare]
    is_one = is_turned_round(bare) and not all(folded(name) in known for name in names)
    return [bare] if is_one else names


def is_turned_round(name: str) -> bool:
    """Whether this may be a last name with the first behind it, and not two people."""
    last, comma, first = name.partition(",")
    words = plain(last).split()
    if not comma or not words or not plain(first) or "," in first:
        return False
    return len(words) == 1 or len(first.split()) == 1 or PARTICLE.fullmatch(words[0]) is not None


def turned_name(name: str) -> str:
    """The name with the first name first: "Marsh, John" is John Marsh."""
    if not is_turned_round(name):
        return name
    last, _comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}"


Detail = Literal["number", "mail", "phone", "birth", "notes", "groups"]
Field = Literal["colour", Detail]
FIELDS: Final[tuple[Detail, ...]] = get_args(Detail)
MINOR: Final = "minor"
MINOR_WORDS: Final = frozenset((MINOR, "mineur", "mineure", "minderjahrig", "menor", "menor de edad"))
"""How lists say it, as `folded` leaves it."""
YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
BETWEEN: Final = re.compile(r"\s*[,;]\s*")
"""What stands between two groups."""
MOST_GROUPS: Final = 10
"""In which one person is."""
ONLY_A_DATE: Final = re.compile(r"[\d./:\- ]+")


@dataclass(frozen=True, slots=True)
class Details:
    """What is kept of a member; "" is nothing.

    Attributes:
        number: the club's own, which nobody else of the club has.
        birth: the year of birth as four digits, or `MINOR`; never the day.
        groups: the names of the groups they belong to, in order, with ", " between.
    """

    number: str = ""
    mail: str = ""
    phone: str = ""
    birth: str = ""
    notes: str = ""
    groups: str = ""

    @property
    def group_names(self) -> list[str]:
        return self.groups.split(", ") if self.groups else []

    @property
    def is_minor(self) -> bool:
        """Whether the club knows only that they are not of age."""
        return self.birth == MINOR

    @property
    def birth_year(self) -> int | None:
        """When they were born; None where the club does not know."""
        return int(self.birth) if self.birth and not self.is_minor else None


LONGEST: Final = {
    "number": LONGEST_NUMBER,
    "groups": MOST_GROUPS * (LONGEST_GROUP + 2),
    "mail": LONGEST_MAIL,
    "phone": LONGEST_PHONE,
    "birth": LONGEST_NUMBER,
    "notes": LONGEST_NOTE,
}


def clean_details(entered: Details) -> Details:
    """The details on single lines. Raises Faults, by the fields, with everything that cannot be taken."""
    faults, cleaned = list[Fault](), dict[str, str]()
    for name in FIELDS:
        try:
            cleaned[name] = _clean(name, getattr(entered, name))
        except Faults as refused:
            faults.extend(refused.faults)
    if faults:
        raise Faults(faults)
    return Details(**cleaned)


def _clean(field: str, entered: str) -> str:
    words = clean_words(field, entered)
    if not words:
        return ""
    if len(words) > LONGEST[field]:
        refuse(
            field,
            "too-long",
            "“%(entered)s…” has %(length)s letters; at most %(most)s are allowed",
            entered=words[:20],
            length=len(words),
            most=LONGEST[field],
        )
    if field == "groups":
        return groups_in_words(_clean_groups(words))
    if field == "mail":
        check_mail(field, words)
    if field == "phone" and not any(letter.isdigit() for letter in words):
        refuse(field, "no-number", "“%(entered)s” is no telephone number; it has no digit", entered=words)
    return _clean_birth(words) if field == "birth" else words


def _clean_groups(words: str) -> list[str]:
    # Each once; of two spellings the first counts.
    groups = {folded(name): name for name in reversed(BETWEEN.split(words)) if name}
    for name in groups.values():
        if len(name) > LONGEST_GROUP:
            refuse(
                "groups",
                "too-long",
                "“%(entered)s…” has %(length)s letters; at most %(most)s are allowed",
                entered=name[:20],
                length=len(name),
                most=LONGEST_GROUP,
            )
    if len(groups) > MOST_GROUPS:
        refuse(
            "groups",
            "too-many",
            "%(count)s groups are too many for one person; at most %(most)s are allowed",
            count=len(groups),
            most=MOST_GROUPS,
        )
    return list(groups.values())


def groups_in_words(groups: Iterable[str]) -> str:
    return ", ".join(sorted(groups, key=folded))


def check_mail(field: str, words: str) -> None:
    """Refuse what is no mail address (`no-mail`), or has a domain that no name server could hold (IDNA)."""
    try:
        validate_email(words)
        words.rpartition("@")[2].encode("idna")
    except (ValidationError, UnicodeError):
        refuse(
            field,
            "no-mail",
            "“%(entered)s” is no mail address; it is written like name@example.org",
            entered=words,
        )


def _clean_birth(words: str) -> str:
    # Of a date only the year is kept.
    if folded(words) in MINOR_WORDS:
        return MINOR
    years: list[str] = YEAR.findall(words)
    if len(years) != 1 or not ONLY_A_DATE.fullmatch(words):
        refuse(
            "birth",
            "no-year",
            "“%(entered)s” is no year of birth; write four digits, such as 1962, or “minor”",
            entered=words,
        )
    return years[0]
