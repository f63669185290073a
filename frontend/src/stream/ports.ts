import type { RequestError } from '@/api/problem'
import type { Snapshot } from '@/api/types'

/** The part of an EventSource that the feed needs; the numbers are those of its readyState. */
export interface Stream {
  readonly readyState: number
  addEventListener: (type: string, handler: (event: MessageEvent<string>) => void) => void
  close: () => void
}

export interface Ports {
  /** Opens the stream: after an event, what has followed it comes first; after none, the newest. */
  open: (lastEventId: string | null) => Stream
  /** The newest snapshot, asked for without the stream. */
  latest: () => Promise<Snapshot>
  /** Why the server refuses the stream, or null when it has nothing to say. */
  explain: () => Promise<RequestError | null>
  limits: () => Promise<Snapshot>
  /** From 0 to 1. */
  jitter: () => number
}
