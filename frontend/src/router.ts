import { createRouter, createWebHistory, type Router } from 'vue-router'
import { basePath } from './api/address'
import {
  GPU,
  HOME,
  MACHINE,
  MEMORY,
  NVLINK,
  NVLINK_TIMELINE,
  PCIE,
  PROCESSES,
  RESOURCES,
  UTILIZATION,
} from './routes'
import NotFoundView from './views/NotFoundView.vue'
import OverviewView from './views/overview/OverviewView.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Message key of the page's title. */
    title?: string
    /** Has something to show on a machine without any GPU. */
    needsNoGpu?: boolean
  }
}

const utilizationView = () => import('./views/utilization/UtilizationView.vue')
const resourcesView = () => import('./views/resources/ResourcesView.vue')
const nvlinkTimelineView = () => import('./views/nvlink-timeline/NvlinkTimelineView.vue')
const memoryView = () => import('./views/memory/MemoryView.vue')
const pcieView = () => import('./views/throughput/PcieView.vue')
const nvlinkView = () => import('./views/throughput/NvlinkView.vue')
const processesView = () => import('./views/processes/ProcessesView.vue')
const machineView = () => import('./views/machine/MachineView.vue')
const gpuView = () => import('./views/gpu/GpuView.vue')

const TIMELINES = [utilizationView, resourcesView, nvlinkTimelineView]
const OTHERS = [...TIMELINES, memoryView, pcieView, nvlinkView, processesView, gpuView, machineView]

/** The page that opens first is part of the first load; the others come when they are asked for. */
export function dashboardRouter(): Router {
  return createRouter({
    history: createWebHistory(basePath()),
    routes: [
      { path: HOME, component: OverviewView, meta: { title: 'page.overview' } },
      { path: UTILIZATION, component: utilizationView, meta: { title: 'page.utilization' } },
      { path: RESOURCES, component: resourcesView, meta: { title: 'page.resources' } },
      { path: NVLINK_TIMELINE, component: nvlinkTimelineView, meta: { title: 'page.nvlinkTimeline' } },
      { path: MEMORY, component: memoryView, meta: { title: 'page.memory' } },
      { path: PCIE, component: pcieView, meta: { title: 'page.pcie' } },
      { path: NVLINK, component: nvlinkView, meta: { title: 'page.nvlink' } },
      { path: PROCESSES, component: processesView, meta: { title: 'page.processes' } },
      { path: GPU, component: gpuView, meta: { title: 'page.gpu' } },
      { path: MACHINE, component: machineView, meta: { title: 'page.machine', needsNoGpu: true } },
      { path: '/:path(.*)*', component: NotFoundView, meta: { title: 'page.notFound', needsNoGpu: true } },
    ],
  })
}

/**
 * Fetches the other pages before they are asked for. A dashboard stays open for weeks: by then its server may be away,
 * or renewed and without the files of this one.
 */
export function fetchOtherPages(): void {
  const card = () => import('./question/QuestionCard.vue')
  void Promise.allSettled([...OTHERS, card].map((part) => part()))
}
