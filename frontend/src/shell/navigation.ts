import { HOME, UTILIZATION } from '@/routes'

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
]
