"""No test here depends on a clock, so Hypothesis must not either."""

import hypothesis

hypothesis.settings.register_profile("no-deadline", deadline=None)
hypothesis.settings.load_profile("no-deadline")
