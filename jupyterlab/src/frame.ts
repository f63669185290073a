import type { Message } from '@lumino/messaging'
import { Poll } from '@lumino/polling'
import { type ISignal, Signal } from '@lumino/signaling'
import { Widget } from '@lumino/widgets'
import { embedAddress, type Target } from './address'
import type { Api } from './api'
import { Problem } from './contract'
import { ProblemPanel } from './problem-panel'
import type { Settings } from './settings'
import type { Texts } from './texts'
import type { LabTheme } from './theme'

/** Class of the frames of the widgets. */
export const PAGE_CLASS = 'gpulse-Frame-page'

const RETRY_MILLIS = 5000
const READY_MILLIS = 10_000

export interface FrameContext {
  api: Api
  texts: Texts
  theme: LabTheme
  settings: Settings
}

/**
 * One page of gpulse in a frame. The frame is created when the widget is shown for the first time. Until gpulse is
 * ready, the widget contains a sentence about its state and tries again by itself.
 */
export class DashboardFrame extends Widget {
  private readonly _titled = new Signal<this, string>(this)
  private readonly panel: ProblemPanel
  private readonly retries: Poll
  private frame: HTMLIFrameElement | null = null
  private titles: MutationObserver | null = null
  private deadline = 0
  private mounted = false
  private started = false
  private range = ''

  constructor(
    readonly target: Target,
    private readonly context: FrameContext,
  ) {
    super()
    this.addClass('gpulse-Frame')
    this.panel = new ProblemPanel(context.texts, () => void this.retries.refresh())
    this.node.append(this.panel.node)
    this.retries = new Poll({
      name: `gpulse-jupyterlab:${target.page}:${target.panel}`,
      auto: false,
      factory: () => this.connect(),
      frequency: { interval: RETRY_MILLIS, backoff: false },
      standby: () => !this.isVisible || document.hidden,
    })
    window.addEventListener('message', this.receive)
    context.theme.changed.connect(this.sendTheme, this)
    context.settings.changed.connect(this.applySettings, this)
  }

  /** Emits the title of the page in the frame when it changes. */
  get titled(): ISignal<this, string> {
    return this._titled
  }

  override dispose(): void {
    if (this.isDisposed) return
    window.removeEventListener('message', this.receive)
    window.clearTimeout(this.deadline)
    this.titles?.disconnect()
    this.retries.dispose()
    Signal.clearData(this)
    super.dispose()
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message)
    this.appear()
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message)
    if (this.isVisible) this.appear()
  }

  protected override onBeforeHide(message: Message): void {
    super.onBeforeHide(message)
    this.send({ gpulse: 'visible', visible: false })
  }

  private appear(): void {
    if (!this.started) void this.retries.start()
    else if (this.frame === null) void this.retries.refresh()
    this.started = true
    this.send({ gpulse: 'visible', visible: true })
  }

  /** Creates the frame if gpulse is ready, else shows why it is not. */
  private async connect(): Promise<void> {
    const problem = await this.context.api.problem()
    if (this.isDisposed || this.frame !== null || !this.isVisible) return
    if (problem !== null) {
      this.panel.show(problem)
      return
    }
    void this.retries.stop()
    this.createFrame()
  }

  private createFrame(): void {
    const { texts, theme, settings } = this.context
    this.range = settings.range
    const frame = document.createElement('iframe')
    frame.title = this.target.title
    frame.className = PAGE_CLASS
    frame.src = embedAddress(this.target, theme.current, texts.language, this.range)
    frame.addEventListener('load', () => {
      // An error of the proxy, or the sign-in page of a hub, is not a page of gpulse.
      if (rootOf(frame) === null) void this.drop()
    })
    this.frame = frame
    this.mounted = false
    this.node.append(frame)
    this.deadline = window.setTimeout(() => {
      if (this.mounted || this.frame !== frame) return
      // A gpulse without messages is shown as well.
      if (rootOf(frame)?.hasChildNodes() === true) this.panel.hide()
      else void this.drop()
    }, READY_MILLIS)
  }

  /** Replaces a frame that has no page of gpulse by the reason. */
  private async drop(): Promise<void> {
    window.clearTimeout(this.deadline)
    this.frame?.remove()
    this.frame = null
    this.panel.show((await this.context.api.problem()) ?? new Problem('NO_PAGE'))
    if (!this.isDisposed) void this.retries.schedule({ phase: 'started', interval: RETRY_MILLIS })
  }

  private readonly receive = (event: MessageEvent<unknown>): void => {
    const window = this.frame?.contentWindow
    if (!window || event.source !== window || event.origin !== location.origin) return
    if ((event.data as { gpulse?: unknown } | null)?.gpulse !== 'ready') return
    this.mounted = true
    this.panel.hide()
    this.sendTheme()
    this.applySettings()
    this.send({ gpulse: 'visible', visible: this.isVisible })
    this.observeTitle()
  }

  private sendTheme(): void {
    this.send({ gpulse: 'theme', theme: this.context.theme.current })
  }

  /** Sends the interval, and a changed range; the page may have another one that was chosen in it. */
  private applySettings(): void {
    const { refreshMillis, range } = this.context.settings
    this.send({ gpulse: 'refresh', millis: refreshMillis })
    if (!this.mounted || range === this.range) return
    this.range = range
    this.send({ gpulse: 'range', range })
  }

  private send(message: object): void {
    if (this.mounted) this.frame?.contentWindow?.postMessage(message, location.origin)
  }

  private observeTitle(): void {
    const page = this.frame?.contentDocument
    const title = page?.querySelector('title')
    this.titles?.disconnect()
    if (!page || !title) return
    this.titles = new MutationObserver(() => {
      this._titled.emit(page.title.split(' · ')[0] ?? page.title)
    })
    this.titles.observe(title, { childList: true, characterData: true, subtree: true })
  }
}

/** Returns the element that contains the page of gpulse; null if the frame has another page. */
function rootOf(frame: HTMLIFrameElement): HTMLElement | null {
  return frame.contentDocument?.getElementById('app') ?? null
}
