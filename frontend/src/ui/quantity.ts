import { h, type VNode } from 'vue'
import type { AbsenceReason } from '@/api/types'
import type { Quality } from '@/api/states'
import { formatNumber, unitGap } from '@/format/number'
import { locale } from '@/i18n/words'
import type { MetricAttributes } from '@/store/metric-attributes'
import DegradedQuantity from './DegradedQuantity.vue'

/** A measured number and its format. */
export interface Printed {
  value: number | null | undefined
  unit: string
  quality?: Quality | undefined
  decimals?: number | undefined
  ageMillis?: number | undefined
  reason?: AbsenceReason | undefined
  /** Shows reasons in the tooltip and to screen readers only, for columns with room for a number. */
  brief?: boolean | undefined
  /** Omits the age, which another cell of the row shows for all. */
  ageless?: boolean | undefined
  /** Attributes for the inspector. */
  about?: MetricAttributes | undefined
  class?: unknown
}

/**
 * Renders a measured number; the only place that does. Absent values have their own appearance and never become 0.
 * Templates use the component `Quantity`; rows of which hundreds change at once use this node directly.
 */
export function quantity(printed: Printed): VNode {
  const { value, quality = 'ok', about } = printed
  const known = value !== null && value !== undefined && Number.isFinite(value)
  const digits = known ? formatNumber(value, printed.decimals ?? 0, locale.value) : ''
  if (quality !== 'ok' || !known) return degraded(printed, digits)
  const unit = unitOf(printed)
  return h(
    'data',
    { ...about, class: classOf(printed), '^value': value },
    unit === '' ? digits : [digits, h('span', { class: 'unit' }, unit)],
  )
}

function degraded(printed: Printed, digits: string): VNode {
  const { quality = 'ok', about, ageMillis = 0, reason, brief = false, ageless = false } = printed
  const isUnknown = digits === '' && (quality === 'ok' || quality === 'stale')
  return h(DegradedQuantity, {
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

/** The unit with the gap before it. */
function unitOf({ unit }: Printed): string {
  return unit === '' ? '' : unitGap(unit, locale.value) + unit
}

function classOf(printed: Printed): unknown {
  return printed.class === undefined ? 'quantity' : ['quantity', printed.class]
}
