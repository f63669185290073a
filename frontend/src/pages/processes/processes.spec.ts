import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { clicked } from '@/composables/sorting'
import { useWords } from '@/i18n/words'
import { anInstance, processOn, splitGpu } from '@/testing/mig'
import { aProcess, steadyMoment } from '@/testing/moments'
import { aGpu, START } from '@/testing/snapshots'
import { formatElapsed } from './elapsed'
import { defaultOrder, grouped } from './groups'
import { NUMBERS, sorted } from './order'
import { filtered, processRows, unlisted } from './processes'
import { SmHistory } from '@/store/sm-history'

const GIB = 2 ** 30

function holding(pid: number, user: string | null, gib: number | null, name: string | null = 'python') {
  const process = aProcess(pid, user, name)
  return gib === null
    ? { ...process, values: {}, absent: { ...process.absent, 'process.memory.used': 'NO_PERMISSION' as const } }
    : { ...process, values: { 'process.memory.used': gib * GIB } }
}

const GPUS: Gpu[] = [
  aGpu(0, { processes: [holding(30, 'mchen', 10), holding(7, 'asharma', 2, '/usr/bin/tensorboard')] }),
  aGpu(1, { processes: [holding(30, 'mchen', null), holding(44, null, 5, 'vllm worker')] }),
]
const rows = processRows(steadyMoment(GPUS), GPUS, new SmHistory())
const pids = (all: readonly { process: { pid: number } }[]) => all.map(({ process }) => process.pid)

