import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { anInstance, instanceValues, processOn, splitGpu } from '@/testing/mig'
import { aProcess, limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { environmentOf, instanceOfProcess, instancesOf, memoryLeft } from './instances'

const GIB = 2 ** 30
const IDLE = { values: instanceValues(0, 12, 19.5, 1) }
const BUSY = { values: instanceValues(60, 12, 19.5, 1) }
const FREE = { values: instanceValues(0, 0, 19.5, 0) }

/** The first instance of the last GPU, each sampled at its second. */
function after(gpus: readonly [number, Partial<Gpu>][]) {
  const all = gpus.map(([second, changes]) => aSnapshot(second, { gpus: [aGpu(0, changes)] }))
  const moment = momentAfter(all)
  return instancesOf(moment, moment.snapshot.gpus[0] ?? aGpu(0))[0]
}
const each = (from: number, to: number, changes: Partial<Gpu>): [number, Partial<Gpu>][] =>
  Array.from({ length: to - from }, (_, place) => [from + place, changes])
const of = (changes: Parameters<typeof anInstance>[2]): Partial<Gpu> => ({ mig: [anInstance(2, '2g.20gb', changes)] })

describe('an instance', () => {
  it('is used, idle or free by its processes and its activity', () => {
    const gpu = aGpu(0, splitGpu())
    const moment = momentAfter(each(0, 20, splitGpu()).map(([second]) => aSnapshot(second, { gpus: [gpu] })))

    expect(instancesOf(moment, gpu).map(({ id, slices, use }) => [id, slices, use])).toEqual([
      ['0:1', 3, 'used'],
      ['0:2', 2, 'idle'],
      ['0:3', 1, 'used'],
      ['0:4', 1, 'free'],
    ])
  })

  it('has an idle time only where its start was sampled', () => {
    expect(after([...each(0, 5, of(BUSY)), ...each(5, 30, of(IDLE))])?.idleMillis).toBe(24_000)
    expect(after(each(0, 30, of(IDLE)))).toMatchObject({ use: 'idle', idleMillis: null })
    const gap = [...each(0, 5, of(IDLE)), ...each(15, 30, of(IDLE))]
    expect(after(gap)).toMatchObject({ use: 'idle', idleMillis: null })
    expect(after([...each(0, 21, of(BUSY)), ...each(21, 30, of(IDLE))])?.use).toBe('used')
  })

  it('does not inherit the samples of an earlier one in its place', () => {
    const later = of({ ...IDLE, generation: 2 })
    expect(after([...each(0, 20, of(BUSY)), ...each(20, 22, later)])?.sm.summary?.hi).toBe(0)
    expect(after([...each(0, 40, of(IDLE)), ...each(40, 45, later)])?.use).toBe('used')
  })

  it('is not called idle while its activity is not measured, nor free without a number of processes', () => {
    const unmeasured = {
      values: { 'mig.processes.running': 1 },
      absent: { 'mig.activity.sm': 'NOT_SUPPORTED' as const },
    }
    expect(after(each(0, 30, of(unmeasured)))?.use).toBe('used')
    expect(after(each(0, 30, of({ absent: { 'mig.processes.running': 'NO_PERMISSION' } })))?.use).toBe('unknown')
    expect(after(each(0, 30, of(FREE)))?.use).toBe('free')
    expect(after(each(0, 30, of({ values: instanceValues(0, 12, 19.5, 0) })))?.use).toBe('unknown')
  })

  it('is free with processes that are unknown but use no memory, as for the server', () => {
    const hidden = (used: number) =>
      of({ values: { 'mig.memory.used': used }, absent: { 'mig.processes.running': 'NO_PERMISSION' } })
    expect(after(each(0, 30, hidden(2 ** 20)))?.use).toBe('free')
    expect(after(each(0, 30, hidden(2 ** 30)))?.use).toBe('unknown')
  })

  it('has no memory in use after its value became absent', () => {
    const absent = (reason: 'ERROR' | 'TIMED_OUT') => of({ values: {}, absent: { 'mig.memory.used': reason } })
    const usedAfter = (reason: 'ERROR' | 'TIMED_OUT') =>
      after([...each(0, 5, of(IDLE)), ...each(5, 7, absent(reason))])?.used

    expect(usedAfter('ERROR')).toMatchObject({ summary: null, quality: 'error', reason: 'ERROR' })
    expect(usedAfter('TIMED_OUT')).toMatchObject({ summary: { mean: 12 * GIB }, quality: 'stale' })
  })

  it('of an outdated GPU has an unknown health', () => {
    const sampledAt = new Date(START - 60_000).toISOString()
    expect(after(each(0, 12, { ...of(IDLE), sampledAt }))?.health).toBe('unknown')
  })

  it('of an outdated GPU keeps its use, without an idle time that would go on', () => {
    const gpus = [...each(0, 5, of(BUSY)), ...each(5, 30, of(IDLE))].map(([second, changes]) =>
      aSnapshot(second, { gpus: [aGpu(0, changes)] }),
    )
    const moment = momentAfter(gpus, { silenceMillis: 14_000 })

    expect(instancesOf(moment, aGpu(0, of(IDLE)))[0]).toMatchObject({
      use: 'idle',
      idleMillis: null,
      health: 'unknown',
    })
  })

  it('has its free memory, and needs a look once it has held memory idly for ten minutes', () => {
    const idle = (seconds: number) => after(each(0, seconds / 2, of(IDLE)).map(([at, gpu]) => [2 * at, gpu]))
    expect(idle(590)).toMatchObject({ health: 'ok', free: { value: 7.5 * GIB, quality: 'ok' } })
    expect(idle(620)).toMatchObject({ health: 'warn' })
  })

  it('is not idle now without a current activity', () => {
    const unknown = of({ values: { 'mig.processes.running': 1 }, absent: { 'mig.activity.sm': 'ERROR' } })
    expect(after([...each(0, 30, of(IDLE)), ...each(30, 32, unknown)])?.use).toBe('used')
  })

  it('is selected by its UUID', () => {
    expect(environmentOf(anInstance(3, '1g.10gb'))).toBe(
      'CUDA_VISIBLE_DEVICES=MIG-3d210000-0000-4000-8000-000000000000',
    )
  })

  it('has the processes of its place', () => {
    const compute = [0, 1].map((computeInstance) => anInstance(1, '1c.2g.20gb', { computeInstance, ...IDLE }))
    const process = processOn(1, aProcess(7, 'mchen'), 1)
    const gpu = aGpu(3, { mig: compute, processes: [process] })
    const [first, second] = instancesOf(steadyMoment([gpu]), gpu)

    expect([first?.id, second?.id]).toEqual(['3:1:0', '3:1:1'])
    expect([first?.processes, second?.processes]).toEqual([[], [process]])
    expect([first?.sharesMemory, second?.sharesMemory]).toEqual([false, true])
    expect(instanceOfProcess(gpu, process)).toBe(compute[1])
    expect(instanceOfProcess(gpu, aProcess(8, 'mchen'))).toBeUndefined()
  })
})

it('memory in no instance counts memory that is shared once', () => {
  const mig = [0, 1, 2].map((computeInstance) => anInstance(1, '1c.3g.20gb', { computeInstance, ...IDLE }))
  const gpu = aGpu(0, { mig })
  const moment = steadyMoment([gpu], { limits: limitsOf([gpu]) })

  expect(memoryLeft(moment, gpu, instancesOf(moment, gpu))).toBe(60.5 * GIB)
  expect(memoryLeft(steadyMoment([gpu]), gpu, instancesOf(moment, gpu))).toBeNull()
})
