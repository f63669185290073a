import { describe, expect, it } from 'vitest'
import { csvAddress, parseHistory } from './history'
import { parseSummary, parseUsage } from './past'

const TOLD = {
  from: '2026-03-01T10:00:00Z',
  to: '2026-03-01T10:02:00Z',
  stepMillis: 60_000,
  tier: 'MINUTE',
  simulated: false,
  t: [1_772_359_200_000, 1_772_359_260_000],
}

describe('the past that a server tells', () => {
  it('has a gap wherever there is no number', () => {
    const series = [
      { gpu: 'GPU-1', index: 1, name: null, metric: 'power.draw', unit: 'W', avg: [1, 'x'], min: [null, 2] },
    ]

    expect(parseHistory({ ...TOLD, series })?.series).toEqual([
      {
        gpu: 'GPU-1',
        index: 1,
        name: null,
        metric: 'power.draw',
        unit: 'W',
        avg: [1, null],
        min: [null, 2],
        max: [null, null],
      },
    ])
  })

  it('is not what a proxy says in place of it', () => {
    expect(parseHistory('sign in')).toBeNull()
    expect(parseHistory({ ...TOLD, t: ['now'] })).toBeNull()
    expect(parseHistory({ ...TOLD, stepMillis: 0 })).toBeNull()
    expect(parseHistory({ ...TOLD, to: 'later' })).toBeNull()
  })

  it('is to be had as a table by the same question', () => {
    const address = new URL(csvAddress('metrics=power.draw&range=12h'))

    expect(Object.fromEntries(address.searchParams)).toEqual({ metrics: 'power.draw', range: '12h', format: 'csv' })
    expect(address.pathname).toMatch(/api\/v1\/history$/)
  })
})

describe('what it adds up to', () => {
  it('is nothing where nothing is told, and unknown is not 0', () => {
    expect(parseSummary({ gpus: [{ gpu: 'GPU-1', index: 1 }], total: {} })).toMatchObject({
      gpus: [{ gpu: 'GPU-1', energyKilowattHours: null, seconds: { active: 0 }, p95OfMinuteAverages: {} }],
      total: { energyKilowattHours: null, missingSeconds: 0 },
    })
    expect(parseSummary({})).toBeNull()
  })

  it('leaves out processes of which nobody knows where or since when', () => {
    const interval = {
      gpu: 'GPU-1',
      index: 1,
      pid: 7,
      startedAt: '2026-03-01T10:00:00Z',
      endedAt: null,
      energyShare: 'NEW',
    }
    const usage = parseUsage({
      intervals: [interval, { ...interval, startedAt: '' }, { ...interval, gpu: 1 }],
      users: [{}],
    })

    expect(usage?.intervals).toHaveLength(1)
    expect(usage?.intervals[0]).toMatchObject({ user: null, endedAt: null, energyShare: 'SHARED' })
    expect(usage?.users).toMatchObject([{ user: null, energyKilowattHours: null, seconds: 0 }])
  })
})
