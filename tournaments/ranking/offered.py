"""The prizes an evening offers and what its hands cost, as data: how many, of what worth, to whom, who pays whom."""

from __future__ import annotations

from operator import not_
from typing import Annotated, Final, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.described import option
from scoring.entry import Measured
from tournaments.ranking.rulebook import Split
from tournaments.ranking.tie_breaks import half_games

Kind = Literal["best", "booby", "place"]
"""What is won: a prize for the best, the booby, or a place where every place is cut for."""
CountsFirst = Literal["won", "points_for", "points_difference", "game_points"]
"""What the standings compare before anything else."""

wordings(
    {
        "prize.place": gettext_noop("Place %(place)s."),
        "prize.place-of-colour": gettext_noop("Place %(place)s, number %(rank)s of “%(colour)s”."),
        "prize.last": gettext_noop("Place %(place)s, the last who may have the booby."),
        "prize.last-of-colour": gettext_noop(
            "Place %(place)s, the last of “%(colour)s” who may have the booby."
        ),
        "prize.cut": gettext_noop("The cut decided."),
        "prize.passed-over": gettext_noop("Players with a prize of the whole room are passed over."),
        "prize.to-be-cut": gettext_noop("Level at place %(place)s; to be cut."),
        "prize.about.half-time": gettext_noop("half-time"),
        "prize.about.rounds": gettext_noop("rounds %(first)s to %(last)s"),
        "prize.about.round": gettext_noop("round %(first)s"),
        "prize.about.feat": "%(feat)s",
        "prize.about.feat-of": "%(feat)s, %(rounds)s",
        "prize.counted.won": gettext_noop("Games won: %(count)s."),
        "prize.counted.points_for": gettext_noop("Points: %(count)s."),
        "prize.counted.points_difference": gettext_noop("Points difference: %(count)s."),
        "prize.counted.game_points": gettext_noop("Game points: %(count)s."),
        "prize.counted.feat": gettext_noop("How often: %(count)s."),
        "prize.waits-for-places": gettext_noop("Waits for the cut for a place in the whole room."),
        "prize.waits": gettext_noop("Waits for the cut for the prizes of the whole room."),
        "prize.and": "%(first)s %(second)s",
        "prize.booby-shared": gettext_noop("The booby prize, shared by %(among)s."),
        "prize.shared": gettext_noop("Prize %(first)s, shared by the %(among)s players in that place."),
        "prize.several-shared": gettext_noop(
            "Prizes %(first)s to %(last)s, shared by the %(among)s players in that place."
        ),
        "prize.equal.games": gettext_noop(
            "Prize %(first)s, divided equally among %(among)s players with as many games won."
        ),
        "prize.several-equal.games": gettext_noop(
            "Prizes %(first)s to %(last)s, divided equally among %(among)s players with as many games won."
        ),
        "prize.hort.games": gettext_noop(
            "Prize %(first)s, half of it by place and half divided among %(among)s players with as many games won."
        ),
        "prize.several-hort.games": gettext_noop(
            "Prizes %(first)s to %(last)s, half of them by place and half divided among %(among)s players with as "
            "many games won."
        ),
        "prize.equal.points": gettext_noop(
            "Prize %(first)s, divided equally among %(among)s players level in points."
        ),
        "prize.several-equal.points": gettext_noop(
            "Prizes %(first)s to %(last)s, divided equally among %(among)s players level in points."
        ),
        "prize.hort.points": gettext_noop(
            "Prize %(first)s, half of it by place and half divided among %(among)s players level in points."
        ),
        "prize.several-hort.points": gettext_noop(
            "Prizes %(first)s to %(last)s, half of them by place and half divided among %(among)s players level in "
            "points."
        ),
    }
)


def alone(kind: Kind, place: int, rank: int, colour: str | None, *, cut: bool, passed: bool) -> Sentence:
    """Why one person has a prize alone; `passed`: somebody who has a prize already was passed over."""
    code = "prize.last" if kind == "booby" else "prize.place"
    if colour is None:
        why = coded(code, place=place, rank=rank)
    else:
        why = coded(f"{code}-of-colour", place=place, rank=rank, colour=colour)
    return _and_passed(_and(why, "prize.cut") if cut else why, passed=passed)


