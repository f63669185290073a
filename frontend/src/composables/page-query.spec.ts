import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { pageQuery } from './polling'

it('a query whose answer does not change is requested once it is wanted, and again only after a failure', async () => {
  vi.useFakeTimers()
  let requests = 0
  let answer = () => Promise.reject<string>(new Error('busy'))
  const scope = effectScope()
  const page = scope.run(() =>
    pageQuery(() => {
      requests++
      return answer()
    }),
  )
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toBe(0)

  page?.want()
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toBe(1)
  expect(page?.problem.value).toBe('busy')

  answer = () => Promise.resolve('a')
  for (const millis of [1, 60_000]) {
    page?.want()
    await vi.advanceTimersByTimeAsync(millis)
    expect(requests).toBe(2)
  }
  expect(page?.answer.value).toBe('a')
  scope.stop()
  vi.useRealTimers()
})
