import { locale } from '@/i18n/words'

const DAY_MILLIS = 86_400_000
const SECONDS_UP_TO_MILLIS = 900_000
const TO_THE_MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const TO_THE_SECOND = { ...TO_THE_MINUTE, second: '2-digit' } as const
const WEEKDAY = { weekday: 'short' } as const
const DATE = { day: 'numeric', month: 'short' } as const
const DATE_OF_YEAR = { ...DATE, year: 'numeric' } as const
const TAGS: Record<string, string> = { en: 'en-GB', zh: 'zh-CN' }
const known = new Map<string, Clocks>()

/** The server's time in the reader's zone, 24 hours. */
export function formatClock(millis: number): string {
  return clocks().clock.format(millis)
}

/** The same where it may be of another day: "14:31:52" on the day of `now`, else "8 Sep 14:31". */
export function formatWhen(millis: number, now: number): string {
  const { clock, date, dateOfYear, minute } = clocks()
  if (dateOfYear.format(millis) === dateOfYear.format(now)) return clock.format(millis)
  return `${date.format(millis)} ${minute.format(millis)}`
}

/** Both ends of a period in the same form. */
export function formatPeriod(from: number, to: number, now: number): { from: string; to: string } {
  const { dateOfYear, date, minute } = clocks()
  const today = dateOfYear.format(now)
  const isToday = [from, to].every((millis) => dateOfYear.format(millis) === today)
  const formatted = (millis: number) =>
    isToday ? formatWhen(millis, now) : `${date.format(millis)} ${minute.format(millis)}`
  return { from: formatted(from), to: formatted(to) }
}

/** A label of an axis that long: seconds up to a quarter of an hour, minutes up to a day, then days. */
export function formatTick(millis: number, spanMillis: number): string {
  const { clock, date, minute, weekday } = clocks()
  if (spanMillis <= SECONDS_UP_TO_MILLIS) return clock.format(millis)
  if (spanMillis <= 2 * DAY_MILLIS) return minute.format(millis)
  if (spanMillis > 8 * DAY_MILLIS) return date.format(millis)
  return new Date(millis).getHours() === 0 ? weekday.format(millis) : minute.format(millis)
}

/** A start time, the shorter the nearer: "11:21", "Sat 18:04", "8 Sep", "8 Sep 2025". */
export function formatStart(millis: number, now: number): string {
  const { minute, weekday, date, dateOfYear } = clocks()
  if (dateOfYear.format(millis) === dateOfYear.format(now)) return minute.format(millis)
  const ago = Math.abs(now - millis)
  if (ago < 6 * DAY_MILLIS) return `${weekday.format(millis)} ${minute.format(millis)}`
  return (ago < 300 * DAY_MILLIS ? date : dateOfYear).format(millis)
}

/** Day and time to the minute: "8 Sep 2025 11:21". */
export function formatMoment(millis: number): string {
  const { dateOfYear, minute } = clocks()
  return `${dateOfYear.format(millis)} ${minute.format(millis)}`
}

/** The day: "8 Sep 2025". */
export function formatDate(millis: number): string {
  return clocks().dateOfYear.format(millis)
}

/** In the language of the page, and not in that of the browser. */
function clocks(): Clocks {
  const language = locale.value
  const made = known.get(language) ?? new Clocks(TAGS[language] ?? language)
  known.set(language, made)
  return made
}

/** The formatters of one language, each made when it is first used: they take milliseconds to make. */
class Clocks {
  private readonly made = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()

  constructor(private readonly tag: string) {}

  get clock() {
    return this.of(TO_THE_SECOND)
  }

  get minute() {
    return this.of(TO_THE_MINUTE)
  }

  get weekday() {
    return this.of(WEEKDAY)
  }

  get date() {
    return this.of(DATE)
  }

  get dateOfYear() {
    return this.of(DATE_OF_YEAR)
  }

  private of(form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const made = this.made.get(form) ?? new Intl.DateTimeFormat(this.tag, form)
    this.made.set(form, made)
    return made
  }
}
