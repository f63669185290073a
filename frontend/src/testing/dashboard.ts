import { configure, fireEvent, queries, within, type BoundFunctions } from '@testing-library/dom'
import { flushPromises, mount } from '@vue/test-utils'
import { vi } from 'vitest'
import type { Router } from 'vue-router'
import App from '@/App.vue'
import { chosenGpus } from '@/stream/chosen-gpus'
import type { Feed } from '@/stream/feed'
import { fetchLimits } from '@/api/limits'
import { speak } from '@/i18n/language'
import { liveKey, startLive, type Live } from '@/store/live'
import { dashboardRouter } from '@/router'
import { apiRequest, firstResponse, ok, refused, type ApiHandler, type ApiRequest } from './api'
import { catalogue } from './catalogue'
import { freeApi } from './free'
import { stubLayout } from './layout'
import { setEnd } from './end'
import { BEGIN, HISTORY, limitsSnapshot, snapshot, type MachineOptions } from './machine'
import { RecordedFeed } from './recorded-feed'

// Styles are not loaded in tests, so every element counts as visible.
configure({ defaultHidden: true, asyncUtilTimeout: 0 })

/** The page shows new texts at most twice a second. */
const SHOWN_MILLIS = 600
const SECOND = 1000

export interface DashboardOptions extends MachineOptions {
  /** Handlers of API requests, the first one with a response wins; by default most requests get status 404. */
  api?: readonly ApiHandler[]
  /** Number of snapshots that are replayed when the page opens, one per second. */
  seconds?: number
  /** Replaces the feed that replays the machine. */
  feed?: Feed
  /** GPUs of a frame, as in its address. */
  chosen?: string
  width?: number
  /** Contents of localStorage. */
  storage?: Record<string, string>
}

/** The whole dashboard on a recorded machine; tests advance the time. */
export class Dashboard {
  /** Requests to the API, in order. */
  readonly requests: ApiRequest[] = []
  private second = 0

  private constructor(
    readonly router: Router,
    readonly live: Live,
    readonly feed: RecordedFeed,
    private readonly options: DashboardOptions,
    private readonly unmount: () => void,
  ) {}

  /** Queries of the document: `page.get.getByRole(...)`. */
  get get(): BoundFunctions<typeof queries> {
    return within(document.body)
  }

  /** Path and query of the page. */
  get address(): string {
    return decodeURIComponent(this.router.currentRoute.value.fullPath)
  }

  /** Opens a page after `seconds` snapshots (default: 150). */
  static async open(path: string, options: DashboardOptions = {}): Promise<Dashboard> {
    vi.useFakeTimers({ now: BEGIN + HISTORY * SECOND })
    viewport(options.width ?? 1440)
    stubLayout()
    document.body.innerHTML = ''
    localStorage.clear()
    sessionStorage.clear()
    Object.assign(localStorage, options.storage ?? {})
    const requests: ApiRequest[] = []
    const newest = () => live.newest.value?.gpus ?? []
    vi.stubGlobal('fetch', fetchFrom([...(options.api ?? []), noIncidents, freeApi(newest), catalogue], requests))
    history.replaceState(null, '', '/')
    const language = /[?&]lang=(\w+)/.exec(path)?.[1]
    await speak(language === 'zh' ? 'zh' : 'en')
    const feed = new RecordedFeed()
    feed.recordedLimits = limitsSnapshot(options)
    const recorded = options.chosen === undefined ? feed : chosenGpus(feed, options.chosen)
    const live =
      options.feed === undefined ? startLive(recorded, () => feed.limits()) : startLive(options.feed, fetchLimits)
    const router = dashboardRouter()
    await router.push(path)
    const root = document.body.appendChild(document.createElement('div'))
    const app = mount(App, { attachTo: root, global: { plugins: [router], provide: { [liveKey as symbol]: live } } })
    const page = new Dashboard(router, live, feed, options, () => {
      app.unmount()
    })
    setEnd(() => page.end())
    Object.assign(page, { requests })
    if (options.feed === undefined) page.replay(options.seconds ?? HISTORY)
    await page.settle()
    return page
  }

