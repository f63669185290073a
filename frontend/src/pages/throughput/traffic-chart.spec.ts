import { expect, it } from 'vitest'
import type { Translate } from '@/i18n/words'
import { limitsOf, steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { zoomed } from '@/time-page/live-scene'
import { trafficCells, trafficChart } from './traffic-chart'

const translate = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate
const linked = (index: number, rate: number) => aGpu(index, { values: { 'pcie.rx': rate, 'pcie.tx': rate / 2 } })
const GPUS = [linked(0, 4e9), linked(1, 0)]
const MOMENT = steadyMoment(GPUS, { limits: limitsOf(GPUS) })

function cellsOf(alone: readonly number[] | null, at: number | null = null) {
  const chart = trafficChart(MOMENT, alone, translate)
  return chart === null ? [] : trafficCells(MOMENT, chart, at, 0).map(({ value, quality }) => [value, quality])
}

it('the numbers of the timeline are those of its GPUs', () => {
  expect(cellsOf(null)).toEqual([
    [4, 'ok'],
    [2, 'ok'],
  ])
  expect(cellsOf([1])).toEqual([
    [0, 'ok'],
    [0, 'ok'],
  ])
})

it('there is no number where the crosshair has no sample', () => {
  expect(cellsOf(null, MOMENT.edge - 86_400_000)).toEqual([
    [null, 'gap'],
    [null, 'gap'],
  ])
})

it('the numbers of a zoomed period are those of its samples', () => {
  const moment = steadyMoment(GPUS, { limits: limitsOf(GPUS) })
  const from = moment.edge - 3_600_000
  moment.timeline.fill([from], () => {
    moment.timeline.write('GPU-0', 'pcie.rx', 7e9)
  })
  const shown = zoomed(moment, { from, to: from + 60_000 })
  const chart = trafficChart(shown, null, translate)

  expect(chart?.max).toBe(1e10)
  expect(chart && trafficCells(shown, chart, from, 0)[0]).toMatchObject({ value: 7, quality: 'ok' })
})

it('there is no timeline if no GPU reports traffic', () => {
  const silent = aGpu(0, { values: {}, absent: { 'pcie.rx': 'NOT_SUPPORTED', 'pcie.tx': 'NOT_SUPPORTED' } })

  expect(trafficChart(steadyMoment([silent]), null, translate)).toBeNull()
})
