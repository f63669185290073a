import { expect, it } from 'vitest'
import { lastNight } from './presets'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

it('last night is from 20:00 to 08:00, by local time', () => {
  expect(lastNight(at(20, 14))).toEqual({ from: at(19, 20), to: at(20, 8) })
})

it('before the morning, last night lasts until now', () => {
  expect(lastNight(at(20, 3))).toEqual({ from: at(19, 20), to: at(20, 3) })
})
