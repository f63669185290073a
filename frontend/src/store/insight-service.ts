import { effectScope, ref, watch } from 'vue'
import { fetchInsights, parseInsight } from '@/api/insights'
import type { Insight, InsightBoard } from '@/api/types'
import { RequestError } from '@/api/problem'
import { usePolling } from '@/composables/polling'
import type { Failure, Insights } from './insights'
import type { Live } from './live'

/** Sentences say how long something has lasted, which nobody tells on the stream. */
const EVERY_MILLIS = 10_000
/** A server that has none, or does not run them, has none for long. */
const MISSING_MILLIS = 120_000
const NOT_FOUND = 404
const UNAVAILABLE = 503
/** Before a question that many events would ask at once. */
const SETTLED_MILLIS = 300

/** Keeps them as the server tells them, as long as the page lives. */
export function followInsights(live: Live, insights: Insights): void {
  effectScope(true).run(() => {
    const { board, failure, wantsResolved } = insights
    const round = ref(0)
    let due: ReturnType<typeof setTimeout> | undefined
    /** In a frame of some GPUs: what is about one of them, or about the machine. */
    const isShown = ({ gpus }: Insight) => {
      const chosen = live.chosen()
      return chosen === null || gpus.length === 0 || gpus.some(({ index }) => chosen.includes(index))
    }
    const isMissing = () => [NOT_FOUND, UNAVAILABLE].includes(failure.value?.status ?? 0)

    usePolling<InsightBoard>({
      key: () => `${wantsResolved.value ? 'all' : 'active'} ${round.value}`,
      request: async (key, signal) => {
        try {
          return await fetchInsights(key.startsWith('all') ? 'all' : 'active', signal)
        } catch (problem) {
          if (!signal.aborted) failure.value = failureOf(problem)
          // What it said before it had none is of another time.
          if (isMissing()) board.value = null
          throw problem
        }
      },
      everyMillis: () => (isMissing() ? MISSING_MILLIS : EVERY_MILLIS),
      paused: () => live.paused.value,
      answered: (told) => {
        board.value = { ...told, insights: told.insights.filter(isShown) }
        failure.value = null
      },
    })
    /** Whatever was missed meanwhile is in the next answer. */
    const ask = () => {
      clearTimeout(due)
      due = setTimeout(() => round.value++, SETTLED_MILLIS)
    }

    live.onTold((kind, text) => {
      if (kind !== 'insight' || live.paused.value) return
      const insight = parsed(text)
      if (insight === null || !isShown(insight)) return
      hear(insights, insight)
      ask()
    })
    watch(live.link, ({ kind }) => {
      if (kind === 'open' && !live.paused.value) ask()
    })
  })
}

/** Takes in one that begins, changes or ends. */
export function hear({ board, begun, muted }: Insights, insight: Insight): void {
  if (board.value === null) return
  const { insights } = board.value
  const isNew = !insights.some(({ id, state }) => id === insight.id && state === 'active')
  // One that has begun anew under its old id leaves the one that is over.
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

export function failureOf(problem: unknown): Failure {
  if (problem instanceof RequestError) return { status: problem.problem.status, detail: problem.message }
  return { status: 0, detail: problem instanceof Error ? problem.message : String(problem) }
}
