"""Tests of the engine, on its source or on its native build."""

import pytest

from zarleague.engine import log

is_native = not str(log.__file__).endswith(".py")
source_only = pytest.mark.skipif(is_native, reason="constants are compiled into the native build")
