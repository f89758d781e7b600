"""Fixtures and settings that all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real corpora, which is no part of the project."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the real corpora (../shared/data) are not on this machine")
    return SHARED_DATA


@pytest.fixture(scope="session")
def samples() -> Path:
    """The sample annotations that the project ships."""
    return Path(__file__).parents[1] / "smatchproof" / "samples"
