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
import { capacityOf, isListed, valueNow, type GpuData } from './gpu-data'

interface GpuScene extends Scene {
  data: GpuData
}

const SHUTDOWN = 'temperature.threshold.shutdown'
const MEMORY_MAX = 'temperature.threshold.memory_max'
const hasBoth = ({ gpu }: GpuData) => gpu.values['temperature.memory'] !== undefined

const CHARTS: readonly ChartSpec<GpuScene>[] = [
  { metric: 'utilization.gpu', max: 100, tall: true, lines: () => [{ metric: 'utilization.gpu', colour: 'util' }] },
  { metric: 'memory.used', max: ['memory.total'], lines: () => [{ metric: 'memory.used', colour: 'mem' }] },
  {
    metric: 'power.draw',
    max: POWER_LIMITS,
    marks: ({ data, t }) => mark('gpuView.limitAt', capacityOf(data, 'enforced.power.limit'), t),
  },
  {
    metric: 'temperature.gpu',
    min: TEMPERATURES.min,
    max: ({ capacity }) => Math.max(TEMPERATURES.max, capacity([SHUTDOWN, MEMORY_MAX], 'temperature.gpu')),
    // Each limit is that of its own sensor, which it names where there are two.
    marks: ({ data, t }) => [
      ...mark(
        hasBoth(data) ? 'gpuView.coreSlowdownAt' : 'timeline.slowdownAt',
        slowdownCelsius(data.gpu, data.moment.limits.get(gpuKey(data.gpu))),
        t,
      ),
      ...mark('gpuView.memorySlowdownAt', hasBoth(data) ? capacityOf(data, MEMORY_MAX) : null, t),
      ...mark('timeline.shutdownAt', capacityOf(data, SHUTDOWN), t),
    ],
    lines: ({ data, t }) => {
      const isBoth = hasBoth(data)
      const address = (text: string) => (isBoth ? { text } : {})
      return [
        { metric: 'temperature.gpu', colour: 'plain', ...address(t('gpuView.core')) },
        {
          metric: 'temperature.memory',
          colour: 'mem',
          label: shortLabel('temperature.memory'),
          ...address(t('gpuView.memory')),
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
      { metric: `${kind}.rx`, colour: 'rx', text: t('gpuView.into') },
      { metric: `${kind}.tx`, colour: 'tx', text: t('gpuView.out') },
    ],
  }
}

/** The samples of one GPU: those of the stream, or of this page if it requests them. */
function gpuScene(data: GpuData, t: Translate, samples?: Samples): GpuScene {
  const { moment, gpu } = data
  const subject = gpuKey(gpu)
  const read = liveReader(moment, samples)
  return {
    data,
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
    capacity: (limits) => Math.max(0, ...limits.map((limit) => capacityOf(data, limit) ?? 0)),
    // The limits of a lost GPU are no longer reported.
    fit: data.past === undefined ? null : 0,
  }
}

/** The charts of the page; a frame has the others as well. */
export const MAIN: readonly string[] = ['utilization.gpu', 'memory.used', 'power.draw', 'temperature.gpu']

/** The charts that every GPU has, as far as it reports the metric and the scale is known. */
export function gpuCharts(data: GpuData, t: Translate): SpecChart[] {
  const scene = gpuScene(data, t)
  return CHARTS.map((spec) => chartOf(spec, scene))
    .map((chart) => ({
      ...chart,
      lines: chart.lines.filter(({ metric }) =>
        data.past === undefined ? isMeasured(data.moment, [data.gpu], metric) : isListed(data, metric),
      ),
    }))
    .filter(({ lines, max }) => lines.length > 0 && max > 0)
}

/** Builds a chart that the user added. A counter is drawn as its growth since the chart was added. */
export function addedChart(data: GpuData, entry: CatalogueEntry, samples: Samples, t: Translate): SpecChart {
  const scene = gpuScene(data, t, samples)
  const chart = chartOf(addedSpec(entry, scene), scene)
  // A server of another version may have metrics that this page has no label of.
  return { ...chart, lines: chart.lines.map((line) => ({ ...line, label: chart.title })) }
}

/** Returns the reason why this GPU does not report a metric, or null. */
export function refusal(data: GpuData, metric: MetricKey, t: Translate): string | null {
  const { quality, reason } = valueNow(data, metric)
  if (quality !== 'notSupported' && quality !== 'noAccess') return null
  return reason === undefined ? t(`quality.${quality}`) : t(`reason.${reason}`)
}

function mark(key: KeyWith<'n'>, at: number | null, t: Translate): Chart['marks'] {
  return at === null ? [] : [{ at, text: t(key, { n: Math.round(at) }) }]
}
