import { expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { Dashboard, textOf } from '@/testing/dashboard'
import { at, snapshot } from '@/testing/machine'
import { aProcess, limitsOf, momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { memoryRows } from './memory'

const GIB = 2 ** 30
const SPARK = { 'memory.total': 120 * GIB, 'memory.kind': 1 }

/** A GPU whose programs use 40 GiB of the 120 of the system, of which 50 are available. */
function spark(changes: Partial<Gpu> = {}): Gpu {
  const process = { ...aProcess(7, 'mchen'), values: { 'process.memory.used': 40 * GIB } }
  return aGpu(0, { values: { 'memory.used': 40 * GIB, 'memory.free': 50 * GIB }, processes: [process], ...changes })
}

function rowOf(gpu: Gpu, cached: number | undefined, limits: Gpu['values'] = SPARK) {
  const values = cached === undefined ? {} : { 'host.memory.cached': cached * GIB, 'host.memory.buffers': 2 * GIB }
  const host = { hostname: 'spark', values, facts: {}, absent: {} } as never
  const moment = momentAfter([aSnapshot(1, { gpus: [gpu], host })], { limits: limitsOf([gpu], limits) })
  return memoryRows(moment, 60_000)[0]
}

const partsOf = (row: ReturnType<typeof rowOf>) =>
  row?.segments.map(({ kind, bytes, percent }) => [kind, bytes / GIB, Math.round(percent)])

it('one bar has the programs on the GPU, other programs and the file cache; the rest is free', () => {
  const row = rowOf(spark(), 28)

  expect(partsOf(row)).toEqual([
    ['process', 40, 33],
    ['system', 30, 25],
    ['cache', 30, 25],
  ])
  expect(row?.shared).toEqual({
    ...{ programs: 40 * GIB, others: 30 * GIB, cache: 30 * GIB, free: 20 * GIB, available: 50 * GIB },
  })
})

it('the cache is never more than a program could get', () => {
  expect(rowOf(spark(), 90)?.shared).toMatchObject({ cache: 50 * GIB, free: 0 })
})

it('without the figures of the host neither the cache nor the free memory is known', () => {
  const row = rowOf(spark(), undefined)

  expect(row?.shared).toMatchObject({ cache: null, free: null, available: 50 * GIB })
  expect(partsOf(row)?.map(([kind]) => kind)).toEqual(['process', 'system'])
})

it('memory of its own has no parts of the system', () => {
  const row = rowOf(spark(), 28, { 'memory.total': 120 * GIB })

  expect(row?.shared).toBeNull()
  expect(partsOf(row)).toEqual([['process', 40, 33]])
})

it('an unknown use has no parts', () => {
  const row = rowOf(spark({ values: { 'memory.free': 50 * GIB }, absent: { 'memory.used': 'HIDDEN' } }), 28)

  expect(row?.shared).toBeNull()
  expect(row?.segments).toEqual([])
})

it('the page has the numbers in the legend, once', async () => {
  const host = { values: { 'host.memory.cached': 3 * GIB } }
  const page = await Dashboard.open('/GPU-Memory', { gpus: 1, limits: { 'memory.kind': 1 }, host })

  const legend = page.get.getByRole('heading', { name: 'GPU 0: memory shared with the system' }).parentElement
  expect(textOf(legend)).toMatch(/programs on the GPU 71.*other programs .*file cache 3.*free /)
  expect(textOf(legend)).toMatch(/A program could still get 8\sGiB: free memory and file cache\.$/)
  expect(page.get.getByRole('img', { name: /GPU 0: 71\sGiB of/ })).toBeInTheDocument()
})

it('the legend has all that the bar has, and is faint while there are no new samples', async () => {
  const idle = { 'memory.used': 70 * GIB, 'memory.free': 8 * GIB }
  const processes = [{ ...aProcess(7, 'mchen'), values: { 'process.memory.used': 60 * GIB } }]
  const changes = { 0: () => ({ values: idle, idleSince: at(-3600), busySince: null, processes }) }
  const page = await Dashboard.open('/GPU-Memory', { gpus: 1, limits: { 'memory.kind': 1 }, changes })
  const figures = () => page.get.getByText(/^programs on the GPU/).parentElement

  expect(textOf(figures())).toContain('held while the GPU is idle for more than 10 min other use')
  expect(figures()).not.toHaveClass('stale')
  await page.pass(20_000)
  expect(figures()).toHaveClass('stale')
})

it.each(['/', '/gpus/0', '/Free'])('%s names the memory as shared with the system', async (path) => {
  const changes = { 0: (second: number) => ({ values: { ...snapshot(second).gpus[0]?.values, 'memory.kind': 1 } }) }
  await Dashboard.open(path, { gpus: 1, limits: { 'memory.kind': 1 }, changes })
  expect(textOf(document.body)).toContain('shared with the system')
})

it.each(['/', '/gpus/0', '/Free'])('%s does not of a GPU with memory of its own', async (path) => {
  await Dashboard.open(path, { gpus: 1 })
  expect(textOf(document.body)).not.toContain('shared with the system')
})
