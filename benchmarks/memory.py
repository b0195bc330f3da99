"""How much memory a process takes more (Linux)."""

from pathlib import Path


class Grown:
    """Growth of this process's memory from construction to its peak, in MB."""

    def __init__(self) -> None:
        Path("/proc/self/clear_refs").write_text("5")  # reset the peak
        self._before = _held("VmRSS")

    def peak(self) -> float:
        """Return the growth up to now."""
        return round(max(0.0, _held("VmHWM") - self._before), 1)


def _held(what: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(what)).split()[1]) / 1024
