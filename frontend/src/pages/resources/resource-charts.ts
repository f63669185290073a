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
import { combined, greatest } from '@/timeseries/combined'
import { chartOf, type ChartSpec, type LineSpec, type SpecChart } from '@/time-page/chart-spec'
import { POWER_LIMITS, powerMarks, temperatureMarks, TEMPERATURES } from '@/time-page/limit-marks'
import { isMeasured, recent, type LiveScene } from '@/time-page/live-scene'

export const TABS = ['main', 'activity', 'links'] as const
export type Tab = (typeof TABS)[number]

interface ResourceSpec extends ChartSpec<LiveScene> {
  /** Null for a chart that is shown in a frame only. */
  tab: Tab | null
  /** Whether it has a chart only once samples exist: the stream does not carry it everywhere. */
  sampled?: boolean
  /** Shown in a tab only where there are no samples of this metric, which explains more. */
  unless?: MetricKey
}

/** The share of the chip that is at work; utilization does not show it: it counts a single busy SM as all of them. */
export const ACTIVITY = ['activity.sm', 'activity.tensor', 'activity.dram'] as const satisfies readonly MetricKey[]
const LINKS = ['pcie.rx', 'pcie.tx', 'nvlink.rx', 'nvlink.tx'] as const

/** In the order of the page. */
const CHARTS: readonly ResourceSpec[] = [
  { metric: 'utilization.gpu', max: 100, tall: true, tab: 'main' },
  { metric: 'memory.used', max: ['memory.total'], scale: { decimals: 0 }, tab: 'main' },
  { metric: 'power.draw', max: POWER_LIMITS, marks: powerMarks, tab: 'main' },
  ...ACTIVITY.map((metric) => ({ metric, max: 100, tab: 'activity', sampled: true }) as const),
  { metric: 'utilization.memory', max: 100, tab: 'activity', unless: 'activity.dram' },
  ...LINKS.map((metric) => ({ metric, max: trafficPeak(metric), tab: 'links' }) as const),
  { metric: 'temperature.gpu', ...TEMPERATURES, marks: temperatureMarks, tab: null },
  { metric: 'temperature.memory', ...TEMPERATURES, tab: null },
  {
    id: 'totals',
    metric: 'utilization.gpu',
    title: 'timeline.totals',
    unit: 'timeline.ofMachine',
    max: ({ moment }) => (moment.snapshot.gpus.length > 1 ? 100 : 0),
    lines: totals,
    tab: null,
  },
  trafficSpec('pcie'),
  trafficSpec('nvlink'),
]

/** Columns of the readout, by tab. */
const MEASURES: Readonly<Record<Tab, readonly ReadoutSpec[]>> = {
  main: [
    measured('utilization.gpu', 'mean'),
    measured('memory.used', 'sum'),
    measured('power.draw', 'sum'),
    measured('temperature.gpu', 'most'),
  ],
  activity: [...ACTIVITY, 'utilization.memory' as const].map((metric) => measured(metric, 'mean')),
  links: LINKS.map((metric) => measured(metric, 'sum')),
}
export const ALL_MEASURES = Object.values(MEASURES).flat()

/** The charts of a tab, or every chart; what no GPU reports, or what has no known scale, is not among them. */
export function resourceCharts(scene: LiveScene, tab: Tab | null): SpecChart[] {
  return CHARTS.filter((spec) => tab === null || isIn(spec, scene, tab))
    .filter(({ metric, sampled = false }) => isShown(scene, metric, sampled))
    .map((spec) => chartOf(spec, scene))
    .filter(({ max }) => max > 0)
}

/** The tabs that have a chart. */
export function tabsOf(scene: LiveScene): Tab[] {
  return TABS.filter((tab) =>
    CHARTS.some((spec) => isIn(spec, scene, tab) && isShown(scene, spec.metric, spec.sampled ?? false)),
  )
}

