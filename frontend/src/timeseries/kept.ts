import type { HistoryStatus } from '@/api/types'

const MINUTE = 60_000
const HOUR = 3_600_000

/** Time of the oldest stored row, or null without any. */
export function keptSince({ rawSince, minutesSince, hoursSince }: HistoryStatus): number | null {
  const [raw, minute, hour] = [rawSince, minutesSince, hoursSince].map((time) =>
    time === null ? null : Date.parse(time),
  )
  return older(older(raw ?? null, minute ?? null, MINUTE), hour ?? null, HOUR)
}

/** Rows are dated by their start: the first sample may be later by the width of a row. */
function older(fine: number | null, coarse: number | null, width: number): number | null {
  if (fine === null || coarse === null) return fine ?? coarse
  return coarse + width > fine ? fine : coarse
}
