import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { limitsOf, steadyMoment } from '@/testing/moments'
import { aGpu, START } from '@/testing/snapshots'
import { alertsOf, sharedAlerts, slowdownCelsius } from './alerts'

const GIB = 2 ** 30

function alerts(gpu: Gpu, limits: Gpu['values'] = {}) {
  return alertsOf(steadyMoment([gpu], { limits: limitsOf([gpu], limits) }), gpu)
}

function gpuWith(values: Gpu['values'], changes: Partial<Gpu> = {}): Gpu {
  return aGpu(0, { values: { 'utilization.gpu': 50, ...values }, ...changes })
}

function idleFor(minutes: number): string {
  return new Date(START + 10_000 - minutes * 60_000).toISOString()
}

describe('a GPU needs a look', () => {
  it('while it answers late, with the alerts of its values', () => {
    const hot = { 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 }

    expect(alerts(gpuWith(hot, { state: 'SLOW' }))).toEqual([{ kind: 'hot', celsius: 84 }])
    expect(alerts(gpuWith({}, { state: 'STUCK' }))).toEqual([])
  })

  it('near the slowdown temperature, by the reported margin', () => {
    expect(alerts(gpuWith({ 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 }))).toEqual([
      { kind: 'hot', celsius: 84 },
    ])
    expect(alerts(gpuWith({ 'temperature.gpu': 84, 'temperature.gpu.tlimit': 6 }))).toEqual([])
    // Past its limit, the margin is negative.
    expect(alerts(gpuWith({ 'temperature.gpu': 92, 'temperature.gpu.tlimit': -5 }))).toEqual([
      { kind: 'hot', celsius: 92 },
    ])
  })

  it('near the slowdown temperature, by the threshold of older boards', () => {
    expect(alerts(gpuWith({ 'temperature.gpu': 84 }), { 'temperature.threshold.slowdown': 89 })).toHaveLength(1)
    expect(alerts(gpuWith({ 'temperature.gpu': 84 }), { 'temperature.threshold.slowdown': 95 })).toEqual([])
    expect(alerts(gpuWith({ 'temperature.gpu': 84 }))).toEqual([])
  })

  it('when it was given less power than usual and feels it, but not at its full limit', () => {
    const capped = gpuWith({ 'clocks_event_reasons.active': 4 })

    expect(alerts(capped, { 'enforced.power.limit': 500 })).toEqual([{ kind: 'capped', share: 100 }])
    expect(alerts(capped)).toEqual([])
    expect(alertsOf(steadyMoment([capped]), capped)).toEqual([])
  })

  it('when heat or a power brake slows it down', () => {
    expect(alerts(gpuWith({ 'clocks_event_reasons.active': 0x20 }))).toEqual([{ kind: 'thermal', share: 100 }])
    expect(alerts(gpuWith({ 'clocks_event_reasons.active': 0x80 }))).toEqual([{ kind: 'brake', share: 100 }])
  })

  it('with allocated memory and a long idle time', () => {
    const memory = { 'memory.used': 62 * GIB }

    expect(alerts(gpuWith(memory, { idleSince: idleFor(41) }))).toEqual([
      { kind: 'held', bytes: 62 * GIB, idleMillis: 41 * 60_000 },
    ])
    expect(alerts(gpuWith(memory, { idleSince: idleFor(5) }))).toEqual([])
    expect(alerts(gpuWith({ 'memory.used': 2 ** 20 }, { idleSince: idleFor(41) }))).toEqual([])
  })

  it('never when it cannot be read, which is a fault and no alert', () => {
    expect(alerts(aGpu(0, { state: 'LOST', values: {} }))).toEqual([])
    expect(alerts(aGpu(0, { state: 'ATTACHING', values: {} }))).toEqual([])
    expect(alerts(aGpu(0, { state: 'SLEEPING', values: {} }))).toEqual([])
  })

  it('for nothing that was true a while ago', () => {
    const hot = gpuWith({ 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 })

    expect(alertsOf(steadyMoment([hot], { silenceMillis: 14_000 }), hot)).toEqual([])
  })
})

it('the slowdown temperature is the lowest known one', () => {
  const gpu = gpuWith({ 'temperature.gpu': 60, 'temperature.gpu.tlimit': 27 })

  expect(slowdownCelsius(gpu, undefined)).toBe(87)
  expect(slowdownCelsius(gpu, { 'temperature.threshold.gpu_max': 85 })).toBe(85)
  expect(slowdownCelsius(gpuWith({}), undefined)).toBeNull()
})

it('GPUs that share an alert share a sentence, the worst first', () => {
  const rows = [
    { gpu: aGpu(0), alerts: [{ kind: 'held', bytes: 2 * GIB, idleMillis: 700_000 } as const] },
    { gpu: aGpu(1), alerts: [{ kind: 'held', bytes: 3 * GIB, idleMillis: 900_000 } as const] },
    { gpu: aGpu(2), alerts: [{ kind: 'hot', celsius: 84 } as const] },
  ]

  expect(sharedAlerts(rows)).toEqual([
    expect.objectContaining({ kind: 'hot', indexes: '2', count: 1 }),
    expect.objectContaining({ kind: 'held', indexes: '0, 1', count: 2, bytes: 5 * GIB, idleMillis: 700_000 }),
  ])
})

it('GPUs that share an alert have the figure of the worst of them', () => {
  const rows = [
    { gpu: aGpu(0), alerts: [{ kind: 'hot', celsius: 84 } as const, { kind: 'thermal', share: 30 } as const] },
    { gpu: aGpu(1), alerts: [{ kind: 'hot', celsius: 91 } as const, { kind: 'thermal', share: 70 } as const] },
    { gpu: aGpu(2), alerts: [{ kind: 'hot', celsius: 86 } as const] },
  ]

  expect(sharedAlerts(rows)).toMatchObject([
    { kind: 'hot', celsius: 91 },
    { kind: 'thermal', share: 70 },
  ])
})
