import { GAP, load, NOW, SINCE, spanOf, uuid } from './past'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** States of the same load in steps of ten minutes; GPU 3 is lost in the last hour. */
export function states(query: URLSearchParams, count: number) {
  const { from, to } = spanOf(query)
  const requested = (query.get('gpus') ?? '').split(',').filter(Boolean).map(Number)
  const gpus = Array.from({ length: count }, (_, index) => index)
    .filter((index) => requested.length === 0 || requested.includes(index))
    .map((index) => statesOf(index, Math.max(from, SINCE), to))
  return { from, to, stepMillis: 10 * MINUTE, gpus }
}

function stateAt(gpu: number, time: number): string {
  if (time >= GAP.from && time < GAP.to) return 'no_samples'
  if (gpu === 3 && time >= NOW - HOUR) return 'lost'
  const busy = load(gpu, time)
  if (busy > 0.1) return gpu === 7 ? 'throttled' : 'busy'
  return gpu === 4 ? 'held_idle' : 'free'
}

function statesOf(index: number, from: number, to: number) {
  const seconds: Record<string, number> = {}
  const segments: { from: number; to: number; state: string; cause: string | null }[] = []
  for (let time = from; time < to; time += 10 * MINUTE) {
    const state = stateAt(index, time)
    const end = Math.min(to, time + 10 * MINUTE)
    seconds[state] = (seconds[state] ?? 0) + (end - time) / 1000
    const last = segments.at(-1)
    if (last?.state === state) last.to = end
    else segments.push({ from: time, to: end, state, cause: state === 'throttled' ? 'power' : null })
  }
  return { gpu: { index, uuid: uuid(index) }, seconds, segments }
}
