import type { Problem } from '@/api/refusal'
import type { Link } from '../feed'

/** What a page says to whoever holds the stream. */
export type Said =
  /** I listen, and this is the sequence I was told last. */
  | { kind: 'hello'; after: number | null }
  /** One message has arrived; who does not say so for long has ended without a word. */
  | { kind: 'ack' }
  | { kind: 'retry' }
  | { kind: 'bye' }

/** What a page is told. Snapshots are text: it is shared between many listeners, and a ring of it is easily weighed. */
export type Told =
  | { kind: 'snapshots'; texts: readonly string[] }
  | { kind: 'link'; link: Link }
  | { kind: 'problem'; problem: Problem | null }

export type Say = (said: Said) => void
export type Tell = (told: Told) => void
