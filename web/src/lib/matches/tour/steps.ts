/** The steps of the tour, and what completes them: performing them, or pressing Next. */

export const TOUR_STEPS = ['play', 'preview', 'undo', 'view'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

/** What the tour watches: the move number, previews so far, and turns of the view so far. */
export interface Progress {
  ply: number;
  previews: number;
  views: number;
}

/** Return whether what a step asks for has been done since it was shown. */
export function isDone(step: TourStep, before: Progress, now: Progress): boolean {
  switch (step) {
    case 'play':
      return now.ply > before.ply;
    case 'preview':
      return now.previews > before.previews;
    case 'undo':
      return now.ply < before.ply;
    case 'view':
      return now.views > before.views;
  }
}
