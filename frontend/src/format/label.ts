import { TITLES } from '@/api/titles.gen'
import type { MetricKey } from '@/api/types'
import { locale } from '@/i18n/words'
import { LABELS } from '@/i18n/labels'

/*
 * What pages call a metric. The titles are much of the catalogue: this file is for pages beside the first one, which
 * are no part of the first load.
 */

/** The label of a metric in the language of the page, else its title in the catalogue. */
export function metricLabel(metric: MetricKey): string {
  return LABELS[locale.value]?.full[metric] ?? TITLES[metric]
}

/** The same where there is room for a few letters only. */
export function shortLabel(metric: MetricKey): string {
  return LABELS[locale.value]?.short[metric] ?? metricLabel(metric)
}
