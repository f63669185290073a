import { getJson } from './request'
import { parseCatalogue, parseGpu } from './parse'
import type { CatalogueEntry, Gpu } from './types'

/** All values of one GPU, including those that the stream leaves out. */
export function fetchGpu(gpu: string, signal: AbortSignal): Promise<Gpu> {
  return getJson(`gpus/${encodeURIComponent(gpu)}`, parseGpu, {}, signal)
}

/** All metrics with their titles and descriptions. */
export function fetchCatalogue(signal: AbortSignal): Promise<CatalogueEntry[]> {
  return getJson('catalogue', parseCatalogue, {}, signal)
}
