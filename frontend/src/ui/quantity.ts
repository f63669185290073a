import { h, type VNode } from 'vue'
import type { AbsenceReason } from '@/api/types'
import type { Quality } from '@/api/states'
import { formatNumber, unitGap } from '@/format/number'
import { locale } from '@/i18n/words'
import type { MetricAttributes } from '@/store/metric-attributes'
import PoorQuantity from './PoorQuantity.vue'
import './quantity.css'

/** A measured number, and how it is to be printed. */
export interface Printed {
  value: number | null | undefined
  unit: string
  quality?: Quality | undefined
  decimals?: number | undefined
  ageMillis?: number | undefined
  reason?: AbsenceReason | undefined
  /** Leaves words to the listener and the tooltip, for columns that have room for a number only. */
  brief?: boolean | undefined
  /** Leaves the age to a neighbour in the same row, which shows it for all of them. */
  ageless?: boolean | undefined
  /** What can be asked about it. */
  about?: MetricAttributes | undefined
  class?: unknown
}

/**
 * The only place that prints a measured number: what is absent gets a form of its own here, and never becomes 0.
 * Templates use the component `Quantity`; where a hundred numbers change at once, they take the node itself.
 */
export function quantity(printed: Printed): VNode {
  const { value, quality = 'ok', about } = printed
  const known = value !== null && value !== undefined && Number.isFinite(value)
  const digits = known ? formatNumber(value, printed.decimals ?? 0, locale.value) : ''
  if (quality !== 'ok' || !known) return poor(printed, digits)
  const unit = unitOf(printed)
  return h(
    'data',
    { ...about, class: classOf(printed), '^value': value },
    unit === '' ? digits : [digits, h('span', { class: 'unit' }, unit)],
  )
}

function poor(printed: Printed, digits: string): VNode {
  const { quality = 'ok', about, ageMillis = 0, reason, brief = false, ageless = false } = printed
  const isUnknown = digits === '' && (quality === 'ok' || quality === 'stale')
  return h(PoorQuantity, {
    ...about,
    class: classOf(printed),
    digits,
    unit: unitOf(printed),
    quality: isUnknown ? 'waiting' : quality,
    ageMillis,
    reason,
    brief,
    ageless,
  })
}

/** With the gap before it. */
function unitOf({ unit }: Printed): string {
  return unit === '' ? '' : unitGap(unit, locale.value) + unit
}

function classOf(printed: Printed): unknown {
  return printed.class === undefined ? 'quantity' : ['quantity', printed.class]
}
