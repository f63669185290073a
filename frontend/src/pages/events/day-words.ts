import type { Translate } from '@/i18n/words'

const TAGS: Record<string, string> = { en: 'en-GB', zh: 'zh-CN' }
const known = new Map<string, Intl.DateTimeFormat>()

/** "Today, Monday 14 September"; of another year with the year. */
export function dayWords(begin: number, now: number, locale: string, t: Translate): string {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const isThisYear = new Date(begin).getFullYear() === new Date(now).getFullYear()
  const day = formatter(locale, isThisYear).format(begin)
  if (begin === today) return t('events.today', { day })
  // Days are not all of one length.
  return begin === new Date(today - 1).setHours(0, 0, 0, 0) ? t('events.yesterday', { day }) : day
}

function formatter(locale: string, isThisYear: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${isThisYear}`
  const made =
    known.get(key) ??
    new Intl.DateTimeFormat(TAGS[locale] ?? locale, {
      ...{ weekday: 'long', day: 'numeric', month: 'long' },
      ...(isThisYear ? {} : { year: 'numeric' }),
    })
  known.set(key, made)
  return made
}
