import type { MetricKey, StateSeconds, Totals } from '@/api/types'
import { hasText, type Translate } from '@/i18n/words'

/** States of use, in the order of the bar. */
export const STATES = ['active', 'heldIdle', 'free', 'unknown'] as const satisfies readonly (keyof StateSeconds)[]

/** Columns of percentiles. */
export const PERCENTILES = [
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'temperature.gpu',
] as const satisfies readonly MetricKey[]

interface Part {
  state: (typeof STATES)[number]
  seconds: number
  percent: number
}

/** Returns the parts of the bar, without states that did not occur. */
export function partsOf({ seconds }: Pick<Totals, 'seconds'>): Part[] {
  const all = STATES.reduce((sum, state) => sum + seconds[state], 0)
  return STATES.filter((state) => seconds[state] > 0).map((state) => ({
    state,
    seconds: seconds[state],
    percent: (seconds[state] / all) * 100,
  }))
}

/** Shorter times are printed as 0. */
const LEAST_SECONDS = 0.5

interface ThrottleReason {
  reason: string
  title: string
  seconds: number
}

/** Returns the reasons for reduced clocks, the longest first; a server may send reasons without a text. */
export function throttleReasons({ clocksEventSeconds }: Totals, t: Translate): ThrottleReason[] {
  return Object.entries(clocksEventSeconds)
    .filter(([, seconds]) => seconds >= LEAST_SECONDS)
    .map(([reason, seconds]) => ({
      reason,
      seconds,
      title: hasText('historyReason', reason) ? t(`historyReason.${reason}`) : reason.replaceAll('_', ' '),
    }))
    .sort((a, b) => b.seconds - a.seconds)
}
