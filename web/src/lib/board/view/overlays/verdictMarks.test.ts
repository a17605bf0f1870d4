import { describe, expect, test } from 'vitest';
import type { MoveVerdictView } from '#lib/net/types.ts';
import { emptySelection } from '../../input/picks.ts';
import { layoutOf, moves, piece, squares } from '../../testBoards.ts';
import { siteVerdicts, verdictOverlays } from './verdictMarks.ts';

const layout = layoutOf(squares(4, 4), [piece(1, 0), piece(2, 5, 1)]);

describe('verdicts', () => {
  const legal = moves([[0, 1]], [[0, 2]], [[4, 2]], [[4, 3]], [[7]], [[9, 'rotate']]);
  const worth = (...found: MoveVerdictView['verdict'][]): MoveVerdictView[] =>
    found.map((verdict, index) => ({ index, text: legal[index]!.text, verdict }));
  const some = worth('safe', 'loses', 'loses', 'loses', 'safe', 'wins');

  test('cross out a piece whose every move loses, and ring a safe click and one that can win', () => {
    expect(siteVerdicts(emptySelection(legal), some)).toEqual(
      new Map([
        [4, 'loses'],
        [7, 'safe'],
        [9, 'wins'],
      ]),
    );
  });

  test('tell the targets apart once a piece is chosen', () => {
    expect(siteVerdicts({ legal, picks: [0] }, some)).toEqual(
      new Map([
        [1, 'safe'],
        [2, 'loses'],
      ]),
    );
  });

  test('show nothing if no move decides the game, or nothing is known', () => {
    expect(siteVerdicts(emptySelection(legal), worth('safe', 'safe', 'safe', 'safe', 'safe', 'safe')).size).toBe(0);
    expect(siteVerdicts(emptySelection(legal), []).size).toBe(0);
    // A move that the coach has not checked is neither safe nor losing.
    expect(siteVerdicts({ legal, picks: [0] }, worth('loses')).get(2)).toBeUndefined();
  });

  test('are drawn as crosses, rings and double rings, and the few losing moves as dashed lines', () => {
    const drawn = verdictOverlays(layout, emptySelection(legal), siteVerdicts(emptySelection(legal), some), some);
    expect(drawn.filter((one) => one.is === 'ring')).toHaveLength(3);
    // One for the piece and one for each of three losing moves.
    expect(drawn.filter((one) => one.is === 'cross')).toHaveLength(4);
    expect(drawn.some((one) => one.is === 'line' && one.tone === 'danger')).toBe(true);
  });
});
