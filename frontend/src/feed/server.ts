import { apiAddress } from '@/api/address'
import { fetchLimits } from '@/api/limits'
import type { Feed } from './feed'
import { LiveFeed } from './live-feed'
import { portsOf } from './server-ports'
import { openBroadcast } from './shared/channel'
import { ChannelFeed } from './shared/channel-feed'
import { buildOf, keyOf } from './shared/key'
import { webLock } from './shared/lock'
import { windowLifecycle } from './shared/page-lifecycle'
import { openWorker } from './shared/open-worker'
import { WorkerFeed } from './shared/worker-feed'

const ID_DIGITS = 36

/**
 * The feed of the server this page came from. HTTP/1.1 allows six connections to a host, and a page of notebooks shows
 * more dashboards than that: all of one browser share a stream, held by a worker, else by one of the tabs.
 */
export function serverFeed(): Feed {
  const stream = apiAddress('stream')
  stream.searchParams.set('view', 'core')
  const key = keyOf(stream, buildOf(import.meta.url))
  const own = () => new LiveFeed({ ...portsOf(stream), limits: fetchLimits })
  const channel = () =>
    new ChannelFeed({
      id: Date.now().toString(ID_DIGITS) + Math.random().toString(ID_DIGITS),
      key,
      open: openBroadcast,
      lock: webLock(key),
      lifecycle: windowLifecycle,
      limits: fetchLimits,
      own,
    })
  const otherwise = () => (typeof BroadcastChannel === 'undefined' ? own() : channel())
  if (typeof SharedWorker === 'undefined') return otherwise()
  return new WorkerFeed({ open: openWorker(key), limits: fetchLimits, lifecycle: windowLifecycle, otherwise })
}
