import { gpuKey } from '@/api/words'
import type { Snapshot } from '@/api/types'
import type { Timeline } from '@/series/timeline'

/** The metrics the page draws; only these are remembered. */
const RECORDED = ['utilization.gpu', 'utilization.memory', 'power.draw'] as const

/** Writes snapshots into the timeline. Data of one source is never continued by that of another. */
export class Recorder {
  private source = ''

  constructor(private readonly timeline: Timeline) {}

  record(snapshot: Snapshot): boolean {
    if (this.source !== '' && this.source !== snapshot.source.kind) this.timeline.clear()
    this.source = snapshot.source.kind
    if (!this.timeline.advance(Date.parse(snapshot.takenAt))) return false
    for (const gpu of snapshot.gpus) {
      for (const metric of RECORDED) {
        const value = gpu.values[metric]
        if (value !== undefined) this.timeline.write(gpuKey(gpu), metric, value)
      }
    }
    return true
  }
}
