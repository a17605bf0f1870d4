"""Pictures of positions, for cards, diagrams, notebooks and print.

>>> from parlour import draw, game
>>> draw.svg(game("surakarta").start())[:4]
'<svg'
"""

from parlour.games.draw import DARK, PRINT, WOOD, Arrow, Theme, svg

__all__ = ["DARK", "PRINT", "WOOD", "Arrow", "Theme", "svg"]
