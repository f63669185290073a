import { getJson } from './request'
import { parseCatalogue, parseGpu } from './parse'
import type { CatalogueEntry, Gpu } from './types'

/** All that is known of one GPU, also what the stream leaves out. */
export function fetchGpu(gpu: string, signal: AbortSignal): Promise<Gpu> {
  return getJson(`gpus/${encodeURIComponent(gpu)}`, parseGpu, {}, signal)
}

/** What can be known at all, and what it means. */
export function fetchCatalogue(): Promise<CatalogueEntry[]> {
  return getJson('catalogue', parseCatalogue)
}
