"""What all tests share."""

from hypothesis import HealthCheck, settings

# First calls compile and the literal algorithms are slow: time is not what these tests measure.
settings.register_profile("owlboost", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("owlboost"), max_examples=1000)
settings.load_profile("owlboost")