  /** Advances the time without a snapshot. */
  async pass(millis: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(millis)
    await flushPromises()
  }

  /** Advances the time by seconds, each with its snapshot, and shows the last one. */
  async advance(seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i++) {
      this.replay(1)
      await vi.advanceTimersByTimeAsync(SECOND)
    }
    await flushPromises()
  }

  /** Plays the snapshots of the time since the last one, and one more. */
  async catchUp(): Promise<void> {
    this.replay(Math.floor((Date.now() - BEGIN) / SECOND) - this.second)
    await this.advance(1)
  }

  /** Waits for pending components, responses and texts. */
  async settle(): Promise<void> {
    await vi.dynamicImportSettled()
    await this.pass(SHOWN_MILLIS)
    await vi.dynamicImportSettled()
    await this.pass(SHOWN_MILLIS)
  }

  async click(element: Element, init: MouseEventInit = {}): Promise<void> {
    fireEvent.click(element, init)
    await this.settle()
  }

  async type(field: Element, text: string): Promise<void> {
    fireEvent.input(field, { target: { value: text } })
    fireEvent.change(field)
    await this.settle()
  }

  /** Presses a key on the focused element. */
  async press(key: string, init: KeyboardEventInit = {}): Promise<void> {
    const target = document.activeElement ?? document.body
    fireEvent.keyDown(target, { key, ...init })
    fireEvent.keyUp(target, { key, ...init })
    await this.settle()
  }

  /** Moves the pointer over a chart, to a fraction of its width and height. */
  point(chart: Element, across: number, down = 0.5): MouseEventInit {
    const place = placeOn(chart, across, down)
    fireEvent(chart, new PointerEvent('pointermove', { ...place, pointerType: 'mouse' }))
    return place
  }

  /** Presses, moves and releases the pointer on a chart. */
  async drag(chart: Element, from: number, to: number): Promise<void> {
    const mouse = { pointerType: 'mouse', button: 0, buttons: 1, isPrimary: true }
    fireEvent(chart, new PointerEvent('pointerdown', { ...this.point(chart, from), ...mouse }))
    const end = { ...placeOn(chart, to, 0.5), ...mouse }
    fireEvent(chart, new PointerEvent('pointermove', end))
    fireEvent(chart, new PointerEvent('pointerup', end))
    await this.settle()
  }

  /** Opens the same address in a new page of the same browser. */
  async reload(): Promise<Dashboard> {
    const { address, options } = this
    const storage = Object.fromEntries(Object.entries(localStorage)) as Record<string, string>
    this.close()
    return Dashboard.open(address, { ...options, storage })
  }

  close(): void {
    this.unmount()
    this.live.stop()
    document.body.innerHTML = ''
    setEnd(null)
  }

  private async end(): Promise<void> {
    this.close()
    await speak('en')
    // Timers of the closed page would keep it.
    vi.clearAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  private replay(count: number): void {
    for (let i = 0; i < count; i++) this.feed.play(snapshot(this.second++, this.options))
  }
}

function placeOn(chart: Element, across: number, down: number): MouseEventInit {
  const { left, top, width, height } = chart.getBoundingClientRect()
  return { clientX: left + across * width, clientY: top + down * height, bubbles: true }
}

/** Text of an element with single spaces. */
export function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replace(/[\s\u202f\u00a0]+/g, ' ').trim()
}

/** A server without incidents. */
const noIncidents: ApiHandler = ({ path }) => (path === 'insights' || path === 'events' ? ok({}) : null)

function fetchFrom(handlers: readonly ApiHandler[], requests: ApiRequest[]): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const request = apiRequest(address, init?.method ?? 'GET', typeof init?.body === 'string' ? init.body : null)
    if (request === null) return new Response('', { status: 404 })
    requests.push(request)
    const received = { ...request, signal: init?.signal ?? null }
    const { status, body, headers } =
      (await firstResponse(handlers, received)) ?? refused(404, `No handler for ${request.path}.`)
    const text = body === null || typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...headers } })
  }
}

function viewport(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM?: { setViewport: (size: object) => void } }
  happyDOM?.setViewport({ width, height: 900 })
}
