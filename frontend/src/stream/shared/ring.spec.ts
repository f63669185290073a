import { expect, it } from 'vitest'
import type { Snapshot } from '@/api/types'
import { aSnapshot } from '@/testing/snapshots'
import { Ring } from './ring'

function sequences(ring: Ring): number[] {
  return ring.after(0, 10_000).map(({ text }) => (JSON.parse(text) as Snapshot).sequence - aSnapshot(0).sequence)
}

it('retains the last 15 minutes', () => {
  const ring = new Ring()
  for (let second = 0; second <= 1000; second++) ring.add(aSnapshot(second))

  expect(sequences(ring).at(0)).toBe(100)
  expect(sequences(ring).at(-1)).toBe(1000)
})

it('retains at most its capacity, but always the newest', () => {
  const size = JSON.stringify(aSnapshot(1)).length
  const ring = new Ring(3 * size)
  for (let second = 1; second <= 9; second++) ring.add(aSnapshot(second))
  expect(sequences(ring)).toEqual([7, 8, 9])

  const tiny = new Ring(1)
  tiny.add(aSnapshot(1))
  tiny.add(aSnapshot(2))
  expect(sequences(tiny)).toEqual([2])
})

it('goes on after a position, and with the oldest it has when that is gone', () => {
  const ring = new Ring()
  for (let second = 0; second <= 1000; second++) ring.add(aSnapshot(second))

  const [first] = ring.after(500, 1)
  const [oldest] = ring.after(3, 1)

  expect(first?.position).toBe(501)
  expect(oldest?.position).toBe(101)
})
