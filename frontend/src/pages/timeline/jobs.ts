import { usedName } from '@/api/names'
import type { UsageInterval } from '@/api/types'
import type { Span } from '@/timeseries/span'

/** Work on a GPU without a pause: one process, or several at once. */
export interface JobBar extends Span {
  key: string
  /** Name of its first process; null when it is unknown. */
  program: string | null
  users: readonly string[]
  /** Whether the end is that of a process, and not of the range. */
  ended: boolean
}

/** The bars of one GPU, in the order of time: processes that overlap share one. */
export function jobBars(
  intervals: readonly UsageInterval[],
  gpu: string,
  { from, to }: Span,
  runs: (interval: UsageInterval) => boolean | null,
): JobBar[] {
  const bars: JobBar[] = []
  const own = intervals
    .filter((each) => each.gpu === gpu)
    .map((each) => {
      const running = runs(each) === true
      return { each, running, begin: Date.parse(each.firstSeenAt), end: running ? to : Date.parse(each.lastSeenAt) }
    })
    .filter(({ begin, end }) => end > from && begin < to)
    .sort((a, b) => a.begin - b.begin)
  for (const { each, running, begin, end } of own) {
    const last = bars.at(-1)
    const users = each.user === null ? [] : [each.user]
    if (last !== undefined && begin < last.to) {
      last.users = [...new Set([...last.users, ...users])]
      last.ended = end > last.to ? !running : last.ended
      last.to = Math.max(last.to, end)
    } else {
      const key = `${gpu} ${each.pid} ${each.firstSeenAt}`
      bars.push({ key, from: Math.max(from, begin), to: end, program: usedName(each), users, ended: !running })
    }
  }
  return bars.map((bar) => ({ ...bar, to: Math.min(to, bar.to) }))
}

/** The processes on a GPU at a time. */
export function processesAt(
  intervals: readonly UsageInterval[],
  gpu: string,
  at: number,
  runs: (interval: UsageInterval) => boolean | null,
): UsageInterval[] {
  return intervals.filter((each) => {
    const end = runs(each) === true ? Infinity : Date.parse(each.lastSeenAt)
    return each.gpu === gpu && Date.parse(each.firstSeenAt) <= at && at <= end
  })
}

/** The life of the newest job with a margin; null when none ran. */
export function newestJob(
  intervals: readonly UsageInterval[],
  now: number,
  runs: (interval: UsageInterval) => boolean | null,
): Span | null {
  const [newest] = [...intervals].sort((a, b) => Date.parse(b.firstSeenAt) - Date.parse(a.firstSeenAt))
  if (newest === undefined) return null
  const from = Date.parse(newest.firstSeenAt)
  const to = runs(newest) === true ? now : Date.parse(newest.lastSeenAt)
  const margin = Math.max(MARGIN_MILLIS, (to - from) * MARGIN)
  return { from: from - margin, to: Math.min(now, to + margin) }
}

const MARGIN = 0.05
const MARGIN_MILLIS = 30_000
