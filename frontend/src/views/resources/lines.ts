import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { gpuColour, type ChartLine } from '@/draw/chart'
import { isDashed } from '@/draw/palette'
import { read, type Moment } from '@/live/readings'
import { since } from '@/series/sums'
import type { Series } from '@/series/timeline'

/** One line per GPU, in its own colour. */
export function gpuLines({ timeline }: Moment, gpus: readonly Gpu[], metric: MetricKey): ChartLine[] {
  return gpus.map((gpu) => ({
    key: gpuKey(gpu),
    samples: () => timeline.read(gpuKey(gpu), metric),
    colour: gpuColour(gpu.index),
    dashed: isDashed(gpu.index),
    index: gpu.index,
  }))
}

/** GPUs that a page shows: all of them, or those that somebody wants to see alone. */
export function shownGpus({ snapshot }: Moment, alone: readonly number[] | null): Gpu[] {
  return snapshot.gpus.filter((gpu) => alone === null || alone.includes(gpu.index))
}

/** Whether there is, was or could be something to draw for any of them. */
export function isMeasured(moment: Moment, gpus: readonly Gpu[], metric: MetricKey): boolean {
  return gpus.some((gpu) => {
    const { summary, quality } = read(moment, gpu, metric)
    return summary !== null || (gpu.state === 'OK' && quality !== 'notSupported' && quality !== 'noAccess')
  })
}

/** Lines of a few GPUs leave room for what lies between their minimum and maximum. */
export function isBanded(gpus: readonly Gpu[]): boolean {
  return gpus.length > 0 && gpus.length <= MOST_BANDS
}
const MOST_BANDS = 2

export function largest(values: readonly (number | undefined)[]): number {
  return Math.max(0, ...values.flatMap((value) => value ?? []))
}

/** A line that a legend names, worked out from several series. */
export function sumLine(key: string, colour: ChartLine['colour'], samples: ChartLine['samples']): ChartLine {
  return { key, samples, colour, dashed: false, index: null }
}

/** Only what is shown, and never more than the page can show: the ring holds more at a high rate. */
export function recent(
  { timeline, edge }: Moment,
  keys: readonly string[],
  metric: MetricKey,
  from = edge - LONGEST_MILLIS,
): Series[] {
  return keys.flatMap((key) => timeline.read(key, metric) ?? []).map((series) => since(series, from))
}
const LONGEST_MILLIS = 900_000
