import { noEvents, type Events } from './event-log'
import { useLive } from './live'
import { pageStore, afterFirstSnapshot } from './page-store'

const useEventLog = pageStore('events', noEvents)

/** Events for a component that shows them; they are requested after the first snapshot. */
export function useEvents(): Events {
  const live = useLive()
  const events = useEventLog()
  afterFirstSnapshot(live, events, async () => {
    const { followEvents } = await import('./event-service')
    followEvents(live, events)
  })
  return events
}
