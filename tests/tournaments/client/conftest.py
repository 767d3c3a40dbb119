"""A running house with its worker for the client, and the client of an officer of its demo club."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import worker_number
from tests.browser.house import House, running_house, services
from tournaments.client.head_table import HeadTable


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    number = worker_number()
    with (
        services(f"head_table_client_{number}", 8 + number) as settings,
        running_house(tmp_path_factory.mktemp("client"), settings) as house,
    ):
        yield house


@pytest.fixture(scope="package")
def desk(running: House) -> HeadTable:
    return HeadTable(running.url, running.manage("api_token", "--name", "the client").split()[-1])
