/** A server remembers no more rounds than this; who counts further back has begun anew with its clock set back. */
const MOST_REMEMBERED = 1_000_000

/** Whether a snapshot was taken before another of the same server, by their sequence numbers. */
export function precedes(sequence: number, other: number): boolean {
  return sequence < other && other - sequence < MOST_REMEMBERED
}
