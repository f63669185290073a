/** A part of a bar of memory. */
export interface BarPart {
  key: string | number
  kind: 'process' | 'idle' | 'others' | 'reserved' | 'system' | 'cache'
  /** Share of the bar. */
  percent: number
  title: string
  /** Text inside the part, empty without one, and more of it in fainter letters. */
  name: string
  second: string
}
