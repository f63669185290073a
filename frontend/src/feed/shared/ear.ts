import type { Snapshot } from '@/api/types'
import type { FeedListener } from '../feed'
import type { Say, Told } from './line'

/** The page's end of a line: hands on what it is told and acknowledges it. */
export class Ear {
  /** The sequence told last. */
  last: number | null = null
  everyMillis = 0

  constructor(private readonly listener: FeedListener) {}

  hear(told: Told, say: Say): void {
    switch (told.kind) {
      case 'snapshots':
        for (const text of told.texts) {
          const snapshot = JSON.parse(text) as Snapshot
          this.last = snapshot.sequence
          this.everyMillis = snapshot.everyMillis
          this.listener.snapshot(snapshot)
        }
        break
      case 'link':
        this.listener.link(told.link)
        break
      case 'problem':
        this.listener.problem(told.problem)
    }
    say({ kind: 'ack' })
  }
}
