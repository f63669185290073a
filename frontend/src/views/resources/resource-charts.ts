import type { Gpu, MetricKey } from '@/api/types'
import { gpuKey } from '@/api/names'
import { roundedUp } from '@/draw/axis'
import type { Chart } from '@/draw/chart'
import { formatIndexes } from '@/format/indexes'
import { GIB, GIGA } from '@/format/display'
import { metricLabel } from '@/format/label'
import type { Translate } from '@/i18n/words'
import { measured, type Measured } from '@/live/readout'
import type { Moment } from '@/live/readings'
import { peakOf } from '@/series/peak'
import { greatest, summed } from '@/series/sums'
import { powerMarks, temperatureMarks } from './limit-marks'
import { gpuLines, isBanded, isMeasured, largest, recent, shownGpus, sumLine } from './lines'

export const CHOICES = ['all', 'utilization', 'memory', 'power', 'links'] as const
export type Choice = (typeof CHOICES)[number]
const COLDEST = 20
const HOTTEST = 100
const LEAST_TRAFFIC = GIGA

export const MEASURES: readonly Measured[] = [
  measured('utilization.gpu', 'mean'),
  measured('memory.used', 'sum'),
  measured('power.draw', 'sum'),
  measured('temperature.gpu', 'most'),
  measured('pcie.rx', 'sum'),
]

export interface Draft extends Chart {
  metric: MetricKey
  choice: Choice
  /** Left out where charts of all kinds are shown. */
  extra?: boolean
}

/** All charts there are; what no GPU reports, or what has no known scale, is not among them. */
export function resourceDrafts(moment: Moment, alone: readonly number[] | null, t: Translate): Draft[] {
  const gpus = shownGpus(moment, alone)
  return [utilization(moment, gpus, t), controller(moment, gpus, t), memory(moment, gpus, t), totals(moment, t)]
    .concat(traffic(moment, gpus, 'pcie', alone, t), traffic(moment, gpus, 'nvlink', alone, t))
    .concat(power(moment, gpus, t), temperature(moment, gpus, t), memoryTemperature(moment, gpus, t))
    .filter(({ metric, max }) => max > 0 && isMeasured(moment, gpus, metric))
}

/** The charts of a choice. */
export function chosenCharts(drafts: readonly Draft[], choice: Choice): Draft[] {
  return drafts.filter((chart) => (choice === 'all' ? chart.extra !== true : chart.choice === choice))
}

export function resourceCharts(moment: Moment, alone: readonly number[] | null, choice: Choice, t: Translate): Chart[] {
  return chosenCharts(resourceDrafts(moment, alone, t), choice)
}

/** Columns of the readout: what at least one GPU reports. */
export function resourceMeasures(moment: Moment): Measured[] {
  return MEASURES.filter(({ metric }) => isMeasured(moment, moment.snapshot.gpus, metric))
}

type Plain = Omit<Draft, 'choice' | 'title' | 'unit' | 'max'>

function plain(moment: Moment, gpus: readonly Gpu[], metric: MetricKey): Plain {
  return {
    id: metric,
    metric,
    tall: false,
    min: 0,
    divisor: 1,
    decimals: 0,
    lines: gpuLines(moment, gpus, metric),
    banded: isBanded(gpus),
    marks: [],
    legend: [],
  }
}

function utilization(moment: Moment, gpus: readonly Gpu[], t: Translate): Draft {
  const rest = { title: metricLabel('utilization.gpu'), unit: t('timeline.percent'), max: 100, tall: true }
  return { ...plain(moment, gpus, 'utilization.gpu'), ...rest, choice: 'utilization' }
}

function controller(moment: Moment, gpus: readonly Gpu[], t: Translate): Draft {
  const rest = { title: metricLabel('utilization.memory'), unit: t('timeline.percent'), max: 100, extra: true }
  return { ...plain(moment, gpus, 'utilization.memory'), ...rest, choice: 'utilization' }
}

function memory(moment: Moment, gpus: readonly Gpu[], t: Translate): Draft {
  const max = largest(gpus.map((gpu) => moment.limits.get(gpuKey(gpu))?.['memory.total']))
  const rest = { title: metricLabel('memory.used'), unit: t('timeline.gibibytes'), max, divisor: GIB }
  return { ...plain(moment, gpus, 'memory.used'), ...rest, choice: 'memory' }
}

