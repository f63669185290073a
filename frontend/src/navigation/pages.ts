import type { GpuProcess } from '../api/types'
import type { PlainKey } from '../i18n/keys'

/**
 * The one list of pages. The router, the navigation, the tiles of the overview, the browser tests and, as `routes.json`
 * in the bundle, the server read it. It imports types only, so that the build and the browser tests can read it as well.
 */
export interface Page {
  /** In the syntax of the router; the build converts it to a pattern of the server. */
  path: string
  /** Message key of the title. */
  title: Extract<PlainKey, `page.${string}`>
  /** The component, as `pages/<view>.vue`. */
  view: string
  /** Its tile on the overview, as `pages/<tile>.ts`. */
  tile?: string
  /** The digit or letter of its shortcut, which never changes; a page without one is linked from other pages only. */
  digit?: string
  /** Path of its icon in a view box of 16 by 16. */
  icon?: string
  /** Has something to show on a machine without any GPU. */
  needsNoGpu?: boolean
  /** Has charts over time, which keep the selected time from page to page. */
  timed?: boolean
  /** Shows numbers. */
  numbers?: true
  /** Reports GPUs that cannot be read, so that the banner does not repeat it. */
  faults?: true
  /** Is about NVLink: not offered on a machine without it. */
  needsNvlink?: true
}

