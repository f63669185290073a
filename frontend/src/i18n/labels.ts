import type { ByMetric } from '@/api/types'
import { enMetrics, enShortMetrics } from './en-metrics'

/** Labels of metrics in one language. */
interface Labels {
  full: ByMetric<string>
  short: ByMetric<string>
  /** Translations of English texts of the server. */
  server: Record<string, string>
}

/** Labels by language; `speak` adds those of other languages. */
export const LABELS: Record<string, Labels> = { en: { full: enMetrics, short: enShortMetrics, server: {} } }
