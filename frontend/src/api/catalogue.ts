import { ask } from './ask'
import type { CatalogueEntry } from './types'

let asked: Promise<ReadonlyMap<string, CatalogueEntry>> | null = null

/** Every metric by its key; asked for once, since it only changes with the server, and again after a failure. */
export function fetchCatalogue(): Promise<ReadonlyMap<string, CatalogueEntry>> {
  asked ??= ask<CatalogueEntry[]>('catalogue').then((rows) => new Map(rows.map((row) => [row.key, row])))
  asked.catch(() => {
    asked = null
  })
  return asked
}
