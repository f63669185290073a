import type { Job } from '@/api/types'
import type { Translate } from '@/i18n/words'
import { formatDuration } from '@/timeseries/durations'
import { UNKNOWN } from './job-figures'

const HEAT = /thermal/
const POWER = /power/

/** The longest time with reduced clocks, since reasons overlap, and its cause; none is known without any. */
export function throttledText(
  seconds: Job['throttledSeconds'],
  t: Translate,
  locale: string,
): { value: string; unit: string; about: string } {
  const [longest] = Object.entries(seconds).sort(([, a], [, b]) => b - a)
  if (longest === undefined) return { value: UNKNOWN, unit: '', about: '' }
  const [reason, length] = longest
  const cause = HEAT.test(reason) ? 'heat' : POWER.test(reason) ? 'power' : null
  return {
    value: formatDuration(length, locale),
    unit: '',
    about: cause === null ? reason : t(`throttleCause.${cause}`),
  }
}
