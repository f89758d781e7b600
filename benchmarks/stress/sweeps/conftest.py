"""The fixtures and settings of the tests, which sweeps share."""

from tests.conftest import (  # noqa: F401
    browser,
    forget,
    mine,
    processes,
    pytest_collection_modifyitems,
    samples,
    shared_data,
)
