import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AFTER, BEFORE, CHANGING, SETTLED_SECONDS } from '@/testing/changing'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf, type DashboardOptions } from '@/testing/dashboard'
import { aProcess, at, BROKEN, BUSY, HISTORY, snapshot, type Changes } from '@/testing/machine'
import { RecordedFeed } from '@/testing/recorded-feed'
import { currentValue, currentValues } from '@/testing/values'

const GIB = 2 ** 30
const RESERVED = { 'memory.reserved': 0.6 * GIB }
const CELLS = ['bar', 'used', 'free', 'users'] as const

const open = (options: DashboardOptions) => Dashboard.open('/GPU-Memory', { limits: RESERVED, ...options })

/** Rows of the GPUs. */
function gpuRows(page: Dashboard): HTMLElement[] {
  const [, ...rows] = within(page.get.getByRole('table', { name: 'GPU memory' })).getAllByRole('row')
  return rows
}

function gpuRow(page: Dashboard, index: number): HTMLElement {
  const row = gpuRows(page)[index]
  if (row === undefined) throw new Error(`No row ${index}`)
  return row
}

function cellOf(row: HTMLElement, name: (typeof CELLS)[number]): HTMLElement {
  const cell = within(row).getAllByRole('cell')[CELLS.indexOf(name)]
  if (cell === undefined) throw new Error(`No cell ${name}`)
  return cell
}

/** The bar of a GPU's memory. */
function barOf(row: HTMLElement): HTMLElement {
  return within(cellOf(row, 'bar')).getByRole('img')
}

/** Parts of a bar by their descriptions. */
function partsOf(row: HTMLElement): string[] {
  return within(barOf(row))
    .getAllByTitle(/./)
    .map((part) => `${part.title}: ${textOf(part)}`)
}

describe('the memory page of a recorded machine', () => {
  it('names its page in the title and shows the memory of the newest snapshots', async () => {
    const warnings = complaints()
    const page = await open({ changes: CHANGING })
    const used = () => currentValue(cellOf(gpuRow(page, 0), 'used'), 'memory.used') * GIB
    expect(document.title).toMatch(/ · GPU memory · gpulse$/)
    expect(used()).toBe(BEFORE['memory.used'])
    const totals = gpuRows(page).map((row) => currentValue(cellOf(row, 'used'), 'memory.total'))
    expect(totals).toEqual(Array<number>(8).fill(79.7))

    await page.advance(SETTLED_SECONDS)

    expect(used()).toBe(AFTER['memory.used'])
    expect(warnings()).toEqual([])
  })

  it('names processes with memory, the idle ones and their users', async () => {
    const page = await open({ changes: BUSY })
    const parts = (index: number) => partsOf(gpuRow(page, index))

    expect(parts(0)).toEqual([
      expect.stringMatching(/: train\.py pid 41100$/),
      expect.stringMatching(/: other$/),
      expect.stringMatching(/^reserved by the driver: /),
    ])
    expect(parts(4)[0]).toMatch(/: python asharma · idle for 4\d min$/)
    expect(parts(5)).toEqual([expect.stringContaining('pid 52205'), expect.stringContaining('reserved')])
    expect(parts(7)[1]).toMatch(/: other$/)
    expect(barOf(gpuRow(page, 4))).toHaveAccessibleName(/GPU 4: 62\sGiB of 80\sGiB used.*python.*asharma/)
    expect(textOf(cellOf(gpuRow(page, 0), 'users'))).toBe('mchen')
    const lines = page.get.getAllByRole('listitem').map(textOf)
    expect(lines.find((line) => /GiB$/.test(line))).toBe('mchen280.0 GiB')
    expect(lines.at(-1)).toMatch(/^Held while idleGPU 4, since/)
    expect(page.get.getByRole('heading', { name: /^All GPUs/ })).toHaveTextContent('of 638')
  })

  it('counts the processes that are not reported', async () => {
    const crowd: Changes = {
      0: () => ({
        processes: [1, 2, 3, 4].map((pid) => aProcess(pid, `worker ${pid}`, 'svc-infer', 10)),
        processesOmitted: 3,
      }),
    }
    const page = await open({ gpus: 2, changes: crowd })

    const parts = partsOf(gpuRow(page, 0))
    expect(parts.slice(0, 4)).toEqual(
      [1, 2, 3, 4].map((pid) => expect.stringContaining(`: worker ${pid} pid ${pid}`) as string),
    )
    expect(parts[4]).toMatch(/: other 3 more processes$/)
  })

  it('draws no bar while the total is unknown', async () => {
    const feed = new RecordedFeed()
    const page = await open({ feed })
    for (let second = 0; second < HISTORY; second++) feed.play(snapshot(second, { gpus: 2 }))
    await page.settle()

    expect(textOf(cellOf(gpuRow(page, 0), 'bar'))).toContain('Total memory is unknown')
    expect(textOf(cellOf(gpuRow(page, 0), 'used'))).toMatch(/71\.0\s+\/\s+…/)
    expect(page.get.queryAllByRole('img', { name: /^GPU \d: .* used/ })).toEqual([])
  })

  it('shows missing values with their reasons, and the last values of a lost GPU as outdated', async () => {
    const silent: Changes = {
      ...BROKEN,
      1: () => ({
        values: {},
        absent: { 'memory.used': 'NO_PERMISSION', 'memory.free': 'NO_PERMISSION' },
        sampledAt: at(0),
      }),
    }
    const page = await open({ changes: silent })

    const lost = gpuRow(page, 3)
    expect(textOf(lost)).toContain('Lost')
    expect(textOf(lost)).toMatch(/last sampled [\d:]{8}/)
    expect(barOf(lost)).toHaveAttribute('data-quality', 'stale')
    expect(textOf(cellOf(lost, 'used'))).toMatch(/7\d\.\d.* \/ 79\.7/)
    expect(textOf(cellOf(lost, 'users'))).toBe('mchen')
    expect(currentValues(lost)).toEqual([])
    expect(textOf(cellOf(gpuRow(page, 1), 'bar'))).toBe('gpulse has no permission to read this value')
    expect(barOf(gpuRow(page, 2))).toHaveAttribute('data-quality', 'stale')
    expect(barOf(gpuRow(page, 0))).toHaveAttribute('data-quality', 'ok')
    expect(textOf(cellOf(gpuRow(page, 2), 'used'))).toBe('71.2stale, 119 s old119 s / 79.7 GiB')
    expect(page.get.getByRole('heading', { name: /^All GPUs/ })).toHaveTextContent('4 of 8 GPUs')
  })

  it('takes its range from the address and changes it by key', async () => {
    const page = await Dashboard.open('/GPU-Memory?range=15m', { gpus: 2, changes: BUSY, limits: RESERVED })
    expect(page.get.getByRole('columnheader', { name: 'Last 15 min' })).toBeInTheDocument()

    await page.press('[')

    expect(page.address).toMatch(/range=5m/)
    expect(page.get.getByRole('columnheader', { name: 'Last 5 min' })).toBeInTheDocument()
  })
})
