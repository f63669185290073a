import { expect, type Page } from '@playwright/test'
import type { Gpu, Host, MetricKey, Snapshot } from '../../src/api/types'
import { PAGES, type PageName } from '../../src/navigation/pages'
import { ok, type ApiHandler } from '../../src/testing/api'
import { fleetApi, usualFleet } from '../../src/testing/fleet'
import { IncidentServer } from '../../src/testing/incident-server'
import { LARGE } from '../../src/testing/large-host'
import { LinkServer } from '../../src/testing/link-server'
import { BUSY, type Changes } from '../../src/testing/machine'
import { PastServer } from '../../src/testing/past'
import { FULL } from '../../src/testing/pcie-limits'
import { address } from './page'
import { answer, lastReplayed, open, play } from './recorded'

const GIB = 2 ** 30
const GIGA = 1e9

/** A page of the dashboard, and the source of one of its numbers. */
export interface Scene {
  page: PageName
  /** Base name of its pictures. */
  name: string
  path: string
  /** The page of the design. */
  mock: string
  /** Numbers of GPUs with a different layout. */
  counts: readonly number[]
  /** Metric of a number of the snapshot, or null, and its value in the unit of the page. */
  metric: MetricKey | null
  expected: (snapshot: Snapshot) => number
}

/** A single GPU has a page of its own, and rows become lower with many. */
const EVERY = [1, 8, 16]
/** Lines or rows are nearer to each other with many. */
const MANY = [8, 16]
const EIGHT = [8]

function of(metric: MetricKey, unit = 1): (snapshot: Snapshot) => number {
  return ({ gpus }) => (gpus[0]?.values[metric] ?? NaN) / unit
}

type Shown = Pick<Scene, 'metric' | 'expected'> & Partial<Scene>

/** Pages with a number of the snapshot. */
const SHOWN: Partial<Record<PageName, Shown>> = {
  overview: { metric: 'memory.used', expected: of('memory.used', GIB), counts: EVERY, name: 'Overview', mock: 'index' },
  // The page shows means of seconds: the power of a GPU with a steady load is the same in all of them.
  utilization: { metric: 'power.draw', expected: ({ gpus }) => steady(gpus)['power.draw'] ?? NaN, counts: EVERY },
  memory: { metric: 'memory.used', expected: of('memory.used', GIB), counts: MANY },
  resources: { metric: 'temperature.gpu', expected: of('temperature.gpu'), counts: MANY },
  pcie: { metric: 'pcie.rx', expected: of('pcie.rx', GIGA), counts: MANY },
  // With a link that is down it opens on the pairs.
  nvlink: {
    ...{ metric: 'nvlink.rx', expected: of('nvlink.rx', GIGA), counts: MANY },
    path: `${address('nvlink')}?view=bars`,
  },
  nvlinkTimeline: { metric: 'nvlink.rx', expected: of('nvlink.rx', GIGA) },
  machine: { metric: 'host.load.15m', expected: ({ host }) => host?.values['host.load.15m'] ?? NaN },
  processes: { metric: 'process.memory.used', expected: ofFirstProcess },
  gpu: { metric: 'memory.used', expected: of('memory.used', GIB), name: 'gpus-0', mock: 'gpus-0' },
}

function ofFirstProcess({ gpus }: Snapshot): number {
  return (gpus[0]?.processes[0]?.values['process.memory.used'] ?? NaN) / GIB
}

function scene(page: PageName): Scene {
  const path = address(page)
  return { page, name: path, path, mock: path, metric: null, expected: () => NaN, counts: EIGHT, ...SHOWN[page] }
}

/** The scene of each page, in the order of their keys. */
export const SCENES: readonly Scene[] = (Object.keys(PAGES) as PageName[]).map(scene)

const LIMITS = {
  'memory.reserved': 0.6 * GIB,
  'nvlink.links': 18,
  'nvlink.links.up': 18,
  'nvlink.bandwidth.max': 478e9,
  ...FULL,
}
/** A single GPU with an even load: the first of the usual ones is idle every other second. */
const EVEN: Changes = { 0: (second) => ({ ...BUSY[7]?.(second), index: 0 }) }
const STEADY = 4

function steady(gpus: readonly Gpu[]): Gpu['values'] {
  return (gpus[STEADY] ?? gpus[0])?.values ?? {}
}

/** Machines with each state. */
const fleet = fleetApi(() => usualFleet(12))
const machine: ApiHandler = ({ path }) => (path === 'host' ? ok(LARGE) : null)

/** Opens the page on a recorded machine with a history and incidents. */
export async function openScene(
  page: Page,
  scene: Scene,
  count: number,
  changes = defaultChanges(count),
): Promise<void> {
  await play(page, count, changes, LIMITS, about(LARGE))
  const links = new LinkServer(count)
  links.withHealth = true
  await answer(page, new PastServer(count).handle, new IncidentServer().handle, links.handle, machine, fleet)
  await open(page, scene.path)
}

/** Checks that the page shows a number of the newest snapshot. */
export async function showsNewestSnapshot(page: Page, { metric, expected }: Scene): Promise<void> {
  const value = expected(await lastReplayed(page))
  const numbers = page
    .getByRole('main')
    .locator(`data[data-metric="${metric ?? ''}"], [data-metric="${metric ?? ''}"] data`)
  const difference = async () => {
    const shown = await numbers.evaluateAll((all) =>
      all.map((each) => Number(each.getAttribute('value') ?? parseFloat(each.textContent))),
    )
    return Math.min(...shown.map((each) => Math.abs(each - value)))
  }
  // Memory is shown with one place, samples are kept in 32 bits.
  await expect.poll(difference).toBeLessThan(0.05)
}

function defaultChanges(count: number): Changes {
  return count === 1 ? EVEN : BUSY
}

function about({ hostname, values, absent }: Host): Partial<Host> {
  return { hostname, values, absent }
}
