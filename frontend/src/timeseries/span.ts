/** A period between two times. */
export interface Span {
  from: number
  to: number
}
