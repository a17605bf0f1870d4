"""Clocks: settings, remaining times, and parsing of entries such as `10:00`. Nothing here reads a system clock.

All durations are whole milliseconds; timestamps are milliseconds since 1970, given by the caller. Time is measured in
every match. The kind of clock decides only what is shown and whether time can run out:

- `none` measures for the record, `up` also shows the time, `down` can run out;
- counting down, a seat has a total time (`base`), an `increment` that is added after each complete turn, a limit per
  turn (`per_turn`), or a combination of these; seats may have different limits. A match whose only limit is one or
  more days per turn is played by correspondence.

A turn of several moves is one turn for increment and limit. The clock of the seat to move starts after the first move
of the match (with `from_start` when the match begins); it does not run while the match is paused or while a move is
being animated.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from parlour.errors import ClockError
from parlour.i18n.errors import localized_error

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
MIN_TIME_MS = 5 * SECOND_MS
MAX_TIME_MS = DAY_MS
MAX_TURN_TIME_MS = 14 * DAY_MS
MAX_INCREMENT_MS = 10 * MINUTE_MS
MAX_ANIMATION_TIME_MS = 60 * SECOND_MS
"""Longest time for which animating a move stops a clock."""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Time limits of one seat: the total time, the increment per complete turn, and the maximum per turn."""

    base: int | None = None
    increment: int = 0
    per_turn: int | None = None


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Clock settings of a match. `limits` has one entry for all seats or one for each.

    `restore` decides whether a take-back resets the clocks to their earlier times.
    """

    kind: Literal["none", "up", "down"] = "none"
    limits: tuple[Limit, ...] = ()
    from_start: bool = False
    restore: bool = True

    def limit(self, seat: int) -> Limit:
        """Return the limits of a seat."""
        if self.kind != "down":
            return Limit()
        return self.limits[seat if len(self.limits) > 1 else 0]

    @property
    def days_per_turn(self) -> int | None:
        """Return the days that each player has for a turn in a correspondence match; None in any other.

        >>> Clock("down", (Limit(per_turn=3 * DAY_MS),)).days_per_turn
        3
        """
        if self.kind != "down" or any(limit.base is not None for limit in self.limits):
            return None
        least = min((limit.per_turn or 0) for limit in self.limits) // DAY_MS
        return least or None


class Times(msgspec.Struct, frozen=True):
    """State of the clocks.

    `left` is the remaining total time of each seat (None without one), `used` the thinking time of each in the whole
    match. `thinking` is the time that the seat to move has used of its turn in earlier moves or before a pause. `since`
    is the time from which its clock runs: in the future while a move is being animated, None while the clock is
    stopped.
    """

    left: tuple[int | None, ...]
    used: tuple[int, ...]
    thinking: int = 0
    since: int | None = None


def check_clock(clock: Clock, seats: int) -> Clock:
    """Return the clock if its settings are valid; raise `ClockError` with the reason."""
    if clock.kind != "down":
        if clock.limits:
            raise localized_error(ClockError, "match.clock.no-limits")
        return clock
    if len(clock.limits) not in (1, seats):
        raise localized_error(ClockError, "match.clock.how-many", seats=seats)
    for limit in clock.limits:
        if limit.base is None and limit.per_turn is None:
            raise localized_error(ClockError, "match.clock.no-time")
        if limit.base is not None and not MIN_TIME_MS <= limit.base <= MAX_TIME_MS:
            raise localized_error(ClockError, "match.clock.range", time=write_time(limit.base))
        if limit.per_turn is not None and not MIN_TIME_MS <= limit.per_turn <= MAX_TURN_TIME_MS:
            raise localized_error(ClockError, "match.clock.turn-range", time=write_time(limit.per_turn))
        if not 0 <= limit.increment <= MAX_INCREMENT_MS:
            raise localized_error(ClockError, "match.clock.increment")
        if limit.increment and limit.base is None:
            raise localized_error(ClockError, "match.clock.increment-of")
    return clock


def fresh(clock: Clock, seats: int) -> Times:
    """Return the state of the clocks before the match begins."""
    return Times(tuple(clock.limit(seat).base for seat in range(seats)), (0,) * seats)


def elapsed(times: Times, now: int) -> int:
    """Return how long the running clock has been running."""
    return 0 if times.since is None else max(0, now - times.since)


def remaining(clock: Clock, times: Times, seat: int, now: int, *, to_move: bool) -> int | None:
    """Return the time a seat has left, including the running turn: of its total or its turn, whichever is less."""
    running = elapsed(times, now) if to_move else 0
    limit = clock.limit(seat)
    stock = times.left[seat]
    rest = [] if stock is None else [stock - running]
    if limit.per_turn is not None:
        rest.append(limit.per_turn - (times.thinking + running if to_move else 0))
    return max(0, min(rest)) if rest else None


def stop(times: Times, seat: int, now: int, charge: int | None = None) -> Times:
    """Return the clocks stopped, after charging the seat to move the elapsed time, or at most `charge` if given."""
    spent = elapsed(times, now)
    if charge is not None:
        spent = min(spent, max(0, charge))
    left = tuple(
        None if stock is None else max(0, stock - spent) if n == seat else stock for n, stock in enumerate(times.left)
    )
    used = tuple(time + spent if n == seat else time for n, time in enumerate(times.used))
    return Times(left, used, times.thinking + spent)


def complete(clock: Clock, times: Times, seat: int) -> Times:
    """Return the stopped clocks after a seat has completed its turn: add its increment and begin a new turn."""
    gain = clock.limit(seat).increment
    left = tuple(stock + gain if n == seat and stock is not None else stock for n, stock in enumerate(times.left))
    return msgspec.structs.replace(times, left=left, thinking=0)


# ---- Text forms ----------------------------------------------------------------------------------------------------


def read_time(text: str) -> int:
    """Return the time in a text: `m:ss`, `h:mm:ss`, or minutes with a fraction.

    >>> read_time("1:30"), read_time("2.5"), read_time("1:00:00")
    (90000, 150000, 3600000)
    """
    entry = text.strip()
    if match := re.fullmatch(r"(?:([0-9]{1,2}):)?([0-9]{1,4}):([0-9]{2})", entry, re.ASCII):
        hours, minutes, seconds = int(match[1] or 0), int(match[2]), int(match[3])
        if seconds < 60 and (match[1] is None or minutes < 60):
            return _in_range((3600 * hours + 60 * minutes + seconds) * SECOND_MS, entry)
    elif re.fullmatch(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?|[.,][0-9]{1,4}", entry, re.ASCII):
        return _in_range(round(float(entry.replace(",", ".")) * MINUTE_MS), entry)
    raise localized_error(ClockError, "match.clock.unreadable", entry=entry[:20])


def write_time(time: int) -> str:
    """Return a time in the format of `read_time`, with tenths of a second only if there are any.

    >>> write_time(90_000), write_time(3_600_000), write_time(4_200)
    ('1:30', '1:00:00', '0:04.2')
    """
    tenths = time // 100 % 10
    seconds = time // SECOND_MS
    hours, minutes = seconds // 3600, seconds // 60 % 60
    head = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{head}:{seconds % 60:02}" + (f".{tenths}" if tenths else "")


def _in_range(time: int, entry: str) -> int:
    if not MIN_TIME_MS <= time <= MAX_TIME_MS:
        raise localized_error(ClockError, "match.clock.entry-range", entry=entry[:20])
    return time


def clock_tag(clock: Clock) -> str:
    """Return the clock as a record tag: `10:00+5`, `0:30/turn`, `3d/turn`; a blank separates different limits.

    >>> clock_tag(Clock("down", (Limit(600_000, 5000), Limit(60_000))))
    '10:00+5 1:00'
    >>> clock_tag(Clock("down", (Limit(per_turn=3 * DAY_MS),)))
    '3d/turn'
    """
    words = []
    for limit in clock.limits:
        word = "" if limit.base is None else write_time(limit.base)
        if limit.increment:
            word += f"+{limit.increment / 1000:g}"
        if limit.per_turn is not None:
            days, rest = divmod(limit.per_turn, DAY_MS)
            word += f"{',' if word else ''}{f'{days}d' if days and not rest else write_time(limit.per_turn)}/turn"
        words.append(word)
    return " ".join(words) or clock.kind
