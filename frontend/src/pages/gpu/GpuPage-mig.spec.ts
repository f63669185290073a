import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { anInstance, instanceValues, splitGpu } from '@/testing/mig'

const panel = (page: Dashboard) => within(page.get.getByRole('region', { name: 'Instances' }))
const bars = (page: Dashboard) => panel(page).getAllByRole('img', { name: /: / })
/** Widths of the parts of a bar. */
const weights = (bar: HTMLElement) =>
  [...bar.querySelectorAll<HTMLElement>(':scope > span')].map((each) => Number(each.style.flexGrow))

describe('the page of a split GPU', () => {
  it('has the compute slices of its instances and its memory as two bars', async () => {
    const warnings = complaints()
    const page = await Dashboard.open('/gpus/0', { changes: { 0: splitGpu } })
    const [compute = document.body, memory = document.body] = bars(page)

    expect(compute).toHaveAccessibleName(/^Compute given to instances, 7 slices: 0:1, 3g\.40gb, SM active 71.%/)
    expect(memory).toHaveAccessibleName(
      'Memory: 0:1, 31.2 / 39.5 GiB; 0:2, 12.1 / 19.5 GiB; 0:3, 6.2 / 9.8 GiB; 0:4, 0.0 / 9.8 GiB',
    )
    expect(weights(compute)).toEqual([3, 2, 1, 1])
    expect(weights(memory).map((bytes) => bytes / 2 ** 30)).toEqual([39.5, 19.5, 9.75, 9.75])
    expect(textOf(page.get.getByTestId('story'))).toMatch(/^Instance 0:4 is free\. Instance 0:2 is idle/)
    expect(panel(page).getByText('free', { selector: 'p *' })).toBeInTheDocument()
    expect(page.get.getByRole('img', { name: 'State over time' })).toBeInTheDocument()
    expect(warnings()).toEqual([])
  })

  it('names the free instances of a GPU that is idle as a whole', async () => {
    const idleSince = new Date(0).toISOString()
    const page = await Dashboard.open('/gpus/0', {
      changes: { 0: () => ({ ...splitGpu(), idleSince, busySince: null }) },
    })

    expect(textOf(page.get.getByTestId('story'))).toMatch(/^Instance 0:4 is free\./)
  })

  it('copies the variable that selects an instance', async () => {
    const page = await Dashboard.open('/gpus/0', { changes: { 0: splitGpu } })

    const table = within(page.get.getByRole('table', { name: 'Instances' }))
    const buttons = table.getAllByRole('button', { name: /^copy: CUDA_VISIBLE_DEVICES=MIG-/ })
    expect(buttons).toHaveLength(4)
    expect(buttons[3]).toHaveAccessibleName('copy: CUDA_VISIBLE_DEVICES=MIG-4d210000-0000-4000-8000-000000000000')
  })

  it('shows memory in no instance as such', async () => {
    const mig = [anInstance(1, '3g.40gb', { values: instanceValues(20, 10, 39.5, 1) })]
    const page = await Dashboard.open('/gpus/0', { changes: { 0: () => ({ ...splitGpu(), mig }) } })

    expect(bars(page)[1]).toHaveAccessibleName(/^Memory: 0:1, 10\.0 \/ 39\.5 GiB; 40.GiB in no instance$/)
  })

  it('has a row for each instance: activity, memory of its own size, and its user', async () => {
    const page = await Dashboard.open('/gpus/0', { changes: { 0: splitGpu } })
    const [, ...rows] = within(page.get.getByRole('table', { name: 'Instances' })).getAllByRole('row')

    expect(rows.map((row) => textOf(row))).toEqual([
      expect.stringMatching(/^0:1 ?3g\.40gb ?71 ?% ?31\.2 ?\/ ?39\.5 ?GiB ?79 ?% ?train\.py ?mchen ?MIG-1d21/),
      expect.stringMatching(/^0:2 ?2g\.20gb ?0 ?% ?12\.1 ?\/ ?19\.5 ?GiB ?62 ?% ?train\.ipynb ?jlopez.*MIG-2d21/),
      expect.stringMatching(/^0:3 ?1g\.10gb ?34 ?% ?6\.2 ?\/ ?9\.8 ?GiB ?64 ?% ?embedder ?svc-infer ?MIG-3d21/),
      expect.stringMatching(/^0:4 ?1g\.10gb ?0 ?% ?0\.0 ?\/ ?9\.8 ?GiB ?0 ?% ?free ?MIG-4d21/),
    ])
    expect(within(page.get.getByTestId('story')).queryByRole('list', { name: 'Used by' })).toBeNull()
  })

  it('leaves out the values that instances have instead of the GPU, and explains that once', async () => {
    const page = await Dashboard.open('/gpus/0', { changes: { 0: splitGpu } })
    const gauges = within(page.get.getByRole('list', { name: 'Current values' })).getAllByRole('listitem')

    expect(gauges.map((gauge) => textOf(gauge).replace(/ ?\d.*/, ''))).toEqual([
      'Memory used',
      'Power',
      'Temperature',
      'SM clock',
    ])
    expect(textOf(document.body)).not.toMatch(/Not reported/)
    expect(page.get.getAllByText(/reports no utilization in MIG mode/)).toHaveLength(1)
    expect(page.get.getAllByTestId('chart-row').map((row) => row.querySelector('h2')?.textContent)).toEqual([
      'Memory used',
      'Power',
      'Temperature',
    ])
  })

  it('has no such bars without instances', async () => {
    const page = await Dashboard.open('/gpus/0')

    expect(page.get.queryByRole('region', { name: 'Instances' })).toBeNull()
  })
})