describe('processes', () => {
  it('have a row for each GPU that they use', () => {
    expect(rows.map(({ gpu, process }) => [gpu.index, process.pid])).toEqual([
      [0, 30],
      [0, 7],
      [1, 30],
      [1, 44],
    ])
    expect(rows[1]).toMatchObject({ user: 'asharma', name: 'tensorboard' })
    expect(rows[2]?.memory).toMatchObject({ value: null, quality: 'noAccess', reason: 'NO_PERMISSION' })
    expect(rows[3]?.user).toBeNull()
  })

  it('of a stale GPU are marked as stale', () => {
    const old = aGpu(0, { sampledAt: new Date(START - 60_000).toISOString(), processes: [holding(1, 'mchen', 3)] })
    const [row] = processRows(steadyMoment([old]), [old], new SmHistory())

    expect(row?.memory).toMatchObject({ value: 3 * GIB, quality: 'stale' })
    expect(row?.memory.ageMillis).toBeGreaterThan(60_000)
  })

  it('of a split GPU have their instance and its memory, and match its id', () => {
    const split = aGpu(0, splitGpu())
    const values = { 'mig.memory.total': 20 * GIB }
    const moment = steadyMoment([split], { limits: new Map([['MIG-2d210000-0000-4000-8000-000000000000 1', values]]) })
    const all = processRows(moment, [split], new SmHistory())

    expect(all.map(({ instance }) => instance?.id)).toEqual(['0:1', '0:2', '0:3'])
    expect(all.map(({ memoryTotal }) => memoryTotal)).toEqual([null, 20 * GIB, null])
    expect(pids(filtered(all, 'gpu 0:2'))).toEqual([50214])
    expect(pids(filtered(all, '1g.10gb'))).toEqual([49120])
    expect(pids(filtered(all, 'gpu 0'))).toHaveLength(3)
    expect(pids(sorted(all, 'gpu'))).toEqual([51877, 50214, 49120])
    expect(rows[0]?.instance).toBeNull()
  })

  it('match the id of their instance as a whole', () => {
    const splits = [0, 10].map((index) =>
      aGpu(index, {
        mig: [anInstance(1, '1g.10gb'), anInstance(10, '2g.20gb'), anInstance(10, '2g.20gb', { computeInstance: 1 })],
        processes: [
          processOn(1, aProcess(index + 1, 'mchen')),
          processOn(10, aProcess(index + 2, 'mchen')),
          processOn(10, aProcess(index + 3, 'mchen'), 1),
        ],
      }),
    )
    const all = processRows(steadyMoment(splits), splits, new SmHistory())

    expect(pids(filtered(all, '0:1'))).toEqual([1])
    expect(pids(filtered(all, 'gpu 10:1'))).toEqual([11])
    expect(pids(filtered(all, '0:10'))).toEqual([2, 3])
    expect(pids(filtered(all, '10:10:1'))).toEqual([13])
    expect(pids(filtered(all, '10:'))).toEqual([11, 12, 13])
  })

  it('match if they contain each word of the filter', () => {
    expect(pids(filtered(rows, 'MCHEN gpu1'))).toEqual([30])
    expect(pids(filtered(rows, '44'))).toEqual([44])
    expect(pids(filtered(rows, 'usr tensor'))).toEqual([7])
    expect(filtered(rows, 'nobody')).toEqual([])
    const script = { ...aProcess(9, 'mchen', '/usr/bin/python3'), facts: { user: 'mchen', program: 'train.py' } }
    const gpus = [aGpu(0, { processes: [script] })]
    expect(filtered(processRows(steadyMoment(gpus), gpus, new SmHistory()), 'Train.py')).toHaveLength(1)
    expect(filtered(rows, '  ')).toHaveLength(4)
  })

  it('are sorted by a column, unknown values last in both directions', () => {
    expect(pids(sorted(rows, '-memory'))).toEqual([30, 44, 7, 30])
    expect(pids(sorted(rows, 'memory'))).toEqual([7, 44, 30, 30])
    expect(pids(sorted(rows, 'user'))).toEqual([7, 30, 30, 44])
    expect(pids(sorted(rows, '-user'))).toEqual([30, 30, 7, 44])
  })

  it('are sorted in the opposite order by a second click, numbers first in descending order', () => {
    expect(clicked('user', 'memory', NUMBERS)).toBe('-memory')
    expect(clicked('-memory', 'memory', NUMBERS)).toBe('memory')
    expect(clicked('-memory', 'user', NUMBERS)).toBe('user')
    expect(clicked('user', 'user', NUMBERS)).toBe('-user')
  })

  it('are summed by user, without processes that cannot be read', () => {
    const groups = grouped(sorted(rows, '-memory'), 'user', '-memory')

    expect(groups.map(({ name }) => name)).toEqual(['mchen', null, 'asharma'])
    expect(groups[0]).toMatchObject({ processes: 1, gpus: [0, 1], memory: 10 * GIB, unread: 1 })
  })

  it('have no sum, not 0, if none of them can be read', () => {
    const hidden = [aGpu(0, { processes: [holding(1, 'mchen', null)] })]

    expect(grouped(processRows(steadyMoment(hidden), hidden, new SmHistory()), 'gpu', 'gpu')[0]).toMatchObject({
      memory: null,
      unread: 1,
    })
  })

  it('are grouped by GPU in the order of the GPUs, or not grouped', () => {
    expect(
      grouped(sorted(rows, defaultOrder('gpu')), 'gpu', defaultOrder('gpu')).map(({ name, memory }) => [name, memory]),
    ).toEqual([
      ['0', 12 * GIB],
      ['1', 5 * GIB],
    ])
    expect(grouped(rows, 'none', '-memory')).toHaveLength(1)
  })

  it('have groups in the order of their first rows, or by memory in the order of their sums', () => {
    const names = (order: 'pid' | '-pid' | 'memory') =>
      grouped(sorted(rows, order), 'user', order).map(({ name }) => name)

    expect(names('pid')).toEqual(['asharma', 'mchen', null])
    expect(names('-pid')).toEqual([null, 'mchen', 'asharma'])
    expect(names('memory')).toEqual(['asharma', null, 'mchen'])
  })

  it('report their use of the host, or the reason why it is unknown', () => {
    const known = { ...holding(1, 'mchen', 3), values: { 'process.host.cpu': 0, 'process.elapsed': 7200 } }
    const unknown = { ...holding(2, 'mchen', 3), absent: { 'process.host.cpu': 'NO_PERMISSION' as const } }
    const gpus = [aGpu(0, { processes: [known, unknown] })]

    const [one, other] = processRows(steadyMoment(gpus), gpus, new SmHistory())

    expect(one).toMatchObject({ cpu: { value: 0, quality: 'ok' }, elapsed: { value: 7200 } })
    expect(one?.hostMemory).toMatchObject({ value: null, quality: 'waiting' })
    expect(other?.cpu).toMatchObject({ value: null, quality: 'noAccess' })
    expect(
      pids(
        sorted(
          [one, other].flatMap((row) => row ?? []),
          '-cpu',
        ),
      ),
    ).toEqual([1, 2])
  })

  it('have a readable run time', () => {
    const { t } = useWords()

    expect([7, 3600 + 62, 86_399, 86_400, 6 * 86_400 + 9 * 3600].map((n) => formatElapsed(n, t))).toEqual([
      '0:00:07',
      '1:01:02',
      '23:59:59',
      '1\u202fd 0\u202fh',
      '6\u202fd 9\u202fh',
    ])
  })

  it('without a row are counted, and GPUs that report no processes are named', () => {
    const gpus = [
      aGpu(0, { processes: [holding(1, 'mchen', 3)], processesOmitted: 3 }),
      aGpu(1, { absent: { 'processes.running': 'NO_PERMISSION' } }),
      aGpu(2, { values: { 'processes.running': 0 } }),
    ]

    expect(unlisted(gpus)).toEqual({
      omitted: 3,
      omittedOn: [0],
      unread: [{ index: 1, reason: 'NO_PERMISSION' }],
    })
  })
})

it('the SM utilization of a process without samples is neither pending nor 0', () => {
  const idle = aGpu(0, { processes: [{ ...aProcess(7, 'mchen'), absent: { 'process.utilization.sm': 'NO_DATA' } }] })
  const [row] = processRows(steadyMoment([idle]), [idle], new SmHistory())

  expect(row?.sm).toMatchObject({ value: null, quality: 'gap' })
})
