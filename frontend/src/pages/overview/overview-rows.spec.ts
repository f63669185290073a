import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { Dashboard, textOf } from '@/testing/dashboard'
import { FAULT_SCENES } from '@/testing/fault-scenes'
import { IncidentServer } from '@/testing/incident-server'
import { BROKEN, BUSY } from '@/testing/machine'
import { gpuOrder, gpuRow } from '@/testing/overview-queries'
import { cellOf } from '@/testing/tables'

it('sorts its rows by column, keeps the order in the address and restores it after a reload', async () => {
  let page = await Dashboard.open('/', { changes: BROKEN })
  const header = () => page.get.getByRole('columnheader', { name: /^Temp\./ })
  const button = () => within(header()).getByRole('button')
  expect(gpuOrder(page)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])

  await page.click(button())
  expect(header()).toHaveAttribute('aria-sort', 'descending')
  expect(page.address).toMatch(/\?sort=-temperature$/)
  // GPUs without a current value come last in both directions.
  expect(gpuOrder(page)).toEqual([7, 5, 2, 1, 0, 4, 3, 6])
  await page.click(button())
  expect(header()).toHaveAttribute('aria-sort', 'ascending')
  expect(gpuOrder(page)).toEqual([4, 0, 1, 2, 5, 7, 3, 6])

  page = await page.reload()
  expect(header()).toHaveAttribute('aria-sort', 'ascending')
  expect(gpuOrder(page)).toEqual([4, 0, 1, 2, 5, 7, 3, 6])
})

it('opens the page of a GPU on a click on its row, and on Back returns to the table', async () => {
  const page = await Dashboard.open('/', { changes: BUSY })

  await page.click(cellOf(gpuRow(page, 5), 'Name'))
  expect(page.address).toBe('/gpus/5')
  page.router.back()
  await page.settle()
  expect(page.address).toBe('/')
  expect(gpuOrder(page)).toHaveLength(8)
})

it('stays on the page on a click on a row with another button or a modifier key', async () => {
  const page = await Dashboard.open('/', { changes: BUSY })
  const name = cellOf(gpuRow(page, 5), 'Name')

  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    await page.click(name, init)
    expect(page.address).toBe('/')
  }
})

it('opens the page of a GPU by the link in its row', async () => {
  const page = await Dashboard.open('/', { changes: BUSY })

  const link = within(gpuRow(page, 3)).getByRole('link', { name: /3$/ })
  expect(link).toHaveAttribute('href', '/gpus/3')
  await page.click(link)

  expect(page.address).toBe('/gpus/3')
})

it('leads from its process to the report of its job', async () => {
  const page = await Dashboard.open('/', { changes: {} })
  const link = within(gpuRow(page, 0)).getByRole('link', { name: 'train.py' })
  expect(link).toHaveAttribute('href', '/Jobs/41100')
  await page.click(link)

  expect(page.address).toBe('/Jobs/41100')
})

/** The row of a GPU that answers and has a critical insight. */
async function rowWithXid(state: 'active' | 'silenced') {
  const scene = FAULT_SCENES.find(({ name }) => name === 'Xid 48')
  const server = new IncidentServer()
  server.insights = (scene?.insights ?? []).map((each) => ({ ...each, state }))
  const { handle } = server
  // The board has silenced insights once a page has requested all.
  const page = await Dashboard.open('/Insights?show=silenced', { changes: {}, api: [handle] })
  await page.router.push('/')
  await page.settle()
  await page.catchUp()
  return gpuRow(page, 3)
}

it('keeps the numbers of a GPU that answers, and has its fault below its name', async () => {
  const row = await rowWithXid('active')

  expect(textOf(cellOf(row, 'Name'))).toMatch(/Uncorrectable memory error \(Xid 48\) since \d\d:\d\d$/)
  expect(textOf(cellOf(row, 'Temp.'))).toMatch(/^\d+/)
  expect(textOf(cellOf(row, 'Power'))).toMatch(/^\d+/)
})

it('does not repeat a silenced fault of a GPU that answers', async () => {
  const row = await rowWithXid('silenced')

  expect(textOf(row)).not.toContain('Xid 48')
  expect(textOf(cellOf(row, 'Temp.'))).toMatch(/^\d+/)
})

it('states that the traffic over NVLink is that of both directions', async () => {
  const page = await Dashboard.open('/', { changes: BUSY })

  expect(textOf(gpuRow(page, 0))).toMatch(/NVL ↓↑ ?\d/)
})
