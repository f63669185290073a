import { watch } from 'vue'
import { useLive } from './live'
import { pageStore } from './page-store'
import { SmHistory } from './sm-history'

/** What the stream told since the dashboard was opened, whichever page is shown, and while it is paused too. */
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
