"""Measure the peers in this process, on this interpreter.

RLCard plays and replays its Uno; python-chess reads PGN. Rates are per second of processor time,
the best of several runs; generating the hands or games is not included.
"""

import io
import random
import time
from collections.abc import Callable
from functools import cache

import chess
import chess.pgn
import numpy as np
import rlcard
from rlcard.games.uno import Game as UnoGame

ENV_STEP = "RLCard 1.2 Uno, env.step of random play"
ENV_HANDS = "RLCard 1.2 Uno, random hands played to their end"
ROUND_REPLAY = "RLCard 1.2 Uno, replay through its round with its legality list"
PGN = "python-chess 1.11 reading PGN"

SEED = 20
STEPS = 8_000
GAMES = 60
RUNS = 5


def best_seconds(task: Callable[[], object], runs: int = RUNS) -> float:
    """Return the processor seconds of the fastest of several runs."""
    best = float("inf")
    for _ in range(runs):
        started = time.process_time()
        task()
        best = min(best, time.process_time() - started)
    return best


@cache
def env_steps_per_second(players: int = 4) -> float:
    """Return the steps per second of RLCard's environment with random legal actions."""
    env = rlcard.make("uno", config={"seed": SEED, "game_num_players": players})
    chooser = random.Random(SEED)

    def play() -> None:
        state, _ = env.reset()
        for _ in range(STEPS):
            action = chooser.choice(list(state["legal_actions"]))
            state, _ = env.step(action)
            if env.is_over():
                state, _ = env.reset()

    return STEPS / best_seconds(play, runs=3)


@cache
def hands_per_second(players: int = 4) -> float:
    """Return the hands per second that RLCard's environment plays with random legal actions."""
    env = rlcard.make("uno", config={"seed": SEED, "game_num_players": players})
    chooser = random.Random(SEED)

    def play() -> None:
        for _ in range(GAMES):
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(chooser.choice(list(state["legal_actions"])))

    return GAMES / best_seconds(play, runs=3)


@cache
def round_steps_per_second(players: int = 4) -> float:
    """Return the recorded actions per second that RLCard's round judges and applies."""
    recorded = [_recorded_uno(seed, players) for seed in range(GAMES)]
    steps = sum(map(len, recorded))

    def replay() -> float:
        spent = 0.0
        for seed, actions in enumerate(recorded):
            game = _dealt_uno(seed, players)
            uno_round, hands = game.round, game.players
            started = time.process_time()
            for action in actions:
                legal = uno_round.get_legal_actions(hands, uno_round.current_player)
                if action not in legal:
                    raise ValueError(action)
                uno_round.proceed_round(hands, action)
            spent += time.process_time() - started
        return spent

    return steps / min(replay() for _ in range(RUNS))


def _dealt_uno(seed: int, players: int) -> UnoGame:
    game = UnoGame(num_players=players)
    game.np_random = np.random.RandomState(seed)
    game.init_game()
    return game


def _recorded_uno(seed: int, players: int) -> list[str]:
    game = _dealt_uno(seed, players)
    chooser = random.Random(seed)
    actions = []
    while not game.is_over() and len(actions) < 400:
        current = game.round.current_player
        action = chooser.choice(game.round.get_legal_actions(game.players, current))
        game.round.proceed_round(game.players, action)
        actions.append(action)
    return actions


@cache
def pgn_plies_per_second(most_plies: int = 120) -> float:
    """Return the plies per second at which the PGN of random legal games is read."""
    texts = [_random_pgn(seed, most_plies) for seed in range(GAMES)]
    plies = sum(chess.pgn.read_game(io.StringIO(text)).end().ply() for text in texts)

    def read_all() -> None:
        for text in texts:
            chess.pgn.read_game(io.StringIO(text))

    return plies / best_seconds(read_all)


def _random_pgn(seed: int, most_plies: int) -> str:
    chooser = random.Random(seed)
    board = chess.Board()
    while board.ply() < most_plies and not board.is_game_over():
        board.push(chooser.choice(list(board.legal_moves)))
    return str(chess.pgn.Game.from_board(board))
