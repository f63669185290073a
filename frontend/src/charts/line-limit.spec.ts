import { expect, it } from 'vitest'
import { Timeline } from '@/timeseries/timeline'
import type { Chart } from './chart'
import { limitLines } from './line-limit'

/** GPU n varies by n percent; another line is that of a sum. */
function chartOf(count: number): Chart {
  const timeline = new Timeline(10)
  for (let second = 0; second < 4; second++) {
    timeline.advance(second * 1000)
    for (let index = 0; index < count; index++) {
      timeline.write(`GPU-${index}`, 'utilization.gpu', second % 2 === 0 ? 0 : index)
    }
  }
  const line = (key: string, index: number | null) => ({
    key,
    index,
    samples: () => timeline.read(key, 'utilization.gpu'),
    colour: () => '',
    dashed: false,
  })
  return {
    id: 'util',
    title: '',
    unit: '',
    tall: false,
    min: 0,
    max: 100,
    divisor: 1,
    decimals: 0,
    lines: [...Array.from({ length: count }, (_, index) => line(`GPU-${index}`, index)), line('sum', null)],
    banded: false,
    marks: [],
    legend: [],
  }
}

function indexes(chart: Chart): (number | null)[] {
  return limitLines(chart, -1, 4000).lines.map(({ index }) => index)
}

it('of too many lines, retains those that vary most, in their order', () => {
  expect(indexes(chartOf(20))).toEqual([12, 13, 14, 15, 16, 17, 18, 19, null])
})

it('retains all lines that are distinguishable', () => {
  expect(indexes(chartOf(16))).toHaveLength(17)
})

it('prefers lines that have samples at all', () => {
  const chart = chartOf(20)
  const lines = chart.lines.map((line) => (line.index === 19 ? { ...line, samples: () => undefined } : line))

  expect(indexes({ ...chart, lines })).toEqual([11, 12, 13, 14, 15, 16, 17, 18, null])
})
