"""These movements told in short sentences: who sits at each table and why, who sits out and who waits."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.derivation import Sentence, coded, gettext_noop, ngettext_lazy, wordings
from tournaments.movement.options import Reason
from tournaments.movement.seating import SEATS, Table

_PEOPLE = ("first", "second", "third", "fourth", "fifth")

wordings(
    {
        "by-result.table-of-2": gettext_noop("%(first)s against %(second)s: %(why)s."),
        "by-result.table-of-3": gettext_noop("%(first)s, %(second)s, %(third)s: %(why)s."),
        "by-result.table-of-4": gettext_noop("%(first)s, %(second)s, %(third)s, %(fourth)s: %(why)s."),
        "by-result.table-of-5": gettext_noop(
            "%(first)s, %(second)s, %(third)s, %(fourth)s, %(fifth)s: %(why)s."
        ),
        "by-result.couples": gettext_noop("%(first)s with %(third)s, %(second)s with %(fourth)s: %(why)s."),
        "by-result.scores": gettext_noop("scores so far %(scores)s, earlier meetings %(met)s"),
        "by-result.scores-and-partners": gettext_noop(
            "scores so far %(scores)s, earlier meetings among the four %(met)s, earlier partnerships %(partners)s"
        ),
        "by-result.places": gettext_noop("places %(best)s to %(last)s of the standings so far"),
        "by-result.places-and-partners": gettext_noop(
            "places %(best)s to %(last)s of the standings so far, earlier partnerships %(partners)s"
        ),
        "by-result.sits-out": gettext_noop(
            "%(player)s sits out. Rounds sat out before: %(sit_outs)s; score so far: %(score)s."
        ),
        "couple.waits": gettext_noop("%(player)s waits for a partner."),
        "couple.new": gettext_noop("%(first)s and %(second)s play together from now on."),
        "ladder.moved": gettext_noop("winners have come up a table, losers have gone down one"),
        "knock-out.match": gettext_noop("in the knock-out; those still in it: %(left)s"),
        "knock-out.final": gettext_noop("the final of the knock-out"),
        "knock-out.best-go-on": ngettext_lazy(
            "in the knock-out; those still in it: %(left)s; the best %(count)s of the table goes on",
            "in the knock-out; those still in it: %(left)s; the best %(count)s of the table go on",
        ),
        "knock-out.spared": gettext_noop(
            "%(player)s goes on in the knock-out without playing: the numbers do not fill the tables, and nobody "
            "with better results has done so as seldom."
        ),
        "knock-out.comes-back": gettext_noop(
            "%(player)s comes back into the knock-out: too few are left for a table, and nobody who has just missed "
            "had more points."
        ),
        "knock-out.beside": gettext_noop(
            "beside the knock-out: scores so far %(scores)s, earlier meetings %(met)s"
        ),
        "knock-out.rests": gettext_noop("%(player)s sits out while the knock-out goes on without them."),
        "knock-out.goes-on": gettext_noop(
            "%(player)s has nobody to beat in this round of the knock-out and goes on."
        ),
    }
)


def for_table(rule: str, number: int, table: Table, why: Sentence, *, partnership: bool) -> Reason:
    people = _PEOPLE[: len(table)]
    couples = partnership and len(table) == SEATS
    values: dict[str, object] = {**dict(zip(people, table, strict=True)), "why": why}
    code = "by-result.couples" if couples else f"by-result.table-of-{len(table)}"
    return Reason(rule, number, coded(code, **values), people)


def scores(found: Iterable[int], met: int) -> Sentence:
    return coded("by-result.scores", scores=_listed(found), met=met)


def scores_and_partners(found: Iterable[int], met: int, partners: int) -> Sentence:
    return coded("by-result.scores-and-partners", scores=_listed(found), met=met, partners=partners)


def in_plate(found: Iterable[int], met: int) -> Sentence:
    return coded("knock-out.beside", scores=_listed(found), met=met)


def places(best: int, last: int, partners: int | None = None) -> Sentence:
    if partners is None:
        return coded("by-result.places", best=best, last=last)
    return coded("by-result.places-and-partners", best=best, last=last, partners=partners)


def up_and_down() -> Sentence:
    return coded("ladder.moved")


def match(left: int) -> Sentence:
    return coded("knock-out.final") if left == 2 else coded("knock-out.match", left=left)


def best_go_on(left: int, count: int, seats: int) -> Sentence:
    return (
        coded("knock-out.final") if left == seats else coded("knock-out.best-go-on", left=left, count=count)
    )


def to_sit_out(players: Iterable[str], sit_outs: int, score: int) -> Iterator[Reason]:
    for player in players:
        sentence = coded("by-result.sits-out", player=player, sit_outs=sit_outs, score=score)
        yield Reason("sits-out", None, sentence, ("player",))


def not_in_it(players: Iterable[str]) -> Iterator[Reason]:
    return _about(players, "knock-out.rests")


def go_on(players: Iterable[str]) -> Iterator[Reason]:
    return _about(players, "knock-out.goes-on")


def spared(players: Iterable[str]) -> Iterator[Reason]:
    return _about(players, "knock-out.spared")


def come_back(players: Iterable[str]) -> Iterator[Reason]:
    return _about(players, "knock-out.comes-back")


def wait(players: Iterable[str]) -> Iterator[Reason]:
    return _about(players, "couple.waits")


def new_couples(couples: Iterable[Sequence[str]]) -> Iterator[Reason]:
    for player, other in couples:
        sentence = coded("couple.new", first=player, second=other)
        yield Reason("couple.new", None, sentence, ("first", "second"))


def _about(players: Iterable[str], rule: str) -> Iterator[Reason]:
    for player in players:
        yield Reason(rule, None, coded(rule, player=player), ("player",))


def _listed(found: Iterable[int]) -> str:
    return ", ".join(map(str, found))
