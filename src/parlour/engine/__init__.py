"""The engine: search over positions of any game. It knows no game by name.

In reading order:

- `report`: the words that all searches share: limits, lines, reports, the way to stop.
- `table`: what was found out about positions, kept for later. `ordering`: which moves to try first. `negamax`: the
  compiled alpha-beta search of one thread.
- `alphabeta`: `AlphaBeta`, for two seats: deepening, several lines, several threads.
- `nodes`: the compiled tree of a Monte Carlo search. `mcts`: `Tree`, for any number of seats: reuse, several threads.
- `fixpoint`, `proof`: compiled solvers, of a game as a whole and of one position. `exact`: perfect play by them.
- `analysis`: the search that fits a position, scores in words. `threats`: what passing the turn would bring.
"""
