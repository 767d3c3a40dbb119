"""What a list says of a member, as it is typed and as it is kept, and what each of its lines comes to."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, Literal, get_args

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments import refusals
from tournaments.ranking.people import alike, plain
from tournaments.site.cleaning import check_length, clean_colour, clean_line, clean_name, folded

# Whom a text names that somebody typed or pasted: one person or several, the last name behind or before.

LIST_MARK: Final = re.compile(r"^\s*(?:[-*•·–—]\s+|\(?#?\d{1,3}\s*[.):]\s*|\d{1,3}\s*[-–—]\s+)(?=\D)")
"""What a list has before a name: "1. ", "(2) ", "- "."""
PARTICLE: Final = re.compile(
    r"af|al|av|bin|d|da|de|del|della|den|der|des|di|do|dos|du|el|la|le|les|lo|mac|mc|o|saint|san|st|te|ten|ter|van|vom"
    r"|von|zu|zum|zur"
)
"""How last names of several words begin."""
SUFFIXES: Final = frozenset(("jr", "sr", "jnr", "snr", "ii", "iii", "iv", "esq", "phd", "md"))
JOINED: Final = re.compile(r"\s+(?:and|&|\+|et|und)\s+", re.IGNORECASE)
"""Between two people of one last name: "Tom and Sue Pritchard"."""
BETWEEN_PEOPLE: Final = re.compile(r"[;\t\n\r]+")


def people_in(text: str, known: Collection[str] = (), *, couples: bool = True) -> list[str]:
    """The names in a text: "Ann Lee, Bo Day" are two; "Marsh, John" and what is `known` (`folded`) stay one.

    Of a couple are two, unless names of clubs may be among them: "Brighton & Hove Albion".
    """
    parts = [part.strip() for part in BETWEEN_PEOPLE.split(text) if part.strip()]
    return [name for part in parts for name in _parted(part, known, couples)]


def _parted(text: str, known: Collection[str], couples: bool) -> list[str]:
    if folded(text) in known:
        return [text]
    bare = LIST_MARK.sub("", text).strip().strip(",").strip() or text
    names = [part.strip() for part in bare.split(",") if part.strip()]
    if len(names) < 2:
        return _couple(bare) if couples else [bare]
    if folded(bare) in known or plain(names[-1]) in SUFFIXES:
        return [bare]
    is_one = is_turned_round(bare) and not all(folded(name) in known for name in names)
    return [bare] if is_one else names


def _couple(name: str) -> list[str]:
    first, *others = JOINED.split(name)
    last = others[0].partition(" ")[2] if len(others) == 1 else ""
    return [first if " " in first else f"{first} {last}", others[0]] if last else [name]


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


def surname_first(name: str) -> str:
    """“Marsh, John” of John Marsh, as lists by last names have it; a name of one word as it is."""
    words = [] if "," in name else name.split()
    last = len(words) - 1
    while last > 1 and plain(words[last]) in SUFFIXES:
        last -= 1
    while last > 1 and PARTICLE.fullmatch(plain(words[last - 1])):
        last -= 1
    return f"{' '.join(words[last:])}, {' '.join(words[:last])}" if last > 0 else name


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
class Detail:
    """A text that a club may keep of a member; a column of it in a list may have `headings`, as `plain` leaves them.

    `meaning` and `example` are for the REST API. What `is_private` secretaries alone read: MemberDetails has it.
    """

    label: str
    longest: int
    example: str
    headings: str
    help: str = ""
    meaning: str | None = None
    is_private: bool = True


def _detail(*told: Any, **more: Any) -> Any:
    return field(default="", metadata={"kept": Detail(*told, **more)})


@dataclass(frozen=True, slots=True)
class Details:
    """What is kept of a member; "" is nothing.

    `number` is the club's own, `birth` the year as four digits or `MINOR`, never the day; groups are in order, with
    ", " between.
    """

    number: str = _detail(
        gettext_noop("Member number"),
        20,
        "17",
        "number, no, nr, member number, member no, membership number, licence, license, numero, n, numero d "
        "adherent, numero de membre, numero de licence, nummer, mitgliedsnummer, mitgliednummer, mitglieds "
        "nr, mitglied nr, numero de socio, spielernummer, spieler nr, passnummer, pass nr, lizenznummer, "
        "lizenz nr, lfd nr, player number, player no, id, licence number, license number, licence no, numero "
        "de socia, numero de joueur, numero de joueuse, no licence, n licence, licencia, numero de licencia",
        is_private=False,
    )
    mail: str = _detail(
        gettext_noop("Mail address"),
        refusals.LONGEST_MAIL,
        "ann@example.org",
        "mail, e mail, email, mail address, e mail address, email address, courriel, adresse mail, adresse e "
        "mail, adresse electronique, mailadresse, e mail adresse, email adresse, correo, correo electronico, "
        "e mail privat, email privat, mail privat, private e mail, personal e mail, personal email",
    )
    phone: str = _detail(
        gettext_noop("Telephone"),
        40,
        "01 23 45 67 89",
        "phone, telephone, tel, mobile, phone number, telephone number, cell phone, portable, numero de "
        "telephone, telefon, telefonnummer, handy, telefono, movil, mobil, mobiltelefon, mobilnummer, "
        "handynummer, telefon privat, telefon mobil, tel privat, telefon geschaftlich, telefon dienstlich, "
        "telefon p, telefon g, festnetz, rufnummer, gsm, mobile phone, mobile number, cell, home phone, work "
        "phone, landline, phone home, telephone portable, telephone fixe, telephone domicile, tel portable, "
        "tel fixe, fixe, telefono movil, telefono fijo, numero de telefono, celular",
    )
    birth: str = _detail(
        gettext_noop("Year of birth"),
        20,
        "1962",
        "birth year, year of birth, born, date of birth, birthday, birth date, annee de naissance, ne en, "
        "nee en, date de naissance, naissance, geburtsjahr, jahrgang, geburtsdatum, ano de nacimiento, fecha "
        "de nacimiento",
        help=gettext_noop("Four digits, such as 1962."),
        meaning="The year of birth, or `minor`.",
    )
    notes: str = _detail(
        gettext_noop("Notes"),
        refusals.LONGEST_NOTE,
        "brings a cake",
        "note, notes, remark, remarks, comment, comments, remarque, remarques, commentaire, commentaires, "
        "notiz, notizen, bemerkung, bemerkungen, nota, notas, comentario, comentarios",
    )
    groups: str = _detail(
        gettext_noop("Groups"),
        MOST_GROUPS * (refusals.LONGEST_GROUP + 2),
        "Tuesday, beginners",
        "group, groups, category, categories, groupe, groupes, categorie, gruppe, gruppen, kategorie, grupo, "
        "grupos, categoria, categorias",
        help=gettext_noop("As many as you like, with commas between: Tuesday, beginners."),
        meaning="With commas between.",
        is_private=False,
    )

    @property
    def group_names(self) -> list[str]:
        return self.groups.split(", ") if self.groups else []

    @property
    def is_minor(self) -> bool:
        """Whether the club knows only that they are not of age."""
        return self.birth == MINOR

    @property
    def birth_year(self) -> int | None:
        return int(self.birth) if self.birth and not self.is_minor else None


DETAILS: Final[Mapping[str, Detail]] = {field.name: field.metadata["kept"] for field in fields(Details)}
PRIVATE: Final = tuple(name for name, detail in DETAILS.items() if detail.is_private)
SHOWN: Final = tuple(sorted(DETAILS, key=PRIVATE.__contains__))
"""As people read them: those first that are for every officer."""


def clean_details(entered: Details) -> Details:
    """The details on single lines. Raises Faults, by the fields, with everything that cannot be taken."""
    faults, cleaned = list[Fault](), dict[str, str]()
    for name in DETAILS:
        try:
            cleaned[name] = _clean(name, getattr(entered, name))
        except Faults as refused:
            faults.extend(refused.faults)
    if faults:
        raise Faults(faults)
    return Details(**cleaned)


def _clean(field: str, entered: str) -> str:
    words = clean_line(field, entered, DETAILS[field].longest)
    if not words:
        return ""
    if field == "groups":
        return groups_in_words(groups_in(field, words))
    if field == "mail":
        check_mail(field, words)
    if field == "phone" and not any(letter.isdigit() for letter in words):
        refusals.refuse(
            field, "no-number", "“%(entered)s” is no telephone number; it has no digit", entered=words
        )
    return _clean_birth(words) if field == "birth" else words


def groups_in(field: str, words: str) -> list[str]:
    """The groups in a text, each once; of two spellings the first counts. Raises Faults, too many for one person."""
    groups = {folded(name): name for name in reversed(BETWEEN.split(words)) if name}
    for name in groups.values():
        check_length(field, name, refusals.LONGEST_GROUP)
    if len(groups) > MOST_GROUPS:
        refusals.refuse(
            field,
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
        refusals.refuse(
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
        refusals.refuse(
            "birth",
            "no-year",
            "“%(entered)s” is no year of birth; write four digits, such as 1962, or “minor”",
            entered=words,
        )
    return years[0]


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A row that has something in it: its number as the spreadsheet counts, and what is there of somebody.

    `part` counts the people of a row that names several, from 1; 0 for whoever is alone. `is_title` is whether it
    looks like a title or a total, and no person.
    """

    row: int
    name: str
    colour: str
    details: Details = Details()
    part: int = 0
    is_title: bool = False


