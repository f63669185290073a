/** A part of the past that somebody looks at more closely. */
export interface Span {
  from: number
  to: number
}
