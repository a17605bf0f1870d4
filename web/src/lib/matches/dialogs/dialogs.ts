/** What the page asks before it is done, or shows over the board. */
export type MatchDialog = 'draw' | 'resign' | 'restart' | 'abort' | 'share' | 'sound' | 'colours';
