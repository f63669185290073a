import { within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { Dashboard, textOf } from '@/testing/dashboard'
import { plotArea } from '@/testing/layout'
import { linkCell, linkRow } from '@/testing/link-rows'
import { BUSY } from '@/testing/machine'

const title = (page: Dashboard) => within(page.get.getByTestId('chart-row')).getByRole('heading')
const numbers = (page: Dashboard) => page.get.getByRole('region', { name: 'Values at the crosshair' })
const gpuButtons = (page: Dashboard) => within(page.get.getByRole('group', { name: 'GPUs in the timeline' }))

describe('the timeline of PCIe traffic', () => {
  it('follows the range, and shows the time and values at the crosshair', async () => {
    const page = await Dashboard.open('/PCIe-Throughput?range=1m', { changes: BUSY })
    expect(title(page)).toHaveTextContent(/^All GPUs$/)
    const chart = page.get.getByRole('img', { name: 'All GPUs over time' })
    expect(textOf(numbers(page))).toMatch(/Now.*to GPUs ?18\.2 GB\/s.*from GPUs ?2\.1 GB\/s/)
    // Lines are paths; axes are not.
    const lineTo = vi.spyOn(Path2D.prototype, 'lineTo')
    await page.advance(2)
    expect(lineTo.mock.calls.length).toBeGreaterThan(20)

    await page.click(page.get.getByRole('button', { name: '15 min' }))
    expect(page.get.getByText('peak of 15 min')).toBeInTheDocument()
    page.point(plotArea(chart), 0.97)
    await page.settle()
    expect(textOf(numbers(page))).toMatch(/\d\d:\d\d:\d\d.*to GPUs ?18\.2/)
    page.point(plotArea(chart), 0.05)
    await page.settle()
    expect(numbers(page)).toHaveTextContent('no samples')
    expect(textOf(numbers(page))).not.toMatch(/\d GB\/s/)
  })

  it('shows the GPUs that are chosen above it or in the table, and keeps them in the address', async () => {
    const page = await Dashboard.open('/PCIe-Throughput', { changes: BUSY })
    await page.click(gpuButtons(page).getByRole('button', { name: 'GPU 3' }))
    expect(page.address).toMatch(/gpus=3$/)
    expect(title(page)).toHaveTextContent(/^GPU 3$/)
    expect(textOf(numbers(page))).toMatch(/to GPU.*2\.6 GB\/s/)

    const reloaded = await page.reload()
    expect(linkRow(reloaded, 3)).toHaveAttribute('data-chosen', 'true')
    expect(linkRow(reloaded, 4)).not.toHaveAttribute('data-chosen')
    await reloaded.click(linkCell(linkRow(reloaded, 4), 'Top process'))
    expect(textOf(numbers(reloaded))).toMatch(/to GPU\D*0 GB\/s/)
    await reloaded.click(linkCell(linkRow(reloaded, 5), 'Top process'), { ctrlKey: true })
    expect(title(reloaded)).toHaveTextContent(/^GPU 4, 5$/)
    await reloaded.click(gpuButtons(reloaded).getByRole('button', { name: 'All' }))
    expect(reloaded.address).not.toContain('gpus=')
  })
})
