import { expect, it } from 'vitest'
import { t } from '@/i18n/words'
import { jobsOf } from '@/store/jobs'
import { steadyMoment } from '@/testing/moments'
import { aGpu } from '@/testing/snapshots'
import { chartOf } from '@/time-page/chart-spec'
import { liveScene } from '@/time-page/live-scene'
import { isSwinging, withJobs } from './job-lines'

const load = (index: number, percent: number) => aGpu(index, { values: { 'utilization.gpu': percent } })

function chart(alone: readonly number[] | null) {
  const gpus = [load(0, 20), load(1, 60), aGpu(2, { state: 'LOST' })]
  const scene = withJobs(liveScene(steadyMoment(gpus), alone, t), jobsOf(gpus))
  return chartOf({ metric: 'utilization.gpu', max: 100 }, scene)
}

it('GPUs of a job are one line with the band from their smallest to their largest sample', () => {
  const { lines, banded } = chart(null)
  const [first] = lines
  const series = first?.samples()

  expect(lines.map(({ index, indexes }) => indexes ?? [index])).toEqual([[0, 1], [2]])
  expect(banded).toBe(true)
  expect([series?.values.at(-1), series?.lo?.at(-1), series?.hi?.at(-1)]).toEqual([40, 20, 60])
})

it('a GPU that is shown alone has its own line in addition to that of its job', () => {
  expect(chart([1]).lines.map(({ index, indexes }) => indexes ?? [index])).toEqual([[0, 1], [1]])
  expect(chart([2]).lines.map(({ index }) => index)).toEqual([2])
})

it('the lines of jobs and of single GPUs share their times, whatever part of them a chart requests', () => {
  const { lines } = chart(null)
  const recent = lines.map((line) => line.samples(steadyMoment([]).edge))

  expect(recent.map((series) => series?.times.length)).toEqual(lines.map((line) => line.samples()?.times.length))
  expect(recent[0]?.values.at(-1)).toBe(40)
})

function wave(periodMillis: number, lo: number, hi: number) {
  const times = Float64Array.from({ length: 60 }, (_, i) => i * 1000)
  const values = Float32Array.from(times, (time) => (time % periodMillis < periodMillis / 2 ? lo : hi))
  return { times, values }
}

it('a load swings if it changes by more than 60 points in less than 20 s', () => {
  expect(isSwinging(wave(4000, 0, 100), 0)).toBe(true)
  expect(isSwinging(wave(4000, 40, 100), 0)).toBe(false)
  expect(isSwinging(wave(30_000, 0, 100), 0)).toBe(false)
  expect(isSwinging(wave(4000, 0, 100), 55_000)).toBe(false)
})
