import type { Host } from '../api/types'

const GIB = 2 ** 30

const VALUES = {
  'host.cpu.utilization': 97,
  'host.cpu.user': 88,
  'host.cpu.system': 9,
  'host.cpu.steal': 0,
  'host.cpu.iowait': 2,
  'host.load.1m': 231,
  'host.load.5m': 228,
  'host.load.15m': 220,
  'host.memory.total': 2015 * GIB,
  'host.memory.used': 810 * GIB,
  'host.memory.cached': 640 * GIB,
  'host.memory.buffers': 4 * GIB,
  'host.swap.used': 0,
  'host.disk.read': 2.1e9,
  'host.disk.write': 3e7,
  'host.network.receive': 4.2e8,
  'host.network.transmit': 1.4e8,
}

/** A large machine; its parts are requested separately from the stream. */
export const LARGE: Host = {
  hostname: 'trn-h100-03',
  values: VALUES,
  facts: {},
  absent: {},
  cores: Array.from({ length: 256 }, (_, core) => ({
    core,
    values: core === 77 ? {} : { 'core.utilization': core % 23 === 0 ? 30 : 99 },
    absent: core === 77 ? { 'core.utilization': 'ERROR' as const } : {},
  })),
  disks: Array.from({ length: 10 }, (_, i) => ({
    disk: `nvme${i}n1`,
    values: { 'disk.read': 2.1e8, 'disk.write': 3e6, 'disk.utilization': 10 * i },
    absent: {},
  })),
  networks: [
    { network: 'eth0', values: { 'network.receive': 4.2e8, 'network.transmit': 1.4e8 }, absent: {} },
    { network: 'ib0', values: { 'network.transmit': 0 }, absent: { 'network.receive': 'ERROR' } },
  ],
  processesSampledAt: '2026-03-01T10:00:00.000Z',
  processes: [
    {
      pid: 41102,
      name: 'pt_data_worker',
      values: { 'host.process.cpu': 2450, 'host.process.memory': 61 * GIB },
      facts: { 'host.process.user': 'mchen' },
      absent: {},
    },
  ],
}

/** A container that cannot read most values of its machine. */
export const BLIND: Host = {
  ...LARGE,
  values: { 'host.load.1m': 3 },
  absent: {
    'host.cpu.utilization': 'NOT_SUPPORTED',
    'host.memory.used': 'NO_PERMISSION',
    'host.disk.read': 'NOT_SUPPORTED',
    'host.network.receive': 'NOT_SUPPORTED',
  },
  cores: [],
  disks: [],
  networks: [],
  processesSampledAt: null,
  processes: [],
}
