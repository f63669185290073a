import type { Series } from '@/timeseries/timeline'
import type { Palette } from './palette'

/** One line of a chart. */
export interface ChartLine {
  key: string
  /** Called at every drawing, since samples are not reactive; those before `from` may be omitted. */
  samples: (from?: number) => Series | undefined
  colour: (palette: Palette) => string
  dashed: boolean
  /** Index of the GPU, printed at the end of the line; null for lines of no single GPU. */
  index: number | null
  /** Indexes of the GPUs whose mean it is, printed at its end. */
  indexes?: readonly number[]
}

/** A chart over time; its scale is fixed by the metric, not fitted to the samples. */
export interface Chart {
  id: string
  title: string
  unit: string
  /** Twice the height of the others, for the most important chart. */
  tall: boolean
  min: number
  max: number
  /** From the unit of its values to the unit of its labels. */
  divisor: number
  decimals: number
  lines: readonly ChartLine[]
  /** Shades minimum to maximum around each line. */
  banded: boolean
  /** Each line is the sum of itself and those before it; the difference is filled. */
  stacked?: boolean
  marks: readonly { at: number; text: string }[]
  /** Moments that users named. */
  moments?: readonly { at: number; text: string }[]
  legend: readonly { token: string; text: string }[]
}

export function gpuColour(index: number): (palette: Palette) => string {
  return ({ series }) => series[index % series.length] ?? ''
}
