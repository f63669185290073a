import { describe, expect, it } from 'vitest'
import type { Gpu } from '@/api/types'
import { refused } from '@/testing/api'
import { Dashboard, textOf } from '@/testing/dashboard'
import { BROKEN, BUSY, snapshot } from '@/testing/machine'
import { freeApi, freeGpus } from '@/testing/free'
import { steadyMoment } from '@/testing/moments'
import { summaryCell } from '@/testing/overview-queries'
import { aGpu } from '@/testing/snapshots'
import { freeColumns } from './free-cell'
import { measureColumns } from './profiles'
import { overviewRows } from './rows'

const LABELS = ['Free', 'Utilization', 'Memory', 'Power', 'Hottest', 'Insights']

describe('the summary', () => {
  it.each([1, 8, 16])('has the same six cells, each a link, with %i GPUs', async (gpus) => {
    const page = await Dashboard.open('/', { gpus, changes: BUSY })
    const cells = page.get.getAllByTestId('cell')

    expect(cells.map((each) => LABELS.find((label) => textOf(each).startsWith(label)))).toEqual(LABELS)
    expect(cells.map((each) => each.tagName)).toEqual(LABELS.map(() => 'A'))
  })

  it('names lost GPUs before idle ones', async () => {
    const page = await Dashboard.open('/', { changes: BROKEN })

    expect(summaryCell(page, 'Free')).toMatch(/^Free0of 8GPU 3, 6 not usable· GPU 4 idle· holds/)
    expect(summaryCell(page, 'Utilization')).toContain('4 of 8 GPUs')
  })

  it('names throttled GPUs', async () => {
    const page = await Dashboard.open('/', { changes: BUSY, limits: { 'enforced.power.limit': 500 } })

    expect(summaryCell(page, 'Power')).toMatch(/GPU 7 throttled· limit 4\.0 kW/)
  })

  it('counts only the GPUs of a frame', async () => {
    const free = () => ({ idleSince: snapshot(0).takenAt, busySince: null, processes: [] })
    const changes = { ...BUSY, 1: free, 2: free }
    const api = [freeApi(() => snapshot(0, { changes }).gpus)]
    const page = await Dashboard.open('/?gpus=0,1', { chosen: '0,1', changes, api })

    expect(summaryCell(page, 'Free')).toBe('Free1of 2GPU 1')
  })

  it('marks lost GPUs, but no sleeping ones', () => {
    const unread = (index: number, state: Gpu['state']) => aGpu(index, { state, values: {} })
    const gpus = [unread(0, 'SLEEPING'), unread(1, 'LOST'), aGpu(2)]
    const rows = overviewRows(steadyMoment(gpus))

    expect(measureColumns(rows).utilizationMean.map(({ look }) => look)).toEqual([undefined, 'lost', undefined])
    expect(freeColumns(rows, freeGpus(gpus).gpus).map(({ look }) => look)).toEqual([undefined, 'lost', 'busy'])
  })

  it('counts GPUs whose names would not fit', async () => {
    const idle = Object.fromEntries([0, 2, 4, 6, 8].map((index) => [index, () => ({ idleSince: snapshot(0).takenAt })]))
    const page = await Dashboard.open('/', { gpus: 16, changes: idle })

    expect(summaryCell(page, 'Free')).toContain('5 GPUs idle')
  })

  it('answers with a word for a single GPU', async () => {
    const page = await Dashboard.open('/', { gpus: 1 })

    expect(summaryCell(page, 'Free')).toBe('Freeno1 process')
  })

  it('shows the age once in each cell that ages, and none in the insights', async () => {
    const page = await Dashboard.open('/')
    await page.pass(14_000)

    const ages = page.get.getAllByTestId('cell').map((each) => textOf(each).match(/1\d s/g)?.length ?? 0)
    expect(ages).toEqual([1, 1, 1, 1, 1, 0])
  })

  it('says that the free GPUs are unknown where the server does not answer', async () => {
    const page = await Dashboard.open('/', {
      api: [({ path }) => (path === 'gpus/free' ? refused(503, 'Not yet.') : null)],
    })

    expect(summaryCell(page, 'Free')).toContain('error')
  })
})
