"""A client of the Head Table REST API, in one file that needs Python 3.11 or newer and nothing else.

    from head_table import HeadTable, HeadTableError

    house = HeadTable("https://cards.example", token="...")
    for evening in house.iter_evenings("rooster-club", status=["published"]):
        print(evening["name"])

Each operation of the API is a method of HeadTable: what stands in its address comes first, all else by name. Answers
are dicts, with their types. What changes something gets an Idempotency-Key, and is sent again under it when the house
is away or the answer gets lost; what has not changed since it was last read is not sent again.

Written by `./run manage make_client` from the schema; not to be changed by hand.
"""

from __future__ import annotations

import http.client
import json
import math
import time
import urllib.error
import urllib.request
import uuid
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from email.message import Message
from typing import Any, Final, Literal, NamedTuple, NotRequired, TypedDict
from urllib.parse import quote, urlencode, urlsplit

USER_AGENT: Final = "head-table-client"


class Omitted:
    """Stands for what is left out of a body, as `None` may say something."""

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted()


class HeadTableError(Exception):
    """What was asked for was refused, or no answer came.

    Attributes:
        status: of the answer; None where none came, so that nobody knows what was done.
        title: the status in words, or why no answer came.
        problems: what is wrong: each with its `field`, a `code` for programs, a `message` for people.
        body: the whole answer, where it was JSON.
    """

    def __init__(self, status: int | None, title: str, body: Any = None) -> None:
        self.status, self.title, self.body = status, title, body
        found = body.get("errors") if isinstance(body, dict) else None
        self.problems: list[dict[str, str]] = found if isinstance(found, list) else []
        told = "; ".join(f"{one['field']}: {one['message']}".removeprefix(": ") for one in self.problems)
        super().__init__(" ".join(filter(None, (str(status or ""), title))) + (f": {told}" if told else ""))


