import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import words from '@/i18n/en.json'
import { Dashboard, textOf } from '@/testing/dashboard'
import { FAULT_SCENES, FAULTY, type FaultScene } from '@/testing/fault-scenes'
import { anEvent, IncidentServer } from '@/testing/incident-server'
import { at } from '@/testing/machine'
import { PastServer } from '@/testing/past'

const GLYPHS: readonly string[] = Object.values(words.health)
const LIVE = ['/GPU-Utilization', '/GPU-Memory', '/PCIe-Throughput', '/NVLink-Throughput']
const PATHS = [
  '/',
  ...LIVE,
  '/Free',
  '/Insights',
  '/gpus/3',
  '/GPU-Resources',
  '/NVLink-Timeline',
  '/Machine-Resources',
  '/Processes',
  '/History',
  '/Events',
]

/** The texts of the server about the fault. */
interface Said {
  sentence: string
  short: string
  /** The first sentence of its advice. */
  order: string
}

function saidIn({ insights: [insight] }: FaultScene): Said | null {
  if (insight === undefined) return null
  const { sentence, short, advice } = insight as Record<string, string>
  return { sentence: sentence ?? '', short: short ?? '', order: (advice ?? '').replace(/(?<=\.) .*$/, '') }
}

/** The content of a page, and the parts that all pages have around it. */
interface Shown {
  path: string
  main: HTMLElement
  banner: string
  /** Classes of the number of insights in the menu. */
  count: string
  tile: HTMLElement
}

/** Opens each page of the machine. */
async function visited(scene: FaultScene): Promise<(path: string) => Shown> {
  const server = new IncidentServer()
  server.insights = [...scene.insights]
  server.events = (scene.events ?? []).map((event) => anEvent(event))
  const limits = { 'pcie.bandwidth.max': 63e9, 'nvlink.bandwidth.max': 478e9, ...scene.limits }
  const page = await Dashboard.open('/', { ...scene, limits, api: [server.handle, new PastServer(8).handle] })
  const all = new Map<string, Shown>()
  for (const path of PATHS) {
    await page.router.push(path)
    await page.settle()
    await page.catchUp()
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement
    const tile = within(page.get.getByRole('list', { name: 'GPUs' })).getByRole('link', { name: /\b3\b/ })
    const banner = textOf(page.get.queryByTestId('banner'))
    const menu = page.get.getByRole('navigation', { name: 'Dashboards' })
    const count = menu.querySelector('a[href="/Insights"] > b')?.className ?? ''
    all.set(path, { path, main, banner, count, tile: tile.cloneNode(true) as HTMLElement })
  }
  return (path) => {
    const shown = all.get(path)
    if (shown === undefined) throw new Error(path)
    return shown
  }
}

/** The row of the GPU on a page. */
function rowIn({ main }: Shown): HTMLElement {
  const link = main.querySelector(`a[href="/gpus/${FAULTY.index}"]`)
  return link?.closest<HTMLElement>('tr, [role=row]') ?? main
}
const storyIn = ({ main }: Shown) => within(main).getByTestId('story')
const cardIn = ({ main }: Shown) => within(main).queryAllByRole('article')[0] ?? main

function glyphsIn(element: HTMLElement): string[] {
  return within(element)
    .queryAllByRole('img')
    .flatMap((image) => image.getAttribute('aria-label') ?? [])
    .filter((label) => GLYPHS.includes(label))
}

/** The times after "since" in a text, but those of the processes. */
function sinceIn(element: HTMLElement): string[] {
  const found = [...textOf(element).matchAll(/since (\d\d:\d\d(?::\d\d)?)/g)].map(([, time = '']) => time)
  return [...new Set(found)].filter((time) => time !== clock(-3600))
}

function clock(second: number): string {
  return new Date(at(second)).toTimeString().slice(0, 5)
}

