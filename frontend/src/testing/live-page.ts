import { within } from '@testing-library/dom'
import type { Snapshot } from '@/api/types'
import { EarlyFeed } from '@/stream/early-feed'
import { LiveFeed } from '@/stream/live-feed'
import { portsOf } from '@/stream/server-ports'
import { ok, refused, type ApiHandler, type ApiResponse } from './api'
import { Dashboard } from './dashboard'
import { FakeStream } from './fake-stream'

const STREAM = new URL('http://localhost/api/v1/stream?view=core')
const CLOSED = 2

const STATUS = { startedAt: '2026-03-01T09:00:00.000Z', uptimeSeconds: 3600, checks: [], steps: [] }

/** A server whose streams are controlled by a test. */
export class LiveServer {
  /** Replaces all responses, unless it returns null. */
  instead: ApiHandler | null = null
  /** Response to a request for the newest snapshot. */
  latest: Snapshot | null = null
  /** All streams of current snapshots, in order. */
  readonly streams: FakeStream[] = []
  /** All streams that begin in the past, in order. */
  readonly backfills: FakeStream[] = []

  readonly handle: ApiHandler = async (request) => {
    const replaced = (await this.instead?.(request)) ?? null
    return replaced ?? this.response(request.path)
  }

  /** As `serverFeed()`, without a worker. */
  feed(): EarlyFeed {
    const ports = portsOf(STREAM)
    const open = (id: string | null) => {
      const stream = new FakeStream(id)
      ;(id === null ? this.streams : this.backfills).push(stream)
      return stream
    }
    const start = async () => ({ snapshot: await ports.latest(), samples: null, insights: null })
    return new EarlyFeed(new LiveFeed({ ...ports, open, jitter: () => 0.5 }, null), start, open)
  }

  get stream(): FakeStream {
    return lastOf(this.streams)
  }

  get backfill(): FakeStream {
    return lastOf(this.backfills)
  }

  /** Accepts the current stream and sends the newest snapshot. */
  send(snapshot: Snapshot): void {
    this.latest = snapshot
    this.stream.open()
    this.stream.send(snapshot)
  }

  /** Answers the current stream with an error status. */
  refuse(): void {
    this.stream.fail(CLOSED)
  }

  private response(path: string): ApiResponse | null {
    if (path === 'status') return ok(STATUS)
    if (path === 'snapshot') return this.latest === null ? refused(404, 'No snapshot yet.') : ok(this.latest)
    return null
  }
}

function lastOf(streams: readonly FakeStream[]): FakeStream {
  const last = streams.at(-1)
  if (last === undefined) throw new Error('No stream was opened')
  return last
}

/** Opens a page of a live server, before the first message. */
export function openLive(path: string, server: LiveServer): Promise<Dashboard> {
  return Dashboard.open(path, { feed: server.feed(), api: [server.handle] })
}

/** Current utilization in the rows of the page of utilization, the mean of all GPUs first. */
export function utilizations(page: Dashboard): string[] {
  return laneRows(page).flatMap((row) => within(row).queryAllByRole('cell')[1]?.textContent ?? [])
}

/** Rows of the page of utilization: all GPUs, where there are several, and each. */
export function laneRows(page: Dashboard): HTMLElement[] {
  const rows = page.get.getAllByRole('row')
  return rows.filter((row) => within(row).queryByRole('rowheader') !== null)
}
