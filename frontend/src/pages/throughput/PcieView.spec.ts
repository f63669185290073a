import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { linkCell, linkRow, scaleTexts } from '@/testing/link-rows'
import { at, BROKEN, HISTORY, limitsSnapshot, type Changes } from '@/testing/machine'
import { FULL, NARROW } from '@/testing/pcie-limits'

const SLOW = { ...FULL, 'pcie.bandwidth.current': 15.75e9, 'pcie.link.gen.current': 3 }
const SILENT: Changes[number] = () => ({
  values: {},
  absent: { 'pcie.rx': 'NOT_SUPPORTED', 'pcie.tx': 'NOT_SUPPORTED' },
})
/** Limits are requested about as often. */
const LIMIT_SECONDS = 11

describe('the PCIe links of a recorded machine', () => {
  it('show what each GPU sends and receives, second by second', async () => {
    const complained = complaints()
    const rising: Changes[number] = (second) => ({
      values: { 'pcie.rx': second < HISTORY ? 2.6e9 : 9.1e9, 'pcie.tx': 0.3e9 },
    })
    const page = await Dashboard.open('/PCIe-Throughput', { gpus: 2, changes: { 0: rising }, limits: FULL })
    expect(document.title).toMatch(/ · PCIe throughput · gpulse$/)
    const row = linkRow(page, 0)
    expect(linkCell(row, 'to')).toHaveTextContent(/^2\.6$/)
    expect(linkCell(row, 'from')).toHaveTextContent(/^0\.3$/)
    for (const index of [0, 1]) {
      expect(linkCell(linkRow(page, index), 'Link')).toHaveTextContent('Gen5 ×16')
      expect(linkCell(linkRow(page, index), 'Link')).toHaveTextContent(/63(\.0)?\sGB\/s/)
    }

    await page.advance(6)
    expect(linkCell(row, 'to')).toHaveTextContent(/^9\.1$/)
    expect(linkCell(linkRow(page, 1), 'to')).toHaveTextContent(/^2\.6$/)
    expect(complained()).toEqual([])
  })

  it('have a sentence about lost lanes and a hatched part where one is narrow', async () => {
    const page = await Dashboard.open('/PCIe-Throughput', { limits: FULL })
    expect(page.get.queryByText('link bandwidth not negotiated')).toBeNull()
    const limits = limitsSnapshot({ limits: FULL })
    const gpus = limits.gpus.map((gpu) => (gpu.index === 6 ? { ...gpu, values: { ...gpu.values, ...NARROW } } : gpu))
    page.feed.recordedLimits = { ...limits, gpus }
    await page.advance(LIMIT_SECONDS)

    const narrow = [0, 1, 2, 3, 4, 5, 6, 7].filter(
      (index) => within(linkRow(page, index)).queryAllByTestId('bar-lost').length > 0,
    )
    expect(narrow).toEqual([6])
    expect(linkCell(linkRow(page, 6), 'Link')).toHaveTextContent('×8 instead of ×16 lanes')
    const hatched = within(linkRow(page, 6)).getAllByTestId('bar-lost')
    expect(hatched).toHaveLength(2)
    expect(hatched[0]).toHaveStyle({ width: '50%' })
    expect(page.get.getByText('link bandwidth not negotiated')).toBeInTheDocument()
  })

  it('have a scale up to the bandwidth of the links, or up to the traffic', async () => {
    const page = await Dashboard.open('/PCIe-Throughput', { gpus: 2, limits: FULL })
    expect(scaleTexts(page).at(-1)).toBe('63')

    await page.click(page.get.getByRole('button', { name: 'Fit' }))
    expect(scaleTexts(page).at(-1)).toBe('5')
    expect(page.address).toContain('scale=fit')
    expect(linkCell(linkRow(page, 'all'), 'Link')).toHaveTextContent(/full scale 10\.0\sGB\/s/)

    const reloaded = await page.reload()
    expect(reloaded.get.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
    expect(scaleTexts(reloaded).at(-1)).toBe('5')
  })

  it('are summed without unreadable GPUs, and distinguish 0 from missing values', async () => {
    const zero: Changes[number] = () => ({ values: { 'pcie.rx': 0, 'pcie.tx': 0 } })
    const page = await Dashboard.open('/PCIe-Throughput', { changes: { ...BROKEN, 0: zero, 1: SILENT }, limits: FULL })

    const total = linkRow(page, 'all')
    expect(linkCell(total, 'Top process')).toHaveTextContent('4 of 8 GPUs')
    expect(linkCell(total, 'to')).toHaveTextContent(/^5\.2$/)
    expect(linkCell(linkRow(page, 0), 'to')).toHaveTextContent(/^0$/)
    expect(within(linkRow(page, 0)).getAllByTestId('bar-track')).toHaveLength(2)
    expect(within(linkRow(page, 0)).queryByTestId('bar-absent')).toBeNull()
    expect(within(linkRow(page, 1)).getAllByTestId('bar-absent')).toHaveLength(2)
    expect(within(linkRow(page, 1)).getAllByRole('img', { name: /To GPU 1.*Not supported/ })).toHaveLength(1)
    expect(linkRow(page, 3)).toHaveTextContent('Lost')
    expect(within(linkRow(page, 3)).getAllByRole('cell')).toHaveLength(2)
    expect(within(linkRow(page, 3)).queryAllByRole('img', { name: /(From|To) GPU/ })).toEqual([])
  })

  it('of a lower generation are a fault only while the GPU is busy', async () => {
    const idle: Changes[number] = () => ({ busySince: null, idleSince: at(-60) })
    const page = await Dashboard.open('/PCIe-Throughput', { gpus: 2, changes: { 1: idle }, limits: SLOW })

    expect(linkCell(linkRow(page, 0), 'Link')).toHaveTextContent('Gen3 instead of Gen5')
    expect(within(linkRow(page, 0)).getAllByTestId('bar-lost')).toHaveLength(2)
    expect(linkCell(linkRow(page, 1), 'Link')).toHaveTextContent('Gen3 while idle, Gen5 under load')
    expect(within(linkRow(page, 1)).queryAllByTestId('bar-lost')).toEqual([])
  })

  it('of unknown bandwidth have a scale up to the traffic', async () => {
    const page = await Dashboard.open('/PCIe-Throughput', { gpus: 2 })

    expect(linkCell(linkRow(page, 0), 'to')).toHaveTextContent(/^2\.6$/)
    expect(linkCell(linkRow(page, 0), 'Link')).toHaveTextContent('bandwidth unknown')
    expect(scaleTexts(page).at(-1)).toBe('5')
  })

  it('have no timeline where no GPU reports traffic', async () => {
    const page = await Dashboard.open('/PCIe-Throughput', { gpus: 2, changes: { 0: SILENT, 1: SILENT }, limits: FULL })

    expect(within(linkRow(page, 1)).getAllByTestId('bar-absent')).toHaveLength(2)
    expect(page.get.queryByTestId('chart-row')).toBeNull()
    expect(page.get.queryByRole('region', { name: 'Values at the crosshair' })).toBeNull()
    expect(page.get.getAllByRole('row').map(textOf)).toHaveLength(4)
  })
})
