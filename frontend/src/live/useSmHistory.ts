import { effectScope, watch } from 'vue'
import { useLive, type Live } from './live'
import { SmHistory } from './sm-history'

const shared = new WeakMap<Live, SmHistory>()

/** What the stream told since the dashboard was opened, whichever page is shown, and while it is paused too. */
export function useSmHistory(): SmHistory {
  const live = useLive()
  const known = shared.get(live)
  if (known !== undefined) return known
  const history = new SmHistory()
  shared.set(live, history)
  // It goes on when the page that asked first is left.
  effectScope(true).run(() => {
    watch(
      live.newest,
      (snapshot) => {
        if (snapshot !== null) history.record(snapshot)
      },
      { immediate: true, flush: 'sync' },
    )
  })
  return history
}
