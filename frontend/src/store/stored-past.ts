import { useStorage, watchDebounced } from '@vueuse/core'
import { getCurrentScope, watch } from 'vue'
import { fetchHistory } from '@/api/history'
import { HOST_KEY } from '@/api/names'
import type { History } from '@/api/types'
import { RANGES, STORED_AS, type RangeName } from '@/timeseries/range'
import { useVisible } from '@/composables/visibility'
import { mostGpus } from '@/timeseries/question'
import type { Live } from './live'
import { RECORDED, RECORDED_OF_HOST, type StoredMoment } from './recorder'

/** What is replayed comes first; what is still missing then is asked for. */
const REPLAY_MILLIS = 1500
/** A bucket of the server holds two samples at least. */
const ROUNDS_A_BUCKET = 2
const USUAL: RangeName = '5m'
const LONGEST_MILLIS = RANGES['15m'].millis
/** They are masks, of which there is no mean. */
const ASKED_OF_GPUS = RECORDED.filter((metric) => metric !== 'clocks_event_reasons.active')

/**
 * Fills the window of the live charts from what the server stored: what it replays ends five minutes ago, and where it
 * was started. Without a history nothing is filled, and nothing is said. It ends with the scope that it is called in.
 *
 * @param asked the range as the address has it; null while no window is to be filled
 */
export function followStored(live: Live, asked: () => unknown): void {
  let known = Infinity
  /** The newest moment before the page was hidden. */
  let leftAt: number | undefined
  const { timeline } = live
  const bucket = () => ROUNDS_A_BUCKET * (live.newest.value?.everyMillis ?? 1000)
  const add = async (from: number, to: number) => {
    const told = await fetchHistory(question(live, from, to, bucket())).catch(() => null)
    if (told !== null) live.addStored(momentsOf(told, to))
    return told !== null
  }
  const fill = async (chosen: unknown) => {
    if (asked() === null) return
    const first = timeline.firstTime
    const from = live.edge() - reachOf(asked(), chosen)
    if (first === undefined || from > Math.min(known, first) - bucket()) return
    if (await add(from, first)) known = from
  }
  /** The time for which the page was hidden, as far as it was not replayed. */
  const fillGap = async () => {
    const from = Math.max(leftAt ?? Infinity, live.edge() - LONGEST_MILLIS)
    const to = timeline.timeAfter(from)
    leftAt = undefined
    if (to !== undefined && to - from > 2 * bucket()) await add(from, to)
  }
  const scope = getCurrentScope()
  const chosen = useStorage<string>(STORED_AS, USUAL, undefined, { writeDefaults: false })
  const isVisible = useVisible()
  watch(isVisible, () => {
    if (!isVisible.value) leftAt ??= timeline.lastTime
  })
  const update = async () => {
    // The last of what is debounced comes after the end.
    if (!isVisible.value || scope?.active !== true) return
    await fill(chosen.value)
    await fillGap()
  }
  watchDebounced([asked, chosen, isVisible], update, { debounce: REPLAY_MILLIS, immediate: true })
}

function reachOf(asked: unknown, chosen: unknown): number {
  const name = [asked, chosen].find((each): each is RangeName => typeof each === 'string' && each in RANGES)
  return RANGES[name ?? USUAL].millis
}

function question(live: Live, from: number, to: number, bucket: number): string {
  const gpus = live.newest.value?.gpus.map(({ index }) => index) ?? []
  const fits = gpus.length <= mostGpus(ASKED_OF_GPUS.length, RECORDED_OF_HOST.length)
  const metrics = fits ? [...ASKED_OF_GPUS, ...RECORDED_OF_HOST] : ['utilization.gpu', 'memory.used', 'power.draw']
  return new URLSearchParams({
    metrics: metrics.join(','),
    ...(live.chosen() === null ? {} : { gpus: gpus.join(',') }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    points: String(Math.max(2, Math.min(600, Math.ceil((to - from) / bucket)))),
  }).toString()
}

/** Buckets as samples in their middle. */
export function momentsOf({ t, stepMillis, series }: History, before: number): StoredMoment[] {
  return t
    .map((begin, i) => ({
      time: begin + stepMillis / 2,
      values: series.flatMap(({ gpu, metric, avg }) => {
        const value = avg[i]
        return value === null || value === undefined ? [] : [{ subject: gpu ?? HOST_KEY, metric, value }]
      }),
    }))
    .filter(({ time, values }) => time < before && values.length > 0)
}
