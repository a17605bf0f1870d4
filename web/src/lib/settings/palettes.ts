/** Suggested colours for background, table and boards. */

export const BACKGROUND_COLOURS = [
  '#0d1117',
  '#1b2430',
  '#16261f',
  '#2a1a1d',
  '#26203a',
  '#30302c',
  '#f7f3ea',
  '#e8eef4',
  '#e6efe4',
  '#f6e7e4',
  '#ece6f4',
  '#d9d4c8',
] as const;

export const TABLE_COLOURS = [
  '#3b2a1e',
  '#5b3f29',
  '#8a6a4a',
  '#1f3d31',
  '#2b4a63',
  '#4a2330',
  '#2b2d33',
  '#5c6168',
  '#c9b79a',
  '#dcd8cf',
  '#7a8f6a',
  '#12151a',
] as const;

export const BOARD_COLOURS = [
  '#c79a63',
  '#8f6540',
  '#5a3a24',
  '#8c4a3f',
  '#2c5a47',
  '#5c7f3a',
  '#26395c',
  '#5a4b7a',
  '#a3a5a7',
  '#4b545c',
  '#d8c39a',
  '#23262b',
] as const;
