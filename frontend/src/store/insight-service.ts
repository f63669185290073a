import { useTimeoutFn } from '@vueuse/core'
import { ref, watch } from 'vue'
import { fetchInsights, parseInsight, parseInsights, type InsightState } from '@/api/insights'
import { RequestError, type Failure, type Problem } from '@/api/problem'
import type { Insight, InsightBoard } from '@/api/types'
import { usePolling } from '@/composables/polling'
import type { Insights } from './insight-board'
import type { Live } from './live'

/** Sentences contain durations, which are not part of the stream. */
const EVERY_MILLIS = 10_000
/** For a server without insights, or with insights switched off. */
const MISSING_MILLIS = 120_000
const MISSING_STATUS = [404, 503]
/** No rule is evaluated, so that none applies means nothing. */
const SWITCHED_OFF: Problem = { kind: 'refused', status: 404, detail: 'gpulse.insight.enabled=false' }
/** Several events within this time cause one request. */
const SETTLED_MILLIS = 300

/** Loads insights and keeps them current, for as long as the page lives. */
export function followInsights(live: Live, insights: Insights): void {
  live.run(() => {
    const { board, failure, wantsResolved } = insights
    const round = ref(0)
    /** In a frame of some GPUs: insights about one of them or about the machine. */
    const isShown = ({ gpus }: Insight) => {
      const chosen = live.chosen()
      return chosen === null || gpus.length === 0 || gpus.some(({ index }) => chosen.includes(index))
    }

    /** The board of the first response of the server, which answers the first request. */
    let first = live.started.then((start) => start && parseInsights(start.insights))
    /** Whether the board is newer than the connection. */
    let isFresh = false

    async function request(key: string, signal: AbortSignal): Promise<InsightBoard> {
      const early = key.startsWith('active') ? await first : null
      first = Promise.resolve(null)
      if (early !== null) isFresh = live.link.value.kind !== 'open'
      const board = early ?? (await fetchInsights(stateOf(key), signal))
      if (board.checks.length === 0 && board.insights.length === 0) throw new RequestError(SWITCHED_OFF)
      return board
    }

    usePolling<InsightBoard>({
      key: () => `${wantsResolved.value ? 'all' : 'active'} ${round.value}`,
      request,
      everyMillis: (failed) => (isMissing(failed) ? MISSING_MILLIS : EVERY_MILLIS),
      paused: () => live.paused.value,
      answered: (answer) => {
        board.value = { ...answer, insights: answer.insights.filter(isShown) }
        failure.value = null
      },
      failed: (reason) => {
        failure.value = reason
        // An older answer is outdated.
        if (isMissing(reason)) board.value = null
      },
    })
    const settled = useTimeoutFn(() => round.value++, SETTLED_MILLIS, { immediate: false })

    live.onNotification((kind, text) => {
      if (kind !== 'insight' || live.paused.value) return
      const insight = parsed(text)
      if (insight === null || !isShown(insight)) return
      update(insights, insight)
      settled.start()
    })
    watch(live.link, ({ kind }) => {
      if (kind !== 'open') return
      if (!isFresh && !live.paused.value) settled.start()
      isFresh = false
    })
  })
}

function stateOf(key: string): InsightState {
  return key.startsWith('all') ? 'all' : 'active'
}

function isMissing(failure: Failure | null): boolean {
  return MISSING_STATUS.includes(failure?.status ?? 0)
}

/** Applies an insight that begins, changes or ends. */
function update({ board, begun, muted }: Insights, insight: Insight): void {
  if (board.value === null) return
  const { insights } = board.value
  const isNew = !insights.some(({ id, state }) => id === insight.id && state === 'active')
  // One that recurs under the same id does not replace the one that is resolved.
  const others = insights.filter(
    ({ id, since, state }) => id !== insight.id || (state === 'resolved' && since !== insight.since),
  )
  board.value = { ...board.value, insights: [insight, ...others] }
  if (isNew && insight.state === 'active' && !muted.value.includes(insight.id)) begun.value = insight
}

function parsed(text: string): Insight | null {
  try {
    return parseInsight(JSON.parse(text))
  } catch {
    return null
  }
}
