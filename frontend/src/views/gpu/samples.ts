import type { CatalogueEntry, MetricKey, Snapshot } from '@/api/types'
import { Timeline, type Series } from '@/series/timeline'

/** What has been asked for beside the stream, from the first answer on. */
export interface Samples {
  read: (metric: MetricKey) => Series | undefined
  /** When the first sample of a row was taken, or null while there is none. */
  since: (metric: MetricKey) => number | null
}

/** 15 minutes at one a second, and a little. */
const CAPACITY = 960

/** Keeps samples of one GPU; another GPU begins anew. */
export class SampleKeeper implements Samples {
  private readonly timeline = new Timeline(CAPACITY)
  private readonly begins = new Map<string, number>()
  private readonly bases = new Map<string, number>()
  private gpu = ''

  /** A counter is kept as what it has grown since the first answer; one that went back begins anew. */
  take(answer: Snapshot, gpu: string, rows: readonly CatalogueEntry[]): void {
    if (gpu !== this.gpu) this.clear(gpu)
    const time = Date.parse(answer.takenAt)
    const told = answer.gpus[0]
    if (told === undefined || !this.timeline.advance(time)) return
    for (const { key, kind } of rows) {
      const value = told.values[key]
      if (value === undefined) continue
      if (!this.begins.has(key)) this.begins.set(key, time)
      const base = this.bases.get(key)
      if (base === undefined || value < base) this.bases.set(key, value)
      this.timeline.write(gpu, key, kind === 'COUNTER' ? value - (this.bases.get(key) ?? value) : value)
    }
  }

  read(metric: MetricKey): Series | undefined {
    return this.timeline.read(this.gpu, metric)
  }

  since(metric: MetricKey): number | null {
    return this.begins.get(metric) ?? null
  }

  private clear(gpu: string): void {
    this.gpu = gpu
    this.timeline.clear()
    this.begins.clear()
    this.bases.clear()
  }
}
