import type { HistoryStatus } from '@/api/types'

const MINUTE = 60_000
const HOUR = 3_600_000

/** The oldest moment of which something is kept, or null while there is none. */
export function keptSince({ rawSince, minutesSince, hoursSince }: HistoryStatus): number | null {
  const [raw, minute, hour] = [rawSince, minutesSince, hoursSince].map((time) =>
    time === null ? null : Date.parse(time),
  )
  return older(older(raw ?? null, minute ?? null, MINUTE), hour ?? null, HOUR)
}

/** A row is told by when it begins: the first sample in it may be as much later as it is long. */
function older(fine: number | null, coarse: number | null, width: number): number | null {
  if (fine === null || coarse === null) return fine ?? coarse
  return coarse + width > fine ? fine : coarse
}
