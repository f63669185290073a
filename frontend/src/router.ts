import type { Component } from 'vue'
import { createRouter, createWebHistory, type Router, type RouteRecordRaw } from 'vue-router'
import { basePath } from './api/address'
import { PAGES, type Page } from './pages'
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

const others = () => import('./views/others')

/** The page that opens first is part of the first load; the others come when they are asked for. */
export function dashboardRouter(): Router {
  return createRouter({
    history: createWebHistory(basePath()),
    routes: [
      ...Object.values(PAGES).map(routeOf),
      { path: '/:path(.*)*', component: NotFoundView, meta: { title: 'page.notFound', needsNoGpu: true } },
    ],
  })
}

function routeOf(page: Page): RouteRecordRaw {
  const component = page === PAGES.overview ? OverviewView : () => viewOf(page)
  return { path: page.path, component, meta: { title: page.title, needsNoGpu: page.needsNoGpu ?? false } }
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
  const card = () => import('./inspector/InspectorCard.vue')
  void Promise.allSettled([others(), card()])
}
