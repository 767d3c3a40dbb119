"""Every benchmark can be begun: nothing has to be set up before its module is read."""

import os
import subprocess
import sys

from benchmarks.__main__ import BENCHMARKS, FEDERATION


def test_every_benchmark_is_read_without_settings() -> None:
    """In a process of its own, as `./run bench` begins."""
    read = "; ".join(f"import benchmarks.{name}" for name in (*BENCHMARKS, FEDERATION))
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-c", read], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
