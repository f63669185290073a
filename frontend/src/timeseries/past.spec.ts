import { describe, expect, it } from 'vitest'
import { placeKey } from '@/api/names'
import type { History } from '@/api/types'
import { pastOf, spreadAt, spreadOver } from './past'

const MINUTE = 60_000
const BEGIN = Date.parse('2026-03-01T10:00:00Z')

function response(avg: Record<string, (number | null)[]>, changes: Partial<History> = {}): History {
  const length = Math.max(...Object.values(avg).map((each) => each.length))
  const raised = (points: (number | null)[], by: number) => points.map((point) => (point === null ? null : point + by))
  return {
    from: new Date(BEGIN).toISOString(),
    to: new Date(BEGIN + length * MINUTE).toISOString(),
    stepMillis: MINUTE,
    tier: 'MINUTE',
    simulated: false,
    t: Array.from({ length }, (_, i) => BEGIN + i * MINUTE),
    series: Object.entries(avg).map(([gpu, points], index) => ({
      gpu,
      index,
      name: 'A GPU',
      mig: null,
      metric: 'utilization.gpu',
      unit: '%',
      min: raised(points, -1),
      avg: points,
      max: raised(points, 1),
    })),
    ...changes,
  }
}

const values = (past: ReturnType<typeof pastOf>, gpu = 'a') => [...(past.read(gpu, 'utilization.gpu')?.values ?? [])]

describe('the past', () => {
  it('has each bucket at its middle, with minimum and maximum, and gaps as gaps', () => {
    const past = pastOf('', response({ a: [10, null, 30, 20] }), 1000)
    const series = past.read('a', 'utilization.gpu')

    expect([...(series?.times ?? [])].map((time) => (time - BEGIN) / MINUTE)).toEqual([0.5, 1.5, 2.5, 3.5])
    expect(values(past)).toEqual([10, NaN, 30, 20])
    expect([series?.lo?.[0], series?.hi?.[0]]).toEqual([9, 11])
    expect(past.span).toEqual({ from: BEGIN, to: BEGIN + 4 * MINUTE })
  })

  it('starts with the first sample, so that charts can mark the time before it', () => {
    const past = pastOf('', response({ a: [null, null, null, 5], b: [null, null, 7, 8] }), 1000)

    expect(past.read('b', 'utilization.gpu')?.times[0]).toBe(BEGIN + 2.5 * MINUTE)
    expect(values(past)).toEqual([NaN, 5])
    expect(past.isEmpty).toBe(false)
  })

  it('ends with the newest stored sample: pending ones are no gap', () => {
    const ends = (points: (number | null)[]) => (pastOf('', response({ a: points }), 1000).span.to - BEGIN) / MINUTE

    expect(ends([1, 2, 3, 4, 5, 6, null, null])).toBe(6)
    expect(ends([1, 2, null, null, null, null, null, null])).toBe(8)
  })

  it('of which nothing was sampled is empty', () => {
    const past = pastOf('', response({ a: [null, null] }), 1000)

    expect(past.isEmpty).toBe(true)
    expect(values(past)).toEqual([])
    expect(past.gpus).toEqual([{ key: 'a', index: 0, name: 'A GPU' }])
  })

  it('as fine as samples come is drawn sample by sample', () => {
    const past = pastOf('', response({ a: [1, 2] }, { tier: 'RAW' }), MINUTE)

    expect(past.stepMillis).toBe(0)
    expect(past.read('a', 'utilization.gpu')?.times[0]).toBe(BEGIN)
    expect(pastOf('', response({ a: [1, 2] }, { tier: 'RAW' }), 1000).stepMillis).toBe(MINUTE)
  })

  it('is read at a moment, and over all of it', () => {
    const past = pastOf('', response({ a: [10, null, 30, 20] }), 1000)
    const series = past.read('a', 'utilization.gpu')

    expect(spreadAt(past, series, BEGIN + 2.1 * MINUTE)).toMatchObject({ mean: 30, lo: 29, hi: 31 })
    expect(spreadAt(past, series, BEGIN + 1.5 * MINUTE)).toBeNull()
    expect(spreadOver(series, past.span)).toMatchObject({ mean: 20, lo: 9, hi: 31 })
  })

  it('joins the series of instances that were in one place, apart from those of their GPU', () => {
    const answer = response({ a: [90, 90, 90, 90], b: [null, null, 7, 8], c: [5, 6, null, null], d: [1, 1, 1, 1] })
    const place = (gpuInstance: number) => ({ gpuInstance, computeInstance: 0 })
    const migs = [null, place(2), place(2), place(3)]
    const past = pastOf(
      '',
      { ...answer, series: answer.series.map((s, i) => ({ ...s, gpu: 'a', mig: migs[i] ?? null })) },
      1000,
    )

    expect(values(past)).toEqual([90, 90, 90, 90])
    expect(values(past, placeKey('a', place(2)))).toEqual([5, 6, 7, 8])
    expect(values(past, placeKey('a', place(3)))).toEqual([1, 1, 1, 1])
  })
})
