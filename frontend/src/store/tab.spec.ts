import { expect, it } from 'vitest'
import { momentAfter, steadyMoment } from '@/testing/moments'
import { aGpu, aSnapshot, START } from '@/testing/snapshots'
import type { Moment } from './readings'
import { machineStatus } from './tab'

const idle = { idleSince: new Date(START).toISOString() }

it('a machine is its GPUs, their mean and how many are idle', () => {
  const status = machineStatus(steadyMoment([aGpu(0), aGpu(1), aGpu(2, idle)]))

  expect(status).toEqual({ gpus: 3, percent: 20, idle: 1, columns: [10, 20, 30], trouble: 'ok', troubled: [] })
})

it('an unreadable value is no zero', () => {
  const lost = aGpu(1, { state: 'LOST', values: {}, absent: { 'utilization.gpu': 'GPU_LOST' } })

  expect(machineStatus(steadyMoment([aGpu(0), lost]))).toMatchObject({
    percent: 10,
    columns: [10, null],
    trouble: 'crit',
    troubled: [1],
  })
  expect(machineStatus(steadyMoment([lost])).percent).toBeNull()
})

it('a stuck or a hot GPU is a warning', () => {
  const hot = aGpu(1, { values: { 'temperature.gpu': 84, 'temperature.gpu.tlimit': 3 } })

  expect(machineStatus(steadyMoment([aGpu(0, { state: 'STUCK' })])).trouble).toBe('crit')
  expect(machineStatus(steadyMoment([aGpu(0, { state: 'SLOW' })])).trouble).toBe('warn')
  expect(machineStatus(steadyMoment([aGpu(0), hot]))).toMatchObject({ trouble: 'warn', troubled: [1] })
})

it('allocated memory is no alert of the tab', () => {
  const held = aGpu(0, { values: { 'memory.used': 2 ** 36 }, idleSince: new Date(START - 3_600_000).toISOString() })

  expect(machineStatus(steadyMoment([held])).trouble).toBe('ok')
})

it('a GPU that is slowed down is a warning, unless the server judges that and reports nothing', () => {
  const hot = aGpu(0, { values: { 'utilization.gpu': 50, 'clocks_event_reasons.active': 0x20 } })
  const trouble = (marks: NonNullable<Moment['marks']> | null) => machineStatus(steadyMoment([hot], { marks })).trouble

  expect(trouble(null)).toBe('warn')
  expect(trouble(new Map([[hot.uuid ?? '', 'warn']]))).toBe('warn')
  expect(trouble(new Map())).toBe('ok')
})

it('the columns of the icon retain the last value of a GPU that is late, but none of an error', () => {
  const late = aGpu(0, { sampledAt: new Date(START).toISOString() })
  const failed = aGpu(1, { values: {}, absent: { 'utilization.gpu': 'ERROR' } })
  const snapshots = [aSnapshot(1), aSnapshot(2), aSnapshot(10, { gpus: [late, failed] })]

  expect(machineStatus(momentAfter(snapshots, { edge: START + 3000 })).columns).toEqual([10, null])
})
