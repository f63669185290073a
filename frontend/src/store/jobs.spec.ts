import { expect, it } from 'vitest'
import type { GpuProcess } from '@/api/types'
import { aGpu } from '@/testing/snapshots'
import { isEmpty, jobsOf } from './jobs'

function aProcess(pid: number, changes: Partial<GpuProcess> = {}): GpuProcess {
  return {
    pid,
    type: 'COMPUTE',
    name: '/usr/bin/python3',
    group: null,
    startedAt: '2026-03-01T09:00:00Z',
    values: { 'process.memory.used': 1e9 },
    facts: { user: 'mchen', program: 'train.py' },
    absent: {},
    ...changes,
  }
}
const on = (index: number, ...processes: GpuProcess[]) => aGpu(index, { processes })
const indexes = (...gpus: Parameters<typeof jobsOf>[0]) =>
  jobsOf(gpus).map(({ gpus: of }) => of.map(({ index }) => index))

it('GPUs of one group are one job, whatever their programs', () => {
  const other = { facts: { user: 'mchen', program: 'eval.py' } }

  expect(indexes(on(0, aProcess(1, { group: 'a' })), on(1, aProcess(2, { group: 'a', ...other })))).toEqual([[0, 1]])
  expect(indexes(on(0, aProcess(1, { group: 'a' })), on(1, aProcess(2, { group: 'b' })))).toEqual([[0], [1]])
})

it('processes of unknown groups are jobs of their own, except one process on several GPUs', () => {
  expect(indexes(on(0, aProcess(1)), on(1, aProcess(2)), on(2, aProcess(1)))).toEqual([[0, 2], [1]])
})

it('the job of a GPU is that of the process with the most memory, which is no display', () => {
  const display = aProcess(9, { type: 'GRAPHICS', values: { 'process.memory.used': 9e9 } })
  const large = aProcess(2, { values: { 'process.memory.used': 5e9 } })

  expect(jobsOf([on(0, display, aProcess(1), large)])[0]?.process?.pid).toBe(2)
  expect(jobsOf([on(0, large, aProcess(1))])[0]?.process?.pid).toBe(2)
})

it('GPUs without a process are together, and a lost GPU is by itself', () => {
  const free = { values: { 'processes.running': 0 } }

  expect(indexes(aGpu(0, free), aGpu(1, { state: 'LOST' }), aGpu(2, { state: 'SLEEPING' }))).toEqual([[0, 2], [1]])
  expect(jobsOf([aGpu(0), aGpu(2)]).map(({ key }) => key)).toEqual(['0,2'])
  expect(indexes(aGpu(0), on(1, aProcess(1)), aGpu(2), on(3, aProcess(1)))).toEqual([
    [0, 2],
    [1, 3],
  ])
})

it('a GPU has no program only if its processes are known', () => {
  const empty = (...gpus: Parameters<typeof jobsOf>[0]) => jobsOf(gpus).map(isEmpty)

  expect(empty(aGpu(0, { values: { 'processes.running': 0 } }))).toEqual([true])
  expect(empty(aGpu(0, { state: 'SLEEPING', values: {} }))).toEqual([true])
  expect(empty(aGpu(0, { state: 'LOST', values: {} }), aGpu(1, { values: {} }))).toEqual([false, false])
  expect(empty(on(0, aProcess(1)))).toEqual([false])
  expect(empty(aGpu(0, { values: { 'processes.running': 0 } }), aGpu(1, { values: {} }))).toEqual([true, false])
})
