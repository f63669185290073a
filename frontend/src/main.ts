import '@/styles/tokens.css'
import '@/styles/base.css'
import '@/styles/layout.css'
import '@/styles/forced.css'
import '@/styles/print.css'
import { until } from '@vueuse/core'
import { createApp } from 'vue'
import App from './App.vue'
import { fetchLimits } from '@/api/limits'
import { embedded } from '@/navigation/embed'
import { followParent, reportReady } from '@/navigation/parent'
import { chosenGpus, listedGpus } from '@/stream/chosen-gpus'
import { serverFeed } from '@/stream/server'
import { speak, wantedLanguage } from '@/i18n/language'
import { liveKey, startLive } from '@/store/live'
import { startQuery } from '@/store/recorder'
import { openingRange } from '@/timeseries/range'
import { dashboardRouter } from './router'

/** After this time the page is shown without numbers, and moves when its banner arrives with them. */
const PATIENCE_MILLIS = 500

const framed = embedded && window.parent !== window
if (framed) followParent()
const feed = serverFeed(startQuery(openingRange()))
const live = startLive(embedded ? chosenGpus(feed, listedGpus(location)) : feed, fetchLimits)
// In a task of its own, after the requests above.
const created = new Promise((resolve) => setTimeout(resolve)).then(() =>
  createApp(App).use(dashboardRouter()).provide(liveKey, live),
)
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLIS))
const numbers = until(live.snapshot).not.toBeNull()
// Mounted once its language is loaded, so that no other language flashes by.
void Promise.allSettled([speak(wantedLanguage()), Promise.race([numbers, patience])]).then(async () => {
  ;(await created).mount('#app')
  if (framed) reportReady()
})