/** In the order of their keys. */
const pages = {
  overview: {
    path: '/',
    title: 'page.overview',
    view: 'overview/OverviewView',
    digit: '0',
    icon: 'M2.5 4h11M2.5 8h11M2.5 12h11',
    numbers: true,
    faults: true,
  },
  fleet: {
    path: '/Fleet',
    title: 'page.fleet',
    view: 'fleet/FleetView',
    digit: 'L',
    icon: 'M3 3h10v3H3zM3 10h10v3H3z',
    needsNoGpu: true,
    faults: true,
  },
  free: {
    path: '/Free',
    title: 'page.free',
    view: 'free/FreeView',
    digit: 'F',
    icon: 'M5 2.5H4A1.5 1.5 0 0 0 2.5 4v1M11 2.5h1A1.5 1.5 0 0 1 13.5 4v1M5 13.5H4A1.5 1.5 0 0 1 2.5 12v-1M11 13.5h1a1.5 1.5 0 0 0 1.5-1.5v-1M8 5.5v5M5.5 8h5',
    numbers: true,
    faults: true,
  },
  utilization: {
    path: '/GPU-Utilization',
    title: 'page.utilization',
    view: 'utilization/UtilizationView',
    timed: true,
    tile: 'utilization/utilization-tile',
    digit: '1',
    icon: 'M2.5 3.5h9M2.5 8h5M2.5 12.5h11M2.5 2v12',
    numbers: true,
    faults: true,
  },
  memory: {
    path: '/GPU-Memory',
    title: 'page.memory',
    view: 'memory/MemoryView',
    tile: 'memory/memory-tile',
    digit: '2',
    icon:
      'M3.5 4.5h9A1.5 1.5 0 0 1 14 6v4a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 10V6a1.5 1.5 0 0 1 1.5-1.5' +
      'M6 4.5v7M9 4.5v7',
    numbers: true,
    faults: true,
  },
  resources: {
    path: '/GPU-Resources',
    title: 'page.resources',
    view: 'resources/ResourcesView',
    timed: true,
    tile: 'resources/resources-tile',
    digit: '3',
    icon: 'M2 5.5 5 3l3 3 3-3.5 3 2.5M2 12l3-2 3 2.5 3-2.5 3 1.5',
    numbers: true,
  },
  pcie: {
    path: '/PCIe-Throughput',
    title: 'page.pcie',
    view: 'throughput/PcieView',
    timed: true,
    tile: 'throughput/pcie-tile',
    digit: '4',
    icon: 'M8 2v12M6.5 5H3M6.5 8H4.5M6.5 11h-5M9.5 5h5M9.5 8h2M9.5 11h3.5',
    numbers: true,
  },
  nvlink: {
    path: '/NVLink-Throughput',
    title: 'page.nvlink',
    view: 'throughput/NvlinkView',
    tile: 'throughput/nvlink-tile',
    digit: '5',
    icon:
      'M3.5 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M12.5 2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6' +
      'M12.5 10.4a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M5.2 7.2l5.6-2.6M5.2 8.8l5.6 2.6',
    numbers: true,
    needsNvlink: true,
  },
  nvlinkTimeline: {
    path: '/NVLink-Timeline',
    title: 'page.nvlinkTimeline',
    view: 'nvlink-timeline/NvlinkTimelineView',
    timed: true,
    tile: 'nvlink-timeline/nvlink-timeline-tile',
    digit: '6',
    icon: 'M2 6h2l1.5-3.5L8 10l1.8-4H14M2 13.5h12',
    numbers: true,
    needsNvlink: true,
  },
  machine: {
    path: '/Machine-Resources',
    title: 'page.machine',
    view: 'machine/MachineView',
    timed: true,
    tile: 'machine/machine-tile',
    digit: '7',
    icon:
      'M5 3.5h6A1.5 1.5 0 0 1 12.5 5v6a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 11V5A1.5 1.5 0 0 1 5 3.5' +
      'M6 1.5v2M10 1.5v2M6 12.5v2M10 12.5v2M1.5 6h2M1.5 10h2M12.5 6h2M12.5 10h2',
    needsNoGpu: true,
    numbers: true,
  },
  jobs: {
    path: '/Jobs',
    title: 'page.jobs',
    view: 'jobs/JobsView',
    tile: 'processes/processes-tile',
    digit: 'J',
    icon: 'M2.5 4h7M5.5 8h8M3.5 12h5',
  },
  /** A view of the jobs, to which the router leads. */
  processes: {
    path: '/Processes',
    title: 'page.processes',
    view: 'processes/ProcessesView',
    digit: '8',
    icon: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
    numbers: true,
  },
  history: {
    path: '/History',
    title: 'page.history',
    view: 'history/HistoryView',
    tile: 'history/history-tile',
    timed: true,
    digit: '9',
    icon: 'M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 2.5V5H5M8 5v3.2l2 1.3',
    needsNoGpu: true,
    numbers: true,
  },
  insights: {
    path: '/Insights',
    title: 'page.insights',
    view: 'insights/InsightsView',
    tile: 'insights/insights-tile',
    digit: 'I',
    icon: 'M8 1.8a4.2 4.2 0 0 0-2.4 7.65V11h4.8V9.45A4.2 4.2 0 0 0 8 1.8M6.3 13.8h3.4',
    needsNoGpu: true,
    faults: true,
  },
  timeline: {
    path: '/Timeline',
    title: 'page.timeline',
    view: 'timeline/TimelineView',
    tile: 'events/events-tile',
    timed: true,
    digit: 'E',
    icon: 'M2.5 4h7M4.5 8h9M2.5 12h5M2.5 2v12',
    needsNoGpu: true,
  },
  /** One for each GPU, by its index or its UUID. */
  gpu: {
    path: '/gpus/:index',
    title: 'page.gpu',
    view: 'gpu/GpuView',
    timed: true,
    numbers: true,
  },
  /** The report of one job, by its id or the group of one of its processes. */
  job: {
    path: '/Jobs/:id',
    title: 'page.job',
    view: 'jobs/JobView',
  },
  /** The list of pages and panels to embed. */
  embed: {
    path: '/embed',
    title: 'page.embed',
    view: 'embed/EmbedView',
    needsNoGpu: true,
  },
} satisfies Record<string, Page>

export type PageName = keyof typeof pages

export const PAGES: Readonly<Record<PageName, Page>> = pages

/** The address of the timeline in earlier versions. */
export const OLD_LIST = '/Events'

/** The dashboards of live charts, which are tabs of one entry of the navigation, by their digits. */
export const LIVE_PAGES: readonly Page[] = Object.values(PAGES).filter(({ digit = '0' }) => /[1-7]/.test(digit))

export function gpuPath(gpu: number | string): string {
  return PAGES.gpu.path.replace(':index', encodeURIComponent(gpu))
}

export function jobPage(id: string): string {
  return PAGES.job.path.replace(':id', encodeURIComponent(id))
}

/** The report of a process's job; null for a program that only draws, and while its group is unknown. */
export function jobOfProcess({ group, type }: Pick<GpuProcess, 'group' | 'type'>): string | null {
  return group === null || type === 'GRAPHICS' ? null : jobPage(group)
}
