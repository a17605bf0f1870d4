/** Lines of conditional turns: what opponents may play, and the viewer's replies. Common beginnings form a tree. */

export interface PlannedTurn {
  /** The turn in the notation of the game. */
  text: string;
  /** Whether the viewer plays it. */
  own: boolean;
}

/** Add a line up to its last reply. It replaces lines with another reply to the same turns. */
export function addLine(lines: readonly string[][], turns: readonly PlannedTurn[]): string[][] {
  const last = turns.findLastIndex((turn) => turn.own);
  const line = turns.slice(0, last + 1);
  if (!line.length) {
    return [...lines];
  }
  const texts = line.map((turn) => turn.text);
  const kept = lines.filter((other) => {
    const differs = other.findIndex((text, n) => text !== texts[n]);
    return differs >= 0 && line[differs]?.own !== true;
  });
  const longer = lines.filter((other) => texts.every((text, n) => other[n] === text) && other.length > texts.length);
  return [...kept.filter((other) => !longer.includes(other)), ...(longer.length ? longer : [texts])];
}
