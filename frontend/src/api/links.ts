import { fetchSamples } from './samples'
import type { MetricKey, Snapshot } from './types'

/** Metrics of single NVLinks; the stream omits links, because few pages need them. */
const LINKS = [
  'link.nvlink.state',
  'link.nvlink.bandwidth.max',
  'link.nvlink.rx',
  'link.nvlink.tx',
  'link.nvlink.rx.total',
  'link.nvlink.tx.total',
] as const satisfies readonly MetricKey[]

export function fetchLinks(signal: AbortSignal): Promise<Snapshot> {
  return fetchSamples(LINKS, null, signal)
}

/** Fault counters of links, of all generations. */
export const LINK_FAULTS = [
  'link.nvlink.recovery.total',
  'link.nvlink.recovery.successful',
  'link.nvlink.recovery.failed',
  'link.nvlink.errors.effective',
  'link.nvlink.errors.symbol',
  'link.nvlink.errors.malformed',
  'link.nvlink.errors.overrun',
  'link.nvlink.errors.rx',
  'link.nvlink.errors.remote',
  'link.nvlink.errors.general',
  'link.nvlink.errors.integrity',
  'link.nvlink.errors.discards',
  'link.nvlink.errors.replay',
  'link.nvlink.errors.recovery',
  'link.nvlink.errors.crc',
] as const satisfies readonly MetricKey[]

/** The share of wrong bits after error correction. */
export const LINK_ERROR_RATIO = 'link.nvlink.ber.effective' satisfies MetricKey

/** State and faults of single links, which the server reads every 10 s. */
export function fetchLinkHealth(signal: AbortSignal): Promise<Snapshot> {
  return fetchSamples(['link.nvlink.state', ...LINK_FAULTS, LINK_ERROR_RATIO], null, signal)
}
