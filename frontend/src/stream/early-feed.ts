import type { Snapshot } from '@/api/types'
import type { Feed, FeedListener } from './feed'

/**
 * Another feed, with the newest snapshot asked for beside it: that is there before a worker has begun and a stream is
 * open. Where it cannot be had, the other feed says why.
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

  limits(): Promise<Snapshot> {
    return this.feed.limits()
  }

  stop(): void {
    this.isStopped = true
    this.feed.stop()
  }
}
