import type { MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { summarize } from '@/timeseries/summary'
import type { GaugeModel } from './gauges'
import type { Knowledge } from './knowledge'

/** What a GPU is judged by is shown also while it does nothing. */
const ALWAYS: ReadonlySet<MetricKey> = new Set<MetricKey>([
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'temperature.gpu',
  'clocks.current.sm',
])

/** Remembers when gauges told something else than 0, also those whose past the page does not keep. */
export class ZeroKeeper {
  private readonly movedAt = new Map<MetricKey, number>()

  /** The gauges that tell 0 and have told nothing else within the range, as far as the page has looked. */
  zeros({ moment, gpu }: Knowledge, gauges: readonly GaugeModel[], rangeMillis: number): GaugeModel[] {
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

/** Columns of the gauges in a wide window: one less where that leaves fewer cells empty, and no row more. */
export function columnsFor(count: number): number {
  const fewer = COLUMNS - 1
  return Math.ceil(count / fewer) === Math.ceil(count / COLUMNS) ? fewer : COLUMNS
}
