import { HOST_KEY } from '@/api/names'
import type { CatalogueEntry, Gpu, MetricKey } from '@/api/types'
import { roundedUp } from '@/draw/axis'
import { gpuColour, type Chart, type ChartLine } from '@/draw/chart'
import { isDashed } from '@/draw/palette'
import { displayOf } from '@/format/display'
import { localizedTitle } from '@/format/server'
import type { Mark } from '@/history/contract'
import type { Past, PastGpu } from '@/history/past'
import { together } from '@/history/together'
import type { PlainKey } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import type { Limits } from '@/live/limits'
import { panelId, panelScale } from '@/panels/drawable'
import { highs } from '@/series/summary'
import type { Series } from '@/series/timeline'
import { powerMarks, temperatureMarks } from '../resources/limit-marks'

const COLDEST = 20
const HOTTEST = 100
const WHOLE = 100
/** Lines of a few GPUs leave room for what lies between their minimum and maximum. */
const MOST_BANDS = 2

/** What the charts are drawn of. */
export interface Known {
  past: Past
  /** Indexes of the GPUs that are shown alone, or null while all are shown. */
  alone: readonly number[] | null
  /** Whether all GPUs are one line. */
  isTogether: boolean
  limits: Limits
  /** The GPUs that there are now, whose limits are drawn. */
  gpus: readonly Gpu[]
  /** Memory of the machine in bytes; null while it is not known. */
  hostBytes: number | null
  marks: readonly Mark[]
  t: Translate
}

export const HOST_METRICS = ['host.cpu.utilization', 'host.memory.used'] as const satisfies readonly MetricKey[]
export const GPU_METRICS = [
  'utilization.gpu',
  'utilization.memory',
  'memory.used',
  'power.draw',
  'temperature.gpu',
] as const satisfies readonly MetricKey[]

/** In the order of the page: first what one looks at first. */
export const PLOTS: readonly { metric: MetricKey; title: PlainKey }[] = [
  { metric: 'utilization.gpu', title: 'history.utilization' },
  { metric: 'utilization.memory', title: 'history.memoryUtilization' },
  { metric: 'memory.used', title: 'history.memory' },
  { metric: 'power.draw', title: 'history.power' },
  { metric: 'temperature.gpu', title: 'history.temperature' },
  { metric: 'host.cpu.utilization', title: 'history.hostCpu' },
  { metric: 'host.memory.used', title: 'history.hostMemory' },
]

/** What adds up over GPUs; of everything else there is a mean. */
const SUMMED: ReadonlySet<MetricKey> = new Set<MetricKey>(['memory.used', 'power.draw'])

export function isOfHost(metric: string): boolean {
  return metric.startsWith('host.')
}

/** A chart for each plot of the page, whether there is something to draw or not. */
export function historyCharts(known: Known): Chart[] {
  return PLOTS.map(({ metric, title }) => ({
    ...drawn(known, metric, SUMMED.has(metric) ? 'sum' : 'mean'),
    ...scaleOf(known, metric),
    title: known.t(title),
    ...(metric === 'utilization.gpu' ? { tall: true } : {}),
  }))
}

/** The chart of a row of the catalogue that somebody added. */
export function addedChart(known: Known, entry: CatalogueEntry): Chart {
  const { key } = entry
  // A counter is told as its rate, which is of another unit.
  const told = { ...entry, unit: known.past.unitOf(key) ?? entry.unit }
  const chart = drawn(known, key, 'mean')
  const scale = panelScale(told, chart.lines.map((line) => greatestOf(line.samples())))
  const unit = isOfHost(key) ? scale.unit : known.t('timeline.perGpu', { unit: scale.unit })
  return { ...chart, ...scale, id: panelId(key), title: localizedTitle(entry).text, unit }
}

/** A series whose values are the greatest of each bucket, so that a scale fits the band as well. */
function greatestOf(series: Series | undefined): Series | undefined {
  return series === undefined ? undefined : { times: series.times, values: highs(series) ?? series.values }
}

export function shownGpus({ past, alone }: Pick<Known, 'past' | 'alone'>): PastGpu[] {
  return past.gpus.filter(({ index }) => alone === null || alone.includes(index))
}

