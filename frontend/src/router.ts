import type { Component } from 'vue'
import {
  createRouter,
  createWebHistory,
  type RouteLocationNormalized,
  type RouteLocationRaw,
  type Router,
  type RouteRecordRaw,
} from 'vue-router'
import { basePath } from '@/api/address'
import { OLD_LIST, PAGES, type Page } from '@/navigation/pages'
import OverviewView from '@/pages/overview/OverviewView.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Message key of the page's title. */
    title?: Page['title']
    /** Has something to show on a machine without any GPU. */
    needsNoGpu?: boolean
    /** Has charts over time. */
    timed?: boolean
    /** Reports GPUs that cannot be read. */
    faults?: boolean
  }
}

const others = () => import('@/pages/others')

/** In one file with the dialog that connects GPUs. */
export const noGpuView = () => import('@/pages/empty/NoGpuView.vue')

/** The overview is part of the first load; other pages are loaded when they are opened. */
export function dashboardRouter(): Router {
  const history = createWebHistory(basePath())
  let isBack = false
  history.listen(() => {
    isBack = true
  })
  const router = createRouter({
    history,
    routes: [
      ...Object.entries(PAGES).map(([name, page]) => routeOf(name, page)),
      // Links, frames and saved layouts have the address of the earlier list; its query is kept.
      {
        path: OLD_LIST,
        redirect: ({ query }) => ({
          path: PAGES.timeline.path,
          query: { ...('embed' in query ? { panel: 'list' } : { list: '1' }), ...query },
        }),
      },
      {
        path: '/:path(.*)*',
        component: () => import('@/pages/NotFoundView.vue'),
        meta: { title: 'page.notFound', needsNoGpu: true },
      },
    ],
  })
  // Back and forward restore the address as it was.
  router.beforeEach((to, from) => isBack || keepTime(to, from))
  router.afterEach(() => {
    isBack = false
  })
  return router
}

/** Parameters of the selected time. */
const TIME_PARAMETERS = ['from', 'to', 'at'] as const

/** The selected time is kept from page to page. */
function keepTime(to: RouteLocationNormalized, from: RouteLocationNormalized): RouteLocationRaw | true {
  if (to.path === from.path || !to.meta.timed || !from.meta.timed) return true
  const kept = TIME_PARAMETERS.filter((name) => from.query[name] !== undefined)
  if (kept.length === 0 || TIME_PARAMETERS.some((name) => to.query[name] !== undefined)) return true
  const moment = Object.fromEntries(kept.map((name) => [name, from.query[name]]))
  return { path: to.path, query: { ...to.query, ...moment }, hash: to.hash }
}

function routeOf(name: string, page: Page): RouteRecordRaw {
  // Links, frames and saved layouts have this address, which was a page of its own.
  if (page === PAGES.processes)
    return { path: page.path, redirect: ({ query }) => ({ path: PAGES.jobs.path, query: { by: 'process', ...query } }) }
  const component = page === PAGES.overview ? OverviewView : () => viewOf(page)
  const { title, needsNoGpu = false, timed = false, faults = false } = page
  return { name, path: page.path, component, meta: { title, needsNoGpu, timed, faults } }
}

async function viewOf(page: Page): Promise<Component> {
  const view = (await others()).VIEWS[`./${page.view}.vue`]
  if (view === undefined) throw new Error(`There is no view ${page.view}`)
  return view
}

/**
 * Loads the other pages in advance, without running them. A dashboard stays open for weeks: by then its server may be
 * unreachable, or updated and without these files, which the build names in the page.
 */
export function fetchOtherPages(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name="later"]')?.content ?? ''
  for (const file of named.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    link.href = file
    document.head.append(link)
  }
}
