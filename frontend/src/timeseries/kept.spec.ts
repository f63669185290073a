import { expect, it } from 'vitest'
import type { HistoryStatus } from '@/api/types'
import { keptSince } from './kept'

const NONE: HistoryStatus = {
  state: 'RECORDING',
  detail: null,
  rawSince: null,
  minutesSince: null,
  hoursSince: null,
  sizeBytes: null,
  maxBytes: null,
}
const since = (changes: Partial<HistoryStatus>) => {
  const time = keptSince({ ...NONE, ...changes })
  return time === null ? null : new Date(time).toISOString()
}

it('the history starts with the oldest row', () => {
  const times = {
    rawSince: '2026-03-04T10:00:00Z',
    minutesSince: '2026-03-01T10:00:00Z',
    hoursSince: '2026-02-01T10:00:00Z',
  }

  expect(since(times)).toBe('2026-02-01T10:00:00.000Z')
  expect(since({ minutesSince: times.minutesSince })).toBe('2026-03-01T10:00:00.000Z')
  expect(since({})).toBeNull()
})

it('the start of a minute or hour before its first sample is ignored', () => {
  const times = {
    rawSince: '2026-03-04T10:51:07Z',
    minutesSince: '2026-03-04T10:51:00Z',
    hoursSince: '2026-03-04T10:00:00Z',
  }

  expect(since(times)).toBe('2026-03-04T10:51:07.000Z')
})