function totals(moment: Moment, t: Translate): Draft {
  const { timeline, limits, snapshot } = moment
  const told = snapshot.gpus.flatMap((gpu) => {
    const total = limits.get(gpuKey(gpu))?.['memory.total']
    return total === undefined ? [] : [{ key: gpuKey(gpu), share: total / 100 }]
  })
  const keys = snapshot.gpus.map(gpuKey)
  const lines = [
    sumLine('--util', ({ util }) => util, (from) =>
      summed(recent(moment, keys, 'utilization.gpu', from), keys.map(() => 1)),
    ),
    sumLine('--mem', ({ mem }) => mem, (from) => {
      const read = told.filter(({ key }) => timeline.read(key, 'memory.used') !== undefined)
      return summed(recent(moment, read.map(({ key }) => key), 'memory.used', from), read.map(({ share }) => share))
    }),
  ]
  return {
    ...plain(moment, [], 'utilization.gpu'),
    id: 'totals',
    title: t('timeline.totals'),
    unit: t('timeline.ofMachine'),
    max: snapshot.gpus.length > 1 ? 100 : 0,
    lines,
    legend: [
      { token: '--util', text: t('timeline.utilizationMean') },
      { token: '--mem', text: t('timeline.memoryShare') },
    ],
    choice: 'all',
  }
}

/** All shown GPUs together; the capability of the links is so far above that the scale fits the traffic instead. */
export function traffic(
  moment: Moment,
  gpus: readonly Gpu[],
  link: 'pcie' | 'nvlink',
  alone: readonly number[] | null,
  t: Translate,
): Draft {
  const keys = gpus.map(gpuKey)
  const of = (way: 'rx' | 'tx') => (from?: number) => summed(recent(moment, keys, `${link}.${way}`, from))
  const most = peakOf(moment.timeline, ['sum', link, ...keys].join(), moment.edge, (from) =>
    greatest([of('rx')(from), of('tx')(from)]),
  )
  const who = alone === null ? t('timeline.allGpus') : t('timeline.gpus', { indexes: formatIndexes(alone) })
  return {
    ...plain(moment, [], `${link}.rx`),
    id: link,
    title: t(link === 'pcie' ? 'timeline.pcie' : 'timeline.nvlink', { who }),
    unit: t('timeline.gigabytes'),
    max: roundedUp(Math.max(LEAST_TRAFFIC, most)),
    divisor: GIGA,
    decimals: 1,
    lines: [sumLine('--rx', ({ rx }) => rx, of('rx')), sumLine('--tx', ({ tx }) => tx, of('tx'))],
    legend: [
      { token: '--rx', text: t('timeline.toGpus') },
      { token: '--tx', text: t('timeline.fromGpus') },
    ],
    choice: 'links',
    extra: link === 'nvlink',
  }
}

function power(moment: Moment, gpus: readonly Gpu[], t: Translate): Draft {
  const of = (metric: MetricKey) => gpus.map((gpu) => moment.limits.get(gpuKey(gpu))?.[metric])
  const enforced = of('enforced.power.limit')
  const max = largest([...of('power.default_limit'), ...enforced])
  const marks = powerMarks(gpus, moment.limits, max, t)
  const rest = { title: metricLabel('power.draw'), unit: t('timeline.watts'), max, marks }
  return { ...plain(moment, gpus, 'power.draw'), ...rest, choice: 'power' }
}

function temperature(moment: Moment, gpus: readonly Gpu[], t: Translate): Draft {
  const marks = temperatureMarks(gpus, moment.limits, t)
  const rest = { title: metricLabel('temperature.gpu'), unit: t('timeline.celsius'), min: COLDEST, max: HOTTEST, marks }
  return { ...plain(moment, gpus, 'temperature.gpu'), ...rest, choice: 'power' }
}

function memoryTemperature(moment: Moment, gpus: readonly Gpu[], t: Translate): Draft {
  const title = metricLabel('temperature.memory')
  const rest = { title, unit: t('timeline.celsius'), min: COLDEST, max: HOTTEST, extra: true }
  return { ...plain(moment, gpus, 'temperature.memory'), ...rest, choice: 'power' }
}
