import { computed, type ComputedRef } from 'vue'
import { useQueryName } from './query'

/** Inside another page the dashboard shows no chrome and takes no keys. It stays so as long as the page lives. */
export const embedded = new URLSearchParams(location.search).get('embed') === '1'

export interface PanelChoice {
  /** What the frame shows alone, as `panel` of the address names it; null where it shows the page, and outside of frames. */
  panel: ComputedRef<string | null>
  /** Whether a part of the page is shown. */
  shows: (part: string) => boolean
  /** The same for a part that a frame shows only by its name. */
  showsExtra: (part: string) => boolean
}

/** What a page shows; the names of its parts stand in `embed/panels.ts`. */
export function usePanel(): PanelChoice {
  const named = useQueryName('panel')
  const panel = computed(() => (embedded ? named.value : null))
  return {
    panel,
    shows: (part) => panel.value === null || panel.value === part,
    showsExtra: (part) => !embedded || panel.value === part,
  }
}
