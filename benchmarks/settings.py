"""The settings of the house, with the bare view among its addresses."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.addresses"
