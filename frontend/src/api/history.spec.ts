import { describe, expect, it } from 'vitest'
import { csvAddress, parseHistory } from './history'
import { parseSummary, parseUsage } from './past'

const RESPONSE = {
  from: '2026-03-01T10:00:00Z',
  to: '2026-03-01T10:02:00Z',
  stepMillis: 60_000,
  tier: 'MINUTE',
  simulated: false,
  t: [1_772_359_200_000, 1_772_359_260_000],
}

describe('the history of a server', () => {
  it('has a gap wherever there is no number', () => {
    const series = [
      { gpu: 'GPU-1', index: 1, name: null, metric: 'power.draw', unit: 'W', avg: [1, 'x'], min: [null, 2] },
    ]

    expect(parseHistory({ ...RESPONSE, series })?.series).toEqual([
      {
        gpu: 'GPU-1',
        index: 1,
        name: null,
        mig: null,
        metric: 'power.draw',
        unit: 'W',
        avg: [1, null],
        min: [null, 2],
        max: [null, null],
      },
    ])
  })

  it('rejects the response of a proxy', () => {
    expect(parseHistory('sign in')).toBeNull()
    expect(parseHistory({ ...RESPONSE, t: ['now'] })).toBeNull()
    expect(parseHistory({ ...RESPONSE, stepMillis: 0 })).toBeNull()
    expect(parseHistory({ ...RESPONSE, to: 'later' })).toBeNull()
  })

  it('has a CSV address with the same query', () => {
    const address = new URL(csvAddress('metrics=power.draw&range=12h'))

    expect(Object.fromEntries(address.searchParams)).toEqual({ metrics: 'power.draw', range: '12h', format: 'csv' })
    expect(address.pathname).toMatch(/api\/v1\/history$/)
  })
})

describe('the summary', () => {
  it('is empty without values, and unknown is not 0', () => {
    expect(parseSummary({ gpus: [{ gpu: 'GPU-1', index: 1 }], total: {} })).toMatchObject({
      gpus: [{ gpu: 'GPU-1', energyKilowattHours: null, seconds: { active: 0 }, p95OfMinuteAverages: {} }],
      total: { energyKilowattHours: null, missingSeconds: 0 },
    })
    expect(parseSummary({})).toBeNull()
  })

  it('omits processes without a GPU or start time', () => {
    const interval = {
      gpu: 'GPU-1',
      index: 1,
      pid: 7,
      startedAt: '2026-03-01T10:00:00Z',
      endedAt: null,
      gpuInstance: 2,
      energyShare: 'NEW',
    }
    const usage = parseUsage({
      intervals: [interval, { ...interval, startedAt: '' }, { ...interval, gpu: 1 }],
      users: [{}],
    })

    expect(usage?.intervals).toHaveLength(1)
    expect(usage?.intervals[0]).toMatchObject({
      user: null,
      endedAt: null,
      gpuInstance: 2,
      computeInstance: null,
      energyShare: 'SHARED',
    })
    expect(usage?.users).toMatchObject([{ user: null, energyKilowattHours: null, seconds: 0 }])
  })
})
