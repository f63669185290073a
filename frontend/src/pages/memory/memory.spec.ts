import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { aProcess, limitsOf, momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import { fleetMemory, memoryByUser } from './memory-by-user'
import { largestTotal, memoryRows, segmentsOf } from './memory'

const GIB = 2 ** 30
const sized = (pid: number, gib: number | null, user: string | null = 'mchen') => {
  const { values, ...process } = aProcess(pid, user)
  return { ...process, values: gib === null ? {} : { ...values, 'process.memory.used': gib * GIB } }
}
const holding = (index: number, gib: number, changes: Partial<Gpu> = {}) =>
  aGpu(index, { values: { 'memory.used': gib * GIB, 'memory.free': (79 - gib) * GIB }, ...changes })
const rowsOf = (gpus: Gpu[], limits = limitsOf(gpus, { 'memory.reserved': GIB })) =>
  memoryRows(steadyMoment(gpus, { limits }), 60_000)

describe('the segments of a memory bar', () => {
  const segments = (gpu: Gpu, used: number, reserved: number | null = null, held = false) =>
    segmentsOf(gpu, used * GIB, 100 * GIB, reserved === null ? null : reserved * GIB, held).map(
      ({ kind, percent, process }) => [kind, process?.pid ?? null, Math.round(percent)],
    )

  it('are the processes, the largest first, other used memory, and reserved memory', () => {
    expect(segments(aGpu(0, { processes: [sized(1, 10), sized(2, 30)] }), 45, 2)).toEqual([
      ['process', 2, 30],
      ['process', 1, 10],
      ['others', null, 5],
      ['reserved', null, 2],
    ])
  })

  it('never exceed the used memory, whatever processes report', () => {
    expect(segments(aGpu(0, { processes: [sized(1, 50), sized(2, 30), sized(3, 20)] }), 60)).toEqual([
      ['process', 1, 50],
      ['process', 2, 10],
    ])
  })

  it('count a process of unknown size as other memory', () => {
    expect(segments(aGpu(0, { processes: [sized(1, null)] }), 40)).toEqual([['others', null, 40]])
  })

  it('are idle on an idle GPU', () => {
    expect(segments(aGpu(0, { processes: [sized(1, 40)] }), 40, null, true)).toEqual([['idle', 1, 40]])
  })

  it('are none on an empty GPU, and none of unknown reserved memory', () => {
    expect(segments(aGpu(0), 0)).toEqual([])
    expect(segments(aGpu(0), 0, 1)).toEqual([['reserved', null, 1]])
  })

  it('together never exceed the total memory', () => {
    expect(segments(aGpu(0, { processes: [sized(1, 120)] }), 120, 5)).toEqual([['process', 1, 100]])
  })
})

describe('the memory of a GPU', () => {
  it('has a total, a range and users', () => {
    const gpus = (gib: number) => [holding(0, gib, { processes: [sized(1, gib)] })]
    const snapshots = [aSnapshot(1, { gpus: gpus(40) }), aSnapshot(2, { gpus: gpus(60) })]
    const moment = momentAfter(snapshots, { limits: limitsOf(gpus(1)) })
    const [row] = memoryRows(moment, 60_000)

    expect(row?.used.summary?.mean).toBe(60 * GIB)
    expect(row?.range).toMatchObject({ lo: 40 * GIB, hi: 60 * GIB })
    expect(row?.total.value).toBe(80 * GIB)
    expect(row?.users.users).toEqual([{ name: 'mchen', gpus: [0] }])
  })

  it('has no bar without a total, and the reason in place of the total', () => {
    const gpu = holding(0, 40)
    const limitReasons = new Map([['GPU-0', { 'memory.total': 'NO_PERMISSION' as const }]])
    const [row] = memoryRows(steadyMoment([gpu], { limits: new Map([['GPU-0', {}]]), limitReasons }), 60_000)

    expect(row?.segments).toEqual([])
    expect(row?.total).toMatchObject({ value: null, quality: 'noAccess', reason: 'NO_PERMISSION' })
    expect(row?.used.summary?.mean).toBe(40 * GIB)
    expect(largestTotal(row === undefined ? [] : [row])).toBeNull()
  })

  it('keeps its last bar while it is stale', () => {
    const gpus = [holding(0, 40)]
    const [row] = memoryRows(steadyMoment(gpus, { limits: limitsOf(gpus), silenceMillis: 14_000 }), 60_000)

    expect(row?.used.quality).toBe('stale')
    expect(row?.segments).toHaveLength(1)
  })

  it('is idle after its GPU has been idle for minutes', () => {
    const since = (minutes: number) => new Date(START - minutes * 60_000).toISOString()
    const idle = (minutes: number) => rowsOf([holding(0, 40, { idleSince: since(minutes), processes: [sized(1, 40)] })])

    expect(idle(41)[0]?.segments[0]?.kind).toBe('idle')
    expect(idle(2)[0]?.segments[0]?.kind).toBe('process')
    expect(idle(2)[0]?.idleMillis).toBeNull()
  })
})

describe('memory by user', () => {
  it('is summed over all GPUs, the largest first', () => {
    const gpus = [
      holding(0, 30, { processes: [sized(1, 30, 'asharma')] }),
      holding(1, 50, { processes: [sized(2, 20, 'mchen'), sized(3, 25, 'mchen')] }),
    ]

    expect(memoryByUser(rowsOf(gpus))).toEqual({
      users: [
        { name: 'mchen', bytes: 45 * GIB },
        { name: 'asharma', bytes: 30 * GIB },
      ],
      unowned: 5 * GIB,
      idle: null,
    })
  })

  it('never exceeds the used memory, whatever processes report', () => {
    const processes = [sized(1, 25, 'asharma'), sized(2, 20, 'mchen')]
    const { users, unowned } = memoryByUser(rowsOf([holding(0, 30, { processes })]))

    expect(users).toEqual([
      { name: 'asharma', bytes: 25 * GIB },
      { name: 'mchen', bytes: 5 * GIB },
    ])
    expect(unowned).toBe(0)
  })

  it('has no users if they are hidden', () => {
    const { users, unowned } = memoryByUser(rowsOf([holding(0, 30, { processes: [sized(1, 30, null)] })]))

    expect(users).toEqual([])
    expect(unowned).toBe(30 * GIB)
  })

  it('excludes GPUs that cannot be read, also from the sum', () => {
    const rows = rowsOf([holding(0, 30), aGpu(1, { state: 'LOST', values: {} })])

    expect(memoryByUser(rows).unowned).toBe(30 * GIB)
    expect(fleetMemory(rows)).toEqual({ keys: ['GPU-0'], used: 30 * GIB, total: 80 * GIB, unread: 1 })
  })

  it('sums the memory of idle GPUs', () => {
    const idleSince = new Date(START - 41 * 60_000).toISOString()
    const { idle } = memoryByUser(rowsOf([holding(0, 30), holding(1, 62, { idleSince })]))

    expect(idle).toEqual({ indexes: [1], bytes: 62 * GIB, since: Date.parse(idleSince) })
  })

  it('has no total until each total is known', () => {
    const gpus = [holding(0, 30), holding(1, 30)]

    expect(fleetMemory(rowsOf(gpus, limitsOf([holding(0, 30)]))).total).toBeNull()
  })
})
