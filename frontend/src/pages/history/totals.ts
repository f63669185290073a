import type { MetricKey, Totals } from '@/api/types'
import { hasText, type Translate } from '@/i18n/words'

/** Columns of percentiles. */
export const PERCENTILES = [
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'temperature.gpu',
] as const satisfies readonly MetricKey[]

/** Shorter times are printed as 0. */
const LEAST_SECONDS = 0.5

/** Why clocks may be low on a GPU that is not throttled. */
const NO_THROTTLING: ReadonlySet<string> = new Set(['gpu_idle', 'applications_clocks_setting', 'display_clock_setting'])

interface ThrottleReason {
  reason: string
  title: string
  seconds: number
}

/** Returns the reasons for throttling, the longest first; a server may send reasons without a text. */
export function throttleReasons({ clocksEventSeconds }: Totals, t: Translate): ThrottleReason[] {
  return Object.entries(clocksEventSeconds)
    .filter(([reason, seconds]) => seconds >= LEAST_SECONDS && !NO_THROTTLING.has(reason))
    .map(([reason, seconds]) => ({
      reason,
      seconds,
      title: hasText('historyReason', reason) ? t(`historyReason.${reason}`) : reason.replaceAll('_', ' '),
    }))
    .sort((a, b) => b.seconds - a.seconds)
}
