import { TITLES } from '@/api/titles.gen'
import type { MetricKey } from '@/api/types'
import { locale } from '@/i18n/words'
import { LABELS } from '@/i18n/labels'

/*
 * Labels of metrics. The titles are a large part of the catalogue: only pages that are not part of the first load use
 * this file.
 */

/** The label of a metric in the language of the page, else its title in the catalogue. */
export function metricLabel(metric: MetricKey): string {
  return LABELS[locale.value]?.full[metric] ?? TITLES[metric]
}

/** The same for columns with room for a few letters. */
export function shortLabel(metric: MetricKey): string {
  return LABELS[locale.value]?.short[metric] ?? metricLabel(metric)
}
