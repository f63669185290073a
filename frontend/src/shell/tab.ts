import { watchThrottled } from '@vueuse/core'
import { onScopeDispose, shallowRef, type Ref } from 'vue'
import { useWords } from '@/i18n/words'
import { faviconAddress } from './favicon'
import { formatIndexes } from '@/format/indexes'
import { formatNumber } from '@/format/number'
import { useKnownInsights } from '@/store/insights'
import { useLive } from '@/store/live'
import { momentOf } from '@/store/moment'
import { simulation } from '@/store/simulation'
import { machineStatus, type MachineStatus } from '@/store/tab'
import { currentState, type ConnectionState } from './connection'

/** Index of the GPU that the page of one GPU shows, else what its address has, as a UUID; empty on other pages. */
export const shownGpu = shallowRef('')

const PACE_MILLIS = 1000
/** States without current data of the machine. */
const WITHOUT_NUMBERS: ReadonlySet<ConnectionState> = new Set(['noGpu', 'catchingUp', 'reconnecting', 'unauthorised'])

/**
 * Shows the state of the machine in the title and the icon of the tab. Follows snapshots and not frames, because the tab
 * is visible while its page is not, and hidden pages get no frames.
 */
export function useTab(page: Readonly<Ref<string>>): void {
  const { t, locale } = useWords()
  const live = useLive()
  const { marks } = useKnownInsights()
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const brand = icon?.getAttribute('href') ?? ''

  function update(): void {
    const snapshot = (live.paused.value ? live.snapshot.value : null) ?? live.newest.value
    const state = currentState(live, snapshot)
    const machine = snapshot === null ? null : machineStatus(momentOf(live, snapshot, marks.value))
    show([...words(state, machine), page.value].join(' · '), faviconAddress(state, machine) ?? brand)
  }

  function words(state: ConnectionState, machine: MachineStatus | null): string[] {
    const simulated = simulation(live.newest.value?.source)
    const word = state === 'live' ? simulated : state
    const parts = word === null ? [] : [t(`connection.${word}`)]
    if (state === 'connecting') return []
    if (machine === null || WITHOUT_NUMBERS.has(state)) return parts
    const { gpus, percent, idle, troubled } = machine
    if (troubled.length > 0) parts.push(t('tab.trouble', { indexes: formatIndexes(troubled) }, troubled.length))
    parts.push(t('tab.gpus', { n: gpus }, gpus))
    if (percent !== null) parts.push(t('tab.mean', { n: formatNumber(percent, 0, locale.value) }))
    if (idle > 0) parts.push(t('tab.idle', { n: idle }))
    return parts
  }

  function show(title: string, address: string): void {
    if (document.title !== title) document.title = title
    if (icon !== null && icon.getAttribute('href') !== address) icon.setAttribute('href', address)
  }

  watchThrottled([live.newest, live.link, live.problem, live.paused, live.stale, live.caughtUpTo, page], update, {
    throttle: PACE_MILLIS,
    immediate: true,
  })
  onScopeDispose(() => {
    show(page.value, brand)
  })
}
