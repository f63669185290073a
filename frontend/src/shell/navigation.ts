import { HOME, MACHINE, MEMORY, NVLINK, NVLINK_TIMELINE, PCIE, PROCESSES, RESOURCES, UTILIZATION } from '@/routes'

export interface Destination {
  path: string
  /** Message key of the title. */
  title: string
  key: string
  icon: string
  /** Dimmed while there is no GPU to show. */
  needsGpu: boolean
}

/** Only pages that exist; the digits are those of the finished order, so that they never change. */
export const DESTINATIONS: readonly Destination[] = [
  {
    path: HOME,
    title: 'page.overview',
    key: '0',
    icon: 'M2.5 4h11M2.5 8h11M2.5 12h11',
    needsGpu: true,
  },
  {
    path: UTILIZATION,
    title: 'page.utilization',
    key: '1',
    icon: 'M2.5 3.5h9M2.5 8h5M2.5 12.5h11M2.5 2v12',
    needsGpu: true,
  },
  {
    path: MEMORY,
    title: 'page.memory',
    key: '2',
    icon:
      'M3.5 4.5h9A1.5 1.5 0 0 1 14 6v4a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 10V6a1.5 1.5 0 0 1 1.5-1.5' +
      'M6 4.5v7M9 4.5v7',
    needsGpu: true,
  },
  {
    path: RESOURCES,
    title: 'page.resources',
    key: '3',
    icon: 'M2 5.5 5 3l3 3 3-3.5 3 2.5M2 12l3-2 3 2.5 3-2.5 3 1.5',
    needsGpu: true,
  },
  {
    path: PCIE,
    title: 'page.pcie',
    key: '4',
    icon: 'M8 2v12M6.5 5H3M6.5 8H4.5M6.5 11h-5M9.5 5h5M9.5 8h2M9.5 11h3.5',
    needsGpu: true,
  },
  {
    path: NVLINK,
    title: 'page.nvlink',
    key: '5',
    icon:
      'M3.5 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M12.5 2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6' +
      'M12.5 10.4a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M5.2 7.2l5.6-2.6M5.2 8.8l5.6 2.6',
    needsGpu: true,
  },
  {
    path: NVLINK_TIMELINE,
    title: 'page.nvlinkTimeline',
    key: '6',
    icon: 'M2 6h2l1.5-3.5L8 10l1.8-4H14M2 13.5h12',
    needsGpu: true,
  },
  {
    path: MACHINE,
    title: 'page.machine',
    key: '7',
    icon:
      'M5 3.5h6A1.5 1.5 0 0 1 12.5 5v6a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 11V5A1.5 1.5 0 0 1 5 3.5' +
      'M6 1.5v2M10 1.5v2M6 12.5v2M10 12.5v2M1.5 6h2M1.5 10h2M12.5 6h2M12.5 10h2',
    needsGpu: false,
  },
  {
    path: PROCESSES,
    title: 'page.processes',
    key: '8',
    icon: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
    needsGpu: true,
  },
]