class Answer(NamedTuple):
    """What came back, whatever its status."""

    status: int
    headers: Message
    body: bytes


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is for one house: it is not carried to where another address leads."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Connection:
    """What sends requests to one house, as one asker.

    Arguments:
        address: of the house, such as "https://cards.example".
        token: of an officer or of a table; empty for what everybody may see.
        phone: what tells this phone from the others of its table; it makes one for itself and keeps it.
        language: of messages and score lines.
        timeout: seconds until an answer that does not come counts as lost.
        patience: the most seconds that are waited, in all, before one request is sent again.

    Attributes:
        etag: that of the last answer, for `if_match`; None where it had none.

    A connection is for one thread.
    """

    MOST_KEPT: Final = 256
    """Answers that are kept to be asked for again by their ETag."""
    FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        phone: str = "",
        language: str = "en",
        timeout: float = 30,
        patience: float = 60,
    ) -> None:
        if urlsplit(address).scheme not in {"http", "https"}:
            raise ValueError(f"{address!r} is no address: it begins with https:// or http://")
        self.address, self.timeout, self.patience = address.rstrip("/"), timeout, patience
        self.etag: str | None = None
        self._headers = {"Accept": "application/json", "Accept-Language": language, "User-Agent": USER_AGENT}
        self._headers |= {"Authorization": f"Bearer {token}"} if token else {}
        self._headers |= {"Table-Phone": phone} if phone else {}
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._kept: OrderedDict[str, Answer] = OrderedDict()

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = OMITTED,
        key: str | None = None,
        if_match: str | None = None,
    ) -> Any:
        """The answer to a request; raises HeadTableError where it is refused, or none comes.

        Arguments:
            path: of the address, with its query where `query` is None.
            query: what it asks by; what is None is left out.
            key: Idempotency-Key, by which it is safe to send the same again.
            if_match: it is done only while what it changes has this ETag.
        """
        asked = [(name, in_query(value)) for name, value in (query or {}).items() if value is not None]
        target = path + ("?" + urlencode(asked, doseq=True) if asked else "")
        headers = dict(self._headers)
        data = None
        if not isinstance(body, Omitted):
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        if if_match:
            headers["If-Match"] = if_match
        kept = self._kept.get(target) if method == "GET" else None
        if kept:
            headers["If-None-Match"] = kept.headers["ETag"]
        safe = bool(key) or (method in {"GET", "PUT", "PATCH", "DELETE"} and not if_match)
        request = urllib.request.Request(self.address + target, data, headers, method=method)  # noqa: S310
        answer = self._until_answered(request, safe=safe)
        if answer.status == http.client.NOT_MODIFIED and kept:
            answer = kept
        return self._read(method, target, answer)

    def each(self, path: str, within: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """What a list holds, page after page; a page is fetched when it is reached."""
        page = self.send("GET", path, query=query)
        while True:
            yield from page[within]
            following = page["next"]
            if following is None:
                return
            if str(following).startswith(("http://", "https://", "/")):
                there = urlsplit(following)
                page = self.send("GET", f"{there.path}?{there.query}")
            else:
                page = self.send("GET", path, query={**query, "cursor": following})

    def _read(self, method: str, target: str, answer: Answer) -> Any:
        try:
            found = json.loads(answer.body) if answer.body else None
        except ValueError:
            found = None
        if not http.client.OK <= answer.status < http.client.MULTIPLE_CHOICES:
            title = found.get("title") if isinstance(found, dict) else None
            raise HeadTableError(answer.status, title or http.client.responses.get(answer.status, ""), found)
        self.etag = answer.headers.get("ETag")
        if method == "GET" and self.etag:
            self._kept[target] = answer
            self._kept.move_to_end(target)
            while len(self._kept) > self.MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def _until_answered(self, request: urllib.request.Request, *, safe: bool) -> Answer:
        """The first answer that is none of "later"; one that got lost is asked for again where that is `safe`."""
        waited, pause = 0.0, self.FIRST_PAUSE
        while True:
            try:
                answer = self._answered(request)
            except (OSError, http.client.HTTPException) as lost:
                if not safe or waited + pause > self.patience:
                    raise HeadTableError(None, f"No answer: {getattr(lost, 'reason', lost)}") from lost
                wait = pause
            else:
                if answer.status not in {http.client.SERVICE_UNAVAILABLE, http.client.TOO_MANY_REQUESTS}:
                    return answer
                wait = _seconds(answer.headers.get("Retry-After"), otherwise=pause)
                if waited + wait > self.patience:
                    return answer
            time.sleep(wait)
            waited, pause = waited + wait, min(2 * pause, self.LONGEST_PAUSE)

    def _answered(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=self.timeout) as came:
                return Answer(came.status, came.headers, came.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.headers, refused.read())


def _seconds(told: str | None, *, otherwise: float) -> float:
    """What `Retry-After` says; it may name a date, which is not waited for."""
    try:
        found = float(told or "")
    except ValueError:
        return otherwise
    return max(found, 0.0) if math.isfinite(found) else otherwise


def new_key() -> str:
    """An Idempotency-Key of its own."""
    return uuid.uuid4().hex


def part(value: object) -> str:
    """A value as a part of an address."""
    return quote(str(value), safe="")


def in_query(value: Any) -> Any:
    """A value as a query has it."""
    return str(value).lower() if isinstance(value, bool) else value


def filled(**fields: Any) -> dict[str, Any]:
    """A body of what is not left out."""
    return {name.rstrip("_"): value for name, value in fields.items() if not isinstance(value, Omitted)}


Act = Literal[
    "abandon",
    "adjust_game",
    "arrive",
    "change_plan",
    "check_in",
    "check_out",
    "close",
    "confirm_hand",
    "correct_hand",
    "cut",
    "cut_prize",
    "draft_move",
    "draw",
    "enter_again",
    "enter_hand",
    "finish",
    "late_hand",
    "leave",
    "leave_out_late",
    "look",
    "make",
    "move_bell",
    "not_played",
    "note_hand",
    "open_doors",
    "penalty",
    "publish",
    "publish_move",
    "recall_move",
    "reopen_doors",
    "reopen_evening",
    "reopen_results",
    "reopen_round",
    "ring",
    "schedule",
    "seat",
    "settle_dispute",
    "start",
    "stay",
    "stop",
    "substitute",
    "swap",
    "swap_draft",
    "take_back_bell",
    "take_late",
    "withdraw",
    "wrong_seats",
]
AgreedEnum = Literal["confirmed", "taken", "waits", "disputed"]
AheadEnum = Literal["forfeit", "void", "void_all"]
AnySeasonStageEnum = Literal["draft", "open", "closed"]
BecauseEnum = Literal["after-the-bell", "round-closed", "game-decided", "earlier-hand-late"]
BlankEnum = Literal[""]
ChoiceEnum = Literal["in", "out"]
ColumnKind = Literal[
    "name", "first", "last", "colour", "number", "groups", "mail", "phone", "birth", "notes", "ignore"
]
CountingEnum = Literal["games", "points"]
CutEnum = Literal["A", "B", "1", "2", "3", "4", "5", "seed"]
EveningWhatIfWhyNot = Literal[
    "hands", "unbounded", "differences", "margin", "alone", "best", "knock_out", "earlier", "over", "decided"
]
FixtureSeasonPlaceStateEnum = Literal["withdrawn", "won", "in", "out"]
HandState = Literal["counts", "agrees", "disputes", "rejected", "late", "left_out", "replaced", "note"]
HowEnum = Literal["cards", "seed"]
LeftByEnum = Literal["rules", "asked", "taken", "closed"]
MarkEnum = Literal["refused", "like", "twice", "changed", "known", "new"]
MeKindEnum = Literal["officer", "table"]
OfEnum = Literal["name", "rating"]
OrderEnum = Literal["A", "B", "1", "2", "3", "4", "5"]
PlayerRequestKindEnum = Literal["leave", "sit_out"]
PrizeEnum = Literal["best", "booby", "place"]
PurposeEnum = Literal["improve", "fewest", "fairest"]
ReachEnum = Literal["look", "score", "run", "keep", "all"]
RehearsalStageEnum = Literal["waiting", "playing", "done", "failed"]
RoleEnum = Literal["scorer", "director", "secretary", "owner"]
SearchStageEnum = Literal["searching", "ready", "taken", "dropped"]
SeasonKindEnum = Literal["evenings", "fixtures"]
SeatsEnum = Literal["follow", "keep"]
ShownToEnum = Literal["everybody", "with-link", "nobody"]
SignUpStateEnum = Literal["placed", "waiting", "withdrawn"]
SourceEnum = Literal["club", "evenings", "leagues"]
Status = Literal[
    "draft",
    "check_in",
    "seated",
    "playing",
    "bell",
    "settled",
    "drafted",
    "moved",
    "finished",
    "published",
    "abandoned",
]
TakesEnum = Literal["every", "chosen"]
TroubleEnum = Literal["refused", "broken", "too_long", "interrupted"]
VerdictEnum = Literal["clinched", "possible", "level", "impossible", "open"]
WhatEnum = Literal["name", "reason"]
WhyEnum = Literal["same", "order", "initial", "near"]


class ActPage(TypedDict):
    """A part of the list, and the addresses of the parts before and after it."""

    count: int
    next: str | None
    previous: str | None
    results: list[DoneInClub]


class Announced(TypedDict):
    """The schedule that stands, or that was found."""

    rounds: list[ScheduledRound]
    made_by: MadeBy
    wishes: Kept


class AnnouncementAnswer(TypedDict):
    """What is announced of an evening; `is_announced` is false once that was withdrawn."""

    starts: str
    places: int | None
    note: str
    takes_sign_ups: bool
    is_announced: bool


class Arrival(TypedDict):
    """Somebody the club knows, and the ticket's colour where the evening has colours."""

    player: int
    colour: NotRequired[str]


class AskedIn(TypedDict):
    """A league elsewhere in which a club was asked to take part, or does; `host` is the club whose it is."""

    host: str
    league: str
    name: str
    asked_at: str
    agreed_at: str | None


class AskedIntoFederation(TypedDict):
    """A federation into which the club is asked."""

    federation: str
    name: str
    asked_at: str


class BatchScore(TypedDict):
    """What each hand of a batch scores, or what is wrong with it, in the order of the requests."""

    answers: list[Score | NotScored | RefusedInBrief]


class BellChange(TypedDict):
    """The table credited with a round's bell, before and after."""

    round: int
    table: list[int | None]


class BondOfPlayers(TypedDict):
    """Two players of two clubs who are one person in the federation; null in `agreed_at` while that is a
    question.

    `one` is of the club that asks, `other` of the one that agrees.
    """

    id: int
    one: PlayerOfClub
    other: PlayerOfClub
    asked_at: str
    agreed_at: str | None


class BondsOfClub(TypedDict):
    """The bonds of a club's people; `shown` are those whom the club that was asked for shows to everybody."""

    bonds: list[BondOfPlayers]
    shown: list[PlayerOfClub]
    next: str | None


class Call(TypedDict):
    """A call for the director; `answered_by` is empty as long as the table waits."""

    id: int
    table: int
    reason: str
    words: str
    by: str
    called_at: str
    answered_at: str | None
    answered_by: str


class Calls(TypedDict):
    """The calls that wait, the longest first."""

    calls: list[Call]
    next: str | None


class CategoriesOfSeason(TypedDict):
    """The categories of a season that go by person."""

    categories: list[CategoryOfSeason]


class CategoryOfSeason(TypedDict):
    """A category that goes by person, and who is in it."""

    category: str
    members: list[PersonInCategory]


class CategoryTable(TypedDict):
    """The table of a category; "" is everybody's."""

    category: str
    lines: list[SeasonTableLine]


class ClaimLink(TypedDict):
    """A link by which somebody says that they are this person. It is told this once, and works once within
    a week.
    """

    url: str


class ClosedDoor(TypedDict):
    """Whether the door has a code."""

    has_code: bool


class Club(TypedDict):
    """A club of yours."""

    slug: str
    name: str
    time_zone: str
    members: int
    evenings: int


class ClubOfFederation(TypedDict):
    """A club of a federation."""

    slug: str
    name: str


class ClubSettings(TypedDict):
    """All settings of a club. Nights, house rules and kinds of evening have addresses of their own."""

    slug: str
    name: str
    time_zone: str
    language: str
    place: str
    postal_address: str
    usual_game: str
    confirms_requests: bool
    colour: str
    logo: str | None
    shown_to: Shown
    asks_consent: bool
    categories: dict[str, bool]
    groups: list[str]


class Clubs(TypedDict):
    """Your clubs."""

    clubs: list[Club]
    next: str | None


class ComingEvening(TypedDict):
    """An evening to come: when it begins, how many come and wait, and how many places are left (null: any
    number).
    """

    slug: str
    name: str
    date: str
    starts_at: str | None
    note: str
    game: str
    come: int
    waiting: int
    left: int | None
    takes_sign_ups: bool


class ComingEvenings(TypedDict):
    """The evenings to come, the next first."""

    evenings: list[ComingEvening]
    next: str | None


class ConsentTold(TypedDict):
    """Whether one thing of somebody is public, and what they have said to that; null where they have said
    nothing.
    """

    of: OfEnum
    is_shown: bool
    given: bool | None
    at: str | None


class Decision(TypedDict):
    """A decision of the director that stands, as the ledger has it; it is withdrawn by its `entry`."""

    entry: int
    act: Act
    body: dict[str, Any]
    reason: str
    by: str
    at: str


class Decisions(TypedDict):
    """The decisions that stand, in order."""

    decisions: list[Decision]
    next: str | None


class Disputes(TypedDict):
    """The hands in dispute, each with the entry that counts first."""

    disputes: list[HandVersions]
    next: str | None


class DivisionEntered(TypedDict):
    """A division: its name, and the level that it had, if it was there."""

    name: str
    was: NotRequired[int | None]


class DoneInClub(TypedDict):
    """One act: what (`act` of a `source`, with the values that were kept), who, when, and from where."""

    at: str
    by: str
    who: str
    source: SourceEnum
    act: str
    what: str
    values: dict[str, Any]
    where: str
    network: str
    browser: str


class DoorCodeAnswer(TypedDict):
    """The code at the door: whoever opens `url` checks themselves in; `screen` shows it large."""

    url: str
    screen: str
    made_at: str


class Entered(TypedDict):
    """The answer to an entered hand; every retry with the same key gets the same bytes.

    Where another phone had entered this number before, `state` is "agrees" or "disputed", and `of` is
    the ledger entry of the hand that counts; nothing is overwritten. `clock_offset` is by how many
    milliseconds the sender's clock is ahead.
    """

    round: int
    table: int
    number: int
    hand: dict[str, Any]
    points: list[int]
    played_at: str
    key: str
    scores: list[int]
    derivation: list[Line]
    running: OfCouples | list[int]
    target: int | None
    entered_at: str
    ledger: LedgerPlace
    clock_offset: NotRequired[int | None]
    state: NotRequired[Literal["agrees", "disputed"] | None]
    of: NotRequired[int | None]
    agrees: NotRequired[bool | None]
    confirms: NotRequired[bool | None]


class EnteredLate(TypedDict):
    """The answer to a hand that is kept in the late tray: it counts when the director takes it in."""

    round: int
    table: int
    number: int
    hand: dict[str, Any]
    points: list[int]
    played_at: str
    key: str
    scores: list[int]
    derivation: list[Line]
    running: OfCouples | list[int]
    target: int | None
    entered_at: str
    ledger: LedgerPlace
    clock_offset: NotRequired[int | None]
    state: Literal["late"]
    because: BecauseEnum


class EntrantEntered(TypedDict):
    """An entrant: the people by their ids; without a name it is called by theirs."""

    players: list[int]
    name: NotRequired[str]
    rating: NotRequired[int | None]


class Entry(TypedDict):
    """One act in the ledger; in its `reason` the number of a ticket, in braces, stands for who holds it."""

    sequence: int
    act: Act
    body: dict[str, Any]
    by: str
    at: str
    reason: str
    previous_hash: str
    hash: str


class Evening(TypedDict):
    """An evening as it stands. `possible` names the acts that its status allows, `addresses` where each is
    done.

    `commitment` is the SHA-256 of the word `commitment` and the seed, a line each, without a newline at
    the end. `seed` is null until the evening is published or abandoned: draws and cuts are still to
    come from it.
    """

    club: str
    slug: str
    name: str
    date: str
    status: Status
    version: int
    plan: dict[str, Any]
    pinned: dict[str, Any] | None
    commitment: str
    seed: str | None
    current_round: int
    round: RoundTimes | None
    possible: list[Act]
    addresses: dict[str, str]
    ledger: LedgerHead
    made_at: str
    started_at: str | None
    finished_at: str | None
    published_at: str | None


class EveningCase(TypedDict):
    """What must happen with one result of one's own; `wins` is null for whoever sits out."""

    wins: bool | None
    ways: str
    text: str
    needed: list[str]


class EveningGave(TypedDict):
    """What an evening gave somebody, in units and as written, by which paragraph of the rules, and why."""

    club: str | None
    evening: str | None
    date: str
    status: str
    counts: bool
    units: int
    points: str
    rule: str
    text: str


class EveningInShort(TypedDict):
    """An evening in a list."""

    slug: str
    name: str
    date: str
    game: str
    status: Status
    current_round: int
    players: int


class EveningMust(TypedDict):
    """What must happen for who was asked about, to come first alone (`outright`) or to be level.

    Where games count there are `cases`, by their own result; where points count `needed`, all of which
    must happen.
    """

    number: int
    name: str
    outright: bool
    cases: list[EveningCase]
    needed: list[str]


class EveningOfSeason(TypedDict):
    """An evening that a season takes or could take, and the secretary's word about it.

    `choice` is "in" where it was taken in by hand, "out" where it was left out, else "". `void` counts
    for nobody; `publication` is the number of the one that the season took, null where it took none.
    """

    evening: str
    name: str
    date: str
    game: str
    choice: ChoiceEnum | BlankEnum
    void: bool
    publication: int | None


class EveningPage(TypedDict):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """

    count: int
    next: str | None
    previous: str | None
    results: list[EveningInShort]


class EveningPlayed(TypedDict):
    """A published evening at which somebody played, with their line in its standings."""

    evening: str
    name: str
    date: str
    game: str
    place: int
    played: int
    won_halves: int
    points_for: int
    points_difference: int


class EveningProspect(TypedDict):
    """Whether somebody can still come first.

    Where games count: the games won, and in how many ways, as texts of digits, for there may be very
    many. Where points count: those so far, and between what and what they end. What does not count is
    null.
    """

    ticket: str
    number: int
    name: str
    won_halves: NotRequired[int | None]
    points: NotRequired[int | None]
    verdict: VerdictEnum
    outright: NotRequired[str | None]
    level: NotRequired[str | None]
    least: NotRequired[int | None]
    most: NotRequired[int | None]
    text: str


class EveningWhatIf(TypedDict):
    """Who can still win an evening before its last round is settled; where it cannot be asked `why_not`.

    `ways` is null where points count.
    """

    version: int
    why_not: EveningWhatIfWhyNot | None
    text: str
    last_round: int | None
    ways: str | None
    prospects: list[EveningProspect]
    must: EveningMust | None


class EveningsOfSeason(TypedDict):
    """The evenings between the days of a season and those chosen beside, the latest first."""

    evenings: list[EveningOfSeason]
    next: str | None


class FederationOfClub(TypedDict):
    """The federation that a club is in, null without one; and where it is asked in.

    `is_leading` says whether it is the club that asks others in: the one that has been in it for longest.
    """

    federation: str | None
    name: str | None
    is_leading: bool
    members: list[PartnerClub]
    asked: list[PartnerClub]
    invitations: list[AskedIntoFederation]


class FederationRatedPerson(TypedDict):
    """A rating as people read it; `players` are who somebody is in each club that shows them."""

    players: list[PlayerOfClub]
    shown: int
    give_or_take: int
    sure: int
    rated_games: int
    last: str


class FederationRatings(TypedDict):
    """Everybody rated at a game over all clubs of a federation, the surest first."""

    game: str
    ratings: list[FederationRatedPerson]
    next: str | None


class FederationTold(TypedDict):
    """A federation: its clubs, the leagues that they share, and the games that are rated over all of them."""

    slug: str
    name: str
    clubs: list[ClubOfFederation]
    leagues: list[SharedLeague]
    games: list[str]


class FeesOf(TypedDict):
    """What an evening or a season costs, who has paid, and what is in the cash box; `own`: said of it alone."""

    member: int
    guest: int
    currency: str
    own: bool
    cash: int
    payers: list[PayerAnswer]
    next: str | None


class FixtureSeasonPlace(TypedDict):
    """A person's place in a season of fixtures; null where nothing tells one yet.

    `entrant` is the number under which they play there. `match_points` are in halves, null in a
    knock-out, where `state` says whether they have won it, are in it, or are out.
    """

    host: str
    league: str
    season: str
    entrant: int
    division: str
    name: str
    place: int | None
    match_points: int | None
    played: int
    won: int
    state: FixtureSeasonPlaceStateEnum | BlankEnum


class ForecastAnswer(TypedDict):
    """What a number of players means under the plan of an evening.

    `needed` is after how many rounds a knock-out is decided, `apart` for how many at the most nobody
    meets anybody twice, where the movement sees to that. `measured` says where the minutes of a round
    are from: earlier evenings of the club, or the plan.
    """

    players: int
    tables: list[int]
    sitting_out: int
    missing: int
    rounds: int
    needed: int | None
    apart: int | None
    minutes: int | None
    minutes_of_a_round: int | None
    measured: Literal["tonight", "earlier", "plan"] | None
    outlook: OutlookAnswer | None


class FoundAll(TypedDict):
    """Everything that was found, by its kind; nothing for fewer than two letters."""

    groups: list[FoundGroup]


class FoundGroup(TypedDict):
    """What was found of one kind, the nearest first; `has_more` than is told."""

    title: str
    has_more: bool
    found: list[FoundOne]


class FoundOne(TypedDict):
    """Something found: what it is called, a line about it, and the address of its page."""

    title: str
    about: str
    url: str


class Game(TypedDict):
    """A game with what its forms and checks need: entry forms and JSON Schemas."""

    slug: str
    name: str
    seats: list[int]
    partnership: bool
    version: str
    pack: str
    form: list[dict[str, Any]]
    house_rule_form: list[dict[str, Any]]
    hand_schemas: list[dict[str, Any]]
    house_rules_schema: dict[str, Any]
    rulebook: list[dict[str, Any]]


class GameChange(TypedDict):
    """A game whose points or winner change, each before and after; a winner is null where nobody has won."""

    round: int
    table: int
    points: list[list[int]]
    winner: list[OrderEnum | None]
    cut_not_needed: bool
    cut_needed: bool


class GameInShort(TypedDict):
    """A game that is played here."""

    slug: str
    name: str
    seats: list[int]
    partnership: bool
    version: str


class GameScore(TypedDict):
    """How a whole game stands."""

    id: Any
    ok: Literal[True]
    totals: list[int]
    running: list[list[int]]
    over_after: int | None
    winners: list[int]
    settlement: list[int] | None


class Games(TypedDict):
    """The games."""

    games: list[GameInShort]


class GamesPlayed(TypedDict):
    """All games of one kind; where everybody counts their own points nobody wins a game."""

    game: str
    counting: CountingEnum
    total: Sum
    won_in_a_row: Streak
    partners: list[SumWith]
    opponents: list[SumWith]
    tables: list[SumAt]
    seats: list[SumAt]


class Guest(TypedDict):
    """Somebody who sits out."""

    ticket: str
    name: str


class Hand(TypedDict):
    """A hand as it counts, with its score slip in the reader's language; `hand` is null where the deal is
    void.

    Acts name it by its `entry` in the ledger. `agreed` says how far the sides are agreed: "confirmed"
    by one of `confirmed_by` or the director, "taken" as confirmed without a word, "waits" for it,
    "disputed" by others.
    """

    number: int
    entry: int
    by: str
    hand: dict[str, Any] | None
    points: list[int]
    derivation: list[Line]
    running: OfCouples | list[int]
    played_at: str
    entered_at: str
    agreed: AgreedEnum
    confirmed_by: str
    disputed_by: list[OtherEntry]


class HandChange(TypedDict):
    """A hand that scores otherwise though it stays as it was entered: its points, before and after."""

    round: int
    table: int
    number: int
    points: list[list[int]]


class HandVersions(TypedDict):
    """Everything that was entered for a hand, in order."""

    round: int
    table: int
    number: int
    versions: list[Version]


class HouseRules(TypedDict):
    """How a club plays a game: every house rule with its value, and whether the club has set them."""

    game: str
    options: dict[str, Any]
    own: bool


class Impact(TypedDict):
    """What an act would change. `announced` says whether the seats that would change have been announced."""

    nothing: bool
    games: list[GameChange]
    hands: list[HandChange]
    bells: list[BellChange]
    lines: list[LineChange]
    prizes: list[PrizeChange]
    seats: list[SeatChange]
    announced: bool


class Invitation(TypedDict):
    """An invitation that can still be accepted."""

    id: int
    called: str
    role: RoleEnum
    evening: str | None
    ends_at: str | None
    expires_at: str
    mail: Literal["waiting", "sent", "failed"] | None


class Invitations(TypedDict):
    """The open ones of a club, the newest first."""

    invitations: list[Invitation]


class Job(TypedDict):
    """A piece of background work."""

    id: int
    kind: str
    cause: int | None
    outcome: str
    attempts: int
    made_at: str
    due_at: str
    done_at: str | None
    milliseconds: int | None
    remark: str


class Jobs(TypedDict):
    """The background work of the evening, newest first."""

    jobs: list[Job]
    next: str | None


class Kept(TypedDict):
    """What it keeps to."""

    apart: list[list[str]]
    never_partners: list[list[str]]
    together: list[list[str]]
    unmoved: list[str]


class LateTray(TypedDict):
    """The hands that wait for the director, and those left out, in the order they came."""

    waiting: list[LateVersion]
    left_out: list[LateVersion]
    next: str | None


class LateVersion(TypedDict):
    """A hand that came late, where it was played and why it was late."""

    entry: int
    act: Act
    state: HandState
    hand: dict[str, Any] | None
    points: list[int]
    derivation: list[Line]
    by: str
    reason: str
    played_at: str
    entered_at: str
    confirmed_by: str
    later: list[Later]
    round: int
    table: int
    number: int
    because: BecauseEnum


class Later(TypedDict):
    """What was said of an entry afterwards."""

    act: Act
    by: str
    at: str
    reason: str


class LeagueDivision(TypedDict):
    """A division, its lines best first; of a knock-out there are none, and `champion` is who has won it."""

    level: int
    name: str
    lines: list[LeagueLine]
    champion: int | None


class LeagueEntrant(TypedDict):
    """An entrant by number; players by their ids; `left_out_of` is the round they asked to be left out of
    last.
    """

    entrant: int
    name: str
    division: int
    players: list[int]
    withdrawn: bool
    left_out_of: int | None
    rating: int | None


class LeagueEntrants(TypedDict):
    """Who is entered in a season of fixtures, by number, and its divisions, the highest first."""

    version: int
    divisions: list[NamedDivision]
    entrants: list[LeagueEntrant]


class LeagueEntry(TypedDict):
    """The number of an entry in the ledger of the season."""

    entry: int


class LeagueFixture(TypedDict):
    """A fixture: entrants by their numbers, `away` null for a bye; `evening` gives the result, if one does.

    Of a play-off `play_off` is true. Games are counted in halves.
    """

    code: str
    division: int
    round: int
    home: int
    away: int | None
    status: str
    play_off: bool
    evening: str | None
    winner: str | None
    forfeit: str | None
    games: list[int]
    points: list[int] | None
    date: str | None


class LeagueFixtureCodes(TypedDict):
    """The codes of fixtures that were made."""

    codes: list[str]


class LeagueFixtures(TypedDict):
    """The fixtures of a season by divisions and rounds, play-offs last, and everybody who is in them."""

    version: int
    entrants: list[LeagueEntrant]
    fixtures: list[LeagueFixture]
    next: str | None


class LeagueLine(TypedDict):
    """A line of a division's table; match points and games are counted in halves, pairs are own and the
    others'.

    `adjusted` are the match points in it that were given or, below nothing, taken off.
    """

    place: int
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int
    adjusted: int
    decided_by: str
    entrant: int
    name: str
    games: list[int]
    points: list[int] | None
    tie_breaks: list[LeagueTieBreak]
    leads: str
    withdrawn: bool


class LeagueMust(TypedDict):
    """What must happen for the entrant asked about, `outright` or at least level; `text` where nothing must."""

    text: str
    outright: bool
    needed: list[str]
    enough: list[str]


class LeagueNow(TypedDict):
    """A league for those who keep it: its seasons, the latest first, and the other clubs."""

    club: str
    slug: str
    name: str
    seasons: list[SeasonOfLeague]
    guests: list[PartnerClub]


class LeagueOfClub(TypedDict):
    """A league in which a club takes part, with its seasons, the latest first; `host` is whose it is."""

    host: str
    slug: str
    name: str
    seasons: list[SeasonInShort]


class LeagueProspect(TypedDict):
    """What may become of an entrant: the verdict, the numbers of ways where all were gone through, and words."""

    entrant: int
    name: str
    verdict: str
    outright: int | None
    level: int | None
    text: str


class LeagueProspects(TypedDict):
    """Who can still reach a place of a division; `exact` unless the verdicts are bounds that are proved."""

    division: int
    place: int
    ahead: int
    exact: bool
    ways: str
    prospects: list[LeagueProspect]
    must: LeagueMust | None


class LeagueTables(TypedDict):
    """The tables of a season of fixtures; `commitment` is promised for its next lots."""

    version: int
    format: str
    rules_version: str
    commitment: str
    divisions: list[LeagueDivision]


class LeagueTieBreak(TypedDict):
    """What a line has of a tie-break in which it was compared, as people write it."""

    tie_break: str
    value: str


class Leagues(TypedDict):
    """The leagues of a club."""

    leagues: list[LeagueOfClub]
    next: str | None


class LeaguesElsewhere(TypedDict):
    """The leagues of other clubs in which a club takes part, or was asked to."""

    leagues: list[AskedIn]
    next: str | None


class LedgerHead(TypedDict):
    """How long the ledger is, and the hash it ends in."""

    length: int
    head: str


class LedgerPage(TypedDict):
    """Entries in order; `next` is the address of those that follow."""

    length: int
    head: str
    entries: list[Entry]
    next: str | None


class LedgerPlace(TypedDict):
    """Where a hand stands in the ledger."""

    sequence: int
    hash: str


class Line(TypedDict):
    """Points for some seats, the rulebook paragraph they rest on, and why."""

    seats: list[int]
    points: int
    rule: str
    text: str


class LineChange(TypedDict):
    """A ticket's line of the standings, before and after."""

    ticket: str
    place: list[int | None]
    won_halves: list[int]
    points: list[int]


class Link(TypedDict):
    """The link to a table: whoever has it plays at that table."""

    table: int
    token: str
    url: str


class Links(TypedDict):
    """The links of all tables, but those of `kept`: tables in play, for who plays tonight and has not looked."""

    links: list[Link]
    kept: list[int]


class ListAdded(TypedDict):
    """How many lines of a list came to what."""

    new: int
    changed: int
    known: int
    twice: int
    like: int
    refused: int


class ListLooked(TypedDict):
    """What a list comes to as things are now, and how it was read. `seen` goes along when it is added."""

    seen: str
    columns: list[str]
    heading: bool
    turned: bool
    lines: list[ListedLine]


class ListedLine(TypedDict):
    """What a row comes to.

    `new` is added, `changed` gives somebody known new details, `known` and `twice` do nothing, `like`
    is left out unless it is said to be another person, `refused` cannot be taken.
    """

    row: int
    name: str
    mark: MarkEnum
    of: int | None
    first: int | None
    changes: list[str]
    why: str | None


class MadeBy(TypedDict):
    """Where a schedule comes from."""

    kind: str
    source: str
    version: int
    seed: str
    moves: int


class MadeEvenings(TypedDict):
    """The evenings that were made, in the order of their days."""

    evenings: list[EveningInShort]


class MadeInvitation(TypedDict):
    """A new invitation. `url` is told this once: whoever opens it first within a week has the office."""

    url: str
    invitation: Invitation


class MadeToken(TypedDict):
    """A new token. `token` is told this once: whoever has it may what it reaches."""

    token: str
    made: Token


class Me(TypedDict):
    """Who is asking: an officer with their clubs, or a table with its place."""

    kind: MeKindEnum
    name: str
    clubs: list[str]
    reach: ReachEnum | None
    table: str | None


class Member(TypedDict):
    """Somebody the club knows, with everything it keeps of them; "" is nothing."""

    id: int
    name: str
    guest: bool
    colour: str
    active: bool
    number: str
    mail: str
    phone: str
    birth: str
    notes: str
    groups: list[str]
    photo: str | None
    claimed: bool


class MemberInList(TypedDict):
    """A member with their details, as a secretary reads them; "" is nothing."""

    id: int
    name: str
    colour: str
    active: bool
    number: str
    mail: str
    phone: str
    birth: str
    notes: str
    groups: list[str]


class MemberPage(TypedDict):
    """A part of the members of a club, by name, and the addresses of the parts before and after it."""

    count: int
    next: str | None
    previous: str | None
    results: list[MemberInList]


class MergeOfPlayers(TypedDict):
    """Two players who are read as one, or were until `undone_at`; `league` where it holds in one alone."""

    id: int
    duplicate: PlayerOfClub
    into: PlayerOfClub
    league: str | None
    reason: str
    merged_by: str
    merged_at: str
    undone_by: str
    undone_at: str | None


class NamedDivision(TypedDict):
    """A division by its level, 1 for the highest."""

    level: int
    name: str


class Neighbour(TypedDict):
    """Who stands next to somebody, and what parts the two."""

    player: int
    name: str
    place: int | None
    text: str


class NewGuest(TypedDict):
    """Somebody new, who is a guest of the club from now on; `another` person of a name that the club has."""

    name: str
    colour: NotRequired[str]
    another: NotRequired[bool]


class NextSeat(TypedDict):
    """Where somebody of this table goes next: table and seat, or sitting out (both null)."""

    ticket: str
    name: str
    table: int | None
    seat: int | None
    partner: str


class NextSeats(TypedDict):
    """The announced next round, for those of this table."""

    round: int
    places: list[NextSeat]


class Night(TypedDict):
    """A night of a club."""

    id: int
    name: str
    weekday: int
    week: int
    starts: str | None
    begins_with: str


class Nights(TypedDict):
    """Those of a club."""

    nights: list[Night]


class NoRehearsal(TypedDict):
    """Whether a rehearsal was under way that is stopped now."""

    was_under_way: bool


class NotScored(TypedDict):
    """A request that cannot be scored."""

    errors: list[Problem]
    id: Any
    ok: Literal[False]


class OfCouples(TypedDict):
    """The points of the couples."""

    A: int
    B: int


class Officer(TypedDict):
    """What somebody may do in a club, or in one `evening` of it alone, until the office ends where an end
    is set.
    """

    id: int
    name: str
    username: str
    role: RoleEnum
    evening: str | None
    ends_at: str | None
    has_second_factor: bool


class Officers(TypedDict):
    """Those of a club, the highest first."""

    officers: list[Officer]
    next: str | None


class OneHandPlayed(TypedDict):
    """A hand: its round, its table, its number there."""

    round: int
    table: int
    number: int


class OtherEntry(TypedDict):
    """What was entered otherwise for a disputed hand; acts name it by its entry in the ledger."""

    entry: int
    by: str
    hand: dict[str, Any] | None
    points: list[int]


class OutlookAnswer(TypedDict):
    """Which round is the last by the end that is planned, at the pace of the room, and about when.

    `last_hand` is null where that round is over and there is no time for another.
    """

    last: int
    last_ends: str
    last_hand: str | None
    next_ends: str
    end: str


class OwnOffice(TypedDict):
    """An office of yours, in a club or in one `evening` of it alone."""

    id: int
    club: str
    role: RoleEnum
    evening: str | None
    ends_at: str | None


class OwnOffices(TypedDict):
    """Those that you hold, by club."""

    offices: list[OwnOffice]
    next: str | None


class OwnPlace(TypedDict):
    """Whether somebody has a place; `waits_as` is their number on the waiting list, null for who is not on it."""

    state: SignUpStateEnum
    waits_as: int | None
    token: str


class PairAlike(TypedDict):
    """Two players whose names may mean one person, whoever came less often first, and how they are alike."""

    duplicate: PlayerOfClub
    into: PlayerOfClub
    why: WhyEnum
    at_once: SeatedAtOnce | None


class Pairing(TypedDict):
    """Two who meet, by their numbers, whoever is at home first; `away` null has a bye.

    `games` are the half games of both, where the result is known.
    """

    home: int
    away: NotRequired[int | None]
    games: NotRequired[list[int] | None]


class PartnerClub(TypedDict):
    """A club that takes part in a league or a federation, or is asked to: `agreed_at` is null until it has
    agreed.
    """

    club: str
    name: str
    asked_at: str
    agreed_at: str | None


class PayerAnswer(TypedDict):
    """Somebody who is to pay or has paid: what is `due`, and what they have `paid`, null for who has not."""

    player: int
    name: str
    due: int
    paid: int | None
    paid_at: str | None


class Payment(TypedDict):
    """Something that was noted for an evening or a season: a payment, or below zero that one was taken back."""

    player: int
    name: str
    evening: str | None
    season: int | None
    amount: int
    made_at: str
    made_by: str


class PaymentPage(TypedDict):
    """A part of everything that was noted, in order, and the addresses of the parts before and after it."""

    count: int
    next: str | None
    previous: str | None
    results: list[Payment]


class PersonInCategory(TypedDict):
    """Somebody in a category."""

    player: int
    name: str


class Phone(TypedDict):
    """A phone that has opened the card of a table; `owner` is "" for one that lies in the middle."""

    id: int
    label: str
    owner: str
    last_seen_at: str


class Phones(TypedDict):
    """Those that the link of a table lets in, the one seen last first; `has_link`: whether its card opens it."""

    has_link: bool
    phones: list[Phone]


class Player(TypedDict):
    """Somebody the club knows."""

    id: int
    name: str
    guest: bool
    colour: str
    active: bool
    number: str


class PlayerHistory(TypedDict):
    """A person with all that their published evenings come to, the latest evening first.

    `player` is the person, whichever of their ids was asked for; `also` are the names of the players
    read as them. `corrected` are evenings whose results are being changed: they count again when they
    are published again.
    """

    player: Player
    also: list[str]
    evenings: list[EveningPlayed]
    corrected: list[str]
    evenings_in_a_row: Streak
    games_played: list[GamesPlayed]
    ratings: list[RatingAfter]
    seasons: list[SeasonPlace]
    fixture_seasons: list[FixtureSeasonPlace]


class PlayerLink(TypedDict):
    """The link to somebody's own page; `typed` is the code that is typed where it cannot be scanned."""

    ticket: str
    url: str | None
    typed: str | None


class PlayerOfClub(TypedDict):
    """Who somebody is in one club."""

    club: str
    player: int
    name: str


class PlayerPage(TypedDict):
    """A page of the list: how many there are in all, and the address of the page after it.

    `previous` is null but where an `offset` was asked for.
    """

    count: int
    next: str | None
    previous: str | None
    results: list[Player]


class PlayerRequest(TypedDict):
    """A request that waits: of whom, what for, and for which round."""

    id: int
    ticket: str
    name: str
    kind: PlayerRequestKindEnum
    round: int
    made_at: str


class PlayerRequests(TypedDict):
    """Those that wait, the longest first."""

    requests: list[PlayerRequest]
    next: str | None


class Players(TypedDict):
    """Several of them."""

    players: list[Player]


class Preset(TypedDict):
    """A kind of evening that a club keeps: a plan under a name, to be sent as the plan of a new evening."""

    id: int
    name: str
    plan: dict[str, Any]


class PresetOfSeasons(TypedDict):
    """A kind of season that a new one can be made from: its rules, and what it is in words."""

    slug: str
    name: str
    sentence: str
    kind: SeasonKindEnum
    rules: dict[str, Any]


class Presets(TypedDict):
    """Those of a club."""

    presets: list[Preset]


class PresetsOfSeasons(TypedDict):
    """Those that a league offers; "last" are the rules of its last season of that kind."""

    presets: list[PresetOfSeasons]


class Preview(TypedDict):
    """What a hand would score; nothing is kept."""

    scores: list[int]
    derivation: list[Line]
    wins_game: int | None


class Prize(TypedDict):
    """A prize and the ticket that has it, or the tickets that have to cut for it; or a share in several
    prizes.

    Where prizes are divided there is one for each ticket: `rank` to `last` are divided among so many,
    and `amount`, in the smallest unit of money, is what this ticket gets. With no winner and nobody
    tied it waits for another cut. `other` is the number of the other prizes that it is one of, 0 for
    those of the whole evening; `about` what they are for. A `place` is one that is still to be cut for,
    where all places are.
    """

    prize: PrizeEnum
    other: int
    about: str
    rank: int
    last: int
    colour: str | None
    winner: str | None
    tied: list[str]
    among: int
    amount: int
    why: str


class PrizeChange(TypedDict):
    """The tickets that have a prize, share it or have to cut for it, before and after; and what each of
    them gets.
    """

    prize: PrizeEnum
    other: int
    rank: int
    colour: str | None
    tickets: list[list[str]]
    amounts: list[list[int]]
    to_cut: list[bool]


class Problem(TypedDict):
    """One thing that is wrong: where, a code for programs, a sentence for people."""

    field: str
    code: str
    message: str


class PublicOfPlayer(TypedDict):
    """What is public of somebody: what they are called in public, and each thing that they may agree to."""

    shown_as: str
    consents: list[ConsentTold]


class RatedPlayer(TypedDict):
    """A rating as people read it; `sure` is what the list goes by."""

    player: int
    name: str
    shown: int
    give_or_take: int
    sure: int
    rated_games: int
    last: str


class RatingAfter(TypedDict):
    """A rating after an evening; nineteen times in twenty the truth lies within `give_or_take` of it."""

    game: str
    evening: str
    date: str
    rating: int
    give_or_take: int
    rated_games: int


class Ratings(TypedDict):
    """Everybody rated at a game, the surest first."""

    game: str
    ratings: list[RatedPlayer]
    next: str | None


class RefusedInBrief(TypedDict):
    """Another one that cannot be scored, after so many that what is wrong with it is not told."""

    errors: list[Problem]
    id: None
    ok: Literal[False]


class Rehearsal(TypedDict):
    """A rehearsal: how far it has got, or its report.

    `trouble` is "" or why there is no report, with a `remark`: the plan was `refused`, it was `broken`
    off, took `too_long`, or was `interrupted`.
    """

    stage: RehearsalStageEnum
    trouble: TroubleEnum | BlankEnum
    remark: str
    progress: dict[str, int]
    report: dict[str, Any] | None
    asked_at: str
    ended_at: str | None


class Result(TypedDict):
    """An evening that is over: by what plan it was played, who came where, who won what.

    `published_at` is null until its archive is made; a correction makes another one.
    """

    club: str
    slug: str
    name: str
    date: str
    game: str
    plan: dict[str, Any]
    version: int
    rounds: int
    published_at: str | None
    standings: list[Standing]
    prizes: list[Prize]


class Round(TypedDict):
    """A round with everybody's place and how each game stands."""

    number: int
    announced_at: str | None
    started_at: str | None
    ends_at: str | None
    stopped_at: str | None
    closed_at: str | None
    bell_table: int | None
    tables: list[TableOfRound]
    sitting_out: list[Guest]
    reasons: list[str]


class RoundTimes(TypedDict):
    """When a round was announced, began, ends by the clock, was stopped and was settled; the table that rang."""

    number: int
    announced_at: str | None
    started_at: str | None
    ends_at: str | None
    stopped_at: str | None
    closed_at: str | None
    bell_table: int | None


class RulesParagraph(TypedDict):
    """A paragraph of the rules."""

    number: str
    id: str
    section: str
    title: str
    text: str


class Schedule(TypedDict):
    """The schedule that stands, null where the movement has none, and the searches that are open."""

    version: int
    announced: Announced | None
    searches: list[Search]


class ScheduledRound(TypedDict):
    """One announced round, by ticket code: tables from 1 up, each from seat 1 on."""

    round: int
    tables: list[list[str]]
    sitting_out: list[str]


class Score(TypedDict):
    """What a hand scores, and why."""

    id: Any
    ok: Literal[True]
    game: str
    scores: list[int]
    derivation: list[Line]
    wins_game: int | None


class Search(TypedDict):
    """A search for another schedule; `announced` is the best found so far, null before there is any."""

    id: int
    purpose: PurposeEnum
    stage: SearchStageEnum
    first: int
    moves: int
    milliseconds: int
    changed: int
    remark: str
    asked_at: str
    announced: Announced | None


class SeasonCase(TypedDict):
    """What must happen if somebody takes a place at the last evening, or stays away (null)."""

    takes: int | None
    total: int
    text: str
    conditions: list[str]


class SeasonFeesAnswer(TypedDict):
    """A season that costs something: what came in, and by how many it is paid."""

    id: int
    name: str
    member: int
    guest: int
    cash: int
    paid: int


class SeasonInShort(TypedDict):
    """A season in a list."""

    slug: str
    name: str
    kind: SeasonKindEnum
    stage: AnySeasonStageEnum
    starts: str
    ends: str


class SeasonLedgerEntry(TypedDict):
    """One act in the ledger of a season.

    What entrants were called and why it was done stand beside it, in `bound`: the chain holds the
    commitment of the reason in the place of `reason`. Entries of before texts were bound hold them
    themselves.
    """

    sequence: int
    act: str
    body: dict[str, Any]
    by: str
    at: str
    reason: str
    previous_hash: str
    hash: str
    bound: list[SeasonText]


class SeasonLedgerPage(TypedDict):
    """Entries in order; `next` is the address of those that follow."""

    length: int
    head: str
    entries: list[SeasonLedgerEntry]
    next: str | None


class SeasonMust(TypedDict):
    """What must happen for who was asked about; no cases where it is settled, or more evenings are left."""

    player: int
    name: str
    cases: list[SeasonCase]


class SeasonNow(TypedDict):
    """A season as it stands, for those who keep it.

    `possible` names what may be done now, by what this description calls it, `addresses` where each is
    done. `rules_version` is the hash of the rules, `commitment` is promised for the next lots.
    `previous` is the season that it goes on from.
    """

    club: str
    league: str
    slug: str
    name: str
    kind: SeasonKindEnum
    stage: AnySeasonStageEnum
    starts: str
    ends: str
    takes: TakesEnum
    rules: dict[str, Any]
    rules_version: str
    commitment: str
    previous: str | None
    version: int
    possible: list[str]
    addresses: dict[str, str]
    made_at: str


class SeasonOfLeague(TypedDict):
    """A season of a league, one that is being set up as well."""

    slug: str
    name: str
    kind: SeasonKindEnum
    stage: AnySeasonStageEnum


class SeasonPlace(TypedDict):
    """A line in the table of a season; `place` is null where none is given."""

    host: str
    league: str
    season: str
    place: int | None
    attended: int


class SeasonProspect(TypedDict):
    """What may become of somebody: the verdict, between which totals they end, in units, and words."""

    player: int
    name: str
    verdict: VerdictEnum
    least: int
    most: int | None
    text: str


class SeasonRulesTold(TypedDict):
    """The rules of a season: as data, in words, and the hash by which they are pinned."""

    kind: SeasonKindEnum
    version: str
    rules: dict[str, Any]
    paragraphs: list[RulesParagraph]


class SeasonStandings(TypedDict):
    """The tables of a season of evenings; so many `unit` make a point. `is_current` unless work is waiting."""

    version: int
    stage: AnySeasonStageEnum
    rules_version: str
    unit: int
    evenings: int
    is_current: bool
    tables: list[CategoryTable]


class SeasonTableLine(TypedDict):
    """A line of a season's table: `total` and `bonus` in units, `points` as people write the total.

    `place` is null for whoever has attended too few evenings. `text` says what puts it below the line
    above.
    """

    place: int | None
    total: int
    bonus: int
    attended: int
    won: int
    prizes: bool
    decided_by: str
    player: int
    name: str
    points: str
    text: str


class SeasonText(TypedDict):
    """A text that an entry binds: its `commitment` is the SHA-256 of `name` or `reason`, the salt and the
    text.

    A line each, without a newline at the end. The salt is null where somebody was erased, and the text
    without them.
    """

    what: WhatEnum
    commitment: str
    text: str
    salt: str | None


class SeasonWhatIf(TypedDict):
    """Who can still reach a place; `exact` unless the verdicts are bounds. `left_by` says who says what is
    left.

    `winners` are those in the first place now, or for ever where the season is closed.
    """

    version: int
    category: str
    asked_place: int
    unit: int
    evenings_left: int
    left_by: LeftByEnum
    each_evening: list[int] | None
    exact: bool
    winners: list[int]
    prospects: list[SeasonProspect]
    must: SeasonMust | None


class SeasonWhy(TypedDict):
    """Why somebody stands where they do: what counts and the bonus come to the total."""

    player: int
    name: str
    category: str
    place: int | None
    total: int
    points: str
    bonus: int
    unit: int
    evenings: list[EveningGave]
    above: Neighbour | None
    below: Neighbour | None


class SeasonsOfFees(TypedDict):
    """The seasons of a club that cost something, the latest first."""

    seasons: list[SeasonFeesAnswer]


class SeatChange(TypedDict):
    """Where a ticket would sit next, as table and seat, before and after; null for sitting out."""

    ticket: str
    seat: list[list[int] | None]


class SeatedAtOnce(TypedDict):
    """A round of an evening in which two had seats at the same time: they are hardly one person."""

    evening: str
    round: int


class Session(TypedDict):
    """A browser in which you are signed in."""

    id: int
    browser: str
    device: str
    made_at: str
    last_seen_at: str


class Sessions(TypedDict):
    """Where you are signed in, the last seen first."""

    sessions: list[Session]


class SharedLeague(TypedDict):
    """A league in which several clubs of a federation take part; `host` is whose it is."""

    host: str
    slug: str
    name: str


class Shown(TypedDict):
    """Who sees each part of a club."""

    results: ShownToEnum
    seasons: ShownToEnum
    players: ShownToEnum
    coming: ShownToEnum


class SignInLink(TypedDict):
    """A link that signs you in, once."""

    id: int
    made_at: str
    expires_at: str


class SignInLinks(TypedDict):
    """Those that still open something, the newest first."""

    links: list[SignInLink]
    next: str | None


class SignedUp(TypedDict):
    """Somebody who has signed up, as officers see them."""

    id: int
    name: str
    companion: str
    seeks_partner: bool
    people: int
    state: SignUpStateEnum
    made_at: str


class SignedUpList(TypedDict):
    """Who comes or waits, in the order of the list."""

    sign_ups: list[SignedUp]
    next: str | None


class Sitter(TypedDict):
    """Somebody in a seat."""

    seat: int
    ticket: str
    name: str


class Standing(TypedDict):
    """A line of the standings; `won_halves` counts half games, `game_points` are null where they do not count."""

    place: int
    ticket: str
    name: str
    played: int
    won_halves: int
    points_for: int
    points_difference: int
    game_points: int | None
    head_table_wins: int
    bells_rung: int
    decided_by: str


class Standings(TypedDict):
    """The standings as last worked out, best first; the prizes once the evening is over."""

    version: int
    standings: list[Standing]
    prizes: list[Prize]


class Streak(TypedDict):
    """How often in a row: at most, and up to now."""

    longest: int
    current: int


class Sum(TypedDict):
    """Games added up; `theirs` are the points of the other side."""

    games: int
    won: int
    points: int
    theirs: int


class SumAt(TypedDict):
    """Games at a table or in a seat."""

    number: int
    games: int
    won: int
    points: int
    theirs: int


class SumWith(TypedDict):
    """Games with a partner or against an opponent."""

    player: int
    name: str
    games: int
    won: int
    points: int
    theirs: int


class Table(TypedDict):
    """A table as its phone shows it; `round` and what hangs on it are null where the table is not in play.

    With `hands_kept` the asker plays tonight and this is another table in play: its hands come after
    `look` only.
    """

    club: str
    evening: str
    table: int
    version: int
    status: Status
    game: str
    house_rules: dict[str, Any]
    target: int | None
    round: RoundTimes | None
    seats: list[Sitter]
    running: OfCouples | list[int] | None
    hands: list[Hand]
    late: list[TrayHand]
    call: Call | None
    next_hand: int | None
    may_ring: bool
    cut: OrderEnum | None
    winner: OrderEnum | None
    hands_kept: bool
    next: NextSeats | None


class TableOfRound(TypedDict):
    """A table in a round."""

    table: int
    seats: list[Sitter]
    points: OfCouples | list[int]
    hands: int
    cut: OrderEnum | None
    winner: OrderEnum | None


class Ticket(TypedDict):
    """A player's part in the evening; acts name it by `code`."""

    code: str
    number: int
    player: int
    name: str
    colour: str
    arrived_in: int
    left_in: int | None
    replaces: str | None


class Tickets(TypedDict):
    """Everybody who is or was in."""

    tickets: list[Ticket]
    next: str | None


class Token(TypedDict):
    """An API token of yours; what opens is not told again."""

    id: int
    name: str
    reach: ReachEnum
    made_at: str
    expires_at: str
    last_used_at: str | None
    is_this: bool


class Tokens(TypedDict):
    """Those that work, the newest first."""

    tokens: list[Token]


class TouchedByMerge(TypedDict):
    """What it touches to read two players as one: evenings of the first, of these those with both, and
    seasons.

    Evenings are told as `club/evening`, seasons as `club/league/season`.
    """

    evenings: list[str]
    together: list[str]
    seasons: list[str]
    games: list[str]
    at_once: SeatedAtOnce | None


class TrayHand(TypedDict):
    """A hand of the table that came late: the director decides, or has left it out."""

    entry: int
    round: int
    number: int
    because: BecauseEnum
    left_out: bool


class UsualFees(TypedDict):
    """What an evening of a club usually costs, in the smallest unit of its currency."""

    member: int
    guest: int
    currency: str


class Version(TypedDict):
    """A hand as it was entered once: by whom, when and why, what became of it, and what was said of it later."""

    entry: int
    act: Act
    state: HandState
    hand: dict[str, Any] | None
    points: list[int]
    derivation: list[Line]
    by: str
    reason: str
    played_at: str
    entered_at: str
    confirmed_by: str
    later: list[Later]


class VisitorsLink(TypedDict):
    """The link by which visitors see what the club shows to people with the link."""

    url: str


class WhoIPlay(TypedDict):
    """Who of the club's players you are; null where you have said that you do not play."""

    player: int | None


class WhoIsWho(TypedDict):
    """Pairs of players who may be one person, the surest first, and every merge there has been, the latest
    first.
    """

    pairs: list[PairAlike]
    merges: list[MergeOfPlayers]
    next: str | None


class Wishes(TypedDict):
    """What a schedule keeps to, by ticket code."""

    apart: NotRequired[list[list[str]]]
    never_partners: NotRequired[list[list[str]]]
    together: NotRequired[list[list[str]]]
    unmoved: NotRequired[list[str]]


EveningOrImpact = Evening | Impact


class HeadTable(Connection):
    """Every operation of the API."""

    def list_clubs(self, *, cursor: str | None = None, limit: int | None = None) -> Clubs:
        """The clubs in which you hold an office.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Clubs = self.send("GET", "/api/v1/clubs/", query={"cursor": cursor, "limit": limit})
        return answer

    def iter_clubs(self, *, cursor: str | None = None, limit: int | None = None) -> Iterator[Club]:
        """All that `list_clubs` has, page after page; a page is fetched when it is reached."""
        return self.each("/api/v1/clubs/", "clubs", {"cursor": cursor, "limit": limit})

    def make_club(
        self,
        *,
        name: str,
        time_zone: str,
        language: str | Omitted = OMITTED,
        place: str | Omitted = OMITTED,
        postal_address: str | Omitted = OMITTED,
        usual_game: str | Omitted = OMITTED,
        weekday: int | Omitted | None = OMITTED,
        starts: str | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Club:
        """A new club, of which you are the owner: for whoever looks after the server."""
        answer: Club = self.send(
            "POST",
            "/api/v1/clubs/",
            body=filled(
                name=name,
                time_zone=time_zone,
                language=language,
                place=place,
                postal_address=postal_address,
                usual_game=usual_game,
                weekday=weekday,
                starts=starts,
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_club(self, club: str, /) -> Club:
        """One of your clubs."""
        answer: Club = self.send("GET", f"/api/v1/clubs/{part(club)}/")
        return answer

    def list_acts(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        q: str | None = None,
        since: str | None = None,
        until: str | None = None,
        what: str | None = None,
        who: str | None = None,
    ) -> ActPage:
        """What was done in the club, the newest first, with the acts of its ledgers; these have the whole of
        theirs.

        Where something was done from (`network`, a part of the address, and the browser) is kept for 90
        days.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
            offset: How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.
            q: Words of the sentence, or of what the act is about.
            since: A day.
            until: A day.
            what: Of which source (club, evenings, leagues), or which act of the club.
            who: Of whom, as `by` has it.
        """
        answer: ActPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/acts/",
            query={
                "cursor": cursor,
                "limit": limit,
                "offset": offset,
                "q": q,
                "since": since,
                "until": until,
                "what": what,
                "who": who,
            },
        )
        return answer

    def iter_acts(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        q: str | None = None,
        since: str | None = None,
        until: str | None = None,
        what: str | None = None,
        who: str | None = None,
    ) -> Iterator[DoneInClub]:
        """All that `list_acts` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/acts/",
            "results",
            {
                "cursor": cursor,
                "limit": limit,
                "offset": offset,
                "q": q,
                "since": since,
                "until": until,
                "what": what,
                "who": who,
            },
        )

    def list_coming_evenings(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> ComingEvenings:
        """The evenings of a club that are announced or have open doors.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: ComingEvenings = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/coming/", query={"cursor": cursor, "limit": limit}
        )
        return answer

    def iter_coming_evenings(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[ComingEvening]:
        """All that `list_coming_evenings` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/coming/", "evenings", {"cursor": cursor, "limit": limit}
        )

    def sign_up(
        self,
        club: str,
        evening: str,
        /,
        *,
        name: str,
        companion: str | Omitted = OMITTED,
        seeks_partner: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
    ) -> OwnPlace:
        """Sign up for an evening that takes sign-ups; whoever finds no place waits for one.

        The token is that of one's own link, `/my-place/TOKEN/`, which shows the place.
        """
        answer: OwnPlace = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/coming/{part(evening)}/sign-up/",
            body=filled(name=name, companion=companion, seeks_partner=seeks_partner),
            key=idempotency_key or new_key(),
        )
        return answer

    def withdraw_sign_up(self, club: str, evening: str, /, *, token: str) -> OwnPlace:
        """Withdraw, with the token that signing up gave; the first waiting who fit get the places."""
        answer: OwnPlace = self.send(
            "POST", f"/api/v1/clubs/{part(club)}/coming/{part(evening)}/withdraw/", body=filled(token=token)
        )
        return answer

    def list_evenings(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        date: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ordering: Literal["-date", "-name", "date", "name"] | None = None,
        status: list[Status] | None = None,
    ) -> EveningPage:
        """The club's evenings, the latest first.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            date: A day.
            date_from: A day.
            date_to: A day.
            game: What is played.
            limit: How many, at most 500.
            offset: How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.
            ordering: The order, `-date` without; `-` is the other way round.
            status: Where the evenings stand; several are allowed.
        """
        answer: EveningPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/",
            query={
                "cursor": cursor,
                "date": date,
                "date_from": date_from,
                "date_to": date_to,
                "game": game,
                "limit": limit,
                "offset": offset,
                "ordering": ordering,
                "status": status,
            },
        )
        return answer

    def iter_evenings(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        date: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ordering: Literal["-date", "-name", "date", "name"] | None = None,
        status: list[Status] | None = None,
    ) -> Iterator[EveningInShort]:
        """All that `list_evenings` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/",
            "results",
            {
                "cursor": cursor,
                "date": date,
                "date_from": date_from,
                "date_to": date_to,
                "game": game,
                "limit": limit,
                "offset": offset,
                "ordering": ordering,
                "status": status,
            },
        )

    def make_evening(
        self,
        club: str,
        /,
        *,
        name: str,
        date: str,
        plan: dict[str, Any] | Omitted = OMITTED,
        clone: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Set an evening up from a plan, or with the plan of another one (`clone`).

        A plan without `house_rules` takes those of the club; they stay the evening's from then on.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/",
            body=filled(name=name, date=date, plan=plan, clone=clone),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_evening(self, club: str, evening: str, /) -> Evening:
        """The evening as it stands: status, plan, current round, and the acts that are possible now."""
        answer: Evening = self.send("GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/")
        return answer

    def abandon(
        self,
        club: str,
        evening: str,
        /,
        *,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Call the evening off. What was entered stays."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/abandon/",
            body=filled(reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def adjust_game(
        self,
        club: str,
        evening: str,
        /,
        *,
        round: int,
        table: int,
        points: list[int],
        reason: str,
        seats: SeatsEnum | Omitted = OMITTED,
        cut: CutEnum | BlankEnum | Omitted = OMITTED,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Let a game count these points, of couples A and B or of each seat, in place of its hands.

        Arguments:
            seats: Whether the next seats, where they are drafted or announced, follow if this changes a
                winner.
            cut: Who wins the cut, where a settled game ends level with this.
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/adjust-game/",
            body=filled(
                seats=seats, cut=cut, round=round, table=table, points=points, reason=reason, preview=preview
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_announcement(self, club: str, evening: str, /) -> AnnouncementAnswer:
        """What is, or was, announced; 404 where nothing ever was."""
        answer: AnnouncementAnswer = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/announcement/"
        )
        return answer

    def announce_evening(
        self,
        club: str,
        evening: str,
        /,
        *,
        starts: str,
        places: int | Omitted | None = OMITTED,
        note: str | Omitted = OMITTED,
        takes_sign_ups: bool | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> AnnouncementAnswer:
        """Announce the evening, again too, or change what is announced of it, until seats are drawn."""
        answer: AnnouncementAnswer = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/announcement/",
            body=filled(starts=starts, places=places, note=note, takes_sign_ups=takes_sign_ups),
            if_match=if_match,
        )
        return answer

    def withdraw_announcement(
        self, club: str, evening: str, /, *, if_match: str | None = None
    ) -> AnnouncementAnswer:
        """Announce it no longer; whoever has signed up stays in the list."""
        answer: AnnouncementAnswer = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/announcement/", if_match=if_match
        )
        return answer

    def show_archive(self, club: str, evening: str, /) -> dict[str, Any]:
        """The whole published evening as one document that anybody can verify."""
        answer: dict[str, Any] = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/archive/"
        )
        return answer

    def arrive(
        self,
        club: str,
        evening: str,
        /,
        *,
        player: int | Omitted | None = OMITTED,
        guest: str | Omitted | None = OMITTED,
        colour: str | Omitted = OMITTED,
        another: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Somebody comes late: a ticket now, a seat at the next move."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/arrive/",
            body=filled(player=player, guest=guest, colour=colour, another=another),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def bring_schedule(
        self,
        club: str,
        evening: str,
        /,
        *,
        text: str,
        source: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Announce a schedule from elsewhere, as long as nobody has begun to play."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/bring-schedule/",
            body=filled(text=text, source=source),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_calls(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Calls:
        """The tables that wait for the director, the longest first.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Calls = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/calls/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_calls(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[Call]:
        """All that `list_calls` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/calls/",
            "calls",
            {"cursor": cursor, "limit": limit},
        )

    def answer_call(
        self,
        club: str,
        evening: str,
        call: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Call:
        """Somebody goes there; answered already, nothing more happens."""
        answer: Call = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/calls/{part(call)}/answer/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def unanswer_call(
        self,
        club: str,
        evening: str,
        call: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Call:
        """Nobody goes there after all: the table waits again, since when it called."""
        answer: Call = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/calls/{part(call)}/wait-again/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def check_in(
        self,
        club: str,
        evening: str,
        /,
        *,
        players: list[Arrival] | Omitted = OMITTED,
        guests: list[NewGuest] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Let people in: players by id, new guests by name. All of them come in, or nobody."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/check-in/",
            body=filled(players=players, guests=guests),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def check_out(
        self,
        club: str,
        evening: str,
        /,
        *,
        ticket: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Take a ticket back before seats are drawn."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/check-out/",
            body=filled(ticket=ticket),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def close(
        self,
        club: str,
        evening: str,
        /,
        *,
        anyway: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Settle every game of the round; the next seats and the standings are worked out in the background.

        With `anyway` also where hands are disputed, or not confirmed where that is needed; the entry names
        their tables.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/close/",
            body=filled(anyway=anyway),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def confirm_hand(
        self,
        club: str,
        evening: str,
        /,
        *,
        round: int,
        table: int,
        number: int,
        of: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Confirm a hand, for another side than the one that entered it, or as the director.

        Confirming twice is confirming once.

        Arguments:
            of: The ledger sequence of its entry, so that nobody confirms what they have not seen.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/confirm-hand/",
            body=filled(round=round, table=table, number=number, of=of),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def correct_hand(
        self,
        club: str,
        evening: str,
        /,
        *,
        round: int,
        table: int,
        number: int,
        of: int,
        hand: dict[str, Any] | None,
        reason: str,
        seats: SeatsEnum | Omitted = OMITTED,
        cut: CutEnum | BlankEnum | Omitted = OMITTED,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Put another hand in the place of one that counts, or declare the deal void.

        Published results are reopened; seats that no longer follow from who won are recalled unless they
        are kept.

        Arguments:
            seats: Whether the next seats, where they are drafted or announced, follow if this changes a
                winner.
            cut: Who wins the cut, where a settled game ends level with this.
            of: The ledger sequence of the entry it is about, so that two corrections do not cross.
            hand: As on the game's page of the rules; null declares the deal void: it scores nothing.
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/correct-hand/",
            body=filled(
                seats=seats,
                cut=cut,
                round=round,
                table=table,
                number=number,
                of=of,
                hand=hand,
                reason=reason,
                preview=preview,
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def cuts(
        self,
        club: str,
        evening: str,
        /,
        *,
        table: int,
        winner: OrderEnum | Omitted | None = OMITTED,
        order: list[OrderEnum] | Omitted = OMITTED,
        cards: list[str] | Omitted = OMITTED,
        how: HowEnum | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Record the cut of a level table."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/cuts/",
            body=filled(winner=winner, order=order, cards=cards, how=how, table=table),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_decisions(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Decisions:
        """Penalties, exchanged seats, adjusted and unplayed games, as far as they stand.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Decisions = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/decisions/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_decisions(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[Decision]:
        """All that `list_decisions` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/decisions/",
            "decisions",
            {"cursor": cursor, "limit": limit},
        )

    def list_disputes(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Disputes:
        """The hands for which two phones have entered two results, and nobody has settled which counts.

        Who plays tonight is told of those of other tables in play without what was entered.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Disputes = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/disputes/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_disputes(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[HandVersions]:
        """All that `list_disputes` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/disputes/",
            "disputes",
            {"cursor": cursor, "limit": limit},
        )

    def show_door_code(self, club: str, evening: str, /) -> DoorCodeAnswer:
        """The code that works; 404 where there is none."""
        answer: DoorCodeAnswer = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/door/"
        )
        return answer

    def make_door_code(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> DoorCodeAnswer:
        """A code for the door, in the place of one that is there, until seats are drawn."""
        answer: DoorCodeAnswer = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/door/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def end_door_code(self, club: str, evening: str, /, *, if_match: str | None = None) -> ClosedDoor:
        """Nobody checks themselves in any more."""
        answer: ClosedDoor = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/door/", if_match=if_match
        )
        return answer

    def draft_move(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """Work the next seats out and lay them before the director."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/draft-move/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def draw(
        self,
        club: str,
        evening: str,
        /,
        *,
        again: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Draw the seats of the first round from the evening's seed; drawn already, only with `again`.

        Drawn `again` they follow from the same seed and the number of the attempt, which the ledger keeps:
        nobody can try seeds until one pleases, nor draw again unseen. Doors that were opened again since
        change no attempt.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/draw/",
            body=filled(again=again),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def drop_search(
        self,
        club: str,
        evening: str,
        /,
        *,
        search: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Forget a search and what it has found."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/drop-search/",
            body=filled(search=search),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_evening_fees(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> FeesOf:
        """What the evening costs, and who has paid.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: FeesOf = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/fees/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_evening_fees(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[PayerAnswer]:
        """All that `show_evening_fees` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/fees/",
            "payers",
            {"cursor": cursor, "limit": limit},
        )

    def set_evening_fees(
        self, club: str, evening: str, /, *, member: int, guest: int, if_match: str | None = None
    ) -> FeesOf:
        """What this evening costs; who has paid already has paid what it cost then."""
        answer: FeesOf = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/fees/",
            body=filled(member=member, guest=guest),
            if_match=if_match,
        )
        return answer

    def note_evening_payment(
        self, club: str, evening: str, player: int, /, *, if_match: str | None = None
    ) -> FeesOf:
        """They have paid; noted twice it counts once."""
        answer: FeesOf = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/fees/{part(player)}/",
            body={},
            if_match=if_match,
        )
        return answer

    def take_evening_payment_back(
        self, club: str, evening: str, player: int, /, *, if_match: str | None = None
    ) -> FeesOf:
        """The payment was noted by mistake, or given back."""
        answer: FeesOf = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/fees/{part(player)}/",
            if_match=if_match,
        )
        return answer

    def finish(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """End the evening after a settled round; a drafted or announced next round falls away."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/finish/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_forecast(self, club: str, evening: str, /, *, players: int | None = None) -> ForecastAnswer:
        """The tables, rounds and time that the plan means for a number of players.

        The tables are those that a draw would set. `missing` says how many more make a first table; there
        is no time to tell before. `outlook` is there while people play and the plan has `ends_about`.

        Arguments:
            players: How many are expected, at most 400; left out, those who are in now.
        """
        answer: ForecastAnswer = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/forecast/",
            query={"players": players},
        )
        return answer

    def list_jobs(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Jobs:
        """The background work of the evening, newest first.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Jobs = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/jobs/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_jobs(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[Job]:
        """All that `list_jobs` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/jobs/",
            "jobs",
            {"cursor": cursor, "limit": limit},
        )

    def drop_job(
        self,
        club: str,
        evening: str,
        job: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Job:
        """Let a failed job be: what it was to do stays undone; any other is left as it is."""
        answer: Job = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/jobs/{part(job)}/drop/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def try_job_again(
        self,
        club: str,
        evening: str,
        job: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Job:
        """Put a failed job back in the queue; any other is left as it is."""
        answer: Job = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/jobs/{part(job)}/try-again/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_late_tray(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> LateTray:
        """The hands that came too late to simply count, and a page of those that were left out.

        Who plays tonight is told of those of other tables in play where they were played, and no more.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: LateTray = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/late-tray/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_late_tray(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[LateVersion]:
        """All that `show_late_tray` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/late-tray/",
            "left_out",
            {"cursor": cursor, "limit": limit},
        )

    def leave(
        self,
        club: str,
        evening: str,
        /,
        *,
        ticket: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Somebody goes home: taken out at the next move. Before play, draw the seats again instead."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/leave/",
            body=filled(ticket=ticket),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def leave_out_late(
        self,
        club: str,
        evening: str,
        /,
        *,
        of: int,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Leave a late hand, by the ledger sequence of its entry, out; it stays readable with the reason."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/leave-out-late/",
            body=filled(of=of, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def read_ledger(
        self,
        club: str,
        evening: str,
        /,
        *,
        act: str | None = None,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> LedgerPage:
        """The ledger in order, with its hashes.

        Who plays tonight gets no hands of other tables in play: such a body holds `kept`, and is not what
        the hash seals. Nor is the body of an entry with the seed, which is null there until the evening is
        over.

        Arguments:
            act: Entries of this act alone.
            after: The entry after which to begin; 0 for the first.
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: LedgerPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/ledger/",
            query={"act": act, "after": after, "cursor": cursor, "limit": limit},
        )
        return answer

    def iter_ledger(
        self,
        club: str,
        evening: str,
        /,
        *,
        act: str | None = None,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Entry]:
        """All that `read_ledger` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/ledger/",
            "entries",
            {"act": act, "after": after, "cursor": cursor, "limit": limit},
        )

    def list_table_links(self, club: str, evening: str, /) -> Links:
        """The link of every table, as its card shows it; there are none before seats are drawn.

        Who plays tonight gets no link of another table in play until they look at it; `kept` has its
        number.
        """
        answer: Links = self.send("GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/links/")
        return answer

    def look(
        self,
        club: str,
        evening: str,
        /,
        *,
        table: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Record that a director who plays tonight looks at the hands of another table in play."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/look/",
            body=filled(table=table),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def not_played(
        self,
        club: str,
        evening: str,
        /,
        *,
        round: int,
        table: int,
        reason: str,
        seats: SeatsEnum | Omitted = OMITTED,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Record that a game was not played, or abandoned: it counts for nobody.

        Who moves as its winners is cut by the evening's seed.

        Arguments:
            seats: Whether the next seats, where they are drafted or announced, follow if this changes a
                winner.
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/not-played/",
            body=filled(seats=seats, round=round, table=table, reason=reason, preview=preview),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def note_hand(
        self,
        club: str,
        evening: str,
        /,
        *,
        round: int,
        table: int,
        number: int,
        of: int,
        hand: dict[str, Any] | None,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Keep beside a hand what it should have been, and why, without changing anything.

        Arguments:
            of: The ledger sequence of the entry it is about, so that two corrections do not cross.
            hand: As on the game's page of the rules; null declares the deal void: it scores nothing.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/note-hand/",
            body=filled(round=round, table=table, number=number, of=of, hand=hand, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def open_doors(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """Start letting people in, or go back from drawn seats to the open doors."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/open-doors/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def penalty(
        self,
        club: str,
        evening: str,
        /,
        *,
        tickets: list[str],
        points: int,
        reason: str,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Give each of some tickets (codes) so many points, below nothing for a penalty, above for an
        adjustment.

        They count in the points and in the points difference; games won and lost stay.

        Arguments:
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/penalty/",
            body=filled(tickets=tickets, points=points, reason=reason, preview=preview),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def change_plan(
        self,
        club: str,
        evening: str,
        /,
        *,
        name: str,
        date: str,
        plan: dict[str, Any],
        if_match: str | None = None,
    ) -> Evening:
        """Another name, date or plan, as long as play has not started."""
        answer: Evening = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/plan/",
            body=filled(name=name, date=date, plan=plan),
            if_match=if_match,
        )
        return answer

    def prize_cuts(
        self,
        club: str,
        evening: str,
        /,
        *,
        prize: str,
        order: list[str],
        colour: str | Omitted | None = OMITTED,
        how: HowEnum | Omitted = OMITTED,
        other: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Record the cut for a prize, or have the evening's seed cut, where no pack is at hand.

        Arguments:
            order: The tickets that the cut put in order, the winner of the prize first. Those of the tie
                who are not named stay level: nobody gets a place that was not cut for. For the seed all who
                are level.
            other: The number of the other prizes that it is for; 0 for those of the whole evening.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/prize-cuts/",
            body=filled(prize=prize, colour=colour, order=order, how=how, other=other),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def publish(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """Ask for the evening to be published; it is a job, and asking twice is asking once."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/publish/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def publish_move(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """Announce the drafted seats to every phone, ticket and wall."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/publish-move/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_rehearsal(self, club: str, evening: str, /) -> Rehearsal:
        """The rehearsal that was asked for last, with its report or how far it has got; 404 where there is
        none.
        """
        answer: Rehearsal = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/rehearsal/"
        )
        return answer

    def start_rehearsal(
        self,
        club: str,
        evening: str,
        /,
        *,
        players: int | Omitted | None = OMITTED,
        minutes_a_hand: int | Omitted | None = OMITTED,
        late: int | Omitted | None = OMITTED,
        leavers: int | Omitted | None = OMITTED,
        wrong: int | Omitted | None = OMITTED,
        seed: str | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Rehearsal:
        """Ask for a rehearsal of the plan, before play begins; while one is under way that is the one."""
        answer: Rehearsal = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/rehearsal/",
            body=filled(
                players=players,
                minutes_a_hand=minutes_a_hand,
                late=late,
                leavers=leavers,
                wrong=wrong,
                seed=seed,
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def stop_rehearsal(self, club: str, evening: str, /, *, if_match: str | None = None) -> NoRehearsal:
        """Stop the rehearsal that is under way; reports stay until another one is asked for."""
        answer: NoRehearsal = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/rehearsal/", if_match=if_match
        )
        return answer

    def list_player_requests(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> PlayerRequests:
        """What players have asked for that waits for the director's word.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: PlayerRequests = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/requests/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_player_requests(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[PlayerRequest]:
        """All that `list_player_requests` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/requests/",
            "requests",
            {"cursor": cursor, "limit": limit},
        )

    def decline_player_request(
        self,
        club: str,
        evening: str,
        asked: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> PlayerRequests:
        """The player is told that it is not possible now. Answers with the requests that still wait."""
        answer: PlayerRequests = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/requests/{part(asked)}/decline/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def grant_player_request(
        self,
        club: str,
        evening: str,
        asked: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> PlayerRequests:
        """They leave, or somebody who sits out takes their seat. Answers with the requests that still wait."""
        answer: PlayerRequests = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/requests/{part(asked)}/grant/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def ring(
        self,
        club: str,
        evening: str,
        /,
        *,
        table: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Ring the bell at a table where a couple has reached the target; play ceases everywhere.

        A bell that has rung already stays; but of two tables that ring the one that reached the target
        first, by the time of play, is credited with it.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/ring/",
            body=filled(table=table),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_round(self, club: str, evening: str, number: int, /) -> Round:
        """Who sits where, how each game stands and who won it; a drafted round too."""
        answer: Round = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/rounds/{part(number)}/"
        )
        return answer

    def show_hand(self, club: str, evening: str, number: int, table: int, hand: int, /) -> HandVersions:
        """Everything that was entered for a hand: by whom, when and why, and what became of it."""
        answer: HandVersions = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/rounds/{part(number)}/tables/{part(table)}/hands/{part(hand)}/",
        )
        return answer

    def show_schedule(self, club: str, evening: str, /) -> Schedule:
        """The seats announced for the coming rounds, where they come from, and the searches that are open."""
        answer: Schedule = self.send("GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/schedule/")
        return answer

    def search_schedule(
        self,
        club: str,
        evening: str,
        /,
        *,
        purpose: PurposeEnum | Omitted = OMITTED,
        wishes: Wishes | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Search:
        """Begin to search; one of the same purpose that is open is dropped. It goes on for a minute at most."""
        answer: Search = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/schedule/searches/",
            body=filled(purpose=purpose, wishes=wishes),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_search(self, club: str, evening: str, search: int, /) -> Search:
        """How far it has come, and the best seats it has found."""
        answer: Search = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/schedule/searches/{part(search)}/"
        )
        return answer

    def seats(
        self,
        club: str,
        evening: str,
        /,
        *,
        tables: list[list[str]],
        sitting_out: list[str] | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Seat everybody in the first round as given, by ticket."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/seats/",
            body=filled(tables=tables, sitting_out=sitting_out),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def settle_dispute(
        self,
        club: str,
        evening: str,
        /,
        *,
        round: int,
        table: int,
        number: int,
        keep: int,
        seats: SeatsEnum | Omitted = OMITTED,
        cut: CutEnum | BlankEnum | Omitted = OMITTED,
        reason: str | Omitted = OMITTED,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Settle a dispute for one of its entries.

        A side at the table can only give way: it keeps the entry of the other side. The director decides as
        they see fit.

        Arguments:
            seats: Whether the next seats, where they are drafted or announced, follow if this changes a
                winner.
            cut: Who wins the cut, where a settled game ends level with this.
            keep: The ledger sequence of the entry that is to count.
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/settle-dispute/",
            body=filled(
                seats=seats,
                cut=cut,
                round=round,
                table=table,
                number=number,
                keep=keep,
                reason=reason,
                preview=preview,
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_sign_ups(
        self,
        club: str,
        evening: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        state: SignUpStateEnum | None = None,
    ) -> SignedUpList:
        """Who comes or waits, in the order of the list; with `state` those who have withdrawn, too.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
            state: Those alone; otherwise who comes or waits.
        """
        answer: SignedUpList = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/sign-ups/",
            query={"cursor": cursor, "limit": limit, "state": state},
        )
        return answer

    def iter_sign_ups(
        self,
        club: str,
        evening: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        state: SignUpStateEnum | None = None,
    ) -> Iterator[SignedUp]:
        """All that `list_sign_ups` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/sign-ups/",
            "sign_ups",
            {"cursor": cursor, "limit": limit, "state": state},
        )

    def add_sign_up(
        self,
        club: str,
        evening: str,
        /,
        *,
        name: str,
        companion: str | Omitted = OMITTED,
        seeks_partner: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SignedUp:
        """Add somebody who telephoned, as long as no seats are drawn; they have no token."""
        answer: SignedUp = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/sign-ups/",
            body=filled(name=name, companion=companion, seeks_partner=seeks_partner),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def let_sign_up_in(
        self,
        club: str,
        evening: str,
        sign_up: int,
        /,
        *,
        colour: str | Omitted = OMITTED,
        companion: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Ticket:
        """Let in whoever signed up, or their companion, at open doors; who is new to the club is a guest.

        An officer lets people in who wait for a place as well.
        """
        answer: Ticket = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/sign-ups/{part(sign_up)}/let-in/",
            body=filled(colour=colour, companion=companion),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def take_sign_up_out(
        self,
        club: str,
        evening: str,
        sign_up: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SignedUp:
        """Take somebody off the list; the first waiting who fit get the places."""
        answer: SignedUp = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/sign-ups/{part(sign_up)}/take-out/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def add_group_to_sign_ups(
        self,
        club: str,
        evening: str,
        /,
        *,
        group: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SignedUpList:
        """Put everybody of a group on the list who is not there; answers with those who were added."""
        answer: SignedUpList = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/sign-ups/group/",
            body=filled(group=group),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_standings(self, club: str, evening: str, /) -> Standings:
        """The standings as last worked out, best first."""
        answer: Standings = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/standings/"
        )
        return answer

    def start(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """Give the signal for the round whose seats are announced, or, for the first, drawn.

        The first start pins the game, its house rules and the rulebook's version, and fixes the start
        order.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/start/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def stay(
        self,
        club: str,
        evening: str,
        /,
        *,
        ticket: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Somebody who was to go home after this round stays after all, with the ticket they have."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/stay/",
            body=filled(ticket=ticket),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def stop(
        self, club: str, evening: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Evening:
        """End the round by time or by the director's word, without a bell from a table."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/stop/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def stop_search(
        self,
        club: str,
        evening: str,
        /,
        *,
        search: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Let a search end with what it has found so far."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/stop-search/",
            body=filled(search=search),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def substitute(
        self,
        club: str,
        evening: str,
        /,
        *,
        ticket: str,
        player: int | Omitted | None = OMITTED,
        guest: str | Omitted | None = OMITTED,
        another: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Somebody takes another's seat, with a ticket of the same colour."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/substitute/",
            body=filled(ticket=ticket, player=player, guest=guest, another=another),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def swap(
        self,
        club: str,
        evening: str,
        /,
        *,
        one: str,
        other: str,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Two people (ticket codes) change places, in the first seats or in a drafted move, which takes a
        reason.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/swap/",
            body=filled(one=one, other=other, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_table(self, club: str, evening: str, number: int, /) -> Table:
        """The table as it stands: seats, running points, the hands of the round, where its players go next."""
        answer: Table = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/"
        )
        return answer

    def call_director(
        self,
        club: str,
        evening: str,
        number: int,
        /,
        *,
        reason: str,
        seat: int | Omitted | None = OMITTED,
        words: str | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> Call:
        """Call the director; a table that waits already goes on waiting with its first call."""
        answer: Call = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/call/",
            body=filled(seat=seat, reason=reason, words=words),
            if_match=if_match,
        )
        return answer

    def withdraw_call(self, club: str, evening: str, number: int, /, *, if_match: str | None = None) -> Calls:
        """The table needs nobody any more; gives the calls of the table that still wait: none."""
        answer: Calls = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/call/withdraw/",
            body={},
            if_match=if_match,
        )
        return answer

    def cut_at_table(
        self,
        club: str,
        evening: str,
        number: int,
        /,
        *,
        winner: OrderEnum | Omitted | None = OMITTED,
        order: list[OrderEnum] | Omitted = OMITTED,
        cards: list[str] | Omitted = OMITTED,
        how: HowEnum | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> Table:
        """Record who won the cut of this level table."""
        answer: Table = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/cut/",
            body=filled(winner=winner, order=order, cards=cards, how=how),
            if_match=if_match,
        )
        return answer

    def enter_hand(
        self,
        club: str,
        evening: str,
        at_number: int,
        /,
        *,
        hand: dict[str, Any],
        seat: int | Omitted | None = OMITTED,
        round: int | Omitted | None = OMITTED,
        number: int | Omitted | None = OMITTED,
        played_at: str | Omitted | None = OMITTED,
        sent_at: str | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Entered | EnteredLate:
        """Enter a hand of the current round. A retry with the same key and body gets the same bytes.

        A number that another phone of the table has entered already is compared with what counts: the same
        hand confirms it ("agrees"), another is kept beside it ("disputed") until somebody settles which
        counts. A hand that was finished after the bell, or of a round that is closed, is kept for the
        director (202).
        """
        answer: Entered | EnteredLate = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(at_number)}/hands/",
            body=filled(
                seat=seat, hand=hand, round=round, number=number, played_at=played_at, sent_at=sent_at
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def confirm_at_table(
        self,
        club: str,
        evening: str,
        number: int,
        hand: int,
        /,
        *,
        of: int,
        seat: int | Omitted | None = OMITTED,
        if_match: str | None = None,
    ) -> Table:
        """Confirm a hand of the current round that another side entered on another phone; `seat` says who you
        are.
        """
        answer: Table = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/hands/{part(hand)}/confirm/",
            body=filled(seat=seat, of=of),
            if_match=if_match,
        )
        return answer

    def correct_at_table(
        self,
        club: str,
        evening: str,
        number: int,
        at_hand: int,
        /,
        *,
        of: int,
        hand: dict[str, Any] | None,
        reason: str,
        seat: int | Omitted | None = OMITTED,
        if_match: str | None = None,
    ) -> Table:
        """Correct the last hand of this table in the round in play; the other side confirms it anew."""
        answer: Table = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/hands/{part(at_hand)}/correct/",
            body=filled(seat=seat, of=of, hand=hand, reason=reason),
            if_match=if_match,
        )
        return answer

    def settle_at_table(
        self,
        club: str,
        evening: str,
        number: int,
        hand: int,
        /,
        *,
        keep: int,
        seat: int | Omitted | None = OMITTED,
        reason: str | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> Table:
        """Settle a dispute by keeping the entry of the other side and phone; which side is yours, `seat` says."""
        answer: Table = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/hands/{part(hand)}/settle/",
            body=filled(seat=seat, keep=keep, reason=reason),
            if_match=if_match,
        )
        return answer

    def revoke_table_link(
        self, club: str, evening: str, number: int, /, *, if_match: str | None = None
    ) -> Phones:
        """Shut out every phone of the table, and its card, until there is a new link."""
        answer: Phones = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/link/",
            if_match=if_match,
        )
        return answer

    def list_phones(self, club: str, evening: str, number: int, /) -> Phones:
        """The phones that have opened the card of the table."""
        answer: Phones = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/phones/"
        )
        return answer

    def send_phone_away(
        self, club: str, evening: str, number: int, phone: int, /, *, if_match: str | None = None
    ) -> Phones:
        """Shut one phone out; whoever scans the card again is let in again."""
        answer: Phones = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/phones/{part(phone)}/",
            if_match=if_match,
        )
        return answer

    def preview_hand(
        self, club: str, evening: str, number: int, /, *, hand: dict[str, Any], if_match: str | None = None
    ) -> Preview:
        """What a hand would score under tonight's house rules. Nothing is kept."""
        answer: Preview = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/preview/",
            body=filled(hand=hand),
            if_match=if_match,
        )
        return answer

    def renew_table_link(
        self,
        club: str,
        evening: str,
        number: int,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Link:
        """A new link for the table; the old one stops working at once."""
        answer: Link = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/renew-link/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def ring_at_table(self, club: str, evening: str, number: int, /, *, if_match: str | None = None) -> Table:
        """Ring the bell; rung already, nothing more happens."""
        answer: Table = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tables/{part(number)}/ring/",
            body={},
            if_match=if_match,
        )
        return answer

    def take_back_bell(
        self,
        club: str,
        evening: str,
        /,
        *,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Take the bell back: play resumes and nothing is lost. Cuts that tables made meanwhile are void.

        A round that ended by its time has none any more: the director ends it.
        """
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/take-back-bell/",
            body=filled(reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def take_late(
        self,
        club: str,
        evening: str,
        /,
        *,
        of: int,
        reason: str,
        seats: SeatsEnum | Omitted = OMITTED,
        cut: CutEnum | BlankEnum | Omitted = OMITTED,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Let a late hand, by the ledger sequence of its entry, count as the next of its table.

        Arguments:
            seats: Whether the next seats, where they are drafted or announced, follow if this changes a
                winner.
            cut: Who wins the cut, where a settled game ends level with this.
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/take-late/",
            body=filled(seats=seats, cut=cut, of=of, reason=reason, preview=preview),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def take_schedule(
        self,
        club: str,
        evening: str,
        /,
        *,
        search: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Evening:
        """Announce what a search has found so far, for the room it was made for."""
        answer: Evening = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/take-schedule/",
            body=filled(search=search),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_tickets(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Tickets:
        """Everybody who has or had a ticket, by number.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Tickets = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tickets/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_tickets(
        self, club: str, evening: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[Ticket]:
        """All that `list_tickets` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tickets/",
            "tickets",
            {"cursor": cursor, "limit": limit},
        )

    def show_player_link(self, club: str, evening: str, code: str, /) -> PlayerLink:
        """Somebody's own link. Who plays tonight gets none that leads to another table in play, until they
        look.
        """
        answer: PlayerLink = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tickets/{part(code)}/link/"
        )
        return answer

    def renew_player_link(
        self,
        club: str,
        evening: str,
        code: str,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> PlayerLink:
        """A new one; the old one, and every phone that opened it, is shut out."""
        answer: PlayerLink = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tickets/{part(code)}/link/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def revoke_player_link(
        self, club: str, evening: str, code: str, /, *, if_match: str | None = None
    ) -> PlayerLink:
        """It opens nothing any more, until there is a new one."""
        answer: PlayerLink = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/tickets/{part(code)}/link/",
            if_match=if_match,
        )
        return answer

    def evening_what_if(self, club: str, evening: str, /, *, of: int | None = None) -> EveningWhatIf:
        """Who can still win an evening of games, from the announcement of the last round until it is settled.

        Arguments:
            of: The number of the ticket of whom it is told what must happen.
        """
        answer: EveningWhatIf = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/what-if/", query={"of": of}
        )
        return answer

    def withdraw(
        self,
        club: str,
        evening: str,
        /,
        *,
        of: int,
        reason: str,
        seats: SeatsEnum | Omitted = OMITTED,
        cut: CutEnum | BlankEnum | Omitted = OMITTED,
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Take a decision back: a penalty, an exchange of seats, an adjusted or unplayed game.

        Arguments:
            seats: Whether the next seats, where they are drafted or announced, follow if this changes a
                winner.
            cut: Who wins the cut, where a settled game ends level with this.
            of: The ledger sequence of the decision.
            preview: Whether only to say what would change.
        """
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/withdraw/",
            body=filled(seats=seats, cut=cut, of=of, reason=reason, preview=preview),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def wrong_seats(
        self,
        club: str,
        evening: str,
        /,
        *,
        reason: str,
        one: str,
        other: str,
        hands: list[OneHandPlayed],
        preview: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> EveningOrImpact:
        """Record that two tickets sat in each other's seats for some hands: these count for who played them."""
        answer: EveningOrImpact = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/evenings/{part(evening)}/wrong-seats/",
            body=filled(reason=reason, one=one, other=other, preview=preview, hands=hands),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_own_federation(self, club: str, /) -> FederationOfClub:
        """The federation that the club is in, and where it is asked in."""
        answer: FederationOfClub = self.send("GET", f"/api/v1/clubs/{part(club)}/federation/")
        return answer

    def found_federation(
        self, club: str, /, *, name: str, idempotency_key: str | None = None, if_match: str | None = None
    ) -> FederationOfClub:
        """Found a federation, which the club leads."""
        answer: FederationOfClub = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/federation/",
            body=filled(name=name),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def ask_club_into_federation(
        self, at_club: str, /, *, club: str, idempotency_key: str | None = None, if_match: str | None = None
    ) -> FederationOfClub:
        """Ask another club into the federation that this one leads; asking twice is asking once."""
        answer: FederationOfClub = self.send(
            "POST",
            f"/api/v1/clubs/{part(at_club)}/federation/clubs/",
            body=filled(club=club),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def leave_federation(self, club: str, member: str, /, *, if_match: str | None = None) -> FederationOfClub:
        """Leave the federation; the club that leads it also lets others go, or asks them no more."""
        answer: FederationOfClub = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/federation/clubs/{part(member)}/", if_match=if_match
        )
        return answer

    def decline_federation(
        self, club: str, federation: str, /, *, if_match: str | None = None
    ) -> FederationOfClub:
        """Decline to come into a federation."""
        answer: FederationOfClub = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/federation/invitations/{part(federation)}/",
            if_match=if_match,
        )
        return answer

    def agree_to_federation(
        self,
        club: str,
        federation: str,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> FederationOfClub:
        """Come into a federation into which the club is asked."""
        answer: FederationOfClub = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/federation/invitations/{part(federation)}/agree/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_bonds(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None, other: str | None = None
    ) -> BondsOfClub:
        """The club's people who are people of other clubs of the federation too, or may be.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
            other: Another club of the federation, to see whom it shows.
        """
        answer: BondsOfClub = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/federation/people/",
            query={"cursor": cursor, "limit": limit, "other": other},
        )
        return answer

    def ask_bond(
        self,
        club: str,
        /,
        *,
        one: int,
        other: int,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> BondsOfClub:
        """Ask another club whether somebody of it is somebody of this one; asking twice is asking once."""
        answer: BondsOfClub = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/federation/people/",
            body=filled(one=one, other=other),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def end_bond(self, club: str, bond: int, /, *, if_match: str | None = None) -> BondsOfClub:
        """End it, decline, or ask no more: the two are two people in the federation. Each of both clubs may."""
        answer: BondsOfClub = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/federation/people/{part(bond)}/", if_match=if_match
        )
        return answer

    def agree_to_bond(
        self, club: str, bond: int, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> BondsOfClub:
        """Say yes to what another club has asked: the two are one person in the federation."""
        answer: BondsOfClub = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/federation/people/{part(bond)}/agree/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_usual_fees(self, club: str, /) -> UsualFees:
        """What an evening of the club usually costs."""
        answer: UsualFees = self.send("GET", f"/api/v1/clubs/{part(club)}/fees/")
        return answer

    def set_usual_fees(
        self,
        club: str,
        /,
        *,
        member: int,
        guest: int,
        currency: str | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> UsualFees:
        """What an evening costs from now on where nothing else is said of it."""
        answer: UsualFees = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/fees/",
            body=filled(member=member, guest=guest, currency=currency),
            if_match=if_match,
        )
        return answer

    def list_payments(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None, offset: int | None = None
    ) -> PaymentPage:
        """Every payment of all evenings and seasons, and everything that was taken back, in order.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
            offset: How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.
        """
        answer: PaymentPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/fees/payments/",
            query={"cursor": cursor, "limit": limit, "offset": offset},
        )
        return answer

    def iter_payments(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None, offset: int | None = None
    ) -> Iterator[Payment]:
        """All that `list_payments` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/fees/payments/",
            "results",
            {"cursor": cursor, "limit": limit, "offset": offset},
        )

    def list_season_fees(self, club: str, /) -> SeasonsOfFees:
        """All of them, the latest first."""
        answer: SeasonsOfFees = self.send("GET", f"/api/v1/clubs/{part(club)}/fees/seasons/")
        return answer

    def add_season_fees(
        self,
        club: str,
        /,
        *,
        member: int,
        guest: int,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonFeesAnswer:
        """One more season that costs something."""
        answer: SeasonFeesAnswer = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/fees/seasons/",
            body=filled(member=member, guest=guest, name=name),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_season_fees(
        self, club: str, season_fees: int, /, *, cursor: str | None = None, limit: int | None = None
    ) -> FeesOf:
        """What the season costs, and who has paid.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: FeesOf = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/fees/seasons/{part(season_fees)}/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_season_fees(
        self, club: str, season_fees: int, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[PayerAnswer]:
        """All that `show_season_fees` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/fees/seasons/{part(season_fees)}/",
            "payers",
            {"cursor": cursor, "limit": limit},
        )

    def set_season_fees(
        self,
        club: str,
        season_fees: int,
        /,
        *,
        member: int,
        guest: int,
        name: str,
        if_match: str | None = None,
    ) -> FeesOf:
        """Another name, or other fees; who has paid already has paid what it cost then."""
        answer: FeesOf = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/fees/seasons/{part(season_fees)}/",
            body=filled(member=member, guest=guest, name=name),
            if_match=if_match,
        )
        return answer

    def remove_season_fees(
        self, club: str, season_fees: int, /, *, if_match: str | None = None
    ) -> SeasonsOfFees:
        """Take a season off the list for which nobody has paid. Answers with those that are left."""
        answer: SeasonsOfFees = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/fees/seasons/{part(season_fees)}/", if_match=if_match
        )
        return answer

    def note_season_payment(
        self, club: str, season_fees: int, player: int, /, *, if_match: str | None = None
    ) -> FeesOf:
        """They have paid; noted twice it counts once."""
        answer: FeesOf = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/fees/seasons/{part(season_fees)}/{part(player)}/",
            body={},
            if_match=if_match,
        )
        return answer

    def take_season_payment_back(
        self, club: str, season_fees: int, player: int, /, *, if_match: str | None = None
    ) -> FeesOf:
        """The payment was noted by mistake, or given back."""
        answer: FeesOf = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/fees/seasons/{part(season_fees)}/{part(player)}/",
            if_match=if_match,
        )
        return answer

    def show_house_rules(self, club: str, game: str, /) -> HouseRules:
        """The house rules with which the club's new evenings of this game start, every one of them.

        `own` says whether the club has set them; otherwise they are what any evening starts with.
        """
        answer: HouseRules = self.send("GET", f"/api/v1/clubs/{part(club)}/house-rules/{part(game)}/")
        return answer

    def set_house_rules(
        self, club: str, game: str, /, *, options: dict[str, Any], if_match: str | None = None
    ) -> HouseRules:
        """Set them. What `options` leaves out is as any evening has it; evenings set up already keep theirs."""
        answer: HouseRules = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/house-rules/{part(game)}/",
            body=filled(options=options),
            if_match=if_match,
        )
        return answer

    def list_invitations(self, club: str, /) -> Invitations:
        """Those that can still be accepted, the newest first."""
        answer: Invitations = self.send("GET", f"/api/v1/clubs/{part(club)}/invitations/")
        return answer

    def invite_officer(
        self,
        club: str,
        /,
        *,
        called: str,
        role: RoleEnum | Omitted = OMITTED,
        evening: str | Omitted | None = OMITTED,
        ends_at: str | Omitted | None = OMITTED,
        email: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MadeInvitation:
        """Invite somebody to an office of the club or of one evening; the link is told this once."""
        answer: MadeInvitation = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/invitations/",
            body=filled(called=called, role=role, evening=evening, ends_at=ends_at, email=email),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def withdraw_invitation(
        self, club: str, invitation: int, /, *, if_match: str | None = None
    ) -> Invitations:
        """It opens nothing any more. Answers with those that are left."""
        answer: Invitations = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/invitations/{part(invitation)}/", if_match=if_match
        )
        return answer

    def list_league_jobs(self, club: str, /, *, cursor: str | None = None, limit: int | None = None) -> Jobs:
        """What is being worked out of the club's seasons, ratings and federation, or could not be.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Jobs = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/league-jobs/", query={"cursor": cursor, "limit": limit}
        )
        return answer

    def iter_league_jobs(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[Job]:
        """All that `list_league_jobs` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/league-jobs/", "jobs", {"cursor": cursor, "limit": limit}
        )

    def drop_league_job(
        self, club: str, job: int, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Jobs:
        """Let a failed job be: what it was to do stays undone. Any other is left as it is."""
        answer: Jobs = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/league-jobs/{part(job)}/drop/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def try_league_job_again(
        self, club: str, job: int, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Jobs:
        """Put a failed job back in the queue; any other is left as it is."""
        answer: Jobs = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/league-jobs/{part(job)}/try-again/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_leagues(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        stage: AnySeasonStageEnum | None = None,
    ) -> Leagues:
        """The leagues in which a club takes part, with their open and closed seasons, the latest first.

        Who keeps the club's leagues, and sends their token, sees all of these, with the seasons being set
        up.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
            stage: Seasons of this stage alone.
        """
        answer: Leagues = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/",
            query={"cursor": cursor, "limit": limit, "stage": stage},
        )
        return answer

    def iter_leagues(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        stage: AnySeasonStageEnum | None = None,
    ) -> Iterator[LeagueOfClub]:
        """All that `list_leagues` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/leagues/",
            "leagues",
            {"cursor": cursor, "limit": limit, "stage": stage},
        )

    def make_league(
        self, club: str, /, *, name: str, idempotency_key: str | None = None, if_match: str | None = None
    ) -> LeagueNow:
        """Make a league; its seasons are made below it."""
        answer: LeagueNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/",
            body=filled(name=name),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_league(self, club: str, league: str, /) -> LeagueNow:
        """A league with every season, and the clubs that take part."""
        answer: LeagueNow = self.send("GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/")
        return answer

    def make_season(
        self,
        club: str,
        league: str,
        /,
        *,
        name: str,
        starts: str,
        ends: str,
        kind: SeasonKindEnum,
        takes: TakesEnum | Omitted = OMITTED,
        rules: dict[str, Any] | Omitted = OMITTED,
        preset: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Set a season up, of either kind, from rules or from a preset; nobody else sees it before it is
        opened.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/",
            body=filled(
                name=name, starts=starts, ends=ends, takes=takes, rules=rules, kind=kind, preset=preset
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def rename_league(
        self, club: str, league: str, /, *, name: str, if_match: str | None = None
    ) -> LeagueNow:
        """Another name; its address stays, so that links to it and to its seasons go on working."""
        answer: LeagueNow = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/",
            body=filled(name=name),
            if_match=if_match,
        )
        return answer

    def show_season(self, club: str, league: str, season: str, /) -> SeasonNow:
        """The season as it stands: its days, rules and stage, and what may be done to it now."""
        answer: SeasonNow = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/"
        )
        return answer

    def arrange_entrants(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        places: dict[str, Any],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Give entrants other seeds or put them into other divisions."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/arrange-entrants/",
            body=filled(places=places),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def bring_entrant_back(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        number: int,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Take a withdrawal back: the entrant plays on, and fixtures that went with it are as they were
        before.

        Those that were told otherwise since stay as they are.

        Arguments:
            number: The entrant's.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/bring-entrant-back/",
            body=filled(number=number, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_season_categories(self, club: str, league: str, season: str, /) -> CategoriesOfSeason:
        """The categories of a season of evenings that go by person, each with who is in it."""
        answer: CategoriesOfSeason = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/categories/"
        )
        return answer

    def change_entrant(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        number: int,
        entry: EntrantEntered,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Give an entrant another name or other people."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/change-entrant/",
            body=filled(number=number, entry=entry),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def change_season(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        name: str,
        starts: str,
        ends: str,
        takes: TakesEnum | Omitted = OMITTED,
        rules: dict[str, Any] | Omitted = OMITTED,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Give a season another name, other days or other rules; under way that takes a reason.

        The address stays. Rules that are changed under way hold for the whole season, from its first
        evening.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/change-season/",
            body=filled(name=name, starts=starts, ends=ends, takes=takes, rules=rules, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def choose_evening(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        evening: str,
        choice: str,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Take an evening in, leave it out, or let the rule of the season decide; under way that takes a
        reason.

        Arguments:
            evening: Its address, `club/evening`.
            choice: "in", "out", or "" for the rule of the season.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/choose-evening/",
            body=filled(evening=evening, choice=choice, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def close_season(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """The season's table is final, its prizes are won. A published evening that is corrected still moves
        it.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/close-season/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def declare_evening_void(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        evening: str,
        void: bool,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Declare that an evening of the season counts for nobody, or take that back; with a reason.

        Arguments:
            evening: Its address, `club/evening`.
            void: False takes it back.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/declare-evening-void/",
            body=filled(evening=evening, void=void, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def declare_fixture_void(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        fixture: str,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Declare that a fixture counts nowhere; in a knock-out it is played again.

        Arguments:
            fixture: Its code.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/declare-fixture-void/",
            body=filled(fixture=fixture, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def draw_lots(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        between: list[str],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Draw lots by the season's seed.

        The commitment to the seed is shown from the day the season is opened. A draw uses the seed, shows
        it, and puts a fresh one in its place, whose commitment stands in the same entry.

        Arguments:
            between: Players by id in a season of evenings, entrants by number in one of fixtures.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/draw-lots/",
            body=filled(between=between),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def enter_names(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        names: list[str],
        division: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Enter a list of names, one for each entrant; all of them, or nobody."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/enter-names/",
            body=filled(names=names, division=division),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def enter_pairing_lines(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        lines: list[str],
        division: int | Omitted = OMITTED,
        day: str | Omitted | None = OMITTED,
        anyway: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Enter the next round of a division as it was drawn elsewhere, from lines of text or CSV.

        Results that are known already come with it. Whoever asked to be left out of the round is, and where
        one alone of those playing is not named they have the bye.

        Arguments:
            division: Its level.
            day: When the round is, if that is known.
            anyway: Though results of the last round are missing, two meet again, somebody has another bye,
                or is at home or away too often.
            lines: "Ann – Ben", "Ann; Ben; 1½:½", "3; 7", "Cleo; bye".
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/enter-pairing-lines/",
            body=filled(division=division, day=day, anyway=anyway, lines=lines),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def enter_people(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        entries: list[EntrantEntered],
        division: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Enter people, pairs or teams in a division of a season of fixtures; one without divisions gets its
        first.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/enter-people/",
            body=filled(entries=entries, division=division),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_league_entrants(self, club: str, league: str, season: str, /) -> LeagueEntrants:
        """The divisions and entrants of a season of fixtures, one that is being set up as well."""
        answer: LeagueEntrants = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/entrants/"
        )
        return answer

    def list_season_evenings(
        self, club: str, league: str, season: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> EveningsOfSeason:
        """The evenings that a season of evenings takes or could take.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: EveningsOfSeason = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/evenings/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_season_evenings(
        self, club: str, league: str, season: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[EveningOfSeason]:
        """All that `list_season_evenings` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/evenings/",
            "evenings",
            {"cursor": cursor, "limit": limit},
        )

    def league_fixtures(
        self, club: str, league: str, season: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> LeagueFixtures:
        """The fixtures with days and results, and the entrants they are about.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: LeagueFixtures = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/fixtures/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_league_fixtures(
        self, club: str, league: str, season: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[LeagueFixture]:
        """All that `league_fixtures` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/fixtures/",
            "fixtures",
            {"cursor": cursor, "limit": limit},
        )

    def enter_league_result(
        self,
        club: str,
        league: str,
        season: str,
        code: str,
        /,
        *,
        games: list[int] | Omitted = OMITTED,
        points: list[int] | Omitted | None = OMITTED,
        winner: Literal["home", "away", "draw"] | Omitted | None = OMITTED,
        forfeit: Literal["home", "away", "both"] | Omitted | None = OMITTED,
        reason: str | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> LeagueFixture:
        """Enter how a fixture ended, or correct it. What is so already is not written again: a retry is
        harmless.
        """
        answer: LeagueFixture = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/fixtures/{part(code)}/result/",
            body=filled(games=games, points=points, winner=winner, forfeit=forfeit, reason=reason),
            if_match=if_match,
        )
        return answer

    def take_league_result_back(
        self, club: str, league: str, season: str, code: str, /, *, if_match: str | None = None
    ) -> LeagueFixture:
        """Take a result back without saying why: the fixture is to be played again."""
        answer: LeagueFixture = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/fixtures/{part(code)}/result/",
            if_match=if_match,
        )
        return answer

    def take_result_back(
        self,
        club: str,
        league: str,
        season: str,
        code: str,
        /,
        *,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> LeagueFixture:
        """Take a result back, with a reason: the fixture is to be played again."""
        answer: LeagueFixture = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/fixtures/{part(code)}/take-back/",
            body=filled(reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def give_bonus(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        points: int,
        player: int,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Add points to somebody's total in a season of evenings, or take some away, with a reason.

        Arguments:
            points: In the units of the season's rules; less than nothing takes them off.
            player: By id.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/give-bonus/",
            body=filled(points=points, player=player, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def leave_out(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        entrant: int,
        counts: str,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Leave an entrant out of the next round of a Swiss; told again it counts as was said last.

        Arguments:
            entrant: By number.
            counts: As a "draw", or for "nobody", which is a loss.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/leave-out/",
            body=filled(entrant=entrant, counts=counts, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def leave_to_evening(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        fixture: str,
        evening: str,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Let an evening give the result of a fixture: now, where it is published, else when it is.

        Arguments:
            fixture: Its code.
            evening: Its address, `club/evening`.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/leave-to-evening/",
            body=filled(fixture=fixture, evening=evening, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def read_season_ledger(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        act: str | None = None,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> SeasonLedgerPage:
        """The ledger in order, with its hashes. Bonuses and lots are withdrawn by the numbers of their
        entries.

        Arguments:
            act: Entries of this act alone.
            after: The entry after which to begin; 0 for the first.
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: SeasonLedgerPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/ledger/",
            query={"act": act, "after": after, "cursor": cursor, "limit": limit},
        )
        return answer

    def iter_season_ledger(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        act: str | None = None,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Iterator[SeasonLedgerEntry]:
        """All that `read_season_ledger` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/ledger/",
            "entries",
            {"act": act, "after": after, "cursor": cursor, "limit": limit},
        )

    def let_play(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        entrant: int,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """An entrant who was to be left out of the next round plays in it after all.

        Arguments:
            entrant: By number.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/let-play/",
            body=filled(entrant=entrant, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def make_divisions(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        divisions: list[DivisionEntered],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Make the divisions of a season of fixtures; one that is left out goes, where nobody is in it."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/make-divisions/",
            body=filled(divisions=divisions),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def make_fixtures(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        days: dict[str, Any] | Omitted = OMITTED,
        anyway: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Make fixtures: all of a round robin, the next round of a Swiss, the first of a knock-out; of every
        division.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/make-fixtures/",
            body=filled(days=days, anyway=anyway),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def make_next_season(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        name: str,
        starts: str,
        ends: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Make the next season of one of fixtures that is over.

        It has the same rules, who went up and down is in other divisions, and the seeds are as they
        finished.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/make-next-season/",
            body=filled(name=name, starts=starts, ends=ends),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def make_play_offs(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        day: str | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Make the play-offs by the tables as they stand.

        Arguments:
            day: When all of them are, if that is known.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/make-play-offs/",
            body=filled(day=day),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def open_season(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Visitors see the season, and evenings that are published from now on, or were before, count.

        Its entry holds the commitment to the seed of its lots.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/open-season/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def enter_league_pairings(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        pairings: list[Pairing],
        division: int | Omitted = OMITTED,
        date: str | Omitted | None = OMITTED,
        anyway: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> LeagueFixtureCodes:
        """Enter the next round of a division as it was drawn elsewhere."""
        answer: LeagueFixtureCodes = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/pairings/",
            body=filled(division=division, pairings=pairings, date=date, anyway=anyway),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def give_league_points(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        entrant: int,
        points: int,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> LeagueEntry:
        """Give an entrant match points or, below nothing, take them off, with a reason."""
        answer: LeagueEntry = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/points/",
            body=filled(entrant=entrant, points=points, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def postpone_fixture(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        fixture: str,
        day: str | Omitted | None = OMITTED,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """A fixture ahead is played later, on another day if that is known.

        Arguments:
            fixture: Its code.
            day: The day; null where it is not known yet.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/postpone-fixture/",
            body=filled(fixture=fixture, day=day, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def league_prospects(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        division: int | None = None,
        entrant: int | None = None,
        place: int | None = None,
    ) -> LeagueProspects:
        """Who can still reach a place, and what must happen for one of them. A knock-out has no places.

        Arguments:
            division: The level of the division; the highest where it is left out.
            entrant: The number of whom it is about; nobody in particular without.
            place: This place or better; 1 where it is left out.
        """
        answer: LeagueProspects = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/prospects/",
            query={"division": division, "entrant": entrant, "place": place},
        )
        return answer

    def put_group_in_category(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        category: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Put everybody of a group of the club into the category of the same name; whoever is in it stays."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/put-group-in-category/",
            body=filled(category=category),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def put_in_category(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        player: int,
        category: str,
        belongs: bool,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Put somebody into a category that goes by person, or take them out.

        Arguments:
            player: By id.
            category: As the rules name it.
            belongs: False takes them out.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/put-in-category/",
            body=filled(player=player, category=category, belongs=belongs),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def record_lots(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        between: list[str],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Record lots that were drawn by hand, the best first.

        Arguments:
            between: Players by id in a season of evenings, entrants by number in one of fixtures.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/record-lots/",
            body=filled(between=between),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def reopen_season(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Take the end of a season back; that takes a reason."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/reopen-season/",
            body=filled(reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def season_rules(self, club: str, league: str, season: str, /) -> SeasonRulesTold:
        """The rules of a season of either kind: as data, in numbered paragraphs, and the hash that pins them."""
        answer: SeasonRulesTold = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/rules/"
        )
        return answer

    def set_days(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        days: dict[str, Any],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Give rounds their days; a fixture that was postponed keeps its own."""
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/set-days/",
            body=filled(days=days),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def season_standings(self, club: str, league: str, season: str, /) -> SeasonStandings:
        """The tables of a season of evenings as last worked out: everybody's, then those of the categories."""
        answer: SeasonStandings = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/standings/"
        )
        return answer

    def league_tables(self, club: str, league: str, season: str, /) -> LeagueTables:
        """The table of every division with what parted whom; of a knock-out, who has won it."""
        answer: LeagueTables = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/tables/"
        )
        return answer

    def undo_fixtures(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Undo the fixtures made last, while nothing in them is played.

        Of a Swiss that is its last round, of any other format all fixtures, of a season that plays off its
        play-offs.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/undo-fixtures/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def season_what_if(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        category: str | None = None,
        least: int | None = None,
        left: int | None = None,
        most: int | None = None,
        of: int | None = None,
        place: int | None = None,
    ) -> SeasonWhatIf:
        """Who can still reach a place of a season of evenings, and what must happen for one of them.

        Nothing is said of more than sixty evenings: there are no prospects then.

        Arguments:
            category: The table of a category; everybody's without.
            least: What an evening gives at the least, in whole points, where points do not go by places.
            left: How many evenings are left, at most 60, where the rules do not say it; 1 without.
            most: What one gives at the most; without these two as much as one has given so far.
            of: The player of whom it is told what must happen.
            place: This place or better; 1 without.
        """
        answer: SeasonWhatIf = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/what-if/",
            query={
                "category": category,
                "least": least,
                "left": left,
                "most": most,
                "of": of,
                "place": place,
            },
        )
        return answer

    def season_why(
        self, club: str, league: str, season: str, player: int, /, *, category: str | None = None
    ) -> SeasonWhy:
        """What every evening gave somebody, and what parts them from the lines above and below.

        Arguments:
            category: The table of a category; everybody's without.
        """
        answer: SeasonWhy = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/why/{part(player)}/",
            query={"category": category},
        )
        return answer

    def withdraw_entrant(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        number: int,
        ahead: AheadEnum | Omitted = OMITTED,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """An entrant plays no more; one who has no fixtures is struck off.

        Arguments:
            number: The entrant's.
            ahead: What becomes of the fixtures ahead: forfeited, void, or "void_all", by which those played
                are too.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/withdraw-entrant/",
            body=filled(number=number, ahead=ahead, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def withdraw_entry(
        self,
        club: str,
        league: str,
        season: str,
        /,
        *,
        sequence: int,
        reason: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> SeasonNow:
        """Withdraw a bonus, a penalty or lots; the entry stays and says so. Takes a reason.

        Arguments:
            sequence: The number of the entry in the ledger of the season.
        """
        answer: SeasonNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/{part(season)}/withdraw-entry/",
            body=filled(sequence=sequence, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def ask_club_into_league(
        self,
        at_club: str,
        league: str,
        /,
        *,
        club: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> LeagueNow:
        """Ask another club of the server to take part; asking twice is asking once."""
        answer: LeagueNow = self.send(
            "POST",
            f"/api/v1/clubs/{part(at_club)}/leagues/{part(league)}/clubs/",
            body=filled(club=club),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def let_club_of_league_go(
        self, club: str, league: str, guest: str, /, *, if_match: str | None = None
    ) -> LeagueNow:
        """Let another club go, or ask it no more; what it agreed to before is in no table any more."""
        answer: LeagueNow = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/clubs/{part(guest)}/",
            if_match=if_match,
        )
        return answer

    def list_season_presets(self, club: str, league: str, /) -> PresetsOfSeasons:
        """The kinds of seasons that a new one can be made from, and the rules of the last ones."""
        answer: PresetsOfSeasons = self.send("GET", f"/api/v1/clubs/{part(club)}/leagues/{part(league)}/new/")
        return answer

    def list_leagues_elsewhere(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> LeaguesElsewhere:
        """The leagues of other clubs in which the club takes part, or was asked to.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: LeaguesElsewhere = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/leagues/asked/", query={"cursor": cursor, "limit": limit}
        )
        return answer

    def iter_leagues_elsewhere(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[AskedIn]:
        """All that `list_leagues_elsewhere` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/leagues/asked/", "leagues", {"cursor": cursor, "limit": limit}
        )

    def leave_league(
        self, club: str, host: str, league: str, /, *, if_match: str | None = None
    ) -> LeaguesElsewhere:
        """Take part no more, or decline; what the club agreed to before is in no table any more."""
        answer: LeaguesElsewhere = self.send(
            "DELETE",
            f"/api/v1/clubs/{part(club)}/leagues/asked/{part(host)}/{part(league)}/",
            if_match=if_match,
        )
        return answer

    def agree_to_league(
        self,
        club: str,
        host: str,
        league: str,
        /,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> LeaguesElsewhere:
        """Take part in a league as it was asked: from now on the club’s evenings and people count."""
        answer: LeaguesElsewhere = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/leagues/asked/{part(host)}/{part(league)}/agree/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_members(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        group: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        retired: bool | None = None,
    ) -> MemberPage:
        """The members with their details, as the file of them has it; guests are none.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            group: The group they belong to.
            limit: How many, at most 500.
            offset: How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.
            retired: Those who no longer come, instead of those who do.
        """
        answer: MemberPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/members/",
            query={"cursor": cursor, "group": group, "limit": limit, "offset": offset, "retired": retired},
        )
        return answer

    def iter_members(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        group: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        retired: bool | None = None,
    ) -> Iterator[MemberInList]:
        """All that `list_members` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/members/",
            "results",
            {"cursor": cursor, "group": group, "limit": limit, "offset": offset, "retired": retired},
        )

    def add_member_list(
        self,
        club: str,
        /,
        *,
        seen: str,
        text: str | Omitted = OMITTED,
        file: str | Omitted | None = OMITTED,
        columns: list[ColumnKind] | Omitted | None = OMITTED,
        heading: bool | Omitted | None = OMITTED,
        turned: bool | Omitted | None = OMITTED,
        others: list[int] | Omitted = OMITTED,
        leave_out: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> ListAdded:
        """Add whom the list names anew, and give those it knows what stands there: all as it was seen, or
        nothing.
        """
        answer: ListAdded = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/members/list/",
            body=filled(
                text=text,
                file=file,
                columns=columns,
                heading=heading,
                turned=turned,
                seen=seen,
                others=others,
                leave_out=leave_out,
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def preview_member_list(
        self,
        club: str,
        /,
        *,
        text: str | Omitted = OMITTED,
        file: str | Omitted | None = OMITTED,
        columns: list[ColumnKind] | Omitted | None = OMITTED,
        heading: bool | Omitted | None = OMITTED,
        turned: bool | Omitted | None = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> ListLooked:
        """What a list comes to, line by line; nothing is saved."""
        answer: ListLooked = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/members/list/preview/",
            body=filled(text=text, file=file, columns=columns, heading=heading, turned=turned),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_nights(self, club: str, /) -> Nights:
        """The nights on which the club plays, by the day of the week."""
        answer: Nights = self.send("GET", f"/api/v1/clubs/{part(club)}/nights/")
        return answer

    def add_night(
        self,
        club: str,
        /,
        *,
        weekday: int,
        week: int | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        starts: str | Omitted | None = OMITTED,
        begins_with: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Night:
        """One more night on which the club plays."""
        answer: Night = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/nights/",
            body=filled(weekday=weekday, week=week, name=name, starts=starts, begins_with=begins_with),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_night(self, club: str, night: int, /) -> Night:
        """One night on which the club plays."""
        answer: Night = self.send("GET", f"/api/v1/clubs/{part(club)}/nights/{part(night)}/")
        return answer

    def change_night(
        self,
        club: str,
        night: int,
        /,
        *,
        weekday: int,
        week: int | Omitted = OMITTED,
        name: str | Omitted = OMITTED,
        starts: str | Omitted | None = OMITTED,
        begins_with: str | Omitted = OMITTED,
        if_match: str | None = None,
    ) -> Night:
        """Change it; evenings that are made stay as they are. What is left out is as for a new one."""
        answer: Night = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/nights/{part(night)}/",
            body=filled(weekday=weekday, week=week, name=name, starts=starts, begins_with=begins_with),
            if_match=if_match,
        )
        return answer

    def remove_night(self, club: str, night: int, /, *, if_match: str | None = None) -> Nights:
        """Play on it no longer; its evenings stay. Answers with those that are left."""
        answer: Nights = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/nights/{part(night)}/", if_match=if_match
        )
        return answer

    def list_officers(self, club: str, /, *, cursor: str | None = None, limit: int | None = None) -> Officers:
        """The officers of the club and of single evenings, the highest first.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Officers = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/officers/", query={"cursor": cursor, "limit": limit}
        )
        return answer

    def iter_officers(
        self, club: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[Officer]:
        """All that `list_officers` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/officers/", "officers", {"cursor": cursor, "limit": limit}
        )

    def change_role(
        self, club: str, officer: int, /, *, role: RoleEnum, if_match: str | None = None
    ) -> Officer:
        """Make an officer of the whole club something else; a club keeps one owner at least."""
        answer: Officer = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/officers/{part(officer)}/",
            body=filled(role=role),
            if_match=if_match,
        )
        return answer

    def dismiss_officer(self, club: str, officer: int, /, *, if_match: str | None = None) -> Officers:
        """End an office; a club keeps one owner at least. Answers with the officers who are left."""
        answer: Officers = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/officers/{part(officer)}/", if_match=if_match
        )
        return answer

    def hand_club_over(
        self, club: str, officer: int, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Officer:
        """Make an officer the owner in your own place; you are a secretary from then on."""
        answer: Officer = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/officers/{part(officer)}/hand-over/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_merges(
        self, club: str, /, *, cursor: str | None = None, league: str | None = None, limit: int | None = None
    ) -> WhoIsWho:
        """Players who may be one person, and those who are read as one.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            league: One of the club's leagues in which others take part; the club alone without.
            limit: How many, at most 500.
        """
        answer: WhoIsWho = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/persons/",
            query={"cursor": cursor, "league": league, "limit": limit},
        )
        return answer

    def iter_merges(
        self, club: str, /, *, cursor: str | None = None, league: str | None = None, limit: int | None = None
    ) -> Iterator[MergeOfPlayers]:
        """All that `list_merges` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/persons/",
            "merges",
            {"cursor": cursor, "league": league, "limit": limit},
        )

    def merge_players(
        self,
        club: str,
        /,
        *,
        duplicate: int,
        into: int,
        league: str | Omitted = OMITTED,
        reason: str | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MergeOfPlayers:
        """Read a player as another one. Nothing is rewritten by it, and it can be taken back."""
        answer: MergeOfPlayers = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/persons/",
            body=filled(duplicate=duplicate, into=into, league=league, reason=reason),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def undo_merge(self, club: str, merge: int, /, *, if_match: str | None = None) -> MergeOfPlayers:
        """Read the two as two people again; that it was otherwise stays known."""
        answer: MergeOfPlayers = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/persons/{part(merge)}/", if_match=if_match
        )
        return answer

    def preview_merge(
        self, club: str, /, *, duplicate: int, into: int, league: str | None = None
    ) -> TouchedByMerge:
        """What it would touch to read a player as another one.

        Arguments:
            duplicate: Who would be read as the other.
            into: The other.
            league: One of the club's leagues in which others take part; the club alone without.
        """
        answer: TouchedByMerge = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/persons/touched/",
            query={"duplicate": duplicate, "into": into, "league": league},
        )
        return answer

    def list_players(
        self,
        club: str,
        /,
        *,
        category: str | None = None,
        cursor: str | None = None,
        guest: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ordering: Literal["-name", "name"] | None = None,
        retired: bool | None = None,
        search: str | None = None,
    ) -> PlayerPage:
        """The people the club knows, by name.

        Arguments:
            category: Those who belong to this group.
            cursor: Where the page begins, as `next` of the one before has it.
            guest: Guests only, or members only.
            limit: How many, at most 500.
            offset: How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.
            ordering: The order, `name` without; `-` is the other way round.
            retired: Those who no longer come, instead of those who do.
            search: A part of the name; accents and case do not matter.
        """
        answer: PlayerPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/players/",
            query={
                "category": category,
                "cursor": cursor,
                "guest": guest,
                "limit": limit,
                "offset": offset,
                "ordering": ordering,
                "retired": retired,
                "search": search,
            },
        )
        return answer

    def iter_players(
        self,
        club: str,
        /,
        *,
        category: str | None = None,
        cursor: str | None = None,
        guest: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ordering: Literal["-name", "name"] | None = None,
        retired: bool | None = None,
        search: str | None = None,
    ) -> Iterator[Player]:
        """All that `list_players` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/players/",
            "results",
            {
                "category": category,
                "cursor": cursor,
                "guest": guest,
                "limit": limit,
                "offset": offset,
                "ordering": ordering,
                "retired": retired,
                "search": search,
            },
        )

    def add_player(
        self,
        club: str,
        /,
        *,
        name: str,
        guest: bool | Omitted = OMITTED,
        colour: str | Omitted = OMITTED,
        another: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Player:
        """Add a member or a guest."""
        answer: Player = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/players/",
            body=filled(name=name, guest=guest, colour=colour, another=another),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_player(self, club: str, player: int, /) -> Member:
        """Somebody with everything the club keeps of them."""
        answer: Member = self.send("GET", f"/api/v1/clubs/{part(club)}/players/{part(player)}/")
        return answer

    def change_player(
        self,
        club: str,
        player: int,
        /,
        *,
        name: str | Omitted | None = OMITTED,
        colour: str | Omitted | None = OMITTED,
        guest: bool | Omitted | None = OMITTED,
        active: bool | Omitted | None = OMITTED,
        number: str | Omitted | None = OMITTED,
        mail: str | Omitted | None = OMITTED,
        phone: str | Omitted | None = OMITTED,
        birth: str | Omitted | None = OMITTED,
        notes: str | Omitted | None = OMITTED,
        groups: str | Omitted | None = OMITTED,
        if_match: str | None = None,
    ) -> Member:
        """Rename, recolour, make a member of a guest, retire or bring back; change what the club keeps of
        them.

        Arguments:
            birth: The year of birth, or `minor`.
            groups: With commas between.
        """
        answer: Member = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/players/{part(player)}/",
            body=filled(
                name=name,
                colour=colour,
                guest=guest,
                active=active,
                number=number,
                mail=mail,
                phone=phone,
                birth=birth,
                notes=notes,
                groups=groups,
            ),
            if_match=if_match,
        )
        return answer

    def make_claim_link(
        self, club: str, player: int, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> ClaimLink:
        """A link to hand on, told this once; links that were made before open nothing any more."""
        answer: ClaimLink = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/players/{part(player)}/claim-link/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def end_claim(self, club: str, player: int, /, *, if_match: str | None = None) -> Member:
        """No account is this person any more, and no link makes one of them."""
        answer: Member = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/players/{part(player)}/claim-link/", if_match=if_match
        )
        return answer

    def copy_player_data(self, club: str, player: int, /) -> dict[str, Any]:
        """Everything that is kept about somebody, to be handed to them; what opens something is left out."""
        answer: dict[str, Any] = self.send("GET", f"/api/v1/clubs/{part(club)}/players/{part(player)}/data/")
        return answer

    def erase_player(
        self,
        club: str,
        player: int,
        /,
        *,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Member:
        """Throw their name, and what the club keeps of them, away for good: in every archive too."""
        answer: Member = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/players/{part(player)}/erase/",
            body=filled(name=name),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def player_history(self, club: str, player: int, /, *, year: int | None = None) -> PlayerHistory:
        """A person with all that their published evenings come to, or those of one year.

        Whoever is read as somebody else gives that person. Points of different games are never added up.

        Arguments:
            year: The year of the evenings, games and ratings; without it all of them.
        """
        answer: PlayerHistory = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/players/{part(player)}/history/", query={"year": year}
        )
        return answer

    def set_player_photo(
        self, club: str, player: int, /, *, file: str, agreed: bool, if_match: str | None = None
    ) -> Member:
        """Show a photo on their page, if they have agreed; never of a minor."""
        answer: Member = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/players/{part(player)}/photo/",
            body=filled(file=file, agreed=agreed),
            if_match=if_match,
        )
        return answer

    def remove_player_photo(self, club: str, player: int, /, *, if_match: str | None = None) -> Member:
        """Show it no longer."""
        answer: Member = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/players/{part(player)}/photo/", if_match=if_match
        )
        return answer

    def show_consents(self, club: str, player: int, /) -> PublicOfPlayer:
        """Whether their name and ratings are public, and what they have said to it."""
        answer: PublicOfPlayer = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/players/{part(player)}/public/"
        )
        return answer

    def record_consents(
        self,
        club: str,
        player: int,
        /,
        *,
        name: bool | Omitted | None = OMITTED,
        rating: bool | Omitted | None = OMITTED,
        if_match: str | None = None,
    ) -> PublicOfPlayer:
        """Record what they say to it; it applies at once."""
        answer: PublicOfPlayer = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/players/{part(player)}/public/",
            body=filled(name=name, rating=rating),
            if_match=if_match,
        )
        return answer

    def show_who_i_play(self, club: str, /) -> WhoIPlay:
        """Who of the club's players you have said that you are."""
        answer: WhoIPlay = self.send("GET", f"/api/v1/clubs/{part(club)}/players/me/")
        return answer

    def say_who_i_play(self, club: str, /, *, player: int | None, if_match: str | None = None) -> WhoIPlay:
        """Say who you are: hands of other tables in play are then kept from you until you look."""
        answer: WhoIPlay = self.send(
            "PUT", f"/api/v1/clubs/{part(club)}/players/me/", body=filled(player=player), if_match=if_match
        )
        return answer

    def add_names(
        self,
        club: str,
        /,
        *,
        names: list[str],
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Players:
        """Add members by name, in order; a name that the club has already gives the person it has."""
        answer: Players = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/players/names/",
            body=filled(names=names),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def list_presets(self, club: str, /) -> Presets:
        """The kinds of evening that the club keeps for itself, by name."""
        answer: Presets = self.send("GET", f"/api/v1/clubs/{part(club)}/presets/")
        return answer

    def keep_preset(
        self,
        club: str,
        /,
        *,
        evening: str,
        name: str,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Preset:
        """Keep the plan of an evening, as it is now, under a name that the club has not."""
        answer: Preset = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/presets/",
            body=filled(evening=evening, name=name),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def show_preset(self, club: str, preset: int, /) -> Preset:
        """A kind of evening that the club keeps for itself."""
        answer: Preset = self.send("GET", f"/api/v1/clubs/{part(club)}/presets/{part(preset)}/")
        return answer

    def rename_preset(self, club: str, preset: int, /, *, name: str, if_match: str | None = None) -> Preset:
        """Another name."""
        answer: Preset = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/presets/{part(preset)}/",
            body=filled(name=name),
            if_match=if_match,
        )
        return answer

    def remove_preset(self, club: str, preset: int, /, *, if_match: str | None = None) -> Presets:
        """Keep it no longer; evenings made from it stay. Answers with those that are left."""
        answer: Presets = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/presets/{part(preset)}/", if_match=if_match
        )
        return answer

    def list_ratings(
        self, club: str, game: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Ratings:
        """Everybody rated at a game after the published evenings, by what they are rated at the least.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: Ratings = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/ratings/{part(game)}/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_ratings(
        self, club: str, game: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[RatedPlayer]:
        """All that `list_ratings` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/ratings/{part(game)}/", "ratings", {"cursor": cursor, "limit": limit}
        )

    def list_results(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ordering: Literal["-date", "date"] | None = None,
    ) -> EveningPage:
        """The evenings of a club that are over, the latest first.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            date_from: A day.
            date_to: A day.
            game: What was played.
            limit: How many, at most 500.
            offset: How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.
            ordering: The order, `-date` without; `-` is the other way round.
        """
        answer: EveningPage = self.send(
            "GET",
            f"/api/v1/clubs/{part(club)}/results/",
            query={
                "cursor": cursor,
                "date_from": date_from,
                "date_to": date_to,
                "game": game,
                "limit": limit,
                "offset": offset,
                "ordering": ordering,
            },
        )
        return answer

    def iter_results(
        self,
        club: str,
        /,
        *,
        cursor: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        ordering: Literal["-date", "date"] | None = None,
    ) -> Iterator[EveningInShort]:
        """All that `list_results` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/clubs/{part(club)}/results/",
            "results",
            {
                "cursor": cursor,
                "date_from": date_from,
                "date_to": date_to,
                "game": game,
                "limit": limit,
                "offset": offset,
                "ordering": ordering,
            },
        )

    def show_result(self, club: str, evening: str, /) -> Result:
        """An evening that is over, with its standings and prizes."""
        answer: Result = self.send("GET", f"/api/v1/clubs/{part(club)}/results/{part(evening)}/")
        return answer

    def show_result_round(self, club: str, evening: str, number: int, /) -> Round:
        """Who sat where in a round, and how each game ended."""
        answer: Round = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/results/{part(evening)}/rounds/{part(number)}/"
        )
        return answer

    def search_club(self, club: str, /, *, q: str | None = None) -> FoundAll:
        """Players, evenings, seasons and rules, as far as the club shows them.

        Arguments:
            q: Words, or a table, round and hand by number.
        """
        answer: FoundAll = self.send("GET", f"/api/v1/clubs/{part(club)}/search/", query={"q": q})
        return answer

    def search_desk(self, club: str, /, *, evening: str | None = None, q: str | None = None) -> FoundAll:
        """People, evenings, hands, seasons, pages of the desk and rules, as far as you may see them.

        Arguments:
            evening: The address of an evening, whose pages and hands come first.
            q: Words, or a table, round and hand by number.
        """
        answer: FoundAll = self.send(
            "GET", f"/api/v1/clubs/{part(club)}/search/desk/", query={"evening": evening, "q": q}
        )
        return answer

    def show_settings(self, club: str, /) -> ClubSettings:
        """All of them."""
        answer: ClubSettings = self.send("GET", f"/api/v1/clubs/{part(club)}/settings/")
        return answer

    def change_settings(
        self,
        club: str,
        /,
        *,
        name: str | Omitted | None = OMITTED,
        time_zone: str | Omitted | None = OMITTED,
        language: str | Omitted | None = OMITTED,
        place: str | Omitted | None = OMITTED,
        postal_address: str | Omitted | None = OMITTED,
        usual_game: str | Omitted | None = OMITTED,
        confirms_requests: bool | Omitted | None = OMITTED,
        if_match: str | None = None,
    ) -> ClubSettings:
        """What the club is called, where and how it plays. Its address stays, as people have written it down.

        Arguments:
            language: "" for that of each visitor's browser.
            usual_game: "" for no particular game.
            confirms_requests: Whether the director confirms when players leave or sit out.
        """
        answer: ClubSettings = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/settings/",
            body=filled(
                name=name,
                time_zone=time_zone,
                language=language,
                place=place,
                postal_address=postal_address,
                usual_game=usual_game,
                confirms_requests=confirms_requests,
            ),
            if_match=if_match,
        )
        return answer

    def set_categories(
        self, club: str, /, *, categories: dict[str, bool], if_match: str | None = None
    ) -> ClubSettings:
        """By which groups tables can be read from now on; those that are left out are categories no longer."""
        answer: ClubSettings = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/settings/categories/",
            body=filled(categories=categories),
            if_match=if_match,
        )
        return answer

    def set_colour(self, club: str, /, *, colour: str, if_match: str | None = None) -> ClubSettings:
        """Choose it, or go back to that of the house. Pages show the nearest shade that can be read."""
        answer: ClubSettings = self.send(
            "PUT",
            f"/api/v1/clubs/{part(club)}/settings/colour/",
            body=filled(colour=colour),
            if_match=if_match,
        )
        return answer

    def put_demo_away(
        self, club: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> ClubSettings:
        """Show the demo club to nobody any more: for whoever looks after the server. Answers with one's own
        club.
        """
        answer: ClubSettings = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/settings/demo/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def set_logo(self, club: str, /, *, file: str, if_match: str | None = None) -> ClubSettings:
        """Draw it from a picture; one that was there before is gone."""
        answer: ClubSettings = self.send(
            "PUT", f"/api/v1/clubs/{part(club)}/settings/logo/", body=filled(file=file), if_match=if_match
        )
        return answer

    def remove_logo(self, club: str, /, *, if_match: str | None = None) -> ClubSettings:
        """Go without one."""
        answer: ClubSettings = self.send(
            "DELETE", f"/api/v1/clubs/{part(club)}/settings/logo/", if_match=if_match
        )
        return answer

    def change_public_parts(
        self,
        club: str,
        /,
        *,
        results: ShownToEnum | Omitted | None = OMITTED,
        seasons: ShownToEnum | Omitted | None = OMITTED,
        players: ShownToEnum | Omitted | None = OMITTED,
        coming: ShownToEnum | Omitted | None = OMITTED,
        asks_consent: bool | Omitted | None = OMITTED,
        if_match: str | None = None,
    ) -> ClubSettings:
        """Who sees results, league tables, players' pages and coming evenings; it applies at once.

        Arguments:
            asks_consent: Whether names and ratings are public only of who has agreed.
        """
        answer: ClubSettings = self.send(
            "PATCH",
            f"/api/v1/clubs/{part(club)}/settings/public/",
            body=filled(
                results=results, seasons=seasons, players=players, coming=coming, asks_consent=asks_consent
            ),
            if_match=if_match,
        )
        return answer

    def show_visitors_link(self, club: str, /) -> VisitorsLink:
        """The link by which visitors see what is for people with the link."""
        answer: VisitorsLink = self.send("GET", f"/api/v1/clubs/{part(club)}/settings/public/link/")
        return answer

    def renew_visitors_link(
        self, club: str, /, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> VisitorsLink:
        """A new one; the old one opens nothing any more."""
        answer: VisitorsLink = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/settings/public/link/",
            body={},
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def make_several_evenings(
        self,
        club: str,
        /,
        *,
        starts: str,
        name: str,
        days: list[str],
        plan: dict[str, Any],
        places: int | Omitted | None = OMITTED,
        note: str | Omitted = OMITTED,
        takes_sign_ups: bool | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MadeEvenings:
        """Make an evening on each of these days and announce it: all of them, or none."""
        answer: MadeEvenings = self.send(
            "POST",
            f"/api/v1/clubs/{part(club)}/several-evenings/",
            body=filled(
                starts=starts,
                places=places,
                note=note,
                takes_sign_ups=takes_sign_ups,
                name=name,
                days=days,
                plan=plan,
            ),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def federation(self, federation: str, /) -> FederationTold:
        """The clubs of a federation by name, the leagues that they share, and the games that are rated."""
        answer: FederationTold = self.send("GET", f"/api/v1/federations/{part(federation)}/")
        return answer

    def federation_ratings(
        self, federation: str, game: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> FederationRatings:
        """Everybody rated at a game over the published evenings of all clubs, as far as their clubs show them.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: FederationRatings = self.send(
            "GET",
            f"/api/v1/federations/{part(federation)}/ratings/{part(game)}/",
            query={"cursor": cursor, "limit": limit},
        )
        return answer

    def iter_federation_ratings(
        self, federation: str, game: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[FederationRatedPerson]:
        """All that `federation_ratings` has, page after page; a page is fetched when it is reached."""
        return self.each(
            f"/api/v1/federations/{part(federation)}/ratings/{part(game)}/",
            "ratings",
            {"cursor": cursor, "limit": limit},
        )

    def list_games(self) -> Games:
        """The games that are played here."""
        answer: Games = self.send("GET", "/api/v1/games/")
        return answer

    def show_game(self, game: str, /) -> Game:
        """A game whole: its rulebook, its entry forms, the JSON Schemas of its hands and house rules."""
        answer: Game = self.send("GET", f"/api/v1/games/{part(game)}/")
        return answer

    def me(self) -> Me:
        """Who this token stands for and where they belong."""
        answer: Me = self.send("GET", "/api/v1/me/")
        return answer

    def copy_own_data(self) -> dict[str, Any]:
        """Everything that is kept about your account and the players you are; what opens something is left
        out.
        """
        answer: dict[str, Any] = self.send("GET", "/api/v1/me/data/")
        return answer

    def list_own_offices(self, *, cursor: str | None = None, limit: int | None = None) -> OwnOffices:
        """The offices that you hold, in clubs and in single evenings.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: OwnOffices = self.send("GET", "/api/v1/me/offices/", query={"cursor": cursor, "limit": limit})
        return answer

    def iter_own_offices(self, *, cursor: str | None = None, limit: int | None = None) -> Iterator[OwnOffice]:
        """All that `list_own_offices` has, page after page; a page is fetched when it is reached."""
        return self.each("/api/v1/me/offices/", "offices", {"cursor": cursor, "limit": limit})

    def give_own_office_up(self, office: int, /, *, if_match: str | None = None) -> OwnOffices:
        """Give it up; a club keeps one owner at least. Answers with those that are left."""
        answer: OwnOffices = self.send("DELETE", f"/api/v1/me/offices/{part(office)}/", if_match=if_match)
        return answer

    def list_own_sessions(self) -> Sessions:
        """The browsers in which you are signed in."""
        answer: Sessions = self.send("GET", "/api/v1/me/sessions/")
        return answer

    def end_own_sessions(self, *, if_match: str | None = None) -> Sessions:
        """Sign yourself out everywhere; tokens work on."""
        answer: Sessions = self.send("DELETE", "/api/v1/me/sessions/", if_match=if_match)
        return answer

    def end_own_session(self, session: int, /, *, if_match: str | None = None) -> Sessions:
        """Sign yourself out there. Answers with the browsers that are left."""
        answer: Sessions = self.send("DELETE", f"/api/v1/me/sessions/{part(session)}/", if_match=if_match)
        return answer

    def list_own_sign_in_links(self, *, cursor: str | None = None, limit: int | None = None) -> SignInLinks:
        """Your sign-in links that still open something; they are made at the server's terminal.

        Arguments:
            cursor: Where the page begins, as `next` of the one before has it.
            limit: How many, at most 500.
        """
        answer: SignInLinks = self.send(
            "GET", "/api/v1/me/sign-in-links/", query={"cursor": cursor, "limit": limit}
        )
        return answer

    def iter_own_sign_in_links(
        self, *, cursor: str | None = None, limit: int | None = None
    ) -> Iterator[SignInLink]:
        """All that `list_own_sign_in_links` has, page after page; a page is fetched when it is reached."""
        return self.each("/api/v1/me/sign-in-links/", "links", {"cursor": cursor, "limit": limit})

    def revoke_own_sign_in_link(self, link: int, /, *, if_match: str | None = None) -> SignInLinks:
        """It signs nobody in any more. Answers with those that are left."""
        answer: SignInLinks = self.send(
            "DELETE", f"/api/v1/me/sign-in-links/{part(link)}/", if_match=if_match
        )
        return answer

    def list_own_tokens(self) -> Tokens:
        """Your tokens that work, without what opens."""
        answer: Tokens = self.send("GET", "/api/v1/me/tokens/")
        return answer

    def make_own_token(
        self,
        *,
        name: str,
        reach: ReachEnum | Omitted = OMITTED,
        days: int | Omitted = OMITTED,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> MadeToken:
        """A new token, told this once. Only a token that may all that you may makes others."""
        answer: MadeToken = self.send(
            "POST",
            "/api/v1/me/tokens/",
            body=filled(name=name, reach=reach, days=days),
            key=idempotency_key or new_key(),
            if_match=if_match,
        )
        return answer

    def revoke_own_token(self, token: int, /, *, if_match: str | None = None) -> Tokens:
        """It opens nothing any more; this may be the very token that asks. Answers with those that are left."""
        answer: Tokens = self.send("DELETE", f"/api/v1/me/tokens/{part(token)}/", if_match=if_match)
        return answer

    def score_hand(self, *, body: Mapping[str, Any]) -> Score:
        """Score one hand: `{"id", "game", "options", "hand"}`, the same as `manage.py score`. Nothing is kept."""
        answer: Score = self.send("POST", "/api/v1/score/", body=body)
        return answer

    def score_batch(self, *, requests: list[Any]) -> BatchScore:
        """Score up to 2000 hands, of any games: each of `requests` is one of `score`, and so is each answer.

        The answers come in the order of the requests. A hand that cannot be scored does not keep the others
        from it: its answer says what is wrong. Of very many refusals the last ones come without their `id`
        and with no errors. A token, or an address without one, may send so much a minute, then it is
        answered 429. No hand is kept.
        """
        answer: BatchScore = self.send("POST", "/api/v1/score/batch/", body=filled(requests=requests))
        return answer

    def score_game(self, *, body: Mapping[str, Any]) -> GameScore:
        """Score a whole game: `{"id", "game", "options", "hands"}`, the same as `manage.py score --games`.

        It has at most 1000 hands. A token, or an address without one, may send so much a minute, then it is
        answered 429.
        """
        answer: GameScore = self.send("POST", "/api/v1/score/games/", body=body)
        return answer
