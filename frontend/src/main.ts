import './styles/tokens.css'
import './styles/base.css'
import { createApp } from 'vue'
import App from './App.vue'
import { serverFeed } from './feed/server'
import { i18n } from './i18n'
import { speak, wantedLanguage } from './i18n/language'
import { liveKey, startLive } from './live/live'
import { dashboardRouter } from './router'

const app = createApp(App).use(dashboardRouter()).use(i18n).provide(liveKey, startLive(serverFeed()))
// Nothing is shown before its words are there: nobody sees another language flash by.
void speak(wantedLanguage()).finally(() => app.mount('#app'))
