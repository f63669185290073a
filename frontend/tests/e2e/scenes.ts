import { expect, type Page } from '@playwright/test'
import type { Gpu, Host, MetricKey, Snapshot } from '../../src/api/types'
import { PAGES, type PageName } from '../../src/pages'
import { LARGE } from './large-host'
import { address, WITH_NUMBERS } from './page'
import { playPast } from './past'
import { BEGIN, BUSY, HISTORY, play, replayed, type Changes } from './recorded'

const GIB = 2 ** 30
const GIGA = 1e9

/** A page of the dashboard, and where one of its numbers is told. */
export interface Scene {
  /** As files are called. */
  name: string
  path: string
  /** The page of the design. */
  mock: string
  /** How many GPUs make it another picture. */
  counts: readonly number[]
  /** Elements that show numbers. */
  numbers: string
  /** What the stream tells of the first GPU, or of its first process or the machine, in the unit of the page. */
  told: ((snapshot: Snapshot) => number) | null
}

const EVERY = [1, 8, 16]
const USUAL = [8]

function of(metric: MetricKey, unit = 1): (snapshot: Snapshot) => number {
  return ({ gpus }) => (gpus[0]?.values[metric] ?? NaN) / unit
}

type Shown = Pick<Scene, 'told'> & Partial<Scene>

/** A page that is not among them is only looked at for any number. */
const SHOWN: Partial<Record<PageName, Shown>> = {
  overview: { told: of('memory.used', GIB), counts: EVERY, name: 'Overview', mock: 'index' },
  // It shows means of seconds; the power of a GPU with a steady load is the same in all of them.
  utilization: { told: ({ gpus }) => steady(gpus)['power.draw'] ?? NaN, counts: EVERY },
  memory: { told: of('memory.used', GIB), counts: EVERY },
  resources: { told: of('temperature.gpu'), counts: EVERY },
  pcie: { told: of('pcie.rx', GIGA) },
  nvlink: { told: of('nvlink.rx', GIGA) },
  nvlinkTimeline: { told: of('nvlink.rx', GIGA) },
  machine: { told: ({ host }) => host?.values['host.load.15m'] ?? NaN },
  processes: { told: ({ gpus }) => (gpus[0]?.processes[0]?.values['process.memory.used'] ?? NaN) / GIB },
  history: { told: null },
  gpu: { told: of('memory.used', GIB), name: 'gpus-0', mock: 'gpus-0' },
}

function scene(page: PageName): Scene {
  const path = address(page)
  return { name: path, path, mock: path, numbers: PAGES[page].numbers ?? '', counts: USUAL, told: null, ...SHOWN[page] }
}

export const SCENES: readonly Scene[] = WITH_NUMBERS.map(scene)
export const OVERVIEW = scene('overview')

const LIMITS = {
  'memory.reserved': 0.6 * GIB,
  'nvlink.links': 18,
  'nvlink.links.up': 18,
  'nvlink.bandwidth.max': 478e9,
  'pcie.bandwidth.max': 63e9,
  'pcie.bandwidth.current': 63e9,
  'pcie.link.gen.max': 5,
  'pcie.link.gen.current': 5,
  'pcie.link.width.max': 16,
  'pcie.link.width.current': 16,
}
/** A single GPU that works evenly: the first of the usual ones rests every other second. */
const EVEN: Changes = { 0: (second) => ({ ...BUSY[7]?.(second), index: 0 }) }
const STEADY = 4

function steady(gpus: readonly Gpu[]): Gpu['values'] {
  return (gpus[STEADY] ?? gpus[0])?.values ?? {}
}

/** Opens it on a recorded machine, and returns after the first snapshot that comes live. */
export async function open(page: Page, scene: Scene, count: number, changes = usual(count)): Promise<void> {
  await page.route('**/api/v1/host?*', (route) => route.fulfill({ json: LARGE }))
  await play(page, count, changes, LIMITS, about(LARGE))
  await playPast(page, count)
  await page.route('**/api/v1/snapshot?metrics=link.*', (route) => route.fulfill({ json: links(count) }))
  await page.goto(scene.path === '' ? './' : scene.path)
  await expect.poll(() => replayed(page)).toBeGreaterThan(HISTORY)
}

/** The number of the page is one of the snapshot that was told last. */
export async function showsWhatIsTold(page: Page, scene: Scene): Promise<void> {
  const difference = async () => {
    const last = JSON.parse(
      await page.evaluate(() => (window as unknown as { lastReplayed: string }).lastReplayed),
    ) as Snapshot
    const shown = await page
      .locator(scene.numbers)
      .evaluateAll((all) => all.map((each) => Number(each.getAttribute('value') ?? parseFloat(each.textContent))))
    const { told } = scene
    return Math.min(...shown.map((each) => (told === null ? 0 * each : Math.abs(each - told(last)))))
  }
  // Memory is shown with one place, samples are kept in 32 bits.
  await expect.poll(difference).toBeLessThan(0.05)
}

function usual(count: number): Changes {
  return count === 1 ? EVEN : BUSY
}

function about({ hostname, values, absent }: Host): Partial<Host> {
  return { hostname, values, absent }
}

function links(count: number): unknown {
  const link = (number: number) => ({
    link: number,
    facts: {},
    absent: {},
    values: {
      'link.nvlink.state': 1,
      'link.nvlink.bandwidth.max': 26.5e9,
      'link.nvlink.tx': 1.46e9,
      'link.nvlink.rx': 1.5e9,
    },
  })
  const takenAt = new Date(BEGIN + HISTORY * 1000).toISOString()
  const gpus = Array.from({ length: count }, (_, index) => ({
    index,
    uuid: `GPU-${index}`,
    sampledAt: takenAt,
    links: Array.from({ length: 18 }, (_each, number) => link(number)),
  }))
  return { takenAt, source: { kind: 'NVML' }, gpus }
}
