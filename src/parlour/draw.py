"""Pictures of positions, for cards, diagrams, notebooks and print.

>>> from parlour import draw, game
>>> draw.svg(game("surakarta").start())[:4]
'<svg'
"""

from parlour.games.draw import svg
from parlour.games.draw_canvas import DARK, PRINT, WOOD, Theme
from parlour.games.draw_hints import Arrow

__all__ = ["DARK", "PRINT", "WOOD", "Arrow", "Theme", "svg"]
