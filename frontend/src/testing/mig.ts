import type { Gpu, GpuProcess, MigInstance } from '../api/types'
import { aProcess, at } from './machine'

const GIB = 2 ** 30

export function anInstance(gpuInstance: number, profile: string, changes: Partial<MigInstance> = {}): MigInstance {
  return {
    uuid: `MIG-${gpuInstance}d210000-0000-4000-8000-000000000000`,
    ...{ gpuInstance, computeInstance: 0, profile, generation: 1 },
    ...{ values: {}, facts: {}, absent: {} },
    ...changes,
  }
}

/** Values of an instance: SM activity in percent, used and total memory in GiB, and its number of processes. */
export function instanceValues(sm: number, used: number, total: number, processes: number): MigInstance['values'] {
  return {
    'mig.activity.sm': sm,
    'mig.memory.used': used * GIB,
    'mig.memory.free': (total - used) * GIB,
    'mig.memory.total': total * GIB,
    'mig.processes.running': processes,
  }
}

export function processOn(gpuInstance: number, process: GpuProcess, computeInstance = 0): GpuProcess {
  return { ...process, gpuInstance, computeInstance }
}

/** A GPU in four instances: one busy, one idle with memory, one busy of a single slice, and a free one. */
export function splitGpu(): Partial<Gpu> {
  return {
    ...{ idleSince: null, busySince: null },
    values: {
      ...{ 'memory.used': 49.5 * GIB, 'temperature.gpu': 54, 'power.draw': 341, 'clocks.current.sm': 1980 },
      'processes.running': 3,
    },
    absent: { 'utilization.gpu': 'MIG_ENABLED', 'utilization.memory': 'MIG_ENABLED', 'activity.sm': 'MIG_ENABLED' },
    mig: [
      anInstance(1, '3g.40gb', { values: instanceValues(71, 31.2, 39.5, 1) }),
      anInstance(2, '2g.20gb', { values: instanceValues(0, 12.1, 19.5, 1) }),
      anInstance(3, '1g.10gb', { values: instanceValues(34, 6.2, 9.75, 1) }),
      anInstance(4, '1g.10gb', { values: instanceValues(0, 0.02, 9.75, 0) }),
    ],
    processes: [
      processOn(1, aProcess(51877, 'train.py', 'mchen', 31)),
      processOn(2, { ...aProcess(50214, 'python', 'jlopez', 12), facts: { user: 'jlopez', program: 'train.ipynb' } }),
      processOn(3, aProcess(49120, 'embedder', 'svc-infer', 6)),
    ],
  }
}

/** The same, with an idle instance that computed before a second of the recording. */
export function splitSince(second: number): (now: number) => Partial<Gpu> {
  return (now) => {
    const gpu = splitGpu()
    const [first, held, ...others] = gpu.mig ?? []
    if (now >= second || first === undefined || held === undefined) return { ...gpu, sampledAt: at(now) }
    const busy = { ...held, values: { ...held.values, 'mig.activity.sm': 90 } }
    return { ...gpu, sampledAt: at(now), mig: [first, busy, ...others] }
  }
}
