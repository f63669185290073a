import type { MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { summarize } from '@/timeseries/summary'
import type { GaugeModel } from './gauges'
import type { GpuData } from './gpu-data'

/** Gauges that are shown even at 0. */
const ALWAYS: ReadonlySet<MetricKey> = new Set<MetricKey>([
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'temperature.gpu',
  'clocks.current.sm',
])

/** Tracks when gauges were last above 0, including those that the timeline does not keep. */
export class ZeroTracker {
  private readonly movedAt = new Map<MetricKey, number>()

  /** Returns the gauges that are at 0 and were never above it within the range, as far as this page is aware. */
  zeros({ moment, gpu }: GpuData, gauges: readonly GaugeModel[], rangeMillis: number): GaugeModel[] {
    const from = moment.edge - rangeMillis
    return gauges.filter(({ metric, reading: { quality, summary } }) => {
      if (quality !== 'ok' || summary === null) return false
      if (summary.hi !== 0 || summary.lo !== 0) this.movedAt.set(metric, moment.edge)
      if (ALWAYS.has(metric) || (this.movedAt.get(metric) ?? -Infinity) > from) return false
      const past = summarize(moment.timeline.read(gpuKey(gpu), metric), from, moment.edge)
      return past === null || (past.hi === 0 && past.lo === 0)
    })
  }
}

const COLUMNS = 6

/** Returns the number of columns in a wide window: one less if that needs no additional row. */
export function columnsFor(count: number): number {
  const fewer = COLUMNS - 1
  return Math.ceil(count / fewer) === Math.ceil(count / COLUMNS) ? fewer : COLUMNS
}