it.each(FAULT_SCENES)('a GPU that is $name is the same on all pages', async (scene) => {
  const on = await visited(scene)
  const { isRead, isFault, glyph, since } = scene
  const texts = saidIn(scene)
  const see = (path: string, found: unknown, expected: unknown) => {
    expect.soft([path, found], scene.name).toEqual([path, expected])
  }
  const has = (text: string | undefined) => expect.stringContaining(text ?? '?') as unknown
  const rows = [...LIVE, ...(isRead ? [] : ['/Free'])]

  // Status.
  for (const path of PATHS) see(path, glyphsIn(on(path).tile), glyph === 'healthy' ? [] : [glyph])
  const severity = glyph === 'critical' ? 'crit' : glyph === 'warning' ? 'warn' : 'info'
  for (const path of PATHS) see(path, on(path).count, expect.stringMatching(`\\b${severity}\\b`))
  for (const path of ['/', ...rows]) see(path, glyphsIn(rowIn(on(path)))[0], glyph)
  const head = within(on('/gpus/3').main).getByRole('heading', { level: 1 })
  see('/gpus/3', glyphsIn(head.parentElement ?? head), [glyph])
  if (texts !== null) see('/Insights', glyphsIn(cardIn(on('/Insights'))), [glyph])

  // Words and the order of the server, and never those of the driver.
  if (texts !== null) {
    const attention = within(on('/').main).getByRole('list', { name: 'Needs attention' })
    see('/', textOf(attention), has(`GPU 3: ${texts.short}`))
    see('/gpus/3', textOf(storyIn(on('/gpus/3'))), has(texts.sentence))
    see('/gpus/3', textOf(storyIn(on('/gpus/3'))).split(texts.order).length, 2)
    see('/Insights', textOf(cardIn(on('/Insights'))), has(`${texts.sentence}`))
    see('/Insights', textOf(cardIn(on('/Insights'))), has(texts.order))
  }
  for (const path of [...(isFault ? ['/'] : []), ...(isRead ? [] : rows)])
    see(path, textOf(rowIn(on(path))), has(texts?.short))
  for (const path of PATHS) {
    const isReported = isRead || ['/', ...LIVE.slice(0, 2), '/Free', '/Insights', '/gpus/3'].includes(path)
    see(path, on(path).banner, isReported ? '' : `GPU 3: ${texts?.short ?? '?'}.`)
    if (path !== '/Insights' && path !== '/gpus/3')
      see(path, textOf(on(path).main), expect.not.stringMatching(/nvmlDevice|NVML code/))
  }
  see('/gpus/3', textOf(storyIn(on('/gpus/3'))), expect.not.stringMatching(/nvmlDevice|NVML code/))

  // Begin.
  const begin = since === null ? [] : [clock(since)]
  for (const path of [...(isFault ? ['/'] : []), ...(isRead ? [] : [...rows, '/GPU-Resources'])])
    see(path, sinceIn(path === '/GPU-Resources' ? on(path).main : rowIn(on(path))), begin)
  if (isFault) see('/gpus/3', sinceIn(storyIn(on('/gpus/3'))), begin)
  if (texts !== null) see('/Insights', sinceIn(cardIn(on('/Insights'))), begin)

  // Users.
  for (const path of ['/', '/GPU-Utilization', '/Free'])
    see(path, textOf(rowIn(on(path))), expect.stringMatching(/train\.py ?mchen/))
  see('/GPU-Memory', textOf(rowIn(on('/GPU-Memory'))), has('mchen'))
  for (const path of LIVE.slice(2)) see(path, textOf(rowIn(on(path))), has('train.py'))
  see('/Processes', textOf(on('/Processes').main), has('41103'))
  // The users of a split GPU are those of its instances.
  const isSplit = scene.name === 'MIG'
  const onGpu = isSplit ? on('/gpus/3').main : storyIn(on('/gpus/3'))
  see('/gpus/3', textOf(onGpu), isSplit ? expect.stringMatching(/train\.py ?mchen/) : has('mchen train.py'))

  // Numbers.
  const used = isSplit ? '20.0' : '71.3'
  for (const path of ['/', '/GPU-Memory']) see(path, textOf(rowIn(on(path))), has(used))
  see('/gpus/3', textOf(onGpu), has(used))
  for (const path of PATHS) see(path, textOf(on(path).main), expect.not.stringContaining('stale, 0 s old'))

  // Of how many GPUs a figure is: a split GPU has no utilization and traffic of its own.
  const part = (isWhole: boolean) =>
    (isWhole ? expect.not.stringContaining(' of 8 GPUs') : has('7 of 8 GPUs')) as unknown
  const cells = within(on('/').main).getAllByTestId('cell').map(textOf)
  const cell = (label: string) => cells.find((each) => each.startsWith(label)) ?? ''
  const isWhole = isRead && scene.name !== 'stale'
  see('/', cell('Utilization'), part(isWhole && !isSplit))
  for (const label of ['Memory', 'Power', 'Hottest']) see('/', cell(label), part(isWhole))
  see('/GPU-Utilization', textOf(on('/GPU-Utilization').main), part(isWhole && !isSplit))
  see('/GPU-Memory', textOf(on('/GPU-Memory').main), part(isWhole))
  for (const path of LIVE.slice(2)) see(path, textOf(on(path).main), part(isWhole && !isSplit))
  see('/GPU-Resources', textOf(on('/GPU-Resources').main), part(isWhole))
})
