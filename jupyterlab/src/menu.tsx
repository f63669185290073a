import React, { useEffect, useReducer } from 'react'
import { ILayoutRestorer, type JupyterFrontEndPlugin } from '@jupyterlab/application'
import { ICommandPalette } from '@jupyterlab/apputils'
import { ReactWidget } from '@jupyterlab/ui-components'
import type { CommandRegistry } from '@lumino/commands'
import type { Message } from '@lumino/messaging'
import { embedAddress } from './address'
import { Problem } from './contract'
import { IGpulse } from './core'
import { IDashboards } from './dashboards'
import { gpulseIcon } from './icons'
import { IdleList } from './idle-list'
import { machineLine } from './machine-line'
import { PageRows } from './menu-rows'
import { pageTarget } from './page-list'
import { IShutdown } from './shutdown'
import type { Texts } from './texts'
import { ThisKernel } from './this-kernel'
import { warmUp } from './warm-up'

export const MENU = 'gpulse-menu'

/** Command of JupyterLab that opens its settings. */
const SETTINGS = 'settingeditor:open'

const IDLE_KERNELS = 'gpulse:idle-kernels'

type Open = IDashboards['open']
type Commands = Pick<CommandRegistry, 'execute' | 'hasCommand'>

export const menu: JupyterFrontEndPlugin<void> = {
  id: 'gpulse-jupyterlab:menu',
  description: 'List of the dashboards in the left area.',
  autoStart: true,
  optional: [IGpulse, IDashboards, IShutdown, ILayoutRestorer, ICommandPalette],
  activate: (
    app,
    gpulse: IGpulse | null,
    opener: IDashboards | null,
    shutdown: IShutdown | null,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
  ) => {
    if (gpulse === null || opener === null) return
    const widget = new DashboardMenu(gpulse, opener, shutdown, app.commands)
    app.shell.add(widget, 'left', { rank: 600 })
    restorer?.add(widget, widget.id)
    app.commands.addCommand(IDLE_KERNELS, {
      label: gpulse.texts.get('idle.command'),
      execute: () => {
        app.shell.activateById(MENU)
        // The widget gets its size before the next frame.
        requestAnimationFrame(() => widget.node.querySelector('.gpulse-Menu-idle')?.scrollIntoView())
      },
    })
    palette?.addItem({ command: IDLE_KERNELS, category: gpulse.texts.get('title') })
  },
}

class DashboardMenu extends ReactWidget {
  private release: (() => void) | null = null
  private warm = false

  constructor(
    private readonly gpulse: IGpulse,
    private readonly opener: IDashboards,
    private readonly shutdown: IShutdown | null,
    private readonly commands: Commands,
  ) {
    super()
    this.id = MENU
    this.addClass('gpulse-Menu')
    this.title.icon = gpulseIcon
    this.title.caption = gpulse.texts.get('menu.tab')
    gpulse.pages.changed.connect(this.warmUp, this)
  }

  protected override render(): JSX.Element {
    const { gpulse, opener, shutdown, commands } = this
    return <MenuContent gpulse={gpulse} open={opener.open} shutdown={shutdown} commands={commands} />
  }

  protected override onAfterShow(message: Message): void {
    super.onAfterShow(message)
    this.release ??= this.gpulse.monitor.acquire()
    this.warmUp()
  }

  protected override onBeforeHide(message: Message): void {
    super.onBeforeHide(message)
    this.release?.()
    this.release = null
  }

  private warmUp(): void {
    const { pages, texts, theme } = this.gpulse
    const page = pages.catalog?.pages.find(({ dashboard }) => dashboard)
    if (this.warm || !this.isVisible || page === undefined) return
    this.warm = true
    warmUp(embedAddress(pageTarget(page, texts), theme.current, texts.language))
  }
}

interface ContentProps {
  gpulse: IGpulse
  open: Open
  shutdown: IShutdown | null
  commands: Commands
}

function MenuContent({ gpulse, open, shutdown, commands }: ContentProps): JSX.Element {
  const { pages, monitor, settings, texts } = gpulse
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    pages.changed.connect(update)
    monitor.changed.connect(update)
    settings.changed.connect(update)
    return () => {
      pages.changed.disconnect(update)
      monitor.changed.disconnect(update)
      settings.changed.disconnect(update)
    }
  }, [pages, monitor, settings])
  const { usage } = monitor
  const answer = usage === null || usage instanceof Problem ? null : usage
  return (
    <nav aria-label={texts.get('title')}>
      <header>
        <h2>gpulse</h2>
        <p>{machineLine(pages.hostname, answer?.gpus ?? [], texts)}</p>
      </header>
      {pages.catalog === null ? (
        <NoList gpulse={gpulse} />
      ) : (
        <PageRows gpulse={gpulse} catalog={pages.catalog} insights={answer?.insights ?? null} open={open} />
      )}
      <ThisKernel gpulse={gpulse} shutdown={shutdown} />
      <IdleList gpulse={gpulse} shutdown={shutdown} commands={commands} />
      {pages.catalog !== null && <p className="gpulse-Menu-help">{texts.get('menu.help')}</p>}
      <SettingsButton commands={commands} texts={texts} />
    </nav>
  )
}

/** Opens the settings of the extension; absent where the editor of settings is disabled. */
export function SettingsButton({ commands, texts }: { commands: Commands; texts: Texts }): JSX.Element | null {
  if (!commands.hasCommand(SETTINGS)) return null
  return (
    <button className="gpulse-Menu-settings" onClick={() => void commands.execute(SETTINGS, { query: 'gpulse' })}>
      {texts.get('menu.settings')}
    </button>
  )
}

function NoList({ gpulse: { pages, texts } }: { gpulse: IGpulse }): JSX.Element {
  if (pages.problem === null) return <p className="gpulse-Menu-state">{texts.get('menu.loading')}</p>
  return (
    <div className="gpulse-Menu-state" role="status">
      <p>{texts.problem(pages.problem)}</p>
      <button className="jp-mod-styled" onClick={() => { pages.retry() }}>
        {texts.get('frame.retry')}
      </button>
    </div>
  )
}
