import { gpuKey, HOST_KEY } from '@/api/names'
import type { GpuProcess, MetricKey, Snapshot } from '@/api/types'
import type { Timeline } from '@/timeseries/timeline'

/** The metrics the page draws or whose last value it keeps; only these are remembered. */
export const RECORDED = [
  'utilization.gpu',
  'utilization.memory',
  'activity.sm',
  'activity.tensor',
  'activity.dram',
  'memory.used',
  'temperature.gpu',
  'temperature.memory',
  'power.draw',
  'clocks.current.sm',
  'clocks_event_reasons.active',
  'pcie.rx',
  'pcie.tx',
  'nvlink.rx',
  'nvlink.tx',
] as const satisfies readonly MetricKey[]

/** The same of the machine; what its parts do is not in the stream. */
export const RECORDED_OF_HOST = [
  'host.cpu.utilization',
  'host.cpu.user',
  'host.cpu.system',
  'host.cpu.iowait',
  'host.cpu.steal',
  'host.load.1m',
  'host.load.5m',
  'host.load.15m',
  'host.memory.used',
  'host.memory.cached',
  'host.memory.buffers',
  'host.swap.used',
  'host.disk.read',
  'host.disk.write',
  'host.network.receive',
  'host.network.transmit',
] as const satisfies readonly MetricKey[]

/** What was stored of one moment. */
export interface StoredMoment {
  time: number
  values: readonly { subject: string; metric: MetricKey; value: number }[]
}

/** Writes snapshots into the timeline. Data of one source is never continued by that of another. */
export class Recorder {
  /** Who used each GPU when it could be asked last; of a lost one that is all there is to tell. */
  readonly lastProcesses = new Map<string, readonly GpuProcess[]>()
  private readonly processesAt = new Map<string, number>()
  private source = ''

  constructor(private readonly timeline: Timeline) {}

  /** Returns whether the snapshot was new; one that is known already does no harm. */
  record(snapshot: Snapshot): boolean {
    if (this.source !== '' && this.source !== snapshot.source.kind) this.forget()
    this.source = snapshot.source.kind
    const time = Date.parse(snapshot.takenAt)
    if (!this.timeline.advance(time)) return false
    this.write(snapshot, time, false)
    return true
  }

  /** The same for one from before the newest. */
  recordPast(snapshot: Snapshot): boolean {
    const time = Date.parse(snapshot.takenAt)
    // Of a clock that has been set back since, the past lies in the future.
    if (this.source !== snapshot.source.kind || time >= (this.timeline.lastTime ?? 0)) return false
    if (!this.timeline.insert(time)) return false
    this.write(snapshot, time, true)
    return true
  }

  /** The same for what the server stored before it was started last, or does not replay any more. */
  recordStored({ time, values }: StoredMoment): void {
    if (time >= (this.timeline.lastTime ?? -Infinity) || !this.timeline.insert(time)) return
    for (const { subject, metric, value } of values) this.timeline.write(subject, metric, value)
  }

  private write(snapshot: Snapshot, time: number, isPast: boolean): void {
    for (const metric of RECORDED_OF_HOST) {
      const value = snapshot.host?.values[metric]
      if (value !== undefined) this.timeline.write(HOST_KEY, metric, value)
    }
    for (const gpu of snapshot.gpus) {
      const key = gpuKey(gpu)
      if (gpu.state === 'OK' && !(isPast && time < (this.processesAt.get(key) ?? 0))) {
        this.lastProcesses.set(key, gpu.processes)
        this.processesAt.set(key, time)
      }
      for (const metric of RECORDED) {
        const value = gpu.values[metric]
        if (value !== undefined) this.timeline.write(key, metric, value)
      }
    }
  }

  private forget(): void {
    this.timeline.clear()
    this.lastProcesses.clear()
    this.processesAt.clear()
  }
}
