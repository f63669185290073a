import { describe, expect, it } from 'vitest'
import { alone, fleet } from './fleet'
import { smoothed, stepMillis, trace, type Frame } from './trace'

const SECOND = 1000

function series(values: readonly number[], firstSecond = 1) {
  return {
    times: Float64Array.from(values.map((_, i) => (firstSecond + i) * SECOND)),
    values: Float32Array.from(values),
  }
}

function frame(changes: Partial<Frame> = {}): Frame {
  return { from: 0, to: 12 * SECOND, stepMillis: 3 * SECOND, patienceMillis: 3 * SECOND, ...changes }
}

describe('a trace', () => {
  it('keeps minimum, mean and maximum of every bucket', () => {
    const { runs } = trace(alone(series([3, 6, 0, 9, 6, 0, 0, 0])), frame({ to: 8 * SECOND }))

    expect(runs[0]?.lo).toEqual([3, 0, 0])
    expect(runs[0]?.mean).toEqual([4.5, 5, 0])
    expect(runs[0]?.hi).toEqual([6, 9, 0])
  })

  it('cuts buckets at absolute times, so that scrolling does not change them', () => {
    const values = Array.from({ length: 60 }, (_, i) => (i * 37) % 100)
    const early = trace(alone(series(values)), frame({ from: 10_000, to: 50_000 }))
    const late = trace(alone(series(values)), frame({ from: 11_000, to: 51_000 }))

    const inner = (t: number) => t > 15_000 && t < 48_000
    const points = ({ runs }: typeof early) =>
      runs.flatMap((run) => run.t.map((t, i) => [t, run.mean[i]] as const)).filter(([t]) => inner(t))
    expect(points(late)).toEqual(points(early))
  })

  it('never bridges a gap', () => {
    const { runs, gaps } = trace(alone(series([1, 1, NaN, NaN, NaN, 1, 1])), frame({ stepMillis: 0, to: 7 * SECOND }))

    expect(runs.map((run) => run.t)).toEqual([
      [1000, 2000],
      [6000, 7000],
    ])
    expect(gaps).toEqual([{ from: 2000, to: 6000 }])
  })

  it('forgives a single sample that did not come', () => {
    const { runs, gaps } = trace(alone(series([1, 1, NaN, 1])), frame({ stepMillis: 0, to: 4 * SECOND }))

    expect(runs).toHaveLength(1)
    expect(gaps).toEqual([])
  })

  it('shows the silence between the last sample and now', () => {
    const { gaps } = trace(alone(series([1, 1])), frame({ stepMillis: 0 }))

    expect(gaps).toEqual([{ from: 2000, to: 12_000 }])
  })

  it('shows nothing at all before the first moment the page knows', () => {
    const { gaps } = trace(alone(series([1, 1, 1], 9)), frame({ stepMillis: 0 }))

    expect(gaps).toEqual([])
  })

  it('shows a gap where others were read already', () => {
    const { gaps } = trace(alone(series([NaN, NaN, NaN, NaN, NaN, 1, 1])), frame({ stepMillis: 0, to: 7 * SECOND }))

    expect(gaps).toEqual([{ from: 1000, to: 6000 }])
  })

  it('holds back the newest bucket until it is half full', () => {
    const until = (count: number) =>
      trace(alone(series(Array.from({ length: count }, () => 1))), frame({ to: count * SECOND })).runs[0]?.t.length

    expect(until(6)).toBe(2)
    expect(until(8)).toBe(3)
  })
})

describe('the width of a bucket', () => {
  it('is a single sample while there is room', () => {
    expect(stepMillis(60_000, 500, 1000)).toBe(0)
  })

  it('is a round span of at least three samples', () => {
    expect(stepMillis(300_000, 500, 1000)).toBe(3000)
    expect(stepMillis(900_000, 500, 1000)).toBe(6000)
    expect(stepMillis(300_000, 500, 200)).toBe(2000)
  })
})

describe('the fleet', () => {
  it('is the mean and spread of those that were read', () => {
    const all = fleet([series([10, NaN, NaN]), series([30, 50, NaN])])

    expect([...all.mean]).toEqual([20, 50, NaN])
    expect([...all.lo]).toEqual([10, 50, NaN])
    expect([...all.hi]).toEqual([30, 50, NaN])
  })
})

it('a smoothed line keeps its length and its level', () => {
  expect(smoothed([3, 3, 3])).toEqual([3, 3, 3])
  expect(smoothed([0, 9, 0])).toEqual([3, 3, 3])
})
