import type { Gpu, GpuProcess, Snapshot } from '@/api/types'
import { Recorder } from '@/store/recorder'
import type { Moment } from '@/store/readings'
import { Timeline } from '@/timeseries/timeline'
import { aSnapshot, START } from './snapshots'

const GIB = 2 ** 30

/** The state of the dashboard after these snapshots, one per second. */
export function momentAfter(snapshots: readonly Snapshot[], changes: Partial<Moment> = {}): Moment {
  const timeline = new Timeline(600)
  const recorder = new Recorder(timeline)
  for (const snapshot of snapshots) recorder.record(snapshot)
  return {
    snapshot: snapshots.at(-1) ?? aSnapshot(0),
    timeline,
    limits: new Map(),
    limitReasons: new Map(),
    edge: timeline.lastTime ?? START,
    silenceMillis: 0,
    patienceMillis: 3000,
    ...changes,
  }
}

/** Ten seconds of the same GPUs. */
export function steadyMoment(gpus: Gpu[], changes: Partial<Moment> = {}): Moment {
  return momentAfter(
    Array.from({ length: 10 }, (_, second) => aSnapshot(second + 1, { gpus })),
    changes,
  )
}

/** Limits of an ordinary board for each GPU. */
export function limitsOf(gpus: Gpu[], changes: Gpu['values'] = {}): Map<string, Gpu['values']> {
  const values = { 'memory.total': 80 * GIB, 'enforced.power.limit': 700, 'power.default_limit': 700, ...changes }
  return new Map(gpus.map((gpu) => [gpu.uuid ?? '', values]))
}

export function aProcess(pid: number, user: string | null, name: string | null = 'python'): GpuProcess {
  return {
    pid,
    type: 'COMPUTE',
    name,
    startedAt: new Date(START).toISOString(),
    group: `${pid}`,
    values: { 'process.memory.used': 10 * GIB },
    facts: user === null ? {} : { user },
    absent: user === null ? { user: 'HIDDEN' } : {},
  }
}
