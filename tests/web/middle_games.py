"""Games in their middle, played by bots: what the pictures of matches show."""

MIDDLE_GAMES = {
    "laserchess": (
        "Pc5> Pa5-a6 Nd1-c2 Ne8-d7 Fe1-e2 Re5=d6 Pc5-b6 Ph5-h6 Pj5-i5 Pg3-f2 Pb6-a7 Ph6-g6 Pc1-b2 Pa4-b3 "
        "Fe2-e1 Pc7-b8 Nf1-e2 Pg6-h6 Pi5-j6"
    ),
    "pylos": (
        "1c3 1b2 1d3 1c2 1c4 1d4 1b4 1b2>2c3 1b3 -1b4 -1b3 1c1 1b3 1b4 1b1 1d2 1d1 1d2>2b3 1a2 1a1 1a3 1b2 "
        "1a3>2b2 1a1>2b1 1a4 1a3"
    ),
    "sim": "E-F A-D C-D B-F B-D D-F A-E B-C C-E B-E",
    "surakarta": (
        "4,3-3,3 1,3-2,2 5,4-4,3 0,3-1,3 4,0-3,1 1,0-2,1 4,2-3,2 1,3-0,3 3,3-2,4 1,1-1,0 5,1-4,2 1,5-2,5 "
        "5,3-5,4 1,2-2,3 5,0-4,0 0,0-1,1 4,5-3,4 0,1-1,2 4,4-3,5 2,2-3,3 5,5-4,4 1,2-2,2 2,4-1,3 0,5-1,5 "
        "3,5-2,4 1,1-1,2"
    ),
    "yinsh": (
        "g8 g5 g4 f6 f5 h6 g6 b7 c4 c1 g4-d4 c1-f4 d4-c3 b7-b3 c3-b2 h6-i6 g8-g11 f6-f7 g11-g7 f4-e4 g7-e5 "
        "b3-d3 e5-e7 d3-d5 b2-h8 g5-i7 e7-b4 f7-f8 h8-h7 i7-k9 b4-d6 i6-h5 g6-g9 k9-i9 g9-g10 i9-f9 d6-a3 "
        "f8-c5 f5-f3 d5-d2 c4-e6 c5-c8 xb4-f8 xf9 a3-h10 c8-f8"
    ),
}
"""The moves of each game, in notation, separated by spaces."""
