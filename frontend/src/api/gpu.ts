import { getJson } from './request'
import { parseCatalogue, parseGpu, parseSnapshot } from './parse'
import type { CatalogueEntry, Gpu, MetricKey, Snapshot } from './types'

/** All that is known of one GPU, also what the stream leaves out. */
export function fetchGpu(gpu: string, signal: AbortSignal): Promise<Gpu> {
  return getJson(`gpus/${encodeURIComponent(gpu)}`, parseGpu, {}, signal)
}

/** What can be known at all, and what it means. */
export function fetchCatalogue(): Promise<CatalogueEntry[]> {
  return getJson('catalogue', parseCatalogue)
}

/** Some rows of one GPU, or of all where none is named, for what the stream does not carry. */
export function fetchSamples(metrics: readonly MetricKey[], gpu: string | null, signal: AbortSignal): Promise<Snapshot> {
  const asked = { metrics: metrics.join(','), ...(gpu === null ? {} : { gpus: gpu }) }
  return getJson('snapshot', parseSnapshot, asked, signal)
}
