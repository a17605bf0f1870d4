"""Connect Four with compiled rules."""

from parlour_connect_four.game import ConnectFour

__all__ = ["ConnectFour"]
