import { createRouter, createWebHistory, type Router } from 'vue-router'
import { basePath } from './api/address'
import { HOME } from './routes'
import NotFoundView from './views/NotFoundView.vue'
import UtilizationView from './views/utilization/UtilizationView.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Message key of the page's title. */
    title?: string
  }
}

export function dashboardRouter(): Router {
  return createRouter({
    history: createWebHistory(basePath()),
    routes: [
      { path: '/', redirect: (to) => ({ path: HOME, query: to.query }) },
      { path: HOME, component: UtilizationView, meta: { title: 'page.utilization' } },
      { path: '/:path(.*)*', component: NotFoundView, meta: { title: 'page.notFound' } },
    ],
  })
}
