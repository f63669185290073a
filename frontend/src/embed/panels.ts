import { defineAsyncComponent, type Component } from 'vue'

/**
 * What `?embed=1&panel=` shows, by its name there. A panel takes no props: it asks for the moment and reads the
 * address itself. It puts its legend into the line below it, by a Teleport to `LEGEND` (legend.ts).
 */
export const PANELS: Readonly<Record<string, Component>> = {
  /** The table of GPUs. */
  overview: defineAsyncComponent(() => import('@/views/overview/OverviewPanel.vue')),
  /** Utilization, a lane for each GPU; reads `range` and `measure`. */
  util: defineAsyncComponent(() => import('@/views/utilization/UtilizationPanel.vue')),
}
