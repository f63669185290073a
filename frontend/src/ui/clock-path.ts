/** A clock, on a grid of 12. */
export const CLOCK = 'M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M6 3.5V6l1.7 1.2'
