import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { RequestError } from '@/api/problem'
import { liveKey, startLive, useLive, type Live } from '@/store/live'
import { EmbeddingPage } from '@/testing/parent'
import { RecordedFeed } from '@/testing/recorded-feed'
import { usePolling, type Polled } from './polling'

const EVERY = 1000

describe('a polled query', () => {
  const query = ref<string | null>('a')
  let live: Live
  let page: VueWrapper
  let polled: Polled<string>
  let requests: string[]
  let signals: AbortSignal[]
  let answer: (query: string) => Promise<string>
  let answered: (answer: string) => void

  beforeEach(() => {
    vi.useFakeTimers()
    answered = () => undefined
    query.value = 'a'
    requests = []
    signals = []
    answer = (name) => Promise.resolve(`${name}${requests.length}`)
    live = startLive(new RecordedFeed())
    const component = defineComponent({
      setup() {
        const { paused } = useLive()
        polled = usePolling({
          key: () => query.value,
          request: (name, signal) => {
            requests.push(name)
            signals.push(signal)
            return answer(name)
          },
          everyMillis: EVERY,
          paused: () => paused.value,
          answered: (text) => {
            answered(text)
          },
        })
        return () => null
      },
    })
    page = mount(component, { global: { provide: { [liveKey as symbol]: live } } })
  })

  afterEach(() => {
    page.unmount()
    live.stop()
    vi.useRealTimers()
  })

  async function pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  it('is requested at once and again after each answer', async () => {
    await pass(1)
    expect(polled.answer.value).toBe('a1')
    await pass(2 * EVERY)
    expect(polled.answer.value).toBe('a3')
    expect(polled.problem.value).toBeNull()
  })

  it('has no failure where the page fails to use the answer, and is requested again', async () => {
    const defects = vi.fn()
    vi.stubGlobal('reportError', defects)
    answered = () => {
      answered = () => undefined
      throw new Error('a defect')
    }
    await pass(1)
    expect([polled.answer.value, polled.problem.value]).toEqual(['a1', null])
    await pass(EVERY)
    expect(polled.answer.value).toBe('a2')
    expect(defects).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  it('has one request at a time, which a pause does not repeat', async () => {
    query.value = 'b'
    answer = () => new Promise(() => undefined)
    await nextTick()
    for (let i = 0; i < 2; i++) {
      live.togglePause()
      await pass(EVERY)
    }
    expect(requests).toEqual(['a', 'b'])
  })

  it('is requested at once when it changes, and the request before it has no effect', async () => {
    await pass(1)
    let refuse: ((error: Error) => void) | undefined
    answer = () => new Promise((_, reject) => (refuse = reject))
    await pass(EVERY)
    query.value = 'b'
    answer = () => new Promise(() => undefined)
    await nextTick()
    expect(requests).toEqual(['a', 'a', 'b'])
    expect(signals[1]?.aborted).toBe(true)

    refuse?.(new Error('too late'))
    await pass(5 * EVERY)
    expect(requests).toEqual(['a', 'a', 'b'])
    expect(polled.problem.value).toBeNull()
  })

  it('is requested at once when the user wants it, unless a request is pending', async () => {
    await pass(1)
    answer = () => new Promise(() => undefined)
    polled.refresh()
    polled.refresh()
    expect(requests).toEqual(['a', 'a'])

    query.value = null
    await nextTick()
    polled.refresh()
    await pass(5 * EVERY)
    expect(requests).toEqual(['a', 'a'])
  })

  it('is repeated at its usual pace after the user wanted it', async () => {
    await pass(EVERY / 2)
    polled.refresh()
    await pass(EVERY - 1)
    expect(requests).toHaveLength(2)
    await pass(1)
    expect(requests).toHaveLength(3)
  })

  it('is not repeated while paused, unless it has never been answered', async () => {
    await pass(1)
    live.togglePause()
    await pass(5 * EVERY)
    expect(requests).toEqual(['a'])
    query.value = 'b'
    await nextTick()
    await pass(5 * EVERY)
    expect(polled.answer.value).toBe('b2')
    expect(requests).toEqual(['a', 'b'])
    live.togglePause()
    await pass(1)
    expect(requests).toEqual(['a', 'b', 'b'])
  })

  it('does not change while paused, even if a request was pending or the page was hidden', async () => {
    const parent = new EmbeddingPage()
    await pass(1)
    answer = () => new Promise((resolve) => setTimeout(resolve, 100, 'late'))
    await pass(EVERY)
    live.togglePause()
    await pass(EVERY)
    const age = polled.ageMillis.value
    for (const visible of [false, true]) {
      await parent.send({ gpulse: 'visible', visible })
      await pass(5 * EVERY)
    }
    expect(polled.answer.value).toBe('a1')
    expect(polled.ageMillis.value).toBe(age)
    parent.leave()
  })

  it('is not requested in a hidden frame, and at once when the frame is shown', async () => {
    const parent = new EmbeddingPage()
    await pass(1)
    await parent.send({ gpulse: 'visible', visible: false })
    polled.refresh()
    await pass(5 * EVERY)
    expect(requests).toHaveLength(1)

    await parent.send({ gpulse: 'visible', visible: true })
    await pass(1)
    expect(requests).toHaveLength(2)
    parent.leave()
  })

  it('is abandoned in a hidden tab', async () => {
    answer = () => new Promise(() => undefined)
    await pass(EVERY)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(EVERY)
    expect(requests).toHaveLength(2)
    expect(signals[1]?.aborted).toBe(true)

    visibility.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(1)
    expect(requests).toHaveLength(3)
  })

  it('has no answer of another query', async () => {
    await pass(1)
    answer = () => new Promise(() => undefined)
    query.value = 'b'
    await nextTick()
    expect(polled.answer.value).toBeNull()
    query.value = null
    await pass(5 * EVERY)
    expect(requests).toEqual(['a', 'b'])
  })

  it('retains its answer when the server refuses, with its age and the reason', async () => {
    await pass(1)
    answer = () => Promise.reject(new Error('busy'))
    await pass(3 * EVERY)
    expect(polled.answer.value).toBe('a1')
    expect(polled.problem.value).toBe('busy')
    expect(polled.ageMillis.value).toBeGreaterThan(2000)
  })

  it('retains the reason while the frame is hidden, until the query changes', async () => {
    const parent = new EmbeddingPage()
    await pass(1)
    answer = () => Promise.reject(new Error('busy'))
    await pass(EVERY)
    answer = () => new Promise(() => undefined)
    await parent.send({ gpulse: 'visible', visible: false })
    await parent.send({ gpulse: 'visible', visible: true })
    expect(polled.problem.value).toBe('busy')

    query.value = 'b'
    await nextTick()
    expect(polled.problem.value).toBeNull()
    parent.leave()
  })

  it('is not repeated before the time that the server demands has passed', async () => {
    const waitMillis = 5 * EVERY
    answer = () => Promise.reject(new RequestError({ kind: 'refused', status: 503, detail: 'busy' }, waitMillis))
    await pass(EVERY)
    expect(polled.problem.value).toBe('busy')
    await pass(waitMillis - EVERY)
    expect(requests).toHaveLength(2)
    await pass(2 * EVERY)
    expect(requests).toHaveLength(3)
  })
})
