import type { Problem } from '@/api/problem'
import type { Link, NotificationKind } from '../feed'

/** From a client, which is a page, to the hub, which holds the stream. */
export type ClientMessage =
  | { kind: 'subscribe' }
  /** Acknowledges one message; a client without acknowledgements is considered closed. */
  | { kind: 'ack' }
  | { kind: 'retry' }
  | { kind: 'unsubscribe' }

/** From the hub to a client. Snapshots are text, which clients share and whose size is known. */
export type HubMessage =
  | { kind: 'snapshots'; texts: readonly string[]; past: boolean }
  | { kind: 'link'; link: Link }
  | { kind: 'problem'; problem: Problem | null }
  | { kind: 'notification'; of: NotificationKind; text: string }

export type SendToHub = (message: ClientMessage) => void
export type SendToClient = (message: HubMessage) => void
