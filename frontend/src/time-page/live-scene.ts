import { isRead } from '@/api/states'
import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { Translate } from '@/i18n/words'
import { read, type Moment } from '@/store/readings'
import type { ReadSamples } from '@/store/readout'
import { panelUnit } from './drawable'
import type { Samples } from './samples'
import { since } from '@/timeseries/combined'
import type { Span } from '@/timeseries/span'
import type { Series } from '@/timeseries/timeline'
import { gpuLine, type Scene } from './chart-spec'

/** The samples of the stream, with a line for each GPU that is shown. */
export interface LiveScene extends Scene {
  moment: Moment
  /** Indexes of the isolated GPUs, or null while all are shown. */
  alone: readonly number[] | null
}

export function liveScene(moment: Moment, alone: readonly number[] | null, t: Translate, samples?: Samples): LiveScene {
  const gpus = shownGpus(moment, alone)
  const readLive = liveReader(moment, samples)
  return {
    moment,
    alone,
    gpus,
    t,
    limits: moment.limits,
    subject: '',
    read: readLive,
    lines: (metric) => gpus.map((gpu) => gpuLine(gpuKey(gpu), gpu.index, metric, readLive)),
    unit: (unit) => t('timeline.perGpu', { unit }),
    addedUnit: (unit, entry) => {
      const start = isRemembered(moment, moment.snapshot.gpus, entry.key) ? null : (samples?.since(entry.key) ?? null)
      return panelUnit(entry, t('timeline.perGpu', { unit }), start, t)
    },
    // A lost GPU reports none, and has the scale of the others.
    capacity: (limits) => largestLimit(moment, gpus, limits) || largestLimit(moment, moment.snapshot.gpus, limits),
    fit: null,
  }
}

/** Reads the timeline of all pages, else the samples of this page. */
export function liveReader({ timeline }: Moment, samples?: Samples): ReadSamples {
  return (subject, metric) => timeline.read(subject, metric) ?? samples?.read(subject, metric)
}

/** Whether the timeline of all pages has samples of a metric. */
export function isRemembered({ timeline }: Moment, gpus: readonly Gpu[], metric: MetricKey): boolean {
  return gpus.some((gpu) => timeline.read(gpuKey(gpu), metric) !== undefined)
}

/** GPUs that a page shows: all of them, or the isolated ones. */
export function shownGpus({ snapshot }: Moment, alone: readonly number[] | null): Gpu[] {
  return snapshot.gpus.filter((gpu) => alone === null || alone.includes(gpu.index))
}

/** Whether any of them has or can have samples. */
export function isMeasured(moment: Moment, gpus: readonly Gpu[], metric: MetricKey): boolean {
  return gpus.some((gpu) => {
    const { summary, quality } = read(moment, gpu, metric)
    return summary !== null || (isRead(gpu.state) && quality !== 'notSupported' && quality !== 'noAccess')
  })
}

/** The largest of these limits of any GPU; 0 without any. */
export function largestLimit({ limits }: Moment, gpus: readonly Gpu[], metrics: readonly MetricKey[]): number {
  return Math.max(0, ...gpus.flatMap((gpu) => metrics.flatMap((metric) => limits.get(gpuKey(gpu))?.[metric] ?? [])))
}

/** The moment for charts that are zoomed into a period; their first bucket may begin before it. */
export function zoomed(moment: Moment, zoom: Span | null): Moment {
  return zoom === null ? moment : { ...moment, from: zoom.from - MARGIN * (zoom.to - zoom.from) }
}
const MARGIN = 0.05

/** The samples of the shown range: the buffer has more. */
export function recent(
  { timeline, edge, from: shownFrom = edge - LONGEST_MILLIS }: Moment,
  keys: readonly string[],
  metric: MetricKey,
  from = shownFrom,
): Series[] {
  return keys.flatMap((key) => timeline.read(key, metric) ?? []).map((series) => since(series, from))
}
const LONGEST_MILLIS = 900_000
