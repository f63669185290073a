import { gpuKey, HOST_KEY, instanceKey } from '@/api/names'
import type { MetricKey, Snapshot } from '@/api/types'
import type { RangeName } from '@/timeseries/range'
import type { Span } from '@/timeseries/span'
import type { Timeline } from '@/timeseries/timeline'

/** A GPU that answers late has values that are at most as old, or as three intervals. */
const OLD_MILLIS = 30_000

/** Metrics of GPUs that are recorded: those of charts, and those whose last value is shown. */
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

/** The same of the machine; values of its parts are not in the stream. */
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

/** The same of MIG instances. */
const RECORDED_OF_INSTANCES = ['mig.activity.sm', 'mig.memory.used'] as const satisfies readonly MetricKey[]

/** The query of the first response: the samples of a live range. */
export function startQuery(range: RangeName): string {
  return new URLSearchParams({ metrics: [...RECORDED, ...RECORDED_OF_HOST].join(','), range }).toString()
}

/** Stored values of one time. */
export interface StoredMoment {
  time: number
  values: readonly { subject: string; metric: MetricKey; value: number; lo: number; hi: number }[]
}

/** Writes snapshots into the timeline, which is cleared when their source changes. */
export class Recorder {
  /** Times of the last samples of MIG instances: a new one has a new key whenever the GPU is split again. */
  private readonly instancesAt = new Map<string, number>()
  private source = ''
  /** Of the machine: a tunnel may be moved to another one. */
  private hostname: string | null = null

  constructor(private readonly timeline: Timeline) {}

  /** Records a snapshot; returns false for a known one. */
  record(snapshot: Snapshot): boolean {
    const hostname = snapshot.host?.hostname || this.hostname
    const isOther = this.source !== snapshot.source.kind || (this.hostname !== null && this.hostname !== hostname)
    if (this.source !== '' && isOther) this.forget()
    this.source = snapshot.source.kind
    this.hostname = hostname
    const time = Date.parse(snapshot.takenAt)
    if (!this.timeline.advance(time)) return false
    this.write(snapshot, time)
    this.dropEnded()
    return true
  }

  /** The same for a snapshot that is older than the newest. */
  recordPast(snapshot: Snapshot): boolean {
    const time = Date.parse(snapshot.takenAt)
    // After a clock was set back, past snapshots are in the future.
    if (this.source !== snapshot.source.kind || time >= (this.timeline.lastTime ?? 0)) return false
    if (!this.timeline.insert(time)) return false
    this.write(snapshot, time)
    return true
  }

  /** The same for stored values, where a range has no samples for longer than `leastMillis`. */
  recordStored(moments: readonly StoredMoment[], range: Span, leastMillis: number): void {
    for (const { from, to } of this.timeline.holes(range, leastMillis)) {
      const found = moments.filter(({ time }) => time > from && time < to)
      if (found.length === 0) continue
      this.timeline.fill(
        found.map(({ time }) => time),
        (position) => {
          const { values = [] } = found[position] ?? {}
          for (const { subject, metric, value, lo, hi } of values)
            this.timeline.writeSpread(subject, metric, value, lo, hi)
        },
      )
    }
  }

  private write(snapshot: Snapshot, time: number): void {
    for (const metric of RECORDED_OF_HOST) {
      const value = snapshot.host?.values[metric]
      if (value !== undefined) this.timeline.write(HOST_KEY, metric, value)
    }
    const mostAge = Math.max(OLD_MILLIS, 3 * snapshot.everyMillis)
    for (const gpu of snapshot.gpus) {
      const key = gpuKey(gpu)
      // Else an old file would be drawn as a level line up to now.
      if (gpu.sampledAt !== null && time - Date.parse(gpu.sampledAt) > mostAge) continue
      for (const metric of RECORDED) {
        const value = gpu.values[metric]
        if (value !== undefined) this.timeline.write(key, metric, value)
      }
      for (const instance of gpu.mig) {
        const own = instanceKey(instance)
        this.instancesAt.set(own, Math.max(time, this.instancesAt.get(own) ?? 0))
        for (const metric of RECORDED_OF_INSTANCES) {
          const value = instance.values[metric]
          if (value !== undefined) this.timeline.write(own, metric, value)
        }
      }
    }
  }

  private dropEnded(): void {
    const { firstTime = 0 } = this.timeline
    for (const [instance, time] of this.instancesAt) {
      if (time >= firstTime) continue
      this.timeline.drop(instance)
      this.instancesAt.delete(instance)
    }
  }

  private forget(): void {
    this.timeline.clear()
    this.instancesAt.clear()
  }
}
