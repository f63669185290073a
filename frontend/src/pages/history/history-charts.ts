import { HOST_KEY } from '@/api/names'
import type { CatalogueEntry, Gpu, Mark, MetricKey } from '@/api/types'
import { formatStart } from '@/format/time'
import type { Past } from '@/timeseries/past'
import { combined, type Figure } from '@/timeseries/combined'
import { leastPart } from '@/timeseries/part-of'
import type { Translate } from '@/i18n/words'
import type { Limits } from '@/store/limits'
import {
  addedSpec,
  chartOf,
  gpuLine,
  plainLine,
  type ChartSpec,
  type MetricLine,
  type Scene,
  type SpecChart,
} from '@/time-page/chart-spec'
import { POWER_LIMITS, powerMarks, temperatureMarks, TEMPERATURES } from '@/time-page/limit-marks'

/** The source of the charts. */
export interface HistorySource {
  past: Past
  /** Indexes of the GPUs that are shown alone, or null while all are shown. */
  alone: readonly number[] | null
  /** Whether all GPUs are one line. */
  isTogether: boolean
  limits: Limits
  /** The GPUs that are present now, whose limits are drawn. */
  gpus: readonly Gpu[]
  marks: readonly Mark[]
  t: Translate
}

/** More bands would hide each other. */
const MOST_BANDS = 8

type StoredScene = Scene & Pick<HistorySource, 'isTogether'>

export const HOST_METRICS = ['host.cpu.utilization', 'host.memory.used'] as const satisfies readonly MetricKey[]
export const GPU_METRICS = [
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'temperature.gpu',
] as const satisfies readonly MetricKey[]

/** In the order of the page. */
export const PLOTS: readonly ChartSpec<StoredScene>[] = [
  { metric: 'utilization.gpu', title: 'history.utilization', max: 100, tall: true },
  { metric: 'memory.used', title: 'history.memory', max: ['memory.total'], scale: { decimals: 0 } },
  {
    metric: 'power.draw',
    title: 'history.power',
    max: POWER_LIMITS,
    marks: (scene, max) => (scene.isTogether ? [] : powerMarks(scene, max)),
  },
  { metric: 'temperature.gpu', title: 'history.temperature', ...TEMPERATURES, marks: temperatureMarks },
]

/** Colours of the lines of all GPUs. */
const COLOURS: Partial<Record<MetricKey, 'util' | 'mem'>> = { 'utilization.gpu': 'util', 'memory.used': 'mem' }

/** Metrics that are not averaged over GPUs. */
const FIGURES: Partial<Record<MetricKey, Figure>> = {
  'memory.used': 'sum',
  'power.draw': 'sum',
  'temperature.gpu': 'most',
}
const OF_FIGURE = { sum: 'history.sumOf', most: 'history.mostOf', mean: 'history.meanOf' } as const
const figureOf = (metric: MetricKey): Figure => FIGURES[metric] ?? 'mean'

export function isOfHost(metric: string): boolean {
  return metric.startsWith('host.')
}

/** Builds a chart for each plot of the page, even without samples. */
export function historyCharts(source: HistorySource): SpecChart[] {
  const scene = storedScene(source)
  return PLOTS.map((spec) => chartOf(spec, scene))
}

/** The chart of a row of the catalogue that the user added. */
export function addedChart(source: HistorySource, entry: CatalogueEntry): SpecChart {
  // A counter is reported as its rate, which is of another unit.
  const rate = { ...entry, unit: source.past.unitOf(entry.key) ?? entry.unit }
  const scene = { ...storedScene(source), lines: (metric: MetricKey) => linesOf(source, metric) }
  return chartOf(addedSpec(rate, scene), scene)
}

/** The stored samples: a line for each GPU that is shown, or one for all of them. */
function storedScene(whole: HistorySource): StoredScene {
  const { past, alone, limits, t } = whole
  const isTogether = whole.isTogether && shownGpus(whole).length > 1
  const source = { ...whole, isTogether }
  return {
    ...source,
    gpus: source.gpus.filter(({ index }) => alone === null || alone.includes(index)),
    subject: HOST_KEY,
    read: past.read,
    lines: (metric) => linesOf(source, metric),
    unit: (unit, metric) => {
      if (isOfHost(metric)) return unit
      if (!isTogether) return shownGpus(source).length > 1 ? t('timeline.perGpu', { unit }) : unit
      const part = partText(source, metric)
      const whole = t(OF_FIGURE[figureOf(metric)], { unit })
      return part === null ? whole : `${whole} · ${part}`
    },
    addedUnit: (unit, { key }) => (isOfHost(key) ? unit : t('timeline.perGpu', { unit })),
    capacity: (metrics, metric) => {
      const most = shownGpus(source).map((gpu) =>
        Math.max(0, ...metrics.map((each) => limits.get(gpu.key)?.[each] ?? 0)),
      )
      // Removed GPUs have no limits, and their part of the sum would be above the scale.
      if (isTogether && figureOf(metric) === 'sum')
        return most.includes(0) ? 0 : most.reduce((sum, limit) => sum + limit, 0)
      // So has a lost GPU, whose scale is that of the others.
      const any = () => [...limits.values()].flatMap((each) => metrics.flatMap((limit) => each[limit] ?? []))
      return Math.max(0, ...most) || Math.max(0, ...any())
    },
    fit: 1,
    bands: MOST_BANDS,
    moments: momentsOf(source),
  }
}

function shownGpus({ past, alone }: HistorySource) {
  return past.gpus.filter(({ index }) => alone === null || alone.includes(index))
}

/** The least number of GPUs that a sum is of, and when; null if it is of all of them. */
function partText(source: HistorySource, metric: MetricKey): string | null {
  const { past, t } = source
  const gpus = shownGpus(source)
  const part = leastPart(gpus.flatMap(({ key }) => past.read(key, metric) ?? []))
  if (part === null || part.n === gpus.length) return null
  const text = t('gpu.part', { n: part.n, all: gpus.length })
  if (part.isWhole) return text
  // Samples are at the middle of their bucket.
  const half = past.stepMillis / 2
  const from = formatStart(part.from - half, past.span.to)
  if (part.to === null) return t('history.partSince', { part: text, from })
  const to = formatStart(part.to + half, past.span.to)
  return from === to ? t('history.partAt', { part: text, time: from }) : t('history.partIn', { part: text, from, to })
}

function linesOf(source: HistorySource, metric: MetricKey): MetricLine[] {
  const { past, isTogether } = source
  if (isOfHost(metric)) return [plainLine(HOST_KEY, metric, 'host', () => past.read(HOST_KEY, metric))]
  const gpus = shownGpus(source)
  const [only] = gpus
  const colour = COLOURS[metric] ?? 'plain'
  if (only !== undefined && gpus.length === 1) {
    return [plainLine(only.key, metric, colour, () => past.read(only.key, metric))]
  }
  if (!isTogether) return gpus.map(({ key, index }) => gpuLine(key, index, metric, past.read))
  const all = combined(
    gpus.flatMap(({ key }) => past.read(key, metric) ?? []),
    { as: figureOf(metric) },
  )
  return [plainLine('together', metric, colour, () => all)]
}

/** Returns the marks, without those of GPUs that are not shown. */
function momentsOf({ marks, alone }: HistorySource): NonNullable<SpecChart['moments']> {
  return marks
    .filter(({ gpus }) => alone === null || gpus.length === 0 || gpus.some((gpu) => alone.includes(gpu)))
    .map(({ at, text }) => ({ at: Date.parse(at), text }))
}
