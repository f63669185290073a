import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import { fetchCatalogue } from '@/api/gpu'
import type { CatalogueEntry } from '@/api/types'

interface Catalogue {
  /** Null until it has come; it never changes while the server runs. */
  entries: Readonly<ShallowRef<readonly CatalogueEntry[] | null>>
  problem: Readonly<Ref<string | null>>
  /** Asks for it where it has not been told yet. */
  want: () => void
}

const entries = shallowRef<readonly CatalogueEntry[] | null>(null)
const problem = ref<string | null>(null)
let asking = false

/** What there is to be known, asked for once a page load and only when somebody needs it. */
export function useCatalogue(): Catalogue {
  function want(): void {
    if (entries.value !== null || asking) return
    asking = true
    fetchCatalogue()
      .then(
        (told) => {
          entries.value = told
          problem.value = null
        },
        (error: unknown) => {
          problem.value = error instanceof Error ? error.message : String(error)
        },
      )
      .finally(() => {
        asking = false
      })
  }
  return { entries, problem, want }
}
