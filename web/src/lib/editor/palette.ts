/** Items of the editor's palette, each with its key. */
import type { Kind, PaletteView, Side } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import type { IconName } from '#lib/ui/icons.ts';
import type { Tool } from './draft.ts';

export interface PaletteItem {
  tool: Tool;
  text: string;
  /** What is written below its picture, if that is less than the text. */
  label?: string;
  /** The piece that is drawn, and its direction in degrees. */
  kind?: Kind | undefined;
  angle?: number;
  /** Digit key; 0 for the tenth item, none after it. */
  key: string;
  icon?: IconName;
  letter?: string;
  owner?: number;
}

export function paletteItems(
  palette: PaletteView,
  sides: readonly Side[],
  kinds: readonly Kind[],
  facing: number,
): PaletteItem[] {
  const items = palette.editable ? [...piecesOf(palette, sides, kinds, facing), ...toolsOf(palette)] : signsOf(palette);
  return items.map((item, n) => ({ ...item, key: n < 9 ? String(n + 1) : n === 9 ? '0' : '' }));
}

type Unkeyed = Omit<PaletteItem, 'key'>;

function piecesOf(palette: PaletteView, sides: readonly Side[], kinds: readonly Kind[], facing: number): Unkeyed[] {
  const several = palette.kinds.length > 1;
  return sides.flatMap((side, owner) =>
    palette.kinds.map(({ kind: name, label, facings }) => {
      const kind = kinds.find((one) => one.name === name);
      const faces = facings > 1 ? facing : 0;
      return {
        tool: { is: 'piece', kind: name, owner, facing: faces } as const,
        text: t('editor.tool.piece', { side: side.name, kind: label }),
        label: several ? label : side.name,
        kind,
        angle: faces * (kind?.degrees ?? 0),
        owner,
      };
    }),
  );
}

function toolsOf(palette: PaletteView): Unkeyed[] {
  const joins = palette.kinds.some((kind) => kind.ends === 2);
  return [
    ...(joins ? [] : [{ tool: { is: 'move' } as const, text: t('editor.tool.move'), icon: 'swap' as const }]),
    ...(canTurn(palette)
      ? [{ tool: { is: 'turn' } as const, text: t('editor.tool.turn'), icon: 'rotate' as const }]
      : []),
    { tool: { is: 'erase' }, text: t('editor.tool.erase'), icon: 'close' },
  ];
}

/** Return an item per character, for games whose set-ups are plain text. */
function signsOf(palette: PaletteView): Unkeyed[] {
  return palette.legend.flatMap(({ written, text, word }, sign) =>
    written.length === 1 && !word ? [{ tool: { is: 'sign', sign } as const, text, letter: written }] : [],
  );
}

/** Return whether some pieces have a direction. */
export function canTurn(palette: PaletteView): boolean {
  return palette.kinds.some((kind) => kind.facings > 1);
}

export const isSameTool = (one: Tool, other: Tool) =>
  JSON.stringify({ ...one, facing: 0 }) === JSON.stringify({ ...other, facing: 0 });

// ---- Keys -----------------------------------------------------------------------------------------------------------

export type KeyAction = { choose: PaletteItem } | { tool: Tool; site: number };

/** Return the action of a key: digits select an item, Delete erases the focused site, T rotates its piece. */
export function keyAction(
  key: string,
  items: readonly PaletteItem[],
  site: number | null,
  letters: boolean,
): KeyAction | null {
  const choose = letters && key !== '' ? items.find((item) => item.key === key) : undefined;
  if (choose) {
    return { choose };
  }
  const is = key === 'Delete' || key === 'Backspace' ? 'erase' : letters && key.toLowerCase() === 't' ? 'turn' : null;
  return site !== null && is !== null && items.some((item) => item.tool.is === is) ? { tool: { is }, site } : null;
}
