import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameThrottle } from './frame-throttle'

const FRAME_MILLIS = 16
const SPAN_MILLIS = 200

let done: number
let span: number
let throttle: FrameThrottle

beforeEach(() => {
  vi.useFakeTimers()
  done = 0
  span = SPAN_MILLIS
  throttle = new FrameThrottle(
    () => span,
    () => done++,
  )
})

afterEach(() => {
  throttle.stop()
  vi.useRealTimers()
})

it('the first work is done in the next frame, and once for several requests', () => {
  for (let i = 0; i < 3; i++) throttle.request()
  expect(done).toBe(0)
  vi.advanceTimersByTime(FRAME_MILLIS)
  expect(done).toBe(1)
})

it('further work is done once per span', () => {
  for (let millis = 0; millis < 2000; millis += 10) {
    throttle.request()
    vi.advanceTimersByTime(10)
  }
  expect(done).toBeGreaterThan(8)
  expect(done).toBeLessThan(11)
  vi.advanceTimersByTime(2 * SPAN_MILLIS)
  const before = done
  vi.advanceTimersByTime(2000)
  expect(done).toBe(before)
})

it('work after a rest is done in the next frame', () => {
  throttle.request()
  vi.advanceTimersByTime(1000)
  throttle.request()
  vi.advanceTimersByTime(FRAME_MILLIS)
  expect(done).toBe(2)
})

it('no work is done after the end, and work can begin again', () => {
  throttle.request()
  throttle.stop()
  vi.advanceTimersByTime(1000)
  expect(done).toBe(0)

  throttle.request()
  vi.advanceTimersByTime(FRAME_MILLIS)
  throttle.request()
  throttle.stop()
  vi.advanceTimersByTime(1000)
  expect(done).toBe(1)
})

it('a shorter span applies to work that waits', () => {
  span = 10_000
  throttle.request()
  vi.advanceTimersByTime(FRAME_MILLIS)
  throttle.request()
  span = 100
  throttle.changed()
  vi.advanceTimersByTime(100 + FRAME_MILLIS)
  expect(done).toBe(2)

  throttle.changed()
  vi.advanceTimersByTime(20_000)
  expect(done).toBe(2)
})
