"""Bodies as they should be, changed at random in a place or two: for every address that takes one, REST and forms.

What is refused must leave no trace, and nothing may be a fault of the server. Two acts at the same moment, and files
that were made to harm, are tried on the same house.
"""

import copy
import json
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

import psycopg
from psycopg import sql

from tests.browser.house import House
from tests.faults.phones import Line
from tests.faults.runs import Result, at_a_distance
from tests.faults.schema_cases import opens

SEED: Final = 1910
SENDERS: Final = 4
LONGEST: Final = 7200.0
MOST_CHANGES: Final = 3
ALONE: Final = 50
"""Of so many bodies one comes alone, and all rows are compared before it and after."""
FILE_STATUSES: Final = {
    HTTPStatus.OK,
    HTTPStatus.FOUND,
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
}
CSRF: Final = "c" * 32
LEAVES: Final = ("/sign-out/", "/sessions/", "/give-up/", "/hand-over/", "/put-away/", "/demo/")
"""What in an address ends what the others need: the session, the office, the demo club."""
NOISE: Final = frozenset(
    {
        *("django_session", "tournaments_heartbeat", "tournaments_apitoken", "tournaments_answered"),
        "tournaments_wrongguesses",
    }
)
"""Tables that say who asked when, how often, and what they were answered, not what is so."""
ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 0.5, 1e308, "", " ", "x", "0", "-1", "null",
    "é" * 300, "x" * 9_000, "\u202e\u200b", "\0", "\ud800", "'; --", "<b>", "{{ 7 }}", "%s%n", "../..", "2026-02-30",
    "9999-12-31T23:59:60Z", [], {}, [[]], [None], {"": None}, [1] * 400, {"a": {"b": {"c": []}}},
)  # fmt: skip


@dataclass(frozen=True)
class Body:
    """A body as it should be, with where it goes."""

    method: str
    path: str
    headers: dict[str, str]
    good: Any
    is_form: bool = False

    def changed(self, dice: random.Random) -> bytes:
        """Its bytes, changed in a few places."""
        found = [copy.deepcopy(self.good)]
        for _ in range(dice.randint(1, MOST_CHANGES)):
            change(found, dice)
        text = as_form(found[0]) if self.is_form else json.dumps(found[0])
        sent = text.encode("utf-8", "surrogatepass")
        return cut(sent, dice) if dice.random() < 1 / 12 else sent


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place inside a value: what holds it, and by what name or number."""
    for name in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, name
        yield from places_in(value[name])


def change(root: list[Any], dice: random.Random) -> None:
    """Change one place: another value, left out, twice, under another name, or one from elsewhere in the body."""
    places = list(places_in(root))
    holder, name = dice.choice(places)
    how = dice.randrange(6)
    if how <= 1:
        holder[name] = copy.deepcopy(dice.choice(ODD))
    elif how == 2 and holder is not root:
        del holder[name]
    elif how == 3 and isinstance(holder, dict):
        holder[str(dice.choice(ODD))[:40]] = holder[name]
    elif how == 4 and isinstance(holder, list) and holder is not root:
        holder.extend([copy.deepcopy(holder[name])] * dice.choice((1, 2, 500)))
    else:
        other, there = dice.choice(places)
        holder[name] = copy.deepcopy(other[there])


def as_form(fields: Any) -> str:
    """A body as a browser's form sends it; what is no form any more is sent as it is."""
    if not isinstance(fields, dict):
        return str(fields)
    told = {str(name): value if isinstance(value, list) else [value] for name, value in fields.items()}
    rows = [(name, str(one)) for name, several in told.items() for one in several]
    return urlencode(rows, errors="surrogatepass", encoding="utf-8")


def cut(sent: bytes, dice: random.Random) -> bytes:
    """Bytes that broke on their way: cut short, one changed, or a piece twice."""
    if not sent:
        return b"\xff"
    place = dice.randrange(len(sent))
    broken = (
        sent[:place],
        sent[:place] + bytes([dice.randrange(256)]) + sent[place + 1 :],
        sent[:place] + sent,
    )
    return dice.choice(broken)


