import { locale } from '@/i18n/words'

const DAY_MILLIS = 86_400_000
const SECONDS_UP_TO_MILLIS = 900_000
const DATE = { day: 'numeric', month: 'short' } as const
const FORMS = { weekday: { weekday: 'short' }, date: DATE, dateOfYear: { ...DATE, year: 'numeric' } } as const
const TAGS: Record<string, string> = { en: 'en-GB', zh: 'zh-CN' }
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The server's time in the reader's zone, 24 hours. */
export function formatClock(millis: number): string {
  return `${minuteOf(millis)}:${two(new Date(millis).getSeconds())}`
}

/** The same where it may be of another day: "14:31:52" on the day of `now`, else "8 Sep 14:31". */
export function formatWhen(millis: number, now: number): string {
  return isSameDay(millis, now) ? formatClock(millis) : `${dated('date', millis)} ${minuteOf(millis)}`
}

/** Both ends of a period in the same form. */
export function formatPeriod(from: number, to: number, now: number): { from: string; to: string } {
  const isToday = [from, to].every((millis) => isSameDay(millis, now))
  const formatted = (millis: number) => (isToday ? formatClock(millis) : `${dated('date', millis)} ${minuteOf(millis)}`)
  return { from: formatted(from), to: formatted(to) }
}

/** A label of an axis that long: seconds up to a quarter of an hour, minutes up to a day, then days. */
export function formatTick(millis: number, spanMillis: number): string {
  if (spanMillis <= SECONDS_UP_TO_MILLIS) return formatClock(millis)
  if (spanMillis <= 2 * DAY_MILLIS) return minuteOf(millis)
  if (spanMillis > 8 * DAY_MILLIS) return dated('date', millis)
  return new Date(millis).getHours() === 0 ? dated('weekday', millis) : minuteOf(millis)
}

/** A start time, the shorter the nearer: "11:21", "Sat 18:04", "8 Sep", "8 Sep 2025". */
export function formatStart(millis: number, now: number): string {
  if (isSameDay(millis, now)) return minuteOf(millis)
  const ago = Math.abs(now - millis)
  if (ago < 6 * DAY_MILLIS) return `${dated('weekday', millis)} ${minuteOf(millis)}`
  return dated(ago < 300 * DAY_MILLIS ? 'date' : 'dateOfYear', millis)
}

/** Day and time to the minute: "8 Sep 2025 11:21". */
export function formatMoment(millis: number): string {
  return `${formatDate(millis)} ${minuteOf(millis)}`
}

/** The day: "8 Sep 2025". */
export function formatDate(millis: number): string {
  return dated('dateOfYear', millis)
}

/** Hours and minutes. The first formatter takes tens of milliseconds to make, so that times of today need none. */
function minuteOf(millis: number): string {
  const time = new Date(millis)
  return `${two(time.getHours())}:${two(time.getMinutes())}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function isSameDay(millis: number, other: number): boolean {
  return new Date(millis).toDateString() === new Date(other).toDateString()
}

/** In the language of the page, and not in that of the browser. */
function dated(form: keyof typeof FORMS, millis: number): string {
  const key = `${locale.value} ${form}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(TAGS[locale.value] ?? locale.value, FORMS[form])
  formatters.set(key, formatter)
  return formatter.format(millis)
}
