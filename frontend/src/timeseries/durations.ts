import { formatNumber } from '@/format/number'
import type { KeyWith } from '@/i18n/keys'
import { t } from '@/i18n/words'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A total duration in at most two parts: "9 h 28 min", "2 d 3 h", "45 s". */
export function formatDuration(seconds: number, locale: string): string {
  const whole = Math.round(seconds)
  if (whole < MINUTE) return t('span.seconds', { n: whole })
  if (whole < HOUR) return t('span.minutes', { n: Math.round(whole / MINUTE) })
  if (whole < 2 * DAY)
    return pair([Math.floor(whole / HOUR), 'span.hours'], [Math.floor((whole % HOUR) / MINUTE), 'span.minutes'], locale)
  return pair([Math.floor(whole / DAY), 'span.days'], [Math.floor((whole % DAY) / HOUR), 'span.hours'], locale)
}

type Part = readonly [number, KeyWith<'n'>]

function pair([many, large]: Part, [few, small]: Part, locale: string): string {
  const first = t(large, { n: formatNumber(many, 0, locale) })
  return few === 0 ? first : `${first} ${t(small, { n: few })}`
}
