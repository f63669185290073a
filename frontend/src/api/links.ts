import { getJson, parsedBy } from './request'
import { parseSnapshot } from './parse'
import type { MetricKey, Snapshot } from './types'

/** What is told of each single NVLink; the stream leaves links out, because few pages need them. */
const LINKS = [
  'link.nvlink.state',
  'link.nvlink.bandwidth.max',
  'link.nvlink.rx',
  'link.nvlink.tx',
  'link.nvlink.rx.total',
  'link.nvlink.tx.total',
] as const satisfies readonly MetricKey[]

export function fetchLinks(signal: AbortSignal): Promise<Snapshot> {
  return getJson('snapshot', { metrics: LINKS.join(',') }, signal).then(parsedBy(parseSnapshot))
}
