import { expect, it } from 'vitest'
import { lastNight, shortened } from './presets'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

it('last night is from 20:00 to 08:00, by local time', () => {
  expect(lastNight(at(20, 14))).toEqual({ from: at(19, 20), to: at(20, 8) })
})

it('before the morning, last night lasts until now', () => {
  expect(lastNight(at(20, 3))).toEqual({ from: at(19, 20), to: at(20, 3) })
})

it('a longer period is shortened to the last week of it', () => {
  expect(shortened({ from: at(1, 0), to: at(20, 0) })).toEqual({ from: at(13, 0), to: at(20, 0) })
  expect(shortened({ from: at(19, 0), to: at(20, 0) })).toEqual({ from: at(19, 0), to: at(20, 0) })
})
