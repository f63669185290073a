import { Signal } from '@lumino/signaling'
import { beforeEach, expect, it, vi } from 'vitest'
import { DashboardFrame, type FrameContext } from './frame'

const { listeners } = vi.hoisted(() => {
  const listeners: ((event: unknown) => void)[] = []
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener),
    setTimeout: () => 0,
  })
  vi.stubGlobal('location', { origin: 'http://lab' })
  return { listeners }
})
vi.mock('@jupyterlab/coreutils', () => ({
  PageConfig: { getBaseUrl: () => '/' },
  URLExt: { join: (...parts: string[]) => parts.join('') },
}))
vi.mock('@lumino/polling', () => ({ Poll: class { start = (): void => undefined; stop = (): void => undefined } }))
vi.mock('@lumino/widgets', () => ({
  Widget: class {
    node = { append: () => undefined }
    isVisible = true
    addClass = (): void => undefined
  },
}))
vi.mock('./problem-panel', () => ({
  ProblemPanel: class {
    hide = (): void => undefined
  },
}))

const settings = { refreshMillis: 200, range: '5m', changed: new Signal<object, void>({}) }
const sent: object[] = []
const page = { postMessage: (message: object) => sent.push(message) }
const element = { src: '', contentWindow: page, contentDocument: null, addEventListener: () => undefined }
vi.stubGlobal('document', { createElement: () => element })

beforeEach(() => {
  sent.length = 0
  listeners.length = 0
})

it('a page gets the range in its address, and the interval and a changed range as messages', () => {
  const context = {
    settings,
    texts: { language: 'en' },
    theme: { current: 'dark', changed: new Signal<object, void>({}) },
  } as unknown as FrameContext
  const frame = new DashboardFrame({ page: 'memory', panel: '', path: '/GPU-Memory', title: 'Memory' }, context)
  ;(frame as unknown as { createFrame: () => void }).createFrame()
  expect(element.src).toMatch(/&range=5m$/)

  listeners.forEach((receive) => { receive({ source: page, origin: 'http://lab', data: { gpulse: 'ready' } }) })
  expect(sent).toContainEqual({ gpulse: 'refresh', millis: 200 })
  expect(JSON.stringify(sent)).not.toContain('range')

  Object.assign(settings, { refreshMillis: 1000, range: '15m' })
  settings.changed.emit()
  settings.changed.emit()
  expect(sent).toContainEqual({ gpulse: 'refresh', millis: 1000 })
  expect(sent.filter((message) => 'range' in message)).toEqual([{ gpulse: 'range', range: '15m' }])
})
