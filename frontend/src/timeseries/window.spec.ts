import { expect, it } from 'vitest'
import { moved, pressed, resized, within } from './window'

const HOUR = 3_600_000
const ALL = { from: 0, to: 100 * HOUR }
const WINDOW = { from: 40 * HOUR, to: 50 * HOUR }
const hours = (span: { from: number; to: number } | null) => span && [span.from / HOUR, span.to / HOUR]

it('arrows move a window by a tenth, with Shift its end', () => {
  expect(hours(pressed(WINDOW, 'ArrowRight', false, ALL))).toEqual([41, 51])
  expect(hours(pressed(WINDOW, 'ArrowLeft', false, ALL))).toEqual([39, 49])
  expect(hours(pressed(WINDOW, 'ArrowRight', true, ALL))).toEqual([40, 51])
  expect(hours(pressed(WINDOW, 'ArrowLeft', true, ALL))).toEqual([40, 49])
})

it('other keys lead to the next, to the first and to the last, and all else means nothing', () => {
  expect(hours(pressed(WINDOW, 'PageUp', false, ALL))).toEqual([30, 40])
  expect(hours(pressed(WINDOW, 'PageDown', false, ALL))).toEqual([50, 60])
  expect(hours(pressed(WINDOW, 'Home', false, ALL))).toEqual([0, 10])
  expect(hours(pressed(WINDOW, 'End', false, ALL))).toEqual([90, 100])
  expect(pressed(WINDOW, 'Enter', false, ALL)).toBeNull()
})

it('a window stays within the available span, and keeps its width', () => {
  expect(hours(moved(WINDOW, 80 * HOUR, ALL))).toEqual([90, 100])
  expect(hours(moved(WINDOW, -80 * HOUR, ALL))).toEqual([0, 10])
  expect(hours(within({ from: -20 * HOUR, to: 200 * HOUR }, ALL))).toEqual([0, 100])
})

it('an edge passes neither the other edge nor the end of the available span', () => {
  expect(hours(resized(WINDOW, 'to', 500 * HOUR, ALL))).toEqual([40, 100])
  expect(resized(WINDOW, 'to', 0, ALL)).toEqual({ from: WINDOW.from, to: WINDOW.from + 60_000 })
  expect(resized(WINDOW, 'from', 80 * HOUR, ALL)).toEqual({ from: WINDOW.to - 60_000, to: WINDOW.to })
})
