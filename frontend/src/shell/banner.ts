import { computed, type ComputedRef } from 'vue'
import { useWords } from '@/i18n/words'
import { useRoute } from 'vue-router'
import type { Gpu } from '@/api/types'
import { listParts } from '@/format/list'
import { formatClock, formatMoment } from '@/format/time'
import { namedGpu } from '@/navigation/named-gpu'
import { faultLines, isFailed } from '@/store/faults'
import { useKnownInsights } from '@/store/insights'
import { structuralShare } from '@/store/structural-share'
import { useLive } from '@/store/live'
import { simulation } from '@/store/simulation'

export interface Banner {
  tone: 'info' | 'warn' | 'crit'
  head: string
  text: string
  actions: 'demo' | 'retry' | 'signIn' | 'none'
}

/** Shorter interruptions have no banner. */
const LOST_MILLIS = 5000

/** The most severe problem of the page, or null. */
export function useBanner(demoHidden: () => boolean): ComputedRef<Banner | null> {
  const { t, locale } = useWords()
  const route = useRoute()
  const { board } = useKnownInsights()
  const { snapshot, ageMillis, lostMillis, problem, stale, paused, behind, timeline } = useLive()

  /** The GPUs that cannot be read, without those that the page reports itself. */
  function unreported(): Gpu[] {
    const gpus = snapshot.value?.gpus ?? []
    if (route.meta.faults === true) return []
    const shown = route.name === 'gpu' ? namedGpu(gpus, String(route.params['index'])) : null
    return gpus.filter((gpu) => gpu !== shown)
  }

  function troubled(): Banner | null {
    const lines = faultLines(unreported().filter(isFailed), board.value, locale.value)
    if (lines.length === 0) return null
    return {
      tone: lines.some(({ health }) => health === 'crit') ? 'crit' : 'warn',
      head: t('banner.sentence', { text: listParts(lines.map(({ text }) => text)) }),
      ...{ text: '', actions: 'none' },
    }
  }

  function old(): Banner | null {
    if (!stale.value || paused.value || lostMillis.value !== null || ageMillis.value < LOST_MILLIS) return null
    if (behind.value) return catchingUp()
    const text = [t('banner.staleText'), troubled()?.head].filter(Boolean).join(' ')
    const head = t('banner.stale', { time: formatClock(timeline.lastTime ?? 0) })
    return { tone: 'warn', head, text, actions: 'none' }
  }

  /** Null before the first snapshot, when there are no old values. */
  function catchingUp(): Banner | null {
    if (snapshot.value === null) return null
    const head = t('banner.catchingUp', { time: formatClock(Date.parse(snapshot.value.takenAt)) })
    return { tone: 'warn', head, text: t('banner.catchingUpText'), actions: 'none' }
  }

  /** Prefers the detail of the server over the texts of the page. */
  function requestFailed(): Banner | null {
    if (problem.value === null) return null
    const { kind, detail } = problem.value
    // A single malformed message is ignored.
    if (kind === 'malformed' && snapshot.value !== null && !stale.value) return null
    const head = t(`problem.${kind}`)
    const isOurs = kind === 'unauthorised' || kind === 'refused'
    const text = isOurs && detail !== '' ? detail : t(`problem.${kind}Text`, { detail: detail || t('problem.nothing') })
    const isOut = kind === 'unauthorised'
    return { tone: isOut ? 'crit' : 'warn', head, text, actions: isOut ? 'signIn' : 'retry' }
  }

  function lost(): Banner | null {
    if (lostMillis.value === null || lostMillis.value < LOST_MILLIS) return null
    const last = timeline.lastTime
    const head = last === undefined ? t('banner.unreachable') : t('banner.lost', { time: formatClock(last) })
    const text = last === undefined ? t('banner.unreachableText') : t('banner.lostText')
    return { tone: 'warn', head, text, actions: 'retry' }
  }

  function demo(): Banner | null {
    const source = snapshot.value?.source
    const simulated = simulation(source)
    if (simulated === null || demoHidden()) return null
    if (simulated === 'demo') {
      return { tone: 'info', head: t('banner.demo'), text: t('banner.demoText'), actions: 'demo' }
    }
    const time = formatMoment(Date.parse(source?.recordedAt ?? ''))
    const head = t('banner.recording', { time })
    return { tone: 'info', head, text: t('banner.recordingText'), actions: 'demo' }
  }

  const worst = () => requestFailed() ?? lost() ?? old() ?? troubled() ?? demo()
  return computed<Banner | null>((before) => structuralShare<Banner | null>(before, worst()))
}
