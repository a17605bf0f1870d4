"""SVG pictures of positions, for cards, diagrams, notebooks and print.

>>> from parlour import game, svg
>>> svg.render(game("surakarta").start())[:4]
'<svg'
"""

from parlour.games.drawing.canvas import DARK, PRINT, WOOD, Theme
from parlour.games.drawing.overlays import Arrow
from parlour.games.drawing.svg import render

__all__ = ["DARK", "PRINT", "WOOD", "Arrow", "Theme", "render"]
