import { describe, expect, it } from 'vitest'
import type { Host } from '@/api/types'
import type { Translate } from '@/i18n/words'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { machineCharts, missingCharts, type Parts } from './machine-charts'
import { disksOf, fullCores, gpuCell, hostRows, starvedNow } from './machine'

const GIB = 2 ** 30
const NOBODY: Parts = { threads: 0, disk: null, network: null }
const say = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate
const VALUES = {
  'host.cpu.utilization': 75,
  'host.cpu.user': 60,
  'host.cpu.system': 10,
  'host.cpu.steal': 5,
  'host.cpu.iowait': 15,
  'host.memory.total': 64 * GIB,
  'host.memory.used': 16 * GIB,
  'host.memory.cached': 8 * GIB,
  'host.memory.buffers': GIB,
  'host.swap.used': 0,
  'host.disk.read': 3e9,
  'host.disk.write': 1e6,
  'host.network.receive': 2e6,
  'host.network.transmit': 1e6,
  'host.load.1m': 12,
  'host.load.5m': 10,
  'host.load.15m': 9,
}

function aHost(changes: Partial<Host> = {}): Host {
  const parts = { cores: [], disks: [], networks: [], processesSampledAt: null, processes: [] }
  return { hostname: 'lab-01', values: VALUES, facts: {}, absent: {}, ...parts, ...changes }
}

function moment(host: Host, gpus = [aGpu(0), aGpu(1)]) {
  return momentAfter(Array.from({ length: 10 }, (_, second) => aSnapshot(second + 1, { gpus, host })))
}

describe('charts of the machine', () => {
  it('have scales that are fixed where the machine tells an end, and fit the traffic where it cannot', () => {
    const charts = machineCharts(moment(aHost()), { ...NOBODY, threads: 16 }, say)

    expect(Object.fromEntries(charts.map(({ id, max }) => [id, max]))).toEqual({
      'host.cpu.utilization': 100,
      'utilization.gpu': 100,
      'host.memory.used': 64 * GIB,
      'host.disk.read': 5e9,
      'host.network.receive': 2e6,
      'host.load.1m': 20,
    })
    expect(charts.map(({ unit }) => unit)).toContain('machine.gigabytes')
  })

  it('pile the parts of the CPU up to what is called its utilization, and waiting on top of it', () => {
    const [cpu] = machineCharts(moment(aHost()), NOBODY, say)

    expect(cpu).toMatchObject({ stacked: true, banded: false })
    expect(cpu?.lines.map(({ samples }) => samples()?.values.at(-1))).toEqual([60, 70, 75, 90])
  })

  it('show the utilization alone where its parts are not told', () => {
    const [cpu] = machineCharts(moment(aHost({ values: { 'host.cpu.utilization': 75 } })), NOBODY, say)

    expect(cpu).toMatchObject({ stacked: false, banded: true })
    expect(cpu?.lines.map(({ samples }) => samples()?.values.at(-1))).toEqual([75])
  })

  it('do without any GPU', () => {
    const charts = machineCharts(moment(aHost(), []), NOBODY, say)

    expect(charts.map(({ id }) => id)).not.toContain('utilization.gpu')
    expect(charts).toHaveLength(5)
    expect(gpuCell(moment(aHost(), []), null, 0)).toBeNull()
  })

  it('show one disk alone, with a past of its own', () => {
    const host = aHost({ disks: [{ disk: 'nvme0n1', values: { 'disk.read': 4e8, 'disk.write': 0 }, absent: {} }] })
    const now = moment(host)
    now.timeline.write('disk nvme0n1', 'disk.read', 4e8)

    const charts = machineCharts(now, { ...NOBODY, disk: disksOf(host)[0] ?? null }, say)
    const disk = charts.find(({ id }) => id === 'host.disk.read')

    expect(disk).toMatchObject({ title: 'machine.diskAlone nvme0n1', max: 5e8 })
    expect(disk?.lines.map(({ samples }) => samples()?.values.at(-1))).toEqual([4e8, undefined])
  })
})

it('what the machine does not tell has no chart and no number, but a reason', () => {
  const absent = { 'host.cpu.utilization': 'NOT_SUPPORTED', 'host.memory.used': 'NO_PERMISSION' } as const
  const values = { 'host.load.1m': 1 }
  const blind = moment(aHost({ values, absent: { ...absent, 'host.cpu.steal': 'NOT_SUPPORTED' } }))

  expect(machineCharts(blind, NOBODY, say).map(({ id }) => id)).not.toContain('host.memory.used')
  expect(missingCharts(blind, NOBODY, say)).toEqual([
    { title: 'machine.cpu', reason: 'machine.reason.NOT_SUPPORTED' },
    { title: 'machine.memory', reason: 'machine.reason.NO_PERMISSION' },
  ])
  const rows = hostRows(blind, null, 0)
  expect(rows.find(({ column }) => column.metric === 'host.cpu.utilization')?.cell).toMatchObject({
    value: null,
    quality: 'notSupported',
  })
  expect(rows.map(({ column }) => column.metric)).not.toContain('host.cpu.steal')
})

it('a thread that is full is counted, one that is not told is not', () => {
  const core = (number: number, values: Record<string, number>) => ({ core: number, values, absent: {} })

  expect(fullCores([core(0, { 'core.utilization': 99 }), core(1, { 'core.utilization': 50 }), core(2, {})])).toBe(1)
})

describe('that the CPU keeps GPUs waiting', () => {
  const busy = aHost({ values: { ...VALUES, 'host.cpu.utilization': 96 } })
  const at = (percent: number) => [aGpu(0, { values: { 'utilization.gpu': percent } })]

  it('is said where it is busy and they are not', () => {
    expect(starvedNow(moment(busy, at(40)))).toEqual({ cpu: 96, gpu: 40 })
  })

  it('is not said of busy GPUs, of idle ones, nor of a CPU with time to spare', () => {
    expect(starvedNow(moment(busy, at(80)))).toBeNull()
    expect(starvedNow(moment(busy, at(0)))).toBeNull()
    expect(starvedNow(moment(aHost(), at(40)))).toBeNull()
    expect(starvedNow(moment(busy, []))).toBeNull()
  })
})
