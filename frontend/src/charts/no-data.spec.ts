import { expect, it } from 'vitest'
import { beforeFirst, noDataRanges } from './no-data'

const words = { before: 'no earlier data', unstarted: 'before gpulse started' }

it('reports the time before the start of gpulse as such, and no later time', () => {
  expect(beforeFirst({ from: 0, to: 900 }, 600, words)).toEqual([
    { from: 0, to: 600, text: 'before gpulse started' },
    { from: 600, to: 900, text: 'no earlier data' },
  ])
})

it('reports that the server retains no samples of a time after its start', () => {
  const kept = [{ from: 100, to: 900, text: 'no earlier data' }]

  expect(beforeFirst({ from: 100, to: 900 }, 50, words)).toEqual(kept)
  expect(beforeFirst({ from: 100, to: 900 }, null, words)).toEqual(kept)
})

it('reports nothing where the samples reach back to the left edge', () => {
  expect(beforeFirst({ from: 100, to: 50 }, 70, words)).toEqual([])
  expect(beforeFirst({ from: 100, to: 100 }, 500, words)).toEqual([])
})

it('reports no gap that samples still being loaded may fill', () => {
  const texts = { ...words, gap: 'no samples' }
  const gaps = {
    began: 200,
    gaps: [
      { from: 300, to: 700 },
      { from: 800, to: 900 },
    ],
  }
  const of = (pendingFrom: number | null) =>
    noDataRanges({ ...gaps, pendingFrom }, { from: 100, to: 900 }, null, texts).map(({ from, to }) => [from, to])

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
