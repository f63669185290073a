import type { JupyterFrontEndPlugin } from '@jupyterlab/application'
import { Token } from '@lumino/coreutils'
import { beforeEach, expect, it, vi } from 'vitest'
import plugins from './index'
import { menu, SettingsButton } from './menu'
import { Texts } from './texts'

/** Classes of JupyterLab and Lumino, which need a browser, and their tokens. */
const { stub, referenced } = vi.hoisted(() => {
  const referenced: string[] = []
  class Stub {
    readonly title = {}
    readonly node = { append: () => undefined, appendChild: () => undefined, addEventListener: () => undefined }
    addItem = ({ command = '' }): unknown => referenced.push(command)
    addClass = (): void => undefined
    setHidden = (): void => undefined
    element = (): void => undefined
  }
  const stub = (...names: string[]) => () =>
    Object.fromEntries(names.map((name) => [name, name.startsWith('I') ? { name } : class extends Stub {}]))
  vi.stubGlobal('document', { createElement: () => new Stub().node })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('IntersectionObserver', Stub)
  return { stub, referenced }
})
vi.mock('@jupyterlab/application', stub('ILabShell', 'ILayoutRestorer'))
vi.mock('@jupyterlab/apputils', () => ({
  ...stub('ICommandPalette', 'IThemeManager', 'Dialog', 'MainAreaWidget', 'WidgetTracker')(),
  Notification: { warning: () => undefined },
  showDialog: () => undefined,
}))
vi.mock('@jupyterlab/coreutils', stub('PageConfig', 'URLExt'))
vi.mock('@jupyterlab/launcher', stub('ILauncher'))
vi.mock('@jupyterlab/mainmenu', stub('IMainMenu'))
vi.mock('@jupyterlab/notebook', stub('INotebookTracker'))
vi.mock('@jupyterlab/services', stub('ServerConnection'))
vi.mock('@jupyterlab/settingregistry', stub('ISettingRegistry'))
vi.mock('@jupyterlab/statusbar', stub('IStatusBar'))
vi.mock('@jupyterlab/translation', stub('ITranslator'))
vi.mock('@jupyterlab/ui-components', stub('LabIcon', 'ReactWidget'))
vi.mock('@lumino/polling', stub('Poll'))
vi.mock('@lumino/widgets', stub('Menu', 'Widget'))

type Plugin = JupyterFrontEndPlugin<unknown>
const ALL = plugins as readonly Plugin[]
const signal = { connect: () => undefined, disconnect: () => undefined }
const page = { name: 'overview', path: '/', title: { en: 'Overview', zh: '概览' }, icon: '', dashboard: true, panels: [] }
const gpulse = {
  texts: new Texts('en'),
  theme: { changed: signal, current: 'light' },
  pages: { changed: signal, catalog: { pages: [page] } },
  settings: { changed: signal, statusBar: true, idleWarning: true, launcher: null },
  monitor: { changed: signal, usage: null, current: null, currentKernel: null, acquire: () => () => undefined },
}
const refer = ({ command = '' }): object => {
  referenced.push(command)
  return { dispose: () => undefined }
}
/** What JupyterLab provides, by the name of the token. */
const provided: Record<string, unknown> = {
  ILabShell: {},
  ILayoutRestorer: { restore: async (_: unknown, { command = '' }) => refer({ command }), add: () => undefined },
  ILauncher: { add: refer },
  ICommandPalette: { addItem: refer },
  IMainMenu: { viewMenu: { addItem: () => undefined }, kernelMenu: { addGroup: (items: { command: string }[]) => items.map(refer) } },
  IStatusBar: { registerStatusItem: () => ({ dispose: () => undefined }) },
}

/** Activates all plugins but one, each after those whose tokens it takes, as JupyterLab does; returns the commands. */
function activateAllBut(disabled: string): string[] {
  const commands: string[] = []
  const app = {
    commands: { addCommand: (name: string) => commands.push(name), notifyCommandChanged: () => undefined },
    shell: { add: () => undefined },
  }
  const values = new Map<Token<unknown>, unknown>()
  const waiting = ALL.filter(({ id }) => id !== disabled)
  const value = (token: Token<unknown>): unknown => {
    const provider = waiting.find(({ provides }) => provides === token)
    if (provider && !values.has(token)) activate(provider)
    return values.get(token) ?? provided[token.name] ?? null
  }
  const activate = (plugin: Plugin): void => {
    const tokens = plugin.optional?.map(value) ?? []
    const own = plugin.id === 'gpulse-jupyterlab:core' ? gpulse : plugin.activate(app as never, ...tokens)
    if (plugin.provides) values.set(plugin.provides, own)
  }
  for (const plugin of waiting) {
    if (plugin.provides === undefined || !values.has(plugin.provides)) activate(plugin)
  }
  return commands
}

beforeEach(() => {
  referenced.length = 0
})

it('all plugins together refer to the commands of two of them', () => {
  expect(activateAllBut('')).toEqual(['gpulse:open', 'gpulse:shutdown-kernel'])
  expect(new Set(referenced)).toEqual(new Set(['gpulse:open', 'gpulse:shutdown-kernel']))
})

it.each(ALL.map(({ id }) => id))('without %s the others are activated, and refer to no command that is missing', (id) => {
  const commands = activateAllBut(id)
  expect(referenced.filter((command) => !commands.includes(command))).toEqual([])
})

it('no plugin requires another one', () => {
  expect(ALL.flatMap(({ requires = [] }) => requires)).toEqual([])
})

it('the button of the settings opens them, and is absent without their editor', () => {
  const opened: unknown[] = []
  const commands = (exists: boolean): never =>
    ({ hasCommand: () => exists, execute: (...call: unknown[]) => Promise.resolve(opened.push(call)) }) as never
  const { texts } = gpulse
  expect(SettingsButton({ commands: commands(false), texts })).toBeNull()
  const button = SettingsButton({ commands: commands(true), texts })
  button?.props.onClick()
  expect([button?.props.children, opened]).toEqual(['Settings', [['settingeditor:open', { query: 'gpulse' }]]])
})

it('the tab of the left area has another name than that of NVDashboard, which is installed next to it by some', () => {
  expect(gpulse.texts.get('menu.tab')).toBe('gpulse: GPU Dashboards')
  let tab = ''
  const add = (widget: { title: { caption: string } }): string => (tab = widget.title.caption)
  const app = { shell: { add }, commands: {} }
  void menu.activate(app as never, gpulse, { open: () => undefined }, null, null)
  expect(tab).toBe('gpulse: GPU Dashboards')
})
