"""Settings of the whole test run."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", deadline=None, max_examples=1000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")
