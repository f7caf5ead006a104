"""Hypothesis' profile: examples without a deadline, and the same ones each time in CI."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "referee",
    max_examples=30,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("referee")
