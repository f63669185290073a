import type { Snapshot } from '@/api/types'
import type { Feed, FeedListener } from './feed'

/**
 * Another feed, and in parallel a request of the newest snapshot, which arrives before a worker has started and opened a
 * stream. If the request fails, the other feed reports the reason.
 */
export class EarlyFeed implements Feed {
  private isStopped = false

  constructor(
    private readonly feed: Feed,
    private readonly latest: () => Promise<Snapshot>,
  ) {}

  start(listener: FeedListener): void {
    this.latest().then(
      (snapshot) => {
        if (!this.isStopped) listener.snapshot(snapshot)
      },
      () => undefined,
    )
    this.feed.start(listener)
  }

  retryNow(): void {
    this.feed.retryNow()
  }

  stop(): void {
    this.isStopped = true
    this.feed.stop()
  }
}
