import { ILabShell, ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from '@jupyterlab/application'
import { MainAreaWidget, WidgetTracker } from '@jupyterlab/apputils'
import { Token } from '@lumino/coreutils'
import { toTarget, embedAddress, widgetId, type Target } from './address'
import { IGpulse } from './core'
import { DashboardFrame } from './frame'
import { gpulseIcon, pageIcon } from './icons'

export const OPEN = 'gpulse:open'

/** Opens pages of gpulse. */
export interface IDashboards {
  open: (target: Target) => void
}

export const IDashboards = new Token<IDashboards>('gpulse-jupyterlab:IDashboards', 'Opens pages of gpulse.')

type DashboardWidget = MainAreaWidget<DashboardFrame>

export const dashboards: JupyterFrontEndPlugin<IDashboards | null> = {
  id: 'gpulse-jupyterlab:dashboards',
  description: 'Opens pages of gpulse as widgets, in Notebook as browser tabs.',
  autoStart: true,
  optional: [IGpulse, ILabShell, ILayoutRestorer],
  provides: IDashboards,
  activate: (app, gpulse: IGpulse | null, shell: ILabShell | null, restorer: ILayoutRestorer | null) => {
    if (gpulse === null) return null
    const tracker = new WidgetTracker<DashboardWidget>({ namespace: 'gpulse' })
    const iconOf = (name: string): string | undefined =>
      gpulse.pages.catalog?.pages.find((page) => page.name === name)?.icon
    app.commands.addCommand(OPEN, {
      label: ({ title }) => (typeof title === 'string' ? title : gpulse.texts.get('title')),
      icon: ({ page }) => (typeof page === 'string' ? pageIcon(page, iconOf(page)) : gpulseIcon),
      isVisible: (args) => toTarget(args) !== null,
      execute: (args) => {
        const target = toTarget(args)
        if (target === null) return
        if (shell === null) openTab(target, gpulse)
        else openWidget(app, tracker, target, gpulse)
      },
    })
    void restorer?.restore(tracker, {
      command: OPEN,
      args: ({ content }) => ({ ...content.target }),
      name: ({ content }) => widgetId(content.target),
    })
    return { open: (target) => void app.commands.execute(OPEN, { ...target }) }
  },
}

function openTab(target: Target, { theme, texts, settings }: IGpulse): void {
  window.open(embedAddress(target, theme.current, texts.language, settings.range), '_blank')
}

function openWidget(
  app: JupyterFrontEnd,
  tracker: WidgetTracker<DashboardWidget>,
  target: Target,
  gpulse: IGpulse,
): void {
  const id = widgetId(target)
  let widget = tracker.find((each) => each.id === id)
  if (widget === undefined) {
    widget = createWidget(target, gpulse)
    void tracker.add(widget)
  }
  if (!widget.isAttached) app.shell.add(widget, 'main', placement(app, tracker, id))
  app.shell.activateById(id)
}

/** Returns a place next to the current document, or after the last dashboard. */
function placement(
  app: JupyterFrontEnd,
  tracker: WidgetTracker<DashboardWidget>,
  id: string,
): { mode: 'split-right' | 'tab-after'; ref?: string } {
  const dashboard = tracker.filter((each) => each.id !== id && each.isAttached).pop()
  if (dashboard) return { mode: 'tab-after', ref: dashboard.id }
  const hasDocument = [...app.shell.widgets('main')].some((each) => each.hasClass('jp-Document'))
  return { mode: hasDocument ? 'split-right' : 'tab-after' }
}

function createWidget(target: Target, gpulse: IGpulse): DashboardWidget {
  const content = new DashboardFrame(target, gpulse)
  const widget = new MainAreaWidget({ content })
  widget.id = widgetId(target)
  widget.toolbar.hide()
  widget.title.label = target.title
  widget.title.caption = `${target.title} · gpulse`
  widget.title.icon = gpulseIcon
  widget.title.closable = true
  if (target.panel === '') {
    content.titled.connect((_, title) => {
      widget.title.label = title
    })
  }
  return widget
}
