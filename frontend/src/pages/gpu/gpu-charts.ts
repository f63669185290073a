import type { CatalogueEntry, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { Chart } from '@/charts/chart'
import { shortLabel } from '@/format/label'
import type { KeyWith } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import { slowdownCelsius } from '@/store/alerts'
import { panelUnit } from '@/time-page/drawable'
import type { Samples } from '@/time-page/samples'
import { addedSpec, chartOf, plainLine, type ChartSpec, type Scene, type SpecChart } from '@/time-page/chart-spec'
import { POWER_LIMITS, TEMPERATURES } from '@/time-page/limit-marks'
import { isMeasured, isRemembered, liveReader } from '@/time-page/live-scene'
import { capacityOf, valueNow, type Knowledge } from './knowledge'

interface GpuScene extends Scene {
  known: Knowledge
}

const SHUTDOWN = 'temperature.threshold.shutdown'

const CHARTS: readonly ChartSpec<GpuScene>[] = [
  { metric: 'utilization.gpu', max: 100, tall: true, lines: () => [{ metric: 'utilization.gpu', colour: 'util' }] },
  { metric: 'memory.used', max: ['memory.total'], lines: () => [{ metric: 'memory.used', colour: 'mem' }] },
  {
    metric: 'power.draw',
    max: POWER_LIMITS,
    marks: ({ known, t }) => mark('gpuPage.limitAt', capacityOf(known, 'enforced.power.limit'), t),
  },
  {
    metric: 'temperature.gpu',
    min: TEMPERATURES.min,
    max: ({ capacity }) => Math.max(TEMPERATURES.max, capacity([SHUTDOWN], 'temperature.gpu')),
    marks: ({ known, t }) => [
      ...mark('timeline.slowdownAt', slowdownCelsius(known.gpu, known.moment.limits.get(gpuKey(known.gpu))), t),
      ...mark('timeline.shutdownAt', capacityOf(known, SHUTDOWN), t),
    ],
    lines: ({ known, t }) => {
      const isBoth = known.gpu.values['temperature.memory'] !== undefined
      const named = (text: string) => (isBoth ? { text } : {})
      return [
        { metric: 'temperature.gpu', colour: 'plain', ...named(t('gpuPage.core')) },
        {
          metric: 'temperature.memory',
          colour: 'mem',
          label: shortLabel('temperature.memory'),
          ...named(t('gpuPage.memory')),
        },
      ]
    },
  },
  { metric: 'clocks.current.sm', max: ['clocks.max.sm'] },
  link('pcie', 'PCIe'),
  link('nvlink', 'NVLink'),
]

function link(kind: 'pcie' | 'nvlink', title: string): ChartSpec<GpuScene> {
  return {
    id: kind,
    metric: `${kind}.rx`,
    title: () => title,
    max: [`${kind}.bandwidth.max`],
    lines: ({ t }) => [
      { metric: `${kind}.rx`, colour: 'rx', text: t('gpuPage.into') },
      { metric: `${kind}.tx`, colour: 'tx', text: t('gpuPage.out') },
    ],
  }
}

/** The samples of one GPU: those of the stream, else those that the page has requested. */
function gpuScene(known: Knowledge, t: Translate, samples?: Samples): GpuScene {
  const { moment, gpu } = known
  const subject = gpuKey(gpu)
  const read = liveReader(moment, samples)
  return {
    known,
    gpus: [gpu],
    limits: moment.limits,
    t,
    subject,
    read,
    lines: (metric) => [plainLine(metric, metric, 'plain', () => read(subject, metric))],
    unit: (unit) => unit,
    addedUnit: (unit, entry) => {
      const begun = isRemembered(moment, [gpu], entry.key) ? null : (samples?.since(entry.key) ?? null)
      return panelUnit(entry, unit, begun, t)
    },
    capacity: (limits) => Math.max(0, ...limits.map((limit) => capacityOf(known, limit) ?? 0)),
    // The limits of a lost GPU are no longer reported.
    fit: known.past === undefined ? null : 0,
  }
}

/** The charts that every GPU has, as far as it reports the metric and the scale is known. */
export function gpuCharts(known: Knowledge, t: Translate): SpecChart[] {
  const scene = gpuScene(known, t)
  return CHARTS.map((spec) => chartOf(spec, scene))
    .map((chart) => ({
      ...chart,
      lines: chart.lines.filter(({ metric }) => isMeasured(known.moment, [known.gpu], metric)),
    }))
    .filter(({ lines, max }) => lines.length > 0 && max > 0)
}

/** A chart that the user added. A counter is drawn as its growth since the page shows it. */
export function addedChart(known: Knowledge, entry: CatalogueEntry, samples: Samples, t: Translate): SpecChart {
  const scene = gpuScene(known, t, samples)
  const chart = chartOf(addedSpec(entry, scene), scene)
  // A server of another version may have metrics that this page has no label of.
  return { ...chart, lines: chart.lines.map((line) => ({ ...line, label: chart.title })) }
}

/** Why this GPU can never report a metric, or null. */
export function refusal(known: Knowledge, metric: MetricKey, t: Translate): string | null {
  const { quality, reason } = valueNow(known, metric)
  if (quality !== 'notSupported' && quality !== 'noAccess') return null
  return reason === undefined ? t(`quality.${quality}`) : t(`reason.${reason}`)
}

function mark(key: KeyWith<'n'>, at: number | null, t: Translate): Chart['marks'] {
  return at === null ? [] : [{ at, text: t(key, { n: Math.round(at) }) }]
}
