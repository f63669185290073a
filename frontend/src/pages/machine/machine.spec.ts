import { describe, expect, it } from 'vitest'
import type { Host } from '@/api/types'
import { HOST_KEY } from '@/api/names'
import type { Translate } from '@/i18n/words'
import type { Moment } from '@/store/readings'
import { momentAfter } from '@/testing/moments'
import { aGpu, aSnapshot } from '@/testing/snapshots'
import { zoomed } from '@/time-page/live-scene'
import { machineCharts, missingCharts, type Parts } from './machine-charts'
import { disksOf, fullCores, gpuCell, hostRows, starvedNow } from './machine'

const GIB = 2 ** 30
const NO_PARTS: Parts = { threads: 0, disk: null, network: null }
const translate = ((key: string, named: object = {}) => [key, ...Object.values(named)].join(' ')) as Translate
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
  it('have fixed scales where the machine reports a limit, and scales that fit the traffic elsewhere', () => {
    const charts = machineCharts(moment(aHost()), { ...NO_PARTS, threads: 16 }, translate)

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

  it('stack the parts of the CPU up to its utilization, with the I/O wait on top', () => {
    const [cpu] = machineCharts(moment(aHost()), NO_PARTS, translate)

    expect(cpu).toMatchObject({ stacked: true, banded: false })
    expect(cpu?.lines.map(({ samples }) => samples()?.values.at(-1))).toEqual([60, 70, 75, 90])
  })

  it('show the utilization alone if its parts are not reported', () => {
    const [cpu] = machineCharts(moment(aHost({ values: { 'host.cpu.utilization': 75 } })), NO_PARTS, translate)

    expect(cpu).toMatchObject({ stacked: false, banded: true })
    expect(cpu?.lines.map(({ samples }) => samples()?.values.at(-1))).toEqual([75])
  })

  it('of a period long ago have its samples, and scales that fit them', () => {
    const now = moment(aHost({ values: { ...VALUES, 'host.disk.read': 1e6 } }))
    const from = now.edge - 3_600_000
    const stored = ['host.cpu.utilization', 'host.disk.read'] as const
    now.timeline.fill([from, from + 60_000], (position) => {
      for (const metric of stored) now.timeline.write(HOST_KEY, metric, position === 0 ? 3e9 : 1e6)
    })
    const diskOf = (shown: Moment) =>
      machineCharts(shown, NO_PARTS, translate).find(({ metric }) => metric === 'host.disk.read')

    expect(diskOf(now)).toMatchObject({ max: 1e6 })
    const disk = diskOf(zoomed(now, { from, to: from + 60_000 }))
    expect(disk).toMatchObject({ max: 5e9 })
    expect(disk?.lines[0]?.samples()?.values[0]).toBe(3e9)
  })

  it('do without any GPU', () => {
    const charts = machineCharts(moment(aHost(), []), NO_PARTS, translate)

    expect(charts.map(({ id }) => id)).not.toContain('utilization.gpu')
    expect(charts).toHaveLength(5)
    expect(gpuCell(moment(aHost(), []), null, 0)).toBeNull()
  })

  it('show one disk alone, with its own samples', () => {
    const host = aHost({ disks: [{ disk: 'nvme0n1', values: { 'disk.read': 4e8, 'disk.write': 0 }, absent: {} }] })
    const now = moment(host)
    now.timeline.write('disk nvme0n1', 'disk.read', 4e8)

    const charts = machineCharts(now, { ...NO_PARTS, disk: disksOf(host)[0] ?? null }, translate)
    const disk = charts.find(({ id }) => id === 'host.disk.read')

    expect(disk).toMatchObject({ title: 'machine.diskAlone nvme0n1', max: 5e8 })
    expect(disk?.lines.map(({ samples }) => samples()?.values.at(-1))).toEqual([4e8, undefined])
  })
})

it('a value that the machine does not report has a reason, and neither a chart nor a number', () => {
  const absent = { 'host.cpu.utilization': 'NOT_SUPPORTED', 'host.memory.used': 'NO_PERMISSION' } as const
  const values = { 'host.load.1m': 1 }
  const blind = moment(aHost({ values, absent: { ...absent, 'host.cpu.steal': 'NOT_SUPPORTED' } }))

  expect(machineCharts(blind, NO_PARTS, translate).map(({ id }) => id)).not.toContain('host.memory.used')
  expect(missingCharts(blind, NO_PARTS, translate)).toEqual([
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

it('saturated threads are counted, and those without a value are not', () => {
  const core = (number: number, values: Record<string, number>) => ({ core: number, values, absent: {} })

  expect(fullCores([core(0, { 'core.utilization': 99 }), core(1, { 'core.utilization': 50 }), core(2, {})])).toBe(1)
})

describe('the warning that GPUs wait for the CPU', () => {
  const busy = aHost({ values: { ...VALUES, 'host.cpu.utilization': 96 } })
  const at = (percent: number) => [aGpu(0, { values: { 'utilization.gpu': percent } })]

  it('appears when the CPU is busy and the GPUs are not', () => {
    expect(starvedNow(moment(busy, at(40)))).toEqual({ cpu: 96, gpu: 40 })
  })

  it('does not appear for busy or idle GPUs, or a CPU that is not saturated', () => {
    expect(starvedNow(moment(busy, at(80)))).toBeNull()
    expect(starvedNow(moment(busy, at(0)))).toBeNull()
    expect(starvedNow(moment(aHost(), at(40)))).toBeNull()
    expect(starvedNow(moment(busy, []))).toBeNull()
  })
})
