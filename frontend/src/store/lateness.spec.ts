import { beforeEach, describe, expect, it } from 'vitest'
import { Lateness } from './lateness'

describe('a snapshot', () => {
  const EVERY = 1000
  let lateness: Lateness
  let taken: number
  let now: number

  beforeEach(() => {
    lateness = new Lateness()
    taken = 1_795_168_800_000
    now = 5000
  })

  /** Each is taken a period after the one before, and arrives after the given time. */
  function come(count: number, apart: number): number[] {
    return Array.from({ length: count }, () => {
      const late = lateness.follow(taken, now)
      taken += EVERY
      now += apart
      return late
    })
  }

  it('is on time at its usual pace, whatever the clocks are', () => {
    expect(come(5, EVERY)).toEqual([0, 0, 0, 0, 0])
  })

  it('is late after a stall, until the delayed snapshots have arrived', () => {
    come(2, EVERY)
    now += 10_000
    const held = come(12, 10)

    expect(held[0]).toBe(10_000)
    expect(held.every((late, i) => i === 0 || late < (held[i - 1] ?? 0) || late === 0)).toBe(true)
    expect(held.at(-1)).toBe(0)
  })

  it('grows later on a link that is too slow for the stream', () => {
    expect(come(4, 1600)).toEqual([0, 600, 1200, 1800])
  })

  it('is on time all day though the clocks run apart', () => {
    expect(Math.max(...come(86_400, EVERY * 1.0001))).toBeLessThan(10)
  })

  it('is on time again soon after the server was suspended', () => {
    come(3, EVERY)
    now += 60_000

    expect(come(6, EVERY).at(-1)).toBe(0)
  })

  it('is on time where the server has left rounds out', () => {
    come(1, EVERY)
    taken += 7 * EVERY
    now += 7 * EVERY

    expect(come(2, EVERY)).toEqual([0, 0])
  })

  it('is on time after the clock of the server was set, back or forth', () => {
    come(3, EVERY)
    taken -= 3_600_000
    expect(come(2, EVERY)).toEqual([0, 0])
    taken += 7_200_000
    expect(come(2, EVERY)).toEqual([0, 0])
  })

  it('is on time when it is the first of a connection', () => {
    come(2, EVERY)
    now += 60_000
    lateness.begin()

    expect(come(2, EVERY)).toEqual([0, 0])
  })
})
