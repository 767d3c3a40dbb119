"""What the columns of a list are, by their headings in four languages or by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tournaments.club.member_list.details import FIELDS, Details
from tournaments.club.member_list.sheet import Row
from tournaments.ranking.people.likeness import plain
from tournaments.site.cells import untamed
from tournaments.site.cleaning import folded

Kind = Literal[
    "name", "first", "last", "colour", "number", "groups", "mail", "phone", "birth", "notes", "ignore"
]
NAMES: Final = frozenset(("name", "first", "last"))

HEADINGS: Final[Mapping[Kind, frozenset[str]]] = {
    "name": frozenset(
        (
            *("name", "names", "full name", "player", "player name", "member", "member name"),
            *("nom", "noms", "nom complet", "nom et prenom", "nom prenom", "prenom nom", "prenom et nom"),
            *("joueur", "joueuse", "membre", "adherent", "adherente"),
            *("namen", "vollstandiger name", "vor und nachname", "spieler", "spielerin", "mitglied"),
            *("nombre", "nombre completo", "nombre y apellidos", "nombre y apellido", "jugador", "jugadora"),
            *("miembro", "socio", "socia"),
        )
    ),
    "first": frozenset(
        (
            *("first name", "firstname", "first", "given name", "given names", "forename", "christian name"),
            *("prenom", "prenoms", "vorname", "vornamen", "rufname", "nombres", "nombre de pila"),
        )
    ),
    "last": frozenset(
        (
            *("last name", "lastname", "last", "surname", "family name", "nom de famille", "nom d usage"),
            *("nachname", "familienname", "zuname", "apellido", "apellidos"),
        )
    ),
    "colour": frozenset(
        (
            *("colour", "color", "ticket", "ticket colour", "ticket color", "usual ticket colour"),
            *(
                "couleur",
                "couleur du ticket",
                "couleur du billet",
                "billet",
                "farbe",
                "kartenfarbe",
                "ticketfarbe",
            ),
            *("color del billete", "color de la tarjeta", "color de ticket"),
        )
    ),
    "number": frozenset(
        (
            *("number", "no", "nr", "member number", "member no", "membership number", "licence", "license"),
            *("numero", "n", "numero d adherent", "numero de membre", "numero de licence"),
            *("nummer", "mitgliedsnummer", "mitgliednummer", "numero de socio", "numero de socia"),
        )
    ),
    "groups": frozenset(
        (
            *("group", "groups", "category", "categories", "groupe", "groupes", "categorie"),
            *("gruppe", "gruppen", "kategorie", "grupo", "grupos", "categoria", "categorias"),
        )
    ),
    "mail": frozenset(
        (
            *("mail", "e mail", "email", "mail address", "e mail address", "email address"),
            *("courriel", "adresse mail", "adresse e mail", "adresse electronique"),
            *("mailadresse", "e mail adresse", "email adresse", "correo", "correo electronico"),
        )
    ),
    "phone": frozenset(
        (
            *("phone", "telephone", "tel", "mobile", "phone number", "telephone number", "cell phone"),
            *("portable", "numero de telephone", "telefon", "telefonnummer", "handy", "telefono", "movil"),
        )
    ),
    "birth": frozenset(
        (
            *("birth year", "year of birth", "born", "date of birth", "birthday", "birth date"),
            *("annee de naissance", "ne en", "nee en", "date de naissance", "naissance"),
            *("geburtsjahr", "jahrgang", "geburtsdatum", "ano de nacimiento", "fecha de nacimiento"),
        )
    ),
    "notes": frozenset(
        (
            *("note", "notes", "remark", "remarks", "comment", "comments"),
            *("remarque", "remarques", "commentaire", "commentaires", "notiz", "notizen", "bemerkung"),
            *("bemerkungen", "nota", "notas", "comentario", "comentarios"),
        )
    ),
}
"""What a heading may say, as `plain` leaves it."""
COLOURS: Final = frozenset(
    (
        *("red", "blue", "green", "yellow", "white", "black", "pink", "orange", "ladies", "gentlemen"),
        *("rouge", "bleu", "vert", "jaune", "blanc", "noir", "rose", "dames", "messieurs"),
        *("rot", "blau", "grun", "gelb", "weiss", "schwarz", "rosa", "damen", "herren"),
        *("rojo", "azul", "verde", "amarillo", "blanco", "negro", "naranja", "damas", "caballeros"),
    )
)
FIGURE: Final = re.compile(r"\s*\d+$")
"""Behind a heading, as in "Apellido 2"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a list is read.

    Attributes:
        kinds: what each column is. First names come before names, and those before last names.
        heading: whether the first row is a heading.
        turned: whether "Marsh, John" is John Marsh.
    """

    kinds: tuple[Kind, ...]
    heading: bool
    turned: bool

    def names_people(self) -> bool:
        """Whether any column has names."""
        return any(kind in NAMES for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Entered:
    """A row that has something in it: its number as the spreadsheet counts, and what is there of somebody."""

    row: int
    name: str
    colour: str
    details: Details = Details()  # noqa: RUF009 - frozen


def guess(rows: Sequence[Row], colours: Collection[str], names: Collection[str] = ()) -> Reading:
    """How a list is probably read.

    Arguments:
        colours: the ticket colours that the club uses.
        names: those of the people it knows; one with a comma in it is not turned round.
    """
    by_heading = [_kind_of(cell) for cell in rows[0]]
    heading, kinds = any(by_heading), list[Kind]()
    width = max(map(len, rows))
    body = rows[1:] if heading else rows
    if heading:
        kinds = _told_apart([kind or "ignore" for kind in (*by_heading, *[None] * (width - len(by_heading)))])
    if not heading or NAMES.isdisjoint(kinds):
        known = COLOURS | {plain(colour) for colour in colours}
        found = _by_content([[cell_of(row, place) for row in body] for place in range(width)], known)
        kinds = [
            "colour" if "colour" in pair else pair[0] for pair in zip(found, kinds or found, strict=True)
        ]
    known_names = {folded(name) for name in names}
    entered = [
        [
            cell
            for cell, kind in zip(row, kinds, strict=False)
            if kind in NAMES and folded(untamed(cell)) not in known_names
        ]
        for row in body
    ]
    return Reading(tuple(kinds), heading, has_commas(entered))


def one_below_another(rows: Sequence[Row], colours: Collection[str]) -> list[Row]:
    """Names that were typed side by side, "Ann Lee, Bo Day, Cy Fox", a row for each; other rows as they are.

    They are names where there are fewer lines than stand in one of them, and nothing in them is a heading, a ticket
    colour or has a figure in it. `colours` are those that the club uses.
    """
    cells = [cell for row in rows for cell in row if cell]
    known = COLOURS | {plain(colour) for colour in colours}
    beside = max(len(row) for row in rows)
    if beside <= max(2, len(rows)) or any(_kind_of(cell) or plain(cell) in known for cell in cells):
        return list(rows)
    return [[cell] for cell in cells] if all(_are_words([cell]) for cell in cells) else list(rows)


def has_commas(rows: Sequence[Row]) -> bool:
    """Whether any cell may be a last name with the first behind it."""
    return any(_is_turned_round(cell) for row in rows for cell in row)


def cell_of(row: Row, place: int) -> str:
    """What stands in this column of a row, which may end before it."""
    return row[place] if place < len(row) else ""


def people(rows: Sequence[Row], reading: Reading) -> Iterator[Entered]:
    """Whom the rows name; those with nothing in them are passed over."""
    for number, row in enumerate(rows, start=1):
        if row and not (reading.heading and number == 1):
            details = Details(**{kind: _cell(row, reading, kind) for kind in FIELDS})
            yield Entered(number, _name_in(row, reading), _cell(row, reading, "colour"), details)


def _name_in(row: Row, reading: Reading) -> str:
    names = _cells(row, reading, "name")
    whole = [_turned(name) if reading.turned else name for name in names]
    return " ".join((*_cells(row, reading, "first"), *whole, *_cells(row, reading, "last")))


def _cell(row: Row, reading: Reading, kind: str) -> str:
    return next(_cells(row, reading, kind), "")


def _cells(row: Row, reading: Reading, kind: str) -> Iterator[str]:
    return (untamed(cell) for cell, of in zip(row, reading.kinds, strict=False) if of == kind and cell)


def _is_turned_round(cell: str) -> bool:
    last, comma, first = cell.partition(",")
    return bool(comma and last.strip() and first.strip() and "," not in first)


def _turned(name: str) -> str:
    if not _is_turned_round(name):
        return name
    last, _comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}"


def _kind_of(heading: str) -> Kind | None:
    said = FIGURE.sub("", plain(heading))
    return next((kind for kind, words in HEADINGS.items() if said in words), None)


def _told_apart(kinds: list[Kind]) -> list[Kind]:
    """ "Nom" beside "Prénom" is a last name, "Nombre" beside "Apellidos" a first one."""
    for beside, other in (("first", "last"), ("last", "first")):
        if beside in kinds and other not in kinds:
            return [other if kind == "name" else kind for kind in kinds]  # type: ignore[misc]
    return kinds


def _by_content(columns: Sequence[Sequence[str]], colours: Collection[str]) -> list[Kind]:
    """What columns without headings are: colours that are known; then one with whole names, or two with parts."""
    kinds: list[Kind] = ["ignore"] * len(columns)
    letters = []
    for place, cells in enumerate(columns):
        filled = [cell for cell in cells if cell]
        if filled and all("@" in cell for cell in filled):
            kinds[place] = "mail"
        elif filled and all(plain(cell) in colours for cell in filled):
            kinds[place] = "colour"
        elif _are_words(filled):
            letters.append(place)
    one_word = [place for place in letters if not any(" " in cell for cell in columns[place])]
    if len(one_word) > 1 and one_word[0] == letters[0]:
        kinds[one_word[0]], kinds[one_word[1]] = "first", "last"
    elif columns:
        kinds[letters[0] if letters else 0] = "name"
    return kinds


def _are_words(cells: Sequence[str]) -> bool:
    """Whether most of the cells may be names: they have letters, and no figure or sign of an address."""
    words = [cell for cell in cells if plain(cell) and not re.search(r"[\d@/]", cell)]
    return 2 * len(words) > len(cells)
