import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { complaints } from '@/testing/complaints'
import { Dashboard, textOf } from '@/testing/dashboard'
import { aProcess, BROKEN, BUSY, HISTORY, snapshot, type Changes } from '@/testing/machine'
import { splitGpu } from '@/testing/mig'
import { bodyRows, cellOf } from '@/testing/tables'

const GIB = 2 ** 30
const table = (page: Dashboard) => page.get.getByRole('table', { name: 'Processes' })
/** A group has a header in place of cells. */
const isGroup = (row: HTMLElement) => within(row).queryAllByRole('cell').length === 0
const processes = (page: Dashboard) => bodyRows(table(page)).filter((row) => !isGroup(row))
const groups = (page: Dashboard) => bodyRows(table(page)).filter(isGroup).map(textOf)
const column = (page: Dashboard, name: string) => processes(page).map((row) => textOf(cellOf(row, name)))
function rowOf(page: Dashboard, pid: number): HTMLElement {
  const row = processes(page).find((each) => textOf(cellOf(each, 'PID')) === String(pid))
  if (row === undefined) throw new Error(`No process ${String(pid)}`)
  return row
}
const header = (page: Dashboard, name: string) => within(table(page)).getByRole('columnheader', { name })
const sort = (page: Dashboard, name: string) => page.click(within(header(page, name)).getByRole('button'))

