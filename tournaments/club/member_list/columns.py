"""What the columns of a list are, by their headings in four languages or by what stands in them; whom it names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.club.member_list.details import (
    DETAILS,
    LIST_MARK,
    SHOWN,
    YEAR,
    Details,
    ListedPerson,
    is_turned_round,
    people_in,
    turned_name,
)
from tournaments.club.member_list.sheet import Row, check_width, rows_of_text
from tournaments.ranking.people import plain
from tournaments.site.cleaning import folded, untamed

NAMES: Final = frozenset(("name", "first", "last"))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


HEADINGS: Final[Mapping[str, frozenset[str]]] = {
    "name": _words(
        "name, names, full name, player, player name, member, member name, nom, noms, nom complet, nom et "
        "prenom, nom prenom, prenom nom, prenom et nom, joueur, joueuse, membre, adherent, adherente, namen, "
        "vollstandiger name, vor und nachname, spieler, spielerin, mitglied, nombre, nombre completo, nombre "
        "y apellidos, nombre y apellido, jugador, jugadora, miembro, socio, socia, members, players, membres, joueurs"
    ),
    "first": _words(
        "first name, firstname, first, given name, given names, forename, christian name, prenom, prenoms, "
        "vorname, vornamen, rufname, nombres, nombre de pila"
    ),
    "last": _words(
        "last name, lastname, last, surname, family name, nom de famille, nom d usage, nachname, "
        "familienname, zuname, apellido, apellidos"
    ),
    "colour": _words(
        "colour, color, ticket, ticket colour, ticket color, usual ticket colour, couleur, couleur du "
        "ticket, couleur du billet, billet, farbe, kartenfarbe, ticketfarbe, color del billete, color de la "
        "tarjeta, color de ticket"
    ),
    **{name: _words(DETAILS[name].headings) for name in SHOWN},
}
"""What a heading may say, as `plain` leaves it."""
KINDS: Final = (*HEADINGS, "ignore")
LADIES: Final = _words("ladies, lady, dames, dame, damen, damas, dama")
GENTS: Final = _words(
    "gents, gent, gentlemen, gentleman, messieurs, monsieur, herren, herr, caballeros, caballero"
)
COLOURS: Final = (
    LADIES
    | GENTS
    | _words(
        "red, blue, green, yellow, white, black, pink, orange, rouge, bleu, vert, jaune, blanc, noir, rose, rot, "
        "blau, grun, gelb, weiss, schwarz, rosa, rojo, azul, verde, amarillo, blanco, negro, naranja"
    )
)
TOTALS: Final = _words(
    "total, totals, sum, count, nombre, effectif, somme, gesamt, gesamtzahl, summe, insgesamt, anzahl, suma, "
    "stand, as, page, seite, pagina"
)
"""How a line of a total begins, or one below a page, where a colon or a figure follows."""
HEADING_WITHIN: Final = 15
"""So many rows from the top a heading is looked for."""
FIGURE: Final = re.compile(r"\s*\d+$")
"""Behind a heading, as in "Apellido 2"."""
TELEPHONE: Final = re.compile(r"(?!\d+([/-])\d\d?\1\d+$)(?=(?:\D*\d){6})[+\d\s()/-]+")
"""A number of six digits or more that is no date."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a list is read: what each column is, and whether "Marsh, John" is John Marsh (`turned`).

    First names come before names, and those before last names. What stands above `heading_row` (from 1; 0 for none)
    is passed over.
    """

    kinds: tuple[str, ...]
    heading_row: int
    turned: bool

    @property
    def heading(self) -> bool:
        return self.heading_row > 0

    def names_people(self) -> bool:
        return any(kind in NAMES for kind in self.kinds)


def guess(
    rows: Sequence[Row],
    colours: Collection[str],
    names: Collection[str] = (),
    heading_row: int | None = None,
) -> Reading:
    """How a list is probably read, by the ticket colours and the names that the club knows.

    A name with a comma that it knows is not turned round. `heading_row` is 0 for none, None where it is to be
    guessed.
    """
    if heading_row is None:
        heading_row = _heading_row(rows)
    width, body = max(map(len, rows)), rows[heading_row:]
    by_heading = _by_headings(rows, heading_row, width)
    kinds = _told_apart([kind or "ignore" for kind in by_heading])
    if NAMES.isdisjoint(kinds):
        known = COLOURS | {plain(colour) for colour in colours}
        by_content = _by_content([[cell_of(row, place) for row in body] for place in range(width)], known)
        kinds = [
            "colour" if "colour" in pair else pair[0]
            for pair in zip(by_content, kinds if any(by_heading) else by_content, strict=True)
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
    return Reading(tuple(kinds), heading_row, has_commas(entered))


def _heading_row(rows: Sequence[Row]) -> int:
    # A row below the first has to say which column has names.
    best, most = 0, 0
    for number, row in enumerate(rows[:HEADING_WITHIN], start=1):
        kinds = [_kind_of(cell) for cell in row]
        known = sum(kind is not None for kind in kinds)
        below_titles = not NAMES.isdisjoint(kinds) and 2 * known >= sum(map(bool, row))
        if known > most and (number == 1 or below_titles):
            best, most = number, known
    return best


def _by_headings(rows: Sequence[Row], heading_row: int, width: int) -> list[str | None]:
    # Where the heading says nothing of a column, what a heading above it says.
    heads = rows[max(heading_row - 2, 0) : heading_row]
    kinds_by_row = [[_kind_of(cell_of(row, place)) for place in range(width)] for row in heads]
    return [
        next((kinds[place] for kinds in reversed(kinds_by_row) if kinds[place]), None)
        for place in range(width)
    ]


def people_listed(text: str, colours: Collection[str], names: Collection[str]) -> list[ListedPerson]:
    """Whom a pasted list names, read as it is guessed. Raises Faults (`text`) as `rows_of_text` does."""
    rows = laid_out(rows_of_text(text), colours, "text")
    return list(people(rows, guess(rows, colours, names), names))


def one_below_another(rows: Sequence[Row], colours: Collection[str]) -> list[Row]:
    """Names that were typed side by side, "Ann Lee, Bo Day, Cy Fox", a row for each; other rows as they are.

    They are names where there are fewer lines than stand in one of them, and nothing in them is a heading, a ticket
    colour or has a figure in it. `colours` are those that the club uses.
    """
    cells = [cell for row in rows for cell in row if cell]
    known = COLOURS | {plain(colour) for colour in colours}
    widest = max(len(row) for row in rows)
    if widest <= max(2, len(rows)) or any(_kind_of(cell) or plain(cell) in known for cell in cells):
        return list(rows)
    return [[cell] for cell in cells] if all(_are_words([cell]) for cell in cells) else list(rows)


def laid_out(rows: Sequence[Row], colours: Collection[str], field: str) -> list[Row]:
    """The rows as `one_below_another` gives them, a ticket colour behind a name in a cell of its own.

    Raises Faults where they have too many columns then.
    """
    new_rows = [_colour_apart(row, colours) for row in one_below_another(rows, colours)]
    check_width(field, new_rows)
    return new_rows


def _colour_apart(row: Row, colours: Collection[str]) -> Row:
    # "Lee, Ann" is one cell, and so was "Ann Lee, ladies" beside it.
    name, _comma, text = row[0].rpartition(",") if len(row) == 1 else ("", "", "")
    colour = colour_among(colours, text.strip())
    return [name.strip(), colour] if name and colour else row


def colour_among(colours: Iterable[str], cell: str) -> str:
    """Which of these ticket colours a cell says, of "ladies" also as "lady" or "dames"; "" for none."""
    text = folded(cell)
    words = next((words for words in (LADIES, GENTS) if text in words), (text,))
    return next((colour for colour in colours if folded(colour) in words), "")


def has_commas(rows: Sequence[Row]) -> bool:
    return any(is_turned_round(cell) for row in rows for cell in row)


def cell_of(row: Row, place: int) -> str:
    return row[place] if place < len(row) else ""


def people(rows: Sequence[Row], reading: Reading, names: Collection[str] = ()) -> Iterator[ListedPerson]:
    """Whom the rows name; empty ones are passed over. A name with a comma that is among `names` is no two people."""
    known = {folded(name) for name in names}
    for number, row in enumerate(rows, start=1):
        if row and number > reading.heading_row:
            named = _names_in(row, reading, known) or [""]
            is_title = len(named) == 1 and _is_title(named[0], row)
            for place, name in enumerate(named):
                details = Details(**{kind: _cell(row, reading, kind, place) for kind in DETAILS})
                part = place + 1 if len(named) > 1 else 0
                yield ListedPerson(
                    number, name, _cell(row, reading, "colour", place), details, part, is_title
                )


def _names_in(row: Row, reading: Reading, known: Collection[str]) -> list[str]:
    # Whole names stand alone; first and last names are paired.
    whole = [name for cell in _cells(row, reading, "name") for name in people_in(cell, known)]
    whole = [turned_name(name) if reading.turned and folded(name) not in known else name for name in whole]
    first, last = ([*_cells(row, reading, kind)] for kind in ("first", "last"))
    if (
        not whole
        and len(first) == len(last) > 1
        and reading.kinds.count("first") == reading.kinds.count("last")
    ):
        return [" ".join(pair) for pair in zip(first, last, strict=True)]
    if len(whole) > 1:
        return whole
    joined = " ".join((*first, *whole, *last))
    return [joined] if joined else []


def _is_title(name: str, row: Row) -> bool:
    # Figures alone are no sign of a total.
    words = plain(name).split()
    if words and words[0] in TOTALS and re.search(r":|\d", name):
        return True
    if _kind_of(name) and YEAR.search(name):  # "Members 2026"
        return True
    filled = [cell for cell in row if cell]
    return len(filled) > 1 and all(_kind_of(cell) for cell in filled)


def _cell(row: Row, reading: Reading, kind: str, place: int = 0) -> str:
    # Of the first person whatever is there; of others only what stands in columns of their own.
    if place == 0:
        return next(_cells(row, reading, kind), "")
    columns = [cell_of(row, at) for at, of in enumerate(reading.kinds) if of == kind]
    return untamed(columns[place]) if place < len(columns) else ""


def _cells(row: Row, reading: Reading, kind: str) -> Iterator[str]:
    return (untamed(cell) for cell, of in zip(row, reading.kinds, strict=False) if of == kind and cell)


def _kind_of(heading: str) -> str | None:
    text = FIGURE.sub("", plain(heading))
    return next((kind for kind, words in HEADINGS.items() if text in words), None)


def _told_apart(kinds: list[str]) -> list[str]:
    # "Nom" beside "Prénom" is a last name, "Nombre" beside "Apellidos" a first one.
    for present, other in (("first", "last"), ("last", "first")):
        if present in kinds and other not in kinds:
            return [other if kind == "name" else kind for kind in kinds]
    return kinds


def _by_content(columns: Sequence[Sequence[str]], colours: Collection[str]) -> list[str]:
    # Known colours first; then one column with whole names, or two with their parts.
    kinds: list[str] = ["ignore"] * len(columns)
    letters = []
    for place, cells in enumerate(columns):
        filled = [cell for cell in cells if cell]
        if filled and all("@" in cell for cell in filled):
            kinds[place] = "mail"
        elif filled and all(plain(cell) in colours for cell in filled):
            kinds[place] = "colour"
        elif 2 * sum(bool(TELEPHONE.fullmatch(untamed(cell))) for cell in filled) > len(filled):
            kinds[place] = "phone"
        elif _are_words(filled):
            letters.append(place)
    one_word = [place for place in letters if not any(" " in cell for cell in columns[place])]
    if len(one_word) > 1 and one_word[0] == letters[0]:
        kinds[one_word[0]], kinds[one_word[1]] = "first", "last"
    elif columns:
        kinds[letters[0] if letters else 0] = "name"
        for place in letters[1:]:
            if _are_full_names([cell for cell in columns[place] if cell]):
                kinds[place] = "name"
    return kinds


def _are_full_names(cells: Sequence[str]) -> bool:
    # Two or three words each, and none twice.
    words = [len(plain(cell).split()) for cell in cells]
    return (
        set(words) <= {2, 3} and len(set(cells)) == len(cells) and all(_are_words([cell]) for cell in cells)
    )


def _are_words(cells: Sequence[str]) -> bool:
    # Most of them have letters, and no figure or sign of an address.
    words = [cell for cell in cells if plain(cell) and not re.search(r"[\d@/]", LIST_MARK.sub("", cell))]
    return 2 * len(words) > len(cells)
