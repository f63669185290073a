import { apiAddress } from '@/api/address'
import { getJsonAt } from '@/api/request'
import { parseStart } from '@/api/start'
import { EarlyFeed } from './early-feed'
import type { Feed } from './feed'
import { LiveFeed } from './live-feed'
import { portsOf } from './server-ports'
import { buildOf, keyOf } from '@/stream/shared/key'
import { windowLifecycle } from '@/stream/shared/page-lifecycle'
import { openWorker } from '@/stream/shared/open-worker'
import { WorkerFeed } from '@/stream/shared/worker-feed'

/**
 * The feed of this page's server. HTTP/1.1 allows six connections per host, and a notebook may embed more dashboards: all
 * of a browser share the stream of a worker. A browser without shared workers (Chrome on Android) opens one stream per tab.
 *
 * @param startQuery the samples of the first response
 */
export function serverFeed(startQuery: string): Feed {
  const stream = apiAddress('stream')
  stream.searchParams.set('view', 'core')
  const key = keyOf(stream, buildOf(import.meta.url))
  const ports = portsOf(stream)
  const own = () => new LiveFeed(ports, null)
  const feed = new WorkerFeed({
    open: openWorker(key),
    lifecycle: windowLifecycle,
    otherwise: own,
  })
  const start = apiAddress('start')
  start.search = startQuery
  return new EarlyFeed(feed, () => getJsonAt(start, parseStart), ports.open)
}
