import { HOME, NVLINK_TIMELINE, RESOURCES, UTILIZATION } from '@/routes'

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
    path: RESOURCES,
    title: 'page.resources',
    key: '3',
    icon: 'M2 5.5 5 3l3 3 3-3.5 3 2.5M2 12l3-2 3 2.5 3-2.5 3 1.5',
    needsGpu: true,
  },
  {
    path: NVLINK_TIMELINE,
    title: 'page.nvlinkTimeline',
    key: '6',
    icon: 'M2 6h2l1.5-3.5L8 10l1.8-4H14M2 13.5h12',
    needsGpu: true,
  },
]
