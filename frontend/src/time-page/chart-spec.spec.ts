import { expect, it } from 'vitest'
import type { Translate } from '@/i18n/words'
import { limitsOf, steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { chartOf } from './chart-spec'
import { liveScene } from './live-scene'

const say = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate
const GIB = 2 ** 30
const GPUS = [0, 1, 2].map((index) => aGpu(index, { values: { 'memory.used': 3 * GIB, 'power.draw': 300 } }))
const SCENE = liveScene(steadyMoment(GPUS, { limits: limitsOf(GPUS) }), null, say)

it('a row is a chart with a line for each GPU, in the unit of its metric, up to its limit', () => {
  const chart = chartOf({ metric: 'memory.used', max: ['memory.total'] }, SCENE)

  expect(chart).toMatchObject({
    id: 'memory.used',
    unit: 'timeline.perGpu GiB',
    short: 'GiB',
    max: 80 * GIB,
    divisor: GIB,
  })
  expect(chart).toMatchObject({ banded: false, stacked: false, legend: [], marks: [] })
  expect(chart.lines.map(({ index }) => index)).toEqual([0, 1, 2])
})

it('named lines have colours of the theme, and those with a text are in the legend', () => {
  const lines = () => [
    { metric: 'pcie.rx', colour: 'rx', text: 'in' } as const,
    { metric: 'pcie.tx', colour: 'tx' } as const,
  ]
  const chart = chartOf({ metric: 'pcie.rx', max: 1e9, lines, stacked: true }, SCENE)

  expect(chart).toMatchObject({ unit: 'GB/s', banded: false, stacked: true, legend: [{ token: '--rx', text: 'in' }] })
  expect(chart.lines.map(({ metric, index }) => [metric, index])).toEqual([
    ['pcie.rx', null],
    ['pcie.tx', null],
  ])
})

it('a scale without a limit fits the samples, or has no end', () => {
  const row = { metric: 'power.draw', max: ['module.power.limit'] } as const

  expect(chartOf(row, SCENE).max).toBe(0)
  expect(chartOf(row, { ...SCENE, fit: 1 }).max).toBe(500)
})
