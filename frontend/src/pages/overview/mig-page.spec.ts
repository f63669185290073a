import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf, type DashboardOptions } from '@/testing/dashboard'
import { HISTORY } from '@/testing/machine'
import { anInstance, instanceValues, splitGpu, splitSince } from '@/testing/mig'
import { gpuRows } from '@/testing/overview-queries'
import { cellOf } from '@/testing/tables'

const open = (options: DashboardOptions, path = '/') => Dashboard.open(path, { gpus: 3, ...options })
/** The ids of all rows: GPUs and instances. */
const ids = (page: Dashboard) => gpuRows(page).map((row) => row.querySelector('th b')?.textContent)
const rowOf = (page: Dashboard, id: string) => gpuRows(page)[ids(page).indexOf(id)] ?? document.body
const toggle = (page: Dashboard) => page.get.getAllByRole('button', { name: '4 instances, 7 slices' })
const ALL = ['0', '1', '1:1', '1:2', '1:3', '1:4', '2']

describe('a GPU that is split into MIG instances', () => {
  it('has its instances in rows below it, with their own memory and SM activity', async () => {
    const warnings = complaints()
    const page = await open({ changes: { 1: splitSince(HISTORY - 60) } })

    expect(ids(page)).toEqual(ALL)
    expect(textOf(rowOf(page, '1:1'))).toMatch(
      /3g\.40gb.*SM active ?71 ?%.*31\.2 ?\/ ?39\.5 ?GiB.*79 ?%.*train\.py.*mchen/,
    )
    expect(textOf(rowOf(page, '1:2'))).toMatch(/2g\.20gb.*0 ?%.*12\.1.*train\.ipynb.*jlopez.*idle less than 1 min/)
    expect(textOf(rowOf(page, '1:4'))).toMatch(/1g\.10gb.*free$/)
    expect(within(rowOf(page, '1:4')).getByRole('img', { name: 'free' })).toBeInTheDocument()
    expect(warnings()).toEqual([])
  })

  it('says once which values belong to the whole GPU', async () => {
    const page = await open({ changes: { 1: splitGpu } })

    const [said, ...others] = page.get.getAllByRole('cell', { name: 'belong to the whole GPU' })
    expect(others).toEqual([])
    expect(said).toHaveAttribute('rowspan', '4')
    expect(said).toHaveAttribute('colspan', '4')
  })

  it('shows the slices in place of its utilization', async () => {
    const page = await open({ changes: { 1: splitGpu } })
    const bar = within(rowOf(page, '1')).getByRole('img', { name: /^4 instances, 7 slices/ })

    expect(bar).toHaveAccessibleName(/1:1, 3g\.40gb, SM active 71.%, train\.py, mchen; .*; 1:4, 1g\.10gb, free$/)
    expect(textOf(rowOf(page, '1'))).not.toMatch(/Not reported in MIG mode|0 ?%/)
  })

  it('has a dash for activity that is not measured, and no free instance where processes are unknown', async () => {
    const instance = anInstance(1, '3g.40gb', {
      values: { 'mig.memory.used': 10 * 2 ** 30 },
      absent: { 'mig.activity.sm': 'NOT_SUPPORTED', 'mig.processes.running': 'NO_PERMISSION' },
    })
    const page = await open({ changes: { 1: () => ({ ...splitGpu(), processes: [], mig: [instance] }) } })

    const activity = cellOf(rowOf(page, '1:1'), 'Utilization')
    expect(textOf(activity)).toMatch(/SM active ?–/)
    expect(textOf(activity)).not.toMatch(/\d.?%/)
    expect(textOf(rowOf(page, '1:1'))).toMatch(/use unknown$/)
  })

  it.each(['/', '/?sort=-memory', '/?sort=-utilization', '/?sort=name', '/?sort=process'])(
    'is followed by its instances at %s',
    async (path) => {
      const page = await open({ changes: { 1: splitGpu } }, path)

      const all = ids(page)
      expect([...all].sort()).toEqual(ALL)
      expect(all.slice(all.indexOf('1'), all.indexOf('1') + 5)).toEqual(['1', '1:1', '1:2', '1:3', '1:4'])
    },
  )

  it('is folded by its button', async () => {
    const page = await open({ changes: { 1: splitGpu } })
    const [button = document.body] = toggle(page)
    expect(button).toHaveAttribute('aria-expanded', 'true')

    await page.click(button)
    expect(ids(page)).toEqual(['0', '1', '2'])
    expect(page.address).toBe('/')
    await page.click(button)
    expect(ids(page)).toEqual(ALL)
  })

  it('is unfolded on a machine with few instances', async () => {
    const page = await open({ changes: { 0: splitGpu, 1: splitGpu, 2: splitGpu } })

    expect(ids(page)).toHaveLength(15)
  })

  it('is folded at first on a machine with more instances than two GPUs can have', async () => {
    const page = await open({ gpus: 4, changes: { 0: splitGpu, 1: splitGpu, 2: splitGpu, 3: splitGpu } })
    expect(ids(page)).toEqual(['0', '1', '2', '3'])

    await page.click(toggle(page)[2] ?? document.body)
    expect(ids(page)).toEqual(['0', '1', '2', '2:1', '2:2', '2:3', '2:4', '3'])
  })

  it('shows old values as such', async () => {
    const page = await open({ changes: { 1: splitGpu } })
    await page.pass(20_000)

    expect(within(rowOf(page, '1:4')).queryByRole('img', { name: 'free' })).toBeNull()
    expect(within(rowOf(page, '1:4')).getByText('free')).toHaveClass('soft')
    // A row has its age once.
    expect(within(rowOf(page, '1:1')).getAllByText(/^\d+\ss$/)).toHaveLength(1)
    expect(within(rowOf(page, '1:1')).getByText('train.py').parentElement).toHaveClass('soft')
  })

  it('needs a look as long as one of its instances does', async () => {
    const page = await open({ changes: { 1: splitGpu }, seconds: 640 })
    const glyph = (id: string) => within(rowOf(page, id)).getAllByRole('img')[0]?.getAttribute('aria-label')

    expect(['0', '1', '1:1', '1:2', '1:3'].map(glyph)).toEqual(['healthy', 'warning', 'healthy', 'warning', 'healthy'])
  })

  it('names the compute instance where several share a GPU instance', async () => {
    const values = instanceValues(10, 2, 19.5, 1)
    const mig = [
      anInstance(1, '1c.2g.20gb', { values }),
      anInstance(1, '1c.2g.20gb', { values, computeInstance: 1, uuid: 'MIG-other' }),
    ]
    const page = await open({ changes: { 1: () => ({ ...splitGpu(), mig }) } })

    expect(ids(page)).toEqual(['0', '1', '1:1:0', '1:1:1', '2'])
    expect(page.get.getByRole('button', { name: '2 instances, 2 slices' })).toBeInTheDocument()
    expect(cellOf(rowOf(page, '1:1:0'), 'Utilization')).toHaveAttribute('title', 'SM active, of GPU instance 1:1')
    expect(cellOf(rowOf(page, '1:1:1'), 'Memory')).toHaveAttribute('title', 'of GPU instance 1:1')
  })
})
