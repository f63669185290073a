import { expect, it } from 'vitest'
import type { UsageInterval } from '@/api/types'
import { lanesOf, MAX_INTERVALS } from './lanes'

const HOUR = 3_600_000
const DAY = { from: 0, to: 24 * HOUR }

function interval(gpu: number, from: number, to: number | null, pid = 1): UsageInterval {
  return {
    gpu: `GPU-${gpu}`,
    index: gpu,
    pid,
    user: 'mchen',
    name: 'python',
    program: 'train.py',
    gpuInstance: null,
    computeInstance: null,
    startedAt: new Date((from - 9) * HOUR).toISOString(),
    firstSeenAt: new Date(from * HOUR).toISOString(),
    endedAt: to === null ? null : new Date(to * HOUR).toISOString(),
    lastSeenAt: new Date((to ?? from) * HOUR).toISOString(),
    peakMemoryBytes: null,
    meanUtilization: null,
    energyKilowattHours: null,
    energyShare: 'EXCLUSIVE',
  }
}

it('each GPU has a row, and a lane for each simultaneous process', () => {
  const { rows } = lanesOf([interval(3, 0, 12), interval(0, 6, 18), interval(0, 0, 6), interval(0, 5, 7)], DAY, () => 0)

  expect(rows.map(({ index, lanes }) => [index, lanes])).toEqual([
    [0, 2],
    [3, 1],
  ])
  expect(rows[0]?.placed.map(({ lane, left }) => [lane, Math.round(left)])).toEqual([
    [0, 0],
    [1, 21],
    [0, 25],
  ])
})

it('an interval begins when it was first seen, extends to its known end, and is cut at the span', () => {
  const { rows, left } = lanesOf(
    [interval(0, 12, null), interval(1, 30, 40), interval(0, -5, 6), interval(3, 6, null)],
    DAY,
    ({ index }) => (index === 3 ? 12 : 24) * HOUR,
  )
  const [row, lost] = rows

  expect([rows.length, left]).toEqual([2, 0])
  expect(lost?.placed.map(({ left, width }) => [left, width])).toEqual([[25, 25]])
  expect(row?.placed.map(({ left, width }) => [left, width])).toEqual([
    [0, 25],
    [50, 50],
  ])
})

it('of too many the longest are shown', () => {
  const many = Array.from({ length: MAX_INTERVALS + 5 }, (_, i) => interval(0, 0, i < 5 ? 0.1 : 2, i))

  const { rows, left } = lanesOf(many, DAY, () => 0)
  const shown = rows.flatMap(({ placed }) => placed)
  expect(left).toBe(5)
  expect(shown).toHaveLength(MAX_INTERVALS)
  expect(shown.every(({ interval: { pid } }) => pid >= 5)).toBe(true)
})
