"""The number of BLAS threads of the process is restored."""

import subprocess
import sys

from threadpoolctl import threadpool_info

from tests.standings.ratings.hands import places
from zarleague.standings.ratings.blas import one_blas_thread
from zarleague.standings.ratings.bradley_terry import BradleyTerry


def threads() -> list[int]:
    return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]


def test_importing_the_ratings_changes_no_threads():
    counted = (
        "import numpy.linalg; from threadpoolctl import threadpool_info;"
        "info = lambda: sorted(threadpool_info(), key=lambda pool: pool['filepath']);"
        "before = info(); import zarleague.standings.ratings.raters; print(before == info())"
    )
    done = subprocess.run([sys.executable, "-c", counted], capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr


def test_blocks_that_overlap_restore_what_was_before_the_first():
    BradleyTerry().fit(places({1: 1, 2: 2}))
    before = threads()
    first, second = one_blas_thread(), one_blas_thread()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert set(threads()) == {1}
    second.__exit__(None, None, None)
    assert threads() == before