def shared(
    kind: Kind, first: int, last: int, among: int, ties: Split, counts: CountsFirst, *, passed: bool
) -> Sentence:
    """Why somebody has a share in prizes from the `first` to the `last`; `passed` as in `alone`."""
    if kind == "booby":
        code = "prize.booby-shared"
    else:
        code = f"prize.{'several-' if first < last else ''}{ties}"
        if ties != "shared":
            code += ".games" if counts == "won" else ".points"
    return _and_passed(coded(code, first=first, last=last, among=among), passed=passed)


def about_rounds(rounds: tuple[int, ...], planned: int) -> Sentence:
    """Which rounds a prize is for; `rounds` are the first and the last of them."""
    first, last = rounds
    if first == 1 and last * 2 == planned:
        return coded("prize.about.half-time")
    return coded("prize.about.round" if first == last else "prize.about.rounds", first=first, last=last)


def about_feat(feat: Sentence, rounds: Sentence | None) -> Sentence:
    if rounds is None:
        return coded("prize.about.feat", feat=feat)
    return coded("prize.about.feat-of", feat=feat, rounds=rounds)


def counted(how: CountsFirst | Literal["feat"], count: int, why: Sentence) -> Sentence:
    """Why somebody has a prize for some of the rounds or for a feat; games are counted in half games."""
    number = half_games(count) if how == "won" else count
    return coded("prize.and", first=coded(f"prize.counted.{how}", count=number), second=why)


def _and_passed(why: Sentence, *, passed: bool) -> Sentence:
    return _and(why, "prize.passed-over") if passed else why


def _and(first: Sentence, code: str) -> Sentence:
    return coded("prize.and", first=first, second=coded(code))


MOST_PRIZES: Final = 10
LARGEST_SUM: Final = 100_000_000
MOST_OTHERS: Final = 4
LAST_ROUND: Final = 100

Ties = Literal["cut", "cut_all", "shared", "equal", "hort"]
"""What becomes of people who are level for a prize: see `Prizes`."""
Sum = Annotated[int, Field(ge=0, le=LARGEST_SUM)]


BoobyCut = Literal["gets", "escapes"]


