import { describe, expect, it } from 'vitest'
import type { GpuGlyph } from '@/api/states'
import type { Gpu } from '@/api/types'
import { anInstance, instanceValues, processOn } from '@/testing/mig'
import { aProcess, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { healthNow } from './health'

const GIB = 2 ** 30

function gpuWith(values: Gpu['values'], changes: Partial<Gpu> = {}): Gpu {
  return aGpu(0, { values: { 'utilization.gpu': 50, ...values }, ...changes })
}

function idleFor(minutes: number): string {
  return new Date(START + 10_000 - minutes * 60_000).toISOString()
}

it('health is the worst of all sources', () => {
  const hot = gpuWith({ 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 })

  expect(healthNow(steadyMoment([hot]), hot)).toBe('warn')
  expect(healthNow(steadyMoment([hot], { silenceMillis: 14_000 }), hot)).toBe('unknown')
  expect(healthNow(steadyMoment([aGpu(0)]), aGpu(0))).toBe('ok')
  expect(healthNow(steadyMoment([hot]), { ...hot, state: 'LOST' })).toBe('crit')
  const marked = (severity: GpuGlyph) => ({ marks: new Map([[hot.uuid ?? '', severity]]) })
  const noted = (severity: GpuGlyph, gpu = aGpu(0)) => healthNow(steadyMoment([gpu], marked(severity)), gpu)
  expect((['info', 'warn', 'crit'] as const).map((severity) => noted(severity))).toEqual(['info', 'warn', 'crit'])
  expect(noted('info', hot)).toBe('warn')
  expect(noted('info', aGpu(0, { state: 'SLEEPING' }))).toBe('info')
  expect(noted('crit', aGpu(0, { state: 'STUCK' }))).toBe('crit')
  expect(noted('warn', aGpu(0, { state: 'LOST' }))).toBe('crit')
})

it('alerts that a rule of the server covers are left to it: they may be silenced', () => {
  const held = gpuWith({ 'memory.used': 62 * GIB }, { idleSince: idleFor(41) })
  const hot = gpuWith({ 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 })

  expect(healthNow(steadyMoment([held], { marks: null }), held)).toBe('warn')
  expect(healthNow(steadyMoment([held], { marks: new Map() }), held)).toBe('ok')
  expect(healthNow(steadyMoment([held], { marks: new Map([[held.uuid ?? '', 'crit']]) }), held)).toBe('crit')
  // No rule warns before a GPU is too hot.
  expect(healthNow(steadyMoment([hot], { marks: new Map() }), hot)).toBe('warn')
})

describe('an instance that holds memory without computing for ten minutes', () => {
  const held = anInstance(2, '2g.20gb', { values: instanceValues(0, 12, 19.5, 1) })
  const split = (changes: Partial<Gpu> = {}) => aGpu(0, { mig: [anInstance(1, '3g.40gb'), held], ...changes })
  const after = (gpu: Gpu, snapshots: number, changes: Parameters<typeof momentAfter>[1] = {}) =>
    healthNow(
      momentAfter(
        Array.from({ length: snapshots }, (_, i) => aSnapshot(2 * i, { gpus: [gpu] })),
        changes,
      ),
      gpu,
    )
  const none = { marks: new Map() }

  it('needs a look, and its GPU with it: no rule of the server is about instances', () => {
    expect(after(split(), 290, none)).toBe('ok')
    expect(after(split(), 310, none)).toBe('warn')
    expect(after(split(), 310, { marks: null })).toBe('warn')
    expect(after(split(), 310, { ...none, silenceMillis: 14_000 })).toBe('unknown')
  })

  it('is part of its GPU, which a rule is about while it is idle itself', () => {
    const values = { 'memory.used': 12 * GIB }
    const idleSince = new Date(START).toISOString()

    expect(after(split({ values, idleSince }), 310, none)).toBe('ok')
    expect(after(split({ values, idleSince }), 310, { marks: null })).toBe('warn')
  })

  it('needs a look also if its GPU has an alert that is left to the server', () => {
    const slowed = split({ values: { 'clocks_event_reasons.active': 0x20 } })

    expect(after(slowed, 10, none)).toBe('ok')
    expect(after(slowed, 310, none)).toBe('warn')
  })

  const afterUses = (uses: readonly [seconds: number, sm: number | null][], edge: number) => {
    const snapshots = uses.map(([second, sm]) => {
      const values = { ...instanceValues(sm ?? 0, 12, 19.5, 1) }
      if (sm === null) delete values['mig.activity.sm']
      return aSnapshot(second, { gpus: [split({ mig: [{ ...held, values }] })] })
    })
    return healthNow(momentAfter(snapshots, { ...none, edge: START + edge * 1000 }), split({ mig: [held] }))
  }
  const every = (from: number, to: number, sm: number | null): [number, number | null][] =>
    Array.from({ length: (to - from) / 2 }, (_, i) => [from + 2 * i, sm])

  it('is known to have been idle only since its samples have no gap', () => {
    expect(afterUses([...every(0, 300, 0), ...every(330, 640, 0)], 638)).toBe('ok')
    expect(afterUses([...every(0, 300, 0), [299, null], ...every(300, 640, 0)], 638)).toBe('warn')
  })

  it('is judged at the moment that the page shows', () => {
    expect(afterUses([...every(0, 620, 0), ...every(620, 640, 90)], 618)).toBe('warn')
  })

  it('is idle at 1 %, as a GPU is', () => {
    expect(afterUses(every(0, 620, 1), 618)).toBe('warn')
    expect(afterUses(every(0, 620, 2), 618)).toBe('ok')
  })

  it('has its own processes where their number is not reported', () => {
    const values = { ...held.values }
    delete values['mig.processes.running']
    const on = (gpuInstance: number) =>
      split({ mig: [{ ...held, values }], processes: [processOn(gpuInstance, aProcess(7, 'mchen'))] })

    expect(after(on(1), 310, none)).toBe('ok')
    expect(after(on(2), 310, none)).toBe('warn')
  })

  it.each<[string, Partial<typeof held>]>([
    ['little memory', { values: instanceValues(0, 0.5, 19.5, 1) }],
    ['no process', { values: instanceValues(0, 12, 19.5, 0) }],
    ['unknown activity', { values: { 'mig.memory.used': 12 * GIB, 'mig.processes.running': 1 } }],
  ])('does not have %s', (_, changes) => {
    expect(after(split({ mig: [{ ...held, ...changes }] }), 310, none)).toBe('ok')
  })
})
