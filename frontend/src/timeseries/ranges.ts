import { RANGES, type RangeOffer } from './range'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Ranges of the history, which spans a month. */
const PAST_RANGES = {
  '15m': RANGES['15m'],
  '1h': { millis: HOUR, label: 'history.h1' },
  '3h': { millis: 3 * HOUR, label: 'history.h3' },
  '12h': { millis: 12 * HOUR, label: 'history.h12' },
  '24h': { millis: DAY, label: 'history.h24' },
  '7d': { millis: 7 * DAY, label: 'history.d7' },
  '30d': { millis: 30 * DAY, label: 'history.d30' },
} as const

export type PastRangeName = keyof typeof PAST_RANGES

export const PAST: RangeOffer<PastRangeName> = {
  ranges: PAST_RANGES,
  names: ['15m', '1h', '3h', '12h', '24h', '7d', '30d'],
  usual: '24h',
}
const USUAL = ['1h', '3h', '12h', '24h'] as const

/** The shortest of the usual ranges that holds all samples since a time; null while that is unknown. */
export function rangeSince(since: number | null, now: number): PastRangeName {
  return USUAL.find((name) => since !== null && now - since <= PAST_RANGES[name].millis) ?? PAST.usual
}

/** A little more than the history spans, so that all of it can be selected. */
export const MOST_MILLIS = 32 * DAY
