import type { Aligned } from '@/timeseries/buckets'
import type { Chart } from './chart'
import type { NoDataTexts } from './no-data'
import type { Palette } from './palette'

/** The current content of a chart; the hooks of the plot read it at every drawing. */
export interface ChartState {
  chart: Chart
  from: number
  to: number
  aligned: Aligned
  stepMillis: number
  smooth: boolean
  /** Largest distance, in milliseconds, of a sample that the crosshair points at. */
  reach: number
  palette: Palette
  locale: string
  /** The time up to which older samples are still being loaded. */
  pendingFrom: number | null
  /** Start of the server by its own clock; null if unknown. */
  startedAt: number | null
  /** Explanations of hatched areas, in the chart that has them. */
  texts: NoDataTexts | null
}
