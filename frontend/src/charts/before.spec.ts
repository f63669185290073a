import { expect, it } from 'vitest'
import { beforeFirst, silences } from './before'

const words = { before: 'no earlier data', unstarted: 'before gpulse started' }

it('says that gpulse had not started only of the time before its start', () => {
  expect(beforeFirst({ from: 0, to: 900 }, 600, words)).toEqual([
    { from: 0, to: 600, text: 'before gpulse started' },
    { from: 600, to: 900, text: 'no earlier data' },
  ])
})

it('says of time that the server knew that no samples are kept', () => {
  const kept = [{ from: 100, to: 900, text: 'no earlier data' }]

  expect(beforeFirst({ from: 100, to: 900 }, 50, words)).toEqual(kept)
  expect(beforeFirst({ from: 100, to: 900 }, null, words)).toEqual(kept)
})

it('says nothing where the samples reach back to the left edge', () => {
  expect(beforeFirst({ from: 100, to: 50 }, 70, words)).toEqual([])
  expect(beforeFirst({ from: 100, to: 100 }, 500, words)).toEqual([])
})

it('calls nothing a gap that the past may still fill', () => {
  const told = { ...words, gap: 'no samples' }
  const known = {
    began: 200,
    gaps: [
      { from: 300, to: 700 },
      { from: 800, to: 900 },
    ],
  }
  const of = (pendingFrom: number | null) =>
    silences({ ...known, pendingFrom }, { from: 100, to: 900 }, null, told).map(({ from, to }) => [from, to])

  expect(of(null)).toEqual([
    [100, 200],
    [300, 700],
    [800, 900],
  ])
  expect(of(300)).toEqual([
    [100, 200],
    [800, 900],
  ])
  expect(of(-Infinity)).toEqual([
    [300, 700],
    [800, 900],
  ])
})