/** Columns of the readout: what at least one GPU reports. */
export function resourceMeasures(scene: LiveScene, tab: Tab): ReadoutSpec[] {
  const shown = new Set(resourceCharts(scene, tab).map(({ metric }) => metric))
  return MEASURES[tab].filter(({ metric }) => shown.has(metric) || isExtra(scene, metric))
}

/** Temperature is in the readout only. */
function isExtra(scene: LiveScene, metric: MetricKey): boolean {
  return metric === 'temperature.gpu' && isShown(scene, metric, false)
}

function isIn({ tab, unless }: ResourceSpec, scene: LiveScene, wanted: Tab): boolean {
  return tab === wanted && (unless === undefined || !isSampled(scene, unless))
}

function isShown(scene: LiveScene, metric: MetricKey, sampled: boolean): boolean {
  return sampled ? isSampled(scene, metric) : isMeasured(scene.moment, scene.moment.snapshot.gpus, metric)
}

/** Columns of the readout for charts that the user added. */
export function extraMeasures(entries: readonly CatalogueEntry[]): ReadoutSpec[] {
  return entries.map((entry) => ({ ...measured(entry.key, wayOf(entry)), ...scaleOf(entry) }))
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
      samples: (from) => combined(recent(moment, keys, 'utilization.gpu', from), { shares: keys.map(() => 1) }),
    },
    {
      metric: 'memory.used',
      colour: 'mem',
      text: t('timeline.memoryShare'),
      samples: (from) => {
        const read = installed.filter(({ key }) => timeline.read(key, 'memory.used') !== undefined)
        return combined(
          recent(
            moment,
            read.map(({ key }) => key),
            'memory.used',
            from,
          ),
          { shares: read.map(({ share }) => share) },
        )
      },
    },
  ]
}

/** Both directions of a link on one scale; the capability is so far above that it fits the traffic instead. */
function trafficPeak(metric: (typeof LINKS)[number]) {
  const link = metric.startsWith('pcie') ? 'pcie' : 'nvlink'
  return ({ moment }: LiveScene): number => {
    const keys = moment.snapshot.gpus.map(gpuKey)
    const most = peakOf(moment.timeline, ['each', link, moment.from, ...keys].join(), moment.edge, (from) =>
      greatest((['rx', 'tx'] as const).flatMap((way) => recent(moment, keys, `${link}.${way}`, from))),
    )
    return roundedUp(Math.max(GIGA, most))
  }
}

/** All shown GPUs together; the capability of the links is so far above that the scale fits the traffic instead. */
export function trafficSpec(link: 'pcie' | 'nvlink'): ResourceSpec {
  const summedOf =
    ({ moment, gpus }: LiveScene, way: 'rx' | 'tx') =>
    (from?: number) =>
      combined(recent(moment, gpus.map(gpuKey), `${link}.${way}`, from), { as: 'sum' })
  return {
    id: link,
    metric: `${link}.rx`,
    title: ({ alone, t }) => {
      const gpuNames = alone === null ? t('timeline.allGpus') : t('timeline.gpus', { indexes: formatIndexes(alone) })
      return t(link === 'pcie' ? 'timeline.pcie' : 'timeline.nvlink', { who: gpuNames })
    },
    max: (scene) => {
      const { moment, gpus } = scene
      const most = peakOf(
        moment.timeline,
        ['sum', link, moment.from, ...gpus.map(gpuKey)].join(),
        moment.edge,
        (from) => greatest([summedOf(scene, 'rx')(from), summedOf(scene, 'tx')(from)]),
      )
      return roundedUp(Math.max(GIGA, most))
    },
    lines: (scene) => [
      { metric: `${link}.rx`, colour: 'rx', text: scene.t('timeline.toGpus'), samples: summedOf(scene, 'rx') },
      { metric: `${link}.tx`, colour: 'tx', text: scene.t('timeline.fromGpus'), samples: summedOf(scene, 'tx') },
    ],
    tab: null,
  }
}
