/** The dialogs of a match. */
export type MatchDialog = 'draw' | 'resign' | 'restart' | 'abort' | 'share' | 'sound' | 'colours' | 'plan' | 'decide';
