import type { In } from '@/i18n/keys'
import { TITLES } from '@/api/titles.gen'
import type { EvidenceSeries, Insight, MetricKey } from '@/api/types'
import { valueScale } from '@/format/display'
import { formatNumber, unitGap } from '@/format/number'

/** Returns the metric if the catalogue of this build has it, else null. */
export function knownMetric(metric: string | null): MetricKey | null {
  return metric !== null && Object.hasOwn(TITLES, metric) ? (metric as MetricKey) : null
}

/** Formats a value as text, such as "62.0 GiB". */
export function formatValue(value: number, unit: string, locale: string): string {
  const scale = valueScale(unit, value)
  const digits = formatNumber(value / scale.divisor, scale.decimals, locale)
  return scale.unit === '' ? digits : digits + unitGap(scale.unit, locale) + scale.unit
}

/** Returns the number of used and of all lanes; null if the insight is not about a narrow link. */
export function lanesOf({ rule, evidence }: Pick<Insight, 'rule' | 'evidence'>): { used: number; all: number } | null {
  if (rule !== 'narrow-link') return null
  const current = evidence.find(({ metric }) => metric === 'pcie.link.width.current')
  const most = evidence.find(({ metric }) => metric === 'pcie.link.width.max')?.value ?? current?.threshold
  if (current === undefined || most == null || most > 64 || current.value >= most) return null
  return { used: current.value, all: most }
}

/** Returns the bytes that an idle process has allocated; null if the insight is not about that. */
export function allocatedOf({ rule, evidence }: Pick<Insight, 'rule' | 'evidence'>): number | null {
  if (rule !== 'idle-allocated') return null
  return evidence.find(({ metric }) => metric === 'memory.used')?.value ?? null
}

/** Returns the scale of a chart: 0 to 100 for percentages, the range of the values for clocks, else from 0. */
export function scaleOf({ unit, values }: Pick<EvidenceSeries, 'unit' | 'values'>): { min: number; max: number } {
  if (unit === '%') return { min: 0, max: 100 }
  const measured = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...measured), Math.max(...measured)]
  if (measured.length === 0 || most <= 0) return { min: 0, max: 1 }
  if (unit !== 'MHz') return { min: 0, max: most * 1.05 }
  const margin = Math.max((most - least) * 0.2, most * 0.02)
  return { min: Math.max(0, least - margin), max: most + margin }
}

/** Returns the smallest and the largest value as text; null for percentages, whose scale is fixed. */
export function extremesOf({ unit, values }: EvidenceSeries, locale: string): { least: string; most: string } | null {
  const measured = values.filter((value) => value !== null)
  if (unit === '%' || measured.length === 0) return null
  const [least, most] = [Math.min(...measured), Math.max(...measured)]
  return { least: formatValue(Math.round(least), unit, locale), most: formatValue(Math.round(most), unit, locale) }
}

/** Returns the meaning of the shade of a chart, as the key of its text. */
export function shadeOf(rule: string): In<'insightShade'> {
  return SHADES[rule] ?? 'true'
}

const SHADES: Record<string, In<'insightShade'>> = {
  'idle-allocated': 'idle',
  'input-bound': 'waiting',
  'power-capped': 'throttled',
  'thermally-slowed': 'throttled',
  'on-battery': 'throttled',
}
