"""The peers that the games' replays are compared with."""

from collections.abc import Iterator

from benchmarks import Figure, peers


def figures() -> Iterator[Figure]:
    """Yield steps and plies a second of processor time."""
    yield Figure(peers.ENV_STEP, peers.env_steps_per_second(), "steps/s")
    yield Figure(peers.ROUND_REPLAY, peers.round_steps_per_second(), "steps/s")
    yield Figure(peers.PGN, peers.pgn_plies_per_second(), "plies/s")
