import { watch } from 'vue'
import { useLive } from '@/live/live'
import { SmHistory } from './sm-history'

/** What the stream told since the page was opened, while it is paused too. */
export function useSmHistory(): SmHistory {
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
}
