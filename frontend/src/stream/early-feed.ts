import type { Start } from '@/api/start'
import type { GpuState, Snapshot } from '@/api/types'
import { Backfill } from './backfill'
import type { Feed, FeedListener } from './feed'
import { FROM_THE_BEGINNING } from './live-feed'
import type { Ports } from './ports'

/** States without last processes to show. */
const READABLE: readonly GpuState[] = ['OK', 'SLOW', 'SLEEPING']

/**
 * Another feed, and in parallel the first response of the server: snapshot, past and insights arrive before a worker has
 * started and opened a stream. Snapshots between the two are replayed; without that response the whole past is.
 */
export class EarlyFeed implements Feed {
  first: Promise<Start | null> = Promise.resolve(null)
  private isStopped = false
  private isPolled = false
  private readonly backfill: Backfill
  private listener: FeedListener | null = null

  constructor(
    private readonly feed: Feed,
    private readonly request: () => Promise<Start>,
    open: Ports['open'],
  ) {
    this.backfill = new Backfill(open, (snapshot) => this.listener?.past(snapshot))
  }

  start(listener: FeedListener): void {
    this.listener = listener
    let isFirst = true
    this.first = this.request().then(
      (start) => {
        // A slow response is older than the stream.
        if (!this.isStopped) (isFirst ? listener.snapshot : listener.past)(start.snapshot)
        return start
      },
      () => null,
    )
    this.feed.start({
      ...listener,
      link: (link) => {
        this.isPolled = link.kind === 'open' && link.isPolled === true
        listener.link(link)
      },
      snapshot: (snapshot) => {
        if (isFirst)
          void this.first.then((start) => {
            this.fillIn(start, snapshot)
          })
        isFirst = false
        listener.snapshot(snapshot)
      },
    })
  }

  retryNow(): void {
    this.feed.retryNow()
  }

  stop(): void {
    this.isStopped = true
    this.backfill.stop()
    this.feed.stop()
  }

  private fillIn(start: Start | null, live: Snapshot): void {
    // A proxy that buffers the stream buffers a replay too.
    if (this.isStopped || this.isPolled) return
    if (
      start === null ||
      start.samples === null ||
      start.snapshot.gpus.some(({ state }) => !READABLE.includes(state))
    ) {
      // Only the replay has the last processes of a lost GPU.
      this.backfill.start(FROM_THE_BEGINNING, live.sequence)
    } else if (live.sequence > start.snapshot.sequence + 1) {
      this.backfill.start(String(start.snapshot.sequence), live.sequence)
    }
  }
}
