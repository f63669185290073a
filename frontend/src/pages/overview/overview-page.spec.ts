import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { formatClock } from '@/format/time'
import { AFTER, BEFORE, CHANGING, SETTLED_SECONDS } from '@/testing/changing'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { BEGIN, BROKEN, BUSY, HISTORY, snapshot } from '@/testing/machine'
import { attention, gpuRow, gpuRows, summaryCell } from '@/testing/overview-queries'
import { aSource } from '@/testing/snapshots'
import { cellOf } from '@/testing/tables'
import { currentValue, currentValues } from '@/testing/values'

const GIB = 2 ** 30

describe('the overview of a recorded machine', () => {
  it('names its page, the machine and the source in the title', async () => {
    const page = await Dashboard.open('/')
    page.feed.play({ ...snapshot(HISTORY), source: aSource({ kind: 'DEMO', simulated: true }) })
    await page.pass(1000)

    expect(document.title).toMatch(/^Demo · .*8 GPUs · .* · Overview · gpulse$/)
    expect(page.address).toBe('/')
    expect(page.get.getByTestId('banner')).toHaveTextContent('Demo data.')
  })

  it('shows the values of the newest snapshots', async () => {
    const page = await Dashboard.open('/', { changes: CHANGING })
    const shown = () => {
      const row = gpuRow(page, 0)
      const metrics = ['utilization.gpu', 'memory.used', 'temperature.gpu', 'power.draw']
      return metrics.map((metric) => currentValue(row, metric))
    }
    const values = (of: typeof AFTER) => [
      of['utilization.gpu'],
      of['memory.used'] / GIB,
      of['temperature.gpu'],
      of['power.draw'],
    ]
    expect(shown()).toEqual(values(BEFORE))

    await page.advance(SETTLED_SECONDS)

    expect(shown()).toEqual(values(AFTER))
  })

  it('names the idle GPU, the hot GPU and their users', async () => {
    const warnings = complaints()
    const page = await Dashboard.open('/', { changes: BUSY })

    expect(summaryCell(page, 'Free')).toBe('Free0of 8GPU 4 idle· holds 62 GiB')
    expect(summaryCell(page, 'Hottest')).toContain('84')
    expect(summaryCell(page, 'Hottest')).toContain('GPU 7')
    expect(textOf(gpuRow(page, 4))).toContain('idle 4')
    expect(textOf(gpuRow(page, 4))).toContain('asharma')
    expect(textOf(gpuRow(page, 7))).toContain('lwojcik')
    expect(textOf(gpuRow(page, 5))).toContain('+1')
    expect(attention(page)).toEqual([
      expect.stringMatching(/GPU 7 is near its slowdown/),
      expect.stringMatching(/GPU 4 holds 62.*has been idle/),
    ])
    const warned = gpuRows(page).filter((row) => within(row).queryByRole('img', { name: 'warning' }) !== null)
    expect(warned).toEqual([gpuRow(page, 4), gpuRow(page, 7)])
    expect(warnings()).toEqual([])
  })

  it('has a row for each of 16 GPUs', async () => {
    const page = await Dashboard.open('/', { gpus: 16, changes: BUSY })

    expect(gpuRows(page)).toHaveLength(16)
  })

  it('shows missing values with their reasons, and the last values of a lost GPU as outdated', async () => {
    const warnings = complaints()
    const page = await Dashboard.open('/', { changes: BROKEN })

    expect(textOf(gpuRow(page, 3))).toMatch(/\d\d:\d\d *Lost *since \d\d:\d\d.*mchen · was on it$/)
    expect(textOf(gpuRow(page, 6))).toMatch(/\d\d:\d\d *Does not answer *since \d\d:\d\d/)
    expect(page.get.getAllByRole('row')).toHaveLength(9)
    for (const index of [3, 6]) {
      const row = gpuRow(page, index)
      expect(textOf(cellOf(row, 'Memory'))).toMatch(/[67]\d\.\d.* \/ 79\.7/)
      expect(currentValues(row)).toEqual([])
    }
    expect(textOf(cellOf(gpuRow(page, 0), 'Power'))).toBe('error')
    expect(textOf(cellOf(gpuRow(page, 1), 'Clock'))).toContain('no access')
    // Limits are no measured values: they stay current while the GPU is reachable.
    expect(currentValues(gpuRow(page, 2)).map(textOf)).toEqual([
      expect.stringMatching(/79\.7/),
      expect.stringMatching(/700/),
    ])
    expect(textOf(cellOf(gpuRow(page, 5), 'Utilization'))).toContain('Not reported in MIG mode')
    expect(textOf(cellOf(gpuRow(page, 5), 'Top process'))).toBe('no access')
    expect(summaryCell(page, 'Memory')).toContain('5 of 8 GPUs')
    expect(page.get.queryByTestId('banner')).toBeNull()
    expect(attention(page)).toEqual([
      'GPU 3: Lost',
      'GPU 6: Does not answer',
      expect.stringMatching(/GPU 7 is near/),
      '+1 more',
    ])
    expect(warnings()).toEqual([])
  })

  it('keeps its values while paused and shows the newest ones after resuming', async () => {
    const page = await Dashboard.open('/', { changes: CHANGING })
    const table = page.get.getByRole('table', { name: 'GPUs' })
    const shown = () => currentValues(table).map(textOf)
    const used = () => currentValue(gpuRow(page, 0), 'memory.used')

    await page.press(' ')
    expect(page.get.getByTestId('connection')).toHaveTextContent('Paused')
    const held = shown()
    await page.advance(SETTLED_SECONDS)
    expect(shown()).toEqual(held)
    expect(used()).toBe(BEFORE['memory.used'] / GIB)

    await page.press(' ')
    expect(shown()).not.toEqual(held)
    expect(used()).toBe(AFTER['memory.used'] / GIB)
  })

  it('draws charts of a single GPU and shows the values at the crosshair in all of them', async () => {
    const warnings = complaints()
    const page = await Dashboard.open('/', { gpus: 1 })
    const titles = ['Utilization, %', 'Memory, GiB', 'Power, W', 'Temperature, °C']
    expect(page.get.getAllByRole('heading', { level: 2 }).map(textOf)).toEqual(expect.arrayContaining(titles))

    const main = within(page.get.getByRole('main'))
    const charts = main.getAllByRole('img').filter((each) => each instanceof HTMLCanvasElement)
    expect(charts).toHaveLength(5)
    const lineTo = charts.map((chart) => {
      const spy = vi.fn()
      Object.assign((chart as HTMLCanvasElement).getContext('2d') ?? {}, { lineTo: spy })
      return spy
    })
    await page.advance(SETTLED_SECONDS)
    for (const { mock } of lineTo) expect(mock.calls.length).toBeGreaterThan(100)

    page.point(main.getByRole('img', { name: /Utilization, % over/ }), 0.75)
    await page.settle()
    const pointed = formatClock(BEGIN + 80_000).slice(0, -1)
    expect(main.getAllByText(new RegExp(`^At ${pointed}\\d$`))).toHaveLength(titles.length)
    expect(warnings()).toEqual([])
  })
})

