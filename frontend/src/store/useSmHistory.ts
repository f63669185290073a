import { watch } from 'vue'
import { useLive } from './live'
import { pageStore } from './page-store'
import { SmHistory } from './sm-history'

/** The SM history since the dashboard was opened, on all pages, also while paused. */
export const useSmHistory = pageStore('SM history', () => {
  const { newest } = useLive()
  const history = new SmHistory()
  watch(
    newest,
    (snapshot) => {
      if (snapshot !== null) history.record(snapshot)
    },
    { immediate: true, flush: 'sync' },
  )
  return history
})
