import { describe, expect, it } from 'vitest'
import type { Moment } from '@/store/readings'
import { aligned } from '@/timeseries/buckets'
import { combined } from '@/timeseries/combined'
import { Timeline } from '@/timeseries/timeline'
import { steadyMoment } from '@/testing/moments'
import { recent } from './live-scene'

const KEYS = ['a', 'b', 'c']
const EVERY_MILLIS = 200

/** Reproducible pseudo-random numbers from 0 to 1. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Loads that come and go, with samples and whole moments missing, in a ring that has wrapped. */
function busy(seed: number): Moment {
  const next = chance(seed)
  const timeline = new Timeline(3000)
  let time = 1_000_000
  for (let i = 0; i < 6500; i++) {
    time += next() < 0.002 ? 8000 : EVERY_MILLIS
    timeline.advance(time)
    for (const key of KEYS) if (next() > 0.1) timeline.write(key, 'pcie.rx', Math.round(next() * 1e6))
  }
  return { ...steadyMoment([]), timeline, edge: time }
}

describe('a sum of what is shown', () => {
  it.each([
    [60_000, 400, 0],
    [300_000, 2000, 0],
    [300_000, 2000, 71_300],
    [560_000, 6000, 0],
    [60_000, 0, 12_345],
  ])('over %s ms in buckets of %s ms, %s ms ago, is the sum of all samples', (range, stepMillis, ago) => {
    for (const seed of [1, 7, 42]) {
      const moment = busy(seed)
      const to = moment.edge - ago
      const frame = { from: to - range, to, stepMillis, patienceMillis: 3000 }
      const drawn = (from?: number) => {
        const { times, columns, gaps } = aligned(
          [combined(recent(moment, KEYS, 'pcie.rx', from), { as: 'sum' })],
          frame,
        )
        return { times, columns, gaps }
      }

      expect(drawn(frame.from - 2 * stepMillis)).toEqual(drawn())
    }
  })
})
