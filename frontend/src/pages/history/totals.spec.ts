import { expect, it } from 'vitest'
import type { Totals } from '@/api/types'
import type { Translate } from '@/i18n/words'
import { throttleReasons } from './totals'

it('an idle GPU, and one with clocks that were set, is not throttled', () => {
  const seconds = {
    gpu_idle: 86_400,
    sw_power_cap: 60,
    hw_slowdown: 90,
    applications_clocks_setting: 7,
    sync_boost: 0.4,
  }
  const translate = ((key: string) => key) as unknown as Translate
  const reasons = throttleReasons({ clocksEventSeconds: seconds } as unknown as Totals, translate)

  expect(reasons.map(({ reason }) => reason)).toEqual(['hw_slowdown', 'sw_power_cap'])
})