describe('the processes of a recorded machine', () => {
  it('are those of the snapshot, and follow it', async () => {
    const complained = complaints()
    const busier: Changes[number] = (second) => {
      const process = aProcess(7, 'python', 'x', 3.5)
      const sm = { 'process.utilization.sm': second < HISTORY ? 20 : 80 }
      return { processes: [{ ...process, values: { ...process.values, ...sm } }] }
    }
    const changes = { ...BUSY, 0: busier }
    const page = await Dashboard.open('/Processes', { changes })
    expect(document.title).toMatch(/ · Processes · gpulse$/)
    const expected = snapshot(HISTORY - 1, { changes }).gpus.flatMap((gpu) => gpu.processes)
    expect(processes(page)).toHaveLength(expected.length)
    expect(column(page, 'PID').map(Number).sort()).toEqual(expected.map(({ pid }) => pid).sort())
    expect(column(page, 'GPU memory')).toEqual(expect.arrayContaining(['3.5 GiB', '47.0 GiB', '62.0 GiB']))
    expect(textOf(cellOf(rowOf(page, 7), 'SM'))).toBe('20 %')

    await page.advance(1)
    expect(textOf(cellOf(rowOf(page, 7), 'SM'))).toMatch(/^20–80 ?22 %$/)
    expect(complained()).toEqual([])
  })

  it('have the MIG instance that they use, with its profile', async () => {
    const page = await Dashboard.open('/Processes?group=none&sort=gpu', { gpus: 2, changes: { 0: splitGpu } })

    expect(column(page, 'GPU')).toEqual(['0:1', '0:2', '0:3', '1'])
    const link = within(rowOf(page, 50214)).getByRole('link', { name: 'Instance 0:2 of GPU 0 2g.20gb' })
    expect(link).toHaveAttribute('title', '2g.20gb')
  })

  it('are grouped by user with sums, by GPU, or not grouped', async () => {
    const page = await Dashboard.open('/Processes', { changes: BUSY })
    expect(groups(page)[0]).toMatch(/^mchen ?4 processes ?GPUs 0–3 ?280\.0/)

    const choice = within(page.get.getByRole('group', { name: 'Group by' }))
    await page.click(choice.getByRole('button', { name: 'GPU' }))
    expect(page.address).toContain('group=gpu')
    expect(groups(page)).toHaveLength(8)
    expect(groups(page)[4]).toMatch(/^GPU 4 ?1 process ?/)
    expect(groups(page)[5]).toMatch(/^GPU 5 ?2 processes ?71\.0/)
    expect(column(page, 'GPU')).toEqual(['0', '1', '2', '3', '4', '5', '5', '6', '7'])
    await page.router.push('/Processes?group=none')
    await page.settle()
    expect(processes(page)).toHaveLength(9)
    expect(groups(page)).toEqual([])
  })

  it('are grouped by job with the name of the scheduler, the container or the service', async () => {
    const inJob: Changes[number] = () => {
      const process = aProcess(7, 'train.py', 'mchen', 3.5)
      return { processes: [{ ...process, group: 'a', facts: { ...process.facts, workload: 'slurm job 280678' } }] }
    }
    const page = await Dashboard.open('/Processes?group=job&filter=280678', { gpus: 2, changes: { 0: inJob } })

    const heads = page.get.getAllByRole('rowheader').map(textOf)
    expect(heads).toHaveLength(1)
    expect(heads[0]).toMatch(/^train\.py ?mchen ?slurm job 280678 ?1 process ?GPU 0 ?3\.5/)
  })

  it('lead to the report of their job, except programs that only draw', async () => {
    const job: Changes[number] = () => ({
      processes: [
        { ...aProcess(7, 'train.py', 'mchen', 3.5), group: '7-1795' },
        { ...aProcess(9, 'loader.py', 'mchen', 0.5), group: '7-1795' },
        { ...aProcess(8, 'Xorg', 'root', 0.1), group: '8-1795', type: 'GRAPHICS' },
      ],
    })
    const page = await Dashboard.open('/Processes?group=job', { gpus: 1, changes: { 0: job } })
    const main = within(page.get.getByRole('main'))

    expect(main.getAllByRole('link', { name: 'Job report' }).map((each) => each.getAttribute('href'))).toEqual([
      '/Jobs/7-1795',
    ])
    expect(main.getByRole('link', { name: 'train.py' })).toHaveAttribute('href', '/Jobs/7-1795')
    expect(main.queryByRole('link', { name: 'Xorg' })).toBeNull()
  })

  it('are sorted by a column, in the order of its header', async () => {
    const page = await Dashboard.open('/Processes?group=none', { changes: BUSY })
    await sort(page, 'PID')
    expect(header(page, 'PID')).toHaveAttribute('aria-sort', 'ascending')
    expect(column(page, 'PID')[0]).toBe('33871')
    await sort(page, 'PID')
    expect(header(page, 'PID')).toHaveAttribute('aria-sort', 'descending')
    expect(page.address).toContain('sort=-pid')
    expect(column(page, 'PID')[0]).toBe('61007')
  })

  it('are sorted by their use of the host, and the order is kept in the address', async () => {
    const used = (cpu: number, seconds: number) => (pid: number) => () => {
      const process = aProcess(pid, 'python', 'x', 1)
      const usage = { 'process.host.cpu': cpu, 'process.host.memory': 3 * GIB, 'process.elapsed': seconds }
      return { processes: [{ ...process, values: { ...process.values, ...usage } }] }
    }
    const changes = { 0: used(12.5, 90_000)(7), 1: used(250, 62)(8) }
    const page = await Dashboard.open('/Processes?group=none&sort=-cpu', { gpus: 3, changes })
    expect(column(page, 'PID')).toEqual(['8', '7', '41102'])
    expect(column(page, 'Host CPU').slice(0, 2)).toEqual(['250 %', '12.5 %'])
    expect(column(page, 'Host CPU')[2]).toContain('…')
    expect(column(page, 'Elapsed').slice(0, 2)).toEqual(['0:01:02', '1 d 1 h'])
    expect(column(page, 'Elapsed')[2]).toContain('…')
    expect(column(page, 'Host memory')[0]).toBe('3 GiB')

    await sort(page, 'Elapsed')
    expect(header(page, 'Elapsed')).toHaveAttribute('aria-sort', 'descending')
    expect(page.address).toContain('sort=-elapsed')
    expect(column(page, 'PID')[0]).toBe('7')
  })

  it('keep the mean SM utilization between the samples of the driver', async () => {
    const swinging: Changes[number] = (second) => {
      const process = aProcess(7, 'python', 'x', 1)
      const sm = second % 2 === 0 ? { 'process.utilization.sm': second % 4 === 0 ? 100 : 20 } : {}
      return { processes: [{ ...process, values: { ...process.values, ...sm } }] }
    }
    const page = await Dashboard.open('/Processes', { gpus: 1, changes: { 0: swinging } })
    const cell = () => textOf(cellOf(rowOf(page, 7), 'SM'))

    // Of the 15 samples in 30 s, 8 or 7 are 100 %, the others 20 %.
    expect(cell()).toMatch(/^20–100 ?63 %$/)
    for (const mean of [57, 57, 63]) {
      await page.advance(1)
      expect(cell()).toMatch(new RegExp(`^20–100 ?${String(mean)} %$`))
    }
  })

  it('are filtered with the key /, by a text that is kept in the address', async () => {
    const page = await Dashboard.open('/Processes', { changes: BUSY })
    await page.press('/')
    const field = page.get.getByRole('searchbox')
    expect(field).toHaveFocus()
    await page.type(field, 'asharma')
    expect(processes(page)).toHaveLength(1)
    expect(page.address).toContain('filter=asharma')
    expect(page.get.getByText('1 of 9 shown', { exact: false })).toBeInTheDocument()

    await page.type(field, 'asharma nobody')
    expect(page.get.getByText('No process matches the filter')).toBeInTheDocument()
    await page.click(page.get.getByRole('button', { name: 'Clear the filter' }))
    expect(processes(page)).toHaveLength(9)
  })

  it('are grouped by job with its GPUs, and a group folds', async () => {
    const job = (index: number) => () => ({
      processes: [{ ...aProcess(100 + index, 'train.py', 'mchen', 20), group: '7' }],
    })
    const page = await Dashboard.open('/Processes?group=job', { gpus: 3, changes: { 0: job(0), 1: job(1) } })
    const heads = page.get.getAllByRole('rowheader').map(textOf)
    expect(heads).toEqual([
      expect.stringMatching(/^train\.py ?mchen ?1 process ?GPU 2 ?70/),
      expect.stringMatching(/^train\.py ?mchen ?2 processes ?GPUs 0, 1 ?40/),
    ])
    expect(processes(page)).toHaveLength(3)

    const [, second] = page.get.getAllByRole('button', { name: 'train.py', expanded: true })
    await page.click(second ?? document.body)
    expect(processes(page)).toHaveLength(1)
    await page.click(page.get.getByRole('button', { name: 'train.py', expanded: false }))
    expect(processes(page)).toHaveLength(3)
  })

  it('have notes about omitted processes and missing values', async () => {
    const anonymous = { ...aProcess(9, 'python', 'x', 1), values: {}, facts: {}, startedAt: null }
    const absent = { user: 'NO_PERMISSION', 'process.memory.used': 'NO_PERMISSION', command: 'HIDDEN' } as const
    const changes: Changes = { ...BROKEN, 0: () => ({ processes: [{ ...anonymous, absent }], processesOmitted: 3 }) }
    const page = await Dashboard.open('/Processes?group=none', { changes })
    const row = rowOf(page, 9)

    expect(textOf(cellOf(row, 'GPU memory'))).toBe('no access')
    expect(textOf(cellOf(row, 'User'))).toBe('no access')
    for (const measured of ['SM', 'Host CPU', 'Host memory', 'Elapsed'])
      expect(textOf(cellOf(row, measured))).not.toMatch(/\d/)
    expect(page.get.getByText(/gpulse\.processes\.command-line/)).toBeInTheDocument()
    expect(page.get.getByText(/has no permission to read who owns those processes/)).toBeInTheDocument()
    expect(page.get.getByText(/3 more processes on GPU 0 are not shown/)).toBeInTheDocument()
    expect(
      page.get.getByText(/GPU 5: processes not read\. gpulse has no permission to read this value\./),
    ).toBeInTheDocument()
  })

  it('have a heading in place of an empty table', async () => {
    const none: Changes[number] = () => ({ processes: [], values: { 'processes.running': 0 } })
    const page = await Dashboard.open('/Processes', { gpus: 2, changes: { 0: none, 1: none } })

    expect(page.get.getByRole('heading', { name: 'No process on any GPU' })).toBeInTheDocument()
    expect(page.get.queryByRole('table')).toBeNull()
  })
})
