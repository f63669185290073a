import './styles/tokens.css'
import './styles/base.css'
import { createApp } from 'vue'
import App from './App.vue'
import { serverFeed } from './feed/server'
import { i18n } from './i18n'
import { liveKey, startLive } from './live/live'
import { dashboardRouter } from './router'

createApp(App).use(dashboardRouter()).use(i18n).provide(liveKey, startLive(serverFeed())).mount('#app')
