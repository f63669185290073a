import type { Problem } from '@/api/problem'
import type { Link, ToldKind } from '../feed'

/** From a client, which is a page, to the hub, which holds the stream. */
export type ClientMessage =
  | { kind: 'subscribe' }
  /** One message has arrived; a client that does not acknowledge for long is taken for closed. */
  | { kind: 'ack' }
  | { kind: 'retry' }
  | { kind: 'unsubscribe' }

/** From the hub to a client. Snapshots are text: it is shared between many clients, and a ring of it is easily weighed. */
export type HubMessage =
  | { kind: 'snapshots'; texts: readonly string[]; past: boolean }
  | { kind: 'link'; link: Link }
  | { kind: 'problem'; problem: Problem | null }
  | { kind: 'told'; of: ToldKind; text: string }

export type SendToHub = (message: ClientMessage) => void
export type SendToClient = (message: HubMessage) => void
