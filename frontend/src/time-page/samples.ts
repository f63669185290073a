import { gpuKey } from '@/api/names'
import type { CatalogueEntry, MetricKey, Snapshot } from '@/api/types'
import { Timeline, type Series } from '@/timeseries/timeline'

/** The samples that the page keeps itself, from the first response on. */
export interface Samples {
  read: (gpu: string, metric: MetricKey) => Series | undefined
  /** When the first sample of a row was taken, or null while there is none. */
  since: (metric: MetricKey) => number | null
}

/** 15 minutes at one a second, and a little. */
const CAPACITY = 960

/** Keeps samples of rows that the timeline of all pages does not remember. */
export class SampleKeeper implements Samples {
  private readonly timeline = new Timeline(CAPACITY)
  private readonly begins = new Map<string, number>()
  private readonly bases = new Map<string, number>()

  /** A counter is kept as what it has grown since the first answer; one that went back is restarted. */
  take(answer: Snapshot, rows: readonly Pick<CatalogueEntry, 'key' | 'kind'>[]): void {
    const time = Date.parse(answer.takenAt)
    if (answer.gpus.length === 0 || !this.timeline.advance(time)) return
    for (const told of answer.gpus) {
      const gpu = gpuKey(told)
      for (const { key, kind } of rows) {
        const value = told.values[key]
        if (value === undefined) continue
        if (!this.begins.has(key)) this.begins.set(key, time)
        this.timeline.write(gpu, key, kind === 'COUNTER' ? value - this.base(`${gpu} ${key}`, value) : value)
      }
    }
  }

  read(gpu: string, metric: MetricKey): Series | undefined {
    return this.timeline.read(gpu, metric)
  }

  since(metric: MetricKey): number | null {
    return this.begins.get(metric) ?? null
  }

  private base(counter: string, value: number): number {
    const base = Math.min(this.bases.get(counter) ?? value, value)
    this.bases.set(counter, base)
    return base
  }
}
