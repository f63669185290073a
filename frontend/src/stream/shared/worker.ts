import { LiveFeed } from '../live-feed'
import { portsOf } from '../server-ports'
import { Hub } from './hub'
import { streamOf } from './key'
import type { ClientMessage } from './messages'

/** The used part of the global scope; types of workers conflict with those of pages. */
interface Scope {
  name: string
  onconnect: ((event: MessageEvent) => void) | null
}

/** Holds the one stream of all tabs and frames of a dashboard. A browser ends it when the last of them is closed. */
const scope = self as unknown as Scope
/** Pages request their past by themselves. */
const hub = new Hub(new LiveFeed(portsOf(streamOf(scope.name)), null))

// Without EventSource it sends nothing, and pages open their own streams.
if ('EventSource' in self) {
  scope.onconnect = ({ ports: [port] }) => {
    if (port === undefined) return
    const receive = hub.connect((message) => {
      port.postMessage(message)
    })
    port.onmessage = ({ data }: MessageEvent<ClientMessage>) => {
      receive(data)
    }
  }
}
