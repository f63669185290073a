import { parseSnapshot } from './parse'
import { getJson } from './request'
import type { MetricKey, Snapshot } from './types'

/** Some metrics of one GPU, or of all where none is named, for what the stream does not carry. */
export function fetchSamples(
  metrics: readonly MetricKey[],
  gpu: string | null,
  signal?: AbortSignal,
): Promise<Snapshot> {
  const query = { metrics: metrics.join(','), ...(gpu === null ? {} : { gpus: gpu }) }
  return getJson('snapshot', parseSnapshot, query, signal)
}
