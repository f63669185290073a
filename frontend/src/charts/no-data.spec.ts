import { expect, it } from 'vitest'
import { noDataRanges, sampleStart } from './no-data'

const texts = {
  gap: 'no samples',
  started: (time: string) => `gpulse started ${time}`,
  since: (time: string) => `samples since ${time}`,
}
const BEGAN = new Date(2026, 2, 1, 10, 0, 0).getTime()
const SPAN = { from: BEGAN - 60_000, to: BEGAN + 60_000 }
const begun = (startedAt: number | null, pendingFrom: number | null = null, span = SPAN) =>
  sampleStart({ began: BEGAN, pendingFrom }, span, startedAt, texts)

it('samples that begin within a chart begin with the start of gpulse, or with what it retains', () => {
  expect(begun(BEGAN - 2000)).toEqual({ at: BEGAN, text: 'gpulse started 09:59:58' })
  expect(begun(BEGAN - 3_600_000)?.text).toBe('samples since 10:00:00')
  expect(begun(null)?.text).toBe('samples since 10:00:00')
})

it('samples that reach back to the left edge, or may still be loaded, have no beginning', () => {
  expect(begun(null, null, { from: BEGAN + 1, to: BEGAN + 60_000 })).toBeNull()
  expect(begun(null, -Infinity)).toBeNull()
})

it('reports gaps between samples only, and none that samples still being loaded may fill', () => {
  const gaps = [
    { from: 300, to: 700 },
    { from: 800, to: 900 },
  ]
  const of = (pendingFrom: number | null) => noDataRanges({ gaps, pendingFrom }, texts)

  expect(of(null)).toEqual(gaps.map((gap) => ({ ...gap, text: 'no samples' })))
  expect(of(300)).toHaveLength(1)
  expect(of(-Infinity)).toHaveLength(2)
})
