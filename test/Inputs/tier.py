"""What a test runs in the tier that `scripts/check` was asked for."""

import os

IS_LONG = os.environ.get("PAD_TEST_TIER") == "long"
# Options of padc for code of which only the values count: the long tier has the code that users
# have, and the first one that without LLVM's optimizations, which take half of the time.
QUICK = () if IS_LONG else ("-O0",)


def is_of_share(number, step):
    """Whether case `number` runs: all in the long tier, and one in `step` in the first one. Of each
    `step` cases in a row it is another one, so that cases which are a product of several lists,
    some as long as `step`, have every entry of these."""
    return IS_LONG or (number + number // step) % step == 0


def share(cases, step):
    """Those of `cases` that run, as a list."""
    return [case for number, case in enumerate(cases) if is_of_share(number, step)]
