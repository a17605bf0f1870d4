"""Draw overlays: marks, beams, arrows, and the effects of a move."""

from __future__ import annotations

import math

import msgspec

from parlour.games.contract.display import Beam, Effect, Mark, Piece
from parlour.games.drawing.board import BoardCanvas
from parlour.games.drawing.canvas import Spot, hull, in_line, point, safe_colour, short
from parlour.games.drawing.piece_shapes import cross, number, tag, text


class Arrow(msgspec.Struct, frozen=True):
    """An arrow between sites, or a ring if both are the same. A `refused` one is crossed out."""

    start: int
    end: int
    colour: str = ""
    refused: bool = False


class OverlayCanvas(BoardCanvas):
    """A canvas with marks, arrows and effects."""

    # ---- Marks ----------------------------------------------------------------------------------------------------

    def mark_below(self, mark: Mark) -> str:
        """Return the part of a mark under the pieces."""
        if mark.beam is not None:
            return ""
        colour = self.theme.mark
        spots = [self.site(n) for n in mark.sites]
        halos = "".join(
            tag("circle", cx=x, cy=y, r=self.halo, fill=colour, fill_opacity=0.3, stroke=colour, stroke_width=5)
            for x, y in spots
        )
        joined = ""
        if len(spots) > 1:
            line = in_line(spots)
            joined = tag(
                "polyline" if line or len(spots) == 2 else "polygon",
                points=" ".join(point(spot) for spot in (line or (spots if len(spots) == 2 else hull(spots)))),
                fill=colour if not line and len(spots) > 2 else "none",
                fill_opacity=0.22,
                stroke=colour,
                stroke_width=20,
                stroke_opacity=0.45,
                stroke_linecap="round",
                stroke_linejoin="round",
            )
        return halos + joined

    def mark_above(self, mark: Mark) -> str:
        """Return the part of a mark over the pieces."""
        if mark.beam is not None:
            return self._beam(mark.beam)
        above = ""
        if self.tilt or any(isinstance(piece.place, tuple) for piece in self.position.placement()):
            # A halo under a ball is hidden by it, and strokes cross everything.
            for x, y in (self.site(n) for n in mark.sites):
                above += tag("circle", cx=x, cy=y, r=self.halo, fill="none", stroke=self.theme.mark, stroke_width=5)
        if mark.n is not None and mark.of is not None and mark.of > 1 and mark.sites:
            spots = [self.site(n) for n in mark.sites]
            x, y = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
            above += tag("circle", cx=x, cy=y, r=21, fill="#fff", stroke=self.theme.mark, stroke_width=4)
            above += text(f"{mark.n}/{mark.of}", x, y, font_size=20, font_weight=700, fill="#111")
        return above

    def _beam(self, beam: Beam) -> str:
        spots = [self.site(n) for n in beam.path]
        if beam.end == "left" and spots:
            dx, dy = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}.get(
                beam.towards, (0.0, 0.0)
            )
            last = self.board.sites[beam.path[-1]]
            spots.append(self.at(last.x + 0.75 * dx, last.y + 0.75 * dy, last.z))
        points = " ".join(point(spot) for spot in spots)
        glow = tag(
            "polyline",
            points=points,
            fill="none",
            stroke=self.theme.beam,
            stroke_width=17,
            stroke_opacity=0.3,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        core = tag(
            "polyline", points=points, fill="none", stroke=self.theme.beam, stroke_width=6, stroke_linejoin="round"
        )
        hit = ""
        if beam.end == "destroyed" and spots:
            hit = self._cross(spots[-1], self.theme.beam)
        return glow + core + hit

    # ---- Arrows and hints -----------------------------------------------------------------------------------------

    def _arrow_line(self, d: str, colour: str = "", head: int = 0) -> str:
        colour = colour or self.theme.arrow
        under = tag(
            "path", d=d, fill="none", stroke="#fff", stroke_width=15, stroke_opacity=0.65, stroke_linecap="round"
        )
        return under + tag(
            "path",
            d=d,
            fill="none",
            stroke=colour,
            stroke_width=9,
            stroke_linejoin="round",
            marker_end=f"url(#{self.id}-head{head})",
        )

    def arrow(self, arrow: Arrow) -> str:
        """Draw an arrow or a ring."""
        colour = safe_colour(arrow.colour) if arrow.colour else self.theme.arrow
        head = self.colours.index(colour) + 1 if colour in self.colours else 0
        start, end = self.site(arrow.start), self.site(arrow.end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        crossed = self._cross(middle, self.theme.beam) if arrow.refused else ""
        if arrow.start == arrow.end:
            ring = tag("circle", cx=start[0], cy=start[1], r=self.halo, fill="none", stroke=colour, stroke_width=8)
            return ring + crossed
        return self._arrow_line(f"M{point(start)}L{point(short(start, end, 22))}", colour, head) + crossed

    def _effect(self, effect: Effect) -> str:
        before, after = effect.before, effect.after
        match effect.kind:
            case "slide" | "swap":
                return self._slide(effect)
            case "place" | "draw" if after is not None:
                if isinstance(after.place, str):
                    return ""
                ghost = self.piece(after, opacity=0.6)
                if isinstance(after.place, int):
                    x, y = self.site(after.place)
                    ghost += tag(
                        "circle",
                        cx=x,
                        cy=y,
                        r=46,
                        fill="none",
                        stroke=self.theme.arrow,
                        stroke_width=6,
                        stroke_dasharray="14 9",
                    )
                return ghost
            case "turn" if before is not None and after is not None and isinstance(before.place, int):
                return self._turn(before, after)
            case "flip" if after is not None and isinstance(after.place, int):
                return self.piece(after, size=0.55) + self._flip(self.site(after.place))
            case "remove" if before is not None and not isinstance(before.place, str):
                spots = [self.site(n) for n in (before.place if isinstance(before.place, tuple) else (before.place,))]
                middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
                return self._cross(middle, self.theme.beam)
            case "beam" if effect.beam is not None:
                return self._beam(effect.beam)
        return ""

    def _slide(self, effect: Effect) -> str:
        before, after = effect.before, effect.after
        path: tuple[int | str, ...] = effect.path
        if not path and before is not None and after is not None:
            path = tuple(place for place in (before.place, after.place) if isinstance(place, int))
        if len(path) < 2 or not isinstance(path[0], int):
            return ""
        arcs = {arc.name: arc for arc in self.board.arcs}
        here = self.site(path[0])
        d = f"M{point(here)}"
        for n, step in enumerate(path[1:], 1):
            if isinstance(step, str):
                if step in arcs:
                    piece, here = self.arc_to(arcs[step], here, first=False)
                    d += piece
                continue
            there = self.site(step)
            if there != here:
                d += f"L{point(short(here, there, 22) if n == len(path) - 1 else there)}"
            here = there
        return self._arrow_line(d)

    def _turn(self, before: Piece, after: Piece) -> str:
        assert isinstance(before.place, int)
        x, y = self.site(before.place)
        kind = self.game.kind(before.kind)
        clockwise = (after.facing - before.facing) % kind.facings <= kind.facings // 2
        radius, start = 47.0, math.radians(-150 if clockwise else -30)
        end = math.radians(-20 if clockwise else -160)
        one = x + radius * math.cos(start), y + radius * math.sin(start)
        other = x + radius * math.cos(end), y + radius * math.sin(end)
        return self._arrow_line(f"M{point(one)}A{number(radius)} {number(radius)} 0 0 {int(clockwise)} {point(other)}")

    def _flip(self, spot: Spot) -> str:
        ring = tag("circle", r=34, fill="none", stroke=self.theme.arrow, stroke_width=5, stroke_dasharray="9 7")
        return tag("g", ring, transform=f"translate({point(spot)})")

    def _cross(self, spot: Spot, colour: str) -> str:
        drawn = cross(26, fill="none", stroke_linecap="round", stroke="#fff", stroke_width=17, stroke_opacity=0.8)
        drawn += cross(26, fill="none", stroke_linecap="round", stroke=colour, stroke_width=9)
        return tag("g", drawn, transform=f"translate({point(spot)})")
