import { gpuKey } from '@/api/names'
import type { CatalogueEntry, MetricKey, Snapshot } from '@/api/types'
import { Timeline, type Series } from '@/timeseries/timeline'

/** The samples that the page keeps itself, from the first response on. */
export interface Samples {
  read: (gpu: string, metric: MetricKey) => Series | undefined
  /** Time of the first sample of a row, or null before it. */
  since: (metric: MetricKey) => number | null
}

/** 15 minutes at one a second, with a margin. */
const CAPACITY = 960

/** Stores samples of rows that the shared timeline does not have. */
export class SampleKeeper implements Samples {
  private readonly timeline = new Timeline(CAPACITY)
  private readonly begins = new Map<string, number>()
  private readonly bases = new Map<string, number>()

  /** Stores a counter as its increase since the first response; one that decreased restarts. */
  take(snapshot: Snapshot, rows: readonly Pick<CatalogueEntry, 'key' | 'kind'>[]): void {
    const time = Date.parse(snapshot.takenAt)
    if (snapshot.gpus.length === 0 || !this.timeline.advance(time)) return
    for (const sampled of snapshot.gpus) {
      const gpu = gpuKey(sampled)
      for (const { key, kind } of rows) {
        const value = sampled.values[key]
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
