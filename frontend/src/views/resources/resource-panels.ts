import type { CatalogueEntry, Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import { displayOf } from '@/format/display'
import { metricLabel } from '@/format/label'
import { localizedTitle } from '@/format/server'
import type { Translate } from '@/i18n/words'
import { measured, type Cell, type Measured, type ReadoutRow } from '@/live/readout'
import { askedFor, drawnSummary, isStale, read, sampleAge, type Moment } from '@/live/readings'
import { panelId, panelScale, panelUnit, scaleOf } from '@/panels/drawable'
import type { Samples } from '@/panels/samples'
import type { Draft } from './resource-charts'
import { gpuLines, isBanded } from './lines'

/** How much of the chip is at work, which utilization does not tell: it counts a single busy SM as all of them. */
export const ACTIVITY = ['activity.sm', 'activity.tensor', 'activity.dram'] as const satisfies readonly MetricKey[]

/** Whether the timeline of all pages has samples of a row. */
export function isRemembered({ timeline, snapshot }: Moment, metric: MetricKey): boolean {
  return snapshot.gpus.some((gpu) => timeline.read(gpuKey(gpu), metric) !== undefined)
}

/** Where samples are read: what all pages remember, else what this page has seen itself. */
function sourceOf(moment: Moment, samples: Samples, metric: MetricKey): Pick<Samples, 'read'> {
  return isRemembered(moment, metric) ? moment.timeline : samples
}

/** A chart for each activity that at least one GPU tells. */
export function activityDrafts(moment: Moment, gpus: readonly Gpu[], samples: Samples, t: Translate): Draft[] {
  return toldActivity(moment, samples).map((metric) => ({
    ...draft(moment, gpus, metric, samples),
    ...displayOf(metric),
    title: metricLabel(metric),
    unit: t('timeline.percent'),
    max: 100,
    choice: 'utilization',
  }))
}

function toldActivity(moment: Moment, samples: Samples): MetricKey[] {
  return ACTIVITY.filter((metric) =>
    moment.snapshot.gpus.some(
      (gpu) =>
        gpu.values[metric] !== undefined || sourceOf(moment, samples, metric).read(gpuKey(gpu), metric) !== undefined,
    ),
  )
}

/** A row of the catalogue that somebody added, with a line for each GPU. */
export function panelDraft(moment: Moment, gpus: readonly Gpu[], entry: CatalogueEntry, samples: Samples, t: Translate): Draft {
  const source = sourceOf(moment, samples, entry.key)
  const { unit, ...scale } = panelScale(entry, gpus.map((gpu) => source.read(gpuKey(gpu), entry.key)))
  const since = source === samples ? samples.since(entry.key) : null
  return {
    ...draft(moment, gpus, entry.key, samples),
    ...scale,
    id: panelId(entry.key),
    title: localizedTitle(entry).text,
    unit: panelUnit(entry, t('timeline.perGpu', { unit }), since, t),
    choice: 'all',
  }
}

/** Why no GPU here can ever tell a row, or null where one can or nobody knows. */
export function refusal({ snapshot, limitReasons }: Moment, metric: MetricKey, t: Translate): string | null {
  const reasons = snapshot.gpus.map((gpu) => gpu.absent[metric] ?? limitReasons.get(gpuKey(gpu))?.[metric])
  const never = (quality: Quality) => quality === 'notSupported' || quality === 'noAccess'
  const [first] = reasons
  return first !== undefined && reasons.every((each) => never(absentQuality(each))) ? t(`reason.${first}`) : null
}

type Plain = Omit<Draft, 'choice' | 'title' | 'unit' | 'max'>

function draft(moment: Moment, gpus: readonly Gpu[], metric: MetricKey, samples: Samples): Plain {
  const source = sourceOf(moment, samples, metric)
  const lines = gpuLines(moment, gpus, metric).map((line) => ({ ...line, samples: () => source.read(line.key, metric) }))
  const rest = { tall: false, min: 0, divisor: 1, decimals: 0, marks: [], legend: [] }
  return { ...rest, id: metric, metric, lines, banded: isBanded(gpus) }
}

/** Columns of the readout for what no other column tells. */
export function extraMeasures(moment: Moment, entries: readonly CatalogueEntry[], samples: Samples): Measured[] {
  const added = entries.map((entry) => ({ ...measured(entry.key, wayOf(entry)), ...scaleOf(entry) }))
  const activity = toldActivity(moment, samples).filter((key) => !entries.some((entry) => entry.key === key))
  return [...activity.map((metric) => measured(metric, 'mean')), ...added]
}

const SUMS: ReadonlySet<string> = new Set(['W', 'B', 'B/s', 'J', '/s'])

/** How all GPUs are told in one number: only what adds up is summed. */
function wayOf({ unit }: CatalogueEntry): Measured['all'] {
  if (unit === '°C') return 'most'
  return SUMS.has(unit) ? 'sum' : 'mean'
}

/** Every GPU in these columns, now or at the moment under the crosshair. */
export function extraRows(
  moment: Moment,
  measures: readonly Measured[],
  samples: Samples,
  at: number | null,
  stepMillis: number,
): ReadoutRow[] {
  return moment.snapshot.gpus.map((gpu) => {
    const isIll = at === null && gpu.state !== 'OK'
    const cell = ({ metric, divisor }: Measured) => cellOf(moment, gpu, metric, divisor)
    return {
      key: gpuKey(gpu),
      gpu,
      cells: isIll ? null : measures.map(cell),
      staleMillis: at === null && !isIll && isStale(moment, gpu) ? sampleAge(moment, gpu) : null,
    }
  })

  function cellOf(now: Moment, gpu: Gpu, metric: MetricKey, divisor: number): Cell {
    const series = sourceOf(now, samples, metric).read(gpuKey(gpu), metric)
    const found = drawnSummary(now, series, at, stepMillis)
    const { quality, reason, ageMillis } = read(now, gpu, metric)
    const never = quality === 'notSupported' || quality === 'noAccess'
    if (found !== null) {
      // What is asked for beside the stream is not in it, and no older than its newest sample.
      const value = found.mean / divisor
      if (at !== null) return { value, quality: 'ok', reason: undefined, ageMillis }
      const asked = reason === undefined && gpu.values[metric] === undefined
      return { value, reason, ...(asked ? askedFor(now, found) : { quality, ageMillis }) }
    }
    if (at === null) return { value: null, quality: absentQuality(reason), reason, ageMillis: 0 }
    return { value: null, quality: never ? quality : 'gap', reason: never ? reason : undefined, ageMillis: 0 }
  }
}
