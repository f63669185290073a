import { shallowRef, type ShallowRef } from 'vue'
import { fetchLinkHealth, fetchLinks } from '@/api/links'
import type { Snapshot } from '@/api/types'
import { usePolling, type Polled } from './polling'

export const ASK_MILLIS = 2000
/** Their counters span about five seconds. */
const RETAINED = 3

export interface PolledLinks extends Pick<Polled<Snapshot>, 'ageMillis' | 'problem'> {
  /** The last answers, the oldest first. */
  answers: Readonly<ShallowRef<readonly Snapshot[]>>
}

/** Counters of single links, while they are wanted. */
export function useLinks(wanted: () => boolean): PolledLinks {
  const answers = shallowRef<readonly Snapshot[]>([])
  const { ageMillis, problem } = usePolling({
    key: () => (wanted() ? 'links' : null),
    request: (_, signal) => fetchLinks(signal),
    everyMillis: ASK_MILLIS,
    answered: (answer) => {
      answers.value = continued(answers.value, answer)
    },
  })
  return { answers, ageMillis, problem }
}

/** An answer from another source, or one that is no newer, restarts the series. */
function continued(before: readonly Snapshot[], answer: Snapshot): readonly Snapshot[] {
  const last = before.at(-1)
  if (last === undefined) return [answer]
  const follows = last.source.kind === answer.source.kind && Date.parse(last.takenAt) < Date.parse(answer.takenAt)
  return follows ? [...before, answer].slice(-RETAINED) : [answer]
}

/** The server queries the driver as often. */
const HEALTH_MILLIS = 10_000

/** Faults and error ratio of single links, while they are wanted. */
export function useLinkHealth(wanted: () => boolean): Polled<Snapshot> {
  return usePolling({
    key: () => (wanted() ? 'health' : null),
    request: (_, signal) => fetchLinkHealth(signal),
    everyMillis: HEALTH_MILLIS,
  })
}
