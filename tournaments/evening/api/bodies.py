"""Request bodies: frozen, strict, nothing unknown."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, RootModel

from tournaments.evening.acts import act
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.api.answers import BATCH, HAND, ONE_HAND, PLAN, Side
from tournaments.site.arguments import Body, Colour, Day, Example, Id, Moment, Name, Reason

MOST_AT_A_TABLE: Final = 50
TableNumber = Annotated[int, Field(ge=1, le=act.MOST_TABLES)]
RoundNumber = Annotated[int, Field(ge=1, le=act.MOST_ROUNDS)]
HandNumber = Annotated[int, Field(ge=1, le=act.MOST_HANDS)]
EntryNumber = Annotated[int, Field(ge=1, le=act.LARGEST_ENTRY)]
SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Code = Annotated[str, Field(min_length=1, max_length=act.LONGEST_CODE)]


class NewPlayer(Body):
    """A member, or a guest; `another` person where somebody of the club has the same name."""

    name: Annotated[Name, Example("Ann Lee")]
    guest: bool = False
    colour: Annotated[Colour, Example("ladies")] = ""
    another: bool = False


class NewNames(Body):
    """Members by name; those the club has already stay as they are."""

    names: Annotated[list[Name], Example(["Ann Lee", "Bo Day"])] = Field(max_length=act.MOST_AT_ONCE)


class NewPreset(Body):
    """A kind of evening to be kept: the plan of the evening at the address `evening`, under a name."""

    evening: Annotated[str, Example("friday-progressive")] = Field(max_length=80)
    name: Annotated[Name, Example("Our Friday")]


class NewHouseRules(Body):
    """How a club plays a game: its house rules by name. What is left out is as usual."""

    options: Annotated[dict[str, Any], Example({"target": 42, "set_side_keeps_counters": True})]


class NewEvening(Body):
    """An evening to be set up. The plan is checked by the game and by the movement.

    `plan` holds `game`, `house_rules`, `rounds`, `colours`, `prizes`, `movement` and its `movement_options`.
    Without `house_rules` it takes the club's; with them, what they leave out is as the rulebook has it.
    With `progressive` couples at tables of four win games and move by them. With `fixed` and `drawn`, which any
    game allows, everybody counts their own points; their options are `table_size`, `hands_per_round`,
    `round_minutes`, `rank_by`, `substitute`, `sitout` and `tie_breaks`. In every movement but a knock-out
    `most_tables` is how many tables there are; who is over sits out, and by a schedule never twice running with
    `rests` "apart" wherever that can be had, with "mixed" nor beside the same people again. With `by_seat` everybody
    goes on so many tables as their seat says, `{"2": -1, "3": 1}`, with `by_colour` as their ticket colour does,
    `{"ladies": -1, "gents": 1}`: minus towards table 1. Beside that `who` is "all", or "losers" or "winners" who
    alone move, each to a seat that somebody of the same colour has left; `part_winners` parts the couple that stays.
    `round` says how a round ends: `ends` is "bell", "hands", "game" (each table's own) or "time", `hands` one number
    or one by the size of table, `minutes` the most. `worth` says what it counts: `counts` is "games", "points" or
    "margin", `margin` pairs such as `[[0, 2], [31, 3]]`. Without them rounds end and count as is usual with the
    movement. `starts_at` is when the first round begins, "19:30", `ends_about` when all should be over, also "00:30".
    `signal` is "director", or "table_1" whose phone may then start each round. `goes_on` says how the next round
    follows: "off" step by step, "ask" by one press (`go-on`), "on" by itself after twice `pause` seconds.
    `prizes` are `best` and `booby` with their `sums` and `booby_sum`, in the smallest unit of money; `by_colour` of
    each ticket colour, and `overall` then those of the whole room beside them, `one_each` to nobody twice. `ties` are
    "cut", or prizes are "shared" by place, "equal" among those level in what counts first, or "hort", half and half.
    `confirmation` says when hands count as confirmed: "taken" with the next hand or the bell, "needed" only by the
    other side's word, without which the round is not closed.
    """

    name: Annotated[Name, Example("Friday progressive")]
    date: Annotated[Day, Example("2026-11-20")]
    plan: Annotated[dict[str, Any], Example(PLAN)]


class ClonedEvening(Body):
    """Another evening with the plan of the one at the address `clone`."""

    clone: str = Field(max_length=80)
    name: Name
    date: Day


class AnyEvening(RootModel[NewEvening | ClonedEvening]):
    """A new evening from a plan, or from another evening."""

    EXAMPLE: ClassVar[Any] = {"clone": "friday-progressive", "name": "The Friday after", "date": "2026-11-27"}


class Arrival(Body):
    """Somebody the club knows, and the ticket's colour where the evening has colours."""

    player: Id
    colour: Colour = ""


class TotalOfTable(Body):
    """The points of a table in a whole round: of couples A and B, or of each seat."""

    table: int
    points: Annotated[list[int], Example([9, 4])] = Field(max_length=MOST_SEATS)


class TotalsBody(Body):
    """The round in play by its totals alone, an entry a table in play, or a table known `so_far`."""

    totals: Annotated[list[TotalOfTable], Example([{"table": 1, "points": [9, 4]}])] = Field(
        max_length=act.MOST_TABLES
    )
    so_far: bool = False


class NewGuest(Body):
    """Somebody new, who is a guest of the club from now on; `another` person of a name that the club has."""

    name: Name
    colour: Colour = ""
    another: bool = False


class CheckInBody(Body):
    """Who comes in: all of them, or nobody."""

    players: Annotated[list[Arrival], Example([{"player": 12, "colour": "ladies"}])] = Field(
        default=[], max_length=act.MOST_AT_ONCE
    )
    guests: Annotated[list[NewGuest], Example([{"name": "A guest", "colour": "gentlemen"}])] = Field(
        default=[], max_length=act.MOST_AT_ONCE
    )


class Seats(Body):
    """Everybody's place by ticket: tables from 1 up, each from seat 1 on, and who sits out."""

    tables: Annotated[
        list[Annotated[list[Code], Field(max_length=MOST_AT_A_TABLE)]],
        Example([["k3v9", "m2x7", "p8c4", "t5h6"]]),
    ] = Field(max_length=act.MOST_TABLES)
    sitting_out: Annotated[list[Code], Example(["w9d2"])] = Field(default=[], max_length=act.MOST_AT_ONCE)


class TableCutBody(Body):
    """Who won the cut at this table: with cards, or drawn by the evening's seed (then without a winner).

    `winner` is a couple, or the number of a seat where everybody plays alone; `order` everybody who cut, the winner
    first, where more than two were level; `cards` what each of them cut, if somebody says so.
    """

    winner: Annotated[Side | None, Example("B")] = None
    order: Annotated[list[Side], Field(max_length=MOST_SEATS)] = []
    cards: Annotated[list[act.CutCard], Field(max_length=MOST_SEATS)] = []
    how: Annotated[Literal["cards", "seed"], Example("cards")] = "cards"


class CutBody(TableCutBody):
    """Who won the cut at a table."""

    table: Annotated[TableNumber, Example(4)]


class Substitution(Body):
    """Who takes the seat of `ticket`: somebody the club knows, or a new guest by name."""

    ticket: Annotated[Code, Example("k3v9")]
    player: Id | None = None
    guest: Annotated[Name | None, Example("Somebody's sister")] = None
    another: bool = False


class LateArrival(Body):
    """Who comes late: somebody the club knows, or a new guest by name."""

    player: Annotated[Id | None, Example(14)] = None
    guest: Name | None = None
    colour: Annotated[Colour, Example("ladies")] = ""
    another: bool = False


class Why(Body):
    """Why it is done; it stands beside it for ever."""

    reason: Annotated[Reason, Example("the points were added up wrongly")]


class OneHandPlayed(Body):
    """A hand: its round, its table, its number there."""

    round: RoundNumber
    table: TableNumber
    number: HandNumber


class WrongSeatsBody(Why):
    """Two tickets that sat in each other's seats, and for which hands."""

    one: Annotated[Code, Example("k3v9")]
    other: Annotated[Code, Example("m2x7")]
    preview: bool = False
    hands: Annotated[list[OneHandPlayed], Example([ONE_HAND])] = Field(max_length=act.MOST_AT_ONCE)


class Batch(Body):
    """Requests to score a hand each."""

    requests: Annotated[list[Any], Field(min_length=1, max_length=act.MOST_AT_ONCE), Example(BATCH)]


class OneHand(Body):
    """A hand as the game's schema has it."""

    hand: Annotated[dict[str, Any], Example(HAND)]


class FromTheTable(Body):
    """What a table's token says; `seat` is that of whoever holds the phone, if it is known.

    With it the ledger has the act under "table:2 seat:3" rather than "table:2". Officers leave it out.
    """

    seat: Annotated[SeatNumber | None, Example(3)] = None


class NewHand(OneHand, FromTheTable):
    """A hand to be entered.

    `round` and `number` say which it is meant to be, so that nobody else's is taken for it; `played_at` when it
    was finished, where that is not now. `sent_at` is what the sender's clock shows at this very try: where it is
    wrong, the time of play is put right. It is no part of the request that a key stands for.
    """

    round: Annotated[RoundNumber | None, Example(1)] = None
    number: Annotated[HandNumber | None, Example(2)] = None
    played_at: Annotated[Moment | None, Example("2026-11-20T20:14:00Z")] = None
    sent_at: Annotated[Moment | None, Example("2026-11-20T20:15:00Z")] = None


class Confirmation(FromTheTable):
    """`of` is the hand's entry in the ledger, so that nobody confirms what they have not seen."""

    of: Annotated[EntryNumber, Example(18)]


class GivingWay(FromTheTable):
    """`keep` is the entry in the ledger, of those in the dispute, that is to count."""

    keep: Annotated[EntryNumber, Example(18)]
    reason: Reason = ""


class OwnCorrection(FromTheTable):
    """Another hand in the place of entry `of`, the last of this table; null where the deal is void."""

    of: Annotated[EntryNumber, Example(18)]
    hand: Annotated[dict[str, Any] | None, Example(HAND)]
    reason: Annotated[Reason, Example("the owl was counted twice")]


class NewCall(FromTheTable):
    """What the director is wanted for, and more about it in a few words."""

    reason: Annotated[str, Field(max_length=20), Example("rule")]
    words: Annotated[Reason, Example("may the bid be taken back?")] = ""
