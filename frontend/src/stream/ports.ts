import type { RequestError } from '@/api/problem'
import type { Snapshot } from '@/api/types'

/** The used part of an EventSource, with its values of readyState. */
export interface Stream {
  readonly readyState: number
  addEventListener: (type: string, handler: (event: MessageEvent<string>) => void) => void
  close: () => void
}

export interface Ports {
  /** Opens the stream after an event, or at the newest snapshot for null. */
  open: (lastEventId: string | null) => Stream
  /** Requests the newest snapshot without the stream. */
  latest: () => Promise<Snapshot>
  /** The reason for which the server refuses the stream, or null if it reports none. */
  explain: () => Promise<RequestError | null>
  /** From 0 to 1. */
  jitter: () => number
}
