import type { MetricKey, StateSeconds, Totals } from '@/api/types'
import { hasText, type Translate } from '@/i18n/words'

/** What a GPU was doing, in the order of the bar. */
export const STATES = ['active', 'heldIdle', 'free', 'unknown'] as const satisfies readonly (keyof StateSeconds)[]

/** Columns of percentiles. */
export const PERCENTILES = [
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'temperature.gpu',
] as const satisfies readonly MetricKey[]

export interface Part {
  state: (typeof STATES)[number]
  seconds: number
  percent: number
}

/** The parts of the bar; what did not happen has none. */
export function partsOf({ seconds }: Pick<Totals, 'seconds'>): Part[] {
  const all = STATES.reduce((sum, state) => sum + seconds[state], 0)
  return STATES.filter((state) => seconds[state] > 0).map((state) => ({
    state,
    seconds: seconds[state],
    percent: (seconds[state] / all) * 100,
  }))
}

export interface HeldDown {
  reason: string
  title: string
  seconds: number
}

/** Why clocks were held down, the longest first; the server may know reasons that the page does not. */
export function heldDown({ clocksEventSeconds }: Pick<Totals, 'clocksEventSeconds'>, t: Translate): HeldDown[] {
  return Object.entries(clocksEventSeconds)
    .filter(([, seconds]) => seconds >= LEAST_SECONDS)
    .map(([reason, seconds]) => ({ reason, seconds, title: titleOf(reason, t) }))
    .sort((a, b) => b.seconds - a.seconds)
}
/** Less is printed as 0. */
const LEAST_SECONDS = 0.5

function titleOf(reason: string, t: Translate): string {
  return hasText('historyReason', reason) ? t(`historyReason.${reason}`) : reason.replaceAll('_', ' ')
}
