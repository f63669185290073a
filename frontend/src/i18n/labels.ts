import type { ByMetric } from '@/api/types'
import { enMetrics, enShortMetrics } from './en-metrics'

/** What metrics are called in one language. */
interface Labels {
  full: ByMetric<string>
  short: ByMetric<string>
  /** Of what the server tells in English. */
  server: Record<string, string>
}

/** By language; `speak` adds those of the others, as it does with messages. */
export const LABELS: Record<string, Labels> = { en: { full: enMetrics, short: enShortMetrics, server: {} } }
