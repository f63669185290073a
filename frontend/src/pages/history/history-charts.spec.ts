import { expect, it } from 'vitest'
import type { CatalogueEntry, History, HistorySeries, MetricKey } from '@/api/types'
import { PANELS } from '@/navigation/panels'
import { pastOf } from '@/timeseries/past'
import { t } from '@/i18n/words'
import { limitsOf } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { addedChart, historyCharts, isOfHost, PLOTS, type HistorySource } from './history-charts'
import { pastRows, reportedMeasures } from './history-readout'

const GIB = 2 ** 30
const MINUTE = 60_000
const GPUS = [0, 1].map((index) => aGpu(index))

function series(metric: MetricKey, gpu: number | null, avg: (number | null)[]): HistorySeries {
  const uuid = gpu === null ? null : (GPUS[gpu]?.uuid ?? null)
  const points = { min: avg, avg, max: avg }
  return { gpu: uuid, index: gpu, name: gpu === null ? null : 'A GPU', mig: null, metric, unit: '', ...points }
}

function source(
  changes: Partial<HistorySource> = {},
  ofLast: (value: number) => number | null = (each) => each,
): HistorySource {
  const all = PLOTS.flatMap(({ metric }) =>
    isOfHost(metric)
      ? [series(metric, null, [40, 50])]
      : [0, 1].map((gpu) => series(metric, gpu, [10 + gpu, gpu === 0 ? 20 : ofLast(21)])),
  )
  const history: History = {
    from: new Date(0).toISOString(),
    to: new Date(2 * MINUTE).toISOString(),
    stepMillis: MINUTE,
    tier: 'MINUTE',
    simulated: false,
    t: [0, MINUTE],
    series: [...all, { ...series('energy.total', 0, [300, 400]), unit: 'W' }],
  }
  const rest = {
    alone: null,
    isTogether: false,
    gpus: GPUS,
    limits: limitsOf(GPUS),
    marks: [],
    t,
  }
  return { past: pastOf('', history, 1000), ...rest, ...changes }
}

const chart = (all: HistorySource, id: string) => historyCharts(all).find((each) => each.id === id)

it('every plot is a chart, and every chart a panel', () => {
  const ids = historyCharts(source()).map(({ id }) => id)

  expect(ids).toEqual(PLOTS.map(({ metric }) => metric))
  expect(PANELS.history.map(({ name }) => name)).toEqual(ids)
  expect(historyCharts(source()).every(({ title, unit }) => title !== '' && unit !== '')).toBe(true)
})

it('each GPU has a line in its colour', () => {
  expect(chart(source(), 'power.draw')?.lines.map(({ index }) => index)).toEqual([0, 1])
})

/** The heading of a sum over GPU 0, which has all samples, and a second GPU. */
function headingWith(second: (number | null)[]): string | undefined {
  const t = second.map((_, i) => i * MINUTE)
  const of = (gpu: number, avg: (number | null)[]) => series('power.draw', gpu, avg)
  const all = [
    of(
      0,
      second.map(() => 10),
    ),
    of(1, second),
  ]
  const [from, to] = [0, second.length * MINUTE].map((at) => new Date(at).toISOString()) as [string, string]
  const history: History = { from, to, stepMillis: MINUTE, tier: 'MINUTE', simulated: false, t, series: all }
  return chart(source({ isTogether: true, past: pastOf('', history, 1000) }), 'power.draw')?.unit
}
const minute = (at: number) => new Date(at * MINUTE).toTimeString().slice(0, 5)

it.each([
  ['since it was lost', [1, 1, null, null, null], ` · 1 of 2 GPUs since ${minute(2)}`],
  ['while it was lost', [1, null, null, 1, 1], ` · 1 of 2 GPUs, ${minute(1)} to ${minute(3)}`],
  ['until it was added', [null, null, 1, 1, 1], ` · 1 of 2 GPUs, ${minute(0)} to ${minute(2)}`],
  ['all the time', [null, null, null, null, null], ' · 1 of 2 GPUs'],
  ['not while its newest sample is pending', [1, 1, 1, 1, null], ''],
])('a sum without a GPU names the part and its time: %s', (_, second, part) => {
  expect(headingWith(second)).toBe(`W, sum of the GPUs${part}`)
})

