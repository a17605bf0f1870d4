/** What the page asks before it does something, or shows over the board. */
export type Asked = 'draw' | 'resign' | 'restart' | 'abort' | 'rules' | 'share';
