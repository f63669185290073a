import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook'
import type { ServiceManager, Session } from '@jupyterlab/services'
import { Poll } from '@lumino/polling'
import { type ISignal, Signal } from '@lumino/signaling'
import type { Api } from './api'
import { Problem, type Kernel } from './contract'
import { problemOf, type CurrentKernel, type Usage } from './status-text'

const PERIOD_MILLIS = 2000
const MAX_PERIOD_MILLIS = 16_000

/** Requests the GPU memory of the kernels while the page is visible and at least one consumer uses it. */
export class KernelMonitor {
  private readonly _changed = new Signal<this, void>(this)
  private readonly poll: Poll
  private _usage: Usage = null
  private users = 0

  constructor(
    private readonly api: Api,
    private readonly services: ServiceManager.IManager,
    private readonly notebooks: INotebookTracker | null,
  ) {
    this.poll = new Poll({
      name: 'gpulse-jupyterlab:kernels',
      auto: false,
      factory: () => this.request(),
      frequency: { interval: PERIOD_MILLIS, backoff: true, max: MAX_PERIOD_MILLIS },
      standby: 'when-hidden',
    })
    notebooks?.currentChanged.connect((_, panel) => {
      this.follow(panel)
    })
    this.follow(notebooks?.currentWidget ?? null)
  }

  get changed(): ISignal<this, void> {
    return this._changed
  }

  get usage(): Usage {
    return this._usage
  }

  /** Returns the kernel of the current notebook; null if no notebook is open or if it has no kernel. */
  get current(): CurrentKernel | null {
    const session = this.notebooks?.currentWidget?.sessionContext.session
    const id = session?.kernel?.id
    return session && id !== undefined ? { id, notebook: baseName(session.path) } : null
  }

  /** Returns the values of the current kernel; null if they are not known. */
  get currentKernel(): Kernel | null {
    const id = this.current?.id
    if (this._usage === null || problemOf(this._usage) !== null) return null
    return (this._usage as Exclude<Usage, Problem | null>).kernels.find((kernel) => kernel.id === id) ?? null
  }

  /** Returns the name of the notebook or console of a kernel of this server; null if there is none. */
  notebookOf(kernelId: string): string | null {
    const session = this.sessionOf(kernelId)
    return session === null ? null : baseName(session.path)
  }

  /** Returns the session of a kernel of this server; null if there is none. */
  sessionOf(kernelId: string): Session.IModel | null {
    return [...this.services.sessions.running()].find(({ kernel }) => kernel?.id === kernelId) ?? null
  }

  /** Starts the requests for one more consumer; the returned function ends its use. */
  acquire(): () => void {
    if (this.users++ === 0) void this.poll.start()
    let released = false
    return () => {
      if (!released && --this.users === 0) void this.poll.stop()
      released = true
    }
  }

  refresh(): void {
    if (this.users > 0) void this.poll.refresh()
  }

  private async request(): Promise<void> {
    this._usage = await this.api.kernels()
    this._changed.emit()
    // Rejected requests have a growing interval.
    if (this._usage instanceof Problem) throw new Error(this._usage.state)
  }

  private follow(panel: NotebookPanel | null): void {
    this._changed.emit()
    if (panel === null || this.followed.has(panel)) return
    this.followed.add(panel)
    panel.sessionContext.kernelChanged.connect(() => {
      this._changed.emit()
      this.refresh()
    })
  }

  private readonly followed = new WeakSet<NotebookPanel>()
}

function baseName(path: string): string {
  return path.split('/').pop() ?? path
}
