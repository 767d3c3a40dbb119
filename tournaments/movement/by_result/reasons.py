"""These movements told in short sentences: who sits at each table and why, who sits out and who waits."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.derivation import Sentence, gettext_noop
from tournaments.movement.reasons import Reason
from tournaments.movement.seating import SEATS, Table

_PEOPLE = ("first", "second", "third", "fourth", "fifth")
_WHO = {
    2: gettext_noop("%(first)s against %(second)s: %(why)s."),
    3: gettext_noop("%(first)s, %(second)s, %(third)s: %(why)s."),
    4: gettext_noop("%(first)s, %(second)s, %(third)s, %(fourth)s: %(why)s."),
    5: gettext_noop("%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s: %(why)s."),
}
_COUPLES = gettext_noop("%(first)s with %(third)s, %(second)s with %(fourth)s: %(why)s.")

_SCORES = gettext_noop("scores so far %(scores)s, earlier meetings %(met)s")
_SCORES_AND_PARTNERS = gettext_noop(
    "scores so far %(scores)s, earlier meetings among the four %(met)s, earlier partnerships %(partners)s"
)
_PLACES = gettext_noop("places %(best)s to %(last)s of the standings so far")
_PLACES_AND_PARTNERS = gettext_noop(
    "places %(best)s to %(last)s of the standings so far, earlier partnerships %(partners)s"
)
_UP_AND_DOWN = gettext_noop("winners have come up a table, losers have gone down one")
_MATCH = gettext_noop("in the knock-out; those still in it: %(left)s")
_FINAL = gettext_noop("the final of the knock-out")
_BESIDE = gettext_noop("beside the knock-out: scores so far %(scores)s, earlier meetings %(met)s")

_SITS_OUT = gettext_noop("%(player)s sits out: rounds sat out before %(sit_outs)s, score so far %(score)s.")
_NOT_IN_IT = gettext_noop("%(player)s sits out while the knock-out goes on without them.")
_GOES_ON = gettext_noop("%(player)s has nobody to beat in this round of the knock-out and goes on.")
_WAITS = gettext_noop("%(player)s waits for a partner.")
_COUPLE = gettext_noop("%(first)s and %(second)s play together from now on.")


def for_table(rule: str, number: int, table: Table, why: Sentence, *, partnership: bool) -> Reason:
    """Say who sits at a table, and why."""
    people = _PEOPLE[: len(table)]
    couples = partnership and len(table) == SEATS
    values: dict[str, object] = {**dict(zip(people, table, strict=True)), "why": why}
    return Reason(rule, number, Sentence(_COUPLES if couples else _WHO[len(table)], values), people)


def scores(found: Iterable[int], met: int) -> Sentence:
    """The scores of those at a table, as they are named, and how often they have met."""
    return Sentence(_SCORES, {"scores": _listed(found), "met": met})


def scores_and_partners(found: Iterable[int], met: int, partners: int) -> Sentence:
    """The same for four who are put together as couples."""
    return Sentence(_SCORES_AND_PARTNERS, {"scores": _listed(found), "met": met, "partners": partners})


def beside(found: Iterable[int], met: int) -> Sentence:
    """The same for people who play beside a knock-out."""
    return Sentence(_BESIDE, {"scores": _listed(found), "met": met})


def places(best: int, last: int, partners: int | None = None) -> Sentence:
    """The places of those at a table."""
    if partners is None:
        return Sentence(_PLACES, {"best": best, "last": last})
    return Sentence(_PLACES_AND_PARTNERS, {"best": best, "last": last, "partners": partners})


def up_and_down() -> Sentence:
    """What a ladder does."""
    return Sentence(_UP_AND_DOWN)


def match(left: int) -> Sentence:
    """A match of a knock-out with so many still in it."""
    return Sentence(_FINAL) if left == 2 else Sentence(_MATCH, {"left": left})


def to_sit_out(players: Iterable[str], sit_outs: int, score: int) -> Iterator[Reason]:
    """Say who sits out, how often they have done so before and what they have together."""
    for player in players:
        values: dict[str, object] = {"player": player, "sit_outs": sit_outs, "score": score}
        yield Reason("sits-out", None, Sentence(_SITS_OUT, values), ("player",))


def not_in_it(players: Iterable[str]) -> Iterator[Reason]:
    """Say who sits out because the knock-out goes on without them."""
    return _about(players, "knock-out.rests", _NOT_IN_IT)


def go_on(players: Iterable[str]) -> Iterator[Reason]:
    """Say who goes on in the knock-out without playing for it."""
    return _about(players, "knock-out.goes-on", _GOES_ON)


def wait(players: Iterable[str]) -> Iterator[Reason]:
    """Say who waits for a partner."""
    return _about(players, "couple.waits", _WAITS)


def new_couples(couples: Iterable[Sequence[str]]) -> Iterator[Reason]:
    """Say who plays together from now on."""
    for one, other in couples:
        values = {"first": one, "second": other}
        yield Reason("couple.new", None, Sentence(_COUPLE, values), ("first", "second"))


def _about(players: Iterable[str], rule: str, template: str) -> Iterator[Reason]:
    for player in players:
        yield Reason(rule, None, Sentence(template, {"player": player}), ("player",))


def _listed(found: Iterable[int]) -> str:
    return ", ".join(map(str, found))
