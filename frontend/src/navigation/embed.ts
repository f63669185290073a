import { computed, type ComputedRef } from 'vue'
import { useQueryName } from './query'

/** Whether another page embeds the dashboard, which then has no navigation and no shortcuts. */
export const embedded = new URLSearchParams(location.search).get('embed') === '1'

/** Whether the frame is a small picture of a panel, which is drawn once a second. */
export const calm = embedded && new URLSearchParams(location.search).get('calm') === '1'

export interface PanelChoice {
  /** The panel that the address names; null for a whole page, and outside of frames. */
  panel: ComputedRef<string | null>
  /** Whether a panel is shown. */
  shows: (part: string) => boolean
  /** The same for a panel that a frame shows only by its name. */
  showsExtra: (part: string) => boolean
}

/** The panels that a page shows; their names are in `navigation/panels.ts`. */
export function usePanel(): PanelChoice {
  const named = useQueryName('panel')
  const panel = computed(() => (embedded ? named.value : null))
  return {
    panel,
    shows: (part) => panel.value === null || panel.value === part,
    showsExtra: (part) => !embedded || panel.value === part,
  }
}

/** Where an embedded panel teleports its legend. */
export const LEGEND = '#legend'
