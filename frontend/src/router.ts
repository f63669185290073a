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
import { PAGES, type Page } from '@/navigation/pages'
import NotFoundView from '@/pages/NotFoundView.vue'
import OverviewView from '@/pages/overview/OverviewView.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Message key of the page's title. */
    title?: Page['title']
    /** Has something to show on a machine without any GPU. */
    needsNoGpu?: boolean
    /** Has charts over time. */
    timed?: boolean
  }
}

const others = () => import('@/pages/others')

/** The page that opens first is part of the first load; the others come when they are asked for. */
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
      { path: '/:path(.*)*', component: NotFoundView, meta: { title: 'page.notFound', needsNoGpu: true } },
    ],
  })
  // Back and forward lead to what was there.
  router.beforeEach((to, from) => isBack || sameMoment(to, from))
  router.afterEach(() => {
    isBack = false
  })
  return router
}

/** What the address says of the moment that is looked at. */
const MOMENT = ['from', 'to', 'at'] as const

/** A moment of interest on one page is one on the next. */
function sameMoment(to: RouteLocationNormalized, from: RouteLocationNormalized): RouteLocationRaw | true {
  if (to.path === from.path || !to.meta.timed || !from.meta.timed) return true
  const kept = MOMENT.filter((name) => from.query[name] !== undefined)
  if (kept.length === 0 || MOMENT.some((name) => to.query[name] !== undefined)) return true
  const moment = Object.fromEntries(kept.map((name) => [name, from.query[name]]))
  return { path: to.path, query: { ...to.query, ...moment }, hash: to.hash }
}

function routeOf(name: string, page: Page): RouteRecordRaw {
  const component = page === PAGES.overview ? OverviewView : () => viewOf(page)
  const { title, needsNoGpu = false, timed = false } = page
  return { name, path: page.path, component, meta: { title, needsNoGpu, timed } }
}

async function viewOf(page: Page): Promise<Component> {
  const view = (await others()).VIEWS[`./${page.view}.vue`]
  if (view === undefined) throw new Error(`There is no view ${page.view}`)
  return view
}

/**
 * Fetches the other pages before they are asked for. A dashboard stays open for weeks: by then its server may be away,
 * or renewed and without the files of this one.
 */
export function fetchOtherPages(): void {
  const card = () => import('@/ui/inspector/InspectorCard.vue')
  void Promise.allSettled([others(), card()])
}
