import type { JupyterFrontEndPlugin } from '@jupyterlab/application'
import { ICommandPalette } from '@jupyterlab/apputils'
import { ILauncher } from '@jupyterlab/launcher'
import { IMainMenu } from '@jupyterlab/mainmenu'
import { Menu } from '@lumino/widgets'
import type { Catalog } from './contract'
import { IGpulse } from './core'
import { IDashboards, OPEN } from './dashboards'
import { gpulseIcon } from './icons'
import { pageTarget, type PageList } from './page-list'

export const launcher: JupyterFrontEndPlugin<void> = {
  id: 'gpulse-jupyterlab:launcher',
  description: 'Cards of the dashboards in the launcher.',
  autoStart: true,
  optional: [IGpulse, IDashboards, ILauncher],
  activate: (_, gpulse: IGpulse | null, opener: IDashboards | null, cards: ILauncher | null) => {
    if (gpulse === null || opener === null || cards === null) return
    const { pages, settings, texts } = gpulse
    let items: { dispose: () => void }[] = []
    const update = (): void => {
      items.forEach((item) => {
        item.dispose()
      })
      items = inLauncher(pages.catalog, settings.launcher).map((page, rank) =>
        cards.add({ command: OPEN, args: { ...pageTarget(page, texts) }, category: texts.get('title'), rank }),
      )
    }
    settings.changed.connect(update)
    pages.changed.connect(update)
    update()
  },
}

export const commands: JupyterFrontEndPlugin<void> = {
  id: 'gpulse-jupyterlab:commands',
  description: 'The dashboards in the command palette and in the View menu.',
  autoStart: true,
  optional: [IGpulse, IDashboards, ICommandPalette, IMainMenu],
  activate: (
    app,
    gpulse: IGpulse | null,
    opener: IDashboards | null,
    palette: ICommandPalette | null,
    mainMenu: IMainMenu | null,
  ) => {
    if (gpulse === null || opener === null) return
    const { pages, texts } = gpulse
    whenListed(pages, (catalog) => {
      const submenu = new Menu({ commands: app.commands })
      submenu.id = 'jp-mainmenu-view-gpulse'
      submenu.title.label = texts.get('title')
      submenu.title.icon = gpulseIcon
      for (const page of catalog.pages) {
        const args = { ...pageTarget(page, texts) }
        palette?.addItem({ command: OPEN, args, category: texts.get('title') })
        submenu.addItem({ command: OPEN, args })
      }
      mainMenu?.viewMenu.addItem({ type: 'submenu', submenu, rank: 1000 })
    })
  },
}

/** Returns the pages of the setting in the order of the list; without the setting the seven dashboards. */
export function inLauncher(catalog: Catalog | null, names: readonly string[] | null): Catalog['pages'] {
  const isShown = ({ name, dashboard }: Catalog['pages'][number]): boolean => names?.includes(name) ?? dashboard
  return catalog?.pages.filter(isShown) ?? []
}

function whenListed(pages: PageList, use: (catalog: Catalog) => void): void {
  let used = false
  const update = (): void => {
    if (used || pages.catalog === null) return
    used = true
    use(pages.catalog)
  }
  pages.changed.connect(update)
  update()
}