Mark = Literal["refused", "like", "title", "twice", "changed", "known", "new"]
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
"""In the order in which they are shown: what has to be looked at first."""
NUMBER_TAKEN: Final = (
    "number-taken",
    gettext_noop("the number %(entered)s belongs to %(holder)s; give each person a number of their own"),
)
"""How somebody else's number is refused: the code, and the words."""


@dataclass(frozen=True, slots=True)
class Known:
    pk: int
    name: str
    colour: str
    is_guest: bool
    is_active: bool
    details: Details = Details()


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the list, or one of several people in it (`part`, from 1).

    `of` is whom the club knows by this name or one like it, `first` the row that has the same name before, `why` why
    it cannot be taken, `changes` what the list says otherwise of whoever is known.
    """

    row: int
    name: str
    colour: str
    mark: Mark
    of: Known | None = None
    first: int | None = None
    why: Sentence | None = None
    details: Details = Details()
    changes: tuple[str, ...] = ()
    part: int = 0

    @property
    def key(self) -> str:
        return f"{self.row}.{self.part}" if self.part else f"{self.row}"

    def is_among(self, keys: Collection[str]) -> bool:
        return self.key in keys or f"{self.row}" in keys


def judged(entered: Iterable[ListedPerson], club: Sequence[Known]) -> tuple[Line, ...]:
    """Judge every line, in the order of the list. Case and accents make no other name."""
    known: dict[str, list[Known]] = defaultdict(list)
    for person in club:
        known[folded(person.name)].append(person)
    lines, first_rows = [], dict[str, int]()
    for entry in entered:
        line = _cleaned(entry)
        same = known[folded(line.name)]
        if line.mark == "new" or (line.mark == "title" and same):  # whoever the club knows is no title
            line = _compared(line, same, first_rows)
        lines.append(line)
    return _with_likes(_with_own_numbers(lines, club), club)


def fingerprint(lines: Iterable[Line]) -> str:
    """A hash that changes when the same lines would come to something else."""
    text = repr(
        [
            (line.key, line.name, line.colour, line.mark, line.of and line.of.pk, line.details, line.changes)
            for line in lines
        ]
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _cleaned(one: ListedPerson) -> Line:
    try:
        name, colour = clean_name("name", one.name), clean_colour(one.colour)
        mark: Mark = "title" if one.is_title else "new"
        return Line(one.row, name, colour, mark, details=clean_details(one.details), part=one.part)
    except Faults as refused:
        why = refused.faults[0].sentence
        return Line(one.row, one.name, one.colour, "refused", why=why, part=one.part)


def _compared(line: Line, known: Sequence[Known], seen: dict[str, int]) -> Line:
    first = seen.setdefault(folded(line.name), line.row)
    if first != line.row:
        return replace(line, mark="twice", first=first)
    if not known:
        return line
    # Which of two people of one name is meant nobody can tell: neither is changed.
    changes = _changes(line, known[0]) if len(known) == 1 else ()
    return replace(line, mark="changed" if changes else "known", of=known[0], changes=changes)


def _changes(line: Line, known: Known) -> tuple[str, ...]:
    # Where the line says nothing, nothing changes.
    colour: tuple[str, ...] = ("colour",) if line.colour not in ("", known.colour) else ()
    details, previous = asdict(line.details), asdict(known.details)
    return (*colour, *(name for name in DETAILS if details[name] not in ("", previous[name])))


def _with_own_numbers(lines: Sequence[Line], club: Sequence[Known]) -> list[Line]:
    holders: dict[str, tuple[int | str, str]] = {
        person.details.number: (person.pk, person.name) for person in club if person.details.number
    }
    checked = []
    for line in lines:
        number = line.details.number
        if number and line.mark in ("new", "changed"):
            mine = (line.of.pk if line.of else line.key, line.name)
            pk, name = holders.setdefault(number, mine)
            if pk != mine[0]:
                reason = refusals.fault("number", *NUMBER_TAKEN, entered=number, holder=name).sentence
                line = replace(line, mark="refused", why=reason, of=None, changes=())  # noqa: PLW2901 - as refused
        checked.append(line)
    return checked


def _with_likes(lines: Sequence[Line], club: Sequence[Known]) -> tuple[Line, ...]:
    people = {f"club {person.pk}": person for person in club if person.is_active}
    new = {f"line {line.key}": line for line in lines if line.mark == "new"}
    names = {key: person.name for key, person in people.items()} | {
        key: line.name for key, line in new.items()
    }
    like: dict[str, Known] = {}
    for pair in alike(names) if people and new else ():
        for line, person in ((pair.first, pair.other), (pair.other, pair.first)):
            if line in new and person in people:
                like.setdefault(line, people[person])
    return tuple(
        replace(line, mark="like", of=like[key]) if (key := f"line {line.key}") in like else line
        for line in lines
    )
