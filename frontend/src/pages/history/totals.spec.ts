import { expect, it } from 'vitest'
import type { Totals } from '@/api/types'
import { throttleReasons } from './totals'

it('an idle GPU, and one with clocks that were set, is not throttled', () => {
  const seconds = {
    gpu_idle: 86_400,
    sw_power_cap: 60,
    hw_slowdown: 90,
    applications_clocks_setting: 7,
    sync_boost: 0.4,
  }
  const reasons = throttleReasons({ clocksEventSeconds: seconds } as unknown as Totals, (key) => key)

  expect(reasons.map(({ reason }) => reason)).toEqual(['hw_slowdown', 'sw_power_cap'])
})