describe('the tiles of the other pages', () => {
  it('are drawn from current values and link to their pages', async () => {
    const page = await Dashboard.open('/', { changes: BUSY })
    const tiles = within(page.get.getByRole('navigation', { name: 'Other pages' }))
    const tile = (name: RegExp) => tiles.getByRole('link', { name })
    const drawing = (name: RegExp) => tile(name).querySelector('svg')?.innerHTML ?? ''

    expect(textOf(tile(/GPU utilization/))).toMatch(/mean \d+/)
    expect(textOf(tile(/GPU memory/))).toMatch(/\d+ % used/)
    expect(textOf(tile(/PCIe throughput/))).toMatch(/↓ \d.* ↑ \d.* GB\/s/)
    expect(textOf(tile(/Machine resources/))).toContain('no CPU data')
    const boxes = drawing(/GPU memory/).match(/<rect/g)
    // A track and a bar for each GPU.
    expect(boxes).toHaveLength(2 * 8)
    const before = drawing(/GPU resources/)
    await page.advance(3)
    expect(drawing(/GPU resources/)).not.toBe(before)

    await page.click(tile(/NVLink timeline/))
    expect(page.address).toMatch(/NVLink-Timeline/)
  })
})

it('the menu of a machine without NVLink leaves out its pages', async () => {
  const absent = { 'nvlink.rx': 'NOT_SUPPORTED', 'nvlink.tx': 'NOT_SUPPORTED' } as const
  const page = await Dashboard.open('/', { gpus: 1, changes: { 0: () => ({ values: { 'power.draw': 80 }, absent }) } })
  const names = within(page.get.getByRole('navigation', { name: 'Other pages' }))
    .getAllByRole('link')
    .map(textOf)

  expect(names).toHaveLength(10)
  expect(names.join()).not.toContain('NVLink')
})

describe('the keys of the pages', () => {
  it('open the utilization and return to the overview', async () => {
    const page = await Dashboard.open('/', { changes: BUSY })

    await page.press('1')
    expect(page.address).toBe('/GPU-Utilization')
    expect(within(page.get.getByRole('table')).getAllByRole('rowheader')).toHaveLength(9)
    await page.press('0')
    expect(gpuRows(page)).toHaveLength(8)
    expect(page.get.getByRole('link', { name: /^Overview/ })).toHaveAttribute('aria-current', 'page')
  })
})
