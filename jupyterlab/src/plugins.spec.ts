import type { JupyterFrontEndPlugin } from '@jupyterlab/application'
import { Token } from '@lumino/coreutils'
import { beforeEach, expect, it, vi } from 'vitest'
import plugins from './index'
import { IdleList } from './idle-list'
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

it('all plugins together refer to the commands of three of them', () => {
  const commands = activateAllBut('')
  expect(commands).toEqual(['gpulse:open', 'gpulse:shutdown-kernel', 'gpulse:idle-kernels'])
  expect(new Set(referenced)).toEqual(new Set(commands))
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
  const app = { shell: { add }, commands: { addCommand: () => undefined } }
  void menu.activate(app as never, gpulse, { open: () => undefined }, null, null, null)
  expect(tab).toBe('gpulse: GPU Dashboards')
})

/** Returns the HTML elements of a tree, also those of its components. */
function elements(node: unknown): JSX.Element[] {
  if (Array.isArray(node)) return node.flatMap(elements)
  if (typeof node !== 'object' || node === null) return []
  const element = node as JSX.Element
  if (typeof element.type === 'function') return elements(element.type(element.props))
  return [element, ...elements(element.props.children)]
}

it('the list of idle kernels opens notebooks and consoles, and shuts kernels down', () => {
  const gpus = [{ index: 0, memoryUsed: 1024 ** 3, heldIdleSince: '2026-11-25T12:00:00Z', busySince: null }]
  const kernels = ['a', 'b', 'c'].map((id) => ({ id, state: 'OK', gpus }))
  const sessions: Record<string, object> = {
    a: { type: 'notebook', path: 'work/train.ipynb' },
    b: { type: 'console', path: 'console-1' },
  }
  const monitor = {
    usage: { at: '2026-11-25T14:00:00Z', stale: false, state: 'READY', kernels, gpus: [] },
    sessionOf: (id: string) => sessions[id] ?? null,
    notebookOf: (id: string) => (id in sessions ? `name of ${id}` : null),
  }
  const calls: unknown[] = []
  const buttonsOf = (canOpen: boolean, canShutDown: boolean): JSX.Element[] => {
    const commands = { hasCommand: () => canOpen, execute: async (...call: unknown[]) => calls.push(call) } as never
    const shutdown = canShutDown ? { shutDown: (id?: string) => void calls.push(id) } : null
    const shown = { ...gpulse, monitor, settings: { idleListMinutes: 10 } } as never
    return elements(IdleList({ gpulse: shown, shutdown, commands })).filter(({ type }) => type === 'button')
  }
  const buttons = buttonsOf(true, true)
  expect(buttons.map(({ props }) => props.children)).toEqual([
    ...['name of a', 'Shut down', 'name of b', 'Shut down', 'Shut down'],
  ])
  for (const { props } of buttons) props.onClick()
  expect(calls).toEqual([
    ['docmanager:open', { path: 'work/train.ipynb' }],
    'a',
    ['console:open', { path: 'console-1' }],
    'b',
    'c',
  ])
  expect(buttonsOf(false, false)).toEqual([])
})
