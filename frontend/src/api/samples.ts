import { parseSnapshot } from './parse'
import { getJson } from './request'
import type { MetricKey, Snapshot } from './types'

/** Metrics of one GPU, or of all if it is null, that are not part of the stream. */
export function fetchSamples(
  metrics: readonly MetricKey[],
  gpu: string | null,
  signal?: AbortSignal,
): Promise<Snapshot> {
  const query = { metrics: metrics.join(','), ...(gpu === null ? {} : { gpus: gpu }) }
  return getJson('snapshot', parseSnapshot, query, signal)
}