class Offer(Measured):
    """The prizes of those who compete together: the whole room, or the holders of one ticket colour.

    What was added to this after evenings had been played is left out of the data where it says
    nothing, so that the plan of an evening reads and hashes as it did before.

    Arguments:
        sums: the worth of the first prize, the second and so on, in the smallest unit of money; 0,
            or none at all, for a prize that is no money.
        booby_sum: the same of the booby.
    """

    best: int = option(
        1,
        gettext_noop("Prizes for the best"),
        gettext_noop("How many of the best win a prize, 0 to 10."),
        ge=0,
        le=MOST_PRIZES,
    )
    booby: bool = option(
        True,
        gettext_noop("A booby prize"),
        gettext_noop("For the fewest games won or the fewest points, in good humour."),
    )
    sums: tuple[Sum, ...] = option(
        (),
        gettext_noop("What they are worth"),
        gettext_noop(
            "From the first down: 50 30 12.50. Leave empty, or enter 0, for prizes other than money."
        ),
        written="money",
        max_length=MOST_PRIZES,
        exclude_if=not_,
    )
    booby_sum: Sum = option(
        0,
        gettext_noop("What the booby is worth"),
        gettext_noop("Leave empty if it is not money."),
        written="money",
        exclude_if=not_,
    )

    @field_validator("sums")
    @classmethod
    def _of_prizes(cls, sums: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if len(sums) > info.data.get("best", MOST_PRIZES):
            raise ValueError(gettext_noop("there are no more sums than prizes for the best"))
        return sums

    @field_validator("booby_sum")
    @classmethod
    def _of_a_booby(cls, booby_sum: int, info: ValidationInfo) -> int:
        if booby_sum and not info.data.get("booby", True):
            raise ValueError(gettext_noop("the booby has a sum only where there is a booby"))
        return booby_sum

    @property
    def amounts(self) -> tuple[int, ...]:
        return (*self.sums, *[0] * (self.best - len(self.sums)))


class OtherPrizes(Offer):
    """Prizes beside those of the whole evening: for some of its rounds, or for a `feat` (its code)."""

    booby: bool = option(
        False,
        gettext_noop("A booby prize"),
        gettext_noop("For the last player of these rounds; there is none for a feat."),
    )
    rounds: tuple[Annotated[int, Field(ge=1, le=LAST_ROUND)], ...] = option(
        (),
        gettext_noop("For which rounds"),
        gettext_noop("The first and the last: 1 12 for the first half of 24. Empty: the whole evening."),
        max_length=2,
    )
    feat: str = option(
        "",
        gettext_noop("What is counted"),
        gettext_noop("The place, or how often somebody did what the chosen game counts."),
        max_length=80,
    )
    by_colour: bool = option(False, gettext_noop("For each ticket colour"))

    @field_validator("rounds")
    @classmethod
    def _from_to(cls, rounds: tuple[int, ...]) -> tuple[int, ...]:
        if len(rounds) == 1 or list(rounds) != sorted(rounds):
            raise ValueError(gettext_noop("rounds are a first and a last one, such as 1 12"))
        return rounds

    @field_validator("feat")
    @classmethod
    def _without_booby(cls, feat: str, info: ValidationInfo) -> str:
        if feat and info.data.get("booby"):
            raise ValueError(gettext_noop("for a feat there is no booby prize"))
        return feat

    @model_validator(mode="after")
    def _for_something(self) -> Self:
        if not self.rounds and not self.feat:
            raise ValueError(gettext_noop("say for which rounds another prize is, or what is counted for it"))
        if not self.best and not self.booby:
            raise ValueError(gettext_noop("there is no prize here: neither for the best nor a booby"))
        return self

    def counts(self, number: int) -> bool:
        return not self.rounds or self.rounds[0] <= number <= self.rounds[1]


class Prizes(Offer):
    """All prizes of an evening: those of the whole room, or those that each ticket colour has.

    By Hort's way half of them goes by place, the other half equally to those who are level in what counts first.
    `others` are numbered from 1.
    """

    by_colour: bool = option(
        False,
        gettext_noop("Prizes for each ticket colour"),
        gettext_noop("Each group has a best and a booby of its own."),
    )
    overall: Offer | None = option(
        None,
        gettext_noop("Prizes for the whole room too"),
        gettext_noop("Beside those of each ticket colour."),
        exclude_if=not_,
    )
    one_each: bool = option(
        False,
        gettext_noop("Nobody wins two prizes"),
        gettext_noop("A player who wins a prize of the whole room gets none of the colours."),
        exclude_if=not_,
    )
    ties: Ties = option(
        "cut",
        gettext_noop("Players who tie for a prize"),
        gettext_noop(
            "Cut: as in 1910. Otherwise nobody cuts for prizes. By place: players who share a place share its "
            "prizes. Equally: players level in games won, or in points, get the same."
        ),
        words={
            "cut": gettext_noop("Cut for it: one wins it"),
            "cut_all": gettext_noop("Cut for it, and for every other place too"),
            "shared": gettext_noop("Share it by place"),
            "equal": gettext_noop("Share it equally, whatever the tie-breaks say"),
            "hort": gettext_noop("Hort: half by place, half equally"),
        },
        exclude_if=lambda ties: ties == "cut",
    )

    booby_cut: BoobyCut = option(
        "gets",
        gettext_noop("Who wins the booby cut"),
        words={
            "gets": gettext_noop("Gets the booby prize"),
            "escapes": gettext_noop("Escapes it: the loser of the cut gets it"),
        },
        exclude_if=lambda cut: cut == "gets",
    )
    others: tuple[OtherPrizes, ...] = option(
        (),
        gettext_noop("Another prize"),
        gettext_noop("For half-time, for some of the rounds, or for something that the game counts."),
        max_length=MOST_OTHERS,
        exclude_if=not_,
    )

    @field_validator("overall")
    @classmethod
    def _beside_others(cls, overall: Offer | None, info: ValidationInfo) -> Offer | None:
        if overall is not None and not info.data.get("by_colour", True):
            raise ValueError(
                gettext_noop("prizes of the whole room stand beside those of each colour, or alone")
            )
        return overall

    @property
    def offers(self) -> tuple[Offer, ...]:
        return (self, *([self.overall] if self.overall else ()), *self.others)

    @property
    def money(self) -> bool:
        return any(any(offer.sums) or offer.booby_sum for offer in self.offers)


BELOW_ZERO: Final = "below_zero"
FEWER: Final = "fewer"


MOST_RATES: Final = 4


class Rate(Measured):
    """What it costs each time: a feat of the game, or a part of its score, by the id of its paragraph."""

    what: str = option("", gettext_noop("What costs something"), max_length=80)
    sum: Sum = option(0, gettext_noop("Each time costs"), written="money")

    @model_validator(mode="after")
    def _costs_something(self) -> Self:
        if not self.sum:
            raise ValueError(gettext_noop("say what it costs each time"))
        return self


class Settlement(Measured):
    """What the hands of an evening cost whom, in the smallest unit of money.

    `lost_is` may be what a `Rate` is for.
    """

    lost: Sum = option(0, gettext_noop("A lost hand costs"), written="money")
    lost_is: str = option(BELOW_ZERO, gettext_noop("What a lost hand is"), min_length=1, max_length=80)
    dearer_from: int | None = option(
        None,
        gettext_noop("Dearer from the lost hand"),
        gettext_noop("4: the first three cost the sum above. Empty: all cost the same."),
        ge=2,
        le=1000,
    )
    dearer: Sum = option(0, gettext_noop("Each of these costs"), written="money")
    by_round: bool = option(False, gettext_noop("Count lost hands anew in each round"))
    rates: tuple[Rate, ...] = option(
        (),
        gettext_noop("Something else costs money"),
        gettext_noop("Whoever the game counts it for pays; of a part of the score, whoever loses by it."),
        max_length=MOST_RATES,
        exclude_if=not_,
    )
    lost_to: Literal["box", "others"] = option(
        "box",
        gettext_noop("Who gets it"),
        words={
            "box": gettext_noop("The club’s cash box"),
            "others": gettext_noop("Each of the others at the table"),
        },
    )
    point: Sum = option(
        0,
        gettext_noop("Points cost"),
        gettext_noop("0.05 for each point, or for as many points as you say. Empty for nothing."),
        written="money",
    )
    per: int = option(1, gettext_noop("For how many points"), ge=1, le=1000)
    compared: Literal["others", "mean"] = option(
        "others",
        gettext_noop("Points are compared"),
        words={
            "others": gettext_noop("With each of the others at the table"),
            "mean": gettext_noop("With the mean of the table"),
        },
    )
    paid: Literal["players", "box"] = option(
        "players",
        gettext_noop("Players settle"),
        gettext_noop("Through the box: those who owe pay into it, and those who are owed are paid from it."),
        words={
            "players": gettext_noop("With each other, in few payments"),
            "box": gettext_noop("Through the cash box"),
        },
    )

    @model_validator(mode="after")
    def _costs_something(self) -> Self:
        if not self.lost and not self.point and not self.rates:
            raise ValueError(gettext_noop("say what a lost hand costs, or what points cost"))
        if (self.dearer_from is None) != (not self.dearer):
            raise ValueError(
                gettext_noop("say both from which lost hand on it is dearer, and what each of these costs")
            )
        return self

    def cost(self, lost: int) -> int:
        """What so many lost hands cost together."""
        usual = min(lost, self.dearer_from - 1) if self.dearer_from else lost
        return usual * self.lost + (lost - usual) * self.dearer
