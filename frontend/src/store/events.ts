import { shallowRef, type ShallowRef } from 'vue'
import type { GpuEvent } from '@/api/types'
import type { Failure } from './insights'
import { useLive } from './live'
import { pageStore, whenLive, type Followed } from './page-store'

/** What happened in the last 24 hours, as far as the page knows it. */
export interface Events extends Followed {
  /** The newest first; null until the server has told them. */
  day: ShallowRef<readonly GpuEvent[] | null>
  /** The id that older ones of the day begin before; null where all are here. */
  older: ShallowRef<number | null>
  failure: ShallowRef<Failure | null>
  /** Whether the whole day is wanted, and not only its newest. */
  wantsAll: ShallowRef<boolean>
  /** Called with each that begins or changes. */
  hearers: Set<(event: GpuEvent) => void>
}

/** None, as before the server has answered. */
export function noEvents(): Events {
  return {
    day: shallowRef(null),
    older: shallowRef(null),
    failure: shallowRef(null),
    wantsAll: shallowRef(false),
    hearers: new Set(),
    isFollowed: false,
  }
}

const useKnownEvents = pageStore('events', noEvents)

/** For a component that shows them, which is why they are requested: after the first numbers. */
export function useEvents(): Events {
  const live = useLive()
  const events = useKnownEvents()
  whenLive(live, events, () =>
    import('./later').then(({ followEvents }) => {
      followEvents(live, events)
    }),
  )
  return events
}
