import type { CatalogueEntry, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { absentQuality, type Quality } from '@/api/states'
import { roundedUp } from '@/charts/axis'
import { formatIndexes } from '@/format/indexes'
import { GIGA } from '@/format/display'
import type { Translate } from '@/i18n/words'
import { measured, type ReadoutSpec } from '@/store/readout'
import type { Moment } from '@/store/readings'
import { scaleOf } from '@/time-page/drawable'
import { peakOf } from '@/timeseries/peak'
import { greatest, summed } from '@/timeseries/sums'
import { chartOf, type ChartSpec, type LineSpec, type SpecChart } from '@/time-page/chart-spec'
import { POWER_LIMITS, powerMarks, temperatureMarks, TEMPERATURES } from '@/time-page/limit-marks'
import { isMeasured, recent, type LiveScene } from '@/time-page/live-scene'

export const CHOICES = ['all', 'utilization', 'memory', 'power', 'links'] as const
export type Choice = (typeof CHOICES)[number]

interface ResourceSpec extends ChartSpec<LiveScene> {
  choice: Choice
  /** Left out where charts of all kinds are shown. */
  extra?: boolean
  /** Shown only once samples exist: the stream does not carry it everywhere. */
  sampled?: boolean
}

/** The share of the chip that is at work; utilization does not show it: it counts a single busy SM as all of them. */
export const ACTIVITY = ['activity.sm', 'activity.tensor', 'activity.dram'] as const satisfies readonly MetricKey[]

/** In the order of the page; activity comes below utilization, which it explains. */
const CHARTS: readonly ResourceSpec[] = [
  { metric: 'utilization.gpu', max: 100, tall: true, choice: 'utilization' },
  ...ACTIVITY.map((metric) => ({ metric, max: 100, choice: 'utilization', sampled: true }) as const),
  { metric: 'utilization.memory', max: 100, choice: 'utilization', extra: true },
  { metric: 'memory.used', max: ['memory.total'], scale: { decimals: 0 }, choice: 'memory' },
  {
    id: 'totals',
    metric: 'utilization.gpu',
    title: 'timeline.totals',
    unit: 'timeline.ofMachine',
    max: ({ moment }) => (moment.snapshot.gpus.length > 1 ? 100 : 0),
    lines: totals,
    choice: 'all',
  },
  trafficSpec('pcie'),
  { ...trafficSpec('nvlink'), extra: true },
  { metric: 'power.draw', max: POWER_LIMITS, marks: powerMarks, choice: 'power' },
  { metric: 'temperature.gpu', ...TEMPERATURES, marks: temperatureMarks, choice: 'power' },
  { metric: 'temperature.memory', ...TEMPERATURES, choice: 'power', extra: true },
]

export const MEASURES: readonly ReadoutSpec[] = [
  measured('utilization.gpu', 'mean'),
  measured('memory.used', 'sum'),
  measured('power.draw', 'sum'),
  measured('temperature.gpu', 'most'),
  measured('pcie.rx', 'sum'),
]

/** The charts of a choice, or every chart; what no GPU reports, or what has no known scale, is not among them. */
export function resourceCharts(scene: LiveScene, choice: Choice | null): SpecChart[] {
  return CHARTS.filter((spec) => choice === null || isOf(spec, choice))
    .filter(({ metric, sampled }) =>
      sampled ? isSampled(scene, metric) : isMeasured(scene.moment, scene.gpus, metric),
    )
    .map((spec) => chartOf(spec, scene))
    .filter(({ max }) => max > 0)
}

/** The choices that have a chart. */
export function choicesOf(scene: LiveScene): Choice[] {
  const ids = new Set(resourceCharts(scene, null).map(({ id }) => id))
  const shown = CHARTS.filter(({ metric, id = metric }) => ids.has(id))
  return CHOICES.filter((choice) => shown.some((spec) => isOf(spec, choice)))
}

function isOf({ choice, extra }: ResourceSpec, wanted: Choice): boolean {
  return wanted === 'all' ? extra !== true : choice === wanted
}

/** Columns of the readout: what at least one GPU reports. */
export function resourceMeasures(moment: Moment): ReadoutSpec[] {
  return MEASURES.filter(({ metric }) => isMeasured(moment, moment.snapshot.gpus, metric))
}

/** Columns of the readout for what no other column shows. */
export function extraMeasures(scene: LiveScene, entries: readonly CatalogueEntry[]): ReadoutSpec[] {
  const added = entries.map((entry) => ({ ...measured(entry.key, wayOf(entry)), ...scaleOf(entry) }))
  const activity = ACTIVITY.filter((metric) => isSampled(scene, metric) && !entries.some(({ key }) => key === metric))
  return [...activity.map((metric) => measured(metric, 'mean')), ...added]
}

const SUMS: ReadonlySet<string> = new Set(['W', 'B', 'B/s', 'J', '/s'])

/** The aggregation over all GPUs: only what adds up is summed. */
function wayOf({ unit }: CatalogueEntry): ReadoutSpec['all'] {
  if (unit === '°C') return 'most'
  return SUMS.has(unit) ? 'sum' : 'mean'
}

/** Why no GPU here can ever report a metric, or null where one can or it is unknown. */
export function refusal({ snapshot, limitReasons }: Moment, metric: MetricKey, t: Translate): string | null {
  const reasons = snapshot.gpus.map((gpu) => gpu.absent[metric] ?? limitReasons.get(gpuKey(gpu))?.[metric])
  const never = (quality: Quality) => quality === 'notSupported' || quality === 'noAccess'
  const [first] = reasons
  return first !== undefined && reasons.every((each) => never(absentQuality(each))) ? t(`reason.${first}`) : null
}

function isSampled({ moment, read }: LiveScene, metric: MetricKey): boolean {
  return moment.snapshot.gpus.some((gpu) => gpu.values[metric] !== undefined || read(gpuKey(gpu), metric) !== undefined)
}

function totals({ moment, t }: LiveScene): LineSpec[] {
  const { timeline, limits, snapshot } = moment
  const installed = snapshot.gpus.flatMap((gpu) => {
    const total = limits.get(gpuKey(gpu))?.['memory.total']
    return total === undefined ? [] : [{ key: gpuKey(gpu), share: total / 100 }]
  })
  const keys = snapshot.gpus.map(gpuKey)
  return [
    {
      metric: 'utilization.gpu',
      colour: 'util',
      text: t('timeline.utilizationMean'),
      samples: (from) =>
        summed(
          recent(moment, keys, 'utilization.gpu', from),
          keys.map(() => 1),
        ),
    },
    {
      metric: 'memory.used',
      colour: 'mem',
      text: t('timeline.memoryShare'),
      samples: (from) => {
        const read = installed.filter(({ key }) => timeline.read(key, 'memory.used') !== undefined)
        return summed(
          recent(
            moment,
            read.map(({ key }) => key),
            'memory.used',
            from,
          ),
          read.map(({ share }) => share),
        )
      },
    },
  ]
}

/** All shown GPUs together; the capability of the links is so far above that the scale fits the traffic instead. */
export function trafficSpec(link: 'pcie' | 'nvlink'): ResourceSpec {
  const summedOf =
    ({ moment, gpus }: LiveScene, way: 'rx' | 'tx') =>
    (from?: number) =>
      summed(recent(moment, gpus.map(gpuKey), `${link}.${way}`, from))
  return {
    id: link,
    metric: `${link}.rx`,
    title: ({ alone, t }) => {
      const gpuNames = alone === null ? t('timeline.allGpus') : t('timeline.gpus', { indexes: formatIndexes(alone) })
      return t(link === 'pcie' ? 'timeline.pcie' : 'timeline.nvlink', { who: gpuNames })
    },
    max: (scene) => {
      const { moment, gpus } = scene
      const most = peakOf(moment.timeline, ['sum', link, ...gpus.map(gpuKey)].join(), moment.edge, (from) =>
        greatest([summedOf(scene, 'rx')(from), summedOf(scene, 'tx')(from)]),
      )
      return roundedUp(Math.max(GIGA, most))
    },
    lines: (scene) => [
      { metric: `${link}.rx`, colour: 'rx', text: scene.t('timeline.toGpus'), samples: summedOf(scene, 'rx') },
      { metric: `${link}.tx`, colour: 'tx', text: scene.t('timeline.fromGpus'), samples: summedOf(scene, 'tx') },
    ],
    choice: 'links',
  }
}
