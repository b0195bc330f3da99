"""``python -m tools.chaos.served PLATTER``: the embedded site, on a disk that forgets."""

import os
import sys
from pathlib import Path

from tools.chaos import disk
from zarleague import __main__ as zarleague

if __name__ == "__main__":
    disk.watch(Path(os.environ["DATA_DIR"]), Path(sys.argv.pop()))
    zarleague.main()
