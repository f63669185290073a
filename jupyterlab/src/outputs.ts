import type { JupyterFrontEndPlugin } from '@jupyterlab/application'
import { proxyBase } from './address'
import { IGpulse } from './core'
import { PAGE_CLASS } from './frame'
import type { Settings } from './settings'
import type { LabTheme } from './theme'

export const outputs: JupyterFrontEndPlugin<void> = {
  id: 'gpulse-jupyterlab:outputs',
  description: 'Gives panels of gpulse in the output of a cell theme, language and interval, and stops hidden ones.',
  autoStart: true,
  optional: [IGpulse],
  activate: (_, gpulse: IGpulse | null) => {
    if (gpulse !== null) new OutputFrames(gpulse)
  },
}

/** Sends theme and visibility to pages of gpulse that are not in a widget: those in the output of a cell. */
class OutputFrames {
  private readonly theme: LabTheme
  private readonly language: string
  private readonly settings: Settings
  private readonly frames = new Map<Element, Window>()
  private readonly visibility = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      send(this.frames.get(target), { gpulse: 'visible', visible: isIntersecting })
    }
  })

  constructor({ theme, texts, settings }: Pick<IGpulse, 'theme' | 'texts' | 'settings'>) {
    this.theme = theme
    this.language = texts.language
    this.settings = settings
    window.addEventListener('message', this.receive)
    theme.changed.connect(() => {
      this.removeOld()
      this.frames.forEach((page) => {
        this.sendTheme(page)
      })
    })
    settings.changed.connect(() => {
      this.removeOld()
      this.frames.forEach((page) => {
        this.sendInterval(page)
      })
    })
  }

  private readonly receive = ({ data, origin, source }: MessageEvent<unknown>): void => {
    if (origin !== location.origin || (data as { gpulse?: unknown } | null)?.gpulse !== 'ready') return
    if (source === null || !('location' in source) || source.parent !== window || !isPage(source)) return
    const element = source.frameElement
    if (element === null || element.classList.contains(PAGE_CLASS)) return
    this.removeOld()
    this.frames.set(element, source)
    this.sendTheme(source)
    this.sendInterval(source)
    send(source, { gpulse: 'language', language: this.language })
    // The first entry of an observation has the present state.
    this.visibility.unobserve(element)
    this.visibility.observe(element)
  }

  /** A theme in the address was chosen by the user. */
  private sendTheme(page: Window): void {
    if (new URLSearchParams(page.location.search).has('theme')) return
    send(page, { gpulse: 'theme', theme: this.theme.current })
  }

  private sendInterval(page: Window): void {
    send(page, { gpulse: 'refresh', millis: this.settings.refreshMillis })
  }

  private removeOld(): void {
    for (const [element, page] of this.frames) {
      if (!page.closed && isPage(page)) continue
      this.frames.delete(element)
      this.visibility.unobserve(element)
    }
  }
}

function send(page: Window | undefined, message: object): void {
  page?.postMessage(message, location.origin)
}

/** Whether a frame has a page of gpulse below the proxy. */
function isPage(frame: Window): boolean {
  try {
    return frame.location.pathname.startsWith(`${new URL(proxyBase(), location.href).pathname}/`)
  } catch {
    return false
  }
}
