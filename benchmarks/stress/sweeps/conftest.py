"""The fixtures and settings of the tests, which sweeps share."""

from tests.conftest import browser, forget, pytest_collection_modifyitems, samples, shared_data  # noqa: F401
