"""The engine: search over positions of any game. It contains no code for a particular game.

In reading order:

- `report`: types that all searches share: limits, principal variations, reports, the stop flag.
- `search/`: compiled alpha-beta (`transposition_table`, `ordering`, `negamax`) and Monte Carlo tree search
  (`mcts_tree`), with `alphabeta.AlphaBeta` for two seats and `mcts.Mcts` for any number.
- `solve/`: compiled solvers (`retrograde` analysis, `proof` search, `forced_wins`), and
  `perfect_play` on top of them.
- `levels`, `bot`, `watchdog`: the bots that people can choose, and how they choose their moves.
- `analysis`, `move_values`, `threats`, `hint`, `coach`, `review`, `puzzles`, `refutation`: answers to questions about
  a position or a game.
"""
