import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { roundedUp } from '@/draw/axis'
import type { Chart, ChartLine } from '@/draw/chart'
import type { Palette } from '@/draw/palette'
import { displayOf } from '@/format/display'
import { metricLabel, shortLabel } from '@/format/label'
import type { KeyWith } from '@/i18n/keys'
import type { Translate } from '@/i18n/words'
import { slowdownCelsius } from '@/live/alerts'
import { greatest } from '@/series/sums'
import { isMeasured } from '@/views/resources/lines'
import { capacityOf, type Knowledge } from './knowledge'

/** A line of a chart, with what the readout calls it. */
export interface GpuLine extends ChartLine {
  metric: MetricKey
  label: string
}

export interface GpuChart extends Chart {
  lines: readonly GpuLine[]
  /** The unit of its numbers, as the readout prints it. */
  short: string
  /** A chart that somebody added, and may take away. */
  added: boolean
}

const COLDEST = 20
const HOTTEST = 100
const WHOLE = 100

/** What is always drawn of a GPU, as far as it reports it and its scale is known. */
export function gpuCharts(known: Knowledge, t: Translate): GpuChart[] {
  const { moment, gpu } = known
  const all = [utilization(known), memory(known), power(known, t), temperature(known, t), clock(known)]
    .concat(link(known, 'pcie', t), link(known, 'nvlink', t))
    .map((chart) => ({ ...chart, lines: chart.lines.filter(({ metric }) => isMeasured(moment, [gpu], metric)) }))
    .map((chart) => (known.past === undefined || chart.max > 0 ? chart : fitted(chart)))
  return all.filter(({ lines, max }) => lines.length > 0 && max > 0)
}

/** What a lost GPU could do at most is no longer told. */
function fitted(chart: GpuChart): GpuChart {
  const most = greatest(chart.lines.map((line) => line.samples()))
  return { ...chart, max: roundedUp(most / chart.divisor) * chart.divisor }
}

type Draft = Pick<GpuChart, 'title' | 'max' | 'lines'> & Partial<GpuChart>

/** A chart in the unit of its metric. */
function chart(metric: MetricKey, draft: Draft): GpuChart {
  const { unit, divisor, decimals } = displayOf(metric)
  const rest = { id: metric, unit, short: unit, divisor, decimals, tall: false, min: 0, marks: [], legend: [] }
  return { ...rest, banded: draft.lines.length === 1, added: false, ...draft }
}

function line(
  { moment, gpu }: Knowledge,
  metric: MetricKey,
  label: string,
  colour: (palette: Palette) => string,
): GpuLine {
  const samples = () => moment.timeline.read(gpuKey(gpu), metric)
  return { key: metric, metric, label, samples, colour, dashed: false, index: null }
}

function utilization(known: Knowledge): GpuChart {
  const title = metricLabel('utilization.gpu')
  const lines = [line(known, 'utilization.gpu', title, ({ util }) => util)]
  return chart('utilization.gpu', { title, max: WHOLE, tall: true, lines })
}

function memory(known: Knowledge): GpuChart {
  const title = metricLabel('memory.used')
  const lines = [line(known, 'memory.used', title, ({ mem }) => mem)]
  const max = capacityOf(known, 'memory.total') ?? 0
  return chart('memory.used', { title, max, lines })
}

function power(known: Knowledge, t: Translate): GpuChart {
  const title = metricLabel('power.draw')
  const enforced = capacityOf(known, 'enforced.power.limit')
  const max = Math.max(enforced ?? 0, capacityOf(known, 'power.default_limit') ?? 0)
  const marks = enforced === null ? [] : [{ at: enforced, text: t('gpuPage.limitAt', { n: Math.round(enforced) }) }]
  const lines = [line(known, 'power.draw', title, ({ plain }) => plain)]
  return chart('power.draw', { title, max, marks, lines })
}

function temperature(known: Knowledge, t: Translate): GpuChart {
  const limits = known.moment.limits.get(gpuKey(known.gpu))
  const slowdown = slowdownCelsius(known.gpu, limits)
  const shutdown = capacityOf(known, 'temperature.threshold.shutdown')
  const at = (key: KeyWith<'n'>, n: number | null) => (n === null ? [] : [{ at: n, text: t(key, { n: Math.round(n) }) }])
  const memoryLabel = shortLabel('temperature.memory')
  return chart('temperature.gpu', {
    title: metricLabel('temperature.gpu'),
    min: COLDEST,
    max: Math.max(HOTTEST, shutdown ?? 0),
    marks: [...at('timeline.slowdownAt', slowdown), ...at('timeline.shutdownAt', shutdown)],
    lines: [
      line(known, 'temperature.gpu', metricLabel('temperature.gpu'), ({ plain }) => plain),
      line(known, 'temperature.memory', memoryLabel, ({ mem }) => mem),
    ],
    legend: [
      { token: '--text-2', text: t('gpuPage.core') },
      { token: '--mem', text: t('gpuPage.memory') },
    ].slice(0, isToldOf(known.gpu, 'temperature.memory') ? 2 : 0),
  })
}

function clock(known: Knowledge): GpuChart {
  const title = metricLabel('clocks.current.sm')
  const lines = [line(known, 'clocks.current.sm', title, ({ plain }) => plain)]
  return chart('clocks.current.sm', { title, max: capacityOf(known, 'clocks.max.sm') ?? 0, lines })
}

function link(known: Knowledge, kind: 'pcie' | 'nvlink', t: Translate): GpuChart {
  const into = metricLabel(`${kind}.rx`)
  const out = metricLabel(`${kind}.tx`)
  return chart(`${kind}.rx`, {
    id: kind,
    title: kind === 'pcie' ? 'PCIe' : 'NVLink',
    max: capacityOf(known, `${kind}.bandwidth.max`) ?? 0,
    lines: [line(known, `${kind}.rx`, into, ({ rx }) => rx), line(known, `${kind}.tx`, out, ({ tx }) => tx)],
    legend: [
      { token: '--rx', text: t('gpuPage.into') },
      { token: '--tx', text: t('gpuPage.out') },
    ],
  })
}

function isToldOf(gpu: Gpu, metric: MetricKey): boolean {
  return gpu.values[metric] !== undefined
}
