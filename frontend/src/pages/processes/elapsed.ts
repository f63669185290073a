import type { Translate } from '@/i18n/words'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** "0:14:05" up to a day, "6 d 9 h" from then on. */
export function formatElapsed(seconds: number, t: Translate): string {
  if (seconds >= DAY)
    return t('processes.days', { d: Math.floor(seconds / DAY), h: Math.floor((seconds % DAY) / HOUR) })
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  return `${Math.floor(seconds / HOUR)}:${twoDigits(minutes)}:${twoDigits(Math.floor(seconds % MINUTE))}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
