import type { Gpu, GpuProcess, Snapshot } from '@/api/types'
import { gpuKey } from '@/api/names'
import type { Spread } from '@/timeseries/summary'

export const SM = 'process.utilization.sm'
/** The driver samples a process rarely; the mean over this span is readable. */
export const SM_SPAN_MILLIS = 30_000

interface Sample {
  at: number
  value: number
}

/** SM utilization of each process, for the span of its mean. */
export class SmHistory {
  private samples = new Map<string, Sample[]>()
  private latest = 0

  record({ takenAt, gpus }: Snapshot): void {
    const at = Date.parse(takenAt)
    if (at <= this.latest) return
    this.latest = at
    for (const gpu of gpus) for (const process of gpu.processes) this.add(gpu, process, at)
    for (const [key, samples] of this.samples) {
      const fresh = samples.filter((sample) => sample.at > at - SM_SPAN_MILLIS)
      if (fresh.length === 0) this.samples.delete(key)
      else this.samples.set(key, fresh)
    }
  }

  private add(gpu: Gpu, process: GpuProcess, at: number): void {
    const value = process.values[SM]
    if (value === undefined) return
    const key = keyOf(gpu, process)
    this.samples.set(key, [...(this.samples.get(key) ?? []), { at, value }])
  }

  /** Spread over the span before a snapshot, else of the snapshot itself; null without any value. */
  spread(gpu: Gpu, process: GpuProcess, { takenAt }: Pick<Snapshot, 'takenAt'>): Spread | null {
    const to = Date.parse(takenAt)
    const within = (this.samples.get(keyOf(gpu, process)) ?? []).filter(
      ({ at }) => at > to - SM_SPAN_MILLIS && at <= to,
    )
    const current = process.values[SM]
    const values = within.length > 0 || current === undefined ? within.map(({ value }) => value) : [current]
    if (values.length === 0) return null
    const sum = values.reduce((all, each) => all + each, 0)
    return { mean: sum / values.length, lo: Math.min(...values), hi: Math.max(...values) }
  }
}

/** A reused pid is another process. */
function keyOf(gpu: Gpu, { pid, type, startedAt }: GpuProcess): string {
  return `${gpuKey(gpu)} ${pid} ${type} ${startedAt ?? ''}`
}
