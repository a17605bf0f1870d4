/**
 * The only sizes at which the layout changes.
 *
 * CSS does not allow variables in media queries, so components repeat these queries; `styles.test.ts` finds
 * every other one.
 */
export const BREAKPOINTS = {
  phone: '(max-width: 560px)',
  /** Larger than a phone. */
  notPhone: '(min-width: 561px)',
  tablet: '(max-width: 860px)',
  /** Board and side column do not fit next to each other. */
  narrow: '(max-width: 999px)',
  /** A laptop, on which a side column has room for less. */
  low: '(max-height: 899px)',
  /** A phone in landscape orientation. */
  landscape: '(max-height: 480px) and (orientation: landscape)',
} as const;
