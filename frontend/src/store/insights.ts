import { noInsights, type Insights } from './insight-board'
import { useLive } from './live'
import { pageStore, afterFirstSnapshot } from './page-store'

/** Insights as far as they have been requested; requests none. */
export const useKnownInsights = pageStore('insights', noInsights)

/** Insights for a component that shows them; they are requested after the first snapshot. */
export function useInsights(): Insights {
  const live = useLive()
  const insights = useKnownInsights()
  afterFirstSnapshot(live, insights, async () => {
    const { followInsights } = await import('./insight-service')
    followInsights(live, insights)
  })
  return insights
}
