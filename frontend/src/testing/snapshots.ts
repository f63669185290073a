import type { Gpu, Snapshot, Source } from '../api/types'

/** Fixed time of the first snapshot. */
export const START = Date.parse('2026-03-01T10:00:00.000Z')

const SOURCE: Source = {
  kind: 'NVML',
  simulated: false,
  driverVersion: '580.95.05',
  nvmlVersion: '13.580.95',
  cudaVersion: '13.0',
  reason: null,
  recordedAt: null,
}

export function aGpu(index: number, changes: Partial<Gpu> = {}): Gpu {
  return {
    index,
    uuid: `GPU-${index}`,
    name: 'NVIDIA H100 80GB HBM3',
    pciBusId: `00000000:${index + 1}B:00.0`,
    state: 'OK',
    stateSince: new Date(START).toISOString(),
    stateDetail: null,
    sampledAt: null,
    slowSampledAt: null,
    idleSince: null,
    busySince: null,
    values: { 'utilization.gpu': 10 * (index + 1), 'utilization.memory': 5, 'power.draw': 300 },
    facts: {},
    absent: {},
    links: [],
    mig: [],
    processes: [],
    processesOmitted: 0,
    last: null,
    ...changes,
  }
}

/** The last readings of a GPU that was sampled at a second. */
export function lastOf({ values, facts, processes }: Gpu, second: number): Gpu['last'] {
  return { sampledAt: new Date(START + second * 1000).toISOString(), values, facts, processes }
}

export function aSource(changes: Partial<Source> = {}): Source {
  return { ...SOURCE, ...changes }
}

export function aSnapshot(second: number, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    sequence: START + second,
    takenAt: new Date(START + second * 1000).toISOString(),
    tookMillis: 8,
    everyMillis: 1000,
    stale: false,
    view: 'core',
    source: aSource(),
    gpus: [aGpu(0), aGpu(1)],
    host: {
      hostname: 'lab-01',
      values: {},
      facts: {},
      absent: {},
      cores: [],
      disks: [],
      networks: [],
      processesSampledAt: null,
      processes: [],
    },
    ...changes,
  }
}
