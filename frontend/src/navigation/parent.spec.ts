import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { speak } from '@/i18n/language'
import { locale } from '@/i18n/words'
import { followParent, parentRange, parentRefreshMillis, parentTheme, parentVisible, reportReady } from './parent'

const parent = { location, postMessage: vi.fn() } as unknown as Window

describe('messages of the embedding page', () => {
  let stop: () => void

  beforeEach(() => {
    stop = followParent(parent)
  })

  afterEach(() => {
    stop()
  })

  function send(
    data: unknown,
    { origin = location.origin, source = parent }: { origin?: string; source?: unknown } = {},
  ): void {
    dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
  }

  it('set the theme and the visibility', () => {
    send({ gpulse: 'theme', theme: 'dark' })
    send({ gpulse: 'visible', visible: false })
    expect([parentTheme.value, parentVisible.value]).toEqual(['dark', false])

    send({ gpulse: 'theme', theme: 'light' })
    send({ gpulse: 'visible', visible: true })
    expect([parentTheme.value, parentVisible.value]).toEqual(['light', true])
  })

  it('set the language, unless the address names one', async () => {
    send({ gpulse: 'language', language: 'fr' })
    send({ gpulse: 'language', language: 'zh' })
    await vi.waitFor(() => {
      expect(locale.value).toBe('zh')
    })

    history.replaceState(null, '', '?lang=zh')
    send({ gpulse: 'language', language: 'en' })
    await flushPromises()
    expect(locale.value).toBe('zh')
    history.replaceState(null, '', '/')
    await speak('en')
  })

  it('set the refresh interval from 100 ms to 10 s, and the range', () => {
    for (const millis of [99, 10_001, NaN, '500', null]) send({ gpulse: 'refresh', millis })
    expect(parentRefreshMillis.value).toBeNull()
    for (const millis of [100, 10_000]) {
      send({ gpulse: 'refresh', millis })
      expect(parentRefreshMillis.value).toBe(millis)
    }
    send({ gpulse: 'range', range: 15 })
    expect(parentRange.value).toBeNull()
    send({ gpulse: 'range', range: '15m' })
    expect(parentRange.value).toBe('15m')
  })

  it('are ignored from another origin, from another window, and where they are malformed', () => {
    const hidden = { gpulse: 'visible', visible: false }
    send(hidden, { origin: 'https://other.example' })
    send(hidden, { source: window })
    for (const data of [
      null,
      'theme',
      {},
      { gpulse: 'theme' },
      { gpulse: 'theme', theme: 'pink' },
      { gpulse: 'visible' },
    ])
      send(data)

    expect([parentTheme.value, parentVisible.value]).toEqual([null, true])
  })
})

describe('the report that a frame is ready', () => {
  it('is sent to a page of the same origin', () => {
    const postMessage = vi.fn()
    reportReady({ location, postMessage } as unknown as Window)

    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ gpulse: 'ready' }, location.origin)
  })

  it('is not sent to a page of another origin', () => {
    const postMessage = vi.fn()
    const other = {
      get location(): Location {
        throw new DOMException('Blocked a frame', 'SecurityError')
      },
      postMessage,
    }
    reportReady(other as unknown as Window)

    expect(postMessage).not.toHaveBeenCalled()
  })
})
