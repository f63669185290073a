/** Drawings of strokes on a grid of 12. */
export const CLOCK = 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M6 3.5V6l1.7 1.2'
export const WARNING = 'M6 1.2 11 10H1ZM6 4.5v2.7M6 8.6v.01'
export const LOCK =
  'M3 5.3h6a1 1 0 0 1 1 1v3.2a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6.3a1 1 0 0 1 1-1M4 5.3V3.8a2 2 0 0 1 4 0v1.5'
export const SHEETS = 'M4.5 4.5H10V10H4.5zM7.5 4.5V2H2v5.5h2.5'
