import type { Series } from '@/timeseries/timeline'
import type { Palette } from './palette'

/** One line of a chart. */
export interface ChartLine {
  key: string
  /** Asked at every drawing, since samples are not reactive; what lies before `from` need not be told. */
  samples: (from?: number) => Series | undefined
  colour: (palette: Palette) => string
  dashed: boolean
  /** Index of the GPU, printed where the line ends; null for lines that a legend names. */
  index: number | null
}

/** A chart over time; its scale is fixed by what it means, never by what it happens to be. */
export interface Chart {
  id: string
  title: string
  unit: string
  /** Twice as high as the others: what one looks at first. */
  tall: boolean
  min: number
  max: number
  /** From the unit of its values to the unit it is labelled with. */
  divisor: number
  decimals: number
  lines: readonly ChartLine[]
  /** Shades minimum to maximum around each line. */
  banded: boolean
  /** Each line is the sum of those before it and itself; what it adds is filled. */
  stacked?: boolean
  marks: readonly { at: number; text: string }[]
  /** Moments that somebody named. */
  moments?: readonly { at: number; text: string }[]
  legend: readonly { token: string; text: string }[]
}

export function gpuColour(index: number): (palette: Palette) => string {
  return ({ series }) => series[index % series.length] ?? ''
}
