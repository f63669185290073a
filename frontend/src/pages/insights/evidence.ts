import type { In } from '@/i18n/keys'
import { TITLES } from '@/api/titles.gen'
import type { EvidenceSeries, Insight, MetricKey } from '@/api/types'
import { valueScale } from '@/format/display'
import { formatNumber, formatSpan, unitGap } from '@/format/number'

/** The metric, where the catalogue of this build has it. */
export function knownMetric(metric: string | null): MetricKey | null {
  return metric !== null && Object.hasOwn(TITLES, metric) ? (metric as MetricKey) : null
}

/** "62.0 GiB", as text between words. */
export function formatValue(value: number, unit: string, locale: string): string {
  const scale = valueScale(unit, value)
  const digits = formatNumber(value / scale.divisor, scale.decimals, locale)
  return scale.unit === '' ? digits : digits + unitGap(scale.unit, locale) + scale.unit
}

/** How many lanes of a link are used, of how many; null where that is not what an insight is about. */
export function lanesOf({ rule, evidence }: Pick<Insight, 'rule' | 'evidence'>): { used: number; all: number } | null {
  if (rule !== 'narrow-link') return null
  const current = evidence.find(({ metric }) => metric === 'pcie.link.width.current')
  const most = evidence.find(({ metric }) => metric === 'pcie.link.width.max')?.value ?? current?.threshold
  if (current === undefined || most == null || most > 64 || current.value >= most) return null
  return { used: current.value, all: most }
}

/** Memory that is held, in bytes; null where an insight is not about that. */
export function heldOf({ rule, evidence }: Pick<Insight, 'rule' | 'evidence'>): number | null {
  if (rule !== 'idle-allocated') return null
  return evidence.find(({ metric }) => metric === 'memory.used')?.value ?? null
}

/** The scale of a chart: percents on a full one, clocks where they move, all else from 0. */
export function scaleOf({ unit, values }: Pick<EvidenceSeries, 'unit' | 'values'>): { min: number; max: number } {
  if (unit === '%') return { min: 0, max: 100 }
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  if (known.length === 0 || most <= 0) return { min: 0, max: 1 }
  if (unit !== 'MHz') return { min: 0, max: most * 1.05 }
  const margin = Math.max((most - least) * 0.2, most * 0.02)
  return { min: Math.max(0, least - margin), max: most + margin }
}

/** How long a chart is. */
export function spanOf({ values, stepMillis }: Pick<EvidenceSeries, 'values' | 'stepMillis'>): string {
  return formatSpan(values.length * stepMillis)
}

/** The smallest and the largest value in words; null where the scale says it. */
export function extremesOf({ unit, values }: EvidenceSeries, locale: string): { least: string; most: string } | null {
  const known = values.filter((value) => value !== null)
  if (unit === '%' || known.length === 0) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return { least: formatValue(Math.round(least), unit, locale), most: formatValue(Math.round(most), unit, locale) }
}

/** What the shade of a chart stands for, as the word's key. */
export function shadeOf(rule: string): In<'insightShade'> {
  return SHADES[rule] ?? 'true'
}

const SHADES: Record<string, In<'insightShade'>> = {
  'idle-allocated': 'idle',
  'input-bound': 'waiting',
  'power-capped': 'capped',
  'thermally-slowed': 'slowed',
  'on-battery': 'onBattery',
}
