"""Requests made up from the schema of the REST API, by Schemathesis with all its checks, against a running house."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError

from tests.browser.house import House as Running
from tests.faults.runs import Result

if TYPE_CHECKING:
    from tests.tournaments.test_foreign_ids import House

CLUB: Final = "Everything"
PHASES: Final = "examples,coverage,fuzzing"
ALONG: Final = "stateful"
"""The phase that goes along the links between operations."""
STEPS: Final = ("check_in", "seated", "playing", "finished")
"""How far evenings have come that are asked for, beside one in play."""
MOST_STEPS: Final = 20
"""From what was made to what may be asked of it, in one go."""
PARTS: Final = r"\\{(evening|season)\\}/."
"""Parts of an evening or a season: some come later, or with another kind alone; not to find them is no wonder."""
FEWEST: Final = 20
"""How many requests a walk along links sends on the average, at the least; fewer of all are a fault."""
ASKERS: Final = ("nobody", "table", "officer")
TABLE_TOKEN: Final = 32
"""How long that of a table is."""
HOOKS: Final = Path(__file__).with_name("schema_hooks.py")
FIELDS: Final = {
    "name": "Ann",
    "reason": "so",
    "player": "1",
    "ticket": "1",
    "number": "1",
    "table": "1",
    "of": "1",
}
"""What is sent to an address that shows no form: what forms of its like send."""
GENERATED: Final = re.compile(r"(\d+) generated")
ENDS: Final = re.compile("= (?:WARNINGS|SUMMARY) =")
FAILURE: Final = re.compile(r"^_{3,} (.+?) _{3,}$", re.MULTILINE)
ACCEPTED: Final = ("2xx", "3xx", "401", "403", "404", "409", "412", "429", "5xx")
REJECTED: Final = (
    *("400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "428", "429", "5xx"),
)


@dataclass
class Asked:
    """What came of one run: how many requests were made up, and whatever was wrong, each with how to do it again.

    Attributes:
        links: those between operations that were gone along.
    """

    cases: int
    seconds: float
    faults: list[str]
    links: set[str] = field(default_factory=set)

    def told(self) -> str:
        """How many in how long."""
        return f"{self.cases:,} in {self.seconds:.0f} s"


def prepared(house: Running, folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What `make` has made in a house, and its schema, which is put into the folder too."""
    made = house.call(make)
    with urllib.request.urlopen(f"{house.url}/api/schema/?format=json", timeout=60) as answer:  # noqa: S310
        (folder / "schema.json").write_bytes(answer.read())
    return made, json.loads((folder / "schema.json").read_text())


