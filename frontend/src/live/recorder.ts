import { gpuKey, HOST_KEY } from '@/api/names'
import type { GpuProcess, MetricKey, Snapshot } from '@/api/types'
import type { Timeline } from '@/series/timeline'

/** The metrics the page draws or whose last value it keeps; only these are remembered. */
const RECORDED = [
  'utilization.gpu',
  'utilization.memory',
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
const RECORDED_OF_HOST = [
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

/** Writes snapshots into the timeline. Data of one source is never continued by that of another. */
export class Recorder {
  /** Who used each GPU when it could be asked last; of a lost one that is all there is to tell. */
  readonly lastProcesses = new Map<string, readonly GpuProcess[]>()
  private source = ''

  constructor(private readonly timeline: Timeline) {}

  record(snapshot: Snapshot): boolean {
    if (this.source !== '' && this.source !== snapshot.source.kind) this.forget()
    this.source = snapshot.source.kind
    if (!this.timeline.advance(Date.parse(snapshot.takenAt))) return false
    for (const metric of RECORDED_OF_HOST) {
      const value = snapshot.host?.values[metric]
      if (value !== undefined) this.timeline.write(HOST_KEY, metric, value)
    }
    for (const gpu of snapshot.gpus) {
      if (gpu.state === 'OK') this.lastProcesses.set(gpuKey(gpu), gpu.processes)
      for (const metric of RECORDED) {
        const value = gpu.values[metric]
        if (value !== undefined) this.timeline.write(gpuKey(gpu), metric, value)
      }
    }
    return true
  }

  private forget(): void {
    this.timeline.clear()
    this.lastProcesses.clear()
  }
}
