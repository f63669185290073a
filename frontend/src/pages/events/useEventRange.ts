import { useRange, type RangeOffer, type SharedRange } from '@/timeseries/range'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NAMES = ['1h', '3h', '12h', '24h', '7d', '30d'] as const
export type EventRange = (typeof NAMES)[number]

const OFFER: RangeOffer<EventRange> = {
  ranges: {
    '1h': { millis: HOUR, label: 'history.h1' },
    '3h': { millis: 3 * HOUR, label: 'history.h3' },
    '12h': { millis: 12 * HOUR, label: 'history.h12' },
    '24h': { millis: DAY, label: 'history.h24' },
    '7d': { millis: 7 * DAY, label: 'history.d7' },
    '30d': { millis: 30 * DAY, label: 'history.d30' },
  },
  names: NAMES,
  usual: '24h',
}

/** How far back the list reaches, in the words of the page of the past. */
export function useEventRange(): SharedRange<EventRange> {
  return useRange(OFFER)
}

/** The longer of that and a day, which the strip shows. */
export function atLeastDay(range: EventRange): EventRange {
  return NAMES.indexOf(range) < NAMES.indexOf('24h') ? '24h' : range
}