it('a part of less than what a time of long ago shows is at one time', () => {
  const day = [1, null, ...Array.from({ length: 9 * 1440 }, () => 1)]

  expect(headingWith(day)).toMatch(/· 1 of 2 GPUs, \d+ \w+$/)
})

it('a line of several GPUs is of those that were sampled', () => {
  const lost = source({ isTogether: true }, () => null)

  expect([...(chart(lost, 'power.draw')?.lines[0]?.samples()?.values ?? [])]).toEqual([21, 20])
  expect(chart(source({ isTogether: true }), 'power.draw')?.unit).toBe('W, sum of the GPUs')
})

it('scales end at the limit of the hardware, and those of a sum at the sum of the limits', () => {
  expect(chart(source(), 'memory.used')?.max).toBe(80 * GIB)
  expect(chart(source({ isTogether: true }), 'memory.used')?.max).toBe(160 * GIB)
  expect(chart(source({ isTogether: true }), 'utilization.gpu')?.max).toBe(100)
  expect(chart(source({ limits: new Map() }), 'power.draw')?.max).toBe(50)
})

it('a single GPU has the colour of the measure, its band and its limits, also as one line', () => {
  const limits = limitsOf(GPUS, { 'enforced.power.limit': 500 })
  const power = chart(source({ limits, alone: [1], isTogether: true }), 'power.draw')

  expect(power).toMatchObject({ unit: 'W', banded: true, max: 700, marks: [{ at: 500 }] })
  expect(power?.lines.map(({ key, index }) => [key, index])).toEqual([['GPU-1', null]])
})

it('limits below the end of a scale are marked', () => {
  const limits = limitsOf(GPUS, { 'enforced.power.limit': 500, 'temperature.threshold.slowdown': 87 })

  expect(chart(source({ limits }), 'power.draw')?.marks.map(({ at }) => at)).toEqual([500])
  expect(chart(source({ limits, isTogether: true }), 'power.draw')?.marks).toEqual([])
  expect(chart(source({ limits }), 'temperature.gpu')?.marks.map(({ at }) => at)).toEqual([87])
})

it('all GPUs as one line sum power, average utilization, and have the temperature of the hottest', () => {
  const values = (id: string) => [...(chart(source({ isTogether: true }), id)?.lines[0]?.samples()?.values ?? [])]

  expect(values('power.draw')).toEqual([21, 41])
  expect(values('utilization.gpu')).toEqual([10.5, 20.5])
  expect(values('temperature.gpu')).toEqual([11, 21])
  expect(chart(source({ isTogether: true }), 'temperature.gpu')?.unit).toBe('°C, hottest and coolest')
})

it('marks are on every chart, except those of GPUs that are not shown', () => {
  const at = new Date(MINUTE).toISOString()
  const marks = [
    { id: 1, at, text: 'epoch 1', gpus: [0] },
    { id: 2, at, text: 'all', gpus: [] },
  ]

  expect(historyCharts(source({ marks })).every(({ moments }) => moments?.length === 2)).toBe(true)
  expect(chart(source({ marks, alone: [1] }), 'power.draw')?.moments).toEqual([{ at: MINUTE, text: 'all' }])
})

it('an added counter is drawn as the stored rate', () => {
  const entry = { key: 'energy.total', title: 'Energy', unit: 'J', kind: 'COUNTER', scope: 'GPU' } as CatalogueEntry

  expect(addedChart(source(), entry)).toMatchObject({
    id: 'panel energy.total',
    unit: 'W, per GPU',
    max: 500,
    divisor: 1,
  })
})

it('the readout has the means of the period, or the bucket under the crosshair', () => {
  const { past } = source()
  const measures = reportedMeasures(past).filter(({ metric }) => metric === 'utilization.gpu')
  const cells = (at: number | null) => pastRows(past, measures, at).map((row) => row.cells?.[0]?.value)

  expect(cells(null)).toEqual([15, 16])
  expect(cells(MINUTE + 5000)).toEqual([20, 21])
  expect(pastRows(past, measures, 10 * MINUTE)[0]?.cells?.[0]?.quality).toBe('gap')
})