function drawn(known: Known, metric: MetricKey, way: 'mean' | 'sum'): Chart {
  const lines = linesOf(known, metric, way)
  return {
    id: metric,
    title: '',
    unit: '',
    tall: false,
    min: 0,
    max: WHOLE,
    divisor: 1,
    decimals: 0,
    lines,
    banded: lines.length <= MOST_BANDS,
    marks: [],
    moments: momentsOf(known),
    legend: [],
  }
}

function linesOf(known: Known, metric: MetricKey, way: 'mean' | 'sum'): ChartLine[] {
  const { past, isTogether } = known
  const plain = { dashed: false, index: null }
  if (isOfHost(metric)) {
    const samples = () => past.read(HOST_KEY, metric)
    return [{ ...plain, key: HOST_KEY, samples, colour: ({ host }) => host }]
  }
  const gpus = shownGpus(known)
  if (isTogether) {
    const all = together(gpus.flatMap(({ key }) => past.read(key, metric) ?? []), way)
    return [{ ...plain, key: 'together', samples: () => all, colour: ({ util }) => util }]
  }
  return gpus.map(({ key, index }) => ({
    key,
    samples: () => past.read(key, metric),
    colour: gpuColour(index),
    dashed: isDashed(index),
    index,
  }))
}

/** Those of a GPU that is not shown are not of what is drawn. */
function momentsOf({ marks, alone }: Known): NonNullable<Chart['moments']> {
  return marks
    .filter(({ gpus }) => alone === null || gpus.length === 0 || gpus.some((gpu) => alone.includes(gpu)))
    .map(({ at, text }) => ({ at: Date.parse(at), text }))
}

type Scaled = Pick<Chart, 'unit' | 'min' | 'max' | 'divisor' | 'decimals'> & Partial<Pick<Chart, 'marks'>>

/** The scale of a plot is what its numbers mean, and what is told only where that is not known. */
function scaleOf(known: Known, metric: MetricKey): Scaled {
  const { unit, divisor } = displayOf(metric)
  const isSum = known.isTogether && SUMMED.has(metric)
  const scaled = { min: 0, divisor, decimals: 0, unit: unitText(known, metric, unit, isSum) }
  const gpus = known.gpus.filter(({ index }) => known.alone === null || known.alone.includes(index))
  switch (metric) {
    case 'temperature.gpu':
      return { ...scaled, min: COLDEST, max: HOTTEST, marks: temperatureMarks(gpus, known.limits, known.t) }
    case 'memory.used':
      return { ...scaled, max: limitOf(known, ['memory.total'], isSum) || fitted(known, metric, divisor) }
    case 'power.draw': {
      const max = limitOf(known, ['power.default_limit', 'enforced.power.limit'], isSum) || fitted(known, metric, divisor)
      return { ...scaled, max, marks: isSum ? [] : powerMarks(gpus, known.limits, max, known.t) }
    }
    case 'host.memory.used':
      return { ...scaled, max: known.hostBytes ?? fitted(known, metric, divisor) }
    default:
      return { ...scaled, max: WHOLE }
  }
}

function unitText({ isTogether, t }: Known, metric: MetricKey, unit: string, isSum: boolean): string {
  if (isOfHost(metric)) return unit
  if (!isTogether) return t('timeline.perGpu', { unit })
  return t(isSum ? 'history.sumOf' : 'history.meanOf', { unit })
}

/** The most that any shown GPU can take, or all of them; 0 where none tells. */
function limitOf(known: Known, metrics: readonly MetricKey[], isSum: boolean): number {
  const told = shownGpus(known).map(({ key }) =>
    Math.max(0, ...metrics.map((metric) => known.limits.get(key)?.[metric] ?? 0)),
  )
  // GPUs that are gone have no limits, and their part of the sum would be above the scale.
  if (isSum) return told.some((limit) => limit === 0) ? 0 : told.reduce((sum, limit) => sum + limit, 0)
  return Math.max(0, ...told)
}

function fitted(known: Known, metric: MetricKey, divisor: number): number {
  const most = linesOf(known, metric, SUMMED.has(metric) ? 'sum' : 'mean').reduce((greatest, line) => {
    for (const value of highs(line.samples()) ?? []) if (value > greatest) greatest = value
    return greatest
  }, divisor)
  return roundedUp(most / divisor) * divisor
}

