import { t } from '@/i18n/words'

/** In place of decimals: for ratios that may be as small as 10⁻¹⁵. */
export const SCIENTIFIC = -1

/** Digits grouped by a narrow space that never breaks: 1 980. */
export function formatNumber(value: number, decimals: number, locale: string): string {
  if (decimals === SCIENTIFIC) return formatRatio(value, locale)
  const size = Math.abs(value)
  if (!(size < LEAST_ROUNDED)) return value.toLocaleString(locale)
  const [whole = '', fraction] = rounded(size, decimals).split('.')
  const grouped = whole.replace(/\d(?=(\d{3})+$)/g, '$&\u202f')
  return `${value < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}

/** Rounds half up in decimal digits, as formatters do; the first one of the browser takes 20 ms to make. */
function rounded(size: number, decimals: number): string {
  const shifted = Number(`${size}e${decimals}`)
  const isExact = shifted < Number.MAX_SAFE_INTEGER
  return (isExact ? Number(`${Math.round(shifted)}e-${decimals}`) : size).toFixed(decimals)
}

/** Larger numbers have no decimals anyway. */
const LEAST_ROUNDED = 1e15
const LEAST_PLAIN = 0.01
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** "0.25", or "1.5×10⁻¹⁵" of what decimals would make a 0. */
function formatRatio(value: number, locale: string): string {
  const size = Math.abs(value)
  if (size >= LEAST_PLAIN || size === 0) return formatNumber(value, Number.isInteger(value) ? 0 : 2, locale)
  const [mantissa = '', exponent = ''] = value.toExponential(1).split('e-')
  const digits = Array.from(exponent, (digit) => SUPERSCRIPTS[Number(digit)]).join('')
  return `${formatNumber(Number(mantissa), mantissa.endsWith('.0') ? 0 : 1, locale)}×10⁻${digits}`
}

/** Numbers from here on have no room for decimals. */
export const ROOMY = 100

/** Those decimals, or none for a large number. */
export function roomyDecimals(value: number | null, decimals: number): number {
  return value !== null && value >= ROOMY ? 0 : decimals
}

/** The gap between a number and its unit: a narrow space, but none before a percent sign in Chinese. */
export function unitGap(unit: string, locale: string): string {
  return unit === '%' && locale === 'zh' ? '' : '\u202f'
}

/** "38 %", as text between words. */
export function formatPercent(percent: number, locale: string): string {
  return `${formatNumber(percent, 0, locale)}${unitGap('%', locale)}%`
}

/** A duration in one unit: "0.2 s", "14 s", "3 min", "2 h". */
export function formatSpan(millis: number): string {
  const seconds = millis / 1000
  if (seconds < 10 && millis % 1000 !== 0) return t('span.seconds', { n: seconds.toFixed(1) })
  if (seconds < 120) return t('span.seconds', { n: Math.round(seconds) })
  if (seconds < 7200) return t('span.minutes', { n: Math.round(seconds / 60) })
  return t('span.hours', { n: Math.round(seconds / 3600) })
}

/** An age in whole seconds: a running decimal would flicker. */
export function formatAge(millis: number): string {
  return formatSpan(Math.max(0, Math.round(millis / 1000)) * 1000)
}

/** A duration without seconds, which would tick: "less than 1 min", "13 min", "2 h", "3 d". */
export function formatMinutes(millis: number): string {
  const minutes = Math.floor(millis / 60_000)
  if (minutes < 1) return t('span.belowMinute')
  if (minutes < 120) return t('span.minutes', { n: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? t('span.hours', { n: hours }) : t('span.days', { n: Math.floor(hours / 24) })
}

/** Rounds an age to the precision in which it is printed. */
export function wholeSeconds(millis: number): number {
  return Math.round(millis / 1000) * 1000
}