def run(
    house: Running,
    made: dict[str, Any],
    folder: Path,
    examples: int,
    *,
    steps: int = 0,
    phases: str = PHASES,
    askers: Sequence[str] = ASKERS,
    only: Sequence[str] = (),
) -> Result:
    """Ask a running house as everybody who may: nobody, a table, and last an officer, who gives tables new links.

    Arguments:
        examples: of each operation for an officer, in each phase; the others ask for a sixth of them.
        steps: how many requests an officer sends along links; the others again a sixth.
        only: the operations that are asked for; empty for all.
    """
    result = Result(
        "requests made up from the schema of the REST API", held="No 5xx; all is as the schema says."
    )
    total = 0
    for asker in askers:
        share = 1 if asker == "officer" else 6
        asked = ask(
            house.url, folder, made, asker, examples=max(1, examples // share), phases=phases, only=only
        )
        result.figures[f"as {asker}"] = asked.told()
        if steps:
            walked = walk(house.url, folder, made, asker, steps // share)
            result.figures[f"as {asker}, along links"] = f"{walked.told()}, {len(walked.links)} links"
            asked.faults.extend(walked.faults)
            asked.cases += walked.cases
        result.faults += [f"as {asker}: {fault}" for fault in asked.faults]
        total += asked.cases
    result.figures["cases"] = f"{total:,}"
    result.faults += house.disasters()
    return result


def walk(url: str, folder: Path, made: dict[str, Any], asker: str, steps: int) -> Asked:
    """Go along the links between operations until so many requests were sent.

    A walk ends where the server answers otherwise than it did before, as it does once something was changed; so many
    walks are begun, each from another seed.
    """
    total = Asked(0, 0.0, [])
    most = steps // FEWEST
    for seed in range(1, most + 1):
        walked = ask(url, folder, made, asker, examples=max(1, steps // MOST_STEPS), phases=ALONG, seed=seed)
        total.cases += walked.cases
        total.seconds += walked.seconds
        total.faults += walked.faults
        total.links |= walked.links
        if total.cases >= steps:
            return total
    total.faults.append(f"{most} walks along links sent {total.cases} requests, of {steps}")
    return total


def make() -> dict[str, Any]:
    """A club with something of everything: the token of each asker, and what stands for each part of an address."""
    from tests.tournaments.an_evening import AnEvening
    from tests.tournaments.conftest import START
    from tests.tournaments.evening.api.callers import at_table
    from tests.tournaments.evening.web.desk.at_the_desk import signed_in
    from tests.tournaments.test_foreign_ids import furnished
    from tournaments.club.models import User
    from tournaments.club.roles import Role

    made = furnished(CLUB)
    places = {name: [value] for name, value in made.ids.items() if name != "pk"}
    for step in STEPS:
        evening = AnEvening.made(made.club, 8, at=START, name=f"until {step}").bring_to(step)
        places["evening"].append(evening.evening.slug)
    places |= {"number": [1, 2], "table": [1, 2], "hand": [1, 2], "game": ["chantecler", "euchre"]}
    places |= {"night": [made.ids["pk"]["nights"]], "fixture": ["1.1"]}
    places["federation"] = [row.federation.slug for row in made.club.federations.select_related("federation")]
    other = User.objects.create_user("secretary of everything")
    places["officer"] = [made.club.officers.create(user=other, role=Role.SECRETARY).pk]
    tokens = {"officer": made.asker[0].token, "table": at_table(made.evening, 1).token, "nobody": ""}
    clerk = User.objects.create_user("who sends forms")
    made.club.officers.create(user=clerk, role=Role.OWNER)
    browser = signed_in(clerk)
    forms = list(forms_of(made, places["evening"]))
    return {
        "tokens": tokens,
        "own": {
            "officer": list(made.club.officers.filter(role=Role.OWNER).values_list("pk", flat=True)),
            "office": [made.club.officers.get(user=made.owner).pk],
            "token": [made.owner.api_tokens.get().pk],
        },
        "places": places,
        "forms": forms,
        "session": browser.cookies["sessionid"].value,
    }


def forms_of(made: House, evenings: list[str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Every form of the pages for officers, of each evening: where it goes and what it sends as it stands."""
    from tests.tournaments.test_foreign_ids import Forms, ids, routes

    seen = set()
    for route in routes():
        if route.is_rest:
            continue
        for evening in evenings if "evening" in route.names else evenings[:1]:
            address = route.at({**ids(made, route), "evening": evening})
            page = made.asker[1].get(address, headers={"Host": "127.0.0.1"})
            if page.status_code != HTTPStatus.OK:
                yield address, dict(FIELDS)
                continue
            if "text/html" not in page["Content-Type"]:
                continue
            forms = Forms()
            forms.feed(page.content.decode())
            for action, fields in forms.found:
                told = (action or address, frozenset(fields))
                if told not in seen:
                    seen.add(told)
                    fields.pop("csrfmiddlewaretoken", None)
                    yield action or address, fields


def configuration(token: str) -> str:
    """The settings of Schemathesis: who asks, and which answers are none to wonder at.

    What the schema allows a rule of the game or of the evening may still refuse, with 400 and the field: those rules
    go across fields and depend on what there is. A read has none, but for what a season says itself.
    """
    lines = ["[generation]", "deterministic = true", 'database = "none"', "with-security-parameters = false"]
    lines += [
        "allow-x00 = false"
    ]  # no text takes a NUL, which a schema could not say without a pattern at each
    lines += ["[checks.negative_data_rejection]", f"expected-statuses = {json.dumps(REJECTED)}"]
    lines = [f'hooks = "{HOOKS.stem}"', *lines]
    if len(token) == TABLE_TOKEN:
        # At another club's address it is unknown behind the fence, which is said before what may be done there.
        lines += ["[checks.unsupported_method]", "enabled = false"]
    if token:
        lines = [f'headers = {{ Authorization = "Bearer {token}" }}', *lines]
    lines += ["[phases.stateful]", f"max-steps = {MOST_STEPS}"]
    statuses = json.dumps([*ACCEPTED, "400", "422"])
    for what in (
        'include-method = ["POST", "PUT", "PATCH", "DELETE"]',
        'include-tag = "Before the end"',
        'include-operation-id = "preview_merge"',  # two people by their ids, which nobody may have
    ):
        lines += ["[[operations]]", what, f"checks.positive_data_acceptance.expected-statuses = {statuses}"]
    lines += ["[[operations]]", f'include-path-regex = "{PARTS}"']
    lines += ["checks.ensure_resource_availability.enabled = false"]
    return "\n".join(lines) + "\n"


def ask(
    url: str,
    folder: Path,
    made: dict[str, Any],
    asker: str,
    *,
    examples: int,
    phases: str = PHASES,
    only: Sequence[str] = (),
    seed: int | None = None,
) -> Asked:
    """Ask a house for so many examples of each operation in each phase, the same ones each time."""
    settings, token = folder / "schemathesis.toml", made["tokens"][asker]
    settings.write_text(configuration(token))
    command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(settings)]
    command += ["run", str(folder / "schema.json"), "--url", url, "--phases", phases]
    command += ["--max-examples", str(examples), "--continue-on-failure"]
    command += [word for name in only for word in ("--include-operation-id", name)]
    command += ["--suppress-health-check", "all", "--request-timeout", "60", "--no-color"]
    steps = folder / "steps.ndjson"
    if seed is not None:
        command += ["--seed", str(seed), "--report", "ndjson", "--report-ndjson-path", str(steps)]
    known = json.dumps({name: made[name] for name in ("own", "places")})
    environment = os.environ | {"PYTHONPATH": str(HOOKS.parent), "MADE": known}
    began = time.monotonic()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    found = GENERATED.search(told)
    faults = faults_in(told)
    if done.returncode and not faults:
        faults = [told[-2_000:]]
    if asker == "officer" and not opens(url, token, made["places"]["club"][0]):
        faults.append("somewhere on the way the officer's access ended: what came after it tried nothing")
    links = links_in(steps) if seed is not None else set()
    return Asked(int(found[1]) if found else 0, time.monotonic() - began, faults, links)


def links_in(steps: Path) -> set[str]:
    links = set()
    with steps.open() as lines:
        for line in lines:
            recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder", {})
            for case in recorder.get("cases", {}).values():
                if case.get("is_transition_applied"):
                    links.add(case["transition"]["id"])
    return links


def opens(url: str, token: str, club: str) -> bool:
    asking = urllib.request.Request(  # noqa: S310
        f"{url}/api/v1/clubs/{club}/settings/", headers={"Authorization": f"Bearer {token}"}
    )
    with suppress(HTTPError), urllib.request.urlopen(asking, timeout=60):  # noqa: S310
        return True
    return False


def faults_in(told: str) -> list[str]:
    """What Schemathesis found wrong, by operation, each cut short."""
    _, _, after = told.partition("= FAILURES =")
    parts = FAILURE.split(ENDS.split(after)[0])
    return [f"{name}: {text.strip()[:2_000]}" for name, text in zip(parts[1::2], parts[2::2], strict=True)]
