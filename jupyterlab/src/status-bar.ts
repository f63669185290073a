import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application'
import { IStatusBar } from '@jupyterlab/statusbar'
import { Widget } from '@lumino/widgets'
import { IGpulse } from './core'
import { IDashboards } from './dashboards'
import { gpulseIcon } from './icons'
import { MENU } from './menu'
import { pageTarget } from './page-list'
import { statusText } from './status-text'

export const statusBar: JupyterFrontEndPlugin<void> = {
  id: 'gpulse-jupyterlab:status-bar',
  description: 'GPU memory of the current kernel in the status bar.',
  autoStart: true,
  optional: [IGpulse, IDashboards, IStatusBar],
  activate: (app, gpulse: IGpulse | null, opener: IDashboards | null, bar: IStatusBar | null) => {
    if (gpulse === null || bar === null) return
    let remove: (() => void) | null = null
    const update = (): void => {
      if (gpulse.settings.statusBar === (remove !== null)) return
      if (remove === null) {
        remove = add(bar, gpulse, () => {
          open(app, gpulse, opener)
        })
      } else {
        remove()
        remove = null
      }
    }
    gpulse.settings.changed.connect(update)
    update()
  },
}

function add(bar: IStatusBar, gpulse: IGpulse, open: () => void): () => void {
  const item = new StatusItem(gpulse, open)
  const registered = bar.registerStatusItem('gpulse', { item, align: 'left', rank: 5 })
  const release = gpulse.monitor.acquire()
  return () => {
    release()
    registered.dispose()
    item.dispose()
  }
}

/** Opens the processes; without a list of pages the left area, where the reason is. */
function open(app: JupyterFrontEnd, { pages, texts }: IGpulse, opener: IDashboards | null): void {
  const page = pages.catalog?.pages.find(({ name }) => name === 'processes')
  if (page && opener) opener.open(pageTarget(page, texts))
  else {
    pages.retry()
    app.shell.activateById(MENU)
  }
}

class StatusItem extends Widget {
  private readonly text = document.createElement('span')

  constructor(
    private readonly gpulse: IGpulse,
    open: () => void,
  ) {
    super({ node: document.createElement('button') })
    this.id = 'gpulse-status'
    this.addClass('gpulse-Status')
    gpulseIcon.element({ container: this.node.appendChild(document.createElement('span')), height: '14px' })
    this.node.append(this.text)
    this.node.addEventListener('click', open)
    gpulse.monitor.changed.connect(this.render, this)
    this.render()
  }

  override dispose(): void {
    this.gpulse.monitor.changed.disconnect(this.render, this)
    super.dispose()
  }

  private render(): void {
    const { monitor, texts } = this.gpulse
    const status = statusText(monitor.usage, monitor.current, texts)
    this.setHidden(status === null)
    if (status === null) return
    this.text.textContent = status.text
    this.node.title = status.detail
    this.toggleClass('gpulse-mod-dim', status.dim)
  }
}