def bodies_of(made: dict[str, Any], api: dict[str, Any]) -> list[Body]:
    """Every address that takes a body, at each place where it can be, with bodies as they should be.

    Arguments:
        made: what `schema_cases` has made: tokens, what stands for each part of an address, forms, a session.
        api: the schema of the REST API.
    """
    found = []
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content is None:
                continue
            for example in content["examples"].values():
                for asker in ("officer", "table") if "/tables/" in path else ("officer",):
                    headers = {"Content-Type": "application/json"}
                    headers["Authorization"] = f"Bearer {made['tokens'][asker]}"
                    found += [
                        Body(method.upper(), at, headers, example["value"])
                        for at in filled(path, made["places"], asker)
                    ]
    headers = {"Content-Type": "application/x-www-form-urlencoded", **signed_in(made)}
    found += [Body("POST", path, headers, fields, is_form=True) for path, fields in made["forms"]]
    leaves = (*LEAVES, *(f"/officers/{key}/" for key in made["own"]["officer"]))
    return [body for body in found if not any(word in body.path for word in leaves)]


def signed_in(made: dict[str, Any]) -> dict[str, str]:
    return {"Cookie": f"sessionid={made['session']}; csrftoken={CSRF}", "X-CSRFToken": CSRF}


def filled(path: str, places: dict[str, list[Any]], asker: str) -> list[str]:
    """An address with what there is in its places: in each evening, once."""
    evenings = places["evening"][:1] if asker == "table" else places["evening"]
    several = evenings if "{evening}" in path else [""]
    first = {name: values[0] for name, values in places.items()}
    first["code"] = first["fixture" if "/fixtures/" in path else "code"]
    return [path.format_map(defaultdict(lambda: 1, {**first, "evening": one})) for one in several]


class Rows:
    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        tables = self.connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        names = sorted(name for (name,) in tables if name not in NOISE)
        hashed = sql.SQL("(SELECT md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) FROM {} AS r)")
        self.names = names
        self.query = sql.SQL("SELECT {}").format(
            sql.SQL(", ").join(hashed.format(sql.Identifier(name)) for name in names)
        )

    def now(self) -> dict[str, str]:
        row = self.connection.execute(self.query).fetchone()
        return dict(zip(self.names, row or (), strict=True))


