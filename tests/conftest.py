"""Settings of the whole test run."""

import pytest
from hypothesis import HealthCheck, settings

#: Files that take long, and whose tests have to follow each other: who starts them last waits for them alone.
FIRST = ("test_readme.py", "test_notebooks.py")

settings.register_profile(
    "ci", deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", deadline=None, max_examples=1000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of long files first, in their order."""
    items.sort(key=lambda item: item.path.name not in FIRST)
