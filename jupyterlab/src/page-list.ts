import { Poll } from '@lumino/polling'
import { type ISignal, Signal } from '@lumino/signaling'
import type { Target } from './address'
import type { Api } from './api'
import { Problem, type Catalog, type Page, type Panel } from './contract'
import type { Texts } from './texts'

const RETRY_MILLIS = 5000

/** The pages of gpulse, requested until gpulse answers. */
export class PageList {
  private readonly _changed = new Signal<this, void>(this)
  private readonly poll: Poll
  private _catalog: Catalog | null = null
  private _problem: Problem | null = null
  private _hostname: string | null = null

  constructor(private readonly api: Api) {
    this.poll = new Poll({
      name: 'gpulse-jupyterlab:pages',
      factory: () => this.request(),
      frequency: { interval: RETRY_MILLIS, backoff: false },
      standby: 'when-hidden',
    })
  }

  get changed(): ISignal<this, void> {
    return this._changed
  }

  /** Null until gpulse has answered. */
  get catalog(): Catalog | null {
    return this._catalog
  }

  /** Why there is no list yet; null before the first answer and once there is one. */
  get problem(): Problem | null {
    return this._problem
  }

  get hostname(): string | null {
    return this._hostname
  }

  retry(): void {
    if (this._catalog === null) void this.poll.refresh()
  }

  private async request(): Promise<void> {
    const answer = await this.api.catalog()
    if (answer instanceof Problem) {
      this._problem = answer
    } else {
      this._problem = null
      this._catalog = answer
      void this.poll.stop()
      this._hostname = await this.api.hostname()
    }
    this._changed.emit()
  }
}

export function pageTarget(page: Page, texts: Texts): Target {
  return { page: page.name, panel: '', path: page.path, title: texts.title(page.title) }
}

export function panelTarget(page: Page, panel: Panel, texts: Texts): Target {
  return { page: page.name, panel: panel.name, path: page.path, title: texts.title(panel.title) }
}

export function gpuTarget(catalog: Catalog, index: number, texts: Texts): Target {
  const path = catalog.gpuPage.path.replace(':index', String(index))
  return { page: `gpu-${index}`, panel: '', path, title: texts.get('gpu.one', { index }) }
}

/** Returns the panels that exist on a machine with this number of GPUs. */
export function panelsOf(page: Page, gpus: number | null): readonly Panel[] {
  return page.panels.filter((panel) => panel.solo !== true || gpus === 1)
}