def run(
    house: House,
    made: dict[str, Any],
    api: dict[str, Any],
    count: int,
    *,
    seed: int = SEED,
    seconds: float = LONGEST,
) -> Result:
    """Send so many bodies, most at the same time and some alone, while no worker takes what they leave behind.

    Args:
        seconds: after so long no more are sent at the same time.
    """
    result = Result("bodies changed at random", held="No 5xx; what was refused left all rows as they were.")
    every = bodies_of(made, api)
    result.figures["addresses"] = f"{len({(body.method, body.path) for body in every}):,}"
    result.figures["as REST, as forms"] = " ".join(
        f"{sum(body.is_form == is_form for body in every):,}" for is_form in (False, True)
    )
    house.stop("worker")
    told: Counter[int] = Counter()
    ends = time.monotonic() + seconds
    alone = count // ALONE
    shares = [(count - alone) // SENDERS] * SENDERS
    threads = [
        threading.Thread(
            target=send,
            args=(house, every, random.Random(seed + place), share, told, result.faults, ends),
        )
        for place, share in enumerate(shares)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    compared = send_alone(house, every, random.Random(seed - 1), alone, told, result.faults)
    at_the_end, _ = Line(house.port).ask(
        "GET", f"/desk/{made['places']['club'][0]}/", headers=signed_in(made)
    )
    token, club = made["tokens"]["officer"], made["places"]["club"][0]
    if at_the_end != HTTPStatus.OK or not opens(house.url, token, club):
        result.faults.append("somewhere on the way a sender's access ended: what came after it tried nothing")
    result.figures["sent"] = f"{sum(told.values()):,} of {count:,}, seed {seed}"
    result.figures["refused alone, all rows compared"] = f"{compared:,}"
    result.figures["answers"] = ", ".join(f"{status}: {times:,}" for status, times in sorted(told.items()))
    result.faults += contradictions(house)
    house.start("worker")  # not before: while it works, what is compared goes on changing
    return result


def in_pairs(house: House, made: dict[str, Any], api: dict[str, Any], count: int, *, seed: int) -> Result:
    """Send two acts of one evening at the same moment, as two officers may: each is done or refused."""
    result = Result("two acts at the same moment", held="No 5xx; the rows are what the ledger says.")
    dice, statuses = random.Random(seed), Counter[tuple[int, int]]()
    by_evening: dict[str, list[Body]] = defaultdict(list)
    for body in bodies_of(made, api):
        _, marker, rest = body.path.partition("/evenings/")
        if marker and not body.is_form:
            by_evening[rest.partition("/")[0]].append(body)
    several = [bodies for _, bodies in sorted(by_evening.items()) if len(bodies) > 1]
    lines = [Line(house.port), Line(house.port)]
    for _ in range(count):
        acts = dice.sample(dice.choice(several), 2)
        senders = [
            partial(as_it_is, line, body, dice.getrandbits(64))
            for line, body in zip(lines, acts, strict=True)
        ]
        first, second = (int(status or 0) for status in at_a_distance(0, senders))
        statuses[first, second] += 1
        if max(first, second) >= 500:
            pair = ", ".join(f"{body.method} {body.path}" for body in acts)
            result.faults.append(f"{first} and {second}: {pair}")
    for line in lines:
        line.close()
    done = sum(times for pair, times in statuses.items() if max(pair) < 300)
    result.figures["pairs"] = f"{count:,}, both done {done:,}, seed {seed}"
    result.faults += contradictions(house)
    return result


def as_it_is(line: Line, body: Body, key: int) -> bytes:
    """The status, in digits, of the answer to a body as it should be."""
    headers = body.headers | {"Idempotency-Key": f"p{key:x}"}
    status, _ = line.ask(body.method, body.path, json.dumps(body.good).encode(), headers)
    return b"%d" % status


def with_files(house: House, made: dict[str, Any]) -> Result:
    """Send every file that was made to harm to the pages that take such files: each is read, or refused in words."""
    from tests.tournaments.test_foreign_files import LISTS, PICTURES, SCHEDULES  # Django has to be set up

    result = Result("files made to harm", held="No 5xx; none held the server up.")
    club, evening = made["places"]["club"][0], made["places"]["evening"][0]
    pages: dict[str, dict[str, Callable[[], bytes]]] = {
        f"/desk/{club}/members/import/": LISTS,
        f"/desk/{club}/settings/look/": PICTURES,
        f"/desk/{club}/{evening}/schedule/file/": SCHEDULES,
    }
    line, waits = Line(house.port), []
    headers = {"Content-Type": "multipart/form-data; boundary=file", **signed_in(made)}
    for path, files in pages.items():
        for name, make in files.items():
            head = b'--file\r\nContent-Disposition: form-data; name="file"; filename="a.file"\r\n\r\n'
            sent = head + make() + b"\r\n--file--\r\n"
            began = time.monotonic()
            status, _ = line.ask("POST", path, sent, headers)
            waits.append((time.monotonic() - began, name))
            if status not in FILE_STATUSES:
                result.faults.append(f"{status}: {name} to {path}")
    line.close()
    result.figures |= {
        "files": f"{len(waits)}",
        "the slowest answer": f"{max(waits)[0]:.1f} s: {max(waits)[1]}",
    }
    result.faults += contradictions(house)
    return result


def contradictions(house: House) -> list[str]:
    """What rows and ledgers do not agree on, and what the server's log has of its own faults."""
    checked = house.manage("rebuild", "--check")
    return [*([checked] if "differ" in checked else []), *house.disasters()]


def ask(line: Line, body: Body, dice: random.Random, told: Counter[int], faults: list[str]) -> int:
    """The status of the answer to a body that was changed; a fault of the server is noted with how it came."""
    sent = body.changed(dice)
    key = {} if body.is_form else {"Idempotency-Key": f"m{dice.getrandbits(64):x}"}
    try:
        status, _ = line.ask(body.method, body.path, sent, body.headers | key)
    except OSError:
        status = 0
    told[status] += 1
    if status >= 500:
        faults.append(f"{status}: {body.method} {body.path} {sent[:300]!r}")
    return status


def send(
    house: House,
    every: list[Body],
    dice: random.Random,
    share: int,
    told: Counter[int],
    faults: list[str],
    ends: float,
) -> None:
    """Send one's share, one body after the other, to the addresses in turn, until the clock says `ends`."""
    line, order = Line(house.port), dice.sample(every, len(every))
    for number in range(share):
        if time.monotonic() > ends:
            break
        ask(line, order[number % len(order)], dice, told, faults)
    line.close()


def send_alone(
    house: House, every: list[Body], dice: random.Random, share: int, told: Counter[int], faults: list[str]
) -> int:
    """Send some while nobody else does: what is refused changes no row. How many were refused."""
    url = house.environment.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return 0
    line, rows, compared = Line(house.port), Rows(url), 0
    before = rows.now()
    for body in (dice.choice(every) for _ in range(share)):
        is_refused = ask(line, body, dice, told, faults) >= 400
        after = rows.now()
        compared += is_refused
        changed = [name for name in after if after[name] != before[name]]
        if is_refused and changed:
            faults.append(f"refused, and yet {', '.join(changed)} changed: {body.method} {body.path}")
        before = after
    line.close()
    return compared
