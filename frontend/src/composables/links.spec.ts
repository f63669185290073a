import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { aSnapshot } from '@/testing/snapshots'
import { ASK_MILLIS, useLinks, type PolledLinks } from './links'

describe('single links', () => {
  const wanted = ref(true)
  let signals: AbortSignal[]
  let answer: () => Promise<Response>
  let asked: PolledLinks
  let page: VueWrapper

  beforeEach(() => {
    vi.useFakeTimers()
    wanted.value = true
    signals = []
    answer = () => Promise.resolve(Response.json(aSnapshot(signals.length)))
    vi.stubGlobal('fetch', (_: URL, { signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return answer()
    })
    page = mount(
      defineComponent({
        setup() {
          asked = useLinks(() => wanted.value)
          return () => null
        },
      }),
    )
  })

  afterEach(() => {
    page.unmount()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  it('are asked for at once and then every two seconds, and the last answers are kept', async () => {
    await pass(1)
    expect(asked.answers.value).toHaveLength(1)

    await pass(4 * ASK_MILLIS)
    expect(signals).toHaveLength(5)
    expect(asked.answers.value).toHaveLength(3)
  })

  it('are never asked for twice at a time, and given up after a while', async () => {
    answer = () =>
      new Promise((_, refuse) => {
        const signal = signals.at(-1)
        signal?.addEventListener('abort', () => {
          refuse(signal.reason as Error)
        })
      })
    await pass(ASK_MILLIS)
    await pass(7000)
    expect(signals).toHaveLength(2)

    await pass(4000)
    expect(asked.problem.value).toBe('no answer')
    await pass(ASK_MILLIS)
    expect(signals).toHaveLength(3)
  })

  it('stay as they were told last when they cannot be asked for, and grow old', async () => {
    await pass(1)
    answer = () => Promise.resolve(Response.json({ detail: 'busy' }, { status: 503 }))
    await pass(3 * ASK_MILLIS)
    expect(asked.problem.value).toBe('busy')
    expect(asked.answers.value).toHaveLength(1)
    expect(asked.ageMillis.value).toBeGreaterThan(4000)

    answer = () => Promise.resolve(Response.json(aSnapshot(99)))
    await pass(ASK_MILLIS)
    expect(asked.problem.value).toBeNull()
    expect(asked.ageMillis.value).toBeLessThan(ASK_MILLIS)
  })

  it('are not asked for while nobody wants them, nor after the page has gone', async () => {
    await pass(1)
    wanted.value = false
    await nextTick()
    await pass(5 * ASK_MILLIS)
    expect(signals).toHaveLength(1)

    wanted.value = true
    await nextTick()
    expect(signals).toHaveLength(2)
    page.unmount()
    expect(signals[1]?.aborted).toBe(true)
    await pass(5 * ASK_MILLIS)
    expect(signals).toHaveLength(2)
  })

  it('begin anew with an answer that is no newer', async () => {
    await pass(1 + ASK_MILLIS)
    expect(asked.answers.value).toHaveLength(2)
    answer = () => Promise.resolve(Response.json(aSnapshot(0)))
    await pass(ASK_MILLIS)

    expect(asked.answers.value).toHaveLength(1)
  })
})
